"""Numbers with what they count, in English."""

from __future__ import annotations


def amount(count: int, one: str, many: str) -> str:
    """``1 post``, ``1,234 posts``."""
    return f"{count:,} {one if count == 1 else many}"
