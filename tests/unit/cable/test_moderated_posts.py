"""What is done to single posts in version M: by whom it counts, and how it is taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest

from engine.errors import Refusal
from engine.model.commands import Say
from engine.model.communities import CommunityView, MemberRole, ModerationKind, WireVersion
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    GiveRole,
    JoinChannel,
    ModeratePost,
)
from engine.model.community_queries import ModerationLog
from engine.model.contents import Words
from engine.model.ids import PostId, SpaceId
from engine.protocols.cable.posts import Delete, Moderation, Text
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import (
    DROP_POST,
    HIDE_POST,
    UNDROP_POST,
    UNHIDE_POST,
    action,
    folded,
    peopled,
)


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M, with posts of 6 to 9 in #default, one by 9 in #garden; 7 is nothing yet."""
    view = peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")
    desk.do(JoinChannel(view.id, "garden"))
    desk.receive(view, said_by(9, Text("garden", "weeds"), NOW + 30, wire="M"))
    return view


def by_text(desk: Desk, space: SpaceId) -> Mapping[str, PostId]:
    return {post.text: post.id for post in desk.posts(space)}


def is_wanted(desk: Desk, view: CommunityView, number: int, channel: str = "default") -> bool:
    """Whether what ``number`` said first would be taken."""
    post = said_by(number, Text(channel, f"by {number}"), NOW + number, wire="M")
    return not desk.cable.unwanted(view.id, [post], desk.now)


def test_a_moderator_of_one_channel_does_nothing_to_posts_of_another(
    desk: Desk, hive: CommunityView
) -> None:
    """Whatever channel their action names."""
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR, "garden"))
    space = desk.space(hive)
    by = by_text(desk, space)
    desk.receive(
        hive,
        action(7, by["by 8"], HIDE_POST, desk.now + 1, "garden"),
        action(7, by["by 9"], DROP_POST, desk.now + 1, "garden"),
        action(7, by["by 6"], DROP_POST, desk.now + 1),
    )
    assert folded(desk, space) == {}
    assert desk.texts(space) == ["by 6", "by 7", "by 8", "by 9"]
    assert is_wanted(desk, hive, 9)


def test_a_moderator_of_one_channel_acts_there_without_naming_it(
    desk: Desk, hive: CommunityView
) -> None:
    """moderation.md 5.1.3.2: of actions on posts no channel is set."""
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR, "default"))
    space, garden = desk.space(hive), desk.space(hive, "garden")
    by = by_text(desk, space)
    weeds = by_text(desk, garden)["weeds"]
    desk.receive(
        hive,
        action(7, by["by 8"], HIDE_POST, desk.now + 1, reason="off topic"),
        action(7, by["by 9"], DROP_POST, desk.now + 1),
        action(7, weeds, DROP_POST, desk.now + 1),
    )
    assert folded(desk, space) == {"by 8": "off topic"}
    assert desk.texts(space) == ["by 6", "by 7", "by 8"]
    assert desk.texts(garden) == ["weeds"]


def test_what_was_dropped_before_it_came_is_judged_when_it_comes(
    desk: Desk, hive: CommunityView
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR, "garden"))
    here = said_by(9, Text("garden", "more weeds"), NOW + 40, wire="M")
    elsewhere = said_by(9, Text("default", "flowers"), NOW + 40, wire="M")
    for post in (here, elsewhere):
        desk.receive(hive, action(7, post.hash, DROP_POST, desk.now + 1))
    assert desk.receive(hive, here, elsewhere) == [elsewhere.hash]


def test_our_actions_on_posts_name_no_channel(desk: Desk, hive: CommunityView) -> None:
    space = desk.space(hive)
    desk.do(ModeratePost(space, by_text(desk, space)["by 9"]))
    (mark,) = desk.cable.moderation(hive.id, [], 0, None, 9).marks
    (post,) = desk.cable.given(hive.id, [mark.hash], None)
    assert isinstance(post.content, Moderation)
    assert post.content.channel == ""


