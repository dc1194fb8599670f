"""An independent, slow judge of stored messages: written from the document, not from the engine.

Reads the canonical bytes itself, strictly, and knows every rule a message of a channel has to keep.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

JSON_UNITS = {1: 2_097_152, 2: 524_288, 3: 8_192}
MONTH = 30 * 86_400.0


class Unlawful(Exception):  # noqa: N818 - it names what was found
    """The message should never have been stored."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What later messages need to know of it."""

    height: int
    timestamp: float


@dataclass(slots=True)
class Judge:
    """Of one channel. Parents are shown before their children."""

    public_key: bytes
    known: dict[bytes, Judged] = field(default_factory=dict)
    roots: dict[bytes, None] = field(default_factory=dict)

    def judge(self, name: bytes, wire: bytes) -> Judged:
        """Raises Unlawful. What was judged once is known."""
        judged = self.known.get(name)
        if judged is None:
            judged = self._judge(name, wire)
            self.known[name] = judged
        return judged

    def _judge(self, name: bytes, wire: bytes) -> Judged:
        _demand(hashlib.blake2b(wire, digest_size=32).digest() == name, "hash")
        outer = _strict(wire, {1: 2, 2: 2}, repeated=())
        tbs = _strict(outer[1][0], {1: 2, 2: 0, 3: 2, 4: 1, 5: 2}, repeated=(1, 3))
        signature = outer[2][0]
        parents, chain = tbs.get(1, []), tbs.get(3, [])
        height, timestamp = tbs[2][0], struct.unpack("<d", tbs[4][0])[0]
        _demand(len(signature) == 64 and all(len(one) == 32 for one in parents), "lengths")
        _demand(math.isfinite(timestamp) and 0 <= timestamp < 2**53, "timestamp")
        signer = self._walk(chain, timestamp)
        _demand(_verifies(signer, outer[1][0], signature), "signature")
        self._judge_place(name, parents, height, timestamp)
        self._judge_body(name, _strict(tbs[5][0], {1: 2, 2: 2}, repeated=()), parents, chain)
        return Judged(height, timestamp)

    def _walk(self, chain: list[bytes], at: float) -> bytes:
        _demand(len(chain) <= 3, "chain of more than three")
        channel = hashlib.blake2b(
            self.public_key, digest_size=32, key=b"peerlinks-channel-id"
        ).digest()
        key = self.public_key
        for link in chain:
            outer = _strict(link, {1: 2, 2: 2}, repeated=())
            tbs = _strict(outer[1][0], {1: 2, 2: 2, 3: 1, 4: 1}, repeated=())
            start, end = (struct.unpack("<d", tbs[number][0])[0] for number in (3, 4))
            _demand(math.isfinite(start) and math.isfinite(end), "window")
            _demand(start <= at < end, "a link outside its time")
            name = tbs[2][0].decode("utf-8")
            _demand(1 <= _units(name) <= 128, "name")
            signed = outer[1][0] + b"\x2a\x20" + channel
            _demand(_verifies(key, signed, outer[2][0]), "link signature")
            key = tbs[1][0]
        return key

    def _judge_place(
        self, name: bytes, parents: list[bytes], height: int, timestamp: float
    ) -> None:
        _demand(len(parents) <= 128, "parents")
        if not parents:
            _demand(height == 0, "height of a root")
            self.roots[name] = None
            _demand(len(self.roots) == 1, "second root")
            return
        _demand(all(one in self.known for one in parents), "unknown parent")
        times = [self.known[one].timestamp for one in parents]
        _demand(height == 1 + max(self.known[one].height for one in parents), "height")
        _demand(max(times) - min(times) <= MONTH, "spread")
        _demand(timestamp >= max(times), "before a parent")

    def _judge_body(
        self, name: bytes, body: dict[int, list[bytes]], parents: list[bytes], chain: list[bytes]
    ) -> None:
        _demand(len(body) == 1, "body")
        if 1 in body:
            _demand(name in self.roots and not chain and body[1][0] == b"", "root")
            return
        _demand(bool(parents), "no root")
        text = body[2][0].decode("utf-8")
        # Any depth is valid, and any number of digits: only Python's own reader has limits.
        with suppress(RecursionError):
            json.loads(text, parse_constant=_refuse, parse_int=len)
        if chain:
            _demand(_units(text) <= JSON_UNITS[len(chain)], "length of text")


def _demand(condition: bool, rule: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not condition:
        raise Unlawful(rule)


def _refuse(constant: str) -> object:
    raise Unlawful(f"JSON with {constant}")


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _verifies(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        VerifyKey(key).verify(message, signature)
    except (BadSignatureError, ValueError):
        return False
    return True


def _strict(data: bytes, kinds: dict[int, int], repeated: tuple[int, ...]) -> dict[int, list]:  # type: ignore[type-arg]  # ints and bytes, by kind
    """The fields of a canonical message: ascending, of these wire types, nothing else."""
    found: dict[int, list] = {}  # type: ignore[type-arg]  # as above
    last = 0
    for number, kind, value in _fields(data):
        _demand(kinds.get(number) == kind, f"field {number} of type {kind}")
        _demand(number > last or (number == last and number in repeated), "order of fields")
        last = number
        found.setdefault(number, []).append(value)
    return found


def _fields(data: bytes) -> Iterator[tuple[int, int, int | bytes]]:
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        number, kind = tag >> 3, tag & 7
        match kind:
            case 0:
                value, at = _varint(data, at)
                yield number, kind, value
            case 1:
                yield number, kind, data[at : at + 8]
                at += 8
            case 2:
                size, at = _varint(data, at)
                _demand(at + size <= len(data), "cut off")
                yield number, kind, data[at : at + size]
                at += size
            case _:
                raise Unlawful("wire type")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        _demand(at < len(data) and shift < 70, "number")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            _demand(byte > 0 or shift == 7, "number with idle bytes")
            return value, at
