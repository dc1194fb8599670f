"""Which bytes of a feed a block holds, and which block holds a byte, from the sizes in the tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node

Lookup = Callable[[int], Node | None]
"""The stored node of that index; None where there is none."""


@dataclass(frozen=True, slots=True)
class Place:
    """The byte at ``within`` of ``block``."""

    block: int
    within: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """The tree is not known there: this ``block`` would tell more (its hash alone may not)."""

    block: int


def block_at(length: int, offset: int, node: Lookup) -> Place | Unknown | None:
    """Where the byte at ``offset`` of a tree of ``length`` blocks is; None: behind its end.

    A block without bytes holds none of them, so it is never the answer.
    """
    for root in flat.full_roots(length):
        known = node(root)
        if known is None:
            return Unknown(flat.blocks_below(root)[0])
        if offset < known.size:
            return _below(root, offset, node)
        offset -= known.size
    return None


def _below(index: int, offset: int, node: Lookup) -> Place | Unknown:
    while index & 1:
        left, right = flat.children(index)
        known = node(left)
        if known is None:
            return Unknown(flat.blocks_below(left)[0])
        index, offset = (left, offset) if offset < known.size else (right, offset - known.size)
    return Place(index // 2, offset)


def offset_of(length: int, block: int, node: Lookup) -> int | None:
    """At which byte ``block`` begins, in a tree of ``length`` blocks; None: not known yet."""
    offset = 0
    for root in flat.full_roots(length):
        _, end = flat.blocks_below(root)
        if block < end:
            inside = _left_of(root, block, node)
            return None if inside is None else offset + inside
        known = node(root)
        if known is None:
            return None
        offset += known.size
    return None


def _left_of(index: int, block: int, node: Lookup) -> int | None:
    offset = 0
    while index & 1:
        left, right = flat.children(index)
        if block < flat.blocks_below(right)[0]:
            index = left
            continue
        known = node(left)
        if known is None:
            return None
        index, offset = right, offset + known.size
    return offset
