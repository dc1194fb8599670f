"""HyperBloom's one hash, and the name under which a set is looked for. Pure."""

from __future__ import annotations

from engine.crypto.blake2b import hash32
from engine.model.ids import PublicKey

_KEY = b"---hyperbloom---"


def hyperbloom_hash(data: bytes) -> bytes:
    """32 bytes: BLAKE2b-256 keyed as the document says (protocols/hyperbloom.md 1, "Hash")."""
    return hash32(data, _KEY)


def discovery_key(feed: PublicKey) -> bytes:
    """32 bytes that name a feed's set to whoever knows the feed; not Hypercore's name for it."""
    return hyperbloom_hash(feed)
