"""The block tree digest: which nodes somebody holds on the way from a block up to a root. Pure.

Bits 1, 2, 3 ... stand for the uncles, from the block's sibling upwards. Where a parent is held the
walk ends, bit 0 is set, and the leading 1 stands for that parent. 0: nothing is held; 1: nothing is
needed (DEP-0010 and draft 1, "Block Tree Digest"; protocols/hypercore.md section 7).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.protocols.hypercore.tree import flat

DIGEST_BITS_MAX = 64
NOTHING_HELD = 0
NOTHING_NEEDED = 1

Holds = Callable[[int], object]
"""Something that is true where the node of that index is held: a ``Lookup`` will do."""


def digest_of(block: int, length: int, holds: Holds) -> int:
    """What to ask for ``block`` with, holding nodes of trees of at most ``length`` blocks."""
    return digest_at(flat.leaf(block), length, holds)


def digest_at(node: int, length: int, holds: Holds) -> int:
    """The same for all blocks below ``node``: the first bit stands for its sibling.

    The walk goes on beyond the tree's own roots, up to the level of the widest, so that other
    roots show up as uncles.
    """
    if holds(node):
        return NOTHING_NEEDED
    # ``bit`` is twice the blocks that ``node`` covers, so its sibling lies that far from it, and
    # its parent half as far: as ``flat`` has it, at a fifth of the time.
    depth = flat.depth(node)
    digest, bit, last = 0, 2 << depth, 2 * length - 2
    while node >= bit or node + bit // 2 - 1 < last:
        above = (node | bit // 2) & ~bit
        if holds(node ^ bit):
            digest |= bit
        if holds(above):
            is_complete = digest == 2 * bit - (2 << depth)
            return NOTHING_NEEDED if is_complete else (digest | 2 * bit) >> depth | 1
        if bit >= 1 << (DIGEST_BITS_MAX - 2):
            break
        node, bit = above, 2 * bit
    return digest >> depth


def held_at(node: int, digest: int) -> frozenset[int]:
    """The nodes that whoever asks for all blocks below ``node`` with ``digest`` says to hold.

    A held parent implies roots as well: those of the tree that ends with it, or, if it is a right
    child, with its left sibling. Nodes both of whose children are held count as held.
    """
    if digest == NOTHING_NEEDED:
        return frozenset({node})
    has_parent, digest = digest & 1, digest >> 1
    held, bit = set[int](), 2 << flat.depth(node)
    while digest:
        if digest == 1 and has_parent:
            held.add(node)
            last = min(node, flat.sibling(node))
            held.update(flat.full_roots(flat.blocks_below(last)[1]))
            break
        if digest & 1:
            held.add(node ^ bit)
            if node in held:
                _hold(node ^ bit, held)
        node, bit, digest = (node | bit // 2) & ~bit, 2 * bit, digest >> 1
    return frozenset(held)


def _hold(node: int, held: set[int]) -> None:
    held.add(node)
    while flat.sibling(node) in held:
        node = flat.parent(node)
        held.add(node)
