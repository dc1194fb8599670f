"""Flat in-order trees: a binary tree's nodes as numbers (draft 1, "Flat In-Order Trees"). Pure.

Block n is the leaf 2n; a node of depth d has d trailing ones. Numbers have no upper bound here:
whoever reads them from a peer bounds them.
"""

from __future__ import annotations


def leaf(block: int) -> int:
    """The node of that block."""
    return 2 * block


def depth(node: int) -> int:
    """How many levels ``node`` stands above the leaves."""
    return (~node & (node + 1)).bit_length() - 1


def parent(node: int) -> int:
    """The node above."""
    bit = 1 << depth(node)
    return (node | bit) & ~(bit << 1)


def sibling(node: int) -> int:
    """The other child of the same parent."""
    return node ^ (2 << depth(node))


def children(node: int) -> tuple[int, int]:
    """Left and right, of a node that is no leaf."""
    half = 1 << (depth(node) - 1)
    return node - half, node + half


def left_span(node: int) -> int:
    """The first leaf below ``node``, or itself."""
    return node & (node + 1)


def right_span(node: int) -> int:
    """The last leaf below ``node``, or itself."""
    return (node | (node + 1)) - 1


def blocks_below(node: int) -> tuple[int, int]:
    """The blocks that ``node`` covers, from the first to behind the last."""
    return left_span(node) // 2, right_span(node) // 2 + 1


def roots_between(start: int, end: int) -> tuple[int, ...]:
    """The nodes that cover just the blocks from ``start`` to before ``end``, the fewest there are;
    left to right.
    """
    roots: list[int] = []
    while start < end:
        wide = 1 << (end - start).bit_length() - 1
        wide = min(wide, start & -start or wide)
        roots.append(2 * start + wide - 1)
        start += wide
    return tuple(roots)


def full_roots(length: int) -> tuple[int, ...]:
    """The roots of a tree of ``length`` blocks, left to right: its powers of two, largest first."""
    roots: list[int] = []
    start = 0
    while length:
        half = 1 << length.bit_length() - 1
        roots.append(2 * start + half - 1)
        start += half
        length -= half
    return tuple(roots)
