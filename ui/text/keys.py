"""Keys as a person reads them: whole in groups, or as their two ends. No Qt."""

from __future__ import annotations

KEY_GROUP_DIGITS = 8
SHORT_KEY_DIGITS = 8


def grouped_key(key: bytes) -> str:
    """A whole key in hex, in groups that can be read aloud."""
    digits = key.hex()
    starts = range(0, len(digits), KEY_GROUP_DIGITS)
    return " ".join(digits[start : start + KEY_GROUP_DIGITS] for start in starts)


def short_key(key: bytes) -> str:
    """The beginning and the end of a key."""
    digits = key.hex()
    return f"{digits[:SHORT_KEY_DIGITS]}…{digits[-SHORT_KEY_DIGITS:]}"
