"""The law that no request goes round: said once over a connection, so that it crosses it twice at
most, once each way (reliability C-1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import override

from engine.model.events import Event
from engine.model.ids import ConnectionId, SpaceId
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.limits import LOOP_SECONDS
from engine.protocols.cable.records import Community
from engine.protocols.cable.secured.connection import Line, SecuredConnection
from engine.protocols.cable.wire.messages import Type, cut_messages
from engine.protocols.cable.wire.version import Version
from engine.protocols.contract import Connection, Effect, Role, Send
from engine.wire.varint import decode_varint
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.world import World

_REQUESTS = frozenset({Type.REQUEST_BY_HASH, Type.TIME_RANGE, Type.CHANNEL_STATE})
REMEMBERED_MAX = 4_096


@dataclass(slots=True)
class RequestsCrossOnce:
    """As long as anybody remembers it; then it is another one, by the rule that finds loops."""

    world: World
    broken: str = ""

    def connecting(self, surroundings: Surroundings) -> Connecting:
        """For ``CommunitiesProgram.connects``."""
        return _HeardConnecting(surroundings, self)

    def heard(self, before: dict[bytes, float], request: bytes) -> None:
        """An honest engine says ``request``; ``before``: what it has said over that connection."""
        now = self.world.agenda.now
        if now - before.pop(request, -LOOP_SECONDS) < LOOP_SECONDS:
            self.broken = f"request {request.hex()} at {now:.0f} s"
        before[request] = now
        self.world.count("requests that crossed")
        if len(before) > REMEMBERED_MAX:
            del before[next(iter(before))]

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""
        if self.broken:
            raise LawBroken("a request crosses a connection once each way", self.broken)

    def at_rest(self) -> None:
        """See ``Law``."""
        self.look()


class _HeardConnection(SecuredConnection):
    __slots__ = ("_before", "_law")

    def __init__(
        self,
        surroundings: Surroundings,
        line: Line,
        candidates: Sequence[Community],
        law: RequestsCrossOnce,
    ) -> None:
        super().__init__(surroundings, line, candidates)
        self._law = law
        self._before: dict[bytes, float] = {}

    @override
    def _sealed(self, effects: list[Effect]) -> list[Effect]:
        assert self._inside is not None
        version = self._inside._place.version
        for effect in effects:
            if isinstance(effect, Send):
                for message in cut_messages(version, effect.data):
                    if (request := _request(version, message)) is not None:
                        self._law.heard(self._before, request)
        return super()._sealed(effects)


class _HeardConnecting(Connecting):
    __slots__ = ("_law",)

    def __init__(self, surroundings: Surroundings, law: RequestsCrossOnce) -> None:
        super().__init__(surroundings)
        self._law = law

    @override
    def inside(self, connection: ConnectionId, role: Role, space: SpaceId | None) -> Connection:
        made = super().inside(connection, role, space)
        if not isinstance(made, SecuredConnection):
            return made
        candidates = made._greeting._candidates
        return _HeardConnection(self._surroundings, made._line, candidates, self._law)


def _request(version: Version, message: bytes) -> bytes | None:
    """Its kind and number; None: it asks for nothing that is passed on."""
    _, start = decode_varint(message, 0)
    number = start + 1 + version.circuit_bytes
    if message[start] not in _REQUESTS:
        return None
    return message[start : start + 1] + message[number : number + version.request_id_bytes]
