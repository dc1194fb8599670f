"""A world of people with feeds: drawn from a seed, lived through, healed, judged."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, permutations

from engine.model.ids import PublicKey, SpaceId
from tests.simulation.bounds import BuffersAreBounded, Measure, QuietIsQuiet, TalkIsBounded
from tests.simulation.disk import Disk
from tests.simulation.feeds.folders import HABITS, FoldersAgree, Shelf
from tests.simulation.feeds.laws import (
    AppendsStay,
    HeldByConversations,
    HoldingsAreTrue,
    ReplicasAgree,
    StoresAreSigned,
)
from tests.simulation.feeds.liars.crowd import FeedCrowd
from tests.simulation.feeds.people import Circle, Habits, Person
from tests.simulation.feeds.port_laws import AuthorsAreKnown, SharedFeedsAreSpokenOf
from tests.simulation.feeds.program import (
    LIMIT_BYTES,
    FeedsProgram,
    PortedFeedsProgram,
    guarded,
)
from tests.simulation.port.laws import HeldByThePort
from tests.simulation.seeds import Seed
from tests.simulation.weather import Climate, Weather
from tests.simulation.world import World

FEEDS = ("feeds", "feedliars", "feedport")
"""Seeds that begin so are worlds of feeds; those of the second have liars, those of the last are of
the tidings port, and have shared folders as well.
"""
LYING = "feedliars"
PORTED = "feedport"
NAMES = ("ada", "ben", "cleo", "dan", "eva")
FIRST_STEPS_SECONDS = 60.0
HEALING_SECONDS = 1_500.0
QUIET_SECONDS = 120.0
SENDS_MAX = 8_000  # in ten minutes: a sign of life every three seconds on every connection
SENDS_AMONG_LIARS_MAX = 60_000  # as many answers as they ask questions


@dataclass(slots=True)
class FeedScenario:
    """One seed's world. ``hours`` are simulated ones, the healing included.

    ``climate``: another one than the seed's own.
    """

    seed: Seed
    hours: float
    make_disk: Callable[[str], Disk] | None = None
    climate: Climate | None = None
    world: World = field(init=False)
    circle: Circle = field(init=False)
    shelf: Shelf = field(init=False)
    crowd: FeedCrowd | None = None
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = (self.seed / "scenario").dice()
        self.world = World(self.seed, self.make_disk)
        self.circle = Circle(self.world)
        self.shelf = Shelf()
        self._people()
        if self.seed.path.startswith(LYING):
            self.crowd = FeedCrowd(self.circle, self.seed / "liars")
        self.world.laws += [
            AppendsStay(self.circle),
            StoresAreSigned(self.circle),
            ReplicasAgree(self.circle),
            HoldingsAreTrue(self.circle),
            TalkIsBounded(self.world, SENDS_AMONG_LIARS_MAX if self.crowd else SENDS_MAX),
            BuffersAreBounded(self.world, self._measure()),
        ]
        if self._is_ported:
            self.world.laws += [
                FoldersAgree(self.circle, self.shelf),
                SharedFeedsAreSpokenOf(self.circle),
                AuthorsAreKnown(self.circle),
            ]

    @property
    def _is_ported(self) -> bool:
        return self.seed.path.startswith(PORTED)

    def run(self) -> None:
        """Raises LawBroken."""
        climate = self.climate or Climate.drawn((self.seed / "climate").dice())
        weather = Weather(self.world, climate)
        self._first_steps()
        weather.begin()
        for person in [*self.circle.people, *self.circle.liars]:
            person.lives()
        if self.crowd is not None:
            self.crowd.begin()
        self.world.run(max(0.0, self.hours * 3_600.0 - HEALING_SECONDS))
        self.circle.quiet = True
        weather.clear()
        self.world.run(HEALING_SECONDS)
        if self.crowd is not None:
            self.crowd.count()
        self.world.demand_rest()
        if self.crowd is None:
            QuietIsQuiet(self.world).listen(QUIET_SECONDS)

    def _measure(self) -> Measure:
        return HeldByThePort(HeldByConversations()) if self._is_ported else HeldByConversations()

    def _people(self) -> None:
        habits = Habits.drawn(self.dice)
        if self._is_ported:
            habits.weights |= HABITS
        limit = self.dice.choice([LIMIT_BYTES, 10 << 30])
        lying = self.seed.path.startswith(LYING)
        for name in NAMES[: self.dice.choice([2, 3, 3] if lying else [2, 3, 4, 5])]:
            kind = PortedFeedsProgram if self._is_ported else FeedsProgram
            computer = self.world.add(name, kind(limit, guarded(name)))
            person = Person(self.circle, computer, habits)
            if self._is_ported:
                self.world.network.give_number(name)
                person.more = self.shelf.habits()
            self.circle.people.append(person)

    def _first_steps(self) -> None:
        """The first one writes what all follow, so that every two have something to talk about."""
        everybody = [*self.circle.people, *self.circle.liars]
        for person in everybody:
            person.computer.start()
        everybody[0].creates()
        self.world.run(FIRST_STEPS_SECONDS)
        if self.crowd is not None:
            self.crowd.create()
            self.world.run(FIRST_STEPS_SECONDS)
        for key in list(self.circle.keys):
            self._all_follow(key)
        self.world.run(FIRST_STEPS_SECONDS)
        chords = self.dice.choice([0.0, 0.25, 0.8])
        for here, there in pairwise(everybody):
            here.knows_address_of(there.computer)
        for here, there in permutations(everybody, 2):
            if self.dice.random() < chords:
                here.knows_address_of(there.computer)
        self.world.run(FIRST_STEPS_SECONDS)

    def _all_follow(self, key: PublicKey) -> None:
        for person in [*self.circle.people, *self.circle.liars]:
            if all(feed.space != SpaceId(key) for feed in person.feeds()):
                person.follows(key, whole=True)
