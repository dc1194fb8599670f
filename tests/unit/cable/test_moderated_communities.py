"""Hiding and blocking by one's own word, and by that of those whom one follows (version S)."""

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
    WireVersion,
)
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    DropChannel,
    FollowModeration,
    GiveRole,
    HideMember,
    ModeratePost,
    SetTopic,
)
from engine.model.community_queries import CommunityMembers, ModerationLog
from engine.model.contents import Words
from engine.model.events import PostsChanged
from engine.model.queries import OnePost, Space
from engine.protocols.cable.moderation.flags import Flag, read_flags, write_flags
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.posts import (
    Info,
    Leave,
    Post,
    Text,
    Topic,
)
from engine.protocols.cable.records import Span
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import folded, peopled


@pytest.fixture
def bees(desk: Desk) -> CommunityView:
    """Version S: nobody decides for others."""
    return peopled(desk, desk.do(CreateCommunity("Bees", nickname="ada")), "S")


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M, with roles."""
    return peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")


def hides(by: int, whom: int, at: float, key: str = "hides", reason: str = "") -> Post:
    return said_by(by, Info(((key, write_flags({key_of(whom): Flag(reason, at)})),)), at)


def test_whom_we_hide_is_folded_away_and_everybody_can_read_why(
    desk: Desk, bees: CommunityView
) -> None:
    desk.told(PostsChanged)
    member = desk.do(HideMember(bees.id, key_of(7), reason="noise")).member
    assert member.standing is MemberStanding.HIDDEN
    assert member.judgement is not None
    assert (member.judgement.by, member.judgement.by_name) == (bees.own_key, "ada")
    assert folded(desk, desk.space(bees)) == {"by 7": "noise"}
    assert desk.told(PostsChanged)
    (said,) = [value for key, value in desk.cable.infos(bees.id) if key == "hides"]
    assert read_flags(said) == {key_of(7): Flag("noise", desk.now)}
    # still stored and passed on
    assert len(desk.cable.in_span(bees.id, Span("default", 0, None), None, 10)) == 5


@pytest.mark.parametrize(("wire", "nameless"), [(WireVersion.S, True), (WireVersion.M, False)])
def test_in_version_s_the_name_of_whom_we_hide_is_folded_away_as_well(
    wire: WireVersion, *, nameless: bool
) -> None:
    desk = Desk()
    view = peopled(desk, desk.do(CreateCommunity("Bees", wire, "ada")), wire.value)
    desk.do(HideMember(view.id, key_of(7)))
    (one,) = [post.folded for post in desk.posts(desk.space(view)) if post.folded is not None]
    assert one.nameless is nameless


def test_what_was_hidden_is_shown_again(desk: Desk, bees: CommunityView) -> None:
    desk.do(HideMember(bees.id, key_of(7)))
    desk.do(HideMember(bees.id, key_of(8)))
    shown = desk.do(HideMember(bees.id, key_of(7), hidden=False)).member
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


@pytest.mark.parametrize("says_so_first", [True, False])
def test_whom_we_show_again_is_shown_though_those_whom_we_follow_hide_them(
    desk: Desk, bees: CommunityView, *, says_so_first: bool
) -> None:
    desk.do(FollowModeration(bees.id, key_of(8)))
    show = HideMember(bees.id, key_of(7), hidden=False)
    if says_so_first:
        desk.receive(bees, hides(8, 7, NOW + 20))
        assert desk.do(show).member.standing is MemberStanding.SHOWN
    desk.do(HideMember(bees.id, key_of(7)))
    desk.receive(bees, hides(8, 7, NOW + 30))
    assert desk.do(show).member.standing is MemberStanding.SHOWN


def test_who_is_unblocked_is_as_those_whom_we_follow_say(desk: Desk, bees: CommunityView) -> None:
    desk.do(FollowModeration(bees.id, key_of(8)))
    desk.receive(bees, hides(8, 7, NOW + 20))
    desk.do(BlockMember(bees.id, key_of(7)))
    unblocked = desk.do(BlockMember(bees.id, key_of(7), blocked=False))
    assert unblocked.member.standing is MemberStanding.HIDDEN


def test_whom_we_hid_and_show_again_may_be_hidden_by_those_whom_we_follow(
    desk: Desk, bees: CommunityView
) -> None:
    desk.do(FollowModeration(bees.id, key_of(8)))
    desk.do(HideMember(bees.id, key_of(7)))
    desk.do(HideMember(bees.id, key_of(7), hidden=False))
    desk.receive(bees, hides(8, 7, NOW + 20, reason="rude"))
    assert folded(desk, desk.space(bees)) == {"by 7": "rude"}


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


def test_peers_are_told_the_newest_topic_that_is_not_by_somebody_whom_we_block(
    desk: Desk, bees: CommunityView
) -> None:
    older = said_by(8, Topic("default", "hives"), NOW + 30)
    newer = said_by(9, Topic("default", "vandal"), NOW + 31)
    desk.receive(bees, older, newer)
    desk.do(BlockMember(bees.id, key_of(9)))
    told = [mark.hash for mark in desk.cable.state(bees.id, "default", None, 100)]
    assert older.hash in told
    assert newer.hash not in told


def test_how_long_to_keep_what_somebody_says_is_theirs_to_say_in_version_s_alone(
    desk: Desk, bees: CommunityView, hive: CommunityView
) -> None:
    """The later documents have removed that key: it is kept, and nothing follows from it."""
    for there, wire in ((bees, "S"), (hive, "M")):
        age = Info((("max_age", "0"),))
        desk.receive(there, said_by(9, age, desk.now - 1, wire=wire))
        while desk.wake() < 1:
            pass
    assert "by 9" not in desk.texts(desk.space(bees))
    assert "by 9" in desk.texts(desk.space(hive))
    more = said_by(9, Text("default", "more"), desk.now - 2, wire="M")
    assert desk.receive(hive, more) == [more.hash]


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


def test_who_is_blocked_with_all_they_said_is_found_and_let_in_again(
    desk: Desk, bees: CommunityView
) -> None:
    desk.do(BlockMember(bees.id, key_of(7), reason="spam", drop=True))
    members = {one.public_key: one for one in desk.ask(CommunityMembers(bees.id))}
    assert members[key_of(7)].standing is MemberStanding.BLOCKED
    assert members[key_of(7)].channels == ()
    desk.do(BlockMember(bees.id, key_of(7), blocked=False))
    assert key_of(7) not in {one.public_key for one in desk.ask(CommunityMembers(bees.id))}


def test_who_is_followed_is_listed_though_they_have_left(desk: Desk, bees: CommunityView) -> None:
    desk.do(FollowModeration(bees.id, key_of(7), followed=True))
    desk.receive(bees, said_by(7, Leave("default"), NOW + 100))
    members = {one.public_key: one for one in desk.ask(CommunityMembers(bees.id))}
    assert members[key_of(7)].followed
    with_channel = desk.ask(CommunityMembers(bees.id, "default"))
    assert key_of(7) not in {one.public_key for one in with_channel}


def test_where_somebody_is_let_in_again_their_posts_are_asked_for_once_more(
    desk: Desk, bees: CommunityView
) -> None:
    desk.do(BlockMember(bees.id, key_of(7), drop=True))
    before = desk.cable.times_anew(bees.id)
    desk.do(BlockMember(bees.id, key_of(8)))
    assert desk.cable.times_anew(bees.id) == before
    desk.do(BlockMember(bees.id, key_of(7), blocked=False))
    assert desk.cable.times_anew(bees.id) > before


def test_a_block_that_was_lifted_in_vain_is_lifted_as_well_as_at_first(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full: what was decided in that transaction is forgotten with it."""
    desk.do(BlockMember(bees.id, key_of(7)))
    lifted = BlockMember(bees.id, key_of(7), blocked=False)
    with monkeypatch.context() as full:
        full.setattr(desk.storage, "commit", desk.storage.rollback)
        desk.do(lifted)
    before = desk.cable.times_anew(bees.id)
    desk.do(lifted)
    assert desk.cable.standing(bees.id, key_of(7)) is Standing.SHOWN
    assert desk.cable.times_anew(bees.id) > before
