"""A channel has a name: nobody's word on a channel touches what is posted in none."""

from __future__ import annotations

import pytest

from engine.model.communities import CommunityView, MemberRole, ModerationKind, WireVersion
from engine.model.community_commands import CreateCommunity, GiveRole
from engine.model.community_queries import ModerationLog
from engine.model.ids import PostId
from engine.protocols.cable.posts import Block, Content, Delete, Info, Moderation, Role, Unblock
from engine.protocols.cable.records import PostsRefused, Reason, Refused
from tests.unit.cable.desk import Desk, key_of, said_by
from tests.unit.cable.moderated import DROP_CHANNEL, HIDE, action, peopled


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M, with a moderator."""
    view = peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")
    desk.do(GiveRole(view.id, key_of(7), MemberRole.MODERATOR))
    return view


@pytest.mark.parametrize(
    "content",
    [
        Info((("name", "eve"),)),
        Delete((PostId(bytes(32)),)),
        Role("", 0, "", key_of(7), 2),
        Block("", 0, (key_of(9),), 0, 0),
        Unblock("", 0, (key_of(9),), 0),
        Moderation("", 0, "", (key_of(9),), HIDE),
    ],
    ids=lambda content: type(content).__name__,
)
def test_what_is_posted_in_no_channel_comes_though_a_channel_without_a_name_was_dropped(
    desk: Desk, hive: CommunityView, content: Content
) -> None:
    desk.receive(hive, action(7, b"", DROP_CHANNEL, desk.now + 1, ""))
    post = said_by(6, content, desk.now + 2, wire="M")
    assert desk.receive(hive, post) == [post.hash]
    kinds = [one.kind for one in desk.ask(ModerationLog(hive.id))]
    assert ModerationKind.DROP_CHANNEL not in kinds


def test_what_was_refused_for_it_may_come_again(desk: Desk, hive: CommunityView) -> None:
    """An earlier version has taken it for a post of the channel that was dropped."""
    post = said_by(6, Info((("name", "eve"),)), desk.now, wire="M")
    refused = Refused(post.hash, post.author, "", Reason.DROPPED)
    desk.keep(PostsRefused(hive.id, (refused,)))
    assert desk.receive(hive, post) == []
    desk.cable.mend()
    assert desk.receive(hive, post) == [post.hash]
