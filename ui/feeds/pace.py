"""How fast a feed comes in, and how long the rest takes. Pure; no Qt, no clock."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from engine.model.feeds import FeedView
from ui.text.durations import in_short_words
from ui.text.language import tr
from ui.text.numbers import number, size_words

WINDOW_SECONDS = 8.0  # ours: long enough to be steady, short enough to be true
LEAST_SECONDS = 1.0  # ours: less says nothing
LONG_SECONDS = 30 * 86_400.0  # ours: more than a month is no forecast


@dataclass(slots=True)
class Pace:
    """Blocks and bytes of the last seconds. Times are Unix seconds."""

    _came: deque[tuple[float, int, int]] = field(default_factory=deque)

    def came(self, blocks: int, size: int, now: float) -> None:
        """So much has just come in."""
        self._came.append((now, blocks, size))
        self._forget(now)

    def bytes_a_second(self, now: float) -> float:
        """0 where too little is known."""
        return self._rate(2, now)

    def blocks_a_second(self, now: float) -> float:
        """0 where too little is known."""
        return self._rate(1, now)

    def _rate(self, place: int, now: float) -> float:
        self._forget(now)
        if not self._came:
            return 0.0
        lasted = max(LEAST_SECONDS, now - self._came[0][0])
        return sum(one[place] for one in self._came) / lasted

    def _forget(self, now: float) -> None:
        while self._came and now - self._came[0][0] > WINDOW_SECONDS:
            self._came.popleft()


def progress_words(feed: FeedView, pace: Pace, now: float) -> str:
    """``1,204 of 20,000 blocks · 2.1 MB/s · 3 minutes left``; without a speed only the first."""
    counted = tr("{here} of {whole} blocks")
    parts = [counted.format(here=number(feed.downloaded), whole=number(feed.length))]
    speed = pace.bytes_a_second(now)
    if speed >= 1.0:
        parts.append(tr("{size}/s").format(size=size_words(round(speed))))
    left = seconds_left(feed, pace, now)
    if left is not None:
        parts.append(tr("{duration} left").format(duration=in_short_words(max(1.0, left))))
    return " \N{MIDDLE DOT} ".join(parts)


def seconds_left(feed: FeedView, pace: Pace, now: float) -> float | None:
    """Until all of it is here at this speed; None where that cannot be said."""
    blocks, speed = feed.length - feed.downloaded, pace.blocks_a_second(now)
    if blocks <= 0 or speed <= 0.0:
        return None
    missing = feed.byte_length - feed.downloaded_bytes
    by_bytes = missing / pace.bytes_a_second(now) if pace.bytes_a_second(now) > 0.0 else 0.0
    left = max(blocks / speed, by_bytes) if missing <= 0 else by_bytes
    return left if 0.0 < left < LONG_SECONDS else None
