"""A liar's connection: a good handshake, the real conversation, and a habit on top of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from typing_extensions import override

from engine.errors import PeerViolation
from engine.model.ids import ConnectionId, PostId, SpaceId
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.packets import Packet
from engine.protocols.cable.records import Community
from engine.protocols.cable.secured.connection import Line, SecuredConnection
from engine.protocols.cable.secured.segments import SegmentReader
from engine.protocols.cable.wire.messages import (
    MessageReader,
    cut_messages,
    read_message,
    write_message,
)
from engine.protocols.cable.wire.version import Version
from engine.protocols.contract import Connection, Effect, Role, Send, WakeAt
from engine.wire.varint import decode_varint
from tests.simulation.world import World


class Habit:
    """What one liar does on all of its lines, as long as its program runs."""

    pauses: tuple[float, float] = (20.0, 60.0)
    """Seconds between two bouts on one line."""

    def __init__(self, dice: random.Random, world: World) -> None:
        self.dice = dice
        self._world = world

    def lies(self, what: str, count: int = 1) -> None:
        """For the report of how much was tried."""
        self._world.count(f"lies: {what}", count)

    def hashes(self, count: int) -> tuple[PostId, ...]:
        """Of nothing."""
        return tuple(PostId(self.dice.randbytes(32)) for _ in range(count))

    def greets(self) -> bool:
        """Whether it goes through with the handshake."""
        return True

    def bout(self, place: Place) -> Iterable[Packet]:
        """Said unasked, now and again."""
        return ()

    def hears(self, place: Place, packet: Packet) -> Iterable[Packet]:
        """Said besides what an honest one would say to that."""
        return ()

    def says(self, place: Place, packet: Packet) -> Iterable[Packet]:
        """Said in the place of what an honest one would say."""
        return (packet,)


class LyingConnection(SecuredConnection):
    """See ``Habit``."""

    __slots__ = ("_due", "_habit", "_heard", "_next_at")

    def __init__(
        self,
        surroundings: Surroundings,
        line: Line,
        candidates: Sequence[Community],
        habit: Habit,
    ) -> None:
        super().__init__(surroundings, line, candidates)
        self._habit = habit
        self._due: list[Packet] = []
        self._heard: MessageReader | None = None
        self._next_at = 0.0

    @override
    def start(self, now: float) -> list[Effect]:
        effects = super().start(now)
        if self._habit.greets():
            return effects
        self._is_over = True
        return [Send(one.data[:-1]) if isinstance(one, Send) else one for one in effects]

    @override
    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        yield from super().receive(data, now)
        due, self._due = self._due, []
        if due and self._inside is not None and not self._is_over:
            yield self._said(due)

    @override
    def wake(self, now: float) -> list[Effect]:
        if self._inside is None or self._is_over or now < self._next_at:
            return super().wake(now)
        self._next_at = now + self._habit.dice.uniform(*self._habit.pauses)
        said = self._said([*self._habit.bout(self._inside._place)])
        return [*said, *super().wake(now)]

    @override
    def _opened(self, reader: SegmentReader) -> bytes | PeerViolation | None:
        plain = super()._opened(reader)
        if isinstance(plain, bytes) and self._inside is not None:
            self._overhear(self._inside._place, plain)
        return plain

    def _overhear(self, place: Place, plain: bytes) -> None:
        reader = self._heard = self._heard or MessageReader(place.version)
        reader.feed(plain)
        while (payload := reader.next_payload()) is not None:
            self._due += self._habit.hears(place, read_message(place.version, payload))

    @override
    def _sealed(self, effects: list[Effect]) -> list[Effect]:
        return super()._sealed([self._bent(one) for one in effects])

    def _bent(self, effect: Effect) -> Effect:
        match effect:
            case WakeAt(deadline):
                return WakeAt(min(deadline, self._next_at))
            case Send(data) if self._inside is not None:
                place = self._inside._place
                meant = [_read(place.version, one) for one in cut_messages(place.version, data)]
                said = [bent for one in meant for bent in self._habit.says(place, one)]
                return Send(_written(place, said))
            case _:
                return effect

    def _said(self, packets: Sequence[Packet]) -> list[Effect]:
        assert self._inside is not None
        return super()._sealed([Send(_written(self._inside._place, packets))]) if packets else []


def _read(version: Version, message: bytes) -> Packet:
    _, start = decode_varint(message, 0)
    return read_message(version, message[start:])


def _written(place: Place, said: Sequence[Packet]) -> bytes:
    return b"".join(write_message(place.version, one) for one in said)


class LyingConnecting(Connecting):
    """Makes such connections, about a space that is named."""

    __slots__ = ("_habit",)

    def __init__(self, surroundings: Surroundings, habit: Habit) -> None:
        super().__init__(surroundings)
        self._habit = habit

    @override
    def inside(self, connection: ConnectionId, role: Role, space: SpaceId | None) -> Connection:
        made = super().inside(connection, role, space)
        if not isinstance(made, SecuredConnection):
            return made
        candidates = made._greeting._candidates
        return LyingConnection(self._surroundings, made._line, candidates, self._habit)
