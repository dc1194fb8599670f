"""Who is here, space by space: what each look at a conversation says has changed."""

from __future__ import annotations

from typing import ClassVar

from typing_extensions import override

from engine.model.address import Address
from engine.model.ids import ConnectionId, PeerId, PublicKey, SpaceId
from engine.protocols.contract import Role
from engine.runtime.peers.attendance import Attendance
from engine.runtime.turns.conversations import Conversation
from tests.unit.runtime.fakes import CABLE, FakeClock, FakeMachine
from tests.unit.runtime.world import FakeLink

ONE, TWO, THREE = (SpaceId(bytes([number]) * 32) for number in range(3))
ANN = PublicKey(b"a" * 32)
SPACES = 300


class Compared(bytes):
    """An id that counts how often it is held against another."""

    times: ClassVar[int] = 0

    @override
    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return bytes.__eq__(self, other)

    __hash__ = bytes.__hash__


def met() -> tuple[Conversation, FakeMachine]:
    machine = FakeMachine(FakeClock())
    conversation = Conversation(
        id=ConnectionId(1),
        protocol=CABLE,
        machine=machine,
        link=FakeLink("A", []),
        address=Address("127.0.0.1", 4711),
        role=Role.LISTENER,
        since=0.0,
        host="127.0.0.1",
        peer_id=PeerId(b"p" * 32),
    )
    return conversation, machine


def test_a_look_names_what_is_gone_and_then_what_has_come_each_space_once() -> None:
    attendance = Attendance()
    conversation, machine = met()
    machine.presence = [(ONE, None), (TWO, None)]
    assert attendance.look(conversation) == (ONE, TWO)
    assert attendance.look(conversation) == ()

    machine.presence = [(THREE, None), (TWO, ANN)]

    assert attendance.look(conversation) == (ONE, TWO, THREE)
    assert attendance.interests_of(conversation) == ((THREE, None), (TWO, ANN))


def test_of_who_has_gone_all_spaces_change_and_nothing_is_kept() -> None:
    attendance = Attendance()
    conversation, machine = met()
    machine.presence = [(ONE, None), (TWO, None)]
    attendance.look(conversation)
    conversation.gone = True

    assert attendance.look(conversation) == (ONE, TWO)
    assert attendance.snapshot() == {}


def test_each_of_many_spaces_is_held_against_a_few_others_only() -> None:
    attendance = Attendance()
    conversation, machine = met()
    spaces = [SpaceId(Compared(number.to_bytes(32, "big"))) for number in range(SPACES)]
    machine.presence = [(space, None) for space in spaces[:-1]]
    attendance.look(conversation)
    Compared.times = 0
    machine.presence = [(space, None) for space in spaces]

    assert attendance.look(conversation) == (spaces[-1],)
    assert Compared.times < 10 * SPACES
