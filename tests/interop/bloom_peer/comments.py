"""A comment as it lies in the set, from the table of its layout."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from tests.interop.bloom_peer.trust import Keys


def comment(
    feed: bytes, keys: Keys, chain: Sequence[bytes], text: str, at: float, entry: int | None = None
) -> bytes:
    """By whoever holds the chain."""
    written = text.encode()
    body = b"".join(
        (
            bytes((1, 1, len(chain))),
            *chain,
            struct.pack(">dQB", at, 0 if entry is None else entry + 1, 0),
            struct.pack(">H", len(written)),
            written,
        )
    )
    return body + keys.signs(b"tidings comment 1" + feed + body)


def text_in(value: bytes) -> str:
    """What it says, of one that answers none."""
    start = 3 + 137 * value[2] + 17
    (length,) = struct.unpack_from(">H", value, start)
    return value[start + 2 : start + 2 + length].decode()
