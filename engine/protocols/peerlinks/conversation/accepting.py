"""A batch of messages that is accepted portion by portion. Pure.

One packet may hold as many pictures as fit it, or texts that are dear to judge; between two
portions others have their turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.model.ids import PostId, SpaceId
from engine.protocols.peerlinks.conversation.reconciliation import Batch, Reconciliation
from engine.protocols.peerlinks.graph.acceptance import Accepted, HeldBack, Verdict

PORTION_BYTES = 256 << 10  # ours: a few milliseconds of ordinary messages, or one that is longer


@dataclass(slots=True)
class Accepting:
    """Where it stands with ``batch``, of which ``running`` has the rest of the reconciliation."""

    space: SpaceId
    running: Reconciliation
    batch: Batch
    accepted: list[PostId] = field(default_factory=list)
    held_back: dict[PostId, float] = field(default_factory=dict)
    """Until when."""
    _given: set[PostId] = field(default_factory=set)  # for membership only
    _next: int = 0

    @property
    def is_through(self) -> bool:
        """Whether nothing of it is left."""
        return self._next == len(self.batch.wires)

    @property
    def buffered(self) -> int:
        """Bytes that are left."""
        return sum(map(len, self.batch.wires[self._next :]))

    def take_portion(self) -> Sequence[bytes]:
        """The next messages: as many as PORTION_BYTES hold, and one at least if any is left."""
        wires, end, size = self.batch.wires, self._next, 0
        while end < len(wires) and (end == self._next or size + len(wires[end]) <= PORTION_BYTES):
            size += len(wires[end])
            end += 1
        portion = wires[self._next : end]
        self._next = end
        return portion

    def note(self, verdicts: Iterable[Verdict]) -> None:
        """What became of the portion taken last."""
        for one in verdicts:
            self._given.add(one.hash)
            match one:
                case Accepted():
                    self.accepted.append(one.hash)
                case HeldBack(until=until):
                    self.held_back[one.hash] = until
                case _:
                    pass

    @property
    def withheld(self) -> Sequence[PostId]:
        """What the peer had its say on and has not given."""
        return [one for one in self.batch.dealt_with if one not in self._given]
