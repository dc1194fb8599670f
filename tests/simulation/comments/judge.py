"""What a value of a comment set has to be: read from the layout's description, with other code."""

from __future__ import annotations

import hashlib
import math
import struct
from dataclasses import dataclass

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

_LINK = struct.Struct(">B32sd32s64s")


def hashed(data: bytes) -> bytes:
    """HyperBloom's."""
    return hashlib.blake2b(data, digest_size=32, key=b"---hyperbloom---").digest()


@dataclass(frozen=True, slots=True)
class Judged:
    """A value that is a comment, or a change of one."""

    kind: int
    at: float
    author: bytes


def judge(feed: bytes, value: bytes) -> Judged | None:
    """None for what is no value of that feed's set."""
    try:
        return _judge(feed, value)
    except (struct.error, BadSignatureError, UnicodeDecodeError, ValueError, IndexError):
        return None


def _judge(feed: bytes, value: bytes) -> Judged | None:
    version, kind, count = value[:3]
    place = 3 + count * _LINK.size
    at, entry, has_reference = struct.unpack_from(">dQB", value, place)
    if version != 1 or kind not in {1, 2, 3} or count > 5 or not math.isfinite(at):
        return None
    if at < 0 or entry > 1 << 62 or has_reference > 1 or (kind > 1 and not has_reference):
        return None
    issuer = feed
    for number in range(count):
        link = value[3 + number * _LINK.size :][: _LINK.size]
        link_version, trustee, until, _nonce, signature = _LINK.unpack(link)
        VerifyKey(issuer).verify(hashed(link[:73]), signature)
        if link_version != 1 or not until >= at:
            return None
        issuer = trustee
    place += 17 + 32 * has_reference
    (length,) = struct.unpack_from(">H", value, place)
    text = value[place + 2 : place + 2 + length].decode()
    if len(value) != place + 2 + length + 64 or length > 4_096 or bool(text) == (kind == 3):
        return None
    VerifyKey(issuer).verify(hashed(b"tidings comment 1" + feed + value[:-64]), value[-64:])
    return Judged(kind, at, issuer)
