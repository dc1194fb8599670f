"""One connection of the peer: what it says by itself, and what a test has it say."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tests.interop.dep0010_peer import messages
from tests.interop.dep0010_peer.cipher import XSalsa20
from tests.interop.dep0010_peer.holding import Block, Holding
from tests.interop.dep0010_peer.messages import Type
from tests.interop.dep0010_peer.stream import Stream, framed, unframed
from tests.interop.document_peer.wire import Fields, varint

R = TypeVar("R")

DEADLINE_SECONDS = 30.0
NONCE_BYTES = 32
KEEP_ALIVE = b"\0"
REQUESTS_MAX = 8


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of ours, as it reached the peer."""

    type: Type
    feed: Holding
    body: bytes

    @property
    def fields(self) -> Fields:
        """Of every message but an extension's."""
        return Fields(self.body)


@dataclass
class Lane:
    """One feed on the connection."""

    feed: Holding
    theirs: set[int] = field(default_factory=set)
    """The blocks that the other side has said to have."""
    asked: set[int] = field(default_factory=set)
    wanted: list[tuple[int, int | None]] = field(default_factory=list)
    """The ranges that the other side wants to hear of."""
    fetches: bool = True
    """Whether everything is asked for by itself."""
    stores: bool = True
    """Whether what comes is verified and stored; else it is only heard."""
    serves: bool = True
    """Whether requests are answered by themselves."""


class UnexpectedFeedError(Exception):
    """The other side's first feed is none of the peer's: it drops the connection."""


