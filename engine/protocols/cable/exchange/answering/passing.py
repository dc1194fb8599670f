"""Requests of our peer that others are asked, and what comes back ("ttl"). Pure.

Nothing is asked twice, nothing goes further than its ttl lets it, and what comes back is inspected
before it is given on (protocols/cable.md A8 to A10; reliability C-1, C-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.budget import Rate
from engine.protocols.cable.exchange.circle import Forward, RequestKey
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.limits import (
    ANSWER_SECONDS,
    BATCH_HASHES,
    PASSED_HASHES_MAX,
    PASSED_MAX,
    PASSED_TO_MAX,
    TTL_MAX,
    WRITTEN_NUMBER_MAX,
)
from engine.protocols.contract import Effect

Passable = packets.RequestByHash | packets.TimeRange | packets.ChannelState


@dataclass(slots=True)
class _Passed:
    """``to``: who may still answer. ``lacks``: of a request by hash what has not come yet."""

    to: dict[ConnectionId, None]
    until: float | None
    lacks: dict[PostId, None] = field(default_factory=dict)


@dataclass(slots=True)
class _Live:
    """A request that goes on. ``asked``: whoever was told of it; the gone are forgotten in time."""

    request: Passable
    asked: dict[ConnectionId, None] = field(default_factory=dict)


class Passing:
    """The requests of one peer. What goes on is passed on to whoever comes later, too."""

    __slots__ = ("_live", "_passed", "_place", "_rate")

    def __init__(self, place: Place) -> None:
        self._place = place
        self._passed: dict[RequestKey, _Passed] = {}
        self._live: dict[RequestKey, _Live] = {}
        self._rate = Rate()

    @property
    def is_idle(self) -> bool:
        """Whether nobody was asked for anything that goes on."""
        return not self._passed and not self._live

    def waits(self, key: RequestKey) -> bool:
        """Whether somebody may still answer."""
        return key in self._passed

    def pass_on(self, request: Passable, now: float, *, goes_on: bool) -> list[Effect]:
        """Asks others, if it may be. ``goes_on``: there is no time by which they have answered."""
        if not self._place.passes_on or request.ttl <= 0 or len(self._passed) >= PASSED_MAX:
            return []
        key: RequestKey = (type(request), request.id)
        if goes_on and len(self._live) < PASSED_MAX:
            self._live[key] = _Live(request)
            return self._pass_on_live(key, now)
        others = self._place.circle.others(self._place.connection)[:PASSED_TO_MAX]
        asked = self._within_bounds(request)
        if asked is None or not others or not self._rate.spend(now):
            return []
        lacks = asked.hashes if isinstance(asked, packets.RequestByHash) else ()
        until = None if goes_on else now + ANSWER_SECONDS
        self._passed[key] = _Passed(dict.fromkeys(others), until, dict.fromkeys(lacks))
        return self._tell(others, _passed_on(asked))

    def _within_bounds(self, request: Passable) -> Passable | None:
        """With as many posts as others may be asked for, for whoever wants so many. None: none."""
        if not isinstance(request, packets.RequestByHash):
            return request
        room = PASSED_HASHES_MAX - sum(len(passed.lacks) for passed in self._passed.values())
        hashes = request.hashes[: min(BATCH_HASHES, max(0, room))]
        return replace(request, hashes=hashes) if hashes else None

    def _pass_on_live(self, key: RequestKey, now: float) -> list[Effect]:
        live = self._live[key]
        there = self._place.circle.others(self._place.connection)
        passed = self._passed.get(key)
        room = PASSED_TO_MAX - (0 if passed is None else len(passed.to))
        others = [one for one in there if one not in live.asked][: max(0, room)]
        if not others or not self._rate.spend(now):
            return []
        if passed is None:
            passed = self._passed[key] = _Passed({}, None)
        passed.to |= dict.fromkeys(others)
        live.asked = {one: None for one in (*live.asked, *others) if one in there}
        return self._tell(others, _passed_on(live.request))

    def pass_on_to_newcomers(self, now: float) -> list[Effect]:
        """What goes on is asked of those who have come since, and is known as long as it does."""
        for key in self._live:
            self._place.circle.is_known(key, now)
        return [effect for key in list(self._live) for effect in self._pass_on_live(key, now)]

    def arrived(self, key: RequestKey, data: Sequence[bytes], of: Sequence[PostId]) -> list[bytes]:
        """Of posts that somebody gave (``of``: their hashes) those that were not given on yet."""
        passed = self._passed.get(key)
        if passed is None:
            return []
        fresh = [one for one, hashed in zip(data, of, strict=True) if hashed in passed.lacks]
        for hashed in of:
            passed.lacks.pop(hashed, None)
        return fresh

    def lacks_nothing(self, key: RequestKey) -> bool:
        """Whether all posts that were asked for have come."""
        passed = self._passed.get(key)
        return passed is not None and not passed.lacks

    def ended(self, key: RequestKey, by: ConnectionId) -> bool:
        """``by`` has no more. Whether nobody has."""
        passed = self._passed.get(key)
        if passed is None:
            return False
        passed.to.pop(by, None)
        return self._is_spent(key, passed)

    def look(self, now: float) -> tuple[list[RequestKey], list[Effect]]:
        """Those that nobody will answer any more: who was asked is gone, or had its time. The
        latter are told, since some programs never mark an end (protocols/cable.md 2).
        """
        circle = self._place.circle
        spent: list[RequestKey] = []
        effects: list[Effect] = []
        for key, passed in list(self._passed.items()):
            for one in [one for one in passed.to if not circle.has(one)]:
                del passed.to[one]
            if passed.until is not None and now >= passed.until:
                effects += self.call_off(key)
                spent.append(key)
            elif self._is_spent(key, passed):
                spent.append(key)
        return spent, effects

    def call_off(self, key: RequestKey) -> list[Effect]:
        """Nobody need answer any more, though the peer has not said so."""
        return self.cancel(key, self._place.cancel_number(key[1]))

    def cancel(self, key: RequestKey, number: packets.RequestNumber) -> list[Effect]:
        """Nobody need answer any more, as the peer says. ``number``: of that word itself (versions
        M and D8).
        """
        self._live.pop(key, None)
        passed = self._passed.pop(key, None)
        if passed is None:
            return []
        return self._tell(passed.to, packets.Cancel(number, 0, key[1]))

    def cancel_all(self) -> None:
        """The peer is gone. Who was asked is told when they are looked after next."""
        for key in {**self._passed, **self._live}:
            self._place.circle.untold(self.call_off(key))

    def _tell(self, others: Iterable[ConnectionId], packet: packets.Request) -> list[Effect]:
        circle, origin = self._place.circle, self._place.connection
        return [effect for one in others for effect in circle.post(one, Forward(origin, packet))]

    def _is_spent(self, key: RequestKey, passed: _Passed) -> bool:
        if passed.to:
            return False
        del self._passed[key]
        return True


def _passed_on(request: Passable) -> Passable:
    """With one hop less to go, and numbers that every program can read (protocols/cable.md 1.1)."""
    ttl = min(request.ttl, TTL_MAX) - 1
    match request:
        case packets.TimeRange(start=start, end=end, limit=limit):
            return replace(
                request,
                ttl=ttl,
                start=min(start, WRITTEN_NUMBER_MAX),
                end=min(end, WRITTEN_NUMBER_MAX),
                limit=min(limit, WRITTEN_NUMBER_MAX),
            )
        case packets.ChannelState(limit=limit, updates=updates):
            return replace(
                request,
                ttl=ttl,
                limit=min(limit, WRITTEN_NUMBER_MAX),
                updates=min(updates, WRITTEN_NUMBER_MAX),
            )
        case packets.RequestByHash():
            return replace(request, ttl=ttl)
