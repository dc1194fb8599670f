"""Whether a block, or its hash alone, belongs to a feed (protocols/hypercore.md 7, "Receiver").

Pure. Every size is counted, and what is given out to be stored is verified. No received node may be
left over, but where we have come to hold what it was to prove. A proof that fails says nothing
about who is at fault: on an unauthenticated stream anybody can flip a bit (reliability H-6).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import assert_never

from engine.protocols.hypercore.limits import PROOF_NODES_MAX, SIZE_LIMIT
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import HASH_BYTES, Node
from engine.protocols.hypercore.tree.proof import Proof, Signed, Tree
from engine.protocols.hypercore.tree.suites import Suite

INDEX_LIMIT = 1 << 63  # blocks up to 2^62 - 1

Nodes = Mapping[int, Node]
NOTHING_SAID: Nodes = MappingProxyType({})

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
class ReceivedRun:
    """All blocks below ``node``, in order, and what came with them."""

    node: int
    values: Sequence[bytes]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Verified:
    """What may be stored now: nodes that are new, and the tree they proved.

    ``signed`` is None where a node that we held before was reached; else ``byte_length`` is that of
    its tree. ``said``: the hashes of a pair whose blocks we have not seen. They belong to the feed,
    but only the sum of their sizes does: they are not to be stored. Whoever sent them does not send
    them again, so they are to be given to ``verify`` with what else that peer sends.
    """

    nodes: tuple[Node, ...]
    signed: Signed | None
    byte_length: int = 0
    said: tuple[Node, ...] = ()


def verify(
    suite: Suite,
    tree: Tree,
    received: Received | ReceivedRun,
    judge: Judge,
    said: Nodes = NOTHING_SAID,
) -> Verified:
    """``received`` belongs to the feed. Raises ProofFailed if that cannot be said.

    ``said``: what the same peer has said before (``Verified.said``), by index.
    """
    _refuse_impossible(received)
    waiting = deque(received.proof.nodes)
    match received:
        case Received():
            below = [_leaf(suite, received, waiting)]
        case ReceivedRun():
            below = _run(suite, tree, received)
        case _:
            assert_never(received)
    climbing = _Climbing(suite, tree, below, waiting, said)
    verified = _verify(climbing, received.proof.signature, judge)
    if isinstance(received, Received) and received.value is None:
        return _without_unsigned(verified, received.block)
    return verified


def _verify(climbing: _Climbing, signature: bytes, judge: Judge) -> Verified:
    if not climbing.reached_known():
        return _signed(climbing, signature, judge)
    # The rest was asked for before we held that node. It is not needed for the block any more, but
    # whoever sent it does not send it again.
    _refuse_differing(climbing, climbing.waiting)
    if all(climbing.tree.node(node.index) is not None for node in climbing.waiting):
        return Verified(tuple(climbing.nodes), None)
    return _with_rest(climbing, signature, judge)


def _without_unsigned(verified: Verified, block: int) -> Verified:
    """A hash came alone. Its size is signed by that of its sibling, if we knew that one for sure,
    or as it is a root; where both are new, a liar may have divided their sum otherwise.
    """
    leaf = flat.leaf(block)
    pair = (leaf, flat.sibling(leaf))
    said = tuple([node for node in verified.nodes if node.index in pair])
    if len(said) < len(pair):
        return verified
    kept = tuple([node for node in verified.nodes if node.index not in pair])
    return replace(verified, nodes=kept, said=said)


def _signed(climbing: _Climbing, signature: bytes, judge: Judge) -> Verified:
    """Up to the roots of a tree that its author has signed."""
    roots = climbing.roots()
    length = flat.blocks_below(roots[-1].index)[1]
    signed = Signed(length, signature)
    if not judge(climbing.suite.tree(roots), signed):
        raise ProofFailed("not signed by the author")
    _refuse_differing(climbing, climbing.nodes)
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


def _refuse_impossible(received: Received | ReceivedRun) -> None:
    nodes = received.proof.nodes
    if len(nodes) > PROOF_NODES_MAX:
        raise ProofFailed("more nodes than any proof has")
    lowest = flat.leaf(received.block) if isinstance(received, Received) else received.node
    if not 0 <= lowest < INDEX_LIMIT:
        raise ProofFailed("a block beyond all feeds")
    for node in nodes:
        if not 0 <= node.index < INDEX_LIMIT or not 0 <= node.size < SIZE_LIMIT:
            raise ProofFailed("a node beyond all feeds")
        if len(node.hash) != HASH_BYTES:
            raise ProofFailed("a hash of another length")


def _refuse_differing(climbing: _Climbing, nodes: Iterable[Node]) -> None:
    for node in nodes:
        known = climbing.tree.node(node.index)
        if known is not None and _is_other(climbing.suite, known, node):
            raise ProofFailed("another node than ours", differs=True)


def _is_other(suite: Suite, known: Node, node: Node) -> bool:
    """Where no size is hashed, none accuses anybody."""
    return known != node and (suite.typed or known.hash != node.hash)


def _leaf(suite: Suite, received: Received, waiting: deque[Node]) -> Node:
    """Made of the block, or the first node."""
    index = flat.leaf(received.block)
    if received.value is not None:
        return suite.leaf(index, received.value)
    if waiting and waiting[0].index == index:
        return waiting.popleft()
    raise ProofFailed("no hash of the block")


def _run(suite: Suite, tree: Tree, received: ReceivedRun) -> list[Node]:
    """Made of the blocks: what of it we do not hold, and at the end what is above them all."""
    first, end = flat.blocks_below(received.node)
    if len(received.values) != end - first:
        raise ProofFailed("another number of blocks")
    new: list[Node] = []
    level = [suite.leaf(2 * n, value) for n, value in enumerate(received.values, first)]
    half = 1  # how far a parent lies from its children
    while len(level) > 1:
        new += [node for node in level if tree.node(node.index) is None]
        pairs = zip(level[::2], level[1::2], strict=True)
        level = [suite.parent(left.index + half, left, right) for left, right in pairs]
        half *= 2
    return [*new, level[0]]


class _Climbing:
    """From a node up, by received and stored siblings."""

    def __init__(
        self, suite: Suite, tree: Tree, below: list[Node], waiting: deque[Node], said: Nodes
    ) -> None:
        """``below``: what was made of what came, the top at its end; it grows.

        ``waiting`` holds the received nodes that are not used yet, and is emptied.
        """
        self.suite = suite
        self.tree = tree
        self._said = said
        self._top = below[-1]
        self.waiting = waiting
        self.nodes = below

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
        if _is_other(self.suite, known, top):
            raise ProofFailed("another node than ours", differs=True)
        self.nodes.remove(top)
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
            elif known := self._known(index):
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
        return self._known(index)

    def _known(self, index: int) -> Node | None:
        """As we hold it, or as the peer has said: then it is proved together with the rest."""
        known = self.tree.node(index)
        if known is None and (said := self._said.get(index)) is not None:
            self.nodes.append(said)
            return said
        return known
