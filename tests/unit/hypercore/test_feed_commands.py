"""What a person does with feeds: made, followed, written, kept, left, forgotten."""

from __future__ import annotations

from random import Random

import pytest

from engine.crypto.ed25519 import verify
from engine.errors import Refusal, Refused
from engine.model.commands import (
    HidePost,
    MarkRead,
    Post,
    Say,
)
from engine.model.contents import Attachment, Content, Files, Reaction, Words
from engine.model.events import (
    BlocksArrived,
    PostsArrived,
    SpaceChanged,
)
from engine.model.feed_commands import (
    AppendBlocks,
    CreateFeed,
    CreateStaticFeed,
    FollowFeed,
    PauseFeed,
)
from engine.model.feed_queries import Blocks, Bytes, Feeds, OneFeed
from engine.model.feeds import (
    APPENDED_BYTES_MAX,
    BLOCK_BYTES_MAX,
    ENTRY_BYTES_MAX,
    FeedForm,
    FeedLength,
    FeedState,
    FeedView,
)
from engine.model.ids import PeerId, PostId, ProtocolName, PublicKey, SpaceId, SpaceKind
from engine.model.queries import (
    Extent,
    FindSpace,
    Holders,
    Members,
    OneFile,
    OnePost,
    Search,
    Space,
    Spaces,
    Weigh,
)
from engine.protocols.hypercore.commands.writing import said_blocks, weight_of
from engine.protocols.tidings.port.records import Acknowledged
from tests.unit.hypercore.desk import NOW, Desk, bring

STRANGER = PeerId(bytes(range(32)))
KEY = PublicKey(bytes(range(32)))


@pytest.fixture
def desk() -> Desk:
    return Desk()


def followed(author: Desk, feed: FeedView, reader: Desk) -> FeedView:
    return reader.do(FollowFeed(feed.key, feed.name, form=feed.form))


# ---- made and followed --------------------------------------------------------------------------


def test_a_new_feed_is_ours_and_empty(desk: Desk) -> None:
    feed = desk.do(CreateFeed("  news "))
    assert (feed.name, feed.own, feed.length, feed.tree_hash) == ("news", True, 0, None)
    assert (feed.form, feed.state, feed.whole) == (FeedForm.SIGNED, FeedState.CURRENT, True)
    assert bytes(feed.space) == feed.key
    assert desk.told(SpaceChanged) == [SpaceChanged(feed.space)]
    space = desk.ask(Space(feed.space))
    assert (space.kind, space.can_post, space.public) == (SpaceKind.FEED, True, True)
    assert desk.ask(FindSpace("NEWS")).id == feed.space
    assert desk.refusal(lambda: desk.do(CreateFeed("news"))) is Refusal.NAME_TAKEN
    assert desk.refusal(lambda: desk.do(CreateFeed("  "))) is Refusal.NAME_INVALID


def test_a_static_feed_is_named_by_the_hash_of_its_blocks(desk: Desk) -> None:
    feed = desk.do(CreateStaticFeed("plans", (b"one", b"two", b"three")))
    assert feed.key == feed.tree_hash
    assert (feed.form, feed.length, feed.downloaded) == (FeedForm.STATIC, 3, 3)
    assert (feed.own, feed.signed, feed.state) == (False, False, FeedState.CURRENT)
    assert feed.limit_bytes is None
    assert desk.ask(Space(feed.space)).unread == 0
    again = CreateStaticFeed("again", (b"one", b"two", b"three"))
    assert desk.refusal(lambda: desk.do(again)) is Refusal.SPACE_KNOWN
    assert desk.refusal(lambda: desk.do(CreateStaticFeed("none", ()))) is Refusal.TEXT_EMPTY
    append = AppendBlocks(feed.space, (b"four",))
    assert desk.refusal(lambda: desk.do(append)) is Refusal.READ_ONLY


