"""What two peers say once both have shaken hands: questions, answers, values, links. Pure.

It says packets and stores; bytes, and how a connection begins and ends, are ``conversation``'s.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.errors import PeerViolation
from engine.protocols.contract import Charge, Role, Store
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.bloom.filters import ADVISED, FilterRefused
from engine.protocols.hyperbloom.exchange.allowance import Allowance
from engine.protocols.hyperbloom.exchange.answering import Answering
from engine.protocols.hyperbloom.exchange.asking import Asking, Question
from engine.protocols.hyperbloom.exchange.greeting import Remote
from engine.protocols.hyperbloom.exchange.links import offer, rerouted, shortened
from engine.protocols.hyperbloom.exchange.patience import Patience
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.exchange.values import Values
from engine.protocols.hyperbloom.limits import (
    ADMITTED_AT_ONCE,
    EXTENSION_RECON,
    HASHES_MAX,
    IDLE_SECONDS,
    LOOKS_SECONDS,
    PUSHED_BYTES_MAX,
    QUESTIONS_MAX,
    RESTING_SECONDS,
    TAKEN_SLICE,
)
from engine.protocols.hyperbloom.recon.packets import Done, Want, decode_recon, encode_recon
from engine.protocols.hyperbloom.recon.session import Ask, Give, Session, Step
from engine.protocols.hyperbloom.records import (
    ChainSeen,
    Ledger,
    LedgerStored,
    Membership,
    ValuesStored,
)
from engine.protocols.hyperbloom.room import is_full
from engine.protocols.hyperbloom.trust.chain import Chain

Said = list[packets.Packet | Store]
"""What is to be said, in order, and what is to be stored."""

_JUST_BEHIND = 0.001


@dataclass(slots=True)
class _Taking:
    """A Data, whether it ``is_admitted``; how many of its values were ``looked_at``, how many of
    these were ``new``.
    """

    data: packets.Data
    is_admitted: bool = False
    looked_at: int = 0
    new: int = 0

    @property
    def next(self) -> tuple[bytes, ...]:
        """The values to be looked at now, or some of them."""
        return self.data.values[self.looked_at : self.looked_at + TAKEN_SLICE]

    @property
    def is_done(self) -> bool:
        """Whether all were looked at."""
        return self.looked_at >= len(self.data.values)

    @property
    def only(self) -> bytes | None:
        """Its value, where it is one alone."""
        return self.data.values[0] if len(self.data.values) == 1 else None


class Talk:
    """One connection's, from both Handshakes to its end."""

    __slots__ = (
        "_allowance",
        "_answering",
        "_around",
        "_asked_at",
        "_asking",
        "_ledger",
        "_look_at",
        "_moved_at",
        "_own",
        "_patience",
        "_questions",
        "_remote",
        "_session",
        "_taking",
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
        self._session = (
            Session(records, space, drives=drives, kept=around.kept) if is_ours else None
        )
        self._questions: deque[Question | Session | None] = deque(maxlen=QUESTIONS_MAX)
        self._allowance = Allowance()
        self._patience = Patience(self._session)
        self._asked_at = self._moved_at = 0.0
        self._look_at: float | None = None
        self._taking: _Taking | None = None
        self.charge = Charge.FULL

    def begin(self, now: float) -> Said:
        """Straight behind the Handshakes."""
        self._moved_at = now
        theirs = self._remote.chain
        said: Said = []
        if theirs is not None and theirs.links:
            said.append(Store(ChainSeen(self._ledger.space, theirs, now)))
            said += self._reroute(theirs, now)
        said += offer(self._ledger, self._own, theirs, self._around.entropy)
        return [*said, *self.look(now)]

    def _reroute(self, theirs: Chain, now: float) -> Said:
        """Whoever let us in may be nearer to the author by now than when they did, or have the
        right for longer.
        """
        ledger = self._around.records.ledger(self._ledger.space)
        better = None if ledger is None else rerouted(ledger, theirs, now)
        return [] if better is None else [Store(LedgerStored(better.space, better, now))]

    # ---- time -----------------------------------------------------------------------------------

    def holds(self, now: float) -> bool:
        """Whether neither chain has ended ("Signature Chain", expiry)."""
        return all(ends >= now for ends in self._ends())

    def deadline(self, now: float) -> float:
        """When ``wake`` is to be called at the latest, or ``holds`` asked."""
        if self._answering.is_busy:
            return now
        times = [self._asked_at + IDLE_SECONDS]
        if not self._is_busy and self._around.is_crowded():
            times.append(self._moved_at + RESTING_SECONDS)
        if self._asking.deadline is not None:
            times.append(self._asking.deadline)
        if self._patience.ends_at is not None:
            times.append(self._patience.ends_at)
        if self._look_at is not None:
            times.append(self._look_at)
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
        self.charge = Charge.NONE  # but for what we do for the peer
        said: Said = []
        if self._answering.is_busy:
            said += self._answer_some(now)
        said += self._asks(lambda: self._asking.wake(now), now)
        if self._session is not None and self._patience.is_over(now):
            said += self._do(self._session.give_up(), now)
        is_due = self._look_at is not None and now >= self._look_at
        if is_due or now - self._asked_at >= IDLE_SECONDS:
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
                return self._hear_link(link, now)
            case packets.FilterOptions():
                self._asking.heed(packet)
                return []
            case packets.Unknown():
                return self._hear_further(packet, now)

    def hear_part(self, now: float) -> None:
        """A part of a message has come, the rest of which is on its way."""
        self._asking.hear_part(now)

    def _hear_question(self, question: packets.Sync | packets.Request, now: float) -> Said:
        try:
            self._answering.ask(question)
        except FilterRefused:
            self._values.note_fault("1 Sync")
            return [ADVISED] if self._reads_options(question) else []
        return self._answer_some(now)

    def _reads_options(self, question: packets.Sync | packets.Request) -> bool:
        """FilterOptions end a published program, which has never more hashes than we take."""
        hashes = question.known.n if isinstance(question, packets.Sync) else 0
        return self._session is not None or self._around.document or hashes > HASHES_MAX

    def _hear_link(self, link: bytes, now: float) -> Said:
        # As it is stored now: of what our user has changed a moment ago nobody has told us yet.
        ledger = self._around.records.ledger(self._ledger.space)
        if ledger is None:
            return []
        try:
            shorter = shortened(ledger, self._remote.chain, link, now)
        except PeerViolation:  # it is passed over, and counted (protocols/hyperbloom.md 6, row 20)
            self._values.note_fault("5 Link")
            return []
        return [] if shorter is None else [Store(LedgerStored(shorter.space, shorter, now))]

    def _hear_further(self, packet: packets.Unknown, now: float) -> Said:
        session = self._session
        said = None if session is None else decode_recon(packet)
        if said is None or session is None:
            return []
        self._patience.hear(now)
        match said:
            case Want(ids):
                self._answering.want(ids)
                return self._answer_some(now)
            case Done():
                return self._hear_done(session, now)
            case _:
                steps = session.hear(said, now)
                self._charge_for(session.looked_at, now)
                return self._do(steps, now)

    def _hear_done(self, session: Session, now: float) -> Said:
        answered = self._questions.popleft() if self._questions else None
        if answered is session:
            return self._do(session.hear(Done(), now), now)
        if answered is not None and answered is self._asking.question:
            return self._asks(lambda: self._asking.end(now), now)
        return []

    def _take(self, data: packets.Data, now: float) -> Said:
        self.charge = Charge.IF_IN_VAIN
        self._taking = _Taking(data)
        # To read a message is enough for one step where it has a great many values.
        return [] if len(data.values) > ADMITTED_AT_ONCE else self.go_on(now)

    @property
    def held_bytes(self) -> int:
        """What filters of the peer's that wait take. Cells have a bound of their own."""
        return self._answering.held_bytes

    @property
    def is_taking(self) -> bool:
        """Whether values of the last Data are still to be looked at: ``go_on`` before ``hear``."""
        return self._taking is not None

    def go_on(self, now: float) -> Said:
        """Goes on with the last Data: it may be as large as some seconds' work."""
        taking = self._taking
        assert taking is not None, "asked before"
        self.charge = Charge.IF_IN_VAIN
        if taking.is_admitted:
            return self._take_some(taking, now)
        if not self._values.admits(taking.data):
            self._taking = None
            return []
        taking.is_admitted = True
        return [] if len(taking.data.values) > ADMITTED_AT_ONCE else self._take_some(taking, now)

    def _take_some(self, taking: _Taking, now: float) -> Said:
        some = self._values.step(taking.next)
        taking.looked_at += len(some)
        new = self._values.take(some, now)
        taking.new += len(new)
        self._moved_at = now
        self._patience.hear(now)
        if new and self._session is not None:
            self._session.note_progress()
        if taking.only is None:
            self._asking.take(some, now)
        said: Said = [Store(ValuesStored(self._ledger.space, tuple(new), now))] if new else []
        if not taking.is_done:
            return said
        self._taking = None
        return said + self._asks(lambda: self._asking.hear(taking.only, taking.new, now), now)

    # ---- saying ---------------------------------------------------------------------------------

    def push(self, values: Sequence[bytes], now: float) -> Said:
        """They were stored just now, from wherever they came.

        A great many at once come from another peer, from which this one may have them as well: one
        of ours is told how many there are, and asks.
        """
        self._moved_at = now
        fresh = self._values.not_heard(values)
        if self._session is None or sum(map(len, fresh)) <= PUSHED_BYTES_MAX:
            return [*self._values.given(fresh)]
        if now >= self._asked_at + LOOKS_SECONDS:
            return self.look(now)
        self._look_at = self._asked_at + LOOKS_SECONDS
        return []

    def know(self, ledger: Ledger) -> None:
        """What we may do in it has changed; of this connection, only what links are worth."""
        self._ledger = ledger

    def _answer_some(self, now: float) -> Said:
        pieces = self._answering.step()
        self._charge_for(self._answering.looked_at, now)
        said: Said = [one for piece in pieces for one in self._values.given(piece)]
        if self._session is not None and self._answering.finished:
            said.append(encode_recon(Done()))
        if said:  # a slow line is no silence
            self._patience.hear(now)
        if self._session is not None and self._answering.gave:
            self._patience.hear(now)
            said += self._do(self._session.given(), now)
        return said

    def _charge_for(self, values: float, now: float) -> None:
        """So many were looked at for this peer."""
        held = self._around.records.summary(self._ledger.space).count
        is_covered = self._allowance.covers(values, held, now)
        self.charge = Charge.NONE if is_covered else Charge.FULL

    def look(self, now: float) -> Said:
        """Is there anything that we lack?"""
        self._asked_at, self._look_at = now, None
        if self._session is None:
            has_enough = is_full(self._around.records.summary(self._ledger.space))
            return [] if has_enough else [*self._note(self._asking.begin(now), now)]
        return [] if self._session.is_busy else self._do(self._session.begin(), now)

    def _asks(self, step: Callable[[], list[packets.Packet]], now: float) -> Said:
        """A step of asking by filters; behind the last one both look whether that was all."""
        was_busy = self._asking.is_busy
        said: Said = [*self._note(step(), now)]
        if self._session is None or not was_busy or self._asking.is_busy:
            return said
        return said + self._do(self._session.asked(), now)

    def _note(self, said: list[packets.Packet], now: float) -> list[packets.Packet]:
        """Questions whose Done is to come, and what it cost us to ask them."""
        if self._asking.looked_at:
            self._charge_for(self._asking.looked_at, now)
        asked = [one for one in said if isinstance(one, packets.Sync | packets.Request)]
        if self._session is not None:
            self._questions.extend([self._asking.question] * len(asked))
        return said

    def _do(self, steps: Sequence[Step], now: float) -> Said:
        said: Said = []
        for step in steps:
            match step:
                case Ask():
                    said += self._note(self._asking.begin(now), now)
                case Give(ids):
                    self._answering.give(ids)
                    said += self._answer_some(now)
                case _:
                    said.append(encode_recon(step))
                    self._questions.extend([self._session] if isinstance(step, Want) else [])
        return said
