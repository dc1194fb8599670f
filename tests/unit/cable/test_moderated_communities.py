"""Whom and what is folded away, by whose word, in communities of all wire versions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import Refusal
from engine.model.commands import Say
from engine.model.communities import (
    CommunityView,
    MemberRole,
    MemberStanding,
    ModerationKind,
    SeededRole,
    WireVersion,
)
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    DropChannel,
    FollowModeration,
    GiveRole,
    HideMember,
    JoinChannel,
    JoinCommunity,
    ModeratePost,
    SetTopic,
)
from engine.model.community_queries import CommunityChannels, CommunityMembers, ModerationLog
from engine.model.contents import Words
from engine.model.events import PostsChanged
from engine.model.ids import PostId, SpaceId
from engine.model.queries import OnePost, Space
from engine.protocols.cable.moderation.flags import Flag, read_flags, write_flags
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.posts import (
    Block,
    Delete,
    Info,
    Moderation,
    Post,
    Role,
    Text,
    Topic,
    Unblock,
)
from engine.protocols.cable.records import Span
from tests.unit.cable.desk import NOW, Desk, key_of, said_by

ADMIN, MOD, USER = range(3)
HIDE, UNHIDE, HIDE_POST, UNHIDE_POST, DROP_POST, UNDROP_POST, DROP_CHANNEL, UNDROP_CHANNEL = range(
    8
)


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.now = NOW + 1_000
    return made


@pytest.fixture
def bees(desk: Desk) -> CommunityView:
    """Version S: nobody decides for others."""
    return _peopled(desk, desk.do(CreateCommunity("Bees", nickname="ada")), "S")


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M, with roles."""
    return _peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")


def _peopled(desk: Desk, view: CommunityView, wire: str) -> CommunityView:
    said = [said_by(n, Text("default", f"by {n}"), NOW + n, wire=wire) for n in (6, 7, 8, 9)]
    desk.receive(view, *said)
    return view


def folded(desk: Desk, space: SpaceId) -> dict[str, str]:
    """What is folded away, and why."""
    return {
        post.text: post.folded.reason or str(post.folded.standing)
        for post in desk.posts(space)
        if post.folded is not None
    }


def hides(by: int, whom: int, at: float, key: str = "hides", reason: str = "") -> Post:
    return said_by(by, Info(((key, write_flags({key_of(whom): Flag(reason, at)})),)), at)


# ---- version S ----------------------------------------------------------------------------------


def test_whom_we_hide_is_folded_away_and_everybody_can_read_why(
    desk: Desk, bees: CommunityView
) -> None:
    desk.told(PostsChanged)
    member = desk.do(HideMember(bees.id, key_of(7), reason="noise"))
    assert member.standing is MemberStanding.HIDDEN
    assert member.judgement is not None
    assert (member.judgement.by, member.judgement.by_name) == (bees.own_key, "ada")
    assert folded(desk, desk.space(bees)) == {"by 7": "noise"}
    assert desk.told(PostsChanged)
    (said,) = [value for key, value in desk.cable.infos(bees.id) if key == "hides"]
    assert read_flags(said) == {key_of(7): Flag("noise", desk.now)}
    # still stored and passed on
    assert len(desk.cable.in_span(bees.id, Span("default", 0, None), None, 10)) == 5


def test_what_was_hidden_is_shown_again(desk: Desk, bees: CommunityView) -> None:
    desk.do(HideMember(bees.id, key_of(7)))
    desk.do(HideMember(bees.id, key_of(8)))
    shown = desk.do(HideMember(bees.id, key_of(7), hidden=False))
    assert shown.standing is MemberStanding.SHOWN
    assert folded(desk, desk.space(bees)) == {"by 8": "hidden"}


def test_others_count_only_where_we_follow_them(desk: Desk, bees: CommunityView) -> None:
    desk.receive(bees, hides(8, 7, NOW + 20, reason="rude"))
    assert folded(desk, desk.space(bees)) == {}
    assert desk.do(FollowModeration(bees.id, key_of(8))).followed
    assert folded(desk, desk.space(bees)) == {"by 7": "rude"}
    assert not desk.do(FollowModeration(bees.id, key_of(8), followed=False)).followed
    assert folded(desk, desk.space(bees)) == {}


def test_our_own_word_wins_over_those_whom_we_follow(desk: Desk, bees: CommunityView) -> None:
    desk.receive(bees, hides(8, 7, NOW + 20))
    desk.do(FollowModeration(bees.id, key_of(8)))
    desk.do(HideMember(bees.id, key_of(7), hidden=False))
    assert folded(desk, desk.space(bees)) == {}
    desk.receive(bees, hides(8, 7, NOW + 30, "blocks"))
    assert desk.cable.standing(bees.id, key_of(7)) is Standing.SHOWN


