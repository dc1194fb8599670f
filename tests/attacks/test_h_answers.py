"""Answers of comment sets to whoever asks and reads nothing: H-5."""

from __future__ import annotations

from typing import cast

from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Role, Send, WakeAt
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.limits import EXTENSION_READER, SLICE_VALUES
from engine.protocols.hyperbloom.packets import Bounds
from engine.runtime.surroundings import Link
from engine.runtime.turns.conversations import Conversation
from tests.attacks.attack import attack, replaced
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import NOON

DUE = "engine.runtime.turns.conversations.Conversation._is_due"
OUTBOUND_MAX = 1 << 20


class Unread:
    """A conversation with whoever takes nothing of what is sent: congested above a megabyte."""

    def __init__(self, asking: Scripted) -> None:
        there = Address("192.0.2.1", 1)
        self.conversation = Conversation(
            ConnectionId(1),
            ProtocolName.HYPERBLOOM,
            asking.end.machine,
            cast("Link", None),  # nothing leaves
            there,
            Role.LISTENER,
            NOON,
            there.host,
            started=True,
        )
        self.made = 0

    def asks(self, data: bytes) -> None:
        """Until there is nothing to do for it any more."""
        one = self.conversation
        one.feed(data, 0.0)
        while (effects := one.step(NOON)) is not None:
            self.made += sum(len(each.data) for each in effects if isinstance(each, Send))
            one.congested = self.made > OUTBOUND_MAX
            one.woken = any(isinstance(each, WakeAt) and each.deadline <= NOON for each in effects)


@attack("H-5", without=replaced(DUE, property(lambda one: one.woken)))
def test_h5_who_asks_for_everything_and_reads_nothing_has_few_answers_made() -> None:
    values = [number.to_bytes(4, "big") + bytes(96) for number in range(40_000)]
    asking = Scripted(ann(*values, policy=Raw(), reads=True)).opens()
    asking.says(packets.Handshake(bytes(32), (EXTENSION_READER,), bytes(64)))
    unread = Unread(asking)
    unread.asks(b"".join(asking.outgoing.say(packets.Request(Bounds(), 0)) for _ in range(2)))
    one_step = SLICE_VALUES * 110
    assert OUTBOUND_MAX < unread.made <= OUTBOUND_MAX + one_step
