"""The further connections of a meeting: which are wanted, and when each is dialled (1). Pure.

Only the side that dialled the meeting knows a way to the other; the listener asks it to, where
something waits for the peer and no space in common says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.model.ids import ConnectionId
from engine.protocols.contract import Connection, Dial, Effect, Nudge, Role, Send
from engine.protocols.tidings.port.common_spaces import Shared
from engine.protocols.tidings.port.limits import HELD_BACK_SECONDS, UNDER_WAY_MAX
from engine.protocols.tidings.port.messages import Wish, encode_message
from engine.protocols.tidings.port.neighbours import Line
from engine.protocols.tidings.port.records import Carried
from engine.protocols.tidings.port.surroundings import Encounter, PortSurroundings, Purpose

OpenLine = Callable[[Purpose, ConnectionId], Connection]
"""Makes the machine of a further connection to the same peer."""


class Lines:
    """``deadline``: when ``look`` is to be called again, None: whenever something has changed."""

    __slots__ = ("_encounter", "_open_line", "_surroundings", "_wishes", "deadline")

    def __init__(
        self, surroundings: PortSurroundings, encounter: Encounter, open_line: OpenLine
    ) -> None:
        self._surroundings = surroundings
        self._encounter = encounter
        self._open_line = open_line
        self._wishes: dict[str, None] = {}
        self.deadline: float | None = None

    def note_wish(self, name: str) -> None:
        """The peer asks for one of that protocol."""
        carried = self._surroundings.carried.get(name)
        if carried is not None and not carried.by_space:
            self._wishes[name] = None

    def look(self, common: Sequence[Shared], now: float) -> list[Effect]:
        """Dials what is wanted and not there; as the listener, asks for it where it must.

        Not all at once: whoever has a feed with comments for each day of the month would be a
        crowd before the door. What is held back is looked at when one of the others has come
        about, or was given up, and again soon, for of one that ends without a word nobody is told;
        what was tried least goes first.
        """
        neighbours = self._surroundings.neighbours
        wanted = list(self._wanted(common, now))
        due = sorted((one for one in wanted if neighbours.may_open(one, now)), key=neighbours.tries)
        room = UNDER_WAY_MAX - sum(neighbours.is_under_way(line, now) for line in wanted)
        called, held_back = due[: max(0, room)], set(due[max(0, room) :])  # for membership only
        for line in called:
            neighbours.note_dialled(line, now)
        neighbours.hold_back(self._encounter.peer, some=bool(held_back))
        waiting = [one for one in wanted if not neighbours.is_live(one) and one not in held_back]
        times = [neighbours.retry_at(one, now) for one in waiting]
        times += [now + HELD_BACK_SECONDS] if held_back else []
        self.deadline = min(times, default=None)
        return [self._call_for(line) for line in called]

    def tell_of(self, fresh: Sequence[Shared]) -> list[Effect]:
        """These spaces turn out to be common: what runs for them already may ask for them now."""
        names = dict.fromkeys(shared.name for shared in fresh)
        lines = (Line(self._encounter.peer, name, None) for name in names)
        running = self._surroundings.neighbours.running
        return [Nudge(connection) for line in lines for connection in running(line)]

    def _call_for(self, line: Line) -> Effect:
        if self._encounter.role is Role.LISTENER:
            return Send(encode_message(Wish(line.name)))
        purpose = Purpose(line.name, line.space, line.peer)
        return Dial(lambda connection: self._open_line(purpose, connection))

    def _wanted(self, common: Sequence[Shared], now: float) -> Iterator[Line]:
        for carried in self._surroundings.carried.values():
            shared = [one for one in common if one.name == carried.name]
            if self._encounter.role is Role.LISTENER:
                yield from self._wanted_of_dialler(carried, shared, now)
            else:
                yield from self._wanted_of_us(carried, shared, now)

    def _wanted_of_us(
        self, carried: Carried, shared: Sequence[Shared], now: float
    ) -> Iterator[Line]:
        peer = self._encounter.peer
        if carried.by_space:
            yield from (Line(peer, carried.name, one.space) for one in shared)
        elif shared or carried.name in self._wishes or carried.spaces.wants(peer, now):
            yield Line(peer, carried.name, None)

    def _wanted_of_dialler(
        self, carried: Carried, shared: Sequence[Shared], now: float
    ) -> Iterator[Line]:
        peer = self._encounter.peer
        if not shared and not carried.by_space and carried.spaces.wants(peer, now):
            yield Line(peer, carried.name, None)
