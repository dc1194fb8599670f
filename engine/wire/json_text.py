"""Which texts are JSON, exactly as ``JSON.parse`` judges (protocols/peerlinks.md section 1). Pure.

The verdict decides whether a message exists, so it must be the same on every peer: any nesting,
any length of number, duplicate keys and lone surrogate escapes are JSON; NaN, Infinity, a byte
order mark, other blanks than space, tab, line feed and return, and raw control characters in
strings are not.

Two judges. msgspec checks without building objects, and what it accepts is JSON (a test compares
it with the exact judge on every short text over JSON's own characters). It refuses more than
JavaScript does, so what it refuses is judged again, exactly, by rewriting the text to one mark a
token:

    escapes -> strings -> scalars -> blanks -> keys:   [{"a": 1, "b": [true]}]  becomes  [{kv,k[v]}]

Then every pair of neighbours must be a legal one, and brackets and commas must fit a stack. Each
step is one linear pass without recursion or backtracking; a character that is no token survives
to the end and is refused there.
"""

from __future__ import annotations

import re

import msgspec

_CHECK = msgspec.json.Decoder(msgspec.Raw)

# Marks are control characters, which no JSON text holds anywhere, so none can be smuggled in.
_STRING_MARK, _SCALAR_MARK, _KEY_MARK = "\x01", "\x02", "\x03"

_FOREIGN_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_STRING = re.compile(r'"[^"\\\x00-\x1f]*"')
_SCALAR = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_BLANKS = re.compile(r"[ \t\n\r]+")

_NO_TOKEN = re.compile(r"[^\[\]{},\x01\x02\x03]")
_ILLEGAL_NEIGHBOURS = re.compile(
    r"\A(?:[\]},\x03]|\Z)"  # a text begins with a value
    r"|[\[,\x03{]\Z"  # and does not end before one
    r"|\[[},\x03]"
    r"|\{[^}\x03]"
    r"|,[\]},]"
    r"|\x03[\]},\x03]"
    r"|[\]}\x01\x02][^\]},]"
)
_ELEMENTS = re.compile(r"[\x01\x02]+|,(?=,)")
"""What the stack need not see, once a comma before a key has been written as a semicolon."""


_NEEDS = {"]": "[", "}": "{", ",": "[", ";": "{"}
"""In which bracket a mark may stand."""


def is_json(text: str) -> bool:
    """Whether ``JSON.parse(text)`` would succeed. Any top-level value; the empty text is none.

    Linear in the length, without recursion, whatever the nesting. Never raises.
    """
    try:
        _CHECK.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return _is_json_exactly(text)
    return True


def _is_json_exactly(text: str) -> bool:
    """The exact judge, alone; ``is_json`` asks it where the fast one refuses."""
    if _FOREIGN_CONTROL.search(text):
        return False
    tokens = _tokens_of(text)
    if _NO_TOKEN.search(tokens) or _ILLEGAL_NEIGHBOURS.search(tokens):
        return False
    return _brackets_fit(tokens)


def _tokens_of(text: str) -> str:
    # A backslash outside a string is illegal, so pairing escapes from the left over the whole
    # text pairs them as inside its strings; the underscore is a plain character there and no
    # token elsewhere.
    unescaped = _ESCAPE.sub("_", text)
    without_strings = _STRING.sub(_STRING_MARK, unescaped)
    without_scalars = _SCALAR.sub(_SCALAR_MARK, without_strings)
    compact = _BLANKS.sub("", without_scalars)
    return compact.replace(_STRING_MARK + ":", _KEY_MARK)


def _brackets_fit(tokens: str) -> bool:
    """Whether brackets pair, and commas before keys stand in objects, all others in arrays."""
    structure = tokens.replace("," + _KEY_MARK, ";").replace("{" + _KEY_MARK, "{")
    open_brackets: list[str] = []
    innermost = ""
    for mark in _ELEMENTS.sub("", structure):
        if mark in "[{":
            open_brackets.append(innermost)
            innermost = mark
        elif _NEEDS[mark] != innermost:
            return False
        elif mark in "]}":
            innermost = open_brackets.pop()
    return not innermost
