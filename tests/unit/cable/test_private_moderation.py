"""What we did privately is taken back privately, whatever is wished (moderation.md 4.5.1)."""

from __future__ import annotations

from typing import Any, Protocol

import pytest

from engine.errors import Refusal
from engine.model.commands import Command
from engine.model.communities import CommunityView, MemberRole, MemberStanding, WireVersion
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    DeletePost,
    DropChannel,
    GiveRole,
    HideMember,
    ModeratePost,
)
from engine.model.community_queries import ModerationLog, OneCommunityMember
from engine.model.ids import CommunityId, PostId, SpaceId
from engine.protocols.cable.posts import Text
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import HIDE, HIDE_POST, action, folded, peopled

NINE = key_of(9)


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M."""
    view = peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")
    desk.receive(view, said_by(9, Text("spam", "buy"), NOW + 30, wire="M"))
    return view


def told(desk: Desk, view: CommunityView) -> int:
    """How much of what moderates anybody can hear of."""
    return len(desk.cable.moderation(view.id, ["default", "spam"], 0, None, 100).marks)


class Act(Protocol):
    """Does something, or takes it back."""

    def __call__(self, there: CommunityId, *, undo: bool, private: bool) -> Command[Any]:
        """The command."""


def hide(there: CommunityId, *, undo: bool, private: bool) -> Command[Any]:
    return HideMember(there, NINE, hidden=not undo, private=private)


def hide_in_channel(there: CommunityId, *, undo: bool, private: bool) -> Command[Any]:
    return HideMember(there, NINE, hidden=not undo, channel="default", private=private)


def block(there: CommunityId, *, undo: bool, private: bool) -> Command[Any]:
    return BlockMember(there, NINE, blocked=not undo, private=private)


def role(there: CommunityId, *, undo: bool, private: bool) -> Command[Any]:
    given = MemberRole.USER if undo else MemberRole.MODERATOR
    return GiveRole(there, NINE, given, private=private)


def drop_channel(there: CommunityId, *, undo: bool, private: bool) -> Command[Any]:
    return DropChannel(there, "spam", dropped=not undo, private=private)


@pytest.mark.parametrize("act", [hide, hide_in_channel, block, role, drop_channel])
def test_what_was_private_is_taken_back_privately(
    desk: Desk, hive: CommunityView, act: Act
) -> None:
    desk.do(act(hive.id, undo=False, private=True))
    desk.do(act(hive.id, undo=True, private=False))
    assert told(desk, hive) == 0
    assert [one.private for one in desk.ask(ModerationLog(hive.id))] == [True, True]
    desk.do(act(hive.id, undo=False, private=False))
    desk.do(act(hive.id, undo=True, private=False))
    assert told(desk, hive) == 2


@pytest.mark.parametrize("act", [hide, hide_in_channel, block, role, drop_channel])
def test_what_everybody_has_heard_is_taken_back_for_all_though_it_was_done_privately_once_more(
    desk: Desk, hive: CommunityView, act: Act
) -> None:
    for undo, private in [(False, False), (False, True), (True, False)]:
        desk.do(act(hive.id, undo=undo, private=private))
        desk.now += 1
    assert told(desk, hive) == 2
    log = desk.ask(ModerationLog(hive.id))
    assert [one.private for one in log] == [False, True, False]


@pytest.mark.parametrize("act", [hide, hide_in_channel, block, role, drop_channel])
def test_once_everybody_has_heard_the_end_what_is_private_is_taken_back_privately(
    desk: Desk, hive: CommunityView, act: Act
) -> None:
    for undo, private in [(False, False), (True, False), (False, True), (True, False)]:
        desk.do(act(hive.id, undo=undo, private=private))
        desk.now += 1
    assert told(desk, hive) == 2


@pytest.mark.parametrize("drop", [False, True])
def test_a_post_that_was_hidden_privately_is_shown_privately(
    desk: Desk, hive: CommunityView, *, drop: bool
) -> None:
    space = desk.space(hive)
    nine = post_of_nine(desk, space)
    desk.do(ModeratePost(space, nine, drop=drop, private=True))
    desk.do(ModeratePost(space, nine, hidden=False))
    assert told(desk, hive) == 0


def test_who_was_hidden_privately_in_a_channel_is_shown_everywhere_without_a_word(
    desk: Desk, hive: CommunityView
) -> None:
    desk.do(HideMember(hive.id, NINE, channel="default", private=True))
    desk.do(HideMember(hive.id, NINE, hidden=False))
    assert told(desk, hive) == 0


def test_what_is_private_is_not_deleted_since_that_would_name_it(
    desk: Desk, hive: CommunityView
) -> None:
    desk.do(HideMember(hive.id, NINE, private=True))
    (mine,) = [
        PostId(hash_)
        for (hash_,) in desk.store.database.rows("SELECT hash FROM cable_post WHERE private")
    ]
    delete = DeletePost(desk.space(hive), mine)
    assert desk.refusal(lambda: desk.do(delete)) is Refusal.CONTENT_UNSUPPORTED


def test_a_role_that_was_given_privately_may_be_given_again_for_all_to_see(
    desk: Desk, hive: CommunityView
) -> None:
    desk.do(GiveRole(hive.id, NINE, MemberRole.MODERATOR, private=True))
    desk.do(GiveRole(hive.id, NINE, MemberRole.ADMIN))
    assert told(desk, hive) == 1
    desk.do(GiveRole(hive.id, NINE, MemberRole.USER))
    assert told(desk, hive) == 2


def test_what_others_did_for_all_to_see_is_taken_back_for_all_to_see(
    desk: Desk, hive: CommunityView
) -> None:
    space = desk.space(hive)
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    theirs = [
        action(7, NINE, HIDE, desk.now + 1),
        action(7, post_of_nine(desk, space), HIDE_POST, desk.now + 1),
    ]
    desk.receive(hive, *theirs)
    desk.do(HideMember(hive.id, NINE, hidden=False))
    desk.do(ModeratePost(space, post_of_nine(desk, space), hidden=False))
    assert told(desk, hive) == 5
    assert folded(desk, space) == {}
    member = desk.ask(OneCommunityMember(hive.id, NINE))
    assert member.standing is MemberStanding.SHOWN


def post_of_nine(desk: Desk, space: SpaceId) -> PostId:
    (found,) = [post.id for post in desk.posts(space) if post.text == "by 9"]
    return found
