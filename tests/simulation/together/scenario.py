"""A world of the whole program: founded, met, lived through, healed, judged by all the laws."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.protocols.peerlinks.conversation.reconciliation import Extent
from tests.simulation.bounds import BuffersAreBounded, TalkIsBounded
from tests.simulation.comments import laws as of_comments
from tests.simulation.comments.people import Circle as CommentCircle
from tests.simulation.communities import laws as of_communities
from tests.simulation.communities.people import Circle as CommunityCircle
from tests.simulation.disk import Disk
from tests.simulation.feeds import laws as of_feeds
from tests.simulation.feeds.folders import FoldersAgree
from tests.simulation.feeds.port_laws import AuthorsAreKnown, SharedFeedsAreSpokenOf
from tests.simulation.peerlinks import laws as of_channels
from tests.simulation.peerlinks.inviting import InvitesArrive
from tests.simulation.peerlinks.program import Verdicts
from tests.simulation.port.laws import NamesAreProven
from tests.simulation.seeds import Seed
from tests.simulation.together.circle import Circle
from tests.simulation.together.fairness import NothingStarves
from tests.simulation.together.measure import HeldByEverything
from tests.simulation.together.places import Feed, Place
from tests.simulation.together.program import WholeProgram
from tests.simulation.weather import Climate, Weather
from tests.simulation.world import Law, World

TOGETHER = "together"
"""Seeds that begin so are worlds of the whole program."""
OTHERS = 30
NAMES = ("ada", *(f"peer{number}" for number in range(1, OTHERS + 1)))
PAUSE_SECONDS = 120.0  # between two deeds in one place
HEALING_SECONDS = 600.0
SENDS_MAX = 100_000  # of whoever is in the middle of all of it


@dataclass(slots=True)
class TogetherScenario:
    """One seed's world. ``hours`` are simulated ones: of life under the weather, and of healing.

    ``climate``: another one than the seed's own.
    """

    seed: Seed
    hours: float
    make_disk: Callable[[str], Disk] | None = None
    climate: Climate | None = None
    world: World = field(init=False)
    circle: Circle = field(init=False)
    is_quiet: bool = False

    def __post_init__(self) -> None:
        self.world = World(self.seed, self.make_disk)
        program = WholeProgram(Verdicts())
        computers = [self.world.add(name, program) for name in NAMES]
        for computer in computers:
            self.world.network.give_number(computer.name)
        self.circle = Circle(self.world, computers)

    def run(self) -> None:
        """Raises LawBroken."""
        for computer in self.circle.computers:
            computer.start()
        self.circle.found()
        self.world.laws += self._laws()
        starving = NothingStarves(self.world, self.circle.places)
        self.circle.meet()
        starving.come_home()
        starving.alone()
        self._live()
        self.world.demand_rest()
        starving.beside(next(one for one in self.circle.places if isinstance(one, Feed)))

    def _live(self) -> None:
        weather = Weather(self.world, self.climate or Climate.drawn((self.seed / "climate").dice()))
        weather.begin()
        for number, place in enumerate(self.circle.places):
            self._goes_on(place, (self.seed / "life" / number).dice())
        self.world.run(max(0.0, self.hours * 3_600.0 - HEALING_SECONDS))
        self.is_quiet = True
        self.circle.private.quiet = True
        weather.clear()
        self.world.run(HEALING_SECONDS)

    def _goes_on(self, place: Place, dice: random.Random) -> None:
        """Something is said there, and something more later."""

        def deed() -> None:
            if not self.is_quiet:
                place.say(dice)
                self._goes_on(place, dice)

        self.world.agenda.after(dice.expovariate(1.0 / PAUSE_SECONDS), deed)

    def _laws(self) -> Sequence[Law]:
        """All that is demanded in the worlds of one kind."""
        circle = self.circle
        return [
            of_channels.AcknowledgedPostsStay(circle.private),
            of_channels.ReplicasAgree(circle.private),
            InvitesArrive(circle.private),
            of_channels.StoresAreLawful(self.world),
            of_channels.DatabasesAreSound(self.world),
            NamesAreProven(self.world),
            of_feeds.AppendsStay(circle.feeds),
            of_feeds.StoresAreSigned(circle.feeds),
            of_feeds.ReplicasAgree(circle.feeds),
            of_feeds.HoldingsAreTrue(circle.feeds),
            FoldersAgree(circle.feeds, circle.shelf),
            SharedFeedsAreSpokenOf(circle.feeds),
            AuthorsAreKnown(circle.feeds),
            *(law for town in circle.towns for law in _laws_of_town(town)),
            *(law for comments in circle.comments for law in _laws_of_comments(comments)),
            TalkIsBounded(self.world, SENDS_MAX),
            BuffersAreBounded(self.world, HeldByEverything(Extent())),
        ]


def _laws_of_town(town: CommunityCircle) -> Sequence[Law]:
    return [
        of_communities.SayingsStay(town),
        of_communities.PostsAreSigned(town),
        of_communities.NeighboursAgree(town),
    ]


def _laws_of_comments(comments: CommentCircle) -> Sequence[Law]:
    return [
        of_comments.CommentsStay(comments),
        of_comments.SetsAreTrue(comments),
        of_comments.SetsAgree(comments),
    ]
