"""Whether a feed's author has signed two histories (protocols/hypercore.md 8). Pure.

A node that differs from ours is no proof yet: it may be a bad peer. So the hash of a block is asked
for once more with everything that signs it, and verified without our own tree. If the signature is
good, both histories are the author's, and both answers are kept to be shown: whoever has the feed's
key can verify them without knowing anything else of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from engine.protocols.hypercore.exchange.trust.judging import judge_of
from engine.protocols.hypercore.records import Evidence, Feed, Forked
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof, Signed, Tree, prove
from engine.protocols.hypercore.tree.suites import SUITES
from engine.protocols.hypercore.tree.verification import Received, Verified, verify

Nodes = Mapping[int, Node]


class NoTree:
    """A ``Tree`` of which nothing is known."""

    def node(self, index: int) -> Node | None:  # noqa: ARG002
        """None."""
        return None

    def signed(self, shortest: int, longest: int) -> Iterable[Signed]:  # noqa: ARG002
        """None."""
        return ()


NOTHING_KNOWN = NoTree()


@dataclass(frozen=True, slots=True)
class Alone:
    """A hash that was verified without our own tree: what its author signed, and how it came."""

    block: int
    proof: Proof
    verified: Verified

    @property
    def signed(self) -> Signed:
        """The tree that proves it."""
        assert self.verified.signed is not None, "without a tree of ours only a signature proves"
        return self.verified.signed


@dataclass(frozen=True, slots=True)
class Divergence:
    """How many blocks two histories share for sure, from the first on.

    ``ask``: the block whose hash, with all that signs it, would tell more; None: nothing would.
    """

    common: int
    ask: int | None


# ---- comparing ----------------------------------------------------------------------------------


def verified_alone(feed: Feed, block: int, proof: Proof) -> Alone:
    """The hash of ``block`` by its proof alone. Raises ProofFailed."""
    received = Received(block, None, proof)
    verified = verify(SUITES[feed.suite], NOTHING_KNOWN, received, judge_of(feed))
    # Of all of them the hashes are compared, and none is stored.
    nodes = (*verified.said, *verified.nodes)
    return Alone(block, proof, replace(verified, nodes=nodes, said=()))


def differs(tree: Tree, alone: Alone) -> bool:
    """Whether ``alone`` holds a node that ``tree`` has otherwise."""
    return any(_is_other(tree.node(node.index), node) for node in alone.verified.nodes)


def contradict(one: Alone, other: Alone) -> bool:
    """Whether two answers cannot be of one history."""
    nodes = {node.index: node for node in one.verified.nodes}
    return any(_is_other(nodes.get(node.index), node) for node in other.verified.nodes)


def _is_other(known: Node | None, node: Node) -> bool:
    """By the hash, which binds the content. Of a hash that came alone nobody has signed the size:
    only the sum with its sibling's is hashed above them, and a liar may divide it otherwise.
    """
    return known is not None and known.hash != node.hash


def divergence(tree: Tree, length: int, theirs: Nodes, their_length: int) -> Divergence:
    """Where ``tree``, of ``length`` blocks, and a history of which ``theirs`` is known part.

    Both are looked at from the left, down to the first block that is not known to be the same.
    """
    common = 0
    for root in flat.full_roots(their_length):
        common, is_same, ask = _descend(tree, length, theirs, root)
        if not is_same:
            return Divergence(common, ask)
    return Divergence(common, None)


def _descend(tree: Tree, length: int, theirs: Nodes, index: int) -> tuple[int, bool, int | None]:
    """Up to where both are the same below ``index``; whether that is all; what to ask for."""
    start, end = flat.blocks_below(index)
    if start >= length:
        return start, False, None  # ours ends here
    node = theirs.get(index)
    if node is None:
        return start, False, start
    ours = tree.node(index)
    if ours is not None and not _is_other(ours, node):
        return end, True, None
    if index % 2 == 0:
        return start, False, None  # this block
    left, right = flat.children(index)
    common, is_same, ask = _descend(tree, length, theirs, left)
    return _descend(tree, length, theirs, right) if is_same else (common, is_same, ask)


def shared_by(one: Alone, other: Alone) -> int:
    """How many blocks the histories of two answers share for sure."""
    nodes = {node.index: node for node in one.verified.nodes}
    theirs = {node.index: node for node in other.verified.nodes}
    return divergence(_OfNodes(nodes), one.signed.length, theirs, other.signed.length).common


@dataclass(frozen=True, slots=True)
class _OfNodes(NoTree):
    """Of a tree so much as is known."""

    nodes: Nodes

    @override
    def node(self, index: int) -> Node | None:
        """See ``Tree``."""
        return self.nodes.get(index)


# ---- evidence -----------------------------------------------------------------------------------


def evidence_of(alone: Alone) -> Evidence:
    """An answer, to be kept."""
    nodes = {node.index: node for node in alone.verified.nodes}
    roots = tuple(nodes[index] for index in flat.full_roots(alone.signed.length))
    return Evidence(alone.signed, roots, alone.block, alone.proof.nodes)


def our_evidence(feed: Feed, tree: Tree, block: int) -> Evidence | None:
    """The longest tree of ours that is signed, proved by ``block`` if we can; None without one."""
    proof = prove(tree, block, 0, hash_only=True) or Proof(())
    trees = sorted(tree.signed(1, feed.length), key=lambda one: one.signature != proof.signature)
    for signed in trees:
        roots = [tree.node(index) for index in flat.full_roots(signed.length)]
        known = tuple(root for root in roots if root is not None)
        if len(known) == len(roots):
            is_proved = proof.signature == signed.signature
            return Evidence(signed, known, block, proof.nodes if is_proved else ())
    return None


def fork_shown(feed: Feed, tree: Tree, alone: Alone, now: float) -> Forked | None:
    """That ``alone`` tells another history than ``tree``.

    None if all that can be compared is the same.
    """
    ours = our_evidence(feed, tree, alone.block) if differs(tree, alone) else None
    if ours is None:
        return None
    theirs = {node.index: node for node in alone.verified.nodes}
    common = divergence(tree, feed.length, theirs, alone.signed.length).common
    return Forked(feed.space, common, (ours, evidence_of(alone)), now)


def fork_told(feed: Feed, tree: Tree, told: Sequence[Alone], now: float) -> Forked | None:
    """That answers which somebody else was given contradict our tree, or each other."""
    forks = [one for one in (fork_shown(feed, tree, each, now) for each in told) if one is not None]
    commons = [one.common for one in forks]
    if len(told) > 1 and contradict(told[0], told[1]):
        commons.append(shared_by(told[0], told[1]))
        both = evidence_of(told[0]), evidence_of(told[1])
        return Forked(feed.space, min(commons), both, now)
    return forks[0] if forks else None
