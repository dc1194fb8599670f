"""Who does a command: the one whose business it is, or the protocol that keeps the space."""

from __future__ import annotations

import pytest

from engine.model.commands import Command, CreateIdentity, LeaveSpace, RenameSpace
from engine.model.ids import ProtocolName, SpaceId
from engine.protocols.contract import Effect
from engine.runtime.turns.performers import Performers

ONE, OTHER, NOWHERE = (SpaceId(bytes([number]) * 32) for number in range(3))
KEPT = {ONE: ProtocolName.PEERLINKS, OTHER: ProtocolName.HYPERCORE}


class Doer:
    """A ``Performer`` of those commands."""

    def __init__(self, *kinds: type[Command[object]]) -> None:
        self.kinds = kinds

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        return frozenset(self.kinds)

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        raise AssertionError(command)


PRIVATE, FEEDS, SPACES = Doer(LeaveSpace, CreateIdentity), Doer(LeaveSpace), Doer(RenameSpace)
EVERYBODY = Performers(
    [(SPACES, None), (PRIVATE, ProtocolName.PEERLINKS), (FEEDS, ProtocolName.HYPERCORE)],
    KEPT.get,
)


def test_most_commands_are_one_performers_business() -> None:
    assert EVERYBODY.of(RenameSpace(NOWHERE, "x")) == (SPACES, None)
    assert EVERYBODY.of(CreateIdentity("x")) == (PRIVATE, ProtocolName.PEERLINKS)


def test_what_several_can_do_is_done_by_who_keeps_the_space() -> None:
    assert EVERYBODY.of(LeaveSpace(ONE)) == (PRIVATE, ProtocolName.PEERLINKS)
    assert EVERYBODY.of(LeaveSpace(OTHER)) == (FEEDS, ProtocolName.HYPERCORE)


def test_of_an_unknown_space_the_first_one_says_so() -> None:
    assert EVERYBODY.of(LeaveSpace(NOWHERE)) == (PRIVATE, ProtocolName.PEERLINKS)


def test_what_nobody_can_do_is_nobodys() -> None:
    assert Performers([(SPACES, None)], KEPT.get).of(LeaveSpace(ONE)) is None


def test_what_is_not_about_a_space_has_one_performer() -> None:
    with pytest.raises(AssertionError, match="two perform CreateIdentity"):
        Performers([(PRIVATE, None), (Doer(CreateIdentity), None)], KEPT.get)
