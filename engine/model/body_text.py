"""JSON as it stands in a message's body, and the body that is nothing but text (tidings.md 3)."""

from __future__ import annotations

import json
import re

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SURROGATE = re.compile("[\ud800-\udfff]")


def text_body(text: str) -> str:
    """The body of a message that says ``text`` alone: the shortest JSON for it."""
    return compact_json({"text": text})


def compact_json(value: Json) -> str:
    """``value`` without blanks, characters as they are, keys in the order in which they stand.

    ``ValueError`` for a number that JSON does not have.
    """
    return whole_text(_COMPACT.encode(value))


def whole_text(text: str) -> str:
    """``text`` with lone surrogates, which neither UTF-8 nor the store can hold, as U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
