"""One message that our user wants to see, though its author is hidden."""

from __future__ import annotations

import pytest

from engine.model.communities import CommunityView, MemberRole, ModerationKind, WireVersion
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    FollowModeration,
    GiveRole,
    HideMember,
    ModeratePost,
)
from engine.model.community_queries import ModerationLog
from engine.model.ids import PostId, SpaceId
from engine.protocols.cable.moderation.flags import Flag, write_flags
from engine.protocols.cable.posts import Info, Post, Text
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import HIDE, action, folded, peopled


@pytest.fixture(params=[WireVersion.S, WireVersion.M])
def view(desk: Desk, request: pytest.FixtureRequest) -> CommunityView:
    """9 has said two things; 7 decides for us."""
    wire: WireVersion = request.param
    made = peopled(desk, desk.do(CreateCommunity("Bees", wire, "ada")), str(wire))
    desk.receive(made, said_by(9, Text("default", "again"), NOW + 10, wire=str(wire)))
    if wire is WireVersion.S:
        desk.do(FollowModeration(made.id, key_of(7)))
    else:
        desk.do(GiveRole(made.id, key_of(7), MemberRole.MODERATOR))
    return made


def hide_by_seven(desk: Desk, view: CommunityView) -> Post:
    desk.now += 1
    if view.wire is WireVersion.M:
        return action(7, key_of(9), HIDE, desk.now, reason="rude")
    flags = write_flags({key_of(9): Flag("rude", desk.now)})
    return said_by(7, Info((("hides", flags),)), desk.now)


def named(desk: Desk, space: SpaceId, text: str) -> PostId:
    (found,) = (post.id for post in desk.posts(space) if post.text == text)
    return found


def show(desk: Desk, view: CommunityView, text: str, *, shown: bool = True) -> None:
    desk.now += 1
    space = desk.space(view)
    answer = desk.do(ModeratePost(space, named(desk, space, text), hidden=not shown))
    assert (answer.folded is None) == shown


def kinds(desk: Desk, view: CommunityView) -> list[ModerationKind]:
    return [entry.kind for entry in desk.ask(ModerationLog(view.id))]


@pytest.mark.parametrize("by_others", [False, True])
def test_a_message_is_shown_alone_whoever_hid_its_author(
    desk: Desk, view: CommunityView, *, by_others: bool
) -> None:
    if by_others:
        desk.receive(view, hide_by_seven(desk, view))
    else:
        desk.do(HideMember(view.id, key_of(9)))
    assert list(folded(desk, desk.space(view))) == ["by 9", "again"]
    show(desk, view, "again")
    assert list(folded(desk, desk.space(view))) == ["by 9"]


def test_a_message_of_somebody_whom_we_block_can_be_shown(desk: Desk, view: CommunityView) -> None:
    desk.do(BlockMember(view.id, key_of(9)))
    show(desk, view, "again")
    assert list(folded(desk, desk.space(view))) == ["by 9"]


def test_it_stays_however_often_others_hide_its_author_until_we_do(
    desk: Desk, view: CommunityView
) -> None:
    desk.receive(view, hide_by_seven(desk, view))
    show(desk, view, "again")
    desk.receive(view, hide_by_seven(desk, view))
    assert list(folded(desk, desk.space(view))) == ["by 9"]
    desk.now += 1
    desk.do(HideMember(view.id, key_of(9)))
    assert list(folded(desk, desk.space(view))) == ["by 9", "again"]


def test_it_can_be_hidden_and_shown_again(desk: Desk, view: CommunityView) -> None:
    desk.do(HideMember(view.id, key_of(9)))
    for shown in (True, False, True):
        show(desk, view, "again", shown=shown)
        assert ("again" not in folded(desk, desk.space(view))) == shown


def test_that_it_is_shown_stands_in_the_log(desk: Desk, view: CommunityView) -> None:
    desk.do(HideMember(view.id, key_of(9)))
    show(desk, view, "again")
    (entry,) = (
        one for one in desk.ask(ModerationLog(view.id)) if one.kind is ModerationKind.UNHIDE_POST
    )
    assert (entry.by, entry.channel, entry.counts) == (view.own_key, "default", True)
    assert entry.private == (view.wire is WireVersion.S)


def test_nobody_hears_that_somebody_is_hidden_privately(desk: Desk, view: CommunityView) -> None:
    desk.do(HideMember(view.id, key_of(9), private=True))
    show(desk, view, "again")
    log = desk.ask(ModerationLog(view.id))
    assert [one.private for one in log if one.kind is not ModerationKind.ROLE] == [True, True]


def test_in_version_s_nothing_is_left_to_say_of_what_was_folded_by_itself() -> None:
    desk = Desk()
    view = peopled(desk, desk.do(CreateCommunity("Bees", WireVersion.S, "ada")), "S")
    show(desk, view, "by 9", shown=False)
    assert kinds(desk, view) == [ModerationKind.HIDE_POST]
    show(desk, view, "by 9")
    assert kinds(desk, view) == []
