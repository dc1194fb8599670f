"""``python -m tests.benchmarks.feed_core JSON``: one side of a measurement of the feed core.

The real conversations over a socket and records in memory, as a turn plays them: what a read leads
to is stored and told, and only then sent. What was measured is written as lines of JSON.
"""

from __future__ import annotations

import json
import os
import random
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.crypto.ed25519 import KeyPair, from_seed, sign
from engine.model.ids import ConnectionId, PublicKey, SpaceId
from engine.protocols.contract import Close, Effect, Role, Send, Store, WakeAt
from engine.protocols.hypercore.hypercore import Hypercore
from engine.protocols.hypercore.records import (
    Feed,
    FeedStored,
    HypercoreRecord,
    Received,
    RunReceived,
    Sought,
)
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from tests.benchmarks.reconciliation import cost_of
from tests.unit.hypercore.memory_feeds import MemoryFeeds

AUTHOR = from_seed(bytes(range(32)))
READ_BYTES = 1 << 18  # as the event loop reads
WAIT_SECONDS = 0.02
PROBE_SECONDS = 0.02  # after one was answered

Asked = dict[str, Any]  # JSON of our own driver


def main() -> None:
    """Does what is asked, and ends with its standard input."""
    asked: Asked = json.loads(sys.argv[1])
    threading.Thread(target=_end_with_input, daemon=True).start()
    {"serve": _serve, "download": _download}[asked["do"]](asked)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


def say(told: str, **values: object) -> None:
    """A line of what was measured."""
    sys.stdout.write(json.dumps({"told": told, **values}) + "\n")
    sys.stdout.flush()


def followed(feeds: MemoryFeeds) -> SpaceId:
    """The author's feed, of which nothing is known."""
    key = PublicKey(AUTHOR.public_key)
    feeds.apply(FeedStored(SpaceId(key), Feed(SpaceId(key), key, SuiteName.BLAKE2B), at=0.0))
    return SpaceId(key)


class Author:
    """Who appends to the feed: hashes, signs and stores, as the program's own command does."""

    def __init__(self, feeds: MemoryFeeds, space: SpaceId, keys: KeyPair) -> None:
        self._shelf = feeds.shelves[space]
        self._suite = SUITES[self._shelf.feed.suite]
        self._secret = keys.secret_key
        self._roots: tuple[Node, ...] = ()
        self._length = 0
        self._byte_length = 0

    def append(self, blocks: Sequence[bytes]) -> None:
        """One signature for all of them."""
        grown = grow(self._suite, self._roots, self._length, blocks)
        signed = Signed(grown.length, sign(self._suite.tree(grown.roots), self._secret))
        shelf = self._shelf
        for node in grown.nodes:
            shelf.tree.nodes[node.index] = node
        shelf.tree.signatures[signed.length] = signed
        shelf.blocks.update(enumerate(blocks, self._length))
        shelf.held.add(self._length, signed.length)
        self._roots, self._length = grown.roots, signed.length
        self._byte_length = grown.byte_length

    def done(self) -> None:
        """What conversations read of the feed itself."""
        length, size = self._length, self._byte_length
        self._shelf.feed = replace(self._shelf.feed, length=length, byte_length=size)


