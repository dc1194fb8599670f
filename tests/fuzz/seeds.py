"""Where the corpus begins: what published programs wrote, given to every reader, and what we write
ourselves (``written``), as far as it is small.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from engine.wire.varint import encode_varint
from tests.fuzz.target import INPUT_BYTES_MAX, Target
from tests.fuzz.written import written

_VECTORS = Path(__file__).parent.parent / "vectors"
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


_OF_A_READER_MAX = 400


def seeds(target: Target) -> list[bytes]:
    """What the target's readers accept, some hundreds of each, and what we write for them.

    Where a byte says of what kind a message is, what was written is taken for one of each kind.
    """
    published = list(dict.fromkeys(form for one in _published() for form in _forms(target, one)))
    chosen = [one for one in written(target) if 0 < len(one) <= INPUT_BYTES_MAX]
    for read in target.readers:
        inputs = [target.input(read, one) for one in published if len(one) < INPUT_BYTES_MAX]
        accepted = [one for one in inputs if target.look(one)]
        chosen += accepted[:: 1 + len(accepted) // _OF_A_READER_MAX]
    return chosen


def large(target: Target) -> list[bytes]:
    """What we write that is too large to be fuzzed."""
    return [one for one in written(target) if len(one) > INPUT_BYTES_MAX]


def _forms(target: Target, published: bytes) -> Iterator[bytes]:
    yield published
    for kind in range(target.typed):
        told = target.head + bytes((kind,))
        yield told + published
        if target.head:
            yield told + encode_varint(len(published)) + published + bytes(1)


def _published() -> Iterator[bytes]:
    for file in sorted(_VECTORS.rglob("*.json")):
        for text in _texts(json.loads(file.read_text())):
            yield text.encode()
            if _HEX.fullmatch(text):
                yield bytes.fromhex(text)


def _texts(found: object) -> Iterator[str]:
    match found:
        case str():
            yield found
        case dict():
            for one in found.values():
                yield from _texts(one)
        case list():
            for one in found:
                yield from _texts(one)
        case _:
            pass  # numbers and the like are no texts
