"""Whether a feed's author has signed two histories (protocols/hypercore.md 8). Pure.

A node that differs from ours is no proof yet: it may be a bad peer. So the hash of a block is asked
for once more with everything that signs it, and verified without our own tree. If the signature is
good, both histories are the author's, and both signatures are kept to be shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.protocols.hypercore.records import Evidence, Feed, Forked
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed, Tree
from engine.protocols.hypercore.tree.verification import Verified


class NoTree:
    """A ``Tree`` of which nothing is known."""

    def node(self, index: int) -> Node | None:  # noqa: ARG002
        """None."""
        return None

    def signed(self, shortest: int, longest: int) -> Iterable[Signed]:  # noqa: ARG002
        """None."""
        return ()


NOTHING_KNOWN = NoTree()


def fork_shown(feed: Feed, tree: Tree, alone: Verified, now: float) -> Forked | None:
    """That ``alone``, which was verified without our tree, tells another history than ``tree``.

    None if all that can be compared is the same.
    """
    assert alone.signed is not None
    ours = next(iter(tree.signed(1, feed.length)), None)
    differing = [node for node in alone.nodes if _differs(tree, node)]
    if not differing or ours is None:
        return None
    theirs = {node.index: node for node in alone.nodes}
    evidence = (
        Evidence(ours, _roots(tree, ours.length)),
        Evidence(alone.signed, tuple(theirs[i] for i in flat.full_roots(alone.signed.length))),
    )
    return Forked(feed.space, _common(tree, alone), evidence, now)


def _differs(tree: Tree, node: Node) -> bool:
    known = tree.node(node.index)
    return known is not None and known != node


def _roots(tree: Tree, length: int) -> tuple[Node, ...]:
    nodes = [tree.node(index) for index in flat.full_roots(length)]
    return tuple(node for node in nodes if node is not None)


def _common(tree: Tree, alone: Verified) -> int:
    """How many blocks, from the first on, nodes cover that both histories have."""
    same = [flat.blocks_below(n.index) for n in alone.nodes if tree.node(n.index) == n]
    common = 0
    for start, end in sorted(same):
        if start <= common:
            common = max(common, end)
    return common
