"""Flat in-order trees, and what is hashed of them in each document."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Node:
    """Of a tree: its place, its hash, how many bytes of blocks lie below it."""

    index: int
    hash: bytes
    size: int


def depth(index: int) -> int:
    """The number of trailing ones."""
    return ((index ^ (index + 1)).bit_length()) - 1


def sibling(index: int) -> int:
    """With which it has a parent in common."""
    step = 2 << depth(index)
    return index - step if (index // step) % 2 else index + step


def parent(index: int) -> int:
    """In the middle between it and its sibling."""
    return (index + sibling(index)) // 2


def right_span(index: int) -> int:
    """The last leaf below it."""
    return index + (1 << depth(index)) - 1


def roots(blocks: int) -> list[int]:
    """The roots over that many blocks, left to right."""
    found, start = [], 0
    while blocks:
        size = 1 << (blocks.bit_length() - 1)
        found.append(2 * start + size - 1)
        start, blocks = start + size, blocks - size
    return found


def length_of(last_leaf: int) -> int:
    """How many blocks there are, the last of which has that leaf."""
    return last_leaf // 2 + 1


class Hashes(Protocol):
    """One document's."""

    def leaf(self, index: int, block: bytes) -> Node: ...
    def above(self, left: Node, right: Node) -> Node: ...
    def tree(self, tops: Sequence[Node]) -> bytes:
        """``tops``: the roots, left to right."""

    def discovery_key(self, key: bytes) -> bytes: ...


def be64(number: int) -> bytes:
    """Most significant byte first."""
    return struct.pack(">Q", number)


class Dep0010Hashes:
    """DEP-0002 and DEP-0010: BLAKE2b, a type in front, sizes inside."""

    def leaf(self, index: int, block: bytes) -> Node:
        """Type 0."""
        hashed = self._hash(b"\0" + be64(len(block)) + block)
        return Node(index, hashed, len(block))

    def above(self, left: Node, right: Node) -> Node:
        """Type 1."""
        size = left.size + right.size
        hashed = self._hash(b"\1" + be64(size) + left.hash + right.hash)
        return Node(parent(left.index), hashed, size)

    def tree(self, tops: Sequence[Node]) -> bytes:
        """Type 2: what is signed."""
        return self._hash(
            b"\2" + b"".join(top.hash + be64(top.index) + be64(top.size) for top in tops)
        )

    def discovery_key(self, key: bytes) -> bytes:
        """Over nine capitals."""
        return hashlib.blake2b(b"HYPERCORE", digest_size=32, key=key).digest()

    @staticmethod
    def _hash(content: bytes) -> bytes:
        return hashlib.blake2b(content, digest_size=32).digest()


class Draft1Hashes:
    """The draft: SHA-256 of what it says and no more; the roots from the last to the first."""

    def leaf(self, index: int, block: bytes) -> Node:
        """``0 = h(a)``."""
        return Node(index, hashlib.sha256(block).digest(), len(block))

    def above(self, left: Node, right: Node) -> Node:
        """``1 = h(0 + 2)``."""
        hashed = hashlib.sha256(left.hash + right.hash).digest()
        return Node(parent(left.index), hashed, left.size + right.size)

    def tree(self, tops: Sequence[Node]) -> bytes:
        """``h(uint64be(#9) + 9 + uint64be(#3) + 3)``."""
        return hashlib.sha256(
            b"".join(be64(top.index) + top.hash for top in reversed(tops))
        ).digest()

    def discovery_key(self, key: bytes) -> bytes:
        """The draft has only a heading for it; this is what programs of its time do."""
        return hmac.new(key, b"hypercore", hashlib.sha256).digest()
