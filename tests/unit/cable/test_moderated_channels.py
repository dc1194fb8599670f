"""What is done in one channel alone is done in one that there is, however it was typed."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.model.communities import CommunityView, MemberRole, WireVersion
from engine.model.community_commands import CreateCommunity, GiveRole, HideMember
from engine.model.community_queries import ModerationLog
from engine.protocols.cable.posts import Moderation, Role
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import VERSIONS
from tests.unit.cable.desk import NOW, Desk, key_of
from tests.unit.cable.moderated import HIDE, MOD, peopled

MISTYPED = "defualt"


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M, with roles."""
    return peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")


def earlier(desk: Desk, hive: CommunityView, content: Moderation | Role) -> None:
    """What an earlier program let us say."""
    community = desk.cable.community(hive.id)
    assert community is not None
    moment = int((NOW + 100) * 1_000)
    desk.receive(hive, write_post(VERSIONS["M"], community.own, (), moment, content))


@pytest.mark.parametrize("hidden", [True, False])
def test_nobody_is_hidden_or_shown_in_a_channel_that_nobody_knows(
    desk: Desk, hive: CommunityView, *, hidden: bool
) -> None:
    command = HideMember(hive.id, key_of(9), hidden=hidden, channel=MISTYPED)
    assert desk.refusal(lambda: desk.do(command)) is Refusal.SPACE_UNKNOWN
    assert desk.ask(ModerationLog(hive.id)) == ()


@pytest.mark.parametrize("role", MemberRole)
def test_nobody_has_a_role_in_a_channel_that_nobody_knows(
    desk: Desk, hive: CommunityView, role: MemberRole
) -> None:
    command = GiveRole(hive.id, key_of(9), role, channel=MISTYPED)
    assert desk.refusal(lambda: desk.do(command)) is Refusal.SPACE_UNKNOWN
    assert desk.ask(ModerationLog(hive.id)) == ()


def test_what_was_said_of_a_channel_that_nobody_knows_can_be_taken_back(
    desk: Desk, hive: CommunityView
) -> None:
    earlier(desk, hive, Moderation("", 0, MISTYPED, (key_of(9),), HIDE))
    earlier(desk, hive, Role("", 0, MISTYPED, key_of(8), MOD))
    desk.do(HideMember(hive.id, key_of(9), hidden=False, channel=MISTYPED))
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.USER, channel=MISTYPED))
    newest, before, *_ = desk.ask(ModerationLog(hive.id))
    assert {str(newest.kind), str(before.kind)} == {"unhide", "role"}
