"""Something is said everywhere at once, and heard; something large flows beside it.

Nothing is judged here: ``Outcome`` has the facts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.model.feed_commands import AppendBlocks, CreateFeed, FollowFeed
from engine.model.feed_queries import OneFeed
from engine.model.ids import SpaceId
from tests.load.process import open_files, peak_rss_bytes
from tests.load.together.circle import circle
from tests.load.together.places import FOLDER, Place
from tests.load.together.programs import Program, programs

NAMES = ("ada", "ben", "cleo", "dan", "eva", "finn", "gil", "hal", "ivy", "jon")
LARGE_BLOCKS, LARGE_BLOCK_BYTES, APPENDED_AT_ONCE = 80_000, 1_000, 4_000
"""Of a feed that is fetched beside all else: many blocks, each of which has to be proved."""

Delays = Mapping[str, Sequence[float]]
"""Of each kind of place: seconds until what was said there was heard by one more who shares it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts. ``joining``: seconds from the first dial until all have heard what was there.

    ``calm`` and ``beside``: without, and beside, the large feed. ``missing_blocks``: of that feed,
    when the first round of small things had been heard beside it, but for changes of folders, which
    are looked for every few seconds only. ``heard``: of each place and reader, by kind, what is
    shown in the end.
    """

    joining: float
    calm: Delays
    beside: Delays
    missing_blocks: int
    large_seconds: float
    heard: Sequence[tuple[str, Sequence[Sequence[str]]]]
    expected: int
    open_files: Mapping[str, int]
    peak_rss_bytes: Mapping[str, int]


def run(folder: Path, rounds: int = 2) -> Outcome:
    """Plays it in ``folder``, to its end. ``rounds``: of each kind."""
    return asyncio.run(played(folder, rounds))


async def played(folder: Path, rounds: int) -> Outcome:
    """Plays it in ``folder``."""
    async with programs(folder, NAMES) as running:
        places = await circle(folder, running)
        centre, *others = running
        began = time.perf_counter()
        for place in places:
            await place.say(place.writers[0], "before we met")
        await asyncio.gather(*(other.dials(centre) for other in others))
        await _all_hear(places, "before we met")
        joining = time.perf_counter() - began
        calm = [await _round(places, f"calm {number}") for number in range(rounds)]
        large = await _Large.begun(centre, others[:2])
        beside, missing = await _first_round(places, large)
        later = [await _round(places, f"beside {number}") for number in range(1, rounds)]
        return Outcome(
            joining=joining,
            calm=_joined(calm),
            beside=_joined([beside, *later]),
            missing_blocks=missing,
            large_seconds=await large.ended(),
            heard=[(place.kind, await _heard_by_all(place)) for place in places],
            expected=1 + 2 * rounds,
            open_files={one.name: open_files(one.serving.pid) for one in running},
            peak_rss_bytes={one.name: peak_rss_bytes(one.serving.pid) for one in running},
        )


async def _round(places: Sequence[Place], what: str) -> Delays:
    """In each place its next writer says it, in all of them at once."""
    delays: dict[str, list[float]] = {}

    async def one(number: int, place: Place) -> None:
        began = time.perf_counter()
        await place.say(place.writers[number % len(place.writers)], what)
        for taken in await asyncio.gather(*(_hears(place, by, what) for by in place.readers)):
            delays.setdefault(place.kind, []).append(taken - began)

    await asyncio.gather(*(one(number, place) for number, place in enumerate(places)))
    return delays


async def _first_round(places: Sequence[Place], large: _Large) -> tuple[Delays, int]:
    """And how much of it was missing when all was heard that is told at once."""
    folders = [place for place in places if place.kind == FOLDER]
    told_at_once = [place for place in places if place.kind != FOLDER]
    async with asyncio.TaskGroup() as both:
        changing = both.create_task(_round(folders, "beside 0"))
        heard = await _round(told_at_once, "beside 0")
        missing = await large.missing()
    return {**heard, **changing.result()}, missing


async def _hears(place: Place, by: Program, what: str) -> float:
    """When it did."""

    async def holds() -> bool:
        return what in await place.heard(by)

    await by.until(holds)
    return time.perf_counter()


async def _all_hear(places: Sequence[Place], what: str) -> None:
    await asyncio.gather(*(_hears(place, by, what) for place in places for by in place.readers))


async def _heard_by_all(place: Place) -> Sequence[Sequence[str]]:
    return [await place.heard(by) for by in place.readers]


def _joined(rounds: Sequence[Delays]) -> Delays:
    return {kind: [delay for one in rounds for delay in one[kind]] for kind in rounds[0]}


@dataclass(frozen=True, slots=True)
class _Large:
    """A feed that is long, and is being fetched."""

    space: SpaceId
    followers: Sequence[Program]
    began: float

    @classmethod
    async def begun(cls, author: Program, followers: Sequence[Program]) -> _Large:
        made = await author.engine.perform(CreateFeed("large"))
        block = bytes(LARGE_BLOCK_BYTES)
        for _ in range(LARGE_BLOCKS // APPENDED_AT_ONCE):
            await author.engine.perform(AppendBlocks(made.space, (block,) * APPENDED_AT_ONCE))
        for follower in followers:
            await follower.engine.perform(FollowFeed(made.key, "large"))
        return cls(made.space, followers, time.perf_counter())

    async def missing(self) -> int:
        """Of all followers, the one that lacks most."""
        feeds = [await one.engine.ask(OneFeed(self.space)) for one in self.followers]
        return LARGE_BLOCKS - min(feed.downloaded for feed in feeds)

    async def ended(self) -> float:
        """How long it took, once all have it."""
        waiting = (one.until(partial(self._is_whole, one)) for one in self.followers)
        await asyncio.gather(*waiting)
        return time.perf_counter() - self.began

    async def _is_whole(self, one: Program) -> bool:
        return (await one.engine.ask(OneFeed(self.space))).downloaded == LARGE_BLOCKS
