"""BLAKE2b, the one hash of this program. Pure.

Sizes are BLAKE2b's own output lengths: a 32-byte hash is not a 64-byte one cut short. Keys are
BLAKE2b's own keyed mode: neither put in front of the data nor HMAC (protocols/peerlinks.md
section 1).
"""

from __future__ import annotations

import hashlib

HASH_BYTES = 32
"""What ``hash32`` gives: ids, message hashes, derived keys."""

_UNKEYED = hashlib.blake2b(digest_size=HASH_BYTES)  # only ever copied


def hash32(data: bytes, key: bytes = b"") -> bytes:
    """BLAKE2b-256 of ``data``: 32 bytes. ``key`` is 0 to 64 bytes; empty means the unkeyed hash."""
    if key:
        return hash_of_size(data, HASH_BYTES, key)
    hashed = _UNKEYED.copy()  # a third cheaper than a new one; what is short is hashed most
    hashed.update(data)
    return hashed.digest()


def hash_of_size(data: bytes, size: int, key: bytes = b"") -> bytes:
    """BLAKE2b of ``data``, ``size`` (1 to 64) bytes long; ``key`` as in hash32."""
    return hashlib.blake2b(data, digest_size=size, key=key).digest()
