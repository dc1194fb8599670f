"""A feed of ten million blocks of which a few are held: how soon it is of use, in how much memory.

Its blocks are all the same, and so are the nodes of each height: the author's side is computed. The
follower's is the real store on disk.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from typing_extensions import override

from engine.crypto.ed25519 import from_seed, sign
from engine.model.ids import ConnectionId, ProtocolName, PublicKey, SpaceId
from engine.protocols.contract import Effect, Record, Role, Send, Store
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.hypercore import Hypercore
from engine.protocols.hypercore.records import Feed, FeedStored, Received, Records, Sought
from engine.protocols.hypercore.tree import flat, verification
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed, prove
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.store.hypercore.parts import repository
from engine.store.opening import open_store
from engine.store.storage import Storage
from tests.e2e.processes import ROOT
from tests.unit.hypercore.feeds import MemoryTree
from tests.unit.hypercore.memory_feeds import MemoryFeeds

BLOCKS = 10_000_000
HELD_EVERY = 5_000
CONTENT = bytes(100)
AUTHOR = from_seed(bytes(range(32)))
KEY = PublicKey(AUTHOR.public_key)
SPACE = SpaceId(KEY)
SUITE = SUITES[SuiteName.BLAKE2B]
WANTED = 7_654_321


class EqualTree(MemoryTree):
    """Of so many equal blocks."""

    def __init__(self) -> None:
        super().__init__()
        self._heights = [SUITE.leaf(0, CONTENT)]
        while 1 << len(self._heights) <= BLOCKS:
            below = self._heights[-1]
            self._heights.append(SUITE.parent(0, below, below))
        known = [self.node(index) for index in flat.full_roots(BLOCKS)]
        tops = [node for node in known if node is not None]
        self._signed = Signed(BLOCKS, sign(SUITE.tree(tops), AUTHOR.secret_key))

    @override
    def node(self, index: int) -> Node | None:
        if flat.blocks_below(index)[1] > BLOCKS:
            return None
        like = self._heights[flat.depth(index)]
        return Node(index, like.hash, like.size)

    @override
    def signed(self, shortest: int, longest: int) -> Iterator[Signed]:
        if shortest <= BLOCKS <= longest:
            yield self._signed


class EqualFeeds(MemoryFeeds):
    """The author's."""

    def __init__(self) -> None:
        super().__init__()
        size = BLOCKS * len(CONTENT)
        feed = Feed(SPACE, KEY, SuiteName.BLAKE2B, length=BLOCKS, byte_length=size)
        self.apply(FeedStored(SPACE, feed, at=0.0))
        self._tree = EqualTree()

    @override
    def tree(self, space: SpaceId) -> MemoryTree:
        return self._tree

    @override
    def held(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        return [(start, min(end, BLOCKS))] if start < BLOCKS else []

    @override
    def next_held(self, space: SpaceId, block: int) -> int | None:
        return block if block < BLOCKS else None

    @override
    def bits(self, space: SpaceId, start: int, end: int) -> bytes:
        return b"\xff" * ((min(end, BLOCKS) - start) // 8)

    @override
    def block(self, space: SpaceId, block: int) -> bytes | None:
        return CONTENT if block < BLOCKS else None


def measure(folder: Path) -> Mapping[str, object]:
    """In a process of its own, so that its memory is its own."""
    folder.mkdir(parents=True)
    _step("prepare", folder)
    measured: Mapping[str, object] = json.loads(_step("open", folder))
    return measured


def _step(what: str, folder: Path) -> str:
    words = [sys.executable, "-m", "tests.benchmarks.sparse_feed", what, str(folder)]
    told = subprocess.run(words, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=True)
    return told.stdout


def _stored(storage: Storage, records: Iterable[Record]) -> None:
    storage.begin()
    for record in records:
        storage.apply(record)
    storage.commit()


def _prepare(folder: Path) -> None:
    """A follower who holds one block here and there."""
    store = open_store(folder, bytes(32))
    feeds, author = repository(store), EqualFeeds()
    storage = store.storage({ProtocolName.HYPERCORE: feeds})
    feed = Feed(SPACE, KEY, SuiteName.BLAKE2B, whole=False)
    _stored(storage, [FeedStored(SPACE, feed, at=0.0)])
    storage.begin()
    for block in range(0, BLOCKS, HELD_EVERY):
        proof = prove(author.tree(SPACE), block, 0, hash_only=False)
        assert proof is not None
        received = verification.Received(block, CONTENT, proof)
        verified = verification.verify(SUITE, feeds.tree(SPACE), received, lambda _, __: True)
        storage.apply(Received(SPACE, block, CONTENT, verified, 0.0))
    storage.commit()
    store.close()


class _Talk:
    """The follower and the author, with nothing between them. Both have wanted at its beginning."""

    def __init__(self, storage: Storage, feeds: Records, author: Records) -> None:
        self._storage = storage
        sides = ((feeds, Role.DIALLER), (author, Role.LISTENER))
        self._ends = [
            Hypercore(records=records, entropy=os.urandom).connect(ConnectionId(1), role)
            for records, role in sides
        ]
        self._waiting = [bytearray(), bytearray()]
        for side, end in enumerate(self._ends):
            self._do(side, end.start(0.0))
        self._settle()

    def tell(self, record: Record) -> None:
        """The follower has stored it."""
        self._do(0, self._ends[0].notice([record], 0.0))
        self._settle()

    def wake(self) -> None:
        """The follower, in a while."""
        self._do(0, self._ends[0].wake(0.0))
        self._settle()

    def _do(self, side: int, effects: list[Effect]) -> None:
        records = [effect.record for effect in effects if isinstance(effect, Store)]
        if side == 0 and records:
            _stored(self._storage, records)
            self._do(side, self._ends[side].notice(records, 0.0))
        for effect in effects:
            if isinstance(effect, Send):
                self._waiting[1 - side] += effect.data

    def _settle(self) -> None:
        while any(self._waiting):
            for side in (0, 1):
                data, self._waiting[side] = bytes(self._waiting[side]), bytearray()
                for effects in self._ends[side].receive(data, 0.0) if data else ():
                    self._do(side, effects)


def _open(folder: Path) -> Mapping[str, object]:
    author = EqualFeeds()
    before, began = _resident(), time.perf_counter()
    store = open_store(folder, bytes(32))
    feeds = repository(store)
    storage = store.storage({ProtocolName.HYPERCORE: feeds})
    opened = time.perf_counter() - began
    talk = _Talk(storage, feeds, author)
    wants = Sought(SPACE, WANTED, WANTED + 1)
    _stored(storage, [wants])
    talk.tell(wants)
    while feeds.block(SPACE, WANTED) is None:
        talk.wake()  # what is further back is asked about when there is time
    assert feeds.block(SPACE, WANTED) == CONTENT
    seconds, grown = time.perf_counter() - began, _resident() - before
    store.close()
    return {
        "name": "feed_of_ten_million_blocks",
        "blocks_held": BLOCKS // HELD_EVERY,
        "open_seconds": round(opened, 3),
        "seconds": round(seconds, 3),
        "mebibytes_above_idle": grown >> 20,
        "load": round(os.getloadavg()[0], 1),
    }


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        _prepare(Path(sys.argv[2]))
    else:
        sys.stdout.write(json.dumps(_open(Path(sys.argv[2]))))
