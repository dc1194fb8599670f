"""One seed becomes a tree of generators. Pure.

Each part of the world draws from a branch of its own, so that one more draw in one part shifts
nothing in another.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.crypto.entropy import SeededEntropy


@dataclass(frozen=True, slots=True)
class Seed:
    """A place in the tree."""

    path: str

    def __truediv__(self, name: object) -> Seed:
        """The branch of that name."""
        return Seed(f"{self.path}/{name}")

    def dice(self) -> random.Random:
        """A generator of this place alone; texts seed it the same on every machine."""
        return random.Random(self.path)

    def entropy(self) -> SeededEntropy:
        """Keys and nonces of this place alone."""
        return SeededEntropy(self.path.encode())
