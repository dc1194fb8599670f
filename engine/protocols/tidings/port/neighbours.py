"""What the connections of the port know of each other: who is met, and what runs with whom. Pure.

Memory of the running process, about peers whose static key was proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.model.ids import ConnectionId, PeerId, SpaceId
from engine.protocols.contract import Role
from engine.protocols.tidings.port.common_spaces import Shared
from engine.protocols.tidings.port.limits import (
    CONNECTIONS_A_KEY_MAX,
    CROSSING_SECONDS,
    DIAL_SECONDS,
    RETRY_SECONDS_MAX,
    RETRY_SECONDS_MIN,
    VIOLATION_SECONDS,
)

_DOUBLINGS_MAX = 10  # far beyond the longest pause


class Line(NamedTuple):
    """A connection inside which a protocol runs with a peer; the space where each has its own."""

    peer: PeerId
    name: str
    space: SpaceId | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A live ``tidings/1``. ``role`` is ours in it."""

    connection: ConnectionId
    role: Role
    since: float


Lists = Callable[[Shared], bool]
"""Whether a peer has listed that space."""


@dataclass(slots=True)
class _Attempt:
    """``not_before``: when the next may be made. ``count``: of those made in a row."""

    made_at: float
    not_before: float
    count: int
    is_under_way: bool = True


class Neighbours:
    """Kept for all connections of one profile."""

    __slots__ = ("_attempts", "_held_back", "_lines", "_lists", "_meetings", "_open", "_ours")

    def __init__(self, ours: PeerId) -> None:
        self._ours = ours
        self._open: dict[PeerId, dict[ConnectionId, None]] = {}
        self._meetings: dict[PeerId, Meeting] = {}
        self._lists: dict[PeerId, Lists] = {}
        self._lines: dict[Line, dict[ConnectionId, None]] = {}
        self._attempts: dict[Line, _Attempt] = {}
        self._held_back: set[PeerId] = set()  # for membership only

    # ---- all connections ------------------------------------------------------------------------

    def come(self, peer: PeerId, connection: ConnectionId) -> None:
        """Something runs inside of it from now on."""
        self._open.setdefault(peer, {})[connection] = None

    def go(self, peer: PeerId, connection: ConnectionId) -> None:
        """It is over; harmless for one that never came."""
        running = self._open.get(peer, {})
        running.pop(connection, None)
        if not running:
            self._open.pop(peer, None)

    def is_crowded(self, peer: PeerId) -> bool:
        """Whether this key has as many connections as one may have."""
        return len(self._open.get(peer, ())) >= CONNECTIONS_A_KEY_MAX

    # ---- meetings -------------------------------------------------------------------------------

    def meeting_with(self, peer: PeerId) -> Meeting | None:
        """The one that counts."""
        return self._meetings.get(peer)

    def may_dial(self, peer: PeerId) -> bool:
        """Whether a meeting that we dialled may begin, now that we know who answered."""
        return peer not in self._meetings

    def may_be_dialled(self, peer: PeerId, now: float) -> bool:
        """Whether a meeting that the peer dialled may begin.

        Who dials has no meeting with us, or has lost it, whatever we see of it still. But where
        ours is on its way to the peer while the peer's comes to us, only one may remain: the side
        with the smaller peer id keeps its own.
        """
        meeting = self._meetings.get(peer)
        if meeting is None or meeting.role is Role.LISTENER or peer < self._ours:
            return True
        return now - meeting.since >= CROSSING_SECONDS

    def meet(self, peer: PeerId, connection: ConnectionId, role: Role, now: float) -> None:
        """That is the meeting that counts from now on."""
        self._meetings[peer] = Meeting(connection, role, now)

    def note_lists(self, peer: PeerId, lists: Lists) -> None:
        """How to find out what the peer lists in the meeting that counts."""
        self._lists[peer] = lists

    def lists(self, peer: PeerId, shared: Shared) -> bool:
        """Whether the peer has listed that space; without a meeting, nobody has."""
        return peer in self._lists and self._lists[peer](shared)

    def part(self, peer: PeerId, connection: ConnectionId) -> None:
        """It is over; harmless for one that does not count."""
        meeting = self._meetings.get(peer)
        if meeting is not None and meeting.connection == connection:
            del self._meetings[peer]
            self._lists.pop(peer, None)
            self._held_back.discard(peer)
            self._attempts = {
                line: attempt for line, attempt in self._attempts.items() if line.peer != peer
            }

    # ---- lines ----------------------------------------------------------------------------------

    def is_live(self, line: Line) -> bool:
        """Whether such a connection runs."""
        return line in self._lines

    def running(self, line: Line) -> Sequence[ConnectionId]:
        """The connections of that kind, oldest first."""
        return tuple(self._lines.get(line, ()))

    def enter(self, line: Line, connection: ConnectionId) -> None:
        """It runs."""
        self._lines.setdefault(line, {})[connection] = None

    def leave(self, line: Line, connection: ConnectionId) -> None:
        """It has ended, or will not come about; harmless for one that never ran."""
        if (attempt := self._attempts.get(line)) is not None:
            attempt.is_under_way = False
        running = self._lines.get(line, {})
        running.pop(connection, None)
        if not running:
            self._lines.pop(line, None)

    def may_open(self, line: Line, now: float) -> bool:
        """Whether it is time to dial such a connection."""
        attempt = self._attempts.get(line)
        return not self.is_live(line) and (attempt is None or now >= attempt.not_before)

    def retry_at(self, line: Line, now: float) -> float:
        """When it will be, if it is not live then."""
        attempt = self._attempts.get(line)
        return now if attempt is None else max(now, attempt.not_before)

    def tries(self, line: Line) -> int:
        """How often in a row it was dialled."""
        attempt = self._attempts.get(line)
        return 0 if attempt is None else attempt.count

    def is_under_way(self, line: Line, now: float) -> bool:
        """Whether it was dialled, and may still come about."""
        attempt = self._attempts.get(line)
        if attempt is None or not attempt.is_under_way:
            return False
        return now < attempt.made_at + DIAL_SECONDS

    def hold_back(self, peer: PeerId, *, some: bool) -> None:
        """Whether some lines to that peer wait for others to come about."""
        if some:
            self._held_back.add(peer)
        else:
            self._held_back.discard(peer)

    def waits_for_others(self, peer: PeerId) -> bool:
        """Whether some do."""
        return peer in self._held_back

    def note_dialled(self, line: Line, now: float) -> None:
        """One is on its way. If it does not come about, or ends, the next is later and later."""
        before = self._attempts.get(line)
        recent = before is not None and now - before.made_at <= RETRY_SECONDS_MAX
        count = before.count + 1 if before is not None and recent else 1
        self._attempts[line] = _Attempt(now, now + max(DIAL_SECONDS, _pause(count)), count)

    def note_opened(self, line: Line, now: float) -> None:
        """It came about: should it end, the next may follow soon."""
        attempt = self._attempts.get(line)
        if attempt is not None:
            attempt.is_under_way = False
            attempt.not_before = now + _pause(attempt.count)

    def note_violation(self, line: Line, now: float) -> None:
        """The peer broke a rule of what ran there: no other one for long, while we meet it."""
        if line.peer in self._meetings:
            self._attempts[line] = _Attempt(now, now + VIOLATION_SECONDS, 1, is_under_way=False)


def _pause(count: int) -> float:
    return min(RETRY_SECONDS_MAX, RETRY_SECONDS_MIN * 2.0 ** min(count - 1, _DOUBLINGS_MAX))
