"""A key does not tell how its feed proves itself: who followed it wrongly follows it anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import LeaveSpace
from engine.model.feed_commands import (
    AppendBlocks,
    CreateFeed,
    CreateFolder,
    CreateStaticFeed,
    DropBlocks,
    FollowFeed,
)
from engine.model.feed_queries import Blocks, OneFeed
from engine.model.feeds import FeedForm, FeedState, FeedView
from engine.model.ids import PublicKey
from tests.unit.hypercore.desk import Desk, bring

KEY = PublicKey(bytes(range(32)))


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def plans() -> tuple[Desk, FeedView]:
    author = Desk(seed=2)
    return author, author.do(CreateStaticFeed("plans", (b"one", b"two")))


def refused(desk: Desk, wish: FollowFeed) -> Refused:
    with pytest.raises(Refused) as caught:
        desk.do(wish)
    return caught.value


def test_a_key_without_a_form_is_taken_for_a_signed_feeds(desk: Desk) -> None:
    assert desk.do(FollowFeed(KEY)).form is FeedForm.SIGNED


@pytest.mark.parametrize("form", [FeedForm.STATIC, FeedForm.OLDER])
def test_a_feed_of_which_nothing_came_is_followed_in_another_form(
    desk: Desk, form: FeedForm
) -> None:
    desk.do(FollowFeed(KEY, "plans"))
    feed = desk.do(FollowFeed(KEY, form=form, whole=False))
    assert (feed.name, feed.form, feed.whole) == ("plans", form, False)
    back = desk.do(FollowFeed(KEY, form=FeedForm.SIGNED))
    assert (back.form, back.whole, back.state) == (FeedForm.SIGNED, True, FeedState.WAITING)


def test_what_is_followed_in_the_right_form_then_arrives(
    desk: Desk, plans: tuple[Desk, FeedView]
) -> None:
    author, made = plans
    desk.do(FollowFeed(made.key))
    feed = desk.do(FollowFeed(made.key, form=FeedForm.STATIC))
    bring(author, desk, feed.space, (0, 1))
    assert [block.data for block in desk.ask(Blocks(feed.space, 0, 9))] == [b"one", b"two"]
    assert desk.ask(OneFeed(feed.space)).state is FeedState.CURRENT


def test_one_that_was_left_is_taken_up_in_another_form(desk: Desk) -> None:
    space = desk.do(FollowFeed(KEY)).space
    desk.do(LeaveSpace(space))
    feed = desk.do(FollowFeed(KEY, form=FeedForm.STATIC))
    assert (feed.form, feed.state) == (FeedForm.STATIC, FeedState.WAITING)


def test_one_that_was_left_is_taken_up_as_it_is_where_no_form_is_said(desk: Desk) -> None:
    space = desk.do(FollowFeed(KEY, form=FeedForm.OLDER)).space
    desk.do(LeaveSpace(space))
    assert desk.do(FollowFeed(KEY)).form is FeedForm.OLDER


def test_how_much_of_it_comes_is_as_asked_when_it_is_taken_up_again(
    desk: Desk, plans: tuple[Desk, FeedView]
) -> None:
    author, made = plans
    wish = FollowFeed(made.key, form=FeedForm.STATIC, whole=False)
    space = desk.do(wish).space
    bring(author, desk, space, (0, 1))
    desk.do(DropBlocks(space, 0, 1))
    desk.do(LeaveSpace(space))
    assert desk.do(replace(wish, whole=True)).state is FeedState.WAITING  # for what was let go
    desk.do(LeaveSpace(space))
    assert not desk.do(wish).whole


@pytest.mark.parametrize("form", [None, FeedForm.SIGNED])
def test_the_form_that_it_has_is_known_already(desk: Desk, form: FeedForm | None) -> None:
    desk.do(FollowFeed(KEY))
    again = refused(desk, FollowFeed(KEY, form=form, whole=False))
    assert (again.reason, again.detail) == (Refusal.SPACE_KNOWN, KEY.hex()[:8])


@pytest.mark.parametrize("left", [False, True])
def test_a_feed_that_proved_itself_keeps_its_form(
    desk: Desk, plans: tuple[Desk, FeedView], *, left: bool
) -> None:
    author, made = plans
    space = desk.do(FollowFeed(made.key, form=FeedForm.STATIC)).space
    bring(author, desk, space, (0,))
    if left:
        desk.do(LeaveSpace(space))
    other = refused(desk, FollowFeed(made.key, form=FeedForm.SIGNED))
    assert (other.reason, other.detail) == (Refusal.FEED_OF_OTHER_FORM, "static")
    assert desk.ask(OneFeed(space)).form is FeedForm.STATIC


def test_a_feed_of_ours_keeps_its_form_also_while_it_is_empty(desk: Desk) -> None:
    feed = desk.do(CreateFeed("news"))
    other = refused(desk, FollowFeed(feed.key, form=FeedForm.STATIC))
    assert (other.reason, other.detail) == (Refusal.FEED_OF_OTHER_FORM, "signed")
    assert desk.do(AppendBlocks(feed.space, (b"one",))).length == 1


def test_a_folder_is_no_feed_of_any_form(desk: Desk) -> None:
    folder = desk.do(CreateFolder("papers")).feed
    for form in (None, FeedForm.SIGNED, FeedForm.STATIC):
        other = refused(desk, FollowFeed(folder.key, form=form))
        assert other.reason is Refusal.SPACE_KNOWN
