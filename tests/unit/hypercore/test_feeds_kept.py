"""Feeds kept: paused, limited, left and forgotten; a key in use elsewhere, and forks."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.model.commands import (
    ForgetSpace,
    LeaveSpace,
    RenameSpace,
    Say,
)
from engine.model.contents import Attachment, Files, Words
from engine.model.events import (
    FeedForked,
    SpaceForgotten,
)
from engine.model.feed_commands import (
    AppendBlocks,
    ContinueFeed,
    CreateFeed,
    DropBlocks,
    FetchWhole,
    FollowFeed,
    LimitFeed,
    PauseFeed,
    SeekBlocks,
    SeekBytes,
)
from engine.model.feed_queries import Blocks, Bytes, Feeds, OneFeed
from engine.model.feeds import (
    FeedState,
    FeedTraffic,
)
from engine.model.ids import OrderKey, PeerId, PostId, PublicKey, SpaceId, SpaceKind
from engine.model.queries import (
    OnePost,
    Search,
    Space,
    Spaces,
)
from engine.protocols.hypercore.commands.keeping import DROPPED_AT_ONCE
from engine.protocols.hypercore.records import (
    AuthorSeen,
    Evidence,
    FeedStored,
    Forked,
    OwnElsewhere,
)
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from tests.unit.hypercore.desk import NOW, Desk, bring

STRANGER = PeerId(bytes(range(32)))
KEY = PublicKey(bytes(range(32)))


@pytest.fixture
def desk() -> Desk:
    return Desk()


# ---- kept ---------------------------------------------------------------------------------------


def test_a_feed_is_paused_limited_and_had_in_parts(desk: Desk) -> None:
    feed = desk.do(FollowFeed(KEY))
    assert desk.do(PauseFeed(feed.space)).state is FeedState.PAUSED
    assert desk.do(PauseFeed(feed.space, paused=False)).state is FeedState.WAITING
    assert desk.do(LimitFeed(feed.space, 1_000)).limit_bytes == 1_000
    assert desk.do(LimitFeed(feed.space, None)).limit_bytes is None
    assert not desk.do(FetchWhole(feed.space, whole=False)).whole
    renamed = desk.do(RenameSpace(feed.space, "theirs"))
    assert (renamed.name, desk.ask(OneFeed(feed.space)).name) == ("theirs", "theirs")


def test_its_state_says_what_goes_on(desk: Desk) -> None:
    feed = desk.do(FollowFeed(KEY))
    desk.around.presence = {feed.space: ((STRANGER, None),)}
    assert desk.ask(OneFeed(feed.space)).state is FeedState.CURRENT
    desk.around.traffic = {feed.space: FeedTraffic(holders=1, fetching=True)}
    now = desk.ask(OneFeed(feed.space))
    assert (now.state, now.peers, now.holders) == (FeedState.DOWNLOADING, 1, 1)
    desk.around.traffic = {feed.space: FeedTraffic(full=True)}
    assert desk.ask(OneFeed(feed.space)).state is FeedState.FULL


def test_whether_its_author_is_here_is_known_once_a_device_has_shown_itself(desk: Desk) -> None:
    feed = desk.do(FollowFeed(KEY))
    assert feed.author_online is None
    desk.keep(AuthorSeen(feed.space, 70.0))
    desk.keep(AuthorSeen(feed.space, 50.0))
    seen = desk.ask(OneFeed(feed.space))
    assert (seen.author_online, seen.author_seen_at) == (False, 70.0)
    desk.around.presence = {feed.space: ((STRANGER, None), (STRANGER, KEY))}
    here = desk.ask(OneFeed(feed.space))
    assert (here.author_online, here.author_seen_at, here.peers) == (True, NOW, 1)


def test_what_is_sought_is_waited_for_once(desk: Desk) -> None:
    feed = desk.do(FollowFeed(KEY, whole=False))
    desk.around.presence = {feed.space: ((STRANGER, None),)}
    desk.do(SeekBlocks(feed.space, 3, 6))
    desk.do(SeekBytes(feed.space, 100, 200))
    assert list(desk.feeds.sought(feed.space)) == [(3, 6)]
    assert list(desk.feeds.sought_bytes(feed.space)) == [(100, 200)]
    assert desk.ask(OneFeed(feed.space)).state is FeedState.WAITING
    desk.do(SeekBlocks(feed.space, 3, 6, wanted=False))
    assert list(desk.feeds.sought(feed.space)) == []
    desk.do(SeekBlocks(feed.space, 9, 9))
    assert list(desk.feeds.sought(feed.space)) == []


def test_numbers_beyond_all_feeds_are_no_trouble(desk: Desk) -> None:
    feed, beyond = desk.do(FollowFeed(KEY)), 1 << 70
    desk.do(SeekBlocks(feed.space, -5, beyond))
    desk.do(SeekBlocks(feed.space, beyond, beyond + 1))
    desk.do(SeekBytes(feed.space, -5, beyond))
    desk.do(SeekBytes(feed.space, beyond, beyond + 1))
    assert desk.do(DropBlocks(feed.space, -5, beyond)).downloaded == 0
    assert desk.do(LimitFeed(feed.space, beyond)).limit_bytes is not None
    assert desk.do(LimitFeed(feed.space, -1)).limit_bytes == 0
    assert desk.ask(Blocks(feed.space, -5, beyond)) == ()
    assert desk.ask(Blocks(feed.space, beyond, beyond + 1)) == ()
    assert desk.ask(Bytes(feed.space, -5, beyond)) == b""


def test_what_is_here_is_not_sought_and_bytes_are_found_by_the_tree(desk: Desk) -> None:
    author = Desk(3)
    feed = author.do(CreateFeed("news"))
    author.do(AppendBlocks(feed.space, (bytes(10),) * 16))
    desk.do(FollowFeed(feed.key, whole=False))
    bring(author, desk, feed.space, [0, 1, 2, 3, 9])
    desk.do(SeekBlocks(feed.space, 0, 4))
    desk.do(SeekBytes(feed.space, 5, 35))
    assert list(desk.feeds.sought(feed.space)) == []
    desk.do(SeekBytes(feed.space, 85, 95))
    assert list(desk.feeds.sought(feed.space)) == [(8, 10)]
    assert desk.refusal(lambda: desk.ask(Bytes(feed.space, 85, 95))) is Refusal.BLOCKS_MISSING
    bring(author, desk, feed.space, [8])
    assert list(desk.feeds.sought(feed.space)) == []
    assert desk.ask(Bytes(feed.space, 85, 95)) == bytes(10)
    sizes = [block.size for block in desk.ask(Blocks(feed.space, 8, 12))]
    assert sizes == [10, 10, None, None]


def test_dropped_blocks_go_with_their_posts_and_stay_away_unasked(desk: Desk) -> None:
    author = Desk(3)
    feed = author.do(CreateFeed("news"))
    texts = [f"story {n}" for n in range(DROPPED_AT_ONCE + 50)]
    author.do(AppendBlocks(feed.space, tuple(text.encode() for text in texts)))
    desk.do(FollowFeed(feed.key))
    bring(author, desk, feed.space, range(len(texts)))
    left = desk.do(DropBlocks(feed.space, 10, DROPPED_AT_ONCE + 40))
    assert (left.downloaded, left.state) == (20, FeedState.CURRENT)
    kept = [*texts[:10], *texts[-10:]]
    assert [post.text for post in desk.posts(feed.space)] == kept
    assert desk.ask(Search("story 11", limit=9)).hits == ()
    assert desk.ask(Space(feed.space)).unread == 20
    assert list(desk.feeds.let_go(feed.space, 0, 2_000)) == [(10, len(texts) - 10)]
    again = desk.do(FetchWhole(feed.space))
    assert again.state is FeedState.WAITING
    assert list(desk.feeds.let_go(feed.space, 0, 2_000)) == []
    drop = DropBlocks(feed.space, 0, 5)
    assert author.refusal(lambda: author.do(drop)) is Refusal.READ_ONLY


# ---- left and forgotten -------------------------------------------------------------------------


def test_a_feed_that_was_left_stays_readable_and_can_be_taken_up_again(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    desk.do(Say(feed.space, Words("kept")))
    assert desk.do(LeaveSpace(feed.space)).left
    assert desk.ask(OneFeed(feed.space)).state is FeedState.LEFT
    assert len(desk.posts(feed.space)) == 1
    assert not desk.feeds.feeds()
    assert desk.feeds.feed(feed.space) is None
    append = AppendBlocks(feed.space, (b"x",))
    assert desk.refusal(lambda: desk.do(append)) is Refusal.READ_ONLY
    assert desk.do(FollowFeed(feed.key)).own
    assert desk.do(append).length == 2


def test_a_forgotten_feed_is_gone_with_all_of_it(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    desk.do(Say(feed.space, Files((Attachment("a", "b", bytes(99)),))))
    view = desk.do(ForgetSpace(feed.space))
    assert (view.name, view.posts, view.left) == ("news", 1, True)
    assert desk.told(SpaceForgotten) == [SpaceForgotten(feed.space)]
    assert desk.ask(Feeds()) == ()
    assert desk.ask(Spaces()) == ()
    while desk.storage.erase_some():
        pass
    for table in ("node", "signature", "block", "held", "let_go", "use", "sought", "parts"):
        assert not desk.store.database.rows(f"SELECT * FROM hypercore_{table}"), table


def test_what_lies_beside_a_feed_is_in_no_list_and_goes_with_it(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    inner = SpaceId(KEY)
    made = desk.feeds.feed(feed.space)
    assert made is not None
    beside = type(made)(inner, KEY, SuiteName.BLAKE2B, beside=feed.space)
    desk.keep(FeedStored(inner, beside, NOW, kind=SpaceKind.FOLDER))
    assert [space.id for space in desk.ask(Spaces())] == [feed.space]
    assert [one.space for one in desk.ask(Feeds())] == [feed.space]
    assert desk.ask(OneFeed(inner)).key == KEY
    desk.do(PauseFeed(feed.space))
    assert desk.ask(OneFeed(inner)).paused
    desk.do(LeaveSpace(feed.space))
    assert desk.ask(OneFeed(inner)).state is FeedState.LEFT
    desk.do(FollowFeed(feed.key))
    desk.do(ForgetSpace(feed.space))
    assert desk.refusal(lambda: desk.ask(OneFeed(inner))) is Refusal.SPACE_UNKNOWN


# ---- our key elsewhere, and forks ---------------------------------------------------------------


def test_where_our_key_was_used_elsewhere_nothing_is_appended_until_all_is_here() -> None:
    elsewhere, here = Desk(1), Desk(1)
    feed = elsewhere.do(CreateFeed("news"))
    assert here.do(CreateFeed("news")).key == feed.key
    elsewhere.do(AppendBlocks(feed.space, (b"one", b"two")))
    here.keep(OwnElsewhere(feed.space, 2, NOW))
    assert here.ask(OneFeed(feed.space)).state is FeedState.ELSEWHERE
    assert not here.ask(Space(feed.space)).can_post
    append, go_on = AppendBlocks(feed.space, (b"three",)), ContinueFeed(feed.space)
    assert here.refusal(lambda: here.do(append)) is Refusal.FEED_ELSEWHERE
    assert here.refusal(lambda: here.do(go_on)) is Refusal.NOT_SYNCED
    bring(elsewhere, here, feed.space, [1])
    assert here.refusal(lambda: here.do(go_on)) is Refusal.NOT_SYNCED
    bring(elsewhere, here, feed.space, [0])
    assert here.do(go_on).state is FeedState.CURRENT
    assert here.do(append).length == 3


def test_a_fork_is_told_and_shown_and_ends_all_growth(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    desk.do(AppendBlocks(feed.space, (b"one", b"two")))
    root = Node(1, bytes(32), 6)
    evidence = (
        Evidence(Signed(2, bytes(64)), (root,)),
        Evidence(Signed(2, b"\1" * 64), (Node(1, b"\1" * 32, 6),)),
    )
    desk.keep(Forked(feed.space, 1, evidence, at=NOW))
    desk.keep(Forked(feed.space, 0, evidence, at=NOW + 1))
    assert desk.told(FeedForked) == [FeedForked(feed.space, 1)]
    now = desk.ask(OneFeed(feed.space))
    assert now.state is FeedState.FORKED
    assert now.fork is not None
    assert (now.fork.common, now.fork.noticed_at, now.fork.lengths) == (1, NOW, (2, 2))
    assert now.fork.tree_hashes[0] == SUITES[SuiteName.BLAKE2B].tree([root])
    append = AppendBlocks(feed.space, (b"three",))
    assert desk.refusal(lambda: desk.do(append)) is Refusal.FEED_FORKED
    assert desk.refusal(lambda: desk.do(ContinueFeed(feed.space))) is Refusal.FEED_FORKED


def test_an_order_key_leads_to_the_post_and_back(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    post = desk.do(Say(feed.space, Words("x")))
    assert post.order == OrderKey(bytes(8) + post.id)
    other = OnePost(feed.space, PostId(post.id[:-1] + b"\1"))
    assert desk.refusal(lambda: desk.ask(other)) is Refusal.POST_UNKNOWN
