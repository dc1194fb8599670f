"""Whom members let decide, and what they do then (versions M and D8)."""

from __future__ import annotations

import pytest

from engine.model.commands import Say
from engine.model.communities import (
    CommunityView,
    MemberRole,
    MemberStanding,
    SeededRole,
    WireVersion,
)
from engine.model.community_commands import (
    CreateCommunity,
    DropChannel,
    GiveRole,
    HideMember,
    JoinChannel,
    JoinCommunity,
    ModeratePost,
)
from engine.model.community_queries import (
    CommunityChannels,
    ModerationLog,
    OneCommunityMember,
)
from engine.model.contents import Words
from engine.model.ids import PostId
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.moderation.ruling import Ruling
from engine.protocols.cable.posts import (
    Block,
    Delete,
    Text,
    Unblock,
)
from engine.store.cable.rows import CommunityRow
from engine.store.cable.rulings import Rulings
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import (
    ADMIN,
    DROP_CHANNEL,
    DROP_POST,
    HIDE,
    HIDE_POST,
    MOD,
    UNDROP_CHANNEL,
    UNDROP_POST,
    UNHIDE,
    action,
    folded,
    peopled,
    role,
    roles_of,
)


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M, with roles."""
    return peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")


def test_admins_pass_roles_on_and_moderators_do_not(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    at = desk.now
    desk.receive(
        hive,
        role(7, 8, MOD, at + 1),
        role(8, 9, ADMIN, at + 2),
        role(6, 6, ADMIN, at + 3),
        role(6, 9, ADMIN, at + 3),
    )
    assert roles_of(desk, hive) == {7: "admin", 8: "mod"}


def test_a_role_counts_only_from_whoever_was_admin_by_then(desk: Desk, hive: CommunityView) -> None:
    desk.receive(hive, role(7, 8, MOD, NOW + 20))
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    assert roles_of(desk, hive) == {7: "admin"}


def test_with_an_admin_fall_the_roles_they_gave_and_stays_what_was_done(
    desk: Desk, hive: CommunityView
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    at = desk.now
    desk.receive(hive, role(7, 8, MOD, at + 1), action(8, key_of(9), HIDE, at + 2, reason="rude"))
    assert folded(desk, desk.space(hive)) == {"by 9": "rude"}
    desk.now += 10
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.USER))
    assert roles_of(desk, hive) == {}
    assert folded(desk, desk.space(hive)) == {"by 9": "rude"}
    desk.receive(hive, action(8, key_of(6), HIDE, desk.now + 1))
    assert folded(desk, desk.space(hive)) == {"by 9": "rude"}


def test_what_we_say_of_somebody_beats_all_others(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.USER))
    desk.receive(hive, role(7, 8, ADMIN, desk.now + 1))
    assert roles_of(desk, hive) == {7: "admin"}


def test_a_role_may_be_for_one_channel_alone(desk: Desk, hive: CommunityView) -> None:
    garden = desk.do(JoinChannel(hive.id, "garden")).id
    desk.receive(
        hive,
        said_by(7, Text("garden", "weeds"), NOW + 30, wire="M"),
        said_by(8, Text("garden", "roses"), NOW + 31, wire="M"),
    )
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.MODERATOR, channel="garden"))
    desk.receive(
        hive,
        action(8, key_of(7), HIDE, desk.now + 1, "garden"),
        action(8, key_of(6), HIDE, desk.now + 1),
    )
    assert roles_of(desk, hive) == {}
    assert roles_of(desk, hive, "garden") == {8: "mod"}
    assert folded(desk, garden) == {"weeds": "hidden"}
    assert folded(desk, desk.space(hive)) == {}


def test_a_role_that_we_take_back_everywhere_is_none_in_any_channel(
    desk: Desk, hive: CommunityView
) -> None:
    """The combined example of moderation.md 4.2.5.1.4."""
    desk.do(JoinChannel(hive.id, "test"))
    spoken = [said_by(n, Text("test", "here"), NOW + 30, wire="M") for n in (7, 8)]
    desk.receive(hive, *spoken)
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.MODERATOR, channel="test"))
    desk.receive(hive, role(7, 8, ADMIN, desk.now + 1))
    assert roles_of(desk, hive, "test") == {7: "admin", 8: "mod"}
    assert roles_of(desk, hive, "default") == {7: "admin", 8: "admin"}
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.USER))
    assert roles_of(desk, hive, "test") == {7: "admin"}
    assert roles_of(desk, hive, "default") == {7: "admin"}
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.MODERATOR, channel="test"))
    assert roles_of(desk, hive, "test") == {7: "admin", 8: "mod"}
    assert roles_of(desk, hive, "default") == {7: "admin"}


def test_nothing_is_done_to_those_in_office_but_by_us(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.MODERATOR))
    desk.receive(
        hive,
        action(7, key_of(8), HIDE, desk.now + 1),
        action(7, hive.own_key, HIDE, desk.now + 1),
    )
    assert folded(desk, desk.space(hive)) == {}
    desk.do(HideMember(hive.id, key_of(8), reason="enough"))
    assert folded(desk, desk.space(hive)) == {"by 8": "enough"}


def test_of_two_who_disagree_the_newer_counts_and_we_above_both(
    desk: Desk, hive: CommunityView
) -> None:
    for number in (7, 8):
        desk.do(GiveRole(hive.id, key_of(number), MemberRole.MODERATOR))
    at = desk.now
    desk.receive(hive, action(7, key_of(9), HIDE, at + 1))
    assert folded(desk, desk.space(hive)) == {"by 9": "hidden"}
    desk.receive(hive, action(8, key_of(9), UNHIDE, at + 2))
    assert folded(desk, desk.space(hive)) == {}
    desk.receive(hive, action(7, key_of(9), HIDE, at + 3))
    desk.do(HideMember(hive.id, key_of(9), hidden=False))
    assert folded(desk, desk.space(hive)) == {}


@pytest.mark.parametrize(("theirs", "ours"), [("default", ""), ("", "default"), ("", "")])
def test_whom_we_show_is_shown_there_wherever_others_hide_them(
    desk: Desk, hive: CommunityView, theirs: str, ours: str
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    desk.receive(hive, action(7, key_of(9), HIDE, desk.now + 1, theirs, "rude"))
    assert folded(desk, desk.space(hive)) == {"by 9": "rude"}
    shown = desk.do(HideMember(hive.id, key_of(9), hidden=False, channel=ours))
    assert shown.member.standing is MemberStanding.SHOWN
    assert folded(desk, desk.space(hive)) == {}


def test_of_what_we_said_for_a_channel_and_for_all_of_them_the_newer_counts(
    desk: Desk, hive: CommunityView
) -> None:
    garden = desk.do(JoinChannel(hive.id, "garden")).id
    desk.receive(hive, said_by(9, Text("garden", "weeds"), NOW + 30, wire="M"))

    def say(channel: str, *, hidden: bool) -> tuple[bool, bool]:
        desk.do(HideMember(hive.id, key_of(9), hidden=hidden, channel=channel))
        return bool(folded(desk, desk.space(hive))), bool(folded(desk, garden))

    assert say("garden", hidden=True) == (False, True)
    assert say("", hidden=False) == (False, False)
    assert say("garden", hidden=True) == (False, True)
    assert say("", hidden=True) == (True, True)
    assert say("garden", hidden=False) == (True, False)
    assert say("", hidden=True) == (True, True)
    assert say("", hidden=False) == (False, False)


def test_posts_are_hidden_and_dropped_by_moderators(desk: Desk, hive: CommunityView) -> None:
    space = desk.space(hive)
    by = {post.text: post.id for post in desk.posts(space)}
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    at = desk.now
    desk.receive(
        hive,
        action(7, by["by 8"], HIDE_POST, at + 1, "default", "off topic"),
        action(7, by["by 9"], DROP_POST, at + 1, "default"),
    )
    assert folded(desk, space) == {"by 8": "off topic"}
    assert "by 9" not in desk.texts(space)
    assert desk.cable.unknown(hive.id, [by["by 9"]]) == []
    desk.receive(hive, action(7, by["by 9"], UNDROP_POST, at + 2, "default"))
    assert desk.cable.unknown(hive.id, [by["by 9"]]) == [by["by 9"]]


def test_an_action_that_is_deleted_is_undone(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    hide = action(7, key_of(9), HIDE, desk.now + 1)
    desk.receive(hive, hide)
    assert folded(desk, desk.space(hive)) == {"by 9": "hidden"}
    desk.receive(hive, said_by(7, Delete((hide.hash,)), desk.now + 2, wire="M"))
    assert folded(desk, desk.space(hive)) == {}


def test_a_channel_is_dropped_by_a_moderator_and_taken_back(
    desk: Desk, hive: CommunityView
) -> None:
    desk.receive(hive, said_by(9, Text("spam", "buy"), NOW + 30, wire="M"))
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    desk.receive(hive, action(7, b"", DROP_CHANNEL, desk.now + 1, "spam"))
    desk.wake()
    dropped = {one.name: (one.dropped, one.posts) for one in desk.ask(CommunityChannels(hive.id))}
    assert dropped["spam"] == (True, 0)
    desk.receive(hive, action(7, b"", UNDROP_CHANNEL, desk.now + 2, "spam"))
    assert desk.cable.channels(hive.id, 0, 10) == ["default", "spam"]


def test_what_we_said_in_a_channel_stays_when_somebody_else_drops_it(
    desk: Desk, hive: CommunityView
) -> None:
    """It may be the only copy: it is folded away until the channel is put back."""
    space = desk.space(hive)
    mine = desk.do(Say(space, Words("mine"))).id
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    desk.receive(hive, action(7, b"", DROP_CHANNEL, desk.now + 1, "default", "off topic"))
    while desk.wake() < 1:
        pass
    assert desk.texts(space) == ["mine"]
    assert folded(desk, space)["mine"] == "off topic"
    desk.receive(hive, action(7, b"", UNDROP_CHANNEL, desk.now + 2, "default"))
    assert folded(desk, space) == {}
    assert [post.hash for post in desk.cable.given(hive.id, [mine], None)] == [mine]


def test_what_we_said_goes_with_a_channel_that_we_drop(desk: Desk, hive: CommunityView) -> None:
    space = desk.space(hive)
    desk.do(Say(space, Words("mine")))
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    desk.receive(hive, action(7, b"", DROP_CHANNEL, desk.now + 1, "default"))
    desk.do(DropChannel(hive.id, "default"))
    while desk.wake() < 1:
        pass
    assert desk.texts(space) == []


def test_what_is_private_never_leaves_this_computer(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN, private=True))
    desk.do(HideMember(hive.id, key_of(9), private=True))
    assert roles_of(desk, hive) == {7: "admin"}
    assert folded(desk, desk.space(hive)) == {"by 9": "hidden"}
    assert desk.cable.moderation(hive.id, ["default"], 0, None, 100).marks == []
    log = desk.ask(ModerationLog(hive.id))
    assert all(one.private for one in log)
    hashes = [
        PostId(hash_)
        for (hash_,) in desk.store.database.rows("SELECT hash FROM cable_post WHERE private")
    ]
    assert len(hashes) == 2
    assert desk.cable.given(hive.id, hashes, None) == []


def test_peers_hear_of_what_moderates_the_channels_they_ask_for(
    desk: Desk, hive: CommunityView
) -> None:
    block = said_by(8, Block("", 0, (key_of(9),), 0, 0), NOW, wire="M")
    everywhere = role(7, 8, MOD, NOW + 20)
    garden = role(7, 8, MOD, NOW + 21, "garden")
    old = role(7, 9, MOD, NOW - 50)
    desk.receive(hive, block, everywhere, garden, old)
    oldest = int(NOW * 1_000)
    found = desk.cable.moderation(hive.id, ["default"], oldest, None, 100).marks
    assert [mark.hash for mark in found] == [everywhere.hash, block.hash]
    both = desk.cable.moderation(hive.id, ["garden"], oldest, None, 100).marks
    assert garden.hash in [mark.hash for mark in both]


def test_a_reader_gets_no_posts_of_those_who_block_them(desk: Desk, hive: CommunityView) -> None:
    by = {post.text: post.id for post in desk.posts(desk.space(hive))}
    asked = [by["by 8"], by["by 9"]]
    desk.receive(hive, said_by(8, Block("", 0, (key_of(9),), 0, 0), NOW + 20, wire="M"))
    assert [post.hash for post in desk.cable.given(hive.id, asked, key_of(9))] == [by["by 9"]]
    assert [post.hash for post in desk.cable.given(hive.id, asked, key_of(8))] == [by["by 8"]]
    assert len(desk.cable.given(hive.id, asked, None)) == 2
    desk.receive(hive, said_by(8, Unblock("", 0, (key_of(9),), 1), NOW + 21, wire="M"))
    assert len(desk.cable.given(hive.id, asked, key_of(9))) == 2


def test_a_block_that_drops_takes_what_there_is(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    block = said_by(7, Block("spam", 0, (key_of(9),), 1, 0), desk.now + 1, wire="M")
    desk.receive(hive, block)
    while desk.wake() < 1:
        pass
    assert desk.texts(desk.space(hive)) == ["by 6", "by 7", "by 8"]
    assert desk.cable.standing(hive.id, key_of(9)) is Standing.BLOCKED


def test_roles_that_came_with_the_key_hold_until_we_revoke_them(desk: Desk) -> None:
    key = bytes(range(32))
    roles = (SeededRole(key_of(7), MemberRole.ADMIN),)
    view = desk.do(JoinCommunity(key, "Hive", WireVersion.M, roles=roles))
    peopled(desk, view, "M")
    desk.receive(view, action(7, key_of(9), HIDE, NOW - 5_000), role(7, 8, MOD, NOW - 5_000))
    assert roles_of(desk, view) == {7: "admin", 8: "mod"}
    assert folded(desk, desk.space(view)) == {"by 9": "hidden"}
    desk.do(GiveRole(view.id, key_of(7), MemberRole.USER))
    assert roles_of(desk, view) == {}


def test_many_who_moderate_at_once_are_judged_once(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    judged: list[object] = []
    judge = Rulings._judge

    def judged_once_more(rulings: Rulings, row: CommunityRow) -> Ruling:
        judged.append(row)
        return judge(rulings, row)

    monkeypatch.setattr(Rulings, "_judge", judged_once_more)
    hide = [action(7, key_of(9), HIDE, NOW + 2_000 + number) for number in range(64)]
    desk.receive(hive, *hide)
    assert len(judged) <= 2
    assert desk.ask(OneCommunityMember(hive.id, key_of(9))).standing is MemberStanding.HIDDEN


def test_what_moderates_is_read_some_at_a_time_and_all_of_it(
    desk: Desk, hive: CommunityView
) -> None:
    said = [action(9, key_of(8), HIDE, NOW + number) for number in range(200)]
    desk.receive(hive, *said)
    marks = desk.cable.moderation(hive.id, ("default",), 0, None, 1_000).marks
    assert [mark.hash for mark in marks] == [post.hash for post in reversed(said)]
    page = desk.cable.moderation(hive.id, (), 0, marks[99], 7).marks
    assert [mark.hash for mark in page] == [mark.hash for mark in marks[100:107]]


def test_where_something_may_come_again_that_is_said(desk: Desk, hive: CommunityView) -> None:
    space = desk.space(hive)
    (target,) = [post for post in desk.posts(space) if post.text == "by 7"]
    desk.do(ModeratePost(space, target.id, drop=True))
    before = desk.cable.times_anew(hive.id)
    desk.do(ModeratePost(space, target.id, hidden=False))
    assert desk.cable.times_anew(hive.id) > before
    assert desk.cable.unknown(hive.id, [target.id]) == [target.id]


def test_what_moderates_is_asked_about_channels_that_were_dropped_too(
    desk: Desk, hive: CommunityView
) -> None:
    desk.receive(hive, said_by(7, Text("garden", "roses"), NOW + 50, wire="M"))
    desk.do(DropChannel(hive.id, "garden"))
    assert list(desk.cable.moderated(hive.id, 9)) == ["default", "garden"]
