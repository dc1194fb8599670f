"""Nobody crowds out whom another lets decide (versions M and D8)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.model.communities import (
    CommunityView,
    MemberRole,
    ModerationKind,
    SeededRole,
    WireVersion,
)
from engine.model.community_commands import CreateCommunity, GiveRole
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation import appointments
from engine.protocols.cable.moderation.appointments import Officers, find_officers
from engine.protocols.cable.moderation.deeds import Deed
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.posts import Block, Post, Role, Text
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import peopled

READER, ANN, BEN, CLEO, DAN = (PublicKey(bytes([number]) * 32) for number in range(5))
ADMIN, MOD, USER = MemberRole.ADMIN, MemberRole.MODERATOR, MemberRole.USER


def somebody(number: int) -> PublicKey:
    return PublicKey(b"somebody" + number.to_bytes(24, "big"))


# ---- who is found -------------------------------------------------------------------------------


class Said:
    """What was said, and of whom it was asked."""

    def __init__(self) -> None:
        self._given: list[Deed] = []
        self.asked: list[PublicKey] = []

    def give(self, by: PublicKey, role: MemberRole, *about: PublicKey) -> None:
        for one in about:
            at = float(len(self._given))
            self._given.append(Deed(ModerationKind.ROLE, by, one, at=at, role=role))

    def by(self, giver: PublicKey, limit: int | None) -> Sequence[Deed]:
        self.asked.append(giver)
        return [deed for deed in reversed(self._given) if deed.by == giver][:limit]

    def found(self, *seeds: SeededRole) -> Officers:
        return find_officers(READER, seeds, self.by)


@pytest.fixture
def said() -> Said:
    return Said()


def test_only_who_may_give_roles_is_asked_for_some(said: Said) -> None:
    said.give(READER, ADMIN, ANN)
    said.give(READER, MOD, BEN)
    said.give(ANN, ADMIN, CLEO)
    said.give(BEN, ADMIN, DAN)
    found = said.found(SeededRole(somebody(1), ADMIN), SeededRole(somebody(2), MOD))
    assert said.asked == [READER, somebody(1), ANN, CLEO]
    assert set(found.members) == {READER, ANN, BEN, CLEO, somebody(1), somebody(2)}
    assert [(deed.by, deed.about) for deed in found.given] == [
        (READER, ANN),
        (READER, BEN),
        (ANN, CLEO),
    ]


def test_who_was_more_than_a_user_once_is_found(said: Said) -> None:
    said.give(READER, ADMIN, ANN)
    said.give(READER, USER, ANN)
    assert said.found().members == (READER, ANN)
    assert said.asked == [READER, ANN]


def test_two_who_make_each_other_admin_are_asked_once(said: Said) -> None:
    said.give(READER, ADMIN, ANN)
    said.give(ANN, ADMIN, BEN, ANN, READER)
    said.give(BEN, ADMIN, ANN)
    said.found()
    assert said.asked == [READER, ANN, BEN]


def test_the_reader_is_asked_once_whoever_made_them_admin(said: Said) -> None:
    said.give(READER, ADMIN, ANN)
    assert said.found(SeededRole(READER, ADMIN)).given == tuple(said.by(READER, None))
    assert said.asked[:2] == [READER, ANN]


def test_of_the_readers_own_words_none_is_left_out(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appointments, "ROLES_MAX", 2)
    many = [somebody(n) for n in range(9)]
    said.give(READER, MOD, *many)
    found = said.found()
    assert len(found.given) == 9
    assert set(found.members) == {READER, *many}


@pytest.mark.parametrize("given", [3, 4])
def test_of_each_who_is_equally_near_as_many_of_the_newest_roles_count(
    said: Said, monkeypatch: pytest.MonkeyPatch, given: int
) -> None:
    monkeypatch.setattr(appointments, "ROLES_MAX", 6)
    said.give(READER, ADMIN, ANN, BEN)
    said.give(ANN, MOD, CLEO)
    said.give(BEN, MOD, *(somebody(n) for n in range(given)))
    found = said.found()
    assert CLEO in found.members
    assert len([deed for deed in found.given if deed.by == BEN]) == 3
    assert (somebody(0) in found.members) == (given == 3)


@pytest.mark.parametrize("rest", [0, 1])
def test_who_is_farther_away_has_what_the_nearer_leave(
    said: Said, monkeypatch: pytest.MonkeyPatch, rest: int
) -> None:
    monkeypatch.setattr(appointments, "ROLES_MAX", 3 + rest)
    said.give(READER, ADMIN, ANN)
    said.give(ANN, ADMIN, BEN)
    said.give(ANN, USER, somebody(1), somebody(2))
    said.give(BEN, MOD, CLEO)
    assert (CLEO in said.found().members) == bool(rest)


@pytest.mark.parametrize("given", [4, 6])
def test_those_who_are_equally_near_in_a_branch_have_equal_shares_of_it(
    said: Said, monkeypatch: pytest.MonkeyPatch, given: int
) -> None:
    monkeypatch.setattr(appointments, "ROLES_MAX", given)
    said.give(READER, ADMIN, DAN)
    said.give(DAN, ADMIN, ANN, BEN)
    said.give(ANN, MOD, somebody(1), somebody(2))
    said.give(BEN, MOD, CLEO)
    found = set(said.found().members) - {READER, DAN, ANN, BEN}
    assert found == ({somebody(2), CLEO, somebody(1)} if given == 6 else {somebody(2), CLEO})


@pytest.mark.parametrize("admins", [1, 16, 32, 100, 600])
def test_whoever_is_more_than_a_user_by_a_role_that_counts_is_heard(
    said: Said, admins: int
) -> None:
    """However many were made admin, and were dismissed again."""
    many = [somebody(n) for n in range(admins)]
    said.give(READER, ADMIN, *many)
    said.give(READER, USER, *many[1:])
    said.give(many[0], MOD, *(somebody(1_000 + n) for n in range(300)))
    found = said.found()
    assert {deed.about for deed in found.given} <= set(found.members)


@pytest.mark.parametrize("crowd", [1, 9])
def test_a_branch_takes_nothing_of_another_whom_it_names_and_however_many(
    said: Said, monkeypatch: pytest.MonkeyPatch, crowd: int
) -> None:
    monkeypatch.setattr(appointments, "ROLES_MAX", 8)
    said.give(READER, ADMIN, ANN, BEN)
    said.give(BEN, ADMIN, CLEO)
    said.give(CLEO, MOD, DAN)
    said.give(ANN, ADMIN, *(somebody(n) for n in range(crowd)), CLEO)
    found = said.found()
    assert DAN in found.members
    assert len([deed for deed in found.given if deed.by == CLEO]) == 1


def test_whom_many_equally_near_admins_leave_no_share_is_heard_in_turn(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appointments, "ROLES_MAX", 8)
    said.give(READER, ADMIN, ANN)
    said.give(ANN, ADMIN, *(somebody(n) for n in range(4)), CLEO)
    said.give(CLEO, MOD, DAN)
    assert DAN in said.found().members


@pytest.mark.parametrize("many", [2, 3])
def test_each_whom_the_reader_made_admin_is_heard_however_many_these_are(
    said: Said, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(appointments, "ROLES_MAX", 2)
    said.give(READER, ADMIN, *(somebody(n) for n in range(many)))
    for n in range(many):
        said.give(somebody(n), MOD, somebody(10 + n))
    assert {somebody(10 + n) for n in range(many)} <= set(said.found().members)


# ---- what follows from it -----------------------------------------------------------------------


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    return peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")


def give(desk: Desk, hive: CommunityView, whom: int, role: MemberRole) -> None:
    desk.do(GiveRole(hive.id, key_of(whom), role))
    desk.now += 1


def roles_by(by: int, role: int, at: float, count: int) -> list[Post]:
    return [
        said_by(by, Role("", 0, "", somebody(n), role), at + n / 1_000, wire="M")
        for n in range(count)
    ]


def held(desk: Desk, hive: CommunityView) -> dict[int, MemberRole]:
    roles = desk.cable.ruling(hive.id).roles("")
    return {n: roles[key_of(n)] for n in range(5, 10) if key_of(n) in roles}


def test_a_moderator_who_was_dismissed_takes_no_role_away(desk: Desk, hive: CommunityView) -> None:
    give(desk, hive, 6, ADMIN)
    give(desk, hive, 7, MOD)
    give(desk, hive, 8, MOD)
    desk.receive(hive, said_by(6, Block("spam", 0, (key_of(9),), 0, 0), desk.now, wire="M"))
    give(desk, hive, 7, USER)
    desk.receive(hive, *roles_by(7, 2, desk.now + 10, appointments.ROLES_MAX + 1))
    assert held(desk, hive) == {6: ADMIN, 8: MOD}
    assert desk.cable.standing(hive.id, key_of(9)) is Standing.BLOCKED


def test_names_by_a_moderator_hide_nobody_whom_an_admin_made_one(
    desk: Desk, hive: CommunityView
) -> None:
    give(desk, hive, 7, MOD)
    give(desk, hive, 6, ADMIN)
    desk.receive(hive, said_by(6, Role("", 0, "", key_of(8), 1), desk.now, wire="M"))
    desk.receive(hive, said_by(8, Block("spam", 0, (key_of(9),), 0, 0), desk.now + 1, wire="M"))
    desk.receive(hive, *roles_by(7, 1, desk.now + 10, appointments.ROLES_MAX))
    assert held(desk, hive) == {6: ADMIN, 7: MOD, 8: MOD}
    assert desk.cable.standing(hive.id, key_of(9)) is Standing.BLOCKED


def test_an_admin_crowds_out_nobody_whom_another_admin_made_one(
    desk: Desk, hive: CommunityView
) -> None:
    give(desk, hive, 6, ADMIN)
    give(desk, hive, 7, ADMIN)
    desk.receive(hive, said_by(6, Role("", 0, "", key_of(8), 1), desk.now, wire="M"))
    desk.receive(hive, *roles_by(7, 0, desk.now + 10, appointments.ROLES_MAX + 1))
    assert held(desk, hive) == {6: ADMIN, 7: ADMIN, 8: MOD}


@pytest.mark.parametrize("dismissed", [False, True])
def test_an_admin_crowds_out_nobody_farther_from_us_whom_another_lets_decide(
    desk: Desk, hive: CommunityView, *, dismissed: bool
) -> None:
    desk.receive(hive, said_by(5, Text("default", "by 5"), NOW + 5, wire="M"))
    give(desk, hive, 6, ADMIN)
    give(desk, hive, 5, ADMIN)
    desk.receive(
        hive,
        said_by(6, Role("", 0, "", key_of(7), 0), desk.now, wire="M"),
        said_by(7, Role("", 0, "", key_of(8), 1), desk.now + 1, wire="M"),
        said_by(8, Block("spam", 0, (key_of(9),), 0, 0), desk.now + 2, wire="M"),
    )
    if dismissed:
        give(desk, hive, 5, USER)
    desk.receive(hive, *roles_by(5, 0, desk.now + 10, appointments.ROLES_MAX))
    others = {6: ADMIN, 7: ADMIN, 8: MOD}
    assert held(desk, hive) == (others if dismissed else {5: ADMIN, **others})
    assert desk.cable.standing(hive.id, key_of(9)) is Standing.BLOCKED
