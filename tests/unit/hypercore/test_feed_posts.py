"""Which blocks are posts: entries, text, data; and the parts of files, whenever they come."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.model.commands import HidePost
from engine.model.contents import Attachment
from engine.model.events import BlocksArrived, PostsArrived, PostsChanged
from engine.model.feed_commands import AppendBlocks, CreateFeed, DropBlocks, FollowFeed
from engine.model.feeds import BLOCK_BYTES_MAX, PART_BYTES, PARTS_MAX
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Extent, OneFile, Timeline
from engine.protocols.hypercore.posts.entries import (
    FILES_MAX,
    PLAIN_TEXT_BYTES_MAX,
    Entry,
    entry_blocks,
    read_block,
)
from engine.protocols.hypercore.posts.places import block_of, order_key, post_id
from engine.protocols.hypercore.shared import SharedFeeds
from engine.store.hypercore.posts import SHOWN_AGAIN_MAX
from tests.unit.hypercore.desk import NOW, Desk, bring

KEY = PublicKey(bytes(range(32)))


# ---- what a block says --------------------------------------------------------------------------


def test_an_entry_is_read_as_it_was_written() -> None:
    files = [Attachment("a", "b/c", bytes(PART_BYTES + 1)), Attachment("d", "", b"")]
    first, *parts = entry_blocks("text", NOW, files)
    assert [len(part) for part in parts] == [PART_BYTES, 1]
    entry = read_block(first)
    assert entry is not None
    assert (entry.text, entry.at, entry.parts) == ("text", NOW, 2)
    assert [(f.name, f.content_type, f.size, f.first, f.blocks) for f in entry.files] == [
        ("a", "b/c", PART_BYTES + 1, 1, 2),
        ("d", "", 0, 3, 0),
    ]


@pytest.mark.parametrize(
    ("now", "at"),
    [
        (1_700_000_000.0, 1_700_000_000.0),
        (1_700_000_000.001, 1_700_000_000.001),
        (1_700_000_000.0016, 1_700_000_000.001),
        (1_700_000_000.9999, 1_700_000_000.999),
        (0.0001, 0.0),
    ],
)
def test_an_entry_is_of_the_millisecond_that_has_begun(now: float, at: float) -> None:
    entry = read_block(entry_blocks("text", now)[0])
    assert entry is not None
    assert entry.at == at


@pytest.mark.parametrize(
    ("block", "text"),
    [
        (b"plain", "plain"),
        ("caf\u00e9\n\ttab\r\n".encode(), "caf\u00e9\n\ttab\r\n"),
        (b"{not json", "{not json"),
        (b'{"txt":"no entry"}', '{"txt":"no entry"}'),
        (b'{"text":7}', '{"text":7}'),
        (b"x" * PLAIN_TEXT_BYTES_MAX, "x" * PLAIN_TEXT_BYTES_MAX),
    ],
)
def test_other_text_is_shown_as_it_is(block: bytes, text: str) -> None:
    assert read_block(block) == Entry(text, is_text=True)


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"\xff\xfe",
        b"bell \x07",
        b"nul \x00",
        b"x" * (PLAIN_TEXT_BYTES_MAX + 1),
        b"\xed\xa0\x80",
        b'{"text":"' + b"x" * BLOCK_BYTES_MAX + b'"}',
    ],
)
def test_anything_else_is_data(block: bytes) -> None:
    assert read_block(block) is None


@pytest.mark.parametrize("at", [True, "now", -1, 1e400, 1e15, None, [1]])
def test_a_strange_time_is_none(at: object) -> None:
    entry = read_block(json.dumps({"text": "x", "at": at}).encode().replace(b"Infinity", b"1e400"))
    assert entry is not None
    assert entry.at is None


def _listed(count: int, blocks: int, size: int = 1) -> bytes:
    one = {"name": "a", "type": "b", "size": size, "blocks": blocks}
    return json.dumps({"text": "x", "files": [one] * count}).encode()


def test_files_beyond_all_bounds_make_no_entry() -> None:
    def files(block: bytes) -> int:
        entry = read_block(block)
        assert entry is not None
        return len(entry.files)

    assert files(_listed(FILES_MAX, 1)) == FILES_MAX
    assert files(_listed(FILES_MAX + 1, 1)) == 0
    assert files(_listed(1, PARTS_MAX)) == 1
    assert files(_listed(1, PARTS_MAX + 1)) == 0
    assert files(_listed(2, PARTS_MAX // 2 + 1)) == 0
    assert files(_listed(1, -1)) == files(_listed(1, 1, -1)) == 0


def test_endless_brackets_are_no_entry() -> None:
    read_block(b'{"text":"x","at":' + b"[" * 100_000)


@pytest.mark.parametrize("digits", [19, 308, 309, 400, 4_000, 5_000])
def test_a_time_of_so_many_digits_is_none(digits: int) -> None:
    entry = read_block(b'{"text":"x","at":' + b"9" * digits + b"}")
    assert entry is not None
    assert entry.at is None


@pytest.mark.parametrize("block", [b'{"text":"x","y":"\xff"}', b'{"text":"x","\xff":1}'])
def test_what_is_no_text_throughout_is_no_entry(block: bytes) -> None:
    assert read_block(block) is None


def test_a_post_is_named_by_its_feed_and_its_number() -> None:
    for block in (0, 1, 255, 1 << 40, (1 << 62) - 1):
        assert block_of(KEY, post_id(KEY, block)) == block
        assert order_key(KEY, block)[-32:] == post_id(KEY, block)
    assert block_of(PublicKey(bytes(32)), post_id(KEY, 3)) is None
    assert order_key(KEY, 255) < order_key(KEY, 256)


# ---- rows ---------------------------------------------------------------------------------------


@pytest.fixture
def author() -> Desk:
    return Desk(1)


def reader_of(space: SpaceId, seed: int = 2) -> Desk:
    reader = Desk(seed)
    reader.do(FollowFeed(PublicKey(space)))
    return reader


def rows(desk: Desk, space: SpaceId) -> list[tuple[int, str]]:
    return [(post.height, post.text) for post in desk.posts(space)]


def test_parts_are_no_posts_though_they_come_before_their_entry(author: Desk) -> None:
    feed = author.do(CreateFeed("news"))
    files = (Attachment("a", "b", b"one"), Attachment("c", "d", bytes([255]) * (PART_BYTES + 5)))
    author.do(AppendBlocks(feed.space, entry_blocks("with files", NOW, files)))
    author.do(AppendBlocks(feed.space, (b"after",)))
    reader = reader_of(feed.space)
    bring(author, reader, feed.space, [3, 1, 2])
    assert [height for height, _ in rows(reader, feed.space)] == [1, 2, 3]
    reader.told(PostsChanged)
    bring(author, reader, feed.space, [4, 0])
    assert rows(reader, feed.space) == [(0, "with files"), (4, "after")]
    assert reader.told(PostsChanged) == [PostsChanged(feed.space, ())]
    (post, _) = reader.posts(feed.space)
    assert reader.ask(OneFile(feed.space, post.id, 1)).data == files[1].data


def test_what_lies_among_the_parts_of_an_entry_is_no_entry(author: Desk) -> None:
    """Its own parts, which it never had, are posts."""
    feed = author.do(CreateFeed("news"))
    inner = _listed(1, 3)
    outer = json.dumps(
        {"text": "outer", "files": [{"name": "a", "type": "b", "size": len(inner), "blocks": 1}]}
    )
    author.do(AppendBlocks(feed.space, (outer.encode(), inner, b"two", b"three", b"four", b"five")))
    shown = [(0, "outer"), (2, "two"), (3, "three"), (4, "four"), (5, "five")]
    assert rows(author, feed.space) == shown
    reader = reader_of(feed.space)
    bring(author, reader, feed.space, [1, 3, 4, 5, 2])
    assert [height for height, _ in rows(reader, feed.space)] == [1, 5]
    bring(author, reader, feed.space, [0])
    assert rows(reader, feed.space) == shown


def test_what_an_author_makes_of_it_costs_no_more_than_so_much(author: Desk) -> None:
    """Each block takes in the next one: what the first one is decides what all others are."""
    feed = author.do(CreateFeed("news"))
    author.do(AppendBlocks(feed.space, (_listed(1, 1),) * 1_200))
    reader = reader_of(feed.space)
    bring(author, reader, feed.space, range(1, 1_200))
    before = rows(reader, feed.space)
    assert [height for height, _ in before] == list(range(1, 1_200, 2))
    bring(author, reader, feed.space, [0])
    after = [height for height, _ in rows(reader, feed.space)]
    assert after[:SHOWN_AGAIN_MAX] == list(range(0, 2 * SHOWN_AGAIN_MAX, 2))
    assert after[SHOWN_AGAIN_MAX + 1 :] == list(range(2 * SHOWN_AGAIN_MAX + 3, 1_200, 2))


@pytest.mark.parametrize("seed", range(12))
def test_in_whatever_order_blocks_come_the_same_posts_are_shown(author: Desk, seed: int) -> None:
    random = Random(seed)
    feed = author.do(CreateFeed("news"))
    for number in range(20):
        match random.randrange(4):
            case 0:
                blocks: tuple[bytes, ...] = (random.randbytes(30),)
            case 1:
                blocks = (f"text {number}".encode(),)
            case 2:
                blocks = (_listed(1, random.randrange(5)),)  # whose parts may be whatever
            case _:
                size = random.randrange(3 * PART_BYTES)
                files = (Attachment("a", "b", random.randbytes(size)),)
                blocks = entry_blocks(f"entry {number}", NOW, files)
        author.do(AppendBlocks(feed.space, blocks))
    order = list(range(author.do(AppendBlocks(feed.space, ())).length))
    random.shuffle(order)
    reader = reader_of(feed.space)
    bring(author, reader, feed.space, order)
    assert rows(reader, feed.space) == rows(author, feed.space)
    extent = reader.ask(Extent(feed.space))
    assert extent.posts == extent.unread == len(reader.posts(feed.space))
    dropped = random.randrange(len(order))
    reader.do(DropBlocks(feed.space, dropped, dropped + 5))
    gone = range(dropped, dropped + 5)
    assert rows(reader, feed.space) == [r for r in rows(author, feed.space) if r[0] not in gone]
    assert reader.ask(Extent(feed.space)).posts == len(reader.posts(feed.space))
    bring(author, reader, feed.space, [block for block in gone if block < len(order)])
    assert rows(reader, feed.space) == rows(author, feed.space)


def test_a_timeline_filled_anew_is_the_one_that_grew(author: Desk) -> None:
    feed = author.do(CreateFeed("news"))
    files = (Attachment("a", "b", bytes(PART_BYTES)),)
    author.do(AppendBlocks(feed.space, (b"text", b"\xff", *entry_blocks("entry", NOW, files))))
    author.do(HidePost(feed.space, author.posts(feed.space)[0].id))
    before = author.ask(Timeline(feed.space, 99, everything=True))
    with author.store.database.atomic():
        author.feeds.rebuild_timeline(feed.space, NOW)
    assert author.ask(Timeline(feed.space, 99, everything=True)) == before
    assert len(author.posts(feed.space)) == 2


def test_data_is_a_post_that_is_a_file(author: Desk) -> None:
    feed = author.do(CreateFeed("news"))
    author.do(AppendBlocks(feed.space, (b"\x00\x01\x02",)))
    (post,) = author.posts(feed.space)
    (file,) = post.files
    assert (post.text, file.name, file.size) == ("", "", 3)
    assert author.ask(OneFile(feed.space, post.id, 0)).data == b"\x00\x01\x02"


def test_who_looks_on_hears_of_posts_once_and_of_blocks_as_they_come(author: Desk) -> None:
    feed = author.do(CreateFeed("news"))
    files = (Attachment("a", "b", bytes(10)),)
    author.do(AppendBlocks(feed.space, entry_blocks("x", NOW, files)))
    reader = reader_of(feed.space)
    reader.events.clear()
    bring(author, reader, feed.space, [0, 1, 1])
    (arrived,) = reader.told(PostsArrived)
    assert (arrived.count, arrived.own) == (1, 0)
    assert [one.count for one in reader.told(BlocksArrived)] == [1, 1]


# ---- what another Tidings is told ---------------------------------------------------------------


def test_what_is_told_of_a_feed_is_how_far_it_is_held_from_its_beginning(author: Desk) -> None:
    feed = author.do(CreateFeed("news"))
    author.do(AppendBlocks(feed.space, tuple(b"%d" % n for n in range(10))))
    reader = reader_of(feed.space)
    shared = SharedFeeds(reader.feeds)
    assert shared.spaces() == [feed.space]
    assert shared.heads(feed.space, 9) == []
    bring(author, reader, feed.space, [1, 2, 5])
    assert shared.heads(feed.space, 9) == []
    bring(author, reader, feed.space, [0])
    assert shared.heads(feed.space, 9) == [post_id(feed.key, 2)]
    bring(author, reader, feed.space, [3, 4])
    assert shared.heads(feed.space, 9) == [post_id(feed.key, 5)]
    reader.do(DropBlocks(feed.space, 5, 6))
    assert shared.heads(feed.space, 9) == [post_id(feed.key, 4)]
    assert shared.heads(SpaceId(bytes(32)), 9) == []
