"""One connection with one peer about one feed's set: from Open to the last value. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.crypto import ed25519
from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation
from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.protocols.contract import (
    Charge,
    Close,
    Effect,
    Ending,
    Ready,
    Record,
    Role,
    Send,
    Store,
    WakeAt,
    answer,
)
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange.answering import Answering, cut
from engine.protocols.hyperbloom.exchange.asking import Asking
from engine.protocols.hyperbloom.exchange.greeting import Greeting, Remote
from engine.protocols.hyperbloom.exchange.links import offer, shortened
from engine.protocols.hyperbloom.exchange.policy import Policy
from engine.protocols.hyperbloom.limits import (
    EXTENSION_RECON,
    FAULTS_MAX,
    IDLE_SECONDS,
    OPENING_SECONDS,
)
from engine.protocols.hyperbloom.recon.packets import Done, Want, decode_recon, encode_recon
from engine.protocols.hyperbloom.recon.session import Filters, Give, Session, Step
from engine.protocols.hyperbloom.records import (
    ChainSeen,
    Ledger,
    LedgerForgotten,
    LedgerStored,
    Records,
    ValuesStored,
)
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.signed import values_hash

_SECTION = "0 Handshake"
_JUST_BEHIND = 0.001
_HEARD_MAX = 8_192  # ours: values that a peer gave and is not given back


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Shared by all connections of one profile."""

    records: Records
    policy: Policy
    entropy: Entropy
    own_id: PeerId
    document: bool = False
    """By the document's letter (protocols/hyperbloom.md 10); without our extensions."""
    reads: bool = False
    """Inside the tidings port: who may not write may read."""


