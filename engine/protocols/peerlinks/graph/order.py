"""The channel's order as a key that compares bytewise ("CRDT Order": height, then hash). Pure."""

from __future__ import annotations

from engine.model.ids import OrderKey, PostId

_HEIGHT_BYTES = 8


def order_key(height: int, hash_: PostId) -> OrderKey:
    """40 bytes: the height, big-endian, then the hash."""
    return OrderKey(height.to_bytes(_HEIGHT_BYTES, "big") + hash_)
