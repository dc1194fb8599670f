"""A block as a post: its id, and its place in the timeline. Pure."""

from __future__ import annotations

from functools import lru_cache

from engine.crypto.blake2b import hash32
from engine.model.ids import OrderKey, PostId, PublicKey

INDEX_BYTES = 8
_NAME_BYTES = 24
_CONTEXT = b"tidings feed block"


def post_id(key: PublicKey, block: int) -> PostId:
    """32 bytes that name the block everywhere: 24 of its feed's, then its number.

    So the number is found again without looking anything up.
    """
    return PostId(_feed_name(key) + block.to_bytes(INDEX_BYTES, "big"))


def block_of(key: PublicKey, post: PostId) -> int | None:
    """Which block of that feed it names; None if it is none of its."""
    if post[:_NAME_BYTES] != _feed_name(key):
        return None
    return int.from_bytes(post[_NAME_BYTES:], "big")


def order_key(key: PublicKey, block: int) -> OrderKey:
    """40 bytes: the block's number, big-endian, then the post's id."""
    number = block.to_bytes(INDEX_BYTES, "big")
    return OrderKey(number + _feed_name(key) + number)


@lru_cache(maxsize=1_024)  # ours: feeds
def _feed_name(key: PublicKey) -> bytes:
    return hash32(_CONTEXT + key)[:_NAME_BYTES]
