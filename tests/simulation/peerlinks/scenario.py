"""A world of people with private channels: drawn from a seed, lived through, healed, judged."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, permutations

from engine.model.commands import FollowChannel
from engine.model.ids import PeerId, ProtocolName
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.conversation.surroundings import Policy
from tests.simulation.board import Board
from tests.simulation.bounds import SENDS_MAX, BuffersAreBounded, QuietIsQuiet, TalkIsBounded
from tests.simulation.computer import Computer, Program
from tests.simulation.disk import Disk
from tests.simulation.peerlinks.inviting import InvitesArrive
from tests.simulation.peerlinks.laws import (
    AcknowledgedPostsStay,
    DatabasesAreSound,
    HeldByMachines,
    ReplicasAgree,
    StoresAreLawful,
)
from tests.simulation.peerlinks.liars.crowd import Crowd
from tests.simulation.peerlinks.people import Circle, Habits, Person
from tests.simulation.peerlinks.program import PeerlinksProgram, Verdicts
from tests.simulation.peerlinks.standing import WhoPostsStandsLast
from tests.simulation.port.laws import (
    Asked,
    DeliveryIsKnown,
    HeldByThePort,
    NamesAreProven,
    ReachedIsTrue,
    RenewalsAreHeard,
)
from tests.simulation.port.liars.crowd import PortCrowd
from tests.simulation.port.program import TidingsProgram
from tests.simulation.seeds import Seed
from tests.simulation.weather import Climate, Weather
from tests.simulation.window import EventsTellAll
from tests.simulation.world import World

LYING = ("liars", "portliars", "renewliars")
"""Seeds that begin so have liars in their worlds."""
MEETING = ("port", "portliars", "renew", "renewliars")
"""And in those of these, most people meet over the tidings port."""
RENEWING = ("renew", "renewliars")
"""And in those of these, the days fly by, and people renew each other's links."""
MANY = "portmany"
"""And in those of this one they have many small channels in common, in some of which all is new at
once.
"""
CHANNELS_OF_MANY = (60, 60, 120)
DAYS_EVERY_SECONDS = 600.0
NEWS_EVERYWHERE_SECONDS = 900.0
SENDS_A_CHANNEL_MAX = 40  # in ten minutes, beside the usual ones: where all is new for everybody
WITH_A_PORT = 0.75
ON_ONE_NETWORK = 0.3
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
    port_crowd: PortCrowd | None = None
    meets: bool = False
    renews: bool = False
    many: int = 0
    asked: Asked = field(default_factory=Asked)
    dice: random.Random = field(init=False)
    extent: Extent = field(init=False)

    def __post_init__(self) -> None:
        self.dice = (self.seed / "scenario").dice()
        self.meets = self.seed.path.startswith(MEETING)
        self.renews = self.seed.path.startswith(RENEWING)
        if self.seed.path.startswith(MANY):
            self.many = self.dice.choice(CHANNELS_OF_MANY)
        self.world = World(self.seed, self.make_disk)
        self.circle = Circle(self.world)
        self._people()
        if self.seed.path.startswith(LYING):
            self.crowd = self._crowd()
            self.circle.liars += self.crowd.members
        if self.meets:
            self._number_all()
        self.world.laws += [
            AcknowledgedPostsStay(self.circle),
            ReplicasAgree(self.circle),
            WhoPostsStandsLast(self.circle),
            InvitesArrive(self.circle),
            StoresAreLawful(self.world),
            DatabasesAreSound(self.world),
            EventsTellAll(self.world),
            TalkIsBounded(self.world, SENDS_MAX + self.many * SENDS_A_CHANNEL_MAX),
            BuffersAreBounded(self.world, HeldByThePort(HeldByMachines(self.extent))),
        ]
        if self.meets:
            self.world.laws += [
                ReachedIsTrue(self.circle, self.asked, self._strangers),
                NamesAreProven(self.world),
                DeliveryIsKnown(self.circle),
                RenewalsAreHeard(self.circle),
            ]

    def run(self) -> None:
        """Raises LawBroken."""
        dice = (self.seed / "climate").dice()
        climate = self.climate or Climate.drawn(dice, meets=self.meets)
        if self.renews:
            climate.every["days"] = DAYS_EVERY_SECONDS
        weather = Weather(self.world, climate)
        weather.while_ahead = self._posts_ahead
        self._first_steps()
        weather.begin()
        for person in [*self.circle.people, *self.circle.liars]:
            person.lives()
        if self.many:
            self._news_everywhere()
        if self.crowd is not None:
            self.crowd.begin()
        if self.port_crowd is not None:
            self.port_crowd.begin()
        self.world.run(max(0.0, self.hours * 3_600.0 - HEALING_SECONDS))
        self._heal(weather)
        self.world.run(HEALING_SECONDS)
        if self.crowd is not None:
            self.crowd.count()
        if self.port_crowd is not None:
            self.port_crowd.count()
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
        habits = Habits.drawn(self.dice, meets=self.meets, renews=self.renews)
        ports = (self.seed / "ports").dice()
        lying = self.seed.path.startswith(LYING)
        size = self.dice.choice([2, 3, 3, 4] if lying else [3, 3, 4, 5])
        for name in NAMES[: 2 if self.many else size]:
            policy = Policy(extent=self.extent)
            watched = self.asked.watch(name)
            program: Program = PeerlinksProgram(self.verdicts, policy, watched)
            if self.meets and (name in NAMES[:2] or ports.random() < WITH_A_PORT):
                program = TidingsProgram(self.verdicts, policy, watched)
            self.circle.person(self.world.add(name, program), habits)

    def _crowd(self) -> Crowd:
        seed = self.seed / "liars"
        if not self.meets:
            return Crowd(self.circle, seed, self.verdicts)
        self.port_crowd = PortCrowd(self.circle, self.seed / "port", self.verdicts)
        return Crowd(self.circle, seed, self.verdicts, bent_program=self.port_crowd.program)

    def _strangers(self) -> list[PeerId]:
        return [] if self.port_crowd is None else self.port_crowd.peer_ids

    def _number_all(self) -> None:
        """Everybody has an IP address; in some worlds all that have a port are on one network."""
        everybody = list(self.world.computers.values())
        for computer in everybody:
            self.world.network.give_number(computer.name)
        if (self.seed / "local network").dice().random() < ON_ONE_NETWORK:
            board = Board(self.world.agenda, self.seed / "board")
            near = [one for one in everybody if ProtocolName.TIDINGS in one.program.ports]
            for computer in near:
                computer.board = board
            honest = [one.name for one in near if one.name not in self.world.liars]
            self.circle.acquainted.update(dict.fromkeys(permutations(honest, 2)))

    def _posts_ahead(self, computer: Computer) -> None:
        for person in self.circle.people:
            if person.computer is computer and computer.is_on:
                person.posts()

    def _first_steps(self) -> None:
        for person in [*self.circle.people, *self.circle.liars]:
            person.computer.start()
            person.begins()
        self.world.run(1.0)
        if self.many:
            self._make_many()
        self._connect()
        self.world.run(FIRST_STEPS_SECONDS)
        self._let_in()
        self.world.run(FIRST_STEPS_SECONDS)

    def _make_many(self) -> None:
        """The first one's channels, which all others follow before anybody meets."""
        first, *others = self.circle.people
        for number in range(self.many):
            first.creates(f"small{number}", public=True)
        self.world.run(FIRST_STEPS_SECONDS)
        for other in others:
            for key in self.circle.public_keys:
                other.does(FollowChannel(key, ""))
        self.world.run(FIRST_STEPS_SECONDS)

    def _news_everywhere(self) -> None:
        """Somebody says something in all their channels at once; and again, later."""
        person = self.dice.choice(self.circle.people)

        def deed() -> None:
            if self.circle.quiet:
                return
            if person.computer.is_on:  # as of portmany-9001, whose speaker had no power just then
                person.says_last_words()
            self._news_everywhere()

        pause = self.dice.expovariate(1.0 / NEWS_EVERYWHERE_SECONDS)
        self.world.agenda.after(pause, deed)

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
