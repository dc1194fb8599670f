"""Amounts of bytes: as people read them, and as they type them."""

from __future__ import annotations

import re

from app.cli.failures import usage

_UNITS = {
    "": 1,
    "b": 1,
    "k": 1_000,
    "kb": 1_000,
    "kib": 1_024,
    "m": 1_000_000,
    "mb": 1_000_000,
    "mib": 1_024**2,
    "g": 1_000_000_000,
    "gb": 1_000_000_000,
    "gib": 1_024**3,
    "t": 1_000_000_000_000,
    "tb": 1_000_000_000_000,
    "tib": 1_024**4,
}
_AMOUNT = re.compile(r"([0-9]{1,18}(?:\.[0-9]{1,6})?)\s*([A-Za-z]*)")
_STEPS = (("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000))


def in_words(count: int) -> str:
    """``1.5 MB``, ``12 kB``, ``7 bytes``."""
    for unit, size in _STEPS:
        if count >= size:
            amount = count / size
            return f"{amount:.1f} {unit}" if amount < 100 else f"{amount:,.0f} {unit}"
    return "1 byte" if count == 1 else f"{count} bytes"


def bytes_of(text: str) -> int:
    """``2000``, ``500 MB`` or ``1.5GiB`` in bytes. CommandFailed (usage) for anything else."""
    read = _AMOUNT.fullmatch(text.strip())
    unit = None if read is None else _UNITS.get(read[2].lower())
    if read is None or unit is None:
        raise usage(
            f"“{text}” is no amount of bytes.", "Give bytes, or for example “500 MB” or “2 GiB”."
        )
    return int(float(read[1]) * unit) if "." in read[1] else int(read[1]) * unit
