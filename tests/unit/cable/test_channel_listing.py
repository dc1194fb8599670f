"""Channels that are in no list: how many are known, and what never looks at them (C-8)."""

from __future__ import annotations

import pytest

from engine.crypto.blake2b import hash32
from engine.model.communities import CommunityView, MemberRole, WireVersion
from engine.model.community_commands import BlockMember, CreateCommunity, GiveRole, JoinChannel
from engine.model.community_queries import CommunityChannels, OneCommunity
from engine.model.events import CommunityChanged
from engine.model.ids import PostId
from engine.protocols.cable import posts
from engine.protocols.cable.records import (
    ChannelsHeard,
    PostsRefused,
    Reason,
    Refused,
    channel_named,
)
from engine.store.cable import listing
from engine.store.cable.listing import MADE_AN_HOUR_MAX
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import DROP_CHANNEL, action
from tests.work import steps_of


@pytest.fixture
def bees(desk: Desk) -> CommunityView:
    return desk.do(CreateCommunity("Bees", WireVersion.M, "ada"))


def flood(desk: Desk, view: CommunityView, count: int) -> list[posts.Post]:
    """One author speaks in so many channels that nobody has heard of."""
    said = [
        said_by(7, posts.Text(f"{at:04}", "hi"), NOW + at / 10, wire="M") for at in range(count)
    ]
    desk.receive(view, *said)
    return said


def test_a_new_name_is_shown_without_a_look_at_channels_that_we_are_not_in(
    desk: Desk, bees: CommunityView
) -> None:
    def work(name: str, at: float) -> int:
        info = said_by(8, posts.Info((("name", name),)), NOW + at, wire="M")
        return steps_of(lambda: desk.receive(bees, info))

    work("eve", 1)
    before = work("eva", 2)
    flood(desk, bees, 500)
    assert work("evi", 3) < before + 500


def test_what_is_shown_of_a_community_needs_no_look_at_channels_in_no_list(
    desk: Desk, bees: CommunityView
) -> None:
    def work() -> int:
        return steps_of(
            lambda: (desk.ask(OneCommunity(bees.id)), desk.ask(CommunityChannels(bees.id)))
        )

    flood(desk, bees, MADE_AN_HOUR_MAX)
    before = work()
    flood(desk, bees, MADE_AN_HOUR_MAX + 500)
    assert desk.ask(OneCommunity(bees.id)).channels == MADE_AN_HOUR_MAX + 1
    assert work() < before + 500


def test_of_channels_in_no_list_so_many_are_known(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "UNLISTED_MAX", 3)
    said = flood(desk, bees, MADE_AN_HOUR_MAX + 5)
    where = [desk.cable.channel_of(bees.id, post.hash) for post in said]
    assert where[MADE_AN_HOUR_MAX:] == ["0020", "0021", "0022", None, None]


def test_posts_that_are_not_kept_make_no_more_of_them_known(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "UNLISTED_MAX", 3)
    hashes = [PostId(hash32(bytes([at]))) for at in range(4)]
    refused = [Refused(one, key_of(7), one.hex()[:8], Reason.DROPPED) for one in hashes]
    desk.keep(PostsRefused(bees.id, tuple(refused)))
    where = [desk.cable.channel_of(bees.id, one) for one in hashes]
    assert where == [*(one.hex()[:8] for one in hashes[:3]), None]


def test_whoever_has_listed_none_lately_has_theirs_listed_whatever_others_did(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "UNLISTED_MAX", 3)
    flood(desk, bees, MADE_AN_HOUR_MAX + 5)
    desk.receive(bees, said_by(8, posts.Text("garden", "hi"), NOW, wire="M"))
    desk.receive(bees, said_by(8, posts.Text("0021", "hi"), NOW, wire="M"))
    desk.receive(bees, said_by(8, posts.Text("0024", "hi"), NOW, wire="M"))
    assert {"garden", "0021", "0024"} <= set(desk.cable.channels(bees.id, 0, 99))


def test_a_channel_that_enters_the_list_later_is_told(desk: Desk, bees: CommunityView) -> None:
    flood(desk, bees, MADE_AN_HOUR_MAX + 1)
    name = f"{MADE_AN_HOUR_MAX:04}"
    assert name not in desk.cable.channels(bees.id, 0, 99)
    desk.told(CommunityChanged)
    desk.now += 4_000
    desk.receive(bees, said_by(7, posts.Text(name, "again"), NOW + 100, wire="M"))
    assert name in desk.cable.channels(bees.id, 0, 99)
    assert desk.told(CommunityChanged)


def test_a_channel_that_was_dropped_before_anybody_named_it_is_in_no_list(
    desk: Desk, bees: CommunityView
) -> None:
    desk.receive(bees, said_by(7, posts.Text("default", "hi"), NOW, wire="M"))
    desk.do(GiveRole(bees.id, key_of(7), MemberRole.ADMIN))
    drop = action(7, b"", DROP_CHANNEL, desk.now + 1, "spam")
    desk.receive(bees, drop)
    desk.keep(ChannelsHeard(bees.id, ("spam",), desk.now))
    assert "spam" not in desk.cable.channels(bees.id, 0, 99)
    assert ("spam", True) in [
        (one.name, one.dropped) for one in desk.ask(CommunityChannels(bees.id))
    ]
    desk.receive(bees, said_by(7, posts.Delete((drop.hash,)), desk.now + 2, wire="M"))
    assert "spam" in desk.cable.channels(bees.id, 0, 99)


def test_what_names_a_channel_too_many_is_not_kept(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "UNLISTED_MAX", 3)
    said = flood(desk, bees, MADE_AN_HOUR_MAX + 5)
    held = [desk.cable.post(bees.id, post.hash) is not None for post in said]
    assert held == [*(True for _ in said[:-2]), False, False]
    assert desk.cable.unknown(bees.id, [post.hash for post in said]) == []


def test_who_joins_a_channel_that_was_one_too_many_is_given_what_was_said_there(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "UNLISTED_MAX", 3)
    *_, last = flood(desk, bees, MADE_AN_HOUR_MAX + 5)
    before = desk.cable.times_anew(bees.id)
    desk.do(JoinChannel(bees.id, channel_named(last)))
    assert desk.cable.times_anew(bees.id) > before
    assert desk.receive(bees, last) == [last.hash]
    assert desk.texts(desk.space(bees, channel_named(last))) == ["hi"]


def test_who_is_blocked_with_all_they_said_leaves_nothing_in_a_channel_without_a_name(
    desk: Desk, bees: CommunityView
) -> None:
    """Nor what earlier versions kept as of none, since it named a channel too many."""
    said = said_by(7, posts.Text("", "hi"), NOW, wire="M")
    desk.receive(bees, said)
    desk.do(BlockMember(bees.id, key_of(7), blocked=True, drop=True))
    for _ in range(3):
        desk.wake()
    assert desk.cable.post(bees.id, said.hash) is None
