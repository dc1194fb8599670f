"""JSON as it stands in a message's body, and the body that is nothing but text (tidings.md 3)."""

from __future__ import annotations

import json
import re

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_AS_IT_IS = re.compile('[\x00-\x1f"\\\\\ud800-\udfff]')
"""What stands in a JSON string in another way than by itself."""


def text_body(text: str) -> str:
    """The body of a message that says ``text`` alone: the shortest JSON for it."""
    return compact_json({"text": text})


def is_text_body(body: str, text: str) -> bool:
    """Whether ``body`` is ``text_body(text)``; where it is, nothing is encoded to find out."""
    if body == f'{{"text":"{text}"}}' and _NOT_AS_IT_IS.search(text) is None:
        return True
    return body == text_body(text)


def compact_json(value: Json) -> str:
    """``value`` without blanks, characters as they are, keys in the order in which they stand.

    ``ValueError`` for a number that JSON does not have.
    """
    return whole_text(_COMPACT.encode(value))


def whole_text(text: str) -> str:
    """``text`` with lone surrogates, which neither UTF-8 nor the store can hold, as U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
