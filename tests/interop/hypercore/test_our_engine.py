"""Published programs and our whole engine: 7.7.1 and 6.26.0 (DEP-0010), 4.20.1 (draft 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path

import pytest
from published_peers import PublishedPeer

from engine.model.address import Address
from engine.model.events import PeerGone, PeerViolated
from engine.model.feeds import FeedForm
from engine.model.ids import SpaceId
from tests.interop.hypercore_peers import JsFeeds
from tests.interop.our_feeds import OurFeeds
from tests.interop.scene import Scene, own_host, scene_in
from tests.unit.hypercore.feeds import block_of

BLOCKS = [block_of("engine", n, (61 * n) % 2_000) for n in range(100)]
VERSIONS = pytest.mark.parametrize("version", [7, 6, 4])
LATER = pytest.mark.parametrize("version", [7, 6])


class Dials(Enum):
    """Who opens the connection."""

    WE = "we dial"
    THEY = "they dial"


BOTH_WAYS = pytest.mark.parametrize("dials", Dials, ids=lambda dials: dials.value)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Nobody yet; at the end we may not have had anything to complain of."""
    with scene_in(tmp_path) as made:
        yield made


@pytest.fixture
def js(published_feeds: PublishedPeer, scene: Scene, version: int) -> Iterator[JsFeeds]:
    """Nobody may have had anything to complain of at the end."""
    with JsFeeds(published_feeds, version, scene.news) as started:
        yield started
        assert started.troubles() == []


@pytest.fixture
def ours(scene: Scene) -> OurFeeds:
    """Our profile."""
    return scene.our_feeds()


def form_of(version: int) -> FeedForm:
    return FeedForm.OLDER if version == 4 else FeedForm.SIGNED


def theirs(js: JsFeeds, ours: OurFeeds, blocks: list[bytes], *, whole: bool = True) -> SpaceId:
    """A feed of theirs, which we follow."""
    key = bytes.fromhex(js.ask("create")["key"])
    js.append(len(js.made), blocks)
    js.made.append(key)
    return ours.follows_feed(key, form_of(js.version), whole=whole).space


def connect(ours: OurFeeds, js: JsFeeds, dials: Dials, *also: int) -> None:
    """About their feed 0, and also the others."""
    if dials is Dials.WE:
        host = own_host()
        ours.dial(Address(host, js.ask("listen", feed=0, host=host, also=list(also))))
    else:
        address = ours.address
        js.ask("dial", feed=0, host=address.host, port=address.port, also=list(also))


def holds(ours: OurFeeds, space: SpaceId, count: int) -> Callable[[], bool]:
    return lambda: ours.holds(space, count)


def downloaded(js: JsFeeds, count: int, feed: int = 0) -> Callable[[], bool]:
    def is_done() -> bool:
        news = [one for one in js.told if one["event"] == "download" and one["feed"] == feed]
        return len({one["index"] for one in news}) >= count

    return is_done


# ---- serving and downloading --------------------------------------------------------------------


@VERSIONS
@BOTH_WAYS
def test_we_follow_their_feed_live(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int, dials: Dials
) -> None:
    space = theirs(js, ours, BLOCKS[:50])
    connect(ours, js, dials)
    scene.news.wait_until(lambda: ours.holds(space, 50), "50 blocks")
    for end in (51, 60, 100):
        js.append(0, BLOCKS[ours.feed(space).length : end])
        scene.news.wait_until(holds(ours, space, end), f"{end} blocks")
    assert ours.blocks(space) == dict(enumerate(BLOCKS))
    assert js.ask("state", feed=0) == {
        "length": ours.feed(space).length,
        "bytes": ours.feed(space).byte_length,
    }


@LATER
@BOTH_WAYS
def test_they_follow_our_feed_live(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int, dials: Dials
) -> None:
    made = ours.makes_feed("ours", BLOCKS[:50])
    js.ask("follow", key=made.key.hex())
    connect(ours, js, dials)
    scene.news.wait_until(downloaded(js, 50), "50 blocks at js")
    for end in (51, 60, 100):
        ours.appends(made.space, BLOCKS[ours.feed(made.space).length : end])
        scene.news.wait_until(downloaded(js, end), f"{end} blocks at js")
    assert js.blocks(0, 100) == BLOCKS


@VERSIONS
@BOTH_WAYS
def test_what_one_of_them_gave_us_we_give_to_another(
    published_feeds: PublishedPeer,
    scene: Scene,
    js: JsFeeds,
    ours: OurFeeds,
    version: int,
    dials: Dials,
) -> None:
    space = theirs(js, ours, BLOCKS[:40])
    connect(ours, js, Dials.WE)
    scene.news.wait_until(lambda: ours.holds(space, 40), "40 blocks")
    with JsFeeds(published_feeds, version, scene.news) as second:
        second.ask("follow", key=js.made[0].hex())
        connect(ours, second, dials)
        scene.news.wait_until(downloaded(second, 40), "40 blocks at the second")
        assert second.blocks(0, 40) == BLOCKS[:40]
        js.append(0, BLOCKS[40:50])
        scene.news.wait_until(downloaded(second, 50), "what came since")
        assert second.troubles() == []


