"""A batch of messages that is accepted portion by portion. Pure.

One packet may hold as many pictures as fit it, or texts that are dear to judge; between two
portions others have their turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from engine.model.ids import PostId, SpaceId
from engine.protocols.peerlinks.conversation.reconciliation import Batch, Reconciliation
from engine.protocols.peerlinks.graph.acceptance import Accepted, HeldBack, Verdict

PORTION_BYTES = 256 << 10  # ours: a few milliseconds of ordinary messages, or one that is longer


class Accepting:
    """Where it stands with ``batch``, of which ``running`` has the rest of the reconciliation.

    ``held_back``: until when. A message is let go of once it is taken: what is held of a packet is
    what ``buffered`` counts.
    """

    __slots__ = (
        "_dealt_with",
        "_given",
        "_left",
        "accepted",
        "asked",
        "held_back",
        "running",
        "space",
    )

    def __init__(self, space: SpaceId, running: Reconciliation, batch: Batch) -> None:
        self.space = space
        self.running = running
        self.asked = batch.asked
        self.accepted: list[PostId] = []
        self.held_back: dict[PostId, float] = {}
        self._dealt_with = batch.dealt_with
        self._given: set[PostId] = set()  # for membership only
        self._left = deque(batch.wires)

    @property
    def is_through(self) -> bool:
        """Whether nothing of it is left."""
        return not self._left

    @property
    def buffered(self) -> int:
        """Bytes that are left."""
        return sum(map(len, self._left))

    def take_portion(self) -> Sequence[bytes]:
        """The next messages: as many as PORTION_BYTES hold, and one at least if any is left."""
        portion: list[bytes] = []
        size = 0
        while self._left and (not portion or size + len(self._left[0]) <= PORTION_BYTES):
            size += len(self._left[0])
            portion.append(self._left.popleft())
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
        return [one for one in self._dealt_with if one not in self._given]
