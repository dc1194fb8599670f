"""What we said of ourselves in a community, as it is told again and listed."""

from __future__ import annotations

import pytest

from engine.model.communities import WireVersion
from engine.model.community_commands import (
    CreateCommunity,
    DeletePost,
    SetInfo,
)
from engine.model.community_queries import (
    CommunityMembers,
    OneCommunity,
)
from engine.model.ids import PostKind
from tests.unit.cable.desk import Desk


def test_in_later_versions_an_info_says_all_again() -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("Bees", WireVersion.M, "ada"))
    desk.do(SetInfo(view.id, "accept-role", "0"))
    assert desk.cable.infos(view.id) == [("accept-role", "\0"), ("name", "ada")]
    assert desk.ask(OneCommunity(view.id)).nickname == "ada"


@pytest.mark.parametrize("wire", [WireVersion.S, WireVersion.M])
def test_we_are_listed_ourselves_though_we_deleted_that_we_joined(wire: WireVersion) -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("Bees", wire, "ada"))
    space = desk.space(view)
    (join,) = [post for post in desk.posts(space) if post.kind is PostKind.JOIN]
    desk.do(DeletePost(space, join.id))
    (one,) = desk.ask(CommunityMembers(view.id))
    assert (one.ours, one.name, one.channels) == (True, "ada", ())
