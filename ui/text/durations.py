"""How long something still lasts, in words. Pure; no Qt."""

from __future__ import annotations

from ui.text.language import tr

_DAY, _HOUR, _MINUTE, _SECOND = 86_400, 3_600, 60, 1


def in_words(seconds: float) -> str:
    """The two largest units of a duration: ``6 days 23 hours``. Under a second: ``0 seconds``."""
    left = max(0, int(seconds))
    counts = []
    for size in (_DAY, _HOUR, _MINUTE, _SECOND):
        count, left = divmod(left, size)
        counts.append((count, size))
    first = next((place for place, (count, _size) in enumerate(counts) if count), len(counts) - 1)
    shown = counts[first : first + 2]
    return " ".join(_counted(*one) for one in shown if one[0] or one is shown[0])


def in_short_words(seconds: float) -> str:
    """The largest unit alone: ``6 days``."""
    count, size = next(
        ((count, size) for size in (_DAY, _HOUR, _MINUTE) if (count := int(seconds) // size) > 0),
        (max(0, int(seconds)), _SECOND),
    )
    return _counted(count, size)


def _counted(count: int, size: int) -> str:
    if size == _DAY:
        return tr("%n days", "", count)
    if size == _HOUR:
        return tr("%n hours", "", count)
    if size == _MINUTE:
        return tr("%n minutes", "", count)
    return tr("%n seconds", "", count)
