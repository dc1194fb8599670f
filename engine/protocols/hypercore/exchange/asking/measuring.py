"""How long a feed is that is not had whole: a block's hash tells, with what proves it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.protocols.hypercore.blocks.ranges import BlockRanges
from engine.protocols.hypercore.limits import BLOCK_LIMIT, REFUSED_SECONDS


@dataclass(slots=True)
class Measuring:
    """By one peer, that says to have ``has``. ``asked``: the block whose hash is awaited."""

    has: BlockRanges
    asked: int | None = None
    _up_to: int = field(default=0, init=False)
    _before: int = field(default=BLOCK_LIMIT, init=False)
    _failed_at: float | None = field(default=None, init=False)

    def next(self, length: int) -> int | None:
        """The block to ask about where ``length`` is known: the last one. One at a time: who has
        ever more is asked again when it has answered.
        """
        known = max(length, self._up_to)
        low, high = self.has.last_before(self._before), self.has.end - 1
        if self.asked is not None:
            return None
        if low is not None and low >= known:
            return low
        return high if high >= known and high > self._before else None

    def ask(self, block: int) -> None:
        """It is asked about now."""
        self.asked, self._up_to = block, block + 1

    def forget(self, block: int) -> None:
        """It is awaited no more."""
        if self.asked == block:
            self.asked = None

    def fail(self, block: int, now: float) -> None:
        """Nothing was told of it, which a bit that is flipped on the way may have named
        (reliability H-6): for a while it is not asked about, but the last one before it.
        """
        if self._up_to == block + 1 and self._failed_at is None:
            self._failed_at, self._before, self._up_to = now, block, 0
        self.forget(block)

    def pass_time(self, now: float) -> None:
        """After that while all of it may be asked about again."""
        if self._failed_at is not None and now - self._failed_at >= REFUSED_SECONDS:
            self._failed_at, self._before, self._up_to = None, BLOCK_LIMIT, 0
