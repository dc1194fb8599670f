"""What the peer holds of a feed, what it proves of it, and what it takes as proven."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from tests.interop.dep0010_peer.tree import (
    Hashes,
    Node,
    length_of,
    parent,
    right_span,
    roots,
    sibling,
)


class NotProvenError(Exception):
    """What came does not follow from the feed's key."""


@dataclass(frozen=True, slots=True)
class Block:
    """What is in a Data message, whichever document it is of."""

    index: int
    value: bytes | None
    nodes: Sequence[Node]
    signature: bytes


class Holding:
    """One feed. ``key``: its author's, or the hash of all of it where ``static``."""

    def __init__(
        self, hashes: Hashes, key: bytes, secret: SigningKey | None = None, *, static: bool = False
    ) -> None:
        self.hashes = hashes
        self.key = key
        self.static = static
        self.blocks: dict[int, bytes] = {}
        self.nodes: dict[int, Node] = {}
        self.signatures: dict[int, bytes] = {}
        self.length = 0
        self._secret = secret

    @classmethod
    def written(cls, hashes: Hashes, seed: bytes, blocks: Iterable[bytes] = ()) -> Holding:
        """A feed of the peer's own."""
        secret = SigningKey(seed)
        made = cls(hashes, bytes(secret.verify_key), secret)
        made.append(*blocks)
        return made

    @classmethod
    def still(cls, hashes: Hashes, blocks: Iterable[bytes]) -> Holding:
        """A feed named by the hash of all of it."""
        made = cls(hashes, b"", static=True)
        made._grow(blocks)
        made.key = made.tree_hash()
        return made

    @property
    def discovery_key(self) -> bytes:
        """What is sent in clear."""
        return self.hashes.discovery_key(self.key)

    def tree_hash(self) -> bytes:
        """Of all that is known."""
        return self.hashes.tree([self.nodes[top] for top in roots(self.length)])

    def append(self, *blocks: bytes) -> None:
        """Signed once, at their end."""
        assert self._secret is not None, "somebody else's feed"
        if blocks:
            self._grow(blocks)
            self.signatures[self.length] = self._secret.sign(self.tree_hash()).signature

    def _grow(self, blocks: Iterable[bytes]) -> None:
        for block in blocks:
            self.blocks[self.length] = block
            node = self.hashes.leaf(2 * self.length, block)
            self.nodes[node.index] = node
            while sibling(node.index) < node.index:
                node = self.hashes.above(self.nodes[sibling(node.index)], node)
                self.nodes[node.index] = node
            self.length += 1

    # ---- asking

    def digest(self, block: int) -> int:
        """Which of the nodes that would prove a block are here."""
        node, bits, place = 2 * block, 0, 0
        if node in self.nodes:
            return 1
        while parent(node) < 4 * max(self.length, block + 1):
            bits |= (sibling(node) in self.nodes) << place
            node, place = parent(node), place + 1
            if node in self.nodes:
                needs_none = bits == (1 << place) - 1
                return 1 if needs_none else (1 << place | bits) << 1 | 1
        return bits << 1

    # ---- answering

    def proof(
        self, block: int, digest: int, *, with_leaf: bool = False
    ) -> tuple[list[Node], bytes]:
        """What is sent beside a block, and the signature where its receiver needs one."""
        here = _held(2 * block, digest)
        sent = [self.nodes[2 * block]] if with_leaf else []
        if digest == 1:
            return sent, b""
        node = 2 * block
        length = self._proven_length()
        while node not in here:
            if node in roots(length):
                tops = (top for top in roots(length) if top != node and top not in here)
                sent += [self.nodes[top] for top in tops]
                return sent, self.signatures.get(length, b"")
            if sibling(node) not in here:
                sent.append(self.nodes[sibling(node)])
            node = parent(node)
        return sent, b""

    def _proven_length(self) -> int:
        return self.length if self.static else max(self.signatures)

    # ---- taking

    def take(self, proof: Block) -> None:
        """Stores what follows from the key. Raises NotProvenError, and nothing is stored."""
        received = {node.index: node for node in proof.nodes}
        if proof.value is None:
            top = received.pop(2 * proof.index)
        else:
            top = self.hashes.leaf(2 * proof.index, proof.value)
        climbed = [top]
        while True:
            known = self.nodes.get(top.index)
            if known is not None and known != top:
                raise NotProvenError("it is not what was proven before")
            if known is not None and all(self.nodes.get(n) == node for n, node in received.items()):
                break  # more was sent than is needed by now: several requests were under way
            beside = sibling(top.index)
            other = received.pop(beside, None) or self.nodes.get(beside)
            if other is None:
                climbed += self._proven_roots(top, received, proof.signature)
                break
            left, right = sorted((top, other), key=lambda node: node.index)
            top = self.hashes.above(left, right)
            climbed += [other, top]
        for node in climbed:
            self.nodes[node.index] = node
        if proof.value is not None:
            self.blocks[proof.index] = proof.value

    def _proven_roots(self, top: Node, received: dict[int, Node], signature: bytes) -> list[Node]:
        length = length_of(_last(top, received))
        tops = []
        for index in roots(length):
            found = top if index == top.index else received.pop(index, self.nodes.get(index))
            if found is None:
                raise NotProvenError(f"root {index} is missing")
            tops.append(found)
        if received or top not in tops:
            raise NotProvenError("nodes that prove nothing")
        tree = self.hashes.tree(tops)
        if self.static:
            if tree != self.key:
                raise NotProvenError("it is another feed's")
        else:
            try:
                VerifyKey(self.key).verify(tree, signature)
            except (BadSignatureError, ValueError) as error:
                raise NotProvenError("its signature is wrong") from error
            self.signatures[length] = signature
        self.length = max(self.length, length)
        return tops


def _held(leaf: int, digest: int) -> set[int]:
    """What its receiver says to hold of the uncles and parents of ``leaf``."""
    held: set[int] = set()
    bits, node = digest >> 1, leaf
    while bits:
        if bits == 1 and digest & 1:
            held.add(node)
        elif bits & 1:
            held.add(sibling(node))
        node, bits = parent(node), bits >> 1
    return held


def _last(top: Node, received: Iterable[int]) -> int:
    """The last leaf below all of them."""
    return max(right_span(index) for index in (top.index, *received))
