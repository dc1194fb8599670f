"""The deadlines of one conversation, of which the world is told only the earliest. Pure.

``WakeAt`` holds one deadline a connection; a connection has many: the greeting, the next ping, the
request that waits longest, a notification being gathered, a post held back.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.model.ids import SpaceId

NOWHERE = SpaceId(b"")
"""The space of a deadline that belongs to the conversation as a whole."""


class Due(StrEnum):
    """What is to be looked at when its time comes."""

    GREETING = "greeting"
    FRAME = "frame"
    LAYOUT = "layout"
    PING = "ping"
    REQUEST = "request"
    NOTIFY = "notify"
    RECONCILE = "reconcile"
    RENEW = "renew"
    INVITE = "invite"


class Appointment(NamedTuple):
    """One entry: there is at most one a kind and space."""

    due: Due
    space: SpaceId


class Agenda:
    """Appointments and their times. Changing one replaces it."""

    __slots__ = ("_announced", "_times")

    def __init__(self) -> None:
        self._times: dict[Appointment, float] = {}
        self._announced: float | None = None

    def put(self, due: Due, deadline: float, space: SpaceId = NOWHERE) -> None:
        """The appointment is at ``deadline``, whatever it was before."""
        self._times[Appointment(due, space)] = deadline

    def put_earlier(self, due: Due, deadline: float, space: SpaceId = NOWHERE) -> None:
        """The appointment is at ``deadline`` unless it was earlier already."""
        appointment = Appointment(due, space)
        self._times[appointment] = min(deadline, self._times.get(appointment, deadline))

    def drop(self, due: Due, space: SpaceId = NOWHERE) -> None:
        """There is no such appointment any more."""
        self._times.pop(Appointment(due, space), None)

    def take_due(self, now: float) -> list[Appointment]:
        """Removes and gives what is due, by time; the world's own deadline has been used up."""
        self._announced = None
        reached = [(time, entry) for entry, time in self._times.items() if time <= now]
        reached.sort()
        for _, entry in reached:
            del self._times[entry]
        return [entry for _, entry in reached]

    def news(self) -> float | None:
        """The earliest deadline if the world does not know it yet; None also if there is none."""
        earliest = min(self._times.values(), default=None)
        if earliest is None or earliest == self._announced:
            return None
        self._announced = earliest
        return earliest