def test_nobody_hides_us_or_those_whom_we_follow(desk: Desk, bees: CommunityView) -> None:
    flags = write_flags({key_of(9): Flag(), bees.own_key: Flag()})
    desk.receive(bees, said_by(8, Info((("hides", flags),)), NOW + 20))
    desk.do(FollowModeration(bees.id, key_of(8)))
    desk.do(FollowModeration(bees.id, key_of(9)))
    desk.do(Say(desk.space(bees), Words("hello")))
    assert folded(desk, desk.space(bees)) == {}


def test_a_private_hide_is_read_by_nobody(desk: Desk, bees: CommunityView) -> None:
    desk.do(HideMember(bees.id, key_of(7), reason="hush", private=True))
    assert folded(desk, desk.space(bees)) == {"by 7": "hush"}
    assert "hides" not in dict(desk.cable.infos(bees.id))


def test_whom_we_block_is_not_kept_nor_passed_on(desk: Desk, bees: CommunityView) -> None:
    desk.do(BlockMember(bees.id, key_of(7), reason="spam"))
    assert folded(desk, desk.space(bees)) == {"by 7": "spam"}
    assert desk.cable.standing(bees.id, key_of(7)) is Standing.BLOCKED
    marks = desk.cable.in_span(bees.id, Span("default", 0, None), None, 10)
    authors = {
        post.author for post in desk.cable.given(bees.id, [mark.hash for mark in marks], None)
    }
    assert key_of(7) not in authors
    fresh = said_by(7, Text("default", "more"), NOW + 30)
    assert desk.receive(bees, fresh) == []
    desk.do(BlockMember(bees.id, key_of(7), blocked=False))
    assert desk.receive(bees, fresh) == [fresh.hash]


def test_a_page_of_marks_is_full_though_a_blocked_author_has_much_in_it(
    desk: Desk, bees: CommunityView
) -> None:
    desk.receive(bees, *[said_by(7, Text("default", f"{n}"), NOW + 100 + n) for n in range(20)])
    desk.do(BlockMember(bees.id, key_of(7)))
    assert len(desk.cable.in_span(bees.id, Span("default", 0, None), None, 3)) == 3


def test_what_a_blocked_member_said_goes_if_we_say_so(desk: Desk, bees: CommunityView) -> None:
    desk.receive(bees, *[said_by(7, Text("default", f"{n}"), NOW + 30 + n) for n in range(300)])
    desk.do(BlockMember(bees.id, key_of(7), drop=True))
    assert desk.texts(desk.space(bees)) == ["by 6", "by 8", "by 9"]


def test_the_topic_is_the_newest_by_somebody_shown(desk: Desk, bees: CommunityView) -> None:
    desk.do(SetTopic(desk.space(bees), "hives"))
    desk.now += 10
    topic = said_by(7, Topic("default", "vandal"), desk.now)
    desk.receive(bees, topic)
    assert desk.ask(Space(desk.space(bees))).topic == "vandal"
    desk.do(HideMember(bees.id, key_of(7)))
    assert desk.ask(Space(desk.space(bees))).topic == "hives"


def test_posts_and_channels_are_hidden_for_ourselves_in_version_s(
    desk: Desk, bees: CommunityView
) -> None:
    space = desk.space(bees)
    (post,) = [one for one in desk.posts(space) if one.text == "by 7"]
    assert desk.do(ModeratePost(space, post.id, reason="off topic")).folded is not None
    assert folded(desk, space) == {"by 7": "off topic"}
    assert desk.do(ModeratePost(space, post.id, hidden=False)).folded is None
    desk.receive(bees, said_by(7, Text("spam", "buy"), NOW + 30))
    assert desk.do(DropChannel(bees.id, "spam")).dropped
    desk.wake()
    assert desk.receive(bees, said_by(8, Text("spam", "more"), NOW + 31)) == []
    assert desk.cable.channels(bees.id, 0, 10) == ["default"]
    assert not desk.do(DropChannel(bees.id, "spam", dropped=False)).dropped
    assert len(desk.receive(bees, said_by(8, Text("spam", "more"), NOW + 31))) == 1


