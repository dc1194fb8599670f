"""Appending: the nodes that new blocks add to a tree. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.suites import Suite


@dataclass(frozen=True, slots=True)
class Grown:
    """``nodes`` are all that are new, each after its children; ``roots`` those of the whole tree.

    ``length`` counts its blocks.
    """

    nodes: tuple[Node, ...]
    roots: tuple[Node, ...]
    length: int

    @property
    def byte_length(self) -> int:
        """The bytes of all blocks."""
        return sum(root.size for root in self.roots)


def grow(suite: Suite, roots: Sequence[Node], length: int, blocks: Iterable[bytes]) -> Grown:
    """A tree of ``length`` blocks with these ``roots`` (left to right), and ``blocks`` behind."""
    stack = list(roots)
    added: list[Node] = []
    for block in blocks:
        node = suite.leaf(flat.leaf(length), block)
        length += 1
        added.append(node)
        half, pairs = 1, length & -length  # as many levels are complete now as its zeros at the end
        while half < pairs:
            node = suite.parent(node.index - half, stack.pop(), node)
            added.append(node)
            half *= 2
        stack.append(node)
    return Grown(tuple(added), tuple(stack), length)
