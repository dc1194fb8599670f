"""``Records`` of feeds in dictionaries, and two lanes that talk to each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.crypto.ed25519 import KeyPair, sign
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.keys import discovery_keys
from engine.protocols.hypercore.limits import COPIED_BYTES_MIN
from engine.protocols.hypercore.manner import DEP0010, Doing, Manner
from engine.protocols.hypercore.records import (
    Appended,
    AuthorSeen,
    ContinuedHere,
    Copied,
    Evicted,
    Evidence,
    Feed,
    FeedForgotten,
    FeedLeft,
    FeedStored,
    Filled,
    Forked,
    ForkNarrowed,
    Held,
    HypercoreRecord,
    Naming,
    OwnElsewhere,
    PostHidden,
    Received,
    Reclaimed,
    RunReceived,
    Sought,
    SoughtBytes,
    Used,
)
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from tests.unit.hypercore.feeds import AUTHOR, MemoryTree


@dataclass
class Shelf:
    """One feed."""

    feed: Feed
    tree: MemoryTree = field(default_factory=MemoryTree)
    blocks: dict[int, bytes] = field(default_factory=dict)
    held: BlockRanges = field(default_factory=BlockRanges)
    sought: list[Range] = field(default_factory=list)
    sought_bytes: list[Range] = field(default_factory=list)
    let_go: BlockRanges = field(default_factory=BlockRanges)
    forks: list[Forked] = field(default_factory=list)
    author_seen_at: list[float] = field(default_factory=list)


class MemoryFeeds:
    """Implements ``Records``."""

    def __init__(self) -> None:
        self.shelves: dict[SpaceId, Shelf] = {}

    def feed(self, space: SpaceId) -> Feed | None:
        shelf = self.shelves.get(space)
        return None if shelf is None or shelf.feed.left else shelf.feed

    def feeds(self) -> Sequence[Feed]:
        return [shelf.feed for shelf in self.shelves.values() if not shelf.feed.left]

    def named(self, discovery_key: bytes) -> tuple[Feed, Naming] | None:
        for shelf in self.shelves.values():
            for naming, known in discovery_keys(shelf.feed.key).items():
                if not shelf.feed.left and known == discovery_key:
                    return shelf.feed, naming
        return None

    def tree(self, space: SpaceId) -> MemoryTree:
        return self.shelves[space].tree

    def held(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        return list(self.shelves[space].held.within(start, end))

    def holding(self, space: SpaceId) -> Held:
        return Held(len(self.shelves[space].blocks), 0)  # conversations never ask for the bytes

    def next_held(self, space: SpaceId, block: int) -> int | None:
        return self.shelves[space].held.first_at(block)

    def bits(self, space: SpaceId, start: int, end: int) -> bytes:
        return rle.bitfield_of(self.held(space, start, end), start)

    def block(self, space: SpaceId, block: int) -> bytes | None:
        return self.shelves[space].blocks.get(block)

    def contents(self, space: SpaceId, start: int, end: int) -> Sequence[bytes] | None:
        found = [self.shelves[space].blocks.get(block) for block in range(start, end)]
        contents = [one for one in found if one is not None]
        return contents if len(contents) == end - start else None

    def sought(self, space: SpaceId) -> Sequence[Range]:
        return list(self.shelves[space].sought)

    def let_go(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        return list(self.shelves[space].let_go.within(start, end))

    def sought_bytes(self, space: SpaceId) -> Sequence[Range]:
        return list(self.shelves[space].sought_bytes)

    def evidence(self, space: SpaceId) -> tuple[Evidence, Evidence] | None:
        forks = self.shelves[space].forks
        return forks[0].evidence if forks else None

    def copy_of(self, suite: SuiteName, node: Node) -> tuple[SpaceId, int] | None:
        if node.size < COPIED_BYTES_MIN or len(self.shelves) == 1:
            return None
        for space, shelf in self.shelves.items():
            for known in shelf.tree.nodes.values() if shelf.feed.suite is suite else ():
                is_same = (known.hash, known.size) == (node.hash, node.size)
                start, end = flat.blocks_below(known.index)
                is_whole = list(shelf.held.within(start, end)) == [(start, end)]
                if is_same and is_whole and flat.depth(known.index) == flat.depth(node.index):
                    return space, known.index
        return None

    def apply(self, record: HypercoreRecord) -> None:
        match record:
            case FeedStored(space, feed):
                shelf = self.shelves.setdefault(space, Shelf(feed))
                shelf.feed = replace(shelf.feed, whole=feed.whole, paused=feed.paused)
                shelf.feed = replace(shelf.feed, limit_bytes=feed.limit_bytes)
                shelf.feed = replace(shelf.feed, suite=feed.suite, signed=feed.signed)
            case FeedForgotten(space):
                del self.shelves[space]
            case Appended():
                self._append(self.shelves[record.space], record)
            case Received() | RunReceived():
                self._receive(self.shelves[record.space], record)
            case Copied():
                self._copy(self.shelves[record.space], record)
            case Evicted(space, start, end):
                self._evict(self.shelves[space], start, end)
            case Sought(space, start, end, wanted):
                _wish(self.shelves[space].sought, (start, end), wanted=wanted)
            case SoughtBytes(space, start, end, wanted):
                _wish(self.shelves[space].sought_bytes, (start, end), wanted=wanted)
            case _:
                self._note(record)

    def _note(self, record: HypercoreRecord) -> None:
        """What is known of a feed besides its blocks."""
        shelf = self.shelves[record.space]
        match record:
            case Forked(_, common):
                shelf.forks.append(record)
                shelf.feed = replace(shelf.feed, common=common)
            case ForkNarrowed(_, common, evidence):
                shelf.forks[0] = replace(shelf.forks[0], evidence=evidence)
                shelf.feed = replace(shelf.feed, common=max(common, shelf.feed.common or 0))
            case OwnElsewhere(_, length):
                shelf.feed = replace(shelf.feed, elsewhere=True, restored=length == 0)
            case ContinuedHere():
                shelf.feed = replace(shelf.feed, elsewhere=False, restored=False)
            case AuthorSeen(_, at):
                shelf.author_seen_at.append(at)
            case FeedLeft(_, left):
                shelf.feed = replace(shelf.feed, left=left)
            case Filled(_, full, gathers_from):
                shelf.feed = replace(shelf.feed, is_full=full, gathers_from=gathers_from)
            case Reclaimed():
                shelf.let_go = BlockRanges()
            case Used() | PostHidden():
                pass
            case _:
                raise AssertionError(record)

    def _evict(self, shelf: Shelf, start: int, end: int) -> None:
        gone = BlockRanges(list(shelf.held.within(start, end)))
        for wish in list(shelf.sought):
            if any(gone.within(*wish)):
                shelf.sought.remove(wish)
                for low, high in gone.gaps(*wish):
                    _wish(shelf.sought, (low, high), wanted=True)
        for low, high in gone:
            shelf.let_go.add(low, high)
        shelf.held.remove(start, end)
        for block in range(start, end):
            shelf.blocks.pop(block, None)

    def _append(self, shelf: Shelf, record: Appended) -> None:
        shelf.tree.nodes.update({node.index: node for node in record.nodes})
        shelf.tree.signatures[record.signed.length] = record.signed
        shelf.blocks.update(enumerate(record.blocks, record.first))
        shelf.held.add(record.first, record.signed.length)
        shelf.feed = replace(
            shelf.feed, length=record.signed.length, byte_length=record.byte_length
        )

    def _copy(self, shelf: Shelf, record: Copied) -> None:
        source = self.shelves[record.source]
        (start, end), (first, _) = map(flat.blocks_below, (record.node, record.source_node))
        for index in range(flat.left_span(record.node), flat.right_span(record.node) + 1):
            known = source.tree.nodes[index + 2 * (first - start)]
            shelf.tree.nodes[index] = replace(known, index=index)
        shelf.blocks.update({n: source.blocks[n + first - start] for n in range(start, end)})
        shelf.held.add(start, end)

    def _receive(self, shelf: Shelf, record: Received | RunReceived) -> None:
        if isinstance(record, RunReceived):
            for block, value in record.blocks:
                one = Received(record.space, block, value, record.verified, record.at)
                self._receive(shelf, one)
            return
        shelf.tree.keep(record.verified)
        if record.value is not None:
            shelf.blocks[record.block] = record.value
            shelf.held.add(record.block, record.block + 1)
            shelf.let_go.remove(record.block, record.block + 1)
            for start, end in list(shelf.sought):
                is_met = list(shelf.held.within(start, end)) == [(start, end)]
                if start <= record.block < end and is_met:
                    shelf.sought.remove((start, end))
        signed = record.verified.signed
        if signed is not None and signed.length > shelf.feed.length:
            size = record.verified.byte_length
            shelf.feed = replace(shelf.feed, length=signed.length, byte_length=size)


def _wish(wishes: list[Range], wish: Range, *, wanted: bool) -> None:
    """The latest comes first."""
    if wish in wishes:
        wishes.remove(wish)
    if wanted:
        wishes.insert(0, wish)


def append(
    feeds: MemoryFeeds, space: SpaceId, blocks: Sequence[bytes], author: KeyPair = AUTHOR
) -> Appended:
    """What the author's own program stores."""
    shelf = feeds.shelves[space]
    suite = SUITES[shelf.feed.suite]
    known = [shelf.tree.node(i) for i in sorted(shelf.tree.nodes)]
    length = shelf.feed.length
    roots = [node for node in known if node is not None and node.index in flat.full_roots(length)]
    grown = grow(suite, roots, length, blocks)
    signed = Signed(grown.length, sign(suite.tree(grown.roots), author.secret_key))
    record = Appended(space, length, tuple(blocks), grown.nodes, signed, grown.byte_length, at=0.0)
    feeds.apply(record)
    return record


