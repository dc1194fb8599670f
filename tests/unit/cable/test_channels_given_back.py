"""A channel that officers took out and give back is asked about on every open link at once."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.model.commands import Say
from engine.model.communities import CommunityView, MemberRole, WireVersion
from engine.model.community_commands import CreateCommunity, DropChannel, GiveRole, JoinChannel
from engine.model.contents import Words
from engine.model.queries import FindSpace
from engine.protocols.cable.posts import Delete, Post, Role
from engine.protocols.contract import Effect, Send
from tests.unit.cable.desk import Desk, key_of, said_by
from tests.unit.cable.link import LinkTo
from tests.unit.cable.moderated import DROP_CHANNEL, UNDROP_CHANNEL, USER, action, peopled

GARDEN = "garden"


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """We take part in the garden; 7 is admin."""
    view = peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")
    desk.do(GiveRole(view.id, key_of(7), MemberRole.ADMIN))
    desk.do(JoinChannel(view.id, GARDEN))
    return view


def asks_about_it(effects: list[Effect]) -> bool:
    return any(isinstance(one, Send) and GARDEN.encode() in one.data for one in effects)


def dropped(desk: Desk, hive: CommunityView) -> Post:
    """By the admin."""
    said = action(7, b"", DROP_CHANNEL, desk.now + 1, GARDEN)
    desk.receive(hive, said)
    assert GARDEN not in desk.cable.joined(hive.id)
    return said


def test_a_channel_whose_drop_was_deleted_is_asked_about(desk: Desk, hive: CommunityView) -> None:
    drop = dropped(desk, hive)
    link = LinkTo(desk, hive, 9)
    back = said_by(7, Delete((drop.hash,)), desk.now + 2, wire="M")
    desk.receive(hive, back)
    assert asks_about_it(link.hears_of(back))


def test_a_channel_that_was_undropped_is_asked_about(desk: Desk, hive: CommunityView) -> None:
    dropped(desk, hive)
    link = LinkTo(desk, hive, 9)
    back = action(7, b"", UNDROP_CHANNEL, desk.now + 2, GARDEN)
    desk.receive(hive, back)
    assert asks_about_it(link.hears_of(back))


def test_a_channel_whose_dropper_had_left_office_before_is_asked_about(
    desk: Desk, hive: CommunityView
) -> None:
    granted = said_by(7, Role("", 0, "", key_of(8), 1), desk.now + 1, wire="M")
    desk.receive(hive, granted, action(8, b"", DROP_CHANNEL, desk.now + 2, GARDEN))
    assert GARDEN not in desk.cable.joined(hive.id)
    link = LinkTo(desk, hive, 9)
    back = said_by(7, Role("", 0, "", key_of(8), USER), desk.now + 1.5, wire="M")
    desk.receive(hive, back)
    assert asks_about_it(link.hears_of(back))


def test_what_leaves_a_channel_dropped_has_nothing_asked(desk: Desk, hive: CommunityView) -> None:
    dropped(desk, hive)
    link = LinkTo(desk, hive, 9)
    once_more = action(7, b"", DROP_CHANNEL, desk.now + 2, GARDEN)
    desk.receive(hive, once_more)
    assert not asks_about_it(link.hears_of(once_more))


def test_a_channel_that_was_taken_out_says_so_and_takes_nothing_until_it_is_put_back(
    desk: Desk, hive: CommunityView
) -> None:
    dropped(desk, hive)
    space = desk.ask(FindSpace("Hive#garden"))
    assert (space.dropped, space.can_post, space.left) == (True, False, False)
    say, join = Say(space.id, Words("roses")), JoinChannel(hive.id, GARDEN)
    assert desk.refusal(lambda: desk.do(say)) is Refusal.CHANNEL_DROPPED
    assert desk.refusal(lambda: desk.do(join)) is Refusal.CHANNEL_DROPPED
    desk.do(DropChannel(hive.id, GARDEN, dropped=False))
    assert desk.do(say).text == "roses"
    space = desk.ask(FindSpace("Hive#garden"))
    assert (space.dropped, space.can_post) == (False, True)
