"""Feeds in memory, grown as an author grows one, for the tests of the tree."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from engine.crypto.ed25519 import KeyPair, SignedItem, from_seed, sign, verify_each
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.places import Lookup
from engine.protocols.hypercore.tree.proof import Proof, Signed
from engine.protocols.hypercore.tree.suites import Suite
from engine.protocols.hypercore.tree.verification import Verified

AUTHOR = from_seed(bytes(range(32)))


def block_of(salt: str, block: int, size: int) -> bytes:
    """As the recorded feeds have it: SHA-256(salt ‖ be32(block)), repeated and cut."""
    digest = hashlib.sha256(salt.encode() + block.to_bytes(4, "big")).digest()
    return (digest * (size // 32 + 1))[:size]


def giant(suite: Suite, height: int, author: KeyPair = AUTHOR) -> packets.Data:
    """Block 0 of a feed that its author has signed for 2^height blocks: the others are invented."""
    value, nodes = b"hello", list[Node]()
    top = suite.leaf(0, value)
    for depth in range(height):
        nodes.append(Node(flat.sibling(top.index), bytes([depth]) * 32, 1))
        top = suite.parent(flat.parent(top.index), top, nodes[-1])
    signature = sign(suite.tree([top]), author.secret_key)
    return packets.Data(0, value, Proof(tuple(nodes), signature))


class MemoryTree:
    """A ``Tree`` of nodes and signatures in dictionaries."""

    def __init__(self, nodes: Iterable[Node] = (), signed: Iterable[Signed] = ()) -> None:
        self.nodes = {node.index: node for node in nodes}
        self.signatures = {one.length: one for one in signed}

    def node(self, index: int) -> Node | None:
        return self.nodes.get(index)

    def signed(self, shortest: int, longest: int) -> Iterator[Signed]:
        for length in sorted(self.signatures, reverse=True):
            if shortest <= length <= longest:
                yield self.signatures[length]

    def keep(self, verified: Verified) -> None:
        self.nodes.update({node.index: node for node in verified.nodes})
        if verified.signed is not None:
            self.signatures[verified.signed.length] = verified.signed


class Feed(MemoryTree):
    """An author's own: all blocks, all nodes, a signature for each length."""

    def __init__(self, suite: Suite, blocks: Sequence[bytes], author: KeyPair = AUTHOR) -> None:
        super().__init__()
        self.suite = suite
        self.author = author
        self.blocks = list(blocks)
        self.roots: tuple[Node, ...] = ()
        for length, block in enumerate(blocks):
            grown = grow(suite, self.roots, length, [block])
            self.roots = grown.roots
            self.nodes.update({node.index: node for node in grown.nodes})
            signature = sign(suite.tree(grown.roots), author.secret_key)
            self.signatures[grown.length] = Signed(grown.length, signature)

    def judge(self, tree_hash: bytes, signed: Signed) -> bool:
        """Whether the author signed a tree of that hash."""
        item = SignedItem(signed.signature, tree_hash, self.author.public_key)
        return verify_each([item]) == [True]

    def vouches(self, tree_hash: bytes, signed: Signed) -> bool:
        """The same by comparison, for tests that ask a million times."""
        roots = [self.nodes.get(index) for index in flat.full_roots(signed.length)]
        known = [root for root in roots if root is not None]
        return (
            self.signatures.get(signed.length) == signed
            and len(known) == len(roots)
            and self.suite.tree(known) == tree_hash
        )


def offset_of(length: int, block: int, node: Lookup) -> int | None:
    """At which byte ``block`` begins, in a tree of ``length`` blocks; None: not known yet."""
    offset = 0
    for root in flat.full_roots(length):
        _, end = flat.blocks_below(root)
        if block < end:
            inside = _left_of(root, block, node)
            return None if inside is None else offset + inside
        known = node(root)
        if known is None:
            return None
        offset += known.size
    return None


def _left_of(index: int, block: int, node: Lookup) -> int | None:
    offset = 0
    while index & 1:
        left, right = flat.children(index)
        if block < flat.blocks_below(right)[0]:
            index = left
            continue
        known = node(left)
        if known is None:
            return None
        index, offset = right, offset + known.size
    return offset
