"""Said everywhere at once: how long does it take, kind by kind, until all have it?

``NothingStarves`` is a law: in a network without faults nothing takes longer than a moment, also
beside a feed that is long and is being fetched.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from tests.load.figures import NEVER, fairness
from tests.simulation.broken import LawBroken
from tests.simulation.together.places import BLOCK_BYTES, Feed, Place, is_even
from tests.simulation.world import World

STEP_SECONDS = 0.25
SOON_SECONDS = 20.0  # the slowest path takes 0.4 s there and back, and more for a large file
LATE_SECONDS = 300.0  # beyond any pause before a line is dialled again
LARGE_BLOCKS = 2_000


@dataclass(slots=True)
class NothingStarves:
    """Of a world whose ``places`` are all that is shared in it."""

    world: World
    places: Sequence[Place]

    def come_home(self) -> None:
        """All have dialled: in the end each has all that it shares. Raises LawBroken."""
        self._all_say("home", self.places, LATE_SECONDS)

    def alone(self) -> None:
        """Something small is said everywhere. Raises LawBroken."""
        self._all_say("alone", self.places)

    def beside(self, large: Feed) -> None:
        """The same, while all of a long feed is fetched by those who follow it."""
        dice = self._dice("large")
        blocks = tuple(dice.randbytes(BLOCK_BYTES) for _ in range(LARGE_BLOCKS))
        large.author.appends_to(large.space, blocks)
        self.world.run(STEP_SECONDS)
        self._all_say("beside", [place for place in self.places if place is not large])
        self.world.count("long feeds that were not there yet", not is_even(large))

    def _all_say(
        self, what: str, places: Sequence[Place], seconds_max: float = SOON_SECONDS
    ) -> None:
        for number, place in enumerate(places):
            place.say(self._dice(f"{what} {number}"))
        self.world.run(STEP_SECONDS)
        self._demand(what, self._taken(places), seconds_max)

    def _taken(self, places: Sequence[Place]) -> dict[Place, float]:
        """Seconds until all hold the same, of each; ``NEVER`` for those that never do."""
        agenda = self.world.agenda
        began, taken = agenda.now - STEP_SECONDS, dict.fromkeys(places, NEVER)
        while NEVER in taken.values() and agenda.now < began + LATE_SECONDS:
            even = [one for one, took in taken.items() if took == NEVER and is_even(one)]
            taken |= dict.fromkeys(even, agenda.now - began)
            agenda.run_until(agenda.now + STEP_SECONDS)
        return taken

    def _demand(self, what: str, taken: dict[Place, float], seconds_max: float) -> None:
        slowest: dict[str, float] = {}
        for place, took in taken.items():
            if took > seconds_max:
                raise LawBroken("nothing starves", f"{what}: {place.kind}: {took:.1f} s")
            slowest[place.kind] = max(took, slowest.get(place.kind, 0.0))
        for kind, took in slowest.items():
            self.world.count(f"ms until all have it, {what}: {kind}", round(1_000 * took))
        percent = round(100 * fairness(list(slowest.values())))
        self.world.count(f"fairness of kinds in percent, {what}", percent)

    def _dice(self, what: str) -> random.Random:
        return (self.world.seed / "places" / what).dice()
