"""Blocks of a feed with what proves them, given to somebody who holds nothing yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from engine.crypto import ed25519
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof, Signed
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.protocols.hypercore.tree.verification import ProofFailed, Received, verify
from tests.fuzz.signed.trial import Verdicts
from tests.interop.dep0010_peer.holding import Block, Holding, NotProvenError
from tests.interop.dep0010_peer.tree import Dep0010Hashes
from tests.interop.dep0010_peer.tree import Node as TheirNode
from tests.unit.hypercore.feeds import MemoryTree

_LENGTH_MAX = 40
_FEEDS = 24
_SUITE = SUITES[SuiteName.BLAKE2B]

Nodes = Sequence[TheirNode]


class Proofs:
    """Of several feeds, all by one author: so that signatures may be of another length's tree."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._feeds = [self._written(chance.randint(1, _LENGTH_MAX)) for _ in range(_FEEDS)]

    def once(self) -> Verdicts:
        feed = self._chance.choice(self._feeds)
        block, about = self._made_up(feed)
        ours, theirs = self._is_ours(feed.key, block), self._is_theirs(feed.key, block)
        if not ours and (about == "_shuffled" or block.value is None):
            theirs = False  # a ruling: nodes stand in the order in which a proof has them
        return Verdicts(ours, theirs, f"{about}: block {block.index} of {feed.length}")

    # ---- the two judges

    @staticmethod
    def _is_ours(key: bytes, block: Block) -> bool:
        def judge(tree_hash: bytes, signed: Signed) -> bool:
            return ed25519.verify(signed.signature, tree_hash, key)

        nodes = tuple(Node(node.index, node.hash, node.size) for node in block.nodes)
        received = Received(block.index, block.value, Proof(nodes, block.signature))
        try:
            verify(_SUITE, MemoryTree(), received, judge)
        except ProofFailed:
            return False
        return True

    @staticmethod
    def _is_theirs(key: bytes, block: Block) -> bool:
        try:
            Holding(Dep0010Hashes(), key).take(block)
        except (NotProvenError, KeyError):
            return False
        return True

    # ---- cases

    def _written(self, length: int) -> Holding:
        holding = Holding.written(Dep0010Hashes(), bytes(32))
        for _ in range(length):
            holding.append(self._chance.randbytes(self._chance.choice((0, 1, 40))))
        return holding

    def _made_up(self, feed: Holding) -> tuple[Block, str]:
        chance = self._chance
        index = chance.randrange(feed.length)
        hash_only = chance.random() < 0.2
        nodes, signature = feed.proof(index, 0, with_leaf=hash_only)
        block = Block(index, None if hash_only else feed.blocks[index], nodes, signature)
        if chance.random() < 0.4:
            return block, "whole"
        change = chance.choice(_CHANGES)
        return change(self, block), change.__name__

    def _other_value(self, block: Block) -> Block:
        return block if block.value is None else replace(block, value=block.value + b"!")

    def _other_index(self, block: Block) -> Block:
        return replace(block, index=self._chance.randrange(_LENGTH_MAX))

    def _other_signature(self, block: Block) -> Block:
        feed = self._chance.choice(self._feeds)
        return replace(block, signature=self._chance.choice(list(feed.signatures.values())))

    def _other_node(self, block: Block) -> Block:
        if not block.nodes:
            return block
        nodes = list(block.nodes)
        place = self._chance.randrange(len(nodes))
        node = nodes[place]
        nodes[place] = self._chance.choice(
            (
                replace(node, index=node.index ^ 1 << self._chance.randrange(8)),
                replace(node, hash=self._chance.randbytes(32)),
                replace(node, size=node.size + self._chance.choice((1, -1)) * bool(node.size)),
            )
        )
        return replace(block, nodes=nodes)

    def _node_less(self, block: Block) -> Block:
        return replace(block, nodes=block.nodes[:-1])

    def _node_more(self, block: Block) -> Block:
        feed = self._chance.choice(self._feeds)
        more = self._chance.choice(list(feed.nodes.values()))
        if any(node.index == more.index for node in block.nodes):
            return block
        return replace(block, nodes=[*block.nodes, more])

    def _shuffled(self, block: Block) -> Block:
        return replace(block, nodes=self._chance.sample(block.nodes, k=len(block.nodes)))


_CHANGES: Sequence[Callable[[Proofs, Block], Block]] = (
    Proofs._other_value,
    Proofs._other_index,
    Proofs._other_signature,
    Proofs._other_node,
    Proofs._node_less,
    Proofs._node_more,
    Proofs._shuffled,
)