def followed(
    *, whole: bool = True, suite: SuiteName = SuiteName.BLAKE2B, author: KeyPair = AUTHOR
) -> tuple[MemoryFeeds, SpaceId]:
    """Somebody who has the feed's key and nothing else."""
    feeds, key = MemoryFeeds(), PublicKey(author.public_key)
    space = SpaceId(key)
    feeds.apply(FeedStored(space, Feed(space, key, suite, whole=whole), at=0.0))
    return feeds, space


class Talk:
    """Two lanes of one feed: what one says the other hears, in order, until nobody speaks."""

    def __init__(
        self, first: MemoryFeeds, second: MemoryFeeds, space: SpaceId, manner: Manner = DEP0010
    ) -> None:
        self.sides = (first, second)
        self.lanes = tuple(Lane(side, Downloads(side), space, manner) for side in self.sides)
        self.said: list[tuple[int, packets.Packet]] = []
        self._waiting: deque[tuple[int, packets.Packet]] = deque()
        self.now = 0.0
        for side, lane in enumerate(self.lanes):
            self._do(side, lane.open(self.now))
        self.settle()

    def _heard(self, packet: packets.Packet) -> packets.Packet:
        """As it is read from the wire."""
        if not isinstance(packet, packets.Bitfield):
            return packet
        start, end = packet.range
        ranges = ((start + low, start + high) for low, high in rle.ranges_of(packet.bits))
        return packets.Have(tuple(ranges), replaces=(start, end))

    def settle(self, packets_max: int = 100_000) -> None:
        for _ in range(packets_max):
            if not self._waiting:
                return
            side, packet = self._waiting.popleft()
            self._do(1 - side, self.lanes[1 - side].receive(packet, self.now))
        raise AssertionError("they never come to an end")

    def stored(self, side: int, record: HypercoreRecord) -> None:
        """That side's program stored it."""
        self._do(side, self.lanes[side].notice(record, self.now))
        self.settle()

    def say(self, side: int, packet: packets.Packet) -> None:
        """As if that side's program had said so."""
        self._waiting.append((side, packet))
        self.settle()

    def _do(self, side: int, doings: list[Doing]) -> None:
        for doing in doings:
            if isinstance(doing, Store):
                assert isinstance(doing.record, HypercoreRecord)
                self.sides[side].apply(doing.record)
                self._do(side, self.lanes[side].notice(doing.record, self.now))
            else:
                assert isinstance(doing, packets.Packet)
                self.said.append((side, doing))
                self._waiting.append((side, self._heard(doing)))
