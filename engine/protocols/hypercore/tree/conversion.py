"""Signed trees made unsigned, and the other way round (draft 1, "Signed Merkle Trees"). Pure.

Blocks, nodes and the hash of the tree stay the same; only what vouches for that hash is another:
the author's signature, or that the feed is named by the hash itself. So nothing is hashed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed, Tree
from engine.protocols.hypercore.tree.suites import Suite

SignHash = Callable[[bytes], bytes]
"""An author's signature, 64 bytes, of the 32-byte hash of a tree."""


@dataclass(frozen=True, slots=True)
class Static:
    """An unsigned feed: ``key``, 32 bytes, is the hash of all of it; ``signed`` goes beside it."""

    key: bytes
    signed: Signed


def roots_of(tree: Tree, length: int) -> tuple[Node, ...] | None:
    """The roots of its first ``length`` blocks, left to right; None where one is not known."""
    roots = [tree.node(index) for index in flat.full_roots(length)]
    known = tuple(root for root in roots if root is not None)
    return known if len(known) == len(roots) else None


def unsigned(suite: Suite, roots: Sequence[Node]) -> Static:
    """The feed of these roots' blocks as one that never changes and needs no author."""
    return Static(suite.tree(roots), Signed(_length(roots), b""))


def signed(suite: Suite, roots: Sequence[Node], sign: SignHash) -> Signed:
    """What makes it the beginning of an author's feed, who may append to it."""
    return Signed(_length(roots), sign(suite.tree(roots)))


def _length(roots: Sequence[Node]) -> int:
    length = flat.blocks_below(roots[-1].index)[1] if roots else 0
    assert tuple(root.index for root in roots) == flat.full_roots(length), "roots of one tree"
    return length
