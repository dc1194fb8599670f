"""Cuts the power at many places of a scene with feeds, and looks at what was left."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from engine.errors import Fault
from engine.model.feed_commands import AppendBlocks
from engine.store.opening import Store
from tests.durability.disk import Disk, Image, Mark, lay_down
from tests.durability.feed_scene import (
    Dropped,
    Fact,
    FeedPerson,
    Holding,
    Signed,
    tree_hash,
)
from tests.durability.household import SetClock, Wires
from tests.durability.oracle import content_of
from tests.durability.recording import Recording, open_as_program
from tests.simulation.feeds.judge import Judge


@dataclass(slots=True)
class FeedReport:
    """``lost``: cuts after which something relied upon was missing; ``unsound``: or not signed."""

    cuts: int = 0
    lost: int = 0
    unsound: int = 0
    complaints: list[str] = field(default_factory=list)


def cut_feeds(recording: Recording, folder: Path, seed: str, count: int) -> FeedReport:
    """The power is cut ``count`` times, at places spread over the scene."""
    dice, report = random.Random(seed), FeedReport()
    disk = Disk(recording.start)
    places: list[int] = []
    for place, operation in enumerate(recording.calls):
        disk.do(operation)
        if disk.unsure():
            places.append(place)
    wanted = dict.fromkeys(places, 0)
    for number in range(count):
        wanted[places[number * len(places) // count]] += 1
    disk, told = Disk(recording.start), dict[Fact, None]()
    oracle = _Oracle(folder)
    for place, operation in enumerate(recording.calls):
        disk.do(operation)
        match operation:
            case Mark(Dropped(space, block)):
                told.pop(Holding(space, block), None)
            case Mark(Signed() | Holding() as fact):
                told[fact] = None
            case _:
                pass
        for _ in range(wanted.get(place, 0)):
            report.cuts += 1
            _judge(report, place, oracle.examine(disk.cut(dice)), told)
    return report


@dataclass(frozen=True, slots=True)
class _Found:
    trouble: str
    facts: frozenset[Fact] = frozenset()


def _judge(report: FeedReport, place: int, found: _Found, told: dict[Fact, None]) -> None:
    trouble = found.trouble
    if trouble:
        report.unsound += 1
    elif missing := [fact for fact in told if fact not in found.facts]:
        report.lost += 1
        trouble = f"{len(missing)} lost, such as {type(missing[0]).__name__}"
    if trouble and len(report.complaints) < 5:
        report.complaints.append(f"at call {place}: {trouble}")


class _Oracle:
    """What a person finds who starts the program on what a cut left; once for each content."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        self._seen: dict[bytes, _Found] = {}

    def examine(self, image: Image) -> _Found:
        self._number += 1
        folder = self._folder / str(self._number)
        lay_down(image, folder)
        try:
            store = open_as_program(folder)
            try:
                content = content_of(store)
                if content not in self._seen:
                    self._seen[content] = _look(store)
                return self._seen[content]
            finally:
                store.close()
        except (Fault, apsw.Error) as error:
            return _Found(f"refused: {error!r}")
        finally:
            shutil.rmtree(folder)


def _look(store: Store) -> _Found:
    judge = Judge()
    troubles = list(judge.troubles(store.database))
    if troubles:
        return _Found("; ".join(troubles))
    person = FeedPerson(store, "later", Wires(), SetClock(seconds=100_000.0))
    facts: set[Fact] = set()
    for feed in person.feeds.all_known():
        lengths = store.database.rows(
            "SELECT length FROM hypercore_signature WHERE feed ="
            " (SELECT number FROM space WHERE id = ?)",
            (feed.space,),
        )
        for (length,) in lengths:
            hashed = tree_hash(person, feed.space, length)
            if hashed is not None:
                facts.add(Signed(feed.space, length, hashed))
        for start, end in person.feeds.held(feed.space, 0, feed.length):
            facts.update(Holding(feed.space, block) for block in range(start, end))
    # The author goes on: what was signed before must still be the beginning of it.
    for feed in person.feeds.all_known():
        if feed.own:
            person.ask_for(AppendBlocks(feed.space, (b"still here",)), lambda _: None)
            while person.advance():
                pass
    troubles = list(judge.troubles(store.database))
    return _Found("; ".join(f"later: {one}" for one in troubles), frozenset(facts))
