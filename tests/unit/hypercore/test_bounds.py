"""Numbers that bound what a peer, or our own user, can make of a feed: at each of them, and one
beyond.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.errors import PeerViolation
from engine.model.feed_commands import FollowFeed, SeekBlocks, SeekBytes
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Close, Ending
from engine.protocols.hypercore import packets, records
from engine.protocols.hypercore.blocks.ranges import BlockRanges
from engine.protocols.hypercore.commands import keeping
from engine.protocols.hypercore.dep0010 import messages as dep0010
from engine.protocols.hypercore.dep0010 import stream as dep0010_stream
from engine.protocols.hypercore.draft1 import messages as draft1
from engine.protocols.hypercore.drive.entries import Entry
from engine.protocols.hypercore.exchange.serving import holdings
from engine.protocols.hypercore.exchange.trust.extensions import decode_evidence
from engine.protocols.hypercore.folders.changes import SHOWN_CHARACTERS_MAX, change_of
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    EXTENSION_BYTES_MAX,
    EXTENSION_NAME_BYTES_MAX,
    EXTENSIONS_MAX,
    FORK_ANSWERS_MAX,
    LENGTH_BYTES_MAX,
    PROOF_NODES_MAX,
    RANGES_TOLD_MAX,
    SIZE_LIMIT,
)
from engine.protocols.hypercore.reception import FIRST_FRAME_BYTES_MAX, Reception
from engine.protocols.hypercore.records import Feed, FeedStored, Naming
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.digest import (
    DIGEST_BITS_MAX,
    NOTHING_HELD,
    digest_of,
    held_at,
)
from engine.protocols.hypercore.tree.node import HASH_BYTES, Node
from engine.protocols.hypercore.tree.proof import (
    GIVEN_NODES_MAX,
    TREES_TRIED,
    Given,
    Proof,
    Signed,
    prove,
)
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.protocols.hypercore.tree.verification import (
    INDEX_LIMIT,
    ProofFailed,
    Received,
    verify,
)
from engine.store.hypercore.trees import RUN_BITS, RUNS_KEPT_MAX, Trees
from engine.store.opening import open_memory_store
from engine.wire.protobuf_scan import UNCOUNTED_BYTES_MAX
from engine.wire.varint import encode_varint
from engine.wire.varint_frames import encode_varint_frame
from tests.unit.hypercore.desk import Desk
from tests.unit.hypercore.feeds import MemoryTree
from tests.unit.hypercore.memory_feeds import MemoryFeeds

KEY = PublicKey(bytes(range(32)))
SPACE = SpaceId(KEY)
Spoken = Callable[[packets.Packet], packets.Packet]
BEYOND = FIRST_FRAME_BYTES_MAX + 1


def by_dep0010(packet: packets.Packet) -> packets.Packet:
    return dep0010.decode(*dep0010.encode(packet))


def by_draft1(packet: packets.Packet) -> packets.Packet:
    return draft1.decode(draft1.encode(packet))


EITHER = pytest.mark.parametrize("spoken", [by_dep0010, by_draft1])


@EITHER
def test_a_handshake_names_so_many_extensions_and_no_more(spoken: Spoken) -> None:
    names = tuple(f"{number:04}" for number in range(EXTENSIONS_MAX + 1))
    for some in (names[:-1], names):
        heard = spoken(packets.Handshake(KEY, extensions=some))
        assert isinstance(heard, packets.Handshake)
        assert heard.extensions == names[:-1]
    long = tuple(name.rjust(EXTENSION_NAME_BYTES_MAX, "n") for name in names)
    assert isinstance(spoken(packets.Handshake(KEY, extensions=long[:-1])), packets.Handshake)
    heard = spoken(packets.Handshake(KEY, extensions=long))
    assert isinstance(heard, packets.Unknown)
    assert heard.broken


@EITHER
def test_an_extension_of_a_longer_name_keeps_its_number_and_matches_nothing(
    spoken: Spoken,
) -> None:
    names = ("a" * EXTENSION_NAME_BYTES_MAX, "b" * (EXTENSION_NAME_BYTES_MAX + 1), "c")
    heard = spoken(packets.Handshake(KEY, extensions=names))
    assert isinstance(heard, packets.Handshake)
    assert heard.extensions == (names[0], "", "c")


@EITHER
def test_a_proof_has_so_many_nodes_and_no_more(spoken: Spoken) -> None:
    nodes = tuple(Node(index, bytes(HASH_BYTES), 1) for index in range(PROOF_NODES_MAX + 1))
    value = bytes(UNCOUNTED_BYTES_MAX)
    data = packets.Data(0, value, Proof(nodes[:-1]))
    assert spoken(data) == data
    heard = spoken(packets.Data(0, value, Proof(nodes)))
    assert isinstance(heard, packets.Unknown)
    assert heard.broken


def test_a_fork_is_shown_by_two_answers_and_no_more() -> None:
    answer = packets.Data(3, None, Proof((Node(6, bytes(HASH_BYTES), 1),), bytes(64)))
    told = encode_varint_frame(dep0010.encode(answer)[1])
    assert decode_evidence(told * FORK_ANSWERS_MAX) == [answer] * FORK_ANSWERS_MAX
    with pytest.raises(PeerViolation):
        decode_evidence(told * (FORK_ANSWERS_MAX + 1))


@pytest.mark.parametrize("patches", [RANGES_TOLD_MAX, RANGES_TOLD_MAX + 1])
def test_of_a_patchy_feed_so_many_ranges_are_told_and_no_more(patches: int) -> None:
    feeds = MemoryFeeds()
    feed = Feed(SPACE, KEY, SuiteName.BLAKE2B, length=2 * patches)
    feeds.apply(FeedStored(SPACE, feed, 0.0))
    feeds.shelves[SPACE].held = BlockRanges((2 * n, 2 * n + 1) for n in range(patches))
    told = list(holdings(feeds, feed, (0, feed.length)))
    assert told == [packets.Have(((2 * n, 2 * n + 1),)) for n in range(RANGES_TOLD_MAX)]


@pytest.mark.parametrize(
    ("size", "ended"),
    [(FIRST_FRAME_BYTES_MAX, []), (BEYOND, [Ending.VIOLATION])],
)
def test_a_first_frame_is_waited_for_up_to_a_length(size: int, ended: list[Ending]) -> None:
    def unused(_: Naming) -> Reception:
        raise AssertionError

    reception = Reception(lambda _: None, unused)
    heard = [one for some in reception.receive(encode_varint(size), 0.0) for one in some]
    assert [one.ending for one in heard if isinstance(one, Close)] == ended


def test_what_is_waited_for_longest_gives_way_to_what_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping, "SOUGHT_MAX", 3)
    desk = Desk()
    desk.do(FollowFeed(KEY, None, whole=False))
    for start in range(0, 6, 2):
        desk.do(SeekBlocks(SPACE, start, start + 1))
    assert desk.feeds.sought(SPACE) == [(4, 5), (2, 3), (0, 1)]
    desk.do(SeekBlocks(SPACE, 6, 7))
    assert desk.feeds.sought(SPACE) == [(6, 7), (4, 5), (2, 3)]


def test_bytes_that_are_waited_for_longest_give_way_to_those_that_are_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping, "SOUGHT_MAX", 3)
    desk = Desk()
    desk.do(FollowFeed(KEY, None, whole=False))
    for start in range(0, 60, 20):
        desk.do(SeekBytes(SPACE, start, start + 10))
    assert desk.feeds.sought_bytes(SPACE) == [(40, 50), (20, 30), (0, 10)]
    desk.do(SeekBytes(SPACE, 60, 70))
    assert desk.feeds.sought_bytes(SPACE) == [(60, 70), (40, 50), (20, 30)]


@pytest.mark.parametrize("runs", [RUNS_KEPT_MAX, RUNS_KEPT_MAX + 1])
def test_where_no_nodes_are_is_remembered_to_a_bound(runs: int) -> None:
    """A sparse feed of any length, or a peer that names any place, leads there."""
    store = open_memory_store()
    trees = Trees(store.database)
    assert all(trees.node(1, run << RUN_BITS) is None for run in range(runs))
    assert len(trees._read) == (runs if runs <= RUNS_KEPT_MAX else 1)
    store.close()


@pytest.mark.parametrize(("count", "kept"), [(GIVEN_NODES_MAX, True), (GIVEN_NODES_MAX + 1, False)])
def test_what_was_given_is_remembered_up_to_a_number(count: int, *, kept: bool) -> None:
    given = Given()
    given.note(range(count), Proof(()))
    given.note([1 << 40], Proof(()))
    assert (0 in given.nodes, 1 << 40 in given.nodes) == (kept, True)


@pytest.mark.parametrize("beyond", [0, 1])
def test_of_a_name_that_is_too_long_so_much_is_shown(beyond: int) -> None:
    path = "n" * (SHOWN_CHARACTERS_MAX + beyond)
    change = change_of(Entry(f"/{path}", None))
    assert change.refusal is not None
    assert (change.path == path) is not bool(beyond)
    assert change.path.startswith(path[:SHOWN_CHARACTERS_MAX])
    assert change_of(Entry(f"/{path}+", None)).path != change.path, "two names stay two"


@pytest.mark.parametrize(
    ("extra", "is_refused"), [(LENGTH_BYTES_MAX - 1, False), (LENGTH_BYTES_MAX, True)]
)
def test_a_length_is_written_with_so_many_bytes_and_no_more(
    extra: int, *, is_refused: bool
) -> None:
    """In the clear first frame: its length, and zeros behind it."""
    first = dep0010_stream.frame(0, packets.Feed(bytes(32), bytes(24)))
    padded = bytes([first[0] | 0x80, *[0x80] * (extra - 1), 0]) + first[1:]
    incoming = dep0010_stream.Incoming()
    incoming.feed(padded)
    if is_refused:
        with pytest.raises(PeerViolation):
            incoming.first()
    else:
        assert incoming.first() == packets.Feed(bytes(32), bytes(24))


LAST = BLOCK_LIMIT - 1
NAMING_A_BLOCK: list[Callable[[int], packets.Packet]] = [
    lambda block: packets.Have(((block, block + 1),)),
    lambda block: packets.Unhave(block, block + 1),
    lambda block: packets.Want(block, None),
    lambda block: packets.Unwant(block, None),
    packets.Request,
    packets.Cancel,
    lambda block: packets.Data(block, b"", Proof(())),
]


@EITHER
@pytest.mark.parametrize("said", NAMING_A_BLOCK)
def test_a_block_that_no_feed_can_have_is_not_read(
    spoken: Spoken, said: Callable[[int], packets.Packet]
) -> None:
    heard = spoken(said(LAST))
    assert not isinstance(heard, packets.Unknown)
    start = heard.ranges[0][0] if isinstance(heard, packets.Have) else _block_of(heard)
    assert start == LAST
    beyond = spoken(said(BLOCK_LIMIT))
    assert isinstance(beyond, packets.Unknown)
    assert beyond.broken


def _block_of(packet: packets.Packet) -> int:
    match packet:
        case packets.Unhave(start) | packets.Want(start) | packets.Unwant(start):
            return start
        case packets.Request(block) | packets.Cancel(block) | packets.Data(block):
            return block
        case _:
            raise AssertionError(packet)


@EITHER
@pytest.mark.parametrize("beyond", [0, 1])
def test_a_message_of_an_extension_has_so_many_bytes_and_no_more(
    spoken: Spoken, beyond: int
) -> None:
    heard = spoken(packets.Extension(3, bytes(EXTENSION_BYTES_MAX + beyond)))
    assert isinstance(heard, packets.Unknown if beyond else packets.Extension)


@pytest.mark.parametrize("beyond", [0, 1])
def test_blocks_below_a_node_have_so_many_bytes_and_no_more(beyond: int) -> None:
    """As many as a double holds, which is stored; and one block more than there can be."""
    suite = SUITES[SuiteName.BLAKE2B]
    uncle = Node(2, bytes(HASH_BYTES), SIZE_LIMIT - 2 + beyond)
    came = Received(0, b"x", Proof((uncle,)))
    if beyond:
        with pytest.raises(ProofFailed):
            verify(suite, MemoryTree(), came, anybody)
        return
    desk = Desk()
    desk.do(FollowFeed(KEY))
    desk.keep(
        records.Received(SPACE, 0, b"x", verify(suite, MemoryTree(), came, anybody), desk.now)
    )
    feed = desk.feeds.feed(SPACE)
    assert feed is not None
    assert (feed.length, feed.byte_length) == (2, SIZE_LIMIT - 1)
    root = desk.feeds.tree(SPACE).node(1)
    assert root is not None
    assert root.size == SIZE_LIMIT - 1


@pytest.mark.parametrize("beyond", [0, 1])
def test_the_last_block_that_there_can_be_is_stored_and_none_beyond(beyond: int) -> None:
    suite, block = SUITES[SuiteName.BLAKE2B], LAST + beyond
    top, uncles = suite.leaf(flat.leaf(block), b"the end"), list[Node]()
    for depth in range(62):
        uncles.append(Node(flat.sibling(top.index), bytes([depth]) * HASH_BYTES, 1))
        left, right = sorted((uncles[-1], top), key=lambda node: node.index)
        top = suite.parent(flat.parent(top.index), left, right)
    came = Received(block, b"the end", Proof(tuple(uncles)))
    if beyond:
        with pytest.raises(ProofFailed):
            verify(suite, MemoryTree(), came, anybody)
        return
    desk = Desk()
    desk.do(FollowFeed(KEY))
    verified = verify(suite, MemoryTree(), came, anybody)
    desk.keep(records.Received(SPACE, block, b"the end", verified, desk.now))
    feed = desk.feeds.feed(SPACE)
    assert feed is not None
    assert feed.length == BLOCK_LIMIT
    assert list(desk.feeds.held(SPACE, LAST - 1, BLOCK_LIMIT)) == [(LAST, BLOCK_LIMIT)]
    assert desk.feeds.block(SPACE, LAST) == b"the end"
    leaf = desk.feeds.tree(SPACE).node(flat.leaf(LAST))
    assert leaf is not None
    assert desk.feeds.tree(SPACE).node(INDEX_LIMIT) is None


def anybody(_tree_hash: bytes, _signed: Signed) -> bool:
    """Every tree is its author's."""
    return True


