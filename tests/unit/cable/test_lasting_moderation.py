"""What was decided holds, however much is decided after it; and how much of others is looked at."""

from __future__ import annotations

import pytest

from engine.model.communities import CommunityView, MemberRole, WireVersion
from engine.model.community_commands import BlockMember, CreateCommunity, GiveRole, HideMember
from engine.protocols.cable.moderation import appointments
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.posts import Block
from engine.store.cable import rulings
from tests.unit.cable.desk import Desk, key_of, said_by
from tests.unit.cable.moderated import HIDE, MOD, action, folded, peopled, role, roles_of


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    """Version M."""
    return peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")


@pytest.mark.parametrize("by_us", [True, False])
def test_a_block_holds_whatever_is_done_after_it(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch, *, by_us: bool
) -> None:
    """moderation.md 4.4.4: until another action undoes it."""
    monkeypatch.setattr(rulings, "DEEDS_MAX", 3)
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    at = desk.now + 1
    if by_us:
        desk.do(BlockMember(hive.id, key_of(9)))
        for hidden in (True, False) * 2:
            desk.do(HideMember(hive.id, key_of(8), hidden=hidden))
    else:
        desk.receive(hive, said_by(7, Block("", 0, (key_of(9),), 0, 0), at, wire="M"))
        desk.receive(hive, *(action(7, key_of(8), HIDE, at + 1 + n) for n in range(4)))
    assert desk.cable.standing(hive.id, key_of(9)) is Standing.BLOCKED


@pytest.mark.parametrize("later", [2, 3])
def test_of_what_another_did_so_much_counts_and_no_more(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    monkeypatch.setattr(rulings, "DEEDS_MAX", 3)
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.MODERATOR))
    at = desk.now + 1
    desk.receive(hive, *(action(7, key_of(9 - bool(n)), HIDE, at + n) for n in range(later + 1)))
    assert ("by 9" in folded(desk, desk.space(hive))) == (later < 3)


def test_a_role_that_we_gave_holds_whatever_roles_others_give(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appointments, "ROLES_MAX", 3)
    desk.do(GiveRole(hive.id, key_of(7), MemberRole.ADMIN))
    desk.do(GiveRole(hive.id, key_of(8), MemberRole.USER))
    desk.receive(hive, *(role(7, 8, MOD, desk.now + 1 + n) for n in range(4)))
    assert roles_of(desk, hive) == {7: "admin"}
