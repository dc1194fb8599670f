"""An independent judge of stored feeds: written from DEP-0010 and draft 1, not from the engine.

Looks at rows alone. What is stored hangs, node by node, from roots that the author signed (or whose
hash is the feed's key); a block is what its leaf says; and one author has one history.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from engine.store.database import Database

Nodes = dict[int, tuple[bytes, int]]
"""Hash and size of each."""

FEEDS = (
    "SELECT space.number, space.id, suite, is_signed, length, byte_length"
    " FROM hypercore_feed JOIN space ON number = hypercore_feed.space WHERE NOT forgotten"
)


@dataclass(frozen=True, slots=True)
class Stored:
    """One feed's row."""

    number: int
    key: bytes
    suite: str
    is_signed: bool
    length: int
    byte_length: int


@dataclass(slots=True)
class Judge:
    """Of a whole world. ``histories``: of each feed and length the one tree hash there may be."""

    histories: dict[tuple[bytes, int], bytes] = field(default_factory=dict)
    exempt: set[bytes] = field(default_factory=set)  # for membership only
    """Feeds that are known to have two histories."""
    _good: set[tuple[bytes, bytes, bytes]] = field(default_factory=set)  # for membership only

    def troubles(self, database: Database) -> Iterator[str]:
        """What should never have been stored, in words."""
        for row in database.rows(FEEDS):
            yield from self._of(database, Stored(*row))

    def _of(self, database: Database, feed: Stored) -> Iterator[str]:
        nodes: Nodes = {
            number: (hashed, size)
            for number, hashed, size in database.rows(
                "SELECT number, hash, size FROM hypercore_node WHERE feed = ?", (feed.number,)
            )
        }
        blocks: dict[int, bytes] = dict(
            database.rows(
                "SELECT number, content FROM hypercore_block WHERE feed = ?", (feed.number,)
            )
        )
        signatures: dict[int, bytes] = dict(
            database.rows(
                "SELECT length, signature FROM hypercore_signature WHERE feed = ?", (feed.number,)
            )
        )
        yield from self._of_trees(feed, nodes, signatures)
        hanging = set[int]()
        for length in signatures:
            hanging.update(_below(feed.suite, nodes, roots(length)))
        if loose := nodes.keys() - hanging:
            yield f"{len(loose)} nodes that nobody signed, such as {min(loose)}"
        for number, content in blocks.items():
            if nodes.get(2 * number) != (_leaf(feed.suite, content), len(content)):
                yield f"block {number} is not what was signed"
        if set(blocks) != set(_held(database, feed.number)):
            yield "what is noted as held is not what is there"

    def _of_trees(self, feed: Stored, nodes: Nodes, signatures: dict[int, bytes]) -> Iterator[str]:
        if max(signatures, default=0) != feed.length:
            yield f"a length of {feed.length} that nobody signed"
        for length, signature in signatures.items():
            tops = [(index, nodes.get(index)) for index in roots(length)]
            if any(top is None for _, top in tops):
                yield f"the roots of {length} blocks are not all there"
                continue
            known = [(index, *top) for index, top in tops if top is not None]
            hashed = _tree(feed.suite, known)
            if not self._is_good(feed, hashed, signature):
                yield f"a tree of {length} blocks that its author has not signed"
            if length == feed.length and sum(size for *_, size in known) != feed.byte_length:
                yield "bytes that are counted wrong"
            first = self.histories.setdefault((feed.key, length), hashed)
            if first != hashed and feed.key not in self.exempt:
                yield f"two histories of {length} blocks"

    def _is_good(self, feed: Stored, hashed: bytes, signature: bytes) -> bool:
        if not feed.is_signed:
            return not signature and hashed == feed.key
        item = (feed.key, hashed, signature)
        if item not in self._good:
            try:
                VerifyKey(feed.key).verify(hashed, signature)
            except (BadSignatureError, ValueError):
                return False
            self._good.add(item)
        return True


def roots(length: int) -> list[int]:
    """Largest powers of two, from left to right."""
    found, start = list[int](), 0
    for bit in reversed(range(length.bit_length())):
        if length >> bit & 1:
            found.append(2 * start + (1 << bit) - 1)
            start += 1 << bit
    return found


def _below(suite: str, nodes: Nodes, tops: list[int]) -> set[int]:
    """Those of ``nodes`` that their parents vouch for, from ``tops`` down."""
    vouched, waiting = set[int](), [top for top in tops if top in nodes]
    while waiting:
        index = waiting.pop()
        vouched.add(index)
        half = (~index & (index + 1)) >> 1
        if not half:
            continue
        left, right = index - half, index + half
        if left in nodes and right in nodes and _parent(suite, nodes, index) == nodes[index]:
            waiting += (left, right)
    return vouched


def _held(database: Database, feed: int) -> Iterator[int]:
    for page, bits in database.rows(
        "SELECT page, bits FROM hypercore_held WHERE feed = ?", (feed,)
    ):
        for place, byte in enumerate(bits):
            for bit in range(8):
                if byte & 128 >> bit:
                    yield 8_192 * page + 8 * place + bit


def _hash(suite: str, data: bytes) -> bytes:
    if suite == "blake2b":
        return hashlib.blake2b(data, digest_size=32).digest()
    return hashlib.sha256(data).digest()


def _be64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _leaf(suite: str, data: bytes) -> bytes:
    return _hash(suite, b"\0" + _be64(len(data)) + data)


def _parent(suite: str, nodes: Nodes, index: int) -> tuple[bytes, int]:
    half = (~index & (index + 1)) >> 1
    (left, left_size), (right, right_size) = nodes[index - half], nodes[index + half]
    size = left_size + right_size
    return _hash(suite, b"\1" + _be64(size) + left + right), size


def _tree(suite: str, tops: list[tuple[int, bytes, int]]) -> bytes:
    parts = [hashed + _be64(index) + _be64(size) for index, hashed, size in tops]
    return _hash(suite, b"\2" + b"".join(parts))
