"""Feeds of ours and of published programs: 7.7.1 and 6.26.0 (DEP-0010), 4.20.1 (draft 1)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum

import pytest
from published_peers import PublishedPeer

from engine.crypto.ed25519 import from_seed
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Ending
from engine.protocols.hypercore.records import Evicted, Feed, FeedStored, Sought, SoughtBytes
from engine.protocols.hypercore.tree.suites import SuiteName
from tests.interop.hypercore_peers import HOST, JsFeeds, OurFeeds
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import MemoryFeeds, append

BLOCKS = [block_of("interop", n, (61 * n) % 2_000) for n in range(100)]
VERSIONS = pytest.mark.parametrize("version", [7, 6, 4])
LATER = pytest.mark.parametrize("version", [7, 6])


class Dials(Enum):
    """Who opens the connection."""

    WE = "we dial"
    THEY = "they dial"


BOTH_WAYS = pytest.mark.parametrize("dials", Dials, ids=lambda dials: dials.value)


@pytest.fixture
def js(published_feeds: PublishedPeer, version: int) -> Iterator[JsFeeds]:
    """Nobody may have had anything to complain of at the end."""
    with JsFeeds(published_feeds, version) as started:
        yield started
        assert started.troubles() == []


def suite_of(version: int) -> SuiteName:
    return SuiteName.SHA256_TYPED if version == 4 else SuiteName.BLAKE2B


def feed_of(key: str, version: int, *, whole: bool = True, signed: bool = True) -> Feed:
    public = PublicKey(bytes.fromhex(key))
    return Feed(SpaceId(public), public, suite_of(version), whole=whole, signed=signed)


def following(*feeds: Feed) -> OurFeeds:
    """Ours, with nothing in them yet."""
    memory = MemoryFeeds()
    for feed in feeds:
        memory.apply(FeedStored(feed.space, feed, at=0.0))
    return OurFeeds(memory)


@contextmanager
def connected(ours: OurFeeds, js: JsFeeds, dials: Dials, *also: int) -> Iterator[None]:
    """About their feed 0, and also the others."""
    if dials is Dials.WE:
        ours.dial(js.ask("listen", feed=0, host=HOST, also=list(also)))
    else:
        port = ours.listen()
        js.ask("dial", feed=0, host=HOST, port=port, also=list(also))
        ours.accept()
    yield
    assert ours.closed == []
    ours.close()


def has(ours: OurFeeds, feed: Feed, count: int) -> Callable[[], bool]:
    return lambda: len(ours.feeds.shelves[feed.space].blocks) == count


def downloaded(js: JsFeeds, count: int, feed: int = 0) -> Callable[[], bool]:
    def is_done() -> bool:
        news = [one for one in js.told if one["event"] == "download" and one["feed"] == feed]
        return len({one["index"] for one in news}) >= count

    return is_done


@VERSIONS
@BOTH_WAYS
def test_we_read_their_feed_and_what_they_append(js: JsFeeds, version: int, dials: Dials) -> None:
    feed = feed_of(js.ask("create")["key"], version)
    js.append(0, BLOCKS[:50])
    ours = following(feed)
    with connected(ours, js, dials):
        ours.until(has(ours, feed, 50))
        for end in (51, 60, 64, 100):
            js.append(0, BLOCKS[len(ours.feeds.shelves[feed.space].blocks) : end])
            ours.until(has(ours, feed, end))
    assert ours.feeds.shelves[feed.space].blocks == dict(enumerate(BLOCKS))


@VERSIONS
@BOTH_WAYS
def test_they_read_our_feed_and_what_we_append(js: JsFeeds, version: int, dials: Dials) -> None:
    author = from_seed(bytes([version]) * 32)
    feed = feed_of(author.public_key.hex(), version)
    ours = following(feed)
    append(ours.feeds, feed.space, BLOCKS[:50], author)
    js.ask("follow", key=feed.key.hex())
    with connected(ours, js, dials):
        ours.until(downloaded(js, 50))
        for end in (51, 60, 64, 100):
            length = len(ours.feeds.shelves[feed.space].blocks)
            ours.store(append(ours.feeds, feed.space, BLOCKS[length:end], author))
            ours.until(downloaded(js, end))
        assert js.blocks(0, 100) == BLOCKS


@VERSIONS
@BOTH_WAYS
def test_what_we_read_from_one_we_give_to_another(
    published_feeds: PublishedPeer, js: JsFeeds, version: int, dials: Dials
) -> None:
    feed = feed_of(js.ask("create")["key"], version)
    js.append(0, BLOCKS[:40])
    ours = following(feed)
    with connected(ours, js, dials):
        ours.until(has(ours, feed, 40))
    with JsFeeds(published_feeds, version) as second:
        second.ask("follow", key=feed.key.hex())
        with connected(ours, second, dials):
            ours.until(downloaded(second, 40))
            assert second.blocks(0, 40) == BLOCKS[:40]
        assert second.troubles() == []


@VERSIONS
def test_we_read_only_what_our_user_waits_for(js: JsFeeds, version: int) -> None:
    feed = feed_of(js.ask("create")["key"], version, whole=False)
    js.append(0, BLOCKS[:50])
    ours = following(feed)
    ours.feeds.apply(Sought(feed.space, 20, 23))
    with connected(ours, js, Dials.WE):
        shelf = ours.feeds.shelves[feed.space]
        ours.until(lambda: shelf.blocks.keys() >= {20, 21, 22} and shelf.feed.length == 50)
        # Asked for the hash of the last block, which tells the length, 4.20.1 sends the block.
        assert shelf.blocks.keys() <= {20, 21, 22, 49}
        for block in (49, 3):
            more = Sought(feed.space, block, block + 1)
            ours.feeds.apply(more)
            ours.store(more)
        ours.until(has(ours, feed, 5))
    assert shelf.blocks == {n: BLOCKS[n] for n in (3, 20, 21, 22, 49)}


@LATER
def test_they_are_told_what_we_have_no_more_and_get_the_rest(js: JsFeeds, version: int) -> None:
    author = from_seed(bytes([version]) * 32)
    feed = feed_of(author.public_key.hex(), version)
    ours = following(feed)
    append(ours.feeds, feed.space, BLOCKS[:30], author)
    ours.feeds.apply(Evicted(feed.space, 10, 20))
    js.ask("follow", key=feed.key.hex())
    with connected(ours, js, Dials.THEY):
        ours.until(downloaded(js, 20))
    got = {one["index"] for one in js.told if one["event"] == "download"}
    assert got == {*range(10), *range(20, 30)}


@VERSIONS
@BOTH_WAYS
def test_several_feeds_go_over_one_connection(js: JsFeeds, version: int, dials: Dials) -> None:
    feeds = [feed_of(js.ask("create")["key"], version) for _ in range(3)]
    for number in range(3):
        js.append(number, BLOCKS[: 10 * (number + 1)])
    ours = following(*feeds)
    with connected(ours, js, dials, 1, 2):
        for number, feed in enumerate(feeds, 1):
            ours.until(has(ours, feed, 10 * number))
    for number, feed in enumerate(feeds, 1):
        assert ours.feeds.shelves[feed.space].blocks == dict(enumerate(BLOCKS[: 10 * number]))


def test_we_read_a_feed_that_is_not_signed_and_ends(published_feeds: PublishedPeer) -> None:
    """Draft 1: its key is the hash of the whole tree."""
    with JsFeeds(published_feeds, 4) as js:
        js.ask("create", unsigned=True)
        js.append(0, BLOCKS[:13])
        feed = feed_of(js.ask("finalize", feed=0)["key"], 4, signed=False)
        ours = following(feed)
        with connected(ours, js, Dials.WE):
            ours.until(has(ours, feed, 13))
        assert ours.feeds.shelves[feed.space].blocks == dict(enumerate(BLOCKS[:13]))
        assert js.troubles() == []


@VERSIONS
def test_a_corrupt_block_behind_a_good_tree_is_not_taken_from_us(
    published_feeds: PublishedPeer, version: int
) -> None:
    """They end the conversation, or ask again; they never store it, and neither would we."""
    author = from_seed(bytes([version]) * 32)
    feed = feed_of(author.public_key.hex(), version)
    ours = following(feed)
    append(ours.feeds, feed.space, BLOCKS[:8], author)
    ours.feeds.shelves[feed.space].blocks[5] = b"something else"
    with JsFeeds(published_feeds, version) as js:
        js.ask("follow", key=feed.key.hex())
        ours.dial(js.ask("listen", feed=0, host=HOST))
        with pytest.raises((EOFError, ConnectionError)):
            ours.until(lambda: False)
        assert 5 not in {one["index"] for one in js.told if one["event"] == "download"}
        ours.close()


@VERSIONS
def test_they_find_the_block_that_holds_a_byte(js: JsFeeds, version: int) -> None:
    """A Request by byte offset, of a feed of which only its length is known."""
    feed = feed_of(js.ask("create")["key"], version, whole=False)
    js.append(0, BLOCKS[:50])
    ours = following(feed)
    with connected(ours, js, Dials.WE):
        shelf = ours.feeds.shelves[feed.space]
        ours.until(lambda: shelf.feed.length == 50)
        start = sum(map(len, BLOCKS[:17])) + 1
        wanted = SoughtBytes(feed.space, start, start + 1)
        ours.feeds.apply(wanted)
        ours.store(wanted)
        ours.until(lambda: 17 in shelf.blocks)
        assert not shelf.sought_bytes
    assert shelf.blocks[17] == BLOCKS[17]


@VERSIONS
def test_what_our_user_pauses_stops_and_goes_on(js: JsFeeds, version: int) -> None:
    feed = feed_of(js.ask("create")["key"], version)
    js.append(0, BLOCKS[:20])
    ours = following(feed)
    with connected(ours, js, Dials.WE):
        ours.until(has(ours, feed, 20))
        shelf = ours.feeds.shelves[feed.space]
        for paused in (True, False):
            changed = FeedStored(feed.space, replace(shelf.feed, paused=paused), at=0.0)
            ours.feeds.apply(changed)
            ours.store(changed)
            if paused:
                js.append(0, BLOCKS[20:40])
                deadline = time.monotonic() + 1.0
                ours.until(lambda deadline=deadline: time.monotonic() >= deadline)  # type: ignore[misc]  # defaults bind
                assert len(shelf.blocks) == 20
        ours.until(has(ours, feed, 40))


@LATER
def test_with_one_of_theirs_that_does_not_stay_it_ends_well(js: JsFeeds, version: int) -> None:
    """Not live: they read all, say so by Info, and are let go."""
    author = from_seed(bytes([version]) * 32)
    feed = feed_of(author.public_key.hex(), version)
    ours = following(feed)
    append(ours.feeds, feed.space, BLOCKS[:30], author)
    js.ask("follow", key=feed.key.hex())
    ours.dial(js.ask("listen", feed=0, host=HOST, live=False))
    with pytest.raises((EOFError, AssertionError)) as ended:
        ours.until(lambda: False)
    if ended.type is not EOFError:  # we were the first to close
        assert [one.ending for one in ours.closed] == [Ending.CLOSED_BY_US]
    assert js.blocks(0, 30) == BLOCKS[:30]
    ours.close()
