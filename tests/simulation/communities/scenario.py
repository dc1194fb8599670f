"""A world of communities: drawn from a seed, lived through, healed, judged."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, permutations

from engine.model.communities import WireVersion
from tests.simulation.bounds import BuffersAreBounded, QuietIsQuiet, TalkIsBounded
from tests.simulation.communities.crossings import RequestsCrossOnce
from tests.simulation.communities.laws import (
    HeldByConversations,
    NeighboursAgree,
    PostsAreSigned,
    SayingsStay,
    WordsHold,
)
from tests.simulation.communities.liars.crowd import Lies
from tests.simulation.communities.people import USUAL, Circle, Person
from tests.simulation.communities.program import CommunitiesProgram
from tests.simulation.disk import Disk
from tests.simulation.seeds import Seed
from tests.simulation.weather import Climate, Weather
from tests.simulation.world import World

COMMUNITIES = ("communities", "communityliars")
"""Seeds that begin so are worlds of communities; those of the latter have liars."""
LYING = "communityliars"
LIARS = ("max", "mia")
NAMES = ("ada", "ben", "cleo", "dan", "eva")
FIRST_STEPS_SECONDS = 60.0
HEALING_SECONDS = 1_500.0
QUIET_SECONDS = 120.0
SENDS_MAX = 8_000
SENDS_AMONG_LIARS_MAX = 60_000  # as many answers as they ask questions


@dataclass(slots=True)
class CommunityScenario:
    """One seed's world. ``hours`` are simulated ones, the healing included."""

    seed: Seed
    hours: float
    make_disk: Callable[[str], Disk] | None = None
    climate: Climate | None = None
    world: World = field(init=False)
    circle: Circle = field(init=False)
    lies: list[Lies] = field(default_factory=list)
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = (self.seed / "scenario").dice()
        self.world = World(self.seed, self.make_disk)
        self.circle = Circle(self.world)
        crossings = RequestsCrossOnce(self.world)
        for name in NAMES[: self.dice.choice([2, 3, 4, 5])]:
            computer = self.world.add(name, CommunitiesProgram(connects=crossings.connecting))
            self.world.network.give_number(name)
            self.circle.people.append(Person(self.circle, computer, self._weights()))
        lying = self.seed.path.startswith(LYING)
        for name in LIARS[: self.dice.choice([1, 2])] if lying else ():
            lies = Lies((self.seed / "liars" / name).dice(), self.world)
            self.lies.append(lies)
            program = CommunitiesProgram(lies.bent, lies.connecting)
            computer = self.world.add(name, program, lies=True)
            self.world.network.give_number(name)
            self.circle.liars.append(Person(self.circle, computer, self._weights()))
        self.world.laws += [
            SayingsStay(self.circle),
            WordsHold(self.circle),
            PostsAreSigned(self.circle),
            crossings,
            NeighboursAgree(self.circle),
            TalkIsBounded(self.world, SENDS_AMONG_LIARS_MAX if lying else SENDS_MAX),
            BuffersAreBounded(self.world, HeldByConversations()),
        ]

    def _weights(self) -> dict[str, float]:
        """A swarm's member: some habits are missing altogether."""
        return {
            name: weight * self.dice.choice([0.3, 1.0, 3.0])
            for name, weight in USUAL.items()
            if name in {"say", "join"} or self.dice.random() < 0.7
        }

    def run(self) -> None:
        """Raises LawBroken."""
        climate = self.climate or Climate.drawn((self.seed / "climate").dice())
        weather = Weather(self.world, climate)
        self._first_steps()
        weather.begin()
        for person in self._everybody:
            person.lives()
        self.world.run(max(0.0, self.hours * 3_600.0 - HEALING_SECONDS))
        self.circle.quiet = True
        weather.clear()
        self.world.run(HEALING_SECONDS)
        self.world.demand_rest()
        if not self.circle.liars:
            QuietIsQuiet(self.world).listen(QUIET_SECONDS)

    @property
    def _everybody(self) -> list[Person]:
        return [*self.circle.people, *self.circle.liars]

    def _first_steps(self) -> None:
        people = self.circle.people
        for person in self._everybody:
            person.computer.start()
        for person in people[: self.dice.choice([1, 2])]:
            person.founds(self.dice.choice(list(WireVersion)))
            self.world.run(FIRST_STEPS_SECONDS)
        for person in self._everybody:
            for town in self.circle.towns:
                person.enters(town)
        self.world.run(FIRST_STEPS_SECONDS)
        for here, there in pairwise(people):
            here.knows_address_of(there.computer)
        for liar in self.circle.liars:
            for person in people:
                liar.knows_address_of(person.computer)
        chords = self.dice.choice([0.0, 0.25, 0.8])
        for here, there in permutations(people, 2):
            if self.dice.random() < chords:
                here.knows_address_of(there.computer)
        self.world.run(FIRST_STEPS_SECONDS)
