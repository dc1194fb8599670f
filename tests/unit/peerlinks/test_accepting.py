"""What is held of a batch that is accepted portion by portion."""

from __future__ import annotations

from typing import Self

from engine.model.ids import PostId
from engine.protocols.peerlinks.conversation.accepting import PORTION_BYTES, Accepting
from engine.protocols.peerlinks.conversation.reconciliation import Batch, Reconciliation
from tests.grown_channel import CHANNEL
from tests.memory_records import MemoryRecords

LENGTH = PORTION_BYTES * 2 // 5  # two are a portion
COUNT = 5


class _Wire(bytes):
    """An encoded message that is noted in ``held`` for as long as anybody refers to it."""

    held = 0

    def __new__(cls) -> Self:
        cls.held += 1
        return super().__new__(cls, LENGTH)

    def __del__(self) -> None:
        type(self).held -= 1


def test_a_message_is_let_go_of_once_its_portion_was_dealt_with() -> None:
    names = tuple(PostId(bytes([number] * 32)) for number in range(COUNT))
    running = Reconciliation(CHANNEL.id, MemoryRecords(), lambda: False)
    wires = tuple(_Wire() for _ in range(COUNT))
    accepting = Accepting(CHANNEL.id, running, Batch(wires, frozenset(names), names))
    del wires
    held = [_Wire.held]
    while not accepting.is_through:
        accepting.take_portion()
        assert accepting.buffered == _Wire.held * LENGTH, "what is counted is what is held"
        held.append(_Wire.held)
    assert held == [5, 3, 1, 0]
    assert accepting.withheld == list(names)
