"""A feed of draft 1 becomes a fixed one, whatever its length: the same blocks, named by their hash
(draft 1, "Signed Merkle Trees").
"""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.model.commands import ForgetSpace
from engine.model.events import SpaceForgotten
from engine.model.feed_commands import (
    AppendBlocks,
    CreateFeed,
    CreateStaticFeed,
    FixFeed,
    FollowFeed,
)
from engine.model.feed_queries import Blocks, Feeds, OneFeed
from engine.model.feeds import FeedForm, FeedState, FeedView
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Space
from engine.model.queries import Spaces as SpaceList
from engine.protocols.contract import Errand
from engine.protocols.hypercore.commands import fixing
from engine.protocols.hypercore.shared import SharedFeeds
from engine.store.hypercore.parts import repository
from tests.unit.hypercore.desk import NOW, Desk, bring


@pytest.fixture
def desk() -> Desk:
    return Desk()


def followed(feed: FeedView, reader: Desk) -> None:
    reader.do(FollowFeed(feed.key, feed.name, form=feed.form))


def grown(desk: Desk, *sizes: int, older: bool = True) -> FeedView:
    feed = desk.do(CreateFeed("in the making", older=older))
    for number, size in enumerate(sizes):
        desk.do(AppendBlocks(feed.space, (number.to_bytes(4, "big") * (size // 4),)))
    return desk.ask(OneFeed(feed.space))


def test_a_feed_of_draft_1_is_fixed_as_it_is_whatever_its_length(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In steps, none of which takes more than so much; the same as if it were made at once."""
    monkeypatch.setattr(fixing, "COPIED_BLOCKS_MAX", 2)
    feed = grown(desk, 40, 80, 4, 12, 8, 100, 4)
    assert (feed.form, feed.own) == (FeedForm.OLDER, True)
    fixed = desk.do(FixFeed(feed.space, "plans"))
    blocks = tuple(one.data or b"" for one in desk.ask(Blocks(feed.space, 0, 7)))
    assert Desk(2).do(CreateStaticFeed("plans", blocks)).key == fixed.key == feed.tree_hash
    assert (fixed.name, fixed.form, fixed.state) == ("plans", FeedForm.STATIC, FeedState.CURRENT)
    assert (fixed.length, fixed.downloaded, fixed.limit_bytes) == (7, 7, None)
    assert desk.ask(Blocks(fixed.space, 0, 7)) == desk.ask(Blocks(feed.space, 0, 7))
    assert desk.ask(Space(fixed.space)).unread == 0
    again = FixFeed(feed.space, "again")
    assert desk.refusal(lambda: desk.do(again)) is Refusal.SPACE_KNOWN
    desk.do(ForgetSpace(feed.space))
    reader = Desk(3)
    followed(fixed, reader)
    bring(desk, reader, fixed.space, range(7))
    assert reader.ask(OneFeed(fixed.space)).downloaded == 7


def test_what_was_cut_short_while_it_was_fixed_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixing, "COPIED_BLOCKS_MAX", 2)
    feed = grown(desk, 40, 80, 4, 12, 8)
    performer = desk.performers[FixFeed]
    effects = performer.perform(FixFeed(feed.space, "plans"), NOW)
    desk.commit(effects)
    (errand,) = [one for one in effects if isinstance(one, Errand)]
    desk.commit(errand.then(None, NOW))
    assert feed.tree_hash is not None
    begun = desk.ask(OneFeed(SpaceId(feed.tree_hash)))
    assert (begun.length, begun.downloaded) == (5, 2)
    assert desk.do(FixFeed(feed.space, "plans")).downloaded == 5


def passing(desk: Desk, *sizes: int) -> FeedView:
    feed = desk.do(CreateFeed("", older=True, passing=True))
    for size in sizes:
        desk.do(AppendBlocks(feed.space, (bytes(size),)))
    return desk.ask(OneFeed(feed.space))


def by_half(desk: Desk, feed: FeedView) -> FeedView:
    """The fixed one, when the program is ended before it is whole."""
    effects = desk.performers[FixFeed].perform(FixFeed(feed.space, "plans"), NOW)
    desk.commit(effects)
    (errand,) = [one for one in effects if isinstance(one, Errand)]
    desk.commit(errand.then(None, NOW))
    assert feed.tree_hash is not None
    return desk.ask(OneFeed(SpaceId(feed.tree_hash)))


def test_what_is_only_to_be_fixed_is_in_no_list_and_nobody_hears_of_it(desk: Desk) -> None:
    feed = passing(desk, 40, 80)
    assert (desk.ask(Feeds()), desk.ask(SpaceList()), desk.events) == ((), (), [])
    assert not list(SharedFeeds(desk.feeds).spaces())
    assert desk.refusal(lambda: desk.posts(feed.space)) is Refusal.SPACE_UNKNOWN
    fixed = desk.do(FixFeed(feed.space, "plans"))
    desk.do(ForgetSpace(feed.space))
    assert [one.space for one in desk.ask(Feeds())] == [fixed.space]


@pytest.mark.parametrize("is_begun", [False, True])
def test_what_a_program_did_not_finish_is_gone_when_the_profile_is_opened_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, *, is_begun: bool
) -> None:
    monkeypatch.setattr(fixing, "COPIED_BLOCKS_MAX", 2)
    feed = passing(desk, 40, 80, 4, 12, 8)
    if is_begun:
        begun = by_half(desk, feed)
        assert (begun.length, begun.downloaded) == (5, 2)
    repository(desk.store, lambda: True)
    assert desk.ask(Feeds()) == ()
    assert not desk.store.database.rows("SELECT 1 FROM hypercore_feed")


def test_what_was_finished_stays_when_the_profile_is_opened_again(desk: Desk) -> None:
    feed = passing(desk, 40, 80)
    fixed = desk.do(FixFeed(feed.space, "plans"))
    repository(desk.store, lambda: True)
    assert [one.space for one in desk.ask(Feeds())] == [fixed.space]


def test_what_others_have_fixed_and_we_follow_stays(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixing, "COPIED_BLOCKS_MAX", 2)
    feed = passing(desk, 40, 80, 4, 12, 8)
    assert feed.tree_hash is not None
    desk.do(FollowFeed(PublicKey(feed.tree_hash), "theirs", FeedForm.STATIC))
    repository(desk.store, lambda: True)
    assert [one.name for one in desk.ask(Feeds())] == ["theirs"]


def test_what_is_taken_back_while_it_is_fixed_leaves_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixing, "COPIED_BLOCKS_MAX", 2)
    feed = passing(desk, 40, 80, 4, 12, 8)
    by_half(desk, feed)
    desk.do(ForgetSpace(feed.space))
    assert desk.ask(Feeds()) == ()
    assert len(desk.told(SpaceForgotten)) == 2


def test_what_cannot_be_fixed_is_refused(desk: Desk) -> None:
    def refusal(space: SpaceId) -> Refusal:
        return desk.refusal(lambda: desk.do(FixFeed(space, "fixed")))

    assert refusal(grown(desk, 4, older=False).space) is Refusal.FEED_NOT_OLDER
    author = Desk(5)
    feed = grown(author, 4, 8)
    followed(feed, desk)
    assert refusal(feed.space) is Refusal.TEXT_EMPTY
    bring(author, desk, feed.space, [1])
    assert refusal(feed.space) is Refusal.NOT_SYNCED
    bring(author, desk, feed.space, [0])
    assert desk.do(FixFeed(feed.space, "fixed")).downloaded == 2
