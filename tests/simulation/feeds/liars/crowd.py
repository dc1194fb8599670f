"""Puts liars among people with feeds."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from engine.crypto.entropy import SeededEntropy
from engine.model.feed_commands import CreateFeed
from engine.model.feed_queries import OneFeed
from engine.model.feeds import FeedForm
from engine.model.ids import ProtocolName, PublicKey
from tests.simulation.feeds.liars.benders import KINDS, ROWS, Lies, bent
from tests.simulation.feeds.liars.scripts import GIANT, SCRIPTS
from tests.simulation.feeds.liars.strangers import Script, Stranger
from tests.simulation.feeds.people import Circle, Habits, Person
from tests.simulation.feeds.program import FeedsProgram
from tests.simulation.seeds import Seed

MEMBERS = ("liam", "mona")
STRANGERS = ("nina", "otto", "paul")
TWO_HISTORIES = "H-2"
GIANTS = "H-4"
UNLIMITED = 10 << 30

_NAMED = re.compile(r"feedliars-(H-\d)-")
"""A seed that names a row, such as ``feedliars-H-2-17``, has liars that do just that."""


def rows() -> set[str]:
    """Those of the list of attacks that somebody here carries out."""
    return {*ROWS, *SCRIPTS, TWO_HISTORIES}


@dataclass(slots=True)
class FeedCrowd:
    """Of one world. Twins are two members that write one feed with one key, each for itself."""

    circle: Circle
    seed: Seed
    twins: bool = False
    lies: list[Lies] = field(default_factory=list)
    strangers: list[Stranger] = field(default_factory=list)
    dice: random.Random = field(init=False)
    _row: str = ""

    def __post_init__(self) -> None:
        self.dice = (self.seed / "crowd").dice()
        named = _NAMED.search(self.seed.path)
        self._row = named[1] if named else ""
        self.twins = self._row == TWO_HISTORIES or (not self._row and self.dice.random() < 0.3)
        bending = self._row in ROWS or (not self._row and self.dice.random() < 0.7)
        names = MEMBERS if self.twins else MEMBERS[: self.dice.randint(1, 2) if bending else 0]
        habits = Habits(self.dice.choice([60.0, 200.0]), {"append": 10.0, "follow": 2.0})
        for name in names:
            program = self._program(name, bending=bending)
            computer = self.circle.world.add(name, program, lies=True)
            self.circle.liars.append(Person(self.circle, computer, habits))

    def _program(self, name: str, *, bending: bool) -> FeedsProgram:
        same_keys = SeededEntropy(b"twins") if self.twins else None
        if not bending:
            return FeedsProgram(UNLIMITED, keys=same_keys)
        dice = (self.seed / name).dice()
        kinds = ROWS.get(self._row) or tuple(kind for kind in KINDS if dice.random() < 0.5)
        self.lies.append(Lies(dice, kinds))
        return FeedsProgram(UNLIMITED, bent(self.lies[-1]), same_keys)

    def create(self) -> None:
        """Twins make their feed, each on a computer of its own; and some follow a giant."""
        if self._row in {"", GIANTS}:
            self.circle.keys[PublicKey(GIANT.public_key)] = FeedForm.SIGNED
        for liar in self.circle.liars:
            if self.twins:
                liar.does(CreateFeed("twins"), self._created)

    def _created(self, result: object) -> None:
        assert isinstance(result, OneFeed)
        self.circle.keys[PublicKey(result.space)] = FeedForm.SIGNED
        self.circle.lied[result.space] = None

    def begin(self) -> None:
        """The strangers come."""
        world = self.circle.world
        targets = [one.address_for(ProtocolName.HYPERCORE) for one in world.honest]
        if self._row and self._row not in SCRIPTS:
            return
        for name in STRANGERS[: self.dice.randint(1, len(STRANGERS))]:
            seed = self.seed / name
            stranger = Stranger(
                world.network,
                name,
                self._script(),
                targets,
                lambda: list(self.circle.keys),
                seed.dice(),
                seed.entropy(),
            )
            self.strangers.append(stranger)
            world.liars.add(name)
            stranger.begin()

    def _script(self) -> Script:
        rows = [self._row] if self._row else list(SCRIPTS)
        scripts = [script for row in rows for script in SCRIPTS[row]]
        return self.dice.choice(scripts)()

    def count(self) -> None:
        """How much was tried, for the report."""
        world = self.circle.world
        world.count("lies about feeds", sum(one.told for one in self.lies))
        world.count("lines of strangers", sum(one.dialled for one in self.strangers))
        world.count("strangers that were answered", sum(one.let_in for one in self.strangers))