class Conversation:
    """Implements ``Connection``."""

    __slots__ = (
        "_answering",
        "_asked_at",
        "_asking",
        "_faults",
        "_greeting",
        "_heard",
        "_is_over",
        "_ledger",
        "_questions",
        "_remote",
        "_role",
        "_session",
        "_surroundings",
        "charge",
    )

    def __init__(self, surroundings: Surroundings, ledger: Ledger, role: Role) -> None:
        around = surroundings
        self._surroundings = around
        self._ledger = ledger
        self._role = role
        self._greeting = Greeting(ledger, around.own_id, around.entropy, reads=around.reads)
        self._remote: Remote | None = None
        self._answering = Answering(around.records, ledger.space, document=around.document)
        self._asking: Asking | None = None
        self._session: Session | None = None
        self._questions: deque[type[Asking | Session]] = deque()
        self._heard: dict[bytes, None] = {}
        self._faults = 0
        self._asked_at = 0.0
        self._is_over = False
        self.charge = Charge.FULL

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        if self._remote is None or self._is_over:
            return ()
        own_chain = self._remote.chain
        return ((self._ledger.space, None if own_chain is None else own_chain.holder),)

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        return self._greeting.incoming.buffered

    # ---- inputs -------------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return [Send(self._greeting.outgoing.open()), WakeAt(now + OPENING_SECONDS)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if not data:
            self._is_over = True
        if self._is_over:
            return
        self._greeting.incoming.feed(data)
        if not self._greeting.is_open:
            yield self._step(self._hear_opening)
        heard = iter(self._greeting.incoming) if self._greeting.is_open else iter(())
        while not self._is_over and (effects := self._step(partial(self._next, heard, now))):
            yield effects

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._is_over:
            return []
        if self._remote is None:
            return self._close(Ending.TIMED_OUT)
        if not self._holds(now):
            return self._close(Ending.CLOSED_BY_US)
        said: list[packets.Packet] = []
        if self._answering.is_busy:
            said += self._answer_some()
        if self._asking is not None:
            said += self._note(self._asking.wake(now))
        if now - self._asked_at >= IDLE_SECONDS:
            said += self._look(now)
        return self._said(said, now)

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._is_over:
            return []
        said: list[packets.Packet] = []
        for record in records:
            match record:
                case ValuesStored(space) if space == self._ledger.space:
                    said += self._push(record.values)
                case LedgerStored(space, ledger) if space == self._ledger.space:
                    self._ledger = ledger
                case LedgerForgotten(space) if space == self._ledger.space:
                    return self._close(Ending.CLOSED_BY_US)
                case _:
                    pass
        return self._said(said, now) if said else []

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._remote is None or self._is_over:
            return []
        return self._said(self._look(now), now)

    # ---- hearing ------------------------------------------------------------------------------

    def _step(self, step: Callable[[], list[Effect]]) -> list[Effect]:
        effects = answer(step)
        self._is_over = self._is_over or any(isinstance(one, Close) for one in effects)
        return effects

    def _hear_opening(self) -> list[Effect]:
        extensions = () if self._surroundings.document else (EXTENSION_RECON,)
        shake = self._greeting.open(extensions)
        return [] if shake is None else [Send(shake)]

    def _next(self, heard: Iterator[packets.Packet], now: float) -> list[Effect]:
        """Nothing at the end; something, be it only a time, for each message."""
        packet = next(heard, None)
        if packet is None:
            return []
        self.charge = Charge.FULL
        if self._remote is None:
            effects = self._shake(packet, now)
        else:
            effects = self._hear(packet, self._remote, now)
        return effects or [WakeAt(self._deadline(now))]

    def _shake(self, packet: packets.Packet, now: float) -> list[Effect]:
        match packet:
            case packets.Handshake():
                remote = self._remote = self._greeting.meet(packet, now)
            case packets.Unknown():
                return [WakeAt(now + OPENING_SECONDS)]
            case _:
                raise PeerViolation("a message before the Handshake", _SECTION)
        is_ours = EXTENSION_RECON in remote.extensions and not self._surroundings.document
        records, space = self._surroundings.records, self._ledger.space
        entropy = self._surroundings.entropy
        self._asking = Asking(records, space, entropy, says_done=is_ours)
        if is_ours:
            self._session = Session(records, space, drives=self._role is Role.DIALLER)
        effects: list[Effect] = [Ready(remote.id)]
        if remote.chain is not None and remote.chain.links:
            effects.append(Store(ChainSeen(space, remote.chain, now)))
        offered = offer(self._ledger, remote.chain, self._surroundings.entropy)
        return [*effects, *self._said([*offered, *self._look(now)], now)]

    def _hear(self, packet: packets.Packet, remote: Remote, now: float) -> list[Effect]:
        match packet:
            case packets.Handshake():
                raise PeerViolation("a second Handshake", _SECTION)
            case packets.Sync() | packets.Request():
                self._answering.ask(packet)
                return self._said(self._answer_some(), now)
            case packets.Data():
                return self._take(packet, remote, now)
            case packets.LinkOffer(link):
                shorter = shortened(self._ledger, remote.chain, link, now)
                return [] if shorter is None else [Store(LedgerStored(shorter.space, shorter, now))]
            case packets.FilterOptions():
                return []
            case packets.Unknown():
                return self._hear_further(packet, now)

    def _hear_further(self, packet: packets.Unknown, now: float) -> list[Effect]:
        said = None if self._session is None else decode_recon(packet)
        if said is None or self._session is None or self._asking is None:
            return []
        if not isinstance(said, Done):
            return self._said(self._do(self._session.hear(said), now), now)
        asker = self._questions.popleft() if self._questions else None
        if asker is Session:
            return self._said(self._do(self._session.hear(said), now), now)
        return self._said(self._note(self._asking.end(now)), now)

    # ---- values -------------------------------------------------------------------------------

    def _take(self, data: packets.Data, remote: Remote, now: float) -> list[Effect]:
        self.charge = Charge.IF_IN_VAIN
        if not self._is_signed(data, remote):
            self._faults += 1
            if self._faults > FAULTS_MAX:
                raise PeerViolation("Data that are not signed as they have to be", "3 Data")
            return []
        around, ledger = self._surroundings, self._ledger
        self._remember(data.values)
        unknown = around.records.unknown(ledger.space, data.values)
        new = around.policy.lawful(ledger.feed, unknown, now)
        stored: list[Effect] = []
        if new:
            stored.append(Store(ValuesStored(ledger.space, tuple(new), now)))
        assert self._asking is not None, "made with the Handshake"
        further = self._note(self._asking.hear(data.values, len(new), now))
        return [*stored, *self._said(further, now)]

    def _is_signed(self, data: packets.Data, remote: Remote) -> bool:
        values = data.values
        if not values or not all(values) or len(set(values)) < len(values):
            return False
        if remote.chain is None:
            return True  # a reader of ours; the port has proven who it is, and values themselves
        hashed = values_hash(self._ledger.feed, values)
        return ed25519.verify(data.signature, hashed, remote.chain.holder)

    def _data(self, values: Sequence[bytes]) -> packets.Data:
        own = self._ledger.own
        hashed = values_hash(self._ledger.feed, values)
        signature = bytes(64) if own is None else ed25519.sign(hashed, own.secret_key)
        return packets.Data(tuple(values), signature)

    def _remember(self, values: Sequence[bytes]) -> None:
        """What the peer has given it is not given back."""
        self._heard |= dict.fromkeys(values)
        while len(self._heard) > _HEARD_MAX:
            del self._heard[next(iter(self._heard))]

    def _push(self, values: Sequence[bytes]) -> list[packets.Packet]:
        if self._remote is None or self._may_not_give():
            return []
        given = [value for value in values if value not in self._heard]
        return [self._data(piece) for piece in cut(given)]

    def _may_not_give(self) -> bool:
        """A stranger's program would not take what somebody outside the network passes on."""
        return self._ledger.own is None and not self._surroundings.reads

    def _answer_some(self) -> list[packets.Packet]:
        if self._may_not_give():
            return []
        said: list[packets.Packet] = [self._data(piece) for piece in self._answering.step()]
        if self._session is not None and self._answering.finished:
            said.append(encode_recon(Done()))
        return said

    # ---- asking -------------------------------------------------------------------------------

    def _look(self, now: float) -> list[packets.Packet]:
        """Is there anything that we lack?"""
        self._asked_at = now
        if self._asking is None:
            return []
        if self._session is not None:
            return [] if self._session.is_busy else self._do(self._session.begin(), now)
        return self._note(self._asking.begin(now))

    def _note(self, said: list[packets.Packet]) -> list[packets.Packet]:
        """Questions whose Done is to come."""
        asked = [one for one in said if isinstance(one, packets.Sync | packets.Request)]
        self._questions.extend([Asking] * len(asked) if self._session is not None else [])
        return said

    def _do(self, steps: Sequence[Step], now: float) -> list[packets.Packet]:
        assert self._asking is not None, "made with the Handshake"
        said: list[packets.Packet] = []
        for step in steps:
            match step:
                case Filters():
                    said += self._note(self._asking.begin(now))
                case Give(values):
                    said += [self._data(piece) for piece in cut(values)]
                case _:
                    said.append(encode_recon(step))
                    self._questions.extend([Session] if isinstance(step, Want) else [])
        return said

    def _holds(self, now: float) -> bool:
        """Whether neither chain has ended ("Signature Chain", expiry)."""
        return all(one.holds_at(now) for one in self._chains())

    def _chains(self) -> list[Chain]:
        remote = self._remote.chain if self._remote else None
        own = self._ledger.own.chain if self._ledger.own else None
        return [one for one in (remote, own) if one is not None]

    # ---- saying -------------------------------------------------------------------------------

    def _said(self, said: Sequence[packets.Packet], now: float) -> list[Effect]:
        data = b"".join(map(self._greeting.outgoing.say, said))
        effects: list[Effect] = [Send(data)] if data else []
        return [*effects, WakeAt(self._deadline(now))]

    def _deadline(self, now: float) -> float:
        if self._answering.is_busy:
            return now
        times = [self._asked_at + IDLE_SECONDS]
        if self._asking is not None and self._asking.deadline is not None:
            times.append(self._asking.deadline)
        # The first moment at which a chain does not hold is just behind its expiration.
        times += [one.expiration + _JUST_BEHIND for one in self._chains()]
        return max(now, min(times))

    def _close(self, ending: Ending) -> list[Effect]:
        self._is_over = True
        return [Close(ending)]