def test_they_read_a_feed_of_ours_that_is_named_by_its_hash(
    published_feeds: PublishedPeer, scene: Scene, ours: OurFeeds
) -> None:
    made = ours.makes_still("still", BLOCKS[:13])
    with JsFeeds(published_feeds, 4, scene.news) as js:
        js.ask("follow", key=made.key.hex())
        connect(ours, js, Dials.THEY)
        scene.news.wait_until(downloaded(js, 13), "13 blocks at js")
        assert js.blocks(0, 13) == BLOCKS[:13]
        assert js.troubles() == []


def test_we_read_a_feed_of_theirs_that_is_named_by_its_hash(
    published_feeds: PublishedPeer, scene: Scene, ours: OurFeeds
) -> None:
    with JsFeeds(published_feeds, 4, scene.news) as js:
        js.ask("create", unsigned=True)
        js.append(0, BLOCKS[:13])
        key = bytes.fromhex(js.ask("finalize", feed=0)["key"])
        space = ours.follows_feed(key, FeedForm.STATIC).space
        connect(ours, js, Dials.WE)
        scene.news.wait_until(lambda: ours.holds(space, 13), "13 blocks")
        assert ours.blocks(space) == dict(enumerate(BLOCKS[:13]))
        assert js.troubles() == []


def test_all_three_are_served_on_one_port_at_once(
    published_feeds: PublishedPeer, scene: Scene, ours: OurFeeds
) -> None:
    """What 7.7.1 writes reaches 6.26.0 through us, while 4.20.1 reads in its own protocol."""
    still = ours.makes_still("still", BLOCKS[:13])
    with (
        JsFeeds(published_feeds, 7, scene.news) as author,
        JsFeeds(published_feeds, 6, scene.news) as reader,
        JsFeeds(published_feeds, 4, scene.news) as older,
    ):
        space = theirs(author, ours, BLOCKS[:20])
        reader.ask("follow", key=author.made[0].hex())
        older.ask("follow", key=still.key.hex())
        for js in (author, reader, older):
            connect(ours, js, Dials.THEY)
        scene.news.wait_until(downloaded(reader, 20), "20 blocks at the reader")
        scene.news.wait_until(downloaded(older, 13), "13 blocks at the older one")
        author.append(0, BLOCKS[20:30])
        scene.news.wait_until(downloaded(reader, 30), "what came since")
        assert reader.blocks(0, 30) == BLOCKS[:30]
        assert ours.feed(space).peers == 2
        assert [js.troubles() for js in (author, reader, older)] == [[], [], []]


@VERSIONS
@BOTH_WAYS
def test_several_feeds_go_over_one_connection(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int, dials: Dials
) -> None:
    spaces = [theirs(js, ours, BLOCKS[: 10 * count]) for count in (1, 2, 3)]
    connect(ours, js, dials, 1, 2)
    for count, space in enumerate(spaces, 1):
        scene.news.wait_until(holds(ours, space, 10 * count), f"feed {count}")
        assert ours.blocks(space) == dict(enumerate(BLOCKS[: 10 * count]))


# ---- after a restart ----------------------------------------------------------------------------


@VERSIONS
def test_after_a_restart_we_go_on_where_we_were(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int
) -> None:
    space = theirs(js, ours, BLOCKS[:50])
    connect(ours, js, Dials.WE)
    scene.news.wait_until(lambda: ours.holds(space, 50), "50 blocks")
    ours.stop()
    js.append(0, BLOCKS[50:])
    again = scene.our_feeds()
    assert again.blocks(space).items() >= dict(enumerate(BLOCKS[:50])).items()
    connect(again, js, Dials.WE)
    scene.news.wait_until(holds(again, space, 100), "the rest")
    assert again.blocks(space) == dict(enumerate(BLOCKS))


@LATER
def test_after_a_restart_our_own_feed_goes_on(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int
) -> None:
    made = ours.makes_feed("ours", BLOCKS[:10])
    js.ask("follow", key=made.key.hex())
    connect(ours, js, Dials.THEY)
    scene.news.wait_until(downloaded(js, 10), "10 blocks at js")
    ours.stop()
    again = scene.our_feeds()
    again.appends(made.space, BLOCKS[10:20])
    connect(again, js, Dials.THEY)
    scene.news.wait_until(downloaded(js, 20), "20 blocks at js")
    assert js.blocks(0, 20) == BLOCKS[:20]


# ---- sparse, and not at all ---------------------------------------------------------------------


@VERSIONS
def test_of_a_sparse_feed_only_what_is_read_comes(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int
) -> None:
    space = theirs(js, ours, BLOCKS[:50], whole=False)
    ours.seeks(space, 20, 23)
    connect(ours, js, Dials.WE)
    scene.news.wait_until(
        lambda: ours.blocks(space).keys() >= {20, 21, 22} and ours.feed(space).length == 50,
        "what is read",
    )
    # Asked for the hash of the last block, which tells the length, 4.20.1 sends the block.
    assert ours.blocks(space).keys() <= {20, 21, 22, 49}
    ours.seeks(space, 3, 4)
    scene.news.wait_until(lambda: 3 in ours.blocks(space), "what is read next")
    assert all(BLOCKS[index] == block for index, block in ours.blocks(space).items())


