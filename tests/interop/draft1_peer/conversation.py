"""One connection of the draft's peer: what it says by itself, and what a test has it say."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from nacl.bindings import crypto_secretbox, crypto_secretbox_open

from tests.interop.dep0010_peer.holding import Block, Holding
from tests.interop.dep0010_peer.stream import Stream, framed, unframed
from tests.interop.document_peer.wire import Fields, varint
from tests.interop.draft1_peer import messages
from tests.interop.draft1_peer.messages import Type

R = TypeVar("R")

DEADLINE_SECONDS = 30.0
NONCE_BYTES = 24
KEEP_ALIVE = b"\0"
REQUESTS_MAX = 8


class Boxes:
    """One direction of a channel: each message has the next nonce."""

    def __init__(self, key: bytes, nonce: bytes) -> None:
        self._key = key
        self._next = int.from_bytes(nonce, "big")

    def seal(self, message: bytes) -> bytes:
        """In a box of its own."""
        return crypto_secretbox(message, self._nonce(), self._key)

    def unseal(self, box: bytes) -> bytes:
        """Raises where it was changed on the way."""
        return crypto_secretbox_open(box, self._nonce(), self._key)

    def _nonce(self) -> bytes:
        nonce = self._next.to_bytes(NONCE_BYTES, "big")
        self._next = (self._next + 1) % (1 << 8 * NONCE_BYTES)
        return nonce


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of ours, as it reached the peer. ``type``: None for Open."""

    type: Type | None
    feed: Holding
    body: bytes

    @property
    def fields(self) -> Fields:
        """All messages are Protocol Buffers."""
        return Fields(self.body)


@dataclass
class Lane:
    """One feed on the connection, as far as this side has opened it."""

    feed: Holding
    boxes: Boxes
    number: int
    theirs: set[int] = field(default_factory=set)
    """The blocks that the other side has said to have."""
    asked: set[int] = field(default_factory=set)
    paused: bool = False
    """Whether the other side has said Pause."""
    fetches: bool = True
    """Whether everything is asked for by itself."""
    stores: bool = True
    """Whether what comes is verified and stored; else it is only heard."""
    serves: bool = True
    """Whether requests are answered by themselves."""


@dataclass
class Theirs:
    """The same as the other side has opened it."""

    feed: Holding
    boxes: Boxes


class UnexpectedFeedError(Exception):
    """The other side opened a feed that the peer does not know."""


