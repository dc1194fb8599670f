"""An open link to somebody who is blocked is closed, by whoever's word (protocols/cable.md 4)."""

from __future__ import annotations

import pytest

from engine.model.communities import CommunityView, MemberRole, WireVersion
from engine.model.community_commands import CreateCommunity, FollowModeration, GiveRole
from engine.model.ids import CommunityId, PostId
from engine.protocols.cable.moderation.flags import Flag, write_flags
from engine.protocols.cable.posts import Block, Delete, Info, Post, Role, Text, Unblock
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.link import LinkTo
from tests.unit.cable.moderated import peopled


def founded(desk: Desk, wire: str) -> CommunityView:
    return peopled(desk, desk.do(CreateCommunity("Bees", WireVersion(wire), "ada")), wire)


def blocks(by: int, whom: int, at: float = NOW + 1_001) -> Post:
    return said_by(by, Block("spam", 0, (key_of(whom),), 0, 0), at, wire="M")


def test_who_is_blocked_by_somebody_whom_we_follow_is_sent_away(desk: Desk) -> None:
    bees = founded(desk, "S")
    desk.do(FollowModeration(bees.id, key_of(7)))
    link = LinkTo(desk, bees, 9)
    flags = write_flags({key_of(9): Flag("spam", NOW)})
    assert not link.closes(said_by(8, Info((("blocks", flags),)), desk.now))
    assert not link.closes(said_by(7, Info((("hides", flags),)), desk.now))
    assert link.closes(said_by(7, Info((("blocks", flags),)), desk.now + 1))


@pytest.mark.parametrize("role", [MemberRole.ADMIN, MemberRole.MODERATOR])
def test_who_is_blocked_by_somebody_in_office_is_sent_away(desk: Desk, role: MemberRole) -> None:
    hive = founded(desk, "M")
    desk.do(GiveRole(hive.id, key_of(7), role))
    link = LinkTo(desk, hive, 9)
    assert not link.closes(said_by(8, Text("default", "and yet"), desk.now, wire="M"))
    assert not link.closes(blocks(8, 9))
    assert link.closes(blocks(7, 9))


def test_who_was_blocked_by_somebody_who_comes_into_office_is_sent_away(desk: Desk) -> None:
    hive = founded(desk, "M")
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    link = LinkTo(desk, hive, 9)
    assert not link.closes(blocks(8, 9, desk.now + 2))
    moderator = Role("", 0, "", key_of(8), 1)
    assert link.closes(said_by(7, moderator, desk.now + 1, wire="M"))


def test_who_is_blocked_since_a_pardon_was_deleted_is_sent_away(desk: Desk) -> None:
    hive = founded(desk, "M")
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    pardon = said_by(7, Unblock("", 0, (key_of(9),), 0), desk.now + 2, wire="M")
    desk.receive(hive, pardon, blocks(7, 9, desk.now + 1))
    link = LinkTo(desk, hive, 9)
    assert link.closes(said_by(7, Delete((pardon.hash,)), desk.now + 3, wire="M"))


def test_what_others_say_of_each_other_has_nothing_asked_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hive = founded(desk, "M")
    link, to_nobody_known = LinkTo(desk, hive, 9), LinkTo(desk, hive, 15)
    asked: list[int] = []

    def counted(_: object, __: CommunityId, limit: int) -> tuple[str, ...]:
        asked.append(limit)
        return ()

    monkeypatch.setattr(type(desk.cable), "moderated", counted)
    for content in (
        Block("", 0, (key_of(6),), 0, 0),
        Unblock("", 0, (key_of(6),), 0),
        Role("", 0, "", key_of(6), 1),
        Delete((PostId(bytes(32)),)),
        Info((("name", "eve"),)),
    ):
        desk.now += 1
        said = said_by(8, content, desk.now, wire="M")
        assert not link.closes(said)
        to_nobody_known.hears_of(said)
    assert asked == []


def test_who_is_blocked_since_an_admin_accepts_roles_again_is_sent_away(desk: Desk) -> None:
    """By an info that no longer says otherwise: it replaces the former one."""
    hive = founded(desk, "M")
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    declines = said_by(7, Info((("accept-role", chr(0)),)), desk.now, wire="M")
    desk.receive(hive, declines, blocks(7, 9, desk.now + 1))
    link = LinkTo(desk, hive, 9)
    assert link.closes(said_by(7, Info((("name", "grace"),)), desk.now + 2, wire="M"))
