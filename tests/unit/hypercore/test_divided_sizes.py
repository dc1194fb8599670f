"""A hash that comes alone binds the sum of two sizes, not each: that is no other history."""

from __future__ import annotations

from dataclasses import replace

from engine.crypto.ed25519 import from_seed, sign
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore.exchange.trust.forks import fork_shown, verified_alone
from engine.protocols.hypercore.records import Feed
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof, Signed
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName

KEYS = from_seed(bytes(32))
SUITE = SUITES[SuiteName.BLAKE2B]


class Grown:
    """A ``Tree`` of two blocks, signed by their author."""

    def __init__(self) -> None:
        after = grow(SUITE, [], 0, (b"four", b"four"))
        self.nodes = {node.index: node for node in after.nodes}
        self.tree = Signed(2, sign(SUITE.tree(after.roots), KEYS.secret_key))

    def node(self, index: int) -> Node | None:
        return self.nodes.get(index)

    def signed(self, shortest: int, longest: int) -> list[Signed]:
        return [self.tree] if shortest <= 2 <= longest else []


def test_sizes_that_a_liar_has_divided_otherwise_show_no_fork() -> None:
    key = PublicKey(KEYS.public_key)
    feed = Feed(SpaceId(key), key, SuiteName.BLAKE2B, length=2, byte_length=8)
    tree = Grown()
    leaf, sibling = (replace(tree.nodes[0], size=5), replace(tree.nodes[2], size=3))
    alone = verified_alone(feed, 0, Proof((leaf, sibling), tree.tree.signature))
    assert fork_shown(feed, tree, alone, 0.0) is None