class Conversation:
    """``feeds``: what the peer knows; the first one is opened first."""

    def __init__(self, stream: Stream, feeds: Sequence[Holding]) -> None:
        self.heard: list[Heard] = []
        self.lanes: dict[bytes, Lane] = {}
        self.ended: list[Holding] = []
        """Whose channels the other side has ended."""
        self.fetches = True
        """Whether it asks for all of every feed by itself."""
        self._stream = stream
        self._known = {feed.discovery_key: feed for feed in feeds}
        self._first = feeds[0]
        self._unread = b""
        self._theirs: dict[int, Theirs] = {}

    # ---- opening

    def open(self, feed: Holding | None = None) -> Lane:
        """Open in clear; on the first channel a Handshake follows; then what the peer has."""
        feed = feed or self._first
        is_first = not self.lanes
        self._known[feed.discovery_key] = feed
        nonce = os.urandom(NONCE_BYTES)
        lane = Lane(feed, Boxes(feed.key, nonce), len(self.lanes), fetches=self.fetches)
        self.lanes[feed.discovery_key] = lane
        opening = messages.opening(feed.discovery_key, nonce)
        self._stream.send(framed(varint(lane.number) + opening))
        if is_first:
            self.say(feed, Type.HANDSHAKE, messages.handshake(os.urandom(32)))
        for start, end in _runs(feed.blocks):
            self.say(feed, Type.HAVE, messages.span(start, end))
        return lane

    def lane(self, feed: Holding) -> Lane:
        """Of a feed that this side has opened."""
        return self.lanes[feed.discovery_key]

    # ---- saying

    def say(self, feed: Holding, kind: Type, body: bytes = b"") -> None:
        """On the channel that this side has opened for the feed."""
        lane = self.lane(feed)
        box = lane.boxes.seal(bytes((kind,)) + body)
        self._stream.send(framed(varint(lane.number) + box))

    def end(self, feed: Holding) -> None:
        """An empty message: the channel is used no more."""
        self._stream.send(framed(varint(self.lane(feed).number)))

    def keep_alive(self) -> None:
        """A frame of length 0."""
        self._stream.send(KEEP_ALIVE)

    def request(self, feed: Holding, index: int) -> None:
        """A block, and what is needed to prove it."""
        self.lane(feed).asked.add(index)
        self.say(feed, Type.REQUEST, messages.request(index, feed.digest(index)))

    def give(self, feed: Holding, index: int, digest: int = 0) -> None:
        """A block, asked for or not."""
        nodes, signature = feed.proof(index, digest)
        sent = Block(index, feed.blocks[index], nodes, signature)
        self.say(feed, Type.DATA, messages.block(sent))

    def append(self, feed: Holding, *blocks: bytes) -> None:
        """The other side is told."""
        start = feed.length
        feed.append(*blocks)
        self.say(feed, Type.HAVE, messages.span(start, feed.length))

    # ---- living

    def live_until(self, look: Callable[[], R], what: str = "") -> R:
        """What ``look`` finds (anything true), while the peer does what the draft has it do."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not (found := look()):
            assert time.monotonic() < deadline, (what, self.heard)
            self._step()
        return found

    def wait_for(self, kind: Type, feed: Holding | None = None, beyond: int = 0) -> Heard:
        """The first such message after ``beyond`` of them."""
        return self.live_until(lambda: self.of(kind, feed)[beyond:], kind.name)[0]

    def of(self, kind: Type | None, feed: Holding | None = None) -> list[Heard]:
        """All such messages so far."""
        return [one for one in self.heard if one.type is kind and feed in {None, one.feed}]

    def _step(self) -> None:
        while True:
            content, self._unread = unframed(self._unread)
            if content is None:
                break
            if content:
                self._hear(content)
        self._unread += self._stream.receive(0.02)

    def _hear(self, content: bytes) -> None:
        assert content[0] < 0x80, "more channels than the peer ever opens"
        channel, rest = content[0], content[1:]
        theirs = self._theirs.get(channel)
        if theirs is None:
            self._hear_opening(channel, rest)
        elif not rest:
            self.ended.append(theirs.feed)
            del self._theirs[channel]
        else:
            message = theirs.boxes.unseal(rest)
            kind, body = Type(message[0]), message[1:]
            self.heard.append(Heard(kind, theirs.feed, body))
            self._do(self.lane(theirs.feed), kind, body)

    def _hear_opening(self, channel: int, opening: bytes) -> None:
        fields = Fields(opening)
        feed = self._known.get(fields.data(1))
        if feed is None:
            raise UnexpectedFeedError(fields.data(1).hex())
        assert len(fields.data(2)) == NONCE_BYTES
        self._theirs[channel] = Theirs(feed, Boxes(feed.key, fields.data(2)))
        self.heard.append(Heard(None, feed, opening))
        if feed.discovery_key not in self.lanes:
            self.open(feed)

    def _do(self, lane: Lane, kind: Type, body: bytes) -> None:
        match kind:
            case Type.HAVE:
                fields = Fields(body)
                start = fields.number(1)
                lane.theirs |= set(range(start, fields.number(2) or start + 1))
                self._ask_for_more(lane)
            case Type.WANT:
                self._answer_want(lane, Fields(body))
            case Type.REQUEST:
                if lane.serves:
                    self.answer(lane.feed, Fields(body))
            case Type.DATA:
                block = messages.read_block(body)
                lane.asked.discard(block.index)
                if lane.stores:
                    lane.feed.take(block)
                self._ask_for_more(lane)
            case Type.PAUSE | Type.RESUME:
                lane.paused = kind is Type.PAUSE
                self._ask_for_more(lane)
            case _:
                pass

    def _ask_for_more(self, lane: Lane) -> None:
        if not lane.fetches or lane.paused:
            return
        missing = sorted(lane.theirs - lane.feed.blocks.keys() - lane.asked)
        for index in missing[: REQUESTS_MAX - len(lane.asked)]:
            self.request(lane.feed, index)

    def _answer_want(self, lane: Lane, fields: Fields) -> None:
        last = fields.number(2) if fields.has(2) else None
        for start, end in _runs(lane.feed.blocks):
            if end > fields.number(1) and (last is None or start < last):
                self.say(lane.feed, Type.HAVE, messages.span(start, end))

    def answer(self, feed: Holding, fields: Fields) -> None:
        """To a Request, if the peer has what is asked for."""
        index, only_hash = fields.number(1), bool(fields.number(3))
        if not fields.has(1):
            index = block_at(feed, fields.number(2))
        if index in feed.blocks:
            nodes, signature = feed.proof(index, fields.number(4), with_leaf=only_hash)
            value = None if only_hash else feed.blocks[index]
            self.say(feed, Type.DATA, messages.block(Block(index, value, nodes, signature)))


def _runs(blocks: dict[int, bytes]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for index in sorted(blocks):
        if runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    return runs


def block_at(feed: Holding, byte: int) -> int:
    """The block that holds that byte."""
    for index in range(feed.length):
        byte -= len(feed.blocks[index])
        if byte < 0:
            return index
    return feed.length
