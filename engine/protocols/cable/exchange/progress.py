"""How far we are with what one peer has named, channel by channel, for who looks on. Pure.

Of posts that name no channel nothing is told: they are few, and of all channels alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.model.events import ReconciliationDone, Reconciling
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.keys import channel_space
from engine.protocols.cable.limits import CHANNELS_MAX
from engine.protocols.cable.posts import Post
from engine.protocols.cable.records import channel_named
from engine.protocols.contract import Effect, Emit

TOLD_FROM = 32  # ours: posts named at once; less is there before anybody has looked


@dataclass(slots=True)
class _Course:
    named: int = 0
    received: int = 0
    sent: int = 0


class Progress:
    """Of one conversation: since it began, or since it was last told to be done."""

    __slots__ = ("_courses", "_place")

    def __init__(self, place: Place) -> None:
        self._place = place
        self._courses: dict[str, _Course] = {}

    def named(self, channel: str, count: int) -> None:
        """So many posts of that channel, unknown to us, are there to be had."""
        course = self._course(channel) if count else None
        if course is not None:
            course.named += count

    def received(self, posts: Iterable[Post]) -> list[Effect]:
        """These are being stored. What is told of it."""
        changed: dict[str, _Course] = {}
        for post in posts:
            name = channel_named(post)
            course = self._course(name) if name else None
            if course is not None:
                course.received += 1
                changed[name] = course
        return [
            Emit(self._going_on(name, course))
            for name, course in changed.items()
            if course.named >= TOLD_FROM
        ]

    def sent(self, posts: Iterable[Post]) -> None:
        """These were given to the peer."""
        for post in posts:
            name = channel_named(post)
            course = self._course(name) if name else None
            if course is not None:
                course.sent += 1

    def done(self, *, given: bool = False) -> list[Effect]:
        """All that was named was asked for and answered; ``given``: and all that the peer asked
        for. What is told of it; then it is over.
        """
        over = {
            name: course
            for name, course in self._courses.items()
            if course.received or course.named >= TOLD_FROM or (given and course.sent)
        }
        self._courses = {
            name: _Course(sent=one.sent)
            for name, one in self._courses.items()
            if name not in over and one.sent
        }
        if not over:
            return []
        joined = frozenset(self._place.records.joined(self._place.id))
        return [Emit(self._over(name, one)) for name, one in over.items() if name in joined]

    def _course(self, channel: str) -> _Course | None:
        known = self._courses.get(channel)
        if known is None and len(self._courses) < CHANNELS_MAX:
            known = self._courses[channel] = _Course()
        return known

    def _going_on(self, channel: str, course: _Course) -> Reconciling:
        space = channel_space(self._place.community.key, channel)
        expected = max(course.named, course.received)
        return Reconciling(space, self._place.peer, course.received, expected)

    def _over(self, channel: str, course: _Course) -> ReconciliationDone:
        space = channel_space(self._place.community.key, channel)
        return ReconciliationDone(space, self._place.peer, course.received, course.sent)
