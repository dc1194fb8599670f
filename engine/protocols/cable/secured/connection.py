"""A conversation inside the published handshake (protocols/cable.md 5). Pure.

What is inside is a ``Conversation`` as without it; each of its messages is one of the line's. The
static key is that of the peer's author key: it shows who is there, and keeps out whom we block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.crypto.blake2b import hash32
from engine.crypto.noise import Secured
from engine.errors import PeerViolation
from engine.model.ids import ConnectionId, PeerId, ProtocolName, PublicKey, SpaceId
from engine.protocols.cable.exchange.conversation import Conversation
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.exchange.surroundings import PROLOGUE, Surroundings
from engine.protocols.cable.limits import HANDSHAKE_SECONDS
from engine.protocols.cable.records import Community
from engine.protocols.cable.secured.greeting import Greeting
from engine.protocols.cable.secured.segments import SegmentReader, seal
from engine.protocols.cable.wire.messages import cut_messages
from engine.protocols.cable.wire.version import VERSIONS
from engine.protocols.contract import (
    Charge,
    Close,
    Effect,
    Ending,
    Ready,
    Record,
    Role,
    Send,
    WakeAt,
    answer,
)


@dataclass(frozen=True, slots=True)
class Line:
    """Which connection it is. ``is_bare``: nothing is around it, so that it says itself who is
    there; inside the tidings port that is known already.
    """

    connection: ConnectionId
    role: Role
    is_bare: bool


class SecuredConnection:
    """Implements ``Connection``."""

    __slots__ = (
        "_greeting",
        "_inside",
        "_is_over",
        "_line",
        "_reader",
        "_secured",
        "_surroundings",
    )

    def __init__(
        self, surroundings: Surroundings, line: Line, candidates: Sequence[Community]
    ) -> None:
        """``candidates``: what it may be about; exactly one for who dials."""
        prologue = surroundings.settings.prologue if line.is_bare else PROLOGUE
        self._surroundings = surroundings
        self._line = line
        self._greeting = Greeting(line.role, candidates, prologue, surroundings.entropy)
        self._secured: Secured | None = None
        self._reader: SegmentReader | None = None
        self._inside: Conversation | None = None
        self._is_over = False

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        return () if self._inside is None else self._inside.presence

    @property
    def charge(self) -> Charge:
        """See ``Connection``."""
        return Charge.FULL if self._inside is None else self._inside.charge

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        sealed = 0 if self._reader is None else self._reader.buffered
        inside = 0 if self._inside is None else self._inside.buffered
        return self._greeting.buffered + sealed + inside

    # ---- inputs ---------------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        first = self._greeting.start()
        sends: list[Effect] = [Send(first)] if first else []
        return [*sends, WakeAt(now + HANDSHAKE_SECONDS)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if not data:
            self._is_over = True
            inside, self._inside = self._inside, None
            if inside is not None:
                yield from inside.receive(b"", now)
            return
        if self._is_over:
            return
        if self._reader is None:
            self._greeting.feed(data)
        else:
            self._reader.feed(data)
        yield from self._shake_hands(now)
        yield from self._go_on(now)

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._is_over:
            return []
        if self._inside is None:
            self._is_over = True
            return [Close(Ending.TIMED_OUT)]
        return self._sealed(self._inside.wake(now))

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._inside is None or self._is_over:
            return []
        return self._sealed(self._inside.notice(records, now))

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._inside is None or self._is_over:
            return []
        return self._sealed(self._inside.reconcile(now))

    # ---- the handshake --------------------------------------------------------------------------

    def _shake_hands(self, now: float) -> Iterator[list[Effect]]:
        while self._inside is None and not self._is_over:
            said = False

            def step() -> list[Effect]:
                nonlocal said
                reply = self._greeting.step()
                said = reply is not None
                return [] if reply is None else self._replied(reply, now)

            effects = self._step(step)
            if effects:
                yield effects
            if not said:
                return

    def _replied(self, reply: bytes, now: float) -> list[Effect]:
        if self._greeting.is_lost:
            return [Close(Ending.CLOSED_BY_US, detail="a community that we are not in")]
        if self._greeting.meets_itself:
            return [Close(Ending.SELF_CONNECTION)]
        sends: list[Effect] = [Send(reply)] if reply else []
        secured, community = self._greeting.secured, self._greeting.community
        if secured is None or community is None:
            return sends
        self._secured = secured
        self._reader = SegmentReader(secured.receiving)
        self._reader.feed(self._greeting.rest())
        peer = PeerId(hash32(secured.remote_static))
        place = Place(
            self._surroundings, community, self._line.connection, peer, secured.remote_static
        )
        self._inside = Conversation(place)
        ready = Ready(peer, proven=True, hears=(ProtocolName.CABLE,))
        told: list[Effect] = [ready] if self._line.is_bare else []
        return [*sends, *told, *self._sealed(self._inside.start(now))]

    # ---- what is inside -------------------------------------------------------------------------

    def _go_on(self, now: float) -> Iterator[list[Effect]]:
        while self._inside is not None and self._reader is not None and not self._is_over:
            plain = self._opened(self._reader)
            if isinstance(plain, PeerViolation):
                yield self._step(partial(_raise, plain))
            elif plain is not None:
                for effects in self._inside.receive(plain, now):
                    yield self._sealed(effects)
            else:
                if self._reader.ended:
                    yield self._sealed([Close(Ending.CLOSED_BY_PEER)])
                return

    def _opened(self, reader: SegmentReader) -> bytes | PeerViolation | None:
        try:
            return reader.next_plaintext()
        except PeerViolation as violation:
            return violation

    def _sealed(self, effects: list[Effect]) -> list[Effect]:
        """What the conversation asks of the world, its messages sealed; before an end its mark."""
        assert self._secured is not None
        assert self._greeting.community is not None
        version, cipher = VERSIONS[self._greeting.community.wire], self._secured.sending
        sealed: list[Effect] = []
        for effect in effects:
            match effect:
                case Send(data):
                    messages = cut_messages(version, data)
                    sealed.append(Send(b"".join(seal(cipher, one) for one in messages)))
                case Close():
                    self._is_over = True
                    sealed += [Send(seal(cipher, b"")), effect]
                case _:
                    sealed.append(effect)
        return sealed

    def _step(self, step: Callable[[], list[Effect]]) -> list[Effect]:
        effects = answer(step)
        self._is_over = self._is_over or any(isinstance(one, Close) for one in effects)
        return effects


def _raise(violation: PeerViolation) -> list[Effect]:
    raise violation
