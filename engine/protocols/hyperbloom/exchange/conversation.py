"""One connection with one peer about one feed's set: from Open to the last value. Pure.

First a ``Greeting``, then a ``Talk``; here are the bytes, the times and the end of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
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
from engine.protocols.hyperbloom.exchange.greeting import AnotherSet, Greeting, Remote
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.exchange.talk import Said, Talk
from engine.protocols.hyperbloom.limits import OPENING_SECONDS
from engine.protocols.hyperbloom.records import (
    Ledger,
    LedgerForgotten,
    LedgerHushed,
    LedgerStored,
    Membership,
    ValuesStored,
)


class Conversation:
    """Implements ``Connection``."""

    __slots__ = (
        "_greeting",
        "_is_over",
        "_ledger",
        "_opens_until",
        "_own",
        "_remote",
        "_role",
        "_surroundings",
        "_talk",
    )

    def __init__(self, surroundings: Surroundings, ledger: Ledger, role: Role) -> None:
        self._surroundings = surroundings
        self._ledger = ledger
        self._role = role
        self._own: Membership | None = None
        self._greeting: Greeting | None = None
        self._remote: Remote | None = None
        self._talk: Talk | None = None
        self._opens_until = 0.0
        self._is_over = False

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``: nobody. Who speaks of comments alone gives nothing of the feed."""
        return ()

    @property
    def company(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """The set spoken of, and as which member the peer does; empty before its greeting."""
        if self._remote is None or self._is_over:
            return ()
        theirs = self._remote.chain
        return ((self._ledger.space, None if theirs is None else theirs.holder),)

    @property
    def charge(self) -> Charge:
        """See ``Connection``."""
        return Charge.FULL if self._talk is None else self._talk.charge

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        said = 0 if self._greeting is None else self._greeting.incoming.buffered
        return said if self._talk is None else said + self._talk.held_bytes

    # ---- inputs -------------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``. Whose right has ended is a reader; outside the port, nobody."""
        around, own = self._surroundings, self._ledger.own
        self._own = own if own is not None and own.chain.holds_at(now) else None
        if self._own is None and not around.reads:
            dials = self._role is Role.DIALLER
            return self._close(Ending.NO_COMMENTING if dials else Ending.CLOSED_BY_US)
        self._greeting = Greeting(around, self._ledger, self._own)
        self._opens_until = now + OPENING_SECONDS
        return [Send(self._greeting.outgoing.open()), WakeAt(self._opens_until)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if not data:
            self._is_over = True
        greeting = self._greeting
        if self._is_over or greeting is None:
            return
        greeting.incoming.feed(data)
        if not greeting.is_open:
            yield self._step(partial(self._hear_opening, greeting))
        heard = iter(greeting.incoming) if greeting.is_open else iter(())
        while not self._is_over and (effects := self._step(partial(self._next, heard, now))):
            yield effects
        if self._talk is not None and greeting.incoming.buffered:
            self._talk.hear_part(now)

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._is_over:
            return []
        if self._talk is None:
            return self._close(Ending.TIMED_OUT)
        if self._is_gone or not self._talk.holds(now) or self._talk.makes_room(now):
            return self._close(Ending.CLOSED_BY_US)
        return self._said(self._talk.wake(now), now)

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._is_over:
            return []
        if self._is_gone:
            return self._close(Ending.CLOSED_BY_US)
        said: Said = []
        for record in records:
            match record:
                case ValuesStored(space) if space == self._ledger.space:
                    said += [] if self._talk is None else self._talk.push(record.values, now)
                case LedgerStored(space, ledger) if space == self._ledger.space:
                    self._know(ledger)
                case LedgerHushed(space) | LedgerForgotten(space) if space == self._ledger.space:
                    return self._close(Ending.CLOSED_BY_US)
                case _:
                    pass
        return [] if self._talk is None else self._said(said, now)  # it may be due sooner now

    @property
    def _is_gone(self) -> bool:
        """Whether it was erased meanwhile, before we were told."""
        return self._surroundings.records.ledger(self._ledger.space) is None

    def _know(self, ledger: Ledger) -> None:
        self._ledger = ledger
        if self._talk is not None:
            self._talk.know(ledger)

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._talk is None or self._is_over:
            return []
        if self._is_gone:
            return self._close(Ending.CLOSED_BY_US)
        return self._said(self._talk.look(now), now)

    # ---- hearing ------------------------------------------------------------------------------

    def _step(self, step: Callable[[], list[Effect]]) -> list[Effect]:
        effects = answer(step)
        self._is_over = self._is_over or any(isinstance(one, Close) for one in effects)
        return effects

    def _hear_opening(self, greeting: Greeting) -> list[Effect]:
        try:
            shake = greeting.open()
        except AnotherSet:
            return [Close(Ending.CLOSED_BY_US, detail="another feed than the one asked for")]
        return [] if shake is None else [Send(shake)]

    def _next(self, heard: Iterator[packets.Packet], now: float) -> list[Effect]:
        """Nothing at the end; something, be it only a time, for each message or part of one."""
        if self._talk is not None and self._talk.is_taking:
            return self._go_on(self._talk, self._talk.go_on, now)
        packet = next(heard, None)
        if packet is None:
            return []
        if self._talk is not None:
            return self._go_on(self._talk, partial(self._talk.hear, packet), now)
        return self._close(Ending.CLOSED_BY_US) if self._is_gone else self._meet(packet, now)

    def _go_on(self, talk: Talk, step: Callable[[float], Said], now: float) -> list[Effect]:
        if self._is_gone or not talk.holds(now):
            return self._close(Ending.CLOSED_BY_US)
        return self._said(step(now), now)

    def _meet(self, packet: packets.Packet, now: float) -> list[Effect]:
        assert self._greeting is not None, "it was started"
        match packet:
            case packets.Handshake():
                self._remote = self._greeting.meet(packet, now)
            case packets.Unknown():
                return [WakeAt(self._opens_until)]
            case _:
                raise PeerViolation("a message before the Handshake", "0 Handshake")
        around, ledger = self._surroundings, self._ledger
        self._talk = Talk(around, ledger, self._own, self._remote, self._role)
        return [Ready(self._remote.id), *self._said(self._talk.begin(now), now)]

    # ---- saying -------------------------------------------------------------------------------

    def _said(self, said: Said, now: float) -> list[Effect]:
        """What is stored, then what is sent, in one piece."""
        assert self._greeting is not None, "it was started"
        assert self._talk is not None, "only a talk says anything"
        stored: list[Effect] = []
        spoken: list[bytes] = []
        for one in said:
            if isinstance(one, Store):
                stored.append(one)
            else:
                spoken.append(self._greeting.outgoing.say(one))
        sent: list[Effect] = [Send(b"".join(spoken))] if spoken else []
        return [*stored, *sent, WakeAt(self._talk.deadline(now))]

    def _close(self, ending: Ending) -> list[Effect]:
        self._is_over = True
        return [Close(ending)]
