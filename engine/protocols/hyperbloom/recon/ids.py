"""How a value is named where sets are compared (``tidings/recon/1``). Pure."""

from __future__ import annotations

from functools import lru_cache

from engine.crypto.blake2b import hash32
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.keys import hyperbloom_hash

ID_BYTES = 16
_CONTEXT = b"tidings recon 1"


def value_hash(feed: PublicKey, value: bytes) -> bytes:
    """32 bytes that nobody can choose without the feed's key; the first 16 are the value's id."""
    return hash32(value, _key(feed))


@lru_cache(maxsize=64)  # ours: feeds; it is asked for with each value
def _key(feed: PublicKey) -> bytes:
    return hyperbloom_hash(_CONTEXT + feed)
