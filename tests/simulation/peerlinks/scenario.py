"""A world of people with private channels: drawn from a seed, lived through, healed, judged."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, permutations

from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.conversation.surroundings import Policy
from tests.simulation.bounds import BuffersAreBounded, QuietIsQuiet, TalkIsBounded
from tests.simulation.disk import Disk
from tests.simulation.peerlinks.laws import (
    AcknowledgedPostsStay,
    DatabasesAreSound,
    HeldByMachines,
    InvitesArrive,
    ReplicasAgree,
    StoresAreLawful,
)
from tests.simulation.peerlinks.liars.crowd import Crowd
from tests.simulation.peerlinks.people import Circle, Habits, Person
from tests.simulation.peerlinks.program import PeerlinksProgram, Verdicts
from tests.simulation.seeds import Seed
from tests.simulation.weather import Climate, Weather
from tests.simulation.window import EventsTellAll
from tests.simulation.world import World

LYING = "liars"
"""Seeds that begin so have liars in their worlds."""
NAMES = ("ada", "ben", "cleo", "dan", "eva")
FIRST_STEPS_SECONDS = 60.0
HEALING_SECONDS = 1_500.0
LAST_WORDS_SECONDS = 600.0
PAGES_IN_VAIN_MAX = 256  # as the real limits: 262,144 entries in pages of 1,024
QUIET_SECONDS = 120.0


@dataclass(slots=True)
class Scenario:
    """One seed's world. ``hours`` are simulated ones, the healing included.

    ``climate``: another one than the seed's own.
    """

    seed: Seed
    hours: float
    make_disk: Callable[[str], Disk] | None = None
    climate: Climate | None = None
    world: World = field(init=False)
    circle: Circle = field(init=False)
    verdicts: Verdicts = field(default_factory=Verdicts)
    crowd: Crowd | None = None
    dice: random.Random = field(init=False)
    extent: Extent = field(init=False)

    def __post_init__(self) -> None:
        self.dice = (self.seed / "scenario").dice()
        self.world = World(self.seed, self.make_disk)
        self.circle = Circle(self.world)
        self._people()
        if self.seed.path.startswith(LYING):
            self.crowd = Crowd(self.circle, self.seed / "liars", self.verdicts)
            self.circle.liars += self.crowd.members
        self.world.laws += [
            AcknowledgedPostsStay(self.circle),
            ReplicasAgree(self.circle),
            InvitesArrive(self.circle),
            StoresAreLawful(self.world),
            DatabasesAreSound(self.world),
            EventsTellAll(self.world),
            TalkIsBounded(self.world),
            BuffersAreBounded(self.world, HeldByMachines(self.extent)),
        ]

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
        self._heal(weather)
        self.world.run(HEALING_SECONDS)
        if self.crowd is not None:
            self.crowd.count()
        self.world.demand_rest()
        if self.crowd is None:
            QuietIsQuiet(self.world).listen(QUIET_SECONDS)

    # ---- the beginning --------------------------------------------------------------------------

    def _people(self) -> None:
        page = self.dice.choice([1_024, 1_024, 16, 5])
        self.extent = Extent(
            query_limit=page,
            unresolved_max=self.dice.choice([262_144, 64]),
            idle_max=PAGES_IN_VAIN_MAX * page,
        )
        habits = Habits.drawn(self.dice)
        lying = self.seed.path.startswith(LYING)
        for name in NAMES[: self.dice.choice([2, 3, 3, 4] if lying else [3, 3, 4, 5])]:
            program = PeerlinksProgram(self.verdicts, Policy(extent=self.extent))
            self.circle.person(self.world.add(name, program), habits)

    def _first_steps(self) -> None:
        for person in [*self.circle.people, *self.circle.liars]:
            person.computer.start()
            person.begins()
        self.world.run(1.0)
        self._connect()
        self.world.run(FIRST_STEPS_SECONDS)
        self._let_in()
        self.world.run(FIRST_STEPS_SECONDS)

    def _connect(self) -> None:
        """A line, so that everybody is reachable, and chords. Liars stand at its end."""
        people = [*self.circle.people, *self.circle.liars]
        chords = self.dice.choice([0.0, 0.0, 0.25, 0.8])
        for here, there in pairwise(people):
            here.knows_address_of(there.computer)
        for here in people:
            for there in people:
                if here is not there and self.dice.random() < chords:
                    here.knows_address_of(there.computer)

    def _let_in(self) -> None:
        """The first one's channel is everybody's, some let in by others."""
        first, *others = [*self.circle.people, *self.circle.liars]
        space = first.spaces()[0].id
        inviters: list[Person] = [first]
        for other in others:
            inviter = self.dice.choice(inviters[:3])
            inviter.lets_in(other, space, at_once=True)
            self.world.run(2.0)
            lets_in = any(one.id == space and one.can_invite for one in other.spaces())
            if lets_in and other in self.circle.people:
                inviters.append(other)

    # ---- the end --------------------------------------------------------------------------------

    def _heal(self, weather: Weather) -> None:
        """Nothing fails any more; sometimes all have a last word, or come to know all others."""
        self.circle.quiet = True
        weather.clear()
        if self.dice.random() < 0.5:
            weather.set_clocks_right()
        if self.dice.random() < 0.3:
            for here, there in permutations(self.circle.people, 2):
                here.knows_address_of(there.computer)
        if self.dice.random() < 0.5:  # what says them joins what was apart: some worlds have none
            for person in self.circle.people:
                pause = self.dice.uniform(0.0, LAST_WORDS_SECONDS)
                self.world.agenda.after(pause, person.says_last_words)
