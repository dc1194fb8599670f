"""Members that run the real engine over records that are not so (reliability H-1, H-3)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

from engine.model.ids import SpaceId
from engine.protocols.hypercore.records import Feed, Records
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed, Tree

LIE_CHANCE = 0.05


@dataclass(slots=True)
class Lies:
    """What one member does. ``told`` counts."""

    dice: random.Random
    kinds: tuple[str, ...]
    told: int = 0

    def now(self, kind: str, chance: float = LIE_CHANCE) -> bool:
        """Whether it lies this time."""
        lies = kind in self.kinds and self.dice.random() < chance
        self.told += lies
        return lies


KINDS = ("blocks", "hashes", "sizes", "places", "signatures", "lengths", "holdings")
ROWS = {
    "H-1": ("blocks", "hashes", "sizes", "places", "signatures"),
    "H-3": ("lengths",),
    "H-4": ("holdings",),
}


class BentTree:
    """Implements ``Tree``: nodes with another hash, size or place; signatures of another tree."""

    def __init__(self, tree: Tree, lies: Lies) -> None:
        self._tree = tree
        self._lies = lies

    def node(self, index: int) -> Node | None:
        """See ``Tree``."""
        node, lies = self._tree.node(index), self._lies
        if node is None:
            return None
        if lies.now("hashes"):
            bent = bytearray(node.hash)
            bent[lies.dice.randrange(32)] ^= 1 << lies.dice.randrange(8)
            return replace(node, hash=bytes(bent))
        if lies.now("sizes"):
            return replace(node, size=node.size + lies.dice.choice([1, -1, 1 << 40]))
        if lies.now("places"):
            return self._tree.node(lies.dice.choice([index ^ 2, index ^ 4, index + 2])) or node
        return node

    def signed(self, shortest: int, longest: int) -> Iterable[Signed]:
        """See ``Tree``."""
        for one in self._tree.signed(shortest, longest):
            if self._lies.now("signatures", 0.3):
                cut = self._lies.dice.choice([0, 1, 63, 64])
                bent = one.signature[:cut] + bytes(self._lies.dice.choice([0, 64 - cut]))
                yield Signed(one.length, bent)
            else:
                yield one


class BentRecords:
    """Everything else is as it is."""

    def __init__(self, records: Records, lies: Lies) -> None:
        self._records = records
        self._lies = lies

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)

    def tree(self, space: SpaceId) -> Tree:
        """See ``Records``."""
        return BentTree(self._records.tree(space), self._lies)

    def block(self, space: SpaceId, block: int) -> bytes | None:
        """See ``Records``."""
        content = self._records.block(space, block)
        if content is not None and self._lies.now("blocks", 0.2):
            return self._lies.dice.choice([content + b"\0", content[:-1], b"", content[::-1]])
        return content

    def feed(self, space: SpaceId) -> Feed | None:
        """See ``Records``."""
        feed = self._records.feed(space)
        if feed is not None and feed.length and self._lies.now("lengths"):
            return replace(feed, length=self._lies.dice.randrange(feed.length))
        return feed

    def bits(self, space: SpaceId, start: int, end: int) -> bytes:
        """See ``Records``: more than it has, or less."""
        bits = self._records.bits(space, start, end)
        if self._lies.now("holdings", 0.5):
            return self._lies.dice.choice([b"\xff" * 64, b"\x55" * 4_096, b"", bits + b"\xff"])
        return bits


def bent(lies: Lies) -> Callable[[Records], Records]:
    """For ``FeedsProgram.bent``."""
    return lambda records: cast("Records", BentRecords(records, lies))  # it has all of them
