"""Whether a block, or its hash alone, belongs to a feed (protocols/hypercore.md 7, "Receiver").

Pure. Every size is counted, and what is given out to be stored is verified. No received node may be
left over, but where we have come to hold what it was to prove. A proof that fails says nothing
about who is at fault: on an unauthenticated stream anybody can flip a bit (reliability H-6).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import HASH_BYTES, Node
from engine.protocols.hypercore.tree.proof import Proof, Signed, Tree
from engine.protocols.hypercore.tree.suites import Suite

SIZE_LIMIT = 1 << 53  # no double holds more, and no feed
INDEX_LIMIT = 1 << 63  # blocks up to 2^62 - 1
NODES_MAX = 128  # a path and all other roots of the longest tree there can be

Judge = Callable[[bytes, Signed], bool]
"""Whether the feed's author vouches for a tree of that hash, length and signature."""


class ProofFailed(ValueError):  # noqa: N818 - a verdict
    """``reason`` in a few words. ``differs``: one node differs from what we hold.

    Then it may be a fork: the same is to be asked for alone (digest 0) and verified without our own
    tree, before anybody is accused.
    """

    def __init__(self, reason: str, *, differs: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.differs = differs


@dataclass(frozen=True, slots=True)
class Received:
    """A block, or its hash alone (``value`` None), and what came with it."""

    block: int
    value: bytes | None
    proof: Proof


@dataclass(frozen=True, slots=True)
class Verified:
    """What may be stored now: nodes that are new (the leaf first), and the tree they proved.

    ``signed`` is None where a node that we held before was reached; else ``byte_length`` is that of
    its tree.
    """

    nodes: tuple[Node, ...]
    signed: Signed | None
    byte_length: int = 0


def verify(suite: Suite, tree: Tree, received: Received, judge: Judge) -> Verified:
    """``received`` belongs to the feed. Raises ProofFailed if that cannot be said."""
    _refuse_impossible(received)
    waiting = deque(received.proof.nodes)
    climbing = _Climbing(suite, tree, _leaf(suite, received, waiting), waiting)
    if not climbing.reached_known():
        return _signed(climbing, received.proof.signature, judge)
    # The rest was asked for before we held that node. It is not needed for the block any more, but
    # whoever sent it does not send it again.
    _refuse_differing(tree, climbing.waiting)
    if all(tree.node(node.index) is not None for node in climbing.waiting):
        return Verified(tuple(climbing.nodes), None)
    return _with_rest(climbing, received.proof.signature, judge)


def _signed(climbing: _Climbing, signature: bytes, judge: Judge) -> Verified:
    """Up to the roots of a tree that its author has signed."""
    roots = climbing.roots()
    length = flat.blocks_below(roots[-1].index)[1]
    signed = Signed(length, signature)
    if not judge(climbing.suite.tree(roots), signed):
        raise ProofFailed("not signed by the author")
    _refuse_differing(climbing.tree, climbing.nodes)
    return Verified(tuple(climbing.nodes), signed, sum(root.size for root in roots))


def _with_rest(climbing: _Climbing, signature: bytes, judge: Judge) -> Verified:
    """From the node that we hold on; what proves nothing there is left out."""
    proven = tuple(climbing.nodes)
    while climbing.waiting:
        before = len(climbing.waiting)
        try:
            if not climbing.climbs_on():
                return _signed(climbing, signature, judge)
        except ProofFailed as failed:
            if failed.differs:
                raise
            break
        proven = tuple(climbing.nodes)
        if len(climbing.waiting) == before:
            break
    return Verified(proven, None)


def _refuse_impossible(received: Received) -> None:
    nodes = received.proof.nodes
    if len(nodes) > NODES_MAX:
        raise ProofFailed("more nodes than any proof has")
    if not 0 <= flat.leaf(received.block) < INDEX_LIMIT:
        raise ProofFailed("a block beyond all feeds")
    for node in nodes:
        if not 0 <= node.index < INDEX_LIMIT or not 0 <= node.size < SIZE_LIMIT:
            raise ProofFailed("a node beyond all feeds")
        if len(node.hash) != HASH_BYTES:
            raise ProofFailed("a hash of another length")


def _refuse_differing(tree: Tree, nodes: Iterable[Node]) -> None:
    for node in nodes:
        known = tree.node(node.index)
        if known is not None and known != node:
            raise ProofFailed("another node than ours", differs=True)


def _leaf(suite: Suite, received: Received, waiting: deque[Node]) -> Node:
    """Made of the block, or the first node."""
    index = flat.leaf(received.block)
    if received.value is not None:
        return suite.leaf(index, received.value)
    if waiting and waiting[0].index == index:
        return waiting.popleft()
    raise ProofFailed("no hash of the block")


class _Climbing:
    """From a leaf up, by received and stored siblings."""

    def __init__(self, suite: Suite, tree: Tree, leaf: Node, waiting: deque[Node]) -> None:
        """``waiting`` holds the received nodes that are not used yet, and is emptied."""
        self.suite = suite
        self.tree = tree
        self._top = leaf
        self.waiting = waiting
        self.nodes: list[Node] = [leaf]

    def reached_known(self) -> bool:
        """Climbs to a node that we hold (True: and it is the same), or to a root (False)."""
        top, lookup, parent = self._top, self.tree.node, self.suite.parent
        # The sibling of a leaf lies 2 away, that of the node above twice as far.
        bit = 2 << flat.depth(top.index)
        while (known := lookup(top.index)) is None:
            sibling = self._sibling(top.index ^ bit)
            if sibling is None:
                self._top = top
                return False
            left, right = (top, sibling) if top.index < sibling.index else (sibling, top)
            top = parent(left.index + bit // 2, left, right)
            if top.size >= SIZE_LIMIT:
                raise ProofFailed("a node beyond all feeds")
            self.nodes.append(top)
            bit *= 2
        if known != top:
            raise ProofFailed("another node than ours", differs=True)
        self.nodes.remove(known)
        self._top = top
        return True

    def climbs_on(self) -> bool:
        """From a node that we hold to the next one (True), or to a root (False)."""
        held = self._top
        depth = flat.depth(held.index)
        sibling = self._sibling(held.index ^ (2 << depth))
        if sibling is None:
            return False
        left, right = (held, sibling) if held.index < sibling.index else (sibling, held)
        self._top = self.suite.parent(left.index + (1 << depth), left, right)
        self.nodes.append(self._top)
        return self.reached_known()

    def roots(self) -> list[Node]:
        """All roots of the tree that the proof speaks of, left to right."""
        ends = [flat.blocks_below(node.index)[1] for node in (self._top, *self.waiting)]
        top, roots = self._top, list[Node]()
        for index in flat.full_roots(max(ends)):
            if index == top.index:
                roots.append(top)
            elif self.waiting and self.waiting[0].index == index:
                roots.append(self.waiting.popleft())
                self.nodes.append(roots[-1])
            elif known := self.tree.node(index):
                roots.append(known)
            else:
                raise ProofFailed("a root is lacking")
        if top not in roots:
            raise ProofFailed("the block is in none of the roots")
        if self.waiting:
            raise ProofFailed("nodes that prove nothing")
        return roots

    def _sibling(self, index: int) -> Node | None:
        if self.waiting and self.waiting[0].index == index:
            self.nodes.append(self.waiting[0])
            return self.waiting.popleft()
        return self.tree.node(index)
