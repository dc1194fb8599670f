"""``START``, ``START:`` and ``START:END``: blocks or bytes, counted from 0, END not included."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.cli.failures import usage

NUMBER_MAX = 2**62 - 1  # protocols/hypercore.md 14
_SPAN = re.compile(r"([0-9]{1,19})(?:(:)([0-9]{1,19})?)?")


@dataclass(frozen=True, slots=True)
class Span:
    """``end``: None for as much as there is."""

    start: int
    end: int | None


def span_of(text: str) -> Span:
    """CommandFailed (usage) for what is none, or holds nothing."""
    read = _SPAN.fullmatch(text.strip())
    if read is None:
        raise usage(f"“{text}” is neither START nor START:END.", "For example 0, 10: or 10:20.")
    start = int(read[1])
    end = start + 1 if read[2] is None else None if read[3] is None else int(read[3])
    if start > NUMBER_MAX or (end is not None and not start < end <= NUMBER_MAX + 1):
        raise usage(f"There is nothing between {text.strip().replace(':', ' and ')}.")
    return Span(start, end)
