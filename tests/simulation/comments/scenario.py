"""A world of people who comment: drawn from a seed, lived through, healed, judged."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, permutations

from tests.simulation.bounds import BuffersAreBounded, QuietIsQuiet, TalkIsBounded
from tests.simulation.comments.laws import (
    CommentsStay,
    HeldByConversations,
    SetsAgree,
    SetsAreTrue,
)
from tests.simulation.comments.liars import CommentCrowd
from tests.simulation.comments.people import USUAL, Circle, Person
from tests.simulation.comments.program import CommentsProgram
from tests.simulation.disk import Disk
from tests.simulation.seeds import Seed
from tests.simulation.weather import Climate, Weather
from tests.simulation.world import World

COMMENTS = ("comments", "commentliars")
"""Seeds that begin so are worlds of comments; those of the latter have liars."""
LYING = "commentliars"
NAMES = ("ada", "ben", "cleo", "dan", "eva")
FIRST_STEPS_SECONDS = 60.0
HEALING_SECONDS = 1_500.0
QUIET_SECONDS = 120.0
SENDS_MAX = 8_000
SENDS_AMONG_LIARS_MAX = 60_000  # as many answers as they ask questions


@dataclass(slots=True)
class CommentScenario:
    """One seed's world. ``hours`` are simulated ones, the healing included."""

    seed: Seed
    hours: float
    make_disk: Callable[[str], Disk] | None = None
    climate: Climate | None = None
    world: World = field(init=False)
    circle: Circle = field(init=False)
    crowd: CommentCrowd | None = None
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = (self.seed / "scenario").dice()
        self.world = World(self.seed, self.make_disk)
        self.circle = Circle(self.world)
        for name in NAMES[: self.dice.choice([2, 3, 4, 5])]:
            computer = self.world.add(name, CommentsProgram())
            self.world.network.give_number(name)
            self.circle.people.append(Person(self.circle, computer, self._weights()))
        if self.seed.path.startswith(LYING):
            self.crowd = CommentCrowd(self.circle, self.seed / "liars")
        self.world.laws += [
            CommentsStay(self.circle),
            SetsAreTrue(self.circle),
            SetsAgree(self.circle),
            TalkIsBounded(self.world, SENDS_AMONG_LIARS_MAX if self.crowd else SENDS_MAX),
            BuffersAreBounded(self.world, HeldByConversations()),
        ]

    def _weights(self) -> dict[str, float]:
        """A swarm's member: some habits are missing altogether."""
        return {
            name: weight * self.dice.choice([0.3, 1.0, 3.0])
            for name, weight in USUAL.items()
            if name in {"comment", "trust"} or self.dice.random() < 0.7
        }

    def run(self) -> None:
        """Raises LawBroken."""
        climate = self.climate or Climate.drawn((self.seed / "climate").dice())
        weather = Weather(self.world, climate)
        self._first_steps()
        weather.begin()
        for person in self.circle.people:
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

    def _first_steps(self) -> None:
        people = self.circle.people
        for person in people:
            person.computer.start()
        for person in people[: self.dice.choice([1, 2])]:
            person.creates()
            self.world.run(FIRST_STEPS_SECONDS)
        for person in people:
            for space in self.circle.feeds:
                person.follows(space)
        self.world.run(FIRST_STEPS_SECONDS)
        for here, there in pairwise(people):
            here.knows_address_of(there.computer)
        chords = self.dice.choice([0.0, 0.25, 0.8])
        for here, there in permutations(people, 2):
            if self.dice.random() < chords:
                here.knows_address_of(there.computer)
        self.world.run(FIRST_STEPS_SECONDS)
