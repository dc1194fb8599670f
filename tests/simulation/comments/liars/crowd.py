"""Puts liars among people who comment: most of them were let in by somebody, some for a while."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from engine.crypto import ed25519
from engine.model.comment_commands import TrustCommenter
from engine.model.comments import TrustLinkView
from engine.model.ids import ProtocolName, PublicKey, SpaceId
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import read_link
from tests.simulation.comments.liars.scripts import SCRIPTS
from tests.simulation.comments.liars.strangers import Script, Stranger
from tests.simulation.comments.people import Circle
from tests.simulation.seeds import Seed

STRANGERS = ("nina", "otto", "paul")
_NAMED = re.compile(r"commentliars-(H-\d+)-")
"""A seed that names a row, such as ``commentliars-H-9-17``, has liars that do just that."""


def rows() -> set[str]:
    """Those of the list of attacks that somebody here carries out."""
    return set(SCRIPTS)


@dataclass(slots=True)
class CommentCrowd:
    """Of one world."""

    circle: Circle
    seed: Seed
    strangers: list[Stranger] = field(default_factory=list)
    dice: random.Random = field(init=False)
    _row: str = ""

    def __post_init__(self) -> None:
        self.dice = (self.seed / "crowd").dice()
        named = _NAMED.search(self.seed.path)
        self._row = named[1] if named else ""

    def begin(self) -> None:
        """They come, and ask to be let in."""
        world = self.circle.world
        targets = [one.address_for(ProtocolName.HYPERBLOOM) for one in world.honest]
        for name in STRANGERS[: self.dice.randint(1, len(STRANGERS))]:
            seed = self.seed / name
            entropy = seed.entropy()
            stranger = Stranger(
                world.network,
                name,
                self._script(),
                targets,
                lambda: list(self.circle.feeds),
                ed25519.from_seed(entropy(32)),
                seed.dice(),
                entropy,
                world.honest[0].clock.now,
            )
            self.strangers.append(stranger)
            world.liars.add(name)
            self._let_in(stranger)
            stranger.begin()

    def _script(self) -> Script:
        rows = [self._row] if self._row else list(SCRIPTS)
        scripts = [script for row in rows for script in SCRIPTS[row]]
        return self.dice.choice(scripts)()

    def _let_in(self, stranger: Stranger) -> None:
        """By the authors themselves, who know no better."""
        if self.dice.random() < 0.2:
            return
        seconds = self.dice.choice([None, None, 600.0])
        for author, space in zip(self.circle.people, self.circle.feeds, strict=False):
            until = None if seconds is None else author.computer.clock.now() + seconds
            key = PublicKey(stranger.keys.public_key)
            author.does(TrustCommenter(space, key, until), _Taker(stranger, space))

    def count(self) -> None:
        """How much was tried, for the report."""
        world = self.circle.world
        world.count("lines of strangers", sum(one.dialled for one in self.strangers))
        world.count("strangers that were answered", sum(one.let_in for one in self.strangers))


@dataclass(frozen=True, slots=True)
class _Taker:
    """Keeps the chain that it is given."""

    stranger: Stranger
    space: SpaceId

    def __call__(self, view: object) -> None:
        assert isinstance(view, TrustLinkView)
        links = tuple(read_link(one) for one in view.links)
        self.stranger.chains[self.space] = Chain(view.feed, links)
