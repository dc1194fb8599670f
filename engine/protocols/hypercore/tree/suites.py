"""The three ways in which feeds are hashed (D10; protocols/hypercore.md sections 2 and 5). Pure.

Each is given nodes, so that sizes and places that belong into a hash cannot be forgotten.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.crypto.blake2b import hash32
from engine.protocols.hypercore.tree.node import Node

_LEAF, _PARENT, _ROOTS = b"\x00", b"\x01", b"\x02"

Hash = Callable[[bytes], bytes]


class SuiteName(StrEnum):
    """As a feed's row names it."""

    BLAKE2B = "blake2b"
    SHA256_TYPED = "sha256-typed"
    SHA256_PLAIN = "sha256-plain"


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


_be64 = struct.Struct(">Q").pack
_parent = struct.Struct(">cQ32s32s").pack  # kind, size, hashes
_root = struct.Struct(">32sQQ").pack  # hash, index, size


@dataclass(frozen=True, slots=True)
class Suite:
    """How one kind of feed hashes blocks, parents and roots.

    ``typed``: a byte for the kind, and the sizes, go into each hash, as all published versions
    have it. Plain is draft 1 to the letter: nothing but data and hashes, and the roots from right
    to left; the sizes of its nodes are then nobody's promise.
    """

    name: SuiteName
    hash: Hash
    typed: bool

    def leaf(self, index: int, data: bytes) -> Node:
        """The node ``index`` (even) of a block that holds ``data``."""
        size = len(data)
        hashed = _LEAF + _be64(size) + data if self.typed else data
        return Node(index, self.hash(hashed), size)

    def parent(self, index: int, left: Node, right: Node) -> Node:
        """The node ``index`` above these two."""
        size = left.size + right.size
        if self.typed:
            return Node(index, self.hash(_parent(_PARENT, size, left.hash, right.hash)), size)
        return Node(index, self.hash(left.hash + right.hash), size)

    def tree(self, roots: Sequence[Node]) -> bytes:
        """The hash of a whole tree, of its roots from left to right: what is signed (32 bytes)."""
        if self.typed:
            parts = [_root(root.hash, root.index, root.size) for root in roots]
            return self.hash(_ROOTS + b"".join(parts))
        return self.hash(b"".join(_be64(root.index) + root.hash for root in reversed(roots)))


SUITES = {
    SuiteName.BLAKE2B: Suite(SuiteName.BLAKE2B, hash32, typed=True),
    SuiteName.SHA256_TYPED: Suite(SuiteName.SHA256_TYPED, _sha256, typed=True),
    SuiteName.SHA256_PLAIN: Suite(SuiteName.SHA256_PLAIN, _sha256, typed=False),
}