@VERSIONS
def test_a_paused_feed_takes_nothing(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int
) -> None:
    space = theirs(js, ours, BLOCKS[:10])
    connect(ours, js, Dials.WE)
    scene.news.wait_until(lambda: ours.holds(space, 10), "10 blocks")
    ours.pauses(space)
    js.append(0, BLOCKS[10:20])
    js.append(0, BLOCKS[20:30])
    uploads = [one["index"] for one in js.told if one["event"] == "upload"]
    assert max(uploads, default=0) < 10
    assert ours.feed(space).downloaded == 10
    ours.pauses(space, paused=False)
    scene.news.wait_until(lambda: ours.holds(space, 30), "the rest")


@LATER
def test_a_paused_feed_gives_nothing(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int
) -> None:
    made = ours.makes_feed("ours", BLOCKS[:10])
    js.ask("follow", key=made.key.hex())
    connect(ours, js, Dials.THEY)
    scene.news.wait_until(downloaded(js, 10), "10 blocks at js")
    ours.pauses(made.space)
    ours.appends(made.space, BLOCKS[10:20])
    other = ours.makes_feed("other", BLOCKS[:5])  # something that goes on meanwhile
    assert ours.holds(other.space, 5)
    assert not downloaded(js, 11)()
    ours.pauses(made.space, paused=False)
    scene.news.wait_until(downloaded(js, 20), "the rest at js")


def test_a_paused_feed_gives_nothing_to_the_older_program_either(
    published_feeds: PublishedPeer, scene: Scene, ours: OurFeeds
) -> None:
    made = ours.makes_still("still", BLOCKS[:13])
    ours.pauses(made.space)
    other = ours.makes_still("other", BLOCKS[20:25])
    with JsFeeds(published_feeds, 4, scene.news) as js:
        js.ask("follow", key=made.key.hex())
        js.ask("follow", key=other.key.hex())
        connect(ours, js, Dials.THEY)
        address = ours.address
        js.ask("dial", feed=1, host=address.host, port=address.port)
        scene.news.wait_until(downloaded(js, 5, feed=1), "what is not paused")
        assert not downloaded(js, 1)()
        ours.pauses(made.space, paused=False)
        scene.news.wait_until(downloaded(js, 13), "all of it")
        assert js.troubles() == []


# ---- what must not be taken ---------------------------------------------------------------------


@LATER
def test_a_corrupt_block_behind_a_good_tree_is_not_taken_from_them(
    scene: Scene, js: JsFeeds, ours: OurFeeds, version: int
) -> None:
    scene.excuse(ours)
    space = theirs(js, ours, BLOCKS[:8])
    js.ask("corrupt", feed=0, index=5, data=b"something else".hex())
    connect(ours, js, Dials.WE)
    scene.news.wait_until(lambda: ours.heard(PeerViolated), "the violation")
    held = ours.blocks(space)
    assert 5 not in held
    assert all(BLOCKS[index] == block for index, block in held.items())


def test_a_corrupt_block_is_not_taken_from_the_older_program_either(
    published_feeds: PublishedPeer, scene: Scene, ours: OurFeeds
) -> None:
    """It answers nothing about a block that it has sent: so it is left, and nobody is blamed."""
    scene.excuse(ours)
    with JsFeeds(published_feeds, 4, scene.news) as js:
        space = theirs(js, ours, BLOCKS[:8])
        js.ask("corrupt", feed=0, index=5, data=b"something else".hex())
        connect(ours, js, Dials.WE)
        scene.news.wait_until(lambda: ours.heard(PeerGone), "the end of the conversation")
        held = ours.blocks(space)
        assert 5 not in held
        assert all(BLOCKS[index] == block for index, block in held.items())
        assert not ours.heard(PeerViolated)


@VERSIONS
@BOTH_WAYS
def test_a_second_history_of_theirs_is_a_fork_and_the_first_stays(
    published_feeds: PublishedPeer,
    scene: Scene,
    js: JsFeeds,
    ours: OurFeeds,
    version: int,
    dials: Dials,
) -> None:
    """Where they part is not learnt from 4.20.1, which tells nothing of blocks that we have."""
    scene.excuse(ours)
    secret = js.ask("createPair")
    js.append(0, BLOCKS[:8])
    space = ours.follows_feed(bytes.fromhex(secret["key"]), form_of(version)).space
    connect(ours, js, Dials.WE)
    scene.news.wait_until(lambda: ours.holds(space, 8), "8 blocks")
    js.ask("hangUp")
    with JsFeeds(published_feeds, version, scene.news) as second:
        second.ask("createPair", **secret)
        second.append(0, BLOCKS[:6])
        second.append(0, BLOCKS[50:56])
        connect(ours, second, dials)
        scene.news.wait_until(lambda: ours.feed(space).fork is not None, "the fork")
    fork = ours.feed(space).fork
    assert fork is not None
    assert fork.common == (0 if version == 4 else 6)
    assert ours.blocks(space) == dict(enumerate(BLOCKS[:8]))
