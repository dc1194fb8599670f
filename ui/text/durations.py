"""How long something still lasts, in words. Pure; no Qt."""

from __future__ import annotations

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def in_words(seconds: float) -> str:
    """The two largest units of a duration: ``6 days 23 hours``. Under a second: ``0 seconds``."""
    left = max(0, int(seconds))
    counts = []
    for name, size in _UNITS:
        count, left = divmod(left, size)
        counts.append((count, name))
    first = next((place for place, (count, _name) in enumerate(counts) if count), len(counts) - 1)
    shown = counts[first : first + 2]
    return " ".join(_counted(*one) for one in shown if one[0] or one is shown[0])


def in_short_words(seconds: float) -> str:
    """The largest unit alone: ``6 days``."""
    count, name = next(
        ((count, name) for name, size in _UNITS if (count := int(seconds) // size) > 0),
        (0, _UNITS[-1][0]),
    )
    return _counted(count, name)


def _counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
