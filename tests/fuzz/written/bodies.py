"""Bodies of posts: every form, and members of another type or size than they have to be."""

from __future__ import annotations

import json
from collections.abc import Iterator

from engine.protocols.peerlinks.bodies import forms

_HASH = "0f" * 32
_FILE = {"name": "a", "content-type": "text/plain", "data": "YQ=="}
_BODIES: tuple[object, ...] = (
    {"text": "hello", "mentions": [_HASH, 7, "short"]},
    {"text": "hello", "mentions": ["x"] * (forms.MENTIONS_MAX + 1)},
    {"text": "hello", "mentions": 7},
    {"text": "hello", "reply_to": _HASH},
    {"text": "+", "react_to": _HASH},
    {"text": "", "react_to": _HASH},
    {"text": "x" * (forms.EMOJI_CHARACTERS_MAX + 1), "react_to": _HASH},
    {"text": "", "unreact": _HASH, "emoji": "+"},
    {"text": "", "unreact": _HASH, "emoji": 7},
    {"text": "hello", "edits": _HASH},
    {"text": "", "retracts": _HASH},
    {"files": [_FILE]},
    {"text": "with a caption", "files": [_FILE, _FILE]},
    {"files": [_FILE, 7]},
    {"files": [{**_FILE, "data": 7}]},
    {"files": []},
    {"files": [_FILE] * (forms.FILES_MAX + 1)},
    {"text": 7},
    {"text": "\ud800"},
    [],
    7,
)


def written() -> Iterator[tuple[int, bytes]]:
    """For both readers."""
    for text in _texts():
        for reader in (0, 1):
            yield reader, text.encode("utf-8", "surrogatepass")
    yield 1, b"9" * 5_000  # more digits than Python reads


def _texts() -> Iterator[str]:
    yield from map(json.dumps, _BODIES)
    yield "NaN"
    yield '{"a":1,"b":[2,{"c":3}]}'
    yield from ("[1,2", "[1}", '{"a":1]', '["a":1]', "{1}", '{"a",1}', "][", "[[],{}]", "[{},[]]")
    yield "[" * (forms.NESTING_MAX + 1) + "]" * (forms.NESTING_MAX + 1)
    yield "[" + "1," * (forms.ELEMENTS_MAX + 1) + "1]"