def test_a_dropped_post_is_gone_and_may_come_again(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    text = said_by(7, Text("default", "dropped"), NOW + 30)
    desk.receive(bees, text)
    dropped = desk.do(ModeratePost(space, text.hash, drop=True))
    assert dropped.text == "dropped"
    assert desk.refusal(lambda: desk.ask(OnePost(space, text.hash))) is Refusal.POST_UNKNOWN
    assert desk.receive(bees, text) == []
    desk.do(ModeratePost(space, text.hash, hidden=False))
    assert desk.receive(bees, text) == [text.hash]


def test_flags_of_no_sense_leave_those_before(desk: Desk, bees: CommunityView) -> None:
    first = hides(8, 7, NOW + 20, reason="rude")
    desk.receive(bees, first)
    desk.do(FollowModeration(bees.id, key_of(8)))
    desk.receive(bees, said_by(8, Info((("hides", "no json"),)), NOW + 21, [first.hash]))
    assert folded(desk, desk.space(bees)) == {"by 7": "rude"}


def test_a_list_takes_so_much_and_no_more(desk: Desk, bees: CommunityView) -> None:
    desk.receive(bees, *[said_by(n, Text("default", "x"), NOW) for n in range(10, 90)])
    with_reason = HideMember(bees.id, key_of(10), reason="x" * 1_024)
    refused = None
    for number in range(10, 90):
        try:
            desk.do(replace(with_reason, member=key_of(number)))
        except Exception as problem:  # noqa: BLE001 - looked at below
            refused = problem
            break
    assert getattr(refused, "reason", None) is Refusal.FLAGS_FULL


def test_nobody_is_moderated_who_was_never_seen(desk: Desk, bees: CommunityView) -> None:
    for member in (key_of(99), bees.own_key):
        refused = desk.refusal(lambda: desk.do(HideMember(bees.id, member)))  # noqa: B023 - at once
        assert refused is Refusal.MEMBER_UNKNOWN


def test_version_s_has_no_roles_and_later_ones_no_following(
    desk: Desk, bees: CommunityView, hive: CommunityView
) -> None:
    give = GiveRole(bees.id, key_of(7), MemberRole.ADMIN)
    assert desk.refusal(lambda: desk.do(give)) is Refusal.CONTENT_UNSUPPORTED
    follow = FollowModeration(hive.id, key_of(7))
    assert desk.refusal(lambda: desk.do(follow)) is Refusal.CONTENT_UNSUPPORTED


def test_the_log_tells_what_anybody_did(desk: Desk, bees: CommunityView) -> None:
    desk.receive(bees, hides(8, 7, NOW + 20, reason="rude"))
    desk.do(HideMember(bees.id, key_of(9), reason="noise"))
    log = desk.ask(ModerationLog(bees.id))
    assert [(one.kind, one.by, one.about, one.reason, one.counts) for one in log] == [
        (ModerationKind.HIDE, bees.own_key, key_of(9), "noise", True),
        (ModerationKind.HIDE, key_of(8), key_of(7), "rude", False),
    ]


# ---- versions M and D8 --------------------------------------------------------------------------


def role(by: int, whom: int, number: int, at: float, channel: str = "") -> Post:
    return said_by(by, Role("", 0, channel, key_of(whom), number), at, wire="M")


def action(
    by: int, about: bytes, number: int, at: float, channel: str = "", reason: str = ""
) -> Post:
    about_all = () if number in {DROP_CHANNEL, UNDROP_CHANNEL} else (about,)
    return said_by(by, Moderation(reason, 0, channel, about_all, number), at, wire="M")


def roles_of(desk: Desk, view: CommunityView, channel: str | None = None) -> dict[int, str]:
    keys = {key_of(n): n for n in range(1, 20)}
    members = desk.ask(CommunityMembers(view.id, channel))
    return {
        keys[one.public_key]: str(one.role)
        for one in members
        if not one.ours and one.role is not MemberRole.USER
    }


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


def test_what_is_private_never_leaves_this_computer(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN, private=True))
    desk.do(HideMember(hive.id, key_of(9), private=True))
    assert roles_of(desk, hive) == {7: "admin"}
    assert folded(desk, desk.space(hive)) == {"by 9": "hidden"}
    assert desk.cable.moderation(hive.id, ["default"], 0, None, 100) == []
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
    found = desk.cable.moderation(hive.id, ["default"], oldest, None, 100)
    assert [mark.hash for mark in found] == [everywhere.hash, block.hash]
    both = desk.cable.moderation(hive.id, ["garden"], oldest, None, 100)
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
    _peopled(desk, view, "M")
    desk.receive(view, action(7, key_of(9), HIDE, NOW - 5_000), role(7, 8, MOD, NOW - 5_000))
    assert roles_of(desk, view) == {7: "admin", 8: "mod"}
    assert folded(desk, desk.space(view)) == {"by 9": "hidden"}
    desk.do(GiveRole(view.id, key_of(7), MemberRole.USER))
    assert roles_of(desk, view) == {}


def test_who_does_not_accept_roles_is_a_user(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    desk.receive(hive, said_by(7, Info((("accept-role", "\0"),)), NOW + 30, wire="M"))
    assert roles_of(desk, hive) == {}
