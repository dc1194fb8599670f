"""Members that keep every rule of the port and lie within them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.crypto.entropy import SeededEntropy
from engine.model.address import Address
from engine.model.ids import PeerId, PostId, SpaceId
from engine.protocols.tidings.port.records import SharedSpaces

Heads = Callable[[SpaceId], Sequence[PostId]]


@dataclass(slots=True)
class FalseSpaces:
    """Lists spaces of others, and acknowledges what it does not hold. Implements SharedSpaces.

    ``heads_elsewhere`` are the newest posts of honest people, ``spaces_elsewhere`` their channels.
    """

    spaces_of_its_own: SharedSpaces
    dice: random.Random
    entropy: SeededEntropy
    heads_elsewhere: Heads
    spaces_elsewhere: Callable[[], Sequence[SpaceId]]
    told: int = 0

    def spaces(self) -> Sequence[SpaceId]:
        """See ``SharedSpaces``."""
        listed = dict.fromkeys(self.spaces_of_its_own.spaces())
        listed |= dict.fromkeys(self.spaces_elsewhere())
        return list(listed)

    def heads(self, space: SpaceId, limit: int) -> Sequence[PostId]:
        """See ``SharedSpaces``."""
        self.told += 1
        made_up = [PostId(self.entropy(32)) for _ in range(self.dice.choice([0, 1, 5]))]
        return [*self.heads_elsewhere(space), *made_up][:limit]

    def wants(self, peer: PeerId, now: float) -> bool:
        """See ``SharedSpaces``: something waits for everybody."""
        return True


@dataclass(frozen=True, slots=True)
class FalseAddresses:
    """Lives where somebody else lives, or nowhere."""

    dice: random.Random
    others: Callable[[], Sequence[Address]]

    def __call__(self, addresses: Sequence[Address]) -> Sequence[Address]:
        """What it tells in place of ``addresses``."""
        there = list(self.others())
        elsewhere = [self.dice.choice(there)] if there else []
        return [*elsewhere, Address("10.9.9.9", 7_010), *addresses[:1]]
