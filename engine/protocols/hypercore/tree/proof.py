"""What is sent so that a block can be verified (protocols/hypercore.md 7, "Sender"). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.digest import held_by
from engine.protocols.hypercore.tree.node import Node

TREES_TRIED = 64  # ours: of those signed around a block; the first one does but for a patchy store


@dataclass(frozen=True, slots=True)
class Signed:
    """The tree of ``length`` blocks is its author's; ``signature`` is empty in an unsigned feed."""

    length: int
    signature: bytes


class Tree(Protocol):
    """A feed's stored tree. All of it was verified, or is our own."""

    def node(self, index: int) -> Node | None:
        """The node of that index; None where there is none."""

    def signed(self, shortest: int, longest: int) -> Iterable[Signed]:
        """Trees of so many blocks (both inclusive) known to be the author's, the longest first."""


@dataclass(frozen=True, slots=True)
class Proof:
    """``nodes``: for a hash alone the leaf; then uncles upwards; then other roots, left to right.

    ``signature`` is empty where none is needed: the other holds a parent, or the feed is unsigned.
    """

    nodes: tuple[Node, ...]
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class _Climb:
    """``path`` leads from a leaf up; ``siblings`` are those of all but its last node."""

    path: Sequence[int]
    siblings: Sequence[Node]


def prove(tree: Tree, block: int, digest: int, *, hash_only: bool) -> Proof | None:
    """What whoever asks for ``block`` with ``digest`` needs; None if we cannot prove it.

    As wide a tree as we hold is proved: the asker then needs fewer signatures.
    """
    leaf = tree.node(flat.leaf(block))
    if leaf is None:
        return None
    held = held_by(block, digest)
    first = (leaf,) if hash_only else ()
    path, siblings = [leaf.index], list[Node]()
    at, bit = leaf.index, 2  # the sibling of ``at`` lies ``bit`` away (see ``digest_of``)
    while at not in held:
        sibling = tree.node(at ^ bit)
        if sibling is None:
            proof = _up_to_signed_roots(tree, _Climb(path, siblings), held)
            return None if proof is None else Proof(first + proof.nodes, proof.signature)
        siblings.append(sibling)
        at, bit = (at | bit // 2) & ~bit, 2 * bit
        path.append(at)
    return Proof(first + _lacking(siblings, held))


def _up_to_signed_roots(tree: Tree, climb: _Climb, held: frozenset[int]) -> Proof | None:
    tried = 0
    for height in range(len(climb.path) - 1, -1, -1):
        root = climb.path[height]
        sibling = flat.sibling(root)
        if sibling < root:
            continue  # where a right child is complete, so is its parent: it is never a root
        _, shortest = flat.blocks_below(root)
        _, too_long = flat.blocks_below(sibling)
        for signed in tree.signed(shortest, too_long - 1):
            others = [tree.node(i) for i in flat.full_roots(signed.length) if i != root]
            known = [one for one in others if one is not None]
            if len(known) == len(others):
                uncles = climb.siblings[:height]
                return Proof(_lacking([*uncles, *known], held), signed.signature)
            tried += 1
            if tried >= TREES_TRIED:
                return None
    return None


def _lacking(nodes: Iterable[Node], held: frozenset[int]) -> tuple[Node, ...]:
    return tuple(node for node in nodes if node.index not in held)