def test_a_feed_that_is_followed_waits_until_somebody_is_here(desk: Desk) -> None:
    feed = desk.do(FollowFeed(KEY))
    assert (feed.name, feed.own, feed.state) == (KEY.hex()[:8], False, FeedState.WAITING)
    assert desk.refusal(lambda: desk.do(FollowFeed(KEY))) is Refusal.SPACE_KNOWN
    short = FollowFeed(PublicKey(b"short"))
    assert desk.refusal(lambda: desk.do(short)) is Refusal.KEY_INVALID
    assert not desk.ask(Space(feed.space)).can_post


def test_a_name_that_is_taken_gives_way_where_a_link_suggested_it(desk: Desk) -> None:
    desk.do(CreateFeed("news"))
    assert desk.do(FollowFeed(KEY, "news")).name == "news-1"


def test_feeds_are_listed_as_spaces_are(desk: Desk) -> None:
    for name in ("b", "a"):
        desk.do(CreateFeed(name))
    assert [feed.name for feed in desk.ask(Feeds())] == ["a", "b"]
    assert [space.name for space in desk.ask(Spaces())] == ["a", "b"]


def test_what_is_no_feed_is_refused(desk: Desk) -> None:
    unknown = SpaceId(bytes(32))
    assert desk.refusal(lambda: desk.ask(OneFeed(unknown))) is Refusal.SPACE_UNKNOWN
    assert desk.refusal(lambda: desk.do(PauseFeed(unknown))) is Refusal.SPACE_UNKNOWN
    with desk.store.database.atomic():
        desk.store.spaces.store(unknown, SpaceKind.PRIVATE, "private", KEY, NOW)
    assert desk.refusal(lambda: desk.ask(OneFeed(unknown))) is Refusal.NOT_A_FEED
    assert desk.refusal(lambda: desk.do(PauseFeed(unknown))) is Refusal.NOT_A_FEED
    assert desk.refusal(lambda: desk.ask(Blocks(unknown, 0, 1))) is Refusal.NOT_A_FEED


# ---- written ------------------------------------------------------------------------------------


