"""Who lies how, by the rows of the list of attacks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.records import Records
from tests.simulation.communities.liars.benders import (
    Bending,
    Forgets,
    GivesAnother,
    HoldsNothing,
    NamesNothing,
    SignsNothing,
)
from tests.simulation.communities.liars.habits import (
    HalfGreets,
    NeverEnds,
    Rewrites,
    SendsFarAway,
    Subscribes,
)
from tests.simulation.communities.liars.lines import Habit, LyingConnecting
from tests.simulation.communities.liars.writers import (
    CarriesOver,
    DeletesOthers,
    FlagsEverybody,
    LooksAlike,
    OfAnotherTime,
)
from tests.simulation.world import World

_NAMED = re.compile(r"communityliars-(C-\d+)-")
"""A seed that names a row, such as ``communityliars-C-1-17``, has liars that do just that."""


@dataclass(frozen=True, slots=True)
class Way:
    """What a liar's program reads, and what it does on its lines besides."""

    bends: type[Bending] = Bending
    habit: type[Habit] = Habit


WAYS: dict[str, tuple[Way, ...]] = {
    "C-1": (Way(habit=SendsFarAway),),
    "C-2": (Way(HoldsNothing, Rewrites), Way(GivesAnother), Way(SignsNothing)),
    "C-3": (Way(habit=NeverEnds),),
    "C-4": (Way(habit=Subscribes), Way(Forgets)),
    "C-5": (Way(DeletesOthers),),
    "C-6": (Way(FlagsEverybody),),
    "C-7": (Way(OfAnotherTime),),
    "C-8": (Way(NamesNothing),),
    "C-9": (Way(CarriesOver),),
    "C-10": (Way(LooksAlike),),
    "C-11": (Way(habit=HalfGreets),),
}


def rows() -> set[str]:
    """Those of the list of attacks that somebody here carries out."""
    return set(WAYS)


@dataclass(frozen=True, slots=True)
class Lies:
    """What one liar does, drawn from its dice."""

    dice: random.Random
    world: World
    way: Way = field(init=False)

    def __post_init__(self) -> None:
        named = _NAMED.match(self.world.seed.path)
        ways = [way for row in WAYS if named is None or row == named[1] for way in WAYS[row]]
        object.__setattr__(self, "way", self.dice.choice(ways))

    @property
    def bent(self) -> Callable[[Records], Records]:
        """See ``CommunitiesProgram``."""
        return lambda records: cast("Records", self.way.bends(records, self.dice, self.world))

    @property
    def connecting(self) -> Callable[[Surroundings], Connecting]:
        """See ``CommunitiesProgram``."""
        return lambda around: LyingConnecting(around, self.way.habit(self.dice, self.world))
