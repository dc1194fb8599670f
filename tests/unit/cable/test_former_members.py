"""Who has left, and whose words are still here: nobody gets away with them by leaving."""

from __future__ import annotations

import asyncio

import pytest

from app.cli.communities import community_member_of
from engine.errors import Refusal, Refused
from engine.model.commands import ForgetSpace
from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import (
    CreateCommunity,
    HideMember,
    JoinChannel,
)
from engine.model.community_queries import CommunityMembers, FormerMembers
from engine.protocols.cable.posts import Content, Delete, Info, Join, Leave, Text
from tests.fake_engine import FakeEngine
from tests.unit.cable.desk import Desk, said_by
from tests.unit.cable.moderated import folded


@pytest.fixture(params=[WireVersion.S, WireVersion.M])
def view(desk: Desk, request: pytest.FixtureRequest) -> CommunityView:
    return desk.do(CreateCommunity("Bees", request.param, "ada"))


def say(desk: Desk, view: CommunityView, number: int, *contents: Content) -> None:
    """One thing after another, as they write it."""
    for content in contents:
        desk.now += 1
        desk.receive(view, said_by(number, content, desk.now, wire=str(view.wire)))


def former(desk: Desk, view: CommunityView) -> list[str]:
    return [one.name for one in desk.ask(FormerMembers(view.id))]


def listed(desk: Desk, view: CommunityView) -> list[str]:
    return [one.name for one in desk.ask(CommunityMembers(view.id))]


SPAM = Info((("name", "ben"),)), Join("default"), Text("default", "SPAM")


def test_who_writes_and_leaves_is_known_and_hidden_as_anybody(
    desk: Desk, view: CommunityView
) -> None:
    say(desk, view, 9, *SPAM)
    assert (former(desk, view), listed(desk, view)) == ([], ["ada", "ben"])
    say(desk, view, 9, Leave("default"))
    assert (former(desk, view), listed(desk, view)) == (["ben"], ["ada"])
    (ben,) = desk.ask(FormerMembers(view.id))
    desk.do(HideMember(view.id, ben.public_key, reason="spam"))
    assert folded(desk, desk.space(view))["SPAM"] == "spam"
    assert (former(desk, view), listed(desk, view)) == ([], ["ada", "ben"])


def test_who_is_elsewhere_has_not_left(desk: Desk, view: CommunityView) -> None:
    say(desk, view, 9, *SPAM, Join("garden"), Leave("default"))
    assert former(desk, view) == []
    say(desk, view, 9, Leave("garden"))
    assert former(desk, view) == ["ben"]
    say(desk, view, 9, Join("default"))
    assert former(desk, view) == []


def test_who_left_nothing_behind_is_nobody(desk: Desk, view: CommunityView) -> None:
    say(desk, view, 8, Join("default"), Leave("default"))
    say(desk, view, 9, *SPAM)
    (spam,) = (post for post in desk.posts(desk.space(view)) if post.text == "SPAM")
    say(desk, view, 9, Leave("default"), Delete((spam.id,)))
    assert former(desk, view) == []


def test_who_said_it_in_a_channel_that_was_forgotten_is_nobody(
    desk: Desk, view: CommunityView
) -> None:
    garden = desk.do(JoinChannel(view.id, "garden")).id
    say(desk, view, 9, Text("garden", "SPAM"), Leave("garden"))
    assert len(former(desk, view)) == 1
    desk.do(ForgetSpace(garden))
    assert former(desk, view) == []


def test_a_name_or_the_beginning_of_a_key_means_them_as_well() -> None:
    engine = FakeEngine()
    there = engine.communities.add("Garden", nickname="ada")
    ben = engine.communities.member(there, "ben", channels=())
    view = engine.communities.view(there)
    for text in ("ben", ben.hex()[:8]):
        assert asyncio.run(community_member_of(engine, view, text)).public_key == ben
    engine.communities.member(there, "ben")
    with pytest.raises(Refused) as refused:
        asyncio.run(community_member_of(engine, view, "ben"))
    assert refused.value.reason is Refusal.MEMBER_AMBIGUOUS