def test_blocks_are_appended_and_signed(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    assert desk.do(AppendBlocks(feed.space, (b"one", b"two"))) == FeedLength(2, 6)
    assert desk.do(AppendBlocks(feed.space, (b"",))) == FeedLength(3, 6)
    assert desk.do(AppendBlocks(feed.space, ())) == FeedLength(3, 6)
    now = desk.ask(OneFeed(feed.space))
    (signed,) = desk.feeds.tree(feed.space).signed(3, 3)
    assert now.tree_hash is not None
    assert verify(signed.signature, now.tree_hash, feed.key)
    assert (now.downloaded, now.downloaded_bytes) == (3, 6)


def test_an_append_is_all_or_nothing(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    large = (b"fits", bytes(BLOCK_BYTES_MAX + 1))
    assert desk.refusal(lambda: desk.do(AppendBlocks(feed.space, large))) is Refusal.BLOCK_TOO_LONG
    many = (bytes(BLOCK_BYTES_MAX),) * (APPENDED_BYTES_MAX // BLOCK_BYTES_MAX)
    too_many = AppendBlocks(feed.space, (*many, b"x"))
    assert desk.refusal(lambda: desk.do(too_many)) is Refusal.BLOCK_TOO_LONG
    assert desk.ask(OneFeed(feed.space)).length == 0
    assert desk.do(AppendBlocks(feed.space, many)).length == len(many)


def test_a_post_is_one_block_of_json_with_its_time(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    post = desk.do(Say(feed.space, Words("**Hello** \N{SNOWMAN}")))
    assert (post.text, post.timestamp, post.height) == ("**Hello** \N{SNOWMAN}", NOW, 0)
    assert post.author.public_key == feed.key
    assert (post.author.path, post.ours) == ((), True)
    (block,) = desk.ask(Blocks(feed.space, 0, 9))
    assert block.data == '{"text":"**Hello** \N{SNOWMAN}","at":1700000000.0}'.encode()
    assert post.body == block.data.decode()
    (arrived,) = desk.told(PostsArrived)
    assert (arrived.count, arrived.own, arrived.first) == (1, 1, post.order)
    assert desk.ask(OnePost(feed.space, post.id)) == post


def test_files_follow_their_entry_and_are_no_posts(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    plan, empty = bytes(range(256)) * 700, b""
    files = (Attachment("plan.bin", "x/plan", plan), Attachment("none.txt", "text/plain", empty))
    post = desk.do(Say(feed.space, Files(files, "see here")))
    after = desk.do(Say(feed.space, Words("after")))
    assert after.height == 4
    assert [one.id for one in desk.posts(feed.space)] == [post.id, after.id]
    assert [(f.name, f.content_type, f.size) for f in post.files] == [
        ("plan.bin", "x/plan", len(plan)),
        ("none.txt", "text/plain", 0),
    ]
    assert desk.ask(OneFile(feed.space, post.id, 0)).data == plan
    assert desk.ask(OneFile(feed.space, post.id, 1)).data == empty
    third = OneFile(feed.space, post.id, 2)
    assert desk.refusal(lambda: desk.ask(third)) is Refusal.FILE_UNKNOWN
    (arrived, _) = desk.told(PostsArrived)
    assert arrived.count == 1
    assert [one.count for one in desk.told(BlocksArrived)] == [4, 1]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (Words("  "), Refusal.TEXT_EMPTY),
        (Words("answer", reply_to=PostId(bytes(32))), Refusal.CONTENT_UNSUPPORTED),
        (Words("you", mentions=(KEY,)), Refusal.CONTENT_UNSUPPORTED),
        (Reaction(PostId(bytes(32)), "+"), Refusal.CONTENT_UNSUPPORTED),
        (Files((), "none"), Refusal.CONTENT_UNSUPPORTED),
        (Words("x" * BLOCK_BYTES_MAX), Refusal.TEXT_TOO_LONG),
        (Files((Attachment("a", "b", bytes(ENTRY_BYTES_MAX)),)), Refusal.FILE_TOO_LARGE),
        (Files((Attachment("a", "b", b""),) * 65), Refusal.FILE_TOO_LARGE),
    ],
)
def test_what_a_feed_has_no_form_for_is_refused(
    desk: Desk, content: Content, reason: Refusal
) -> None:
    feed = desk.do(CreateFeed("news"))
    assert desk.refusal(lambda: desk.do(Say(feed.space, content))) is reason
    assert desk.ask(OneFeed(feed.space)).length == 0


@pytest.mark.parametrize("beyond", [0, 1])
def test_an_entry_and_its_files_have_so_many_bytes_and_no_more(beyond: int) -> None:
    def of(size: int) -> Files:
        return Files((Attachment("photo.jpg", "image/jpeg", bytes(size)),), "The harbour")

    form = weight_of(of(ENTRY_BYTES_MAX), 0.0) - ENTRY_BYTES_MAX
    content = of(ENTRY_BYTES_MAX - form + beyond)
    if beyond:
        with pytest.raises(Refused):
            said_blocks(content, 0.0)
    else:
        assert sum(map(len, said_blocks(content, 0.0))) == ENTRY_BYTES_MAX


def test_a_photo_of_some_megabytes_is_published_with_its_entry(desk: Desk) -> None:
    """All of it at once: a crash leaves the entry with its files, or nothing."""
    feed = desk.do(CreateFeed("news"))
    photo = Random(1).randbytes(APPENDED_BYTES_MAX + 1)
    said = desk.do(Say(feed.space, Files((Attachment("photo.jpg", "image/jpeg", photo),), "It")))
    assert desk.ask(OneFile(feed.space, said.id, 0)).data == photo
    assert [post.text for post in desk.posts(feed.space)] == ["It"]


def test_a_raw_post_is_the_block_as_it_is(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    assert desk.do(Post(feed.space, "just text")).text == "just text"
    assert desk.do(Post(feed.space, '{"text":"said"}')).text == "said"
    assert desk.refusal(lambda: desk.do(Post(feed.space, ""))) is Refusal.TEXT_EMPTY
    assert desk.refusal(lambda: desk.do(Post(feed.space, "\ud800"))) is Refusal.BODY_INVALID


def test_who_only_follows_may_not_write(desk: Desk) -> None:
    feed = desk.do(FollowFeed(KEY))
    append, say = AppendBlocks(feed.space, (b"x",)), Say(feed.space, Words("x"))
    assert desk.refusal(lambda: desk.do(append)) is Refusal.READ_ONLY
    assert desk.refusal(lambda: desk.do(say)) is Refusal.READ_ONLY


def test_what_a_post_takes_is_weighed_in_bytes(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    weight = desk.ask(Weigh(feed.space, Files((Attachment("a", "b", bytes(1_000)),))))
    assert weight.units > 1_000
    assert weight.fits
    large = desk.ask(Weigh(feed.space, Files((Attachment("a", "b", bytes(ENTRY_BYTES_MAX)),))))
    assert not large.fits


def test_a_post_can_be_deleted_for_ourselves(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    post = desk.do(Say(feed.space, Words("regret")))
    desk.do(HidePost(feed.space, post.id))
    assert desk.posts(feed.space) == ()
    desk.do(HidePost(feed.space, post.id, hidden=False))
    assert len(desk.posts(feed.space)) == 1
    unknown = HidePost(feed.space, PostId(bytes(32)))
    assert desk.refusal(lambda: desk.do(unknown)) is Refusal.POST_UNKNOWN


# ---- read ---------------------------------------------------------------------------------------


def test_blocks_and_bytes_are_read_back(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    blocks = tuple(bytes([n]) * n for n in range(20))
    desk.do(AppendBlocks(feed.space, blocks))
    whole = b"".join(blocks)
    assert tuple(one.data for one in desk.ask(Blocks(feed.space, 0, 99))) == blocks
    assert [one.index for one in desk.ask(Blocks(feed.space, 18, 99))] == [18, 19]
    assert desk.ask(Blocks(feed.space, 30, 40)) == ()
    for start, end in ((0, 1), (0, 190), (5, 6), (17, 120), (189, 500), (190, 200), (7, 7)):
        assert desk.ask(Bytes(feed.space, start, end)) == whole[start:end]


def test_a_page_of_blocks_is_cut_but_never_before_the_first(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    for _ in range(3):
        desk.do(AppendBlocks(feed.space, (bytes(BLOCK_BYTES_MAX),) * 2))
    assert len(desk.ask(Blocks(feed.space, 0, 9))) == 4
    assert len(desk.ask(Blocks(feed.space, 5, 9))) == 1


def test_what_is_unread_and_found_is_as_in_every_space() -> None:
    author, reader = Desk(1), Desk(2)
    feed = author.do(CreateFeed("news"))
    posts = [author.do(Say(feed.space, Words(f"story number {n}"))) for n in range(5)]
    followed(author, feed, reader)
    bring(author, reader, feed.space, range(5))
    assert reader.ask(Space(feed.space)).unread == 5
    reader.do(MarkRead(feed.space, posts[2].order))
    extent = reader.ask(Extent(feed.space))
    assert (extent.posts, extent.unread, extent.first_unread) == (5, 2, posts[3].order)
    (hit,) = reader.ask(Search("number 3", limit=9)).hits
    assert (hit.id, hit.space) == (posts[3].id, feed.space)
    (member,) = reader.ask(Members(feed.space))
    assert member.public_key == feed.key


def test_an_older_block_that_is_fetched_later_is_not_late_news() -> None:
    author, reader = Desk(1), Desk(2)
    feed = author.do(CreateFeed("news"))
    posts = [author.do(Say(feed.space, Words(f"story number {n}"))) for n in range(5)]
    followed(author, feed, reader)
    bring(author, reader, feed.space, [3])
    reader.do(MarkRead(feed.space, posts[3].order))
    bring(author, reader, feed.space, [1, 4, 0])
    space = reader.ask(Space(feed.space))
    assert (space.unread, space.late) == (1, None)


def test_who_holds_our_posts_is_told_by_the_port(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    posts = [desk.do(Say(feed.space, Words(f"{n}"))) for n in range(3)]
    desk.keep(Acknowledged(ProtocolName.HYPERCORE, feed.space, STRANGER, (posts[1].id,)))
    assert [post.reached for post in desk.posts(feed.space)] == [1, 1, 0]
    assert desk.ask(Holders(feed.space, posts[0].id)) == (STRANGER,)
