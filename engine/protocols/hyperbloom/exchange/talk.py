"""What two peers say once both have shaken hands: questions, answers, values, links. Pure.

It says packets and stores; bytes, and how a connection begins and ends, are ``conversation``'s.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from engine.errors import PeerViolation
from engine.protocols.contract import Charge, Role, Store
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.bloom.filters import TAKEN, FilterRefused
from engine.protocols.hyperbloom.exchange.allowance import Allowance
from engine.protocols.hyperbloom.exchange.answering import Answering
from engine.protocols.hyperbloom.exchange.asking import Asking
from engine.protocols.hyperbloom.exchange.greeting import Remote
from engine.protocols.hyperbloom.exchange.links import offer, shortened
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.exchange.values import Values
from engine.protocols.hyperbloom.limits import EXTENSION_RECON, IDLE_SECONDS, RESTING_SECONDS
from engine.protocols.hyperbloom.recon.packets import Done, Want, decode_recon, encode_recon
from engine.protocols.hyperbloom.recon.session import Filters, Give, Session, Step
from engine.protocols.hyperbloom.records import (
    ChainSeen,
    Ledger,
    LedgerStored,
    Membership,
    ValuesStored,
)

Said = list[packets.Packet | Store]
"""What is to be said, in order, and what is to be stored."""

_JUST_BEHIND = 0.001


class Talk:
    """One connection's, from both Handshakes to its end."""

    __slots__ = (
        "_allowance",
        "_answering",
        "_around",
        "_asked_at",
        "_asking",
        "_ledger",
        "_moved_at",
        "_own",
        "_questions",
        "_remote",
        "_session",
        "_values",
        "charge",
    )

    def __init__(
        self,
        around: Surroundings,
        ledger: Ledger,
        own: Membership | None,
        remote: Remote,
        role: Role,
    ) -> None:
        """``own``: as whom we have shown ourselves."""
        self._around = around
        self._ledger = ledger
        self._own = own
        self._remote = remote
        records, space = around.records, ledger.space
        is_ours = EXTENSION_RECON in remote.extensions and not around.document
        self._values = Values(around, ledger, own, remote)
        self._answering = Answering(records, space, document=around.document)
        self._asking = Asking(records, space, around.entropy, says_done=is_ours)
        drives = role is Role.DIALLER
        self._session = Session(records, space, drives=drives) if is_ours else None
        self._questions: deque[type[Asking | Session]] = deque()
        self._allowance = Allowance()
        self._asked_at = self._moved_at = 0.0
        self.charge = Charge.FULL

    def begin(self, now: float) -> Said:
        """Straight behind the Handshakes."""
        self._moved_at = now
        theirs = self._remote.chain
        said: Said = []
        if theirs is not None and theirs.links:
            said.append(Store(ChainSeen(self._ledger.space, theirs, now)))
        said += offer(self._ledger, self._own, theirs, self._around.entropy)
        return [*said, *self.look(now)]

    # ---- time -----------------------------------------------------------------------------------

    def holds(self, now: float) -> bool:
        """Whether neither chain has ended ("Signature Chain", expiry)."""
        return all(ends >= now for ends in self._ends())

    def deadline(self, now: float) -> float:
        """When ``wake`` is to be called at the latest, or ``holds`` asked."""
        if self._answering.is_busy:
            return now
        times = [self._asked_at + IDLE_SECONDS]
        if self._around.is_crowded() and not self._is_busy:
            times.append(self._moved_at + RESTING_SECONDS)
        if self._asking.deadline is not None:
            times.append(self._asking.deadline)
        # The first moment at which a chain does not hold is just behind its expiration.
        times += [ends + _JUST_BEHIND for ends in self._ends()]
        return max(now, min(times))

    def makes_room(self, now: float) -> bool:
        """Whether all is said for now, and others wait for a connection."""
        rests = not self._is_busy and now >= self._moved_at + RESTING_SECONDS
        return rests and self._around.is_crowded()

    @property
    def _is_busy(self) -> bool:
        compares = self._session is not None and self._session.is_busy
        return compares or self._answering.is_busy or self._asking.is_busy

    def _ends(self) -> list[float]:
        own = None if self._own is None else self._own.chain
        return [one.expiration for one in (self._remote.chain, own) if one is not None]

    def wake(self, now: float) -> Said:
        """Something is due."""
        said: Said = []
        if self._answering.is_busy:
            said += self._answer_some(now)
        said += self._note(self._asking.wake(now))
        if now - self._asked_at >= IDLE_SECONDS:
            said += self.look(now)
        return said

    # ---- hearing --------------------------------------------------------------------------------

    def hear(self, packet: packets.Packet, now: float) -> Said:
        """Raises PeerViolation."""
        self.charge = Charge.FULL
        self._moved_at = now
        match packet:
            case packets.Handshake():
                raise PeerViolation("a second Handshake", "0 Handshake")
            case packets.Sync() | packets.Request():
                return self._hear_question(packet, now)
            case packets.Data():
                return self._take(packet, now)
            case packets.LinkOffer(link):
                shorter = shortened(self._ledger, self._remote.chain, link, now)
                return [] if shorter is None else [Store(LedgerStored(shorter.space, shorter, now))]
            case packets.FilterOptions():
                self._asking.heed(packet)
                return []
            case packets.Unknown():
                return self._hear_further(packet, now)

    def _hear_question(self, question: packets.Sync | packets.Request, now: float) -> Said:
        try:
            self._answering.ask(question)
        except FilterRefused:
            self._values.note_fault()
            return [TAKEN]
        return self._answer_some(now)

    def _hear_further(self, packet: packets.Unknown, now: float) -> Said:
        said = None if self._session is None else decode_recon(packet)
        if said is None or self._session is None:
            return []
        if isinstance(said, Done):
            asker = self._questions.popleft() if self._questions else None
            if asker is not Session:
                return [*self._note(self._asking.end(now))]
        steps = self._session.hear(said)
        self._charge_for(self._session.looked_at, now)
        return self._do(steps, now)

    def _take(self, data: packets.Data, now: float) -> Said:
        self.charge = Charge.IF_IN_VAIN
        new = self._values.take(data, now)
        if new is None:
            return []
        stored = [Store(ValuesStored(self._ledger.space, tuple(new), now))] if new else []
        return [*stored, *self._note(self._asking.hear(data.values, len(new), now))]

    # ---- saying ---------------------------------------------------------------------------------

    def push(self, values: Sequence[bytes], now: float) -> Said:
        """They were stored just now, from wherever they came."""
        self._moved_at = now
        return [*self._values.pushed(values)]

    def know(self, ledger: Ledger) -> None:
        """What we may do in it has changed; of this connection, only what links are worth."""
        self._ledger = ledger

    def _answer_some(self, now: float) -> Said:
        pieces = self._answering.step()
        self._charge_for(self._answering.looked_at, now)
        said: Said = [one for piece in pieces for one in self._values.given(piece)]
        if self._session is not None and self._answering.finished:
            said.append(encode_recon(Done()))
        return said

    def _charge_for(self, values: float, now: float) -> None:
        """So many were looked at for this peer."""
        held = self._around.records.summary(self._ledger.space).count
        is_covered = self._allowance.covers(values, held, now)
        self.charge = Charge.NONE if is_covered else Charge.FULL

    def look(self, now: float) -> Said:
        """Is there anything that we lack?"""
        self._asked_at = now
        if self._session is None:
            return [*self._note(self._asking.begin(now))]
        return [] if self._session.is_busy else self._do(self._session.begin(), now)

    def _note(self, said: list[packets.Packet]) -> list[packets.Packet]:
        """Questions whose Done is to come."""
        asked = [one for one in said if isinstance(one, packets.Sync | packets.Request)]
        self._questions.extend([Asking] * len(asked) if self._session is not None else [])
        return said

    def _do(self, steps: Sequence[Step], now: float) -> Said:
        said: Said = []
        for step in steps:
            match step:
                case Filters():
                    said += self._note(self._asking.begin(now))
                case Give(values):
                    said += self._values.given(values)
                case _:
                    said.append(encode_recon(step))
                    self._questions.extend([Session] if isinstance(step, Want) else [])
        return said