@pytest.mark.parametrize("known", [TREES_TRIED, TREES_TRIED + 1])
def test_of_the_trees_that_were_signed_around_a_block_so_many_are_tried(known: int) -> None:
    """From the longest down; the roots of just one of them are all here."""
    provable = 256 - known
    uncles = [2, 5, 11, 23, 47, 95, 191]
    held = {0, *uncles, *(root for root in flat.full_roots(provable) if root != 127)}
    nodes = [Node(index, bytes(HASH_BYTES), 1) for index in held]
    tree = MemoryTree(nodes, [Signed(length, b"signed") for length in range(128, 256)])
    proof = prove(tree, 0, NOTHING_HELD, hash_only=False)
    assert (proof is not None) is (known == TREES_TRIED)


def test_a_digest_is_never_longer_than_its_field() -> None:
    """Of the first block of the longest feed, of which nothing but its only root is held."""
    root = BLOCK_LIMIT - 1
    digest = digest_of(0, BLOCK_LIMIT, {root}.__contains__)
    assert digest.bit_length() == DIGEST_BITS_MAX
    assert root in held_at(0, digest)
    node, uncles = 0, set[int]()
    while node != root:
        uncles.add(flat.sibling(node))
        node = flat.parent(node)
    assert digest_of(0, BLOCK_LIMIT, uncles.__contains__).bit_length() == DIGEST_BITS_MAX - 1