@dataclass
class Line:
    """One connection. ``on_stored`` is told of each record that came."""

    feeds: MemoryFeeds
    socket: socket.socket
    role: Role
    on_stored: Callable[[HypercoreRecord], None] = lambda _record: None
    _wake_at: float | None = None
    _stored: list[HypercoreRecord] = field(default_factory=list)
    _said: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        hypercore = Hypercore(records=self.feeds, entropy=os.urandom)
        self._end = hypercore.connect(ConnectionId(1), self.role)
        self._do(self._end.start(time.monotonic()))
        self._release()

    def run(self, until: Callable[[], bool], on_idle: Callable[[], None] = lambda: None) -> None:
        """Talks until that is so, or the other has gone."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.socket, selectors.EVENT_READ)
            while not until():
                on_idle()
                self._wake()
                if not selector.select(WAIT_SECONDS):
                    continue
                data = self.socket.recv(READ_BYTES)
                if not data:
                    return
                for effects in self._end.receive(data, time.monotonic()):
                    self._do(effects)
                self._release()

    def store(self, record: HypercoreRecord) -> None:
        """Something of our own."""
        self.feeds.apply(record)
        self._stored.append(record)
        self._release()

    def _wake(self) -> None:
        if self._wake_at is not None and time.monotonic() >= self._wake_at:
            self._wake_at = None
            self._do(self._end.wake(time.monotonic()))
            self._release()

    def _do(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(data):
                    self._said.append(data)
                case Store(record):
                    assert isinstance(record, HypercoreRecord)
                    self.feeds.apply(record)
                    self._stored.append(record)
                case WakeAt(deadline):
                    self._wake_at = deadline
                case Close():
                    raise SystemExit(f"it was ended: {effect}")
                case _:
                    pass

    def _release(self) -> None:
        stored, self._stored = self._stored, []
        for record in stored:
            self.on_stored(record)
        if stored:
            self._do(self._end.notice(stored, time.monotonic()))
        said, self._said = b"".join(self._said), []
        if said:
            self.socket.sendall(said)


# ---- the two sides ------------------------------------------------------------------------------


def _serve(asked: Asked) -> None:
    count, size, batch = asked["count"], asked["size"], asked["batch"]
    feeds = MemoryFeeds()
    space = followed(feeds)
    blocks = [os.urandom(size) for _ in range(count)]
    author = Author(feeds, space, AUTHOR)
    began, before = time.perf_counter(), time.process_time()
    for start in range(0, count, batch):
        author.append(blocks[start : start + batch])
    author.done()
    seconds, worked = time.perf_counter() - began, time.process_time() - before
    with socket.create_server((asked["host"], 0)) as listener:
        port = listener.getsockname()[1]
        key = AUTHOR.public_key.hex()
        say("appended", seconds=seconds, cpu_seconds=worked, port=port, key=key)
        while True:
            accepted, _ = listener.accept()
            say("serving", cpu_seconds=time.process_time())
            Line(feeds, accepted, Role.LISTENER).run(lambda: False)
            peak = cost_of(os.getpid()).peak_rss_bytes
            say("served", cpu_seconds=time.process_time(), peak_rss_bytes=peak)


def _download(asked: Asked) -> None:
    feeds = MemoryFeeds()
    space = followed(feeds)
    shelf = feeds.shelves[space]
    probes = _Probes(feeds, space, asked["count"])
    began, before = time.perf_counter(), time.process_time()
    line = Line(
        feeds,
        socket.create_connection((asked["host"], asked["port"])),
        Role.DIALLER,
        probes.arrived if asked.get("probes") else lambda _record: None,
    )

    def probe() -> None:
        if asked.get("probes"):
            probes.next(line)

    line.run(lambda: len(shelf.blocks) >= asked["count"], probe)
    seconds, worked = time.perf_counter() - began, time.process_time() - before
    peak = cost_of(os.getpid()).peak_rss_bytes
    told = {"seconds": seconds, "cpu_seconds": worked, "peak_rss_bytes": peak}
    say("downloaded", **told, delays=probes.delays)


class _Probes:
    """Somebody who reads a block here and there while all of them arrive: how long that takes."""

    def __init__(self, feeds: MemoryFeeds, space: SpaceId, count: int) -> None:
        self.delays: list[float] = []
        self._feeds = feeds
        self._space = space
        self._count = count
        self._random = random.Random(7)
        self._waits_for: tuple[int, float] | None = None
        self._next_at = time.perf_counter() + PROBE_SECONDS

    def next(self, line: Line) -> None:
        """Asks for another one, if it is time."""
        now = time.perf_counter()
        shelf = self._feeds.shelves[self._space]
        if self._waits_for is not None or now < self._next_at or shelf.feed.length < self._count:
            return
        block = self._random.randrange(self._count)
        if block not in shelf.blocks:
            self._waits_for = block, now
            line.store(Sought(self._space, block, block + 1))

    def arrived(self, record: HypercoreRecord) -> None:
        """What was waited for may be among it."""
        if self._waits_for is None:
            return
        block, since = self._waits_for
        match record:
            case RunReceived(blocks=blocks):
                is_here = any(number == block for number, _ in blocks)
            case Received():
                is_here = record.block == block and record.value is not None
            case _:
                is_here = False
        if is_here:
            self.delays.append(time.perf_counter() - since)
            self._waits_for = None
            self._next_at = time.perf_counter() + PROBE_SECONDS
            self._feeds.shelves[self._space].sought.clear()


if __name__ == "__main__":
    main()
