"""A node of a feed's tree."""

from __future__ import annotations

from dataclasses import dataclass

HASH_BYTES = 32


@dataclass(frozen=True, slots=True)
class Node:
    """``index`` is its flat in-order number, ``size`` the bytes of all blocks below it."""

    index: int
    hash: bytes
    size: int
