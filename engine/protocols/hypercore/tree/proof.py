"""What is sent so that a block can be verified (protocols/hypercore.md 7, "Sender"). Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.digest import NOTHING_HELD, held_at
from engine.protocols.hypercore.tree.node import Node

GIVEN_NODES_MAX = 4_096  # ours: known to have been sent, on one lane; some 300 KiB
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
    """``path``: the nodes from the first one up that whoever gets ``proof`` can tell."""

    path: Sequence[int]
    proof: Proof


_Held = tuple[Collection[int], Collection[int]]
"""What the asker says to hold, and what it was given before."""


class Given:
    """Nodes that one asker has got from us, or can tell from what it got, over one connection.

    Asked for many blocks at once, it says of each what it held before the first of them came. What
    was sent since is not sent again, as published programs have it.
    """

    __slots__ = ("nodes",)

    def __init__(self) -> None:
        self.nodes: set[int] = set()

    def note(self, path: Iterable[int], proof: Proof) -> None:
        """A block was sent with that proof, from which the nodes of ``path`` follow."""
        if len(self.nodes) > GIVEN_NODES_MAX:
            self.nodes.clear()  # all that comes of it is that some are sent twice
        self.nodes.update(path)
        self.nodes.update([node.index for node in proof.nodes])

    def forget(self) -> None:
        """It says that it has nothing, or that it did not take what was sent."""
        self.nodes.clear()


def prove(
    tree: Tree, block: int, digest: int, *, hash_only: bool, given: Given | None = None
) -> Proof | None:
    """What whoever asks for ``block`` with ``digest`` needs; None if we cannot prove it.

    As wide a tree as we hold is proved: the asker then needs fewer signatures. ``given``: what it
    has got before, and afterwards this as well. Who says to hold nothing gets all: a hash is then
    asked for to be verified by itself, and not kept.
    """
    return prove_at(tree, flat.leaf(block), digest, hash_only=hash_only, given=given)


def prove_at(
    tree: Tree, index: int, digest: int, *, hash_only: bool = False, given: Given | None = None
) -> Proof | None:
    """The same for who asks for all blocks below the node ``index`` (``digest_at``)."""
    below = tree.node(index)
    if below is None:
        return None
    given = Given() if given is None else given
    if digest == NOTHING_HELD:
        given.forget()
    climb = _climb(tree, index, (held_at(index, digest), given.nodes))
    if climb is None:
        return None
    proof = Proof((below, *climb.proof.nodes), climb.proof.signature) if hash_only else climb.proof
    if not hash_only or digest != NOTHING_HELD:
        given.note(climb.path, proof)
    return proof


def _climb(tree: Tree, start: int, held: _Held) -> _Climb | None:
    """From a node up to what is held, or to signed roots."""
    said, given = held
    path, siblings = [start], list[Node]()
    at, bit = start, 2 << flat.depth(start)  # the sibling lies ``bit`` away (see ``digest_at``)
    while at not in given and at not in said:
        sibling = tree.node(at ^ bit)
        if sibling is None:
            return _up_to_signed_roots(tree, path, siblings, held)
        siblings.append(sibling)
        at, bit = (at | bit // 2) & ~bit, 2 * bit
        path.append(at)
    return _Climb(path, Proof(_lacking(siblings, held)))


def _up_to_signed_roots(
    tree: Tree, path: Sequence[int], siblings: Sequence[Node], held: _Held
) -> _Climb | None:
    tried = 0
    for height in range(len(path) - 1, -1, -1):
        root = path[height]
        sibling = flat.sibling(root)
        if sibling < root:
            continue  # where a right child is complete, so is its parent: it is never a root
        _, shortest = flat.blocks_below(root)
        _, too_long = flat.blocks_below(sibling)
        for signed in tree.signed(shortest, too_long - 1):
            others = [tree.node(i) for i in flat.full_roots(signed.length) if i != root]
            known = [one for one in others if one is not None]
            if len(known) == len(others):
                nodes = _lacking([*siblings[:height], *known], held)
                return _Climb(path[: height + 1], Proof(nodes, signed.signature))
            tried += 1
            if tried >= TREES_TRIED:
                return None
    return None


def _lacking(nodes: Iterable[Node], held: _Held) -> tuple[Node, ...]:
    said, given = held
    return tuple([n for n in nodes if n.index not in given and n.index not in said])
