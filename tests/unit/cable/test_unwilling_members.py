"""Members who want no role from anybody (versions M and D8; moderation.md 5.2.1.1)."""

from __future__ import annotations

import pytest

from engine.model.communities import CommunityView, MemberRole, WireVersion
from engine.model.community_commands import BlockMember, CreateCommunity, GiveRole
from engine.protocols.cable.exchange.answering.sources import ModerationSource, News
from engine.protocols.cable.moderation.ruling import Ruling
from engine.protocols.cable.posts import Delete, Info, Post, Text
from engine.store.cable.rows import CommunityRow
from engine.store.cable.rulings import Rulings
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import MOD, peopled, role, roles_of

DECLINED, ACCEPTED = Info((("accept-role", "\0"),)), Info((("accept-role", "\1"),))
STRANGER = 9  # has no role


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M, with roles."""
    return peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")


def test_who_does_not_accept_roles_is_a_user(desk: Desk, hive: CommunityView) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    desk.receive(hive, said_by(7, Info((("accept-role", "\0"),)), NOW + 30, wire="M"))
    assert roles_of(desk, hive) == {}


def test_a_role_of_somebody_who_wants_none_is_named_to_nobody(
    desk: Desk, hive: CommunityView
) -> None:
    given = role(8, 9, MOD, NOW + 20)
    desk.receive(hive, given)
    source = ModerationSource(desk.cable, hive.id, (), 0)
    assert [mark.hash for mark in source.page(None, 9).marks] == [given.hash]
    assert source.news(News.of(desk.cable, hive.id, [given], {})) == [given.hash]
    declined = Info((("accept-role", chr(0)),))
    desk.receive(hive, said_by(9, declined, NOW + 21, wire="M"))
    assert source.page(None, 9).marks == []
    assert source.news(News.of(desk.cable, hive.id, [given], {})) == []


def test_once_they_accept_roles_again_theirs_are_named(desk: Desk, hive: CommunityView) -> None:
    source = ModerationSource(desk.cable, hive.id, ("yard",), 0)
    declined = said_by(9, Info((("accept-role", chr(0)),)), NOW + 10, wire="M")
    everywhere, there = role(8, 9, MOD, NOW + 20), role(7, 9, MOD, NOW + 21, "yard")
    others = role(8, 9, MOD, NOW + 22, "attic"), role(8, 7, MOD, NOW + 23)
    desk.receive(hive, declined, everywhere, there, *others)
    again = said_by(9, Info((("name", "nine"),)), NOW + 30, wire="M")
    assert source.news(News.of(desk.cable, hive.id, [declined], {})) == []
    desk.receive(hive, again)
    assert source.news(News.of(desk.cable, hive.id, [again], {})) == [there.hash, everywhere.hash]


def test_roles_that_are_private_or_by_somebody_blocked_are_not_named_again_either(
    desk: Desk, hive: CommunityView
) -> None:
    desk.do(GiveRole(hive.id, key_of(9), MemberRole.MODERATOR, private=True))
    again = said_by(9, Info((("name", "nine"),)), NOW + 30, wire="M")
    desk.receive(hive, role(8, 9, MOD, NOW + 20), again)
    desk.do(BlockMember(hive.id, key_of(8)))
    news = News.of(desk.cable, hive.id, [again], {})
    assert ModerationSource(desk.cable, hive.id, (), 0).news(news) == []


# ---- how often all is judged anew for it --------------------------------------------------------


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[CommunityRow]:
    """Communities, as often as they are judged."""
    found: list[CommunityRow] = []
    judge = Rulings._judge

    def judged_once_more(rulings: Rulings, row: CommunityRow) -> Ruling:
        found.append(row)
        return judge(rulings, row)

    monkeypatch.setattr(Rulings, "_judge", judged_once_more)
    return found


def changing_their_mind(by: int) -> list[Post]:
    """In turn they decline roles and accept them, at last they decline; with a text after each."""
    said: list[Post] = []
    for number in range(17):
        content, at = ACCEPTED if number % 2 else DECLINED, NOW + 30 + 2 * number
        said.append(said_by(by, content, at, wire="M"))
        said.append(said_by(by, Text("default", "so"), at + 1, wire="M"))
    return said


def test_whether_somebody_without_a_role_accepts_any_changes_nothing(
    desk: Desk, hive: CommunityView, judged: list[CommunityRow]
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    judged.clear()
    desk.receive(hive, *changing_their_mind(STRANGER))
    assert judged == []


def test_of_who_has_a_role_it_is_judged_once_for_all_that_came_together(
    desk: Desk, hive: CommunityView, judged: list[CommunityRow]
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    judged.clear()
    desk.receive(hive, *changing_their_mind(7))
    assert len(judged) == 1
    assert roles_of(desk, hive) == {}


def test_who_deletes_that_they_accept_no_roles_has_theirs_again(
    desk: Desk, hive: CommunityView, judged: list[CommunityRow]
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    declined = said_by(7, DECLINED, NOW + 30, wire="M")
    desk.receive(hive, declined)
    assert roles_of(desk, hive) == {}
    desk.receive(hive, said_by(7, Delete((declined.hash,)), NOW + 31, wire="M"))
    assert roles_of(desk, hive) == {7: "mod"}


@pytest.mark.parametrize("by", [7, STRANGER])
def test_deleting_a_name_has_nothing_judged_anew(
    desk: Desk, hive: CommunityView, judged: list[CommunityRow], by: int
) -> None:
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    named = said_by(by, Info((("name", "nine"),)), NOW + 30, wire="M")
    desk.receive(hive, named)
    judged.clear()
    gone = said_by(by, Delete((named.hash,)), NOW + 31, wire="M")
    desk.receive(hive, gone, said_by(by, Text("default", "so"), NOW + 32, wire="M"))
    assert judged == []