class Conversation:
    """``feeds``: what the peer knows; the first one is the connection's."""

    def __init__(
        self, stream: Stream, feeds: Sequence[Holding], extensions: Sequence[str] = ()
    ) -> None:
        self.heard: list[Heard] = []
        self.lanes: dict[bytes, Lane] = {}
        self.theirs: Fields | None = None
        """Their Handshake."""
        self._stream = stream
        self._known = {feed.discovery_key: feed for feed in feeds}
        self.wants = self.fetches = True
        """Whether it wants to hear of every feed, and asks for all of it, by itself."""
        self._first = feeds[0]
        self._extensions = extensions
        self._unread = b""
        self._sending: XSalsa20 | None = None
        self._receiving: XSalsa20 | None = None
        self._sent_on: dict[bytes, int] = {}
        self._theirs_on: dict[int, Holding] = {}

    # ---- opening

    def open(self) -> None:
        """Our Feed in clear, then the Handshake in cipher."""
        nonce = os.urandom(NONCE_BYTES)
        first = self._first
        header = varint(Type.FEED)
        self._stream.send(framed(header + messages.feed(first.discovery_key, nonce)))
        self._sending = XSalsa20(first.key, nonce)
        self._sent_on[first.discovery_key] = 0
        self.lanes[first.discovery_key] = Lane(first, fetches=self.fetches)
        own_id = os.urandom(32)
        self.say(
            first,
            Type.HANDSHAKE,
            messages.handshake(own_id, live=True, extensions=self._extensions),
        )

    def answer_opening(self) -> None:
        """Waits for the other side's Feed first: it may be one of several."""
        self._read_opening()
        self.open()

    def open_further(self, feed: Holding) -> Lane:
        """Another feed over the same connection: Feed, then Info."""
        self._sent_on[feed.discovery_key] = len(self._sent_on)
        self._known[feed.discovery_key] = feed
        lane = self.lanes.setdefault(feed.discovery_key, Lane(feed, fetches=self.fetches))
        self.say(feed, Type.FEED, messages.feed(feed.discovery_key))
        self.say(feed, Type.INFO, messages.info(uploading=True, downloading=True))
        return lane

    def lane(self, feed: Holding) -> Lane:
        """Of a feed that this side has opened."""
        return self.lanes[feed.discovery_key]

    def _read_opening(self) -> None:
        deadline = time.monotonic() + DEADLINE_SECONDS
        while True:
            content, self._unread = unframed(self._unread)
            if content is not None:
                break
            assert time.monotonic() < deadline, "no Feed came"
            self._unread += self._stream.receive(0.1)
        assert content[0] == Type.FEED, "the first message is no Feed on channel 0"
        opened = Fields(content[1:])
        feed = self._known.get(opened.data(1))
        if feed is None:
            raise UnexpectedFeedError(opened.data(1).hex())
        assert len(opened.data(2)) in {24, NONCE_BYTES}
        self.their_nonce = opened.data(2)
        self._first = feed
        self._theirs_on[0] = feed
        self._receiving = XSalsa20(feed.key, self.their_nonce)
        self._unread = self._receiving.over(self._unread)
        self.heard.append(Heard(Type.FEED, feed, content[1:]))

    # ---- saying

    def say(self, feed: Holding, kind: Type, body: bytes) -> None:
        """On the channel that this side has opened for the feed."""
        channel = self._sent_on[feed.discovery_key]
        self._send(framed(varint(channel << 4 | kind) + body))

    def keep_alive(self) -> None:
        """A message of length 0."""
        self._send(KEEP_ALIVE)

    def _send(self, data: bytes) -> None:
        assert self._sending is not None
        self._stream.send(self._sending.over(data))

    def want(self, feed: Holding, start: int = 0, length: int | None = None) -> None:
        """To hear of what the other side has."""
        self.say(feed, Type.WANT, messages.span(start, length))

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
        """Who wants to hear of it is told."""
        start = feed.length
        feed.append(*blocks)
        if self.lane(feed).wanted:
            self.say(feed, Type.HAVE, messages.span(start, len(blocks)))

    # ---- living

    def live_until(self, look: Callable[[], R], what: str = "") -> R:
        """What ``look`` finds (anything true), while the peer does what the document has it do."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not (found := look()):
            assert time.monotonic() < deadline, (what, self.heard)
            self._step()
        return found

    def wait_for(self, kind: Type, feed: Holding | None = None, beyond: int = 0) -> Heard:
        """The first such message after ``beyond`` of them."""
        return self.live_until(lambda: self.of(kind, feed)[beyond:], f"{kind.name}")[0]

    def of(self, kind: Type, feed: Holding | None = None) -> list[Heard]:
        """All such messages so far."""
        return [one for one in self.heard if one.type is kind and feed in {None, one.feed}]

    def _step(self) -> None:
        if self._receiving is None:
            self._read_opening()
            return
        while True:
            content, self._unread = unframed(self._unread)
            if content is None:
                break
            if content:
                self._hear(content)
        self._unread += self._receiving.over(self._stream.receive(0.02))

    def _hear(self, content: bytes) -> None:
        header, body = content[0], content[1:]
        if header >= 0x80:
            header, body = header & 0x7F | content[1] << 7, content[2:]
        channel, kind = header >> 4, Type(header & 15)
        if kind is Type.FEED:
            self._hear_feed(channel, Fields(body).data(1))
        feed = self._theirs_on[channel]
        self.heard.append(Heard(kind, feed, body))
        if kind is Type.HANDSHAKE:
            self.theirs = Fields(body)
            if self.wants:
                self.want(feed)
        elif (lane := self.lanes.get(feed.discovery_key)) is not None:
            self._do(lane, kind, body)

    def _hear_feed(self, channel: int, discovery_key: bytes) -> None:
        feed = self._known.get(discovery_key)
        if feed is None:
            feed = Holding(self._first.hashes, discovery_key)  # nobody here knows its key
        self._theirs_on[channel] = feed
        if discovery_key in self._known:
            if discovery_key not in self._sent_on:
                self.open_further(feed)
            self.want(feed)

    def _do(self, lane: Lane, kind: Type, body: bytes) -> None:
        match kind:
            case Type.HAVE:
                self._note_have(lane, Fields(body))
            case Type.UNHAVE:
                fields = Fields(body)
                lane.theirs -= _blocks(fields)
                lane.asked -= _blocks(fields)
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
            case _:
                pass

    def _note_have(self, lane: Lane, fields: Fields) -> None:
        if fields.has(3):
            lane.theirs |= {fields.number(1) + one for one in messages.unpacked(fields.data(3))}
        else:
            lane.theirs |= _blocks(fields)
        self._ask_for_more(lane)

    def _ask_for_more(self, lane: Lane) -> None:
        missing = sorted(lane.theirs - lane.feed.blocks.keys() - lane.asked)
        if lane.fetches:
            for index in missing[: REQUESTS_MAX - len(lane.asked)]:
                self.request(lane.feed, index)

    def _answer_want(self, lane: Lane, fields: Fields) -> None:
        start, length = fields.number(1), fields.number(2) or None
        lane.wanted.append((start, length))
        blocks = [index - start for index in lane.feed.blocks if index >= start]
        if length is not None:
            blocks = [index for index in blocks if index < length]
        span = max(blocks, default=0) + 1
        bitfield = messages.packed(blocks, span)
        self.say(lane.feed, Type.HAVE, messages.have(start, length or span, bitfield))

    def answer(self, feed: Holding, fields: Fields) -> None:
        """To a Request."""
        index, only_hash = fields.number(1), bool(fields.number(3))
        if fields.number(2):
            index = _block_at(feed, fields.number(2))
        if index not in feed.blocks:
            self.say(feed, Type.UNHAVE, messages.span(index))
            return
        nodes, signature = feed.proof(index, fields.number(4), with_leaf=only_hash)
        value = None if only_hash else feed.blocks[index]
        self.say(feed, Type.DATA, messages.block(Block(index, value, nodes, signature)))


def _blocks(fields: Fields) -> set[int]:
    """Of a start and a length; of a length that was left out: one."""
    start = fields.number(1)
    return set(range(start, start + (fields.number(2) if fields.has(2) else 1)))


def _block_at(feed: Holding, byte: int) -> int:
    for index in range(feed.length):
        byte -= len(feed.blocks[index])
        if byte < 0:
            return index
    return feed.length
