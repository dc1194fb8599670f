"""The log of moderation: what there is room for, whoever says how much, and of what time."""

from __future__ import annotations

import pytest

from engine.model.communities import (
    CommunityView,
    MemberRole,
    ModerationKind,
    ModerationView,
    WireVersion,
)
from engine.model.community_commands import (
    CreateCommunity,
    FollowModeration,
    GiveRole,
    HideMember,
)
from engine.model.community_queries import CommunityMembers, ModerationLog
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.flags import Flag, write_flags
from engine.protocols.cable.posts import Block, Info, Post
from engine.store.cable import logged
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import HIDE, action, peopled

MANY = 150
WIRES = [WireVersion.S, WireVersion.M]


def somebody(number: int) -> PublicKey:
    return PublicKey(number.to_bytes(32, "big"))


def crowd(by: int, said: float, at: float, wire: WireVersion = WireVersion.S) -> Post:
    """Somebody has something against many, since ``said``."""
    many = tuple(map(somebody, range(MANY)))
    if wire is WireVersion.M:
        return said_by(by, Block("", 0, many, 0, 0), at, wire="M")
    flags = write_flags({one: Flag("", said) for one in many})
    return said_by(by, Info((("hides", flags),)), at)


def one(by: int, whom: int, at: float, wire: WireVersion = WireVersion.S) -> Post:
    if wire is WireVersion.M:
        return said_by(by, Block("", 0, (key_of(whom),), 0, 0), at, wire="M")
    return said_by(by, Info((("hides", write_flags({key_of(whom): Flag("", at)})),)), at)


def community(desk: Desk, wire: WireVersion) -> CommunityView:
    return peopled(desk, desk.do(CreateCommunity("Bees", wire, "ada")), str(wire))


def log_of(desk: Desk, view: CommunityView, limit: int = 100) -> list[ModerationView]:
    log = list(desk.ask(ModerationLog(view.id, limit)))
    assert len(log) <= limit
    times = [float("-inf") if entry.at is None else entry.at for entry in log]
    assert times == sorted(times, reverse=True)
    return log


@pytest.mark.parametrize("wire", WIRES)
def test_what_we_did_stays_in_the_log_however_much_a_stranger_does(
    desk: Desk, wire: WireVersion
) -> None:
    view = community(desk, wire)
    desk.do(HideMember(view.id, key_of(9)))
    desk.now += 100
    desk.receive(view, crowd(8, desk.now, desk.now, wire))
    log = log_of(desk, view)
    assert [entry.about for entry in log if entry.by == view.own_key] == [key_of(9)]


@pytest.mark.parametrize("wire", WIRES)
def test_what_others_did_stays_in_the_log_however_much_we_do(desk: Desk, wire: WireVersion) -> None:
    view = community(desk, wire)
    desk.receive(view, crowd(8, NOW, NOW, wire))
    for whom in (6, 7, 8, 9):
        desk.do(HideMember(view.id, key_of(whom)))
    log = log_of(desk, view, limit=4)
    assert [entry.by == view.own_key for entry in log] == [True, True, False, False]


def test_what_claims_a_time_to_come_is_of_the_time_it_came(desk: Desk) -> None:
    view = community(desk, WireVersion.S)
    desk.receive(view, crowd(8, 9e15, NOW))
    came, desk.now = desk.now, desk.now + 1
    desk.do(HideMember(view.id, key_of(9)))
    newest, *rest = log_of(desk, view)
    assert (newest.by, newest.about) == (view.own_key, key_of(9))
    assert {entry.at for entry in rest} == {came}


def test_what_claims_a_time_to_come_counts_as_any_other(desk: Desk) -> None:
    view = community(desk, WireVersion.S)
    flags = write_flags({key_of(9): Flag("rude", 9e15)})
    desk.receive(view, said_by(8, Info((("hides", flags),)), NOW))
    desk.do(FollowModeration(view.id, key_of(8), followed=True))
    (entry,) = log_of(desk, view)
    assert (entry.kind, entry.at, entry.counts) == (ModerationKind.HIDE, desk.now, True)
    (judgement,) = [
        member.judgement
        for member in desk.ask(CommunityMembers(view.id))
        if member.public_key == key_of(9)
    ]
    assert judgement is not None
    assert judgement.at == desk.now


@pytest.mark.parametrize("wire", WIRES)
def test_no_author_takes_the_room_of_another_in_the_log(desk: Desk, wire: WireVersion) -> None:
    view = community(desk, wire)
    desk.receive(view, one(7, 9, NOW - 50, wire))
    desk.receive(view, *[crowd(by, NOW, NOW + by, wire) for by in range(20, 36)])
    log = log_of(desk, view)
    assert key_of(7) in [entry.by for entry in log]
    assert {key_of(by) for by in range(20, 36)} <= {entry.by for entry in log}


def test_however_many_posts_a_stranger_writes_others_stay_in_the_log(desk: Desk) -> None:
    """A post may be about a thousand, so that two fill what is looked through."""
    view = community(desk, WireVersion.M)
    many = tuple(map(somebody, range(1_000)))
    desk.receive(view, one(7, 9, NOW - 50, WireVersion.M))
    flood = [said_by(8, Block("", 0, many, 0, 0), NOW + at, wire="M") for at in range(3)]
    desk.receive(view, *flood)
    assert key_of(7) in [entry.by for entry in log_of(desk, view)]


def test_what_counts_for_us_stays_in_the_log_however_many_strangers_there_are(
    desk: Desk,
) -> None:
    view = community(desk, WireVersion.M)
    desk.do(GiveRole(view.id, key_of(7), MemberRole.ADMIN))
    desk.receive(view, action(7, key_of(9), HIDE, desk.now + 1))
    crowds = [crowd(by, NOW, desk.now + by, WireVersion.M) for by in range(20, 60)]
    desk.receive(view, *crowds)
    log = log_of(desk, view)
    assert [(entry.about, entry.counts) for entry in log if entry.by == key_of(7)] == [
        (key_of(9), True)
    ]


def test_in_version_s_those_whom_we_follow_come_first_into_the_log(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logged, "LOGGED_MAX", 1)
    view = community(desk, WireVersion.S)
    desk.receive(view, crowd(6, NOW, NOW))
    desk.receive(view, one(9, 7, NOW))
    assert key_of(9) not in [entry.by for entry in log_of(desk, view)]
    desk.do(FollowModeration(view.id, key_of(9), followed=True))
    assert key_of(9) in [entry.by for entry in log_of(desk, view)]
