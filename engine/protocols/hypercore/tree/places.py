"""Which block of a feed holds a byte, from the sizes in its tree. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


def block_behind(first: int, end: int, offset: int, node: Lookup) -> Place | Unknown | None:
    """Where the byte ``offset`` bytes behind the beginning of block ``first`` is; None: not before
    block ``end``.
    """
    for known in _covering(first, end, node):
        if isinstance(known, Unknown):
            return known
        if offset < known.size:
            return _below(known.index, offset, node)
        offset -= known.size
    return None


def bytes_between(first: int, end: int, node: Lookup) -> int | None:
    """How many bytes the blocks from ``first`` to before ``end`` have; None: not known yet."""
    size = 0
    for known in _covering(first, end, node):
        if isinstance(known, Unknown):
            return None
        size += known.size
    return size


def _covering(first: int, end: int, node: Lookup) -> Iterator[Node | Unknown]:
    """Nodes that cover just those blocks, left to right: as few as are known."""
    waiting = list(reversed(flat.roots_between(first, end)))
    while waiting:
        index = waiting.pop()
        known = node(index)
        if known is not None:
            yield known
        elif index & 1:
            waiting += reversed(flat.children(index))
        else:
            yield Unknown(index // 2)


def _below(index: int, offset: int, node: Lookup) -> Place | Unknown:
    while index & 1:
        left, right = flat.children(index)
        known = node(left)
        if known is None:
            return Unknown(flat.blocks_below(left)[0])
        index, offset = (left, offset) if offset < known.size else (right, offset - known.size)
    return Place(index // 2, offset)