@pytest.mark.parametrize("channel", ["", "default"])
def test_our_own_word_on_a_post_wins_whatever_channel_theirs_names(
    desk: Desk, hive: CommunityView, channel: str
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    space = desk.space(hive)
    by = by_text(desk, space)
    desk.receive(
        hive,
        action(7, by["by 9"], HIDE_POST, desk.now + 1, channel, "rude"),
        action(7, by["by 8"], DROP_POST, desk.now + 1, channel),
    )
    assert folded(desk, space) == {"by 9": "rude"}
    assert not is_wanted(desk, hive, 8)
    assert desk.do(ModeratePost(space, by["by 9"], hidden=False)).folded is None
    desk.do(ModeratePost(space, by["by 8"], hidden=False))
    assert folded(desk, space) == {}
    assert is_wanted(desk, hive, 8)


def test_of_two_moderators_the_newer_counts_on_a_post(desk: Desk, hive: CommunityView) -> None:
    for member in (key_of(7), key_of(8)):
        desk.do(GiveRole(hive.id, member, MemberRole.MODERATOR))
    space = desk.space(hive)
    nine = by_text(desk, space)["by 9"]
    at = desk.now
    desk.receive(hive, action(7, nine, HIDE_POST, at + 1, "default"))
    desk.receive(hive, action(8, nine, UNHIDE_POST, at + 2))
    assert folded(desk, space) == {}
    desk.receive(hive, action(7, nine, DROP_POST, at + 3), action(8, nine, UNDROP_POST, at + 2))
    assert desk.texts(space) == ["by 6", "by 7", "by 8"]


def test_posts_of_ours_and_of_those_in_office_are_hidden_and_dropped_by_nobody_else(
    desk: Desk, hive: CommunityView
) -> None:
    """moderation.md 4.4.5; what only we hold would be lost."""
    space = desk.space(hive)
    mine = desk.do(Say(space, Words("mine"))).id
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.MODERATOR))
    eight = by_text(desk, space)["by 8"]
    for number in (DROP_POST, HIDE_POST):
        for post in (mine, eight):
            desk.receive(hive, action(7, post, number, desk.now + 1))
    assert desk.texts(space) == ["by 6", "by 7", "by 8", "by 9", "mine"]
    assert folded(desk, space) == {}
    log = desk.ask(ModerationLog(hive.id))
    assert [one.counts for one in log if one.by == key_of(7)] == [False] * 4


def test_nothing_but_texts_and_topics_is_dropped(desk: Desk, hive: CommunityView) -> None:
    """moderation.md 5.1.3.6: else a moderator could bring back what its author deleted."""
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    space = desk.space(hive)
    nine = by_text(desk, space)["by 9"]
    delete = said_by(9, Delete((nine,)), NOW + 40, wire="M")
    desk.receive(hive, delete, action(7, delete.hash, DROP_POST, desk.now + 1))
    assert not is_wanted(desk, hive, 9)
    assert desk.cable.unknown(hive.id, [delete.hash]) == []
    later = said_by(8, Delete((by_text(desk, space)["by 8"],)), NOW + 41, wire="M")
    desk.receive(hive, action(7, later.hash, DROP_POST, desk.now + 2))
    assert desk.receive(hive, later) == [later.hash]


def test_the_log_says_where_a_post_stands_or_stood(desk: Desk, hive: CommunityView) -> None:
    garden = desk.space(hive, "garden")
    desk.do(ModeratePost(garden, by_text(desk, garden)["weeds"], drop=True))
    desk.receive(hive, action(7, bytes(32), HIDE_POST, desk.now + 1))
    told = [(one.kind, one.channel, one.counts) for one in desk.ask(ModerationLog(hive.id))]
    assert told == [
        (ModerationKind.HIDE_POST, "", False),
        (ModerationKind.DROP_POST, "garden", True),
    ]


@pytest.mark.parametrize("reason", ["x" * 128, "ä" * 64])
def test_a_reason_is_as_long_as_every_program_takes_it(
    desk: Desk, hive: CommunityView, reason: str
) -> None:
    """moderation.md 5.1.1; counted in bytes, as published programs do."""
    space = desk.space(hive)
    hide = ModeratePost(space, by_text(desk, space)["by 9"], reason=reason)
    desk.do(hide)
    assert folded(desk, space) == {"by 9": reason}
    for longer in (
        replace(hide, reason=reason + "x"),
        replace(hide, reason=reason + "x", drop=True),
    ):
        assert desk.refusal(partial(desk.do, longer)) is Refusal.REASON_TOO_LONG
    block = BlockMember(hive.id, key_of(9), reason=reason + "x")
    assert desk.refusal(lambda: desk.do(block)) is Refusal.REASON_TOO_LONG
