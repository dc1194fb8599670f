"""Who has misbehaved, and for how long it is not let in (reliability P-12, P-15, L-2).

By host, and by peer id where the peer has proven it. Kept in memory only, bounded, and forgiven
with time: nothing that comes over a stream without keys may cost anybody a lasting ban. Several
honest people may share a host, so a host has some slips free before it waits, nobody who is inside
is sent away for what a neighbour did, and whom our own user dials is always tried.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from engine.model.ids import PeerId
from engine.runtime.peers.patience import doubled

SLIPS_FREE = 2  # ours: of one host; a peer that has proven who it is has none
WAIT_SECONDS = 10.0  # ours; doubled with each further offence
WAIT_SECONDS_MAX = 600.0  # ours
FORGIVEN_SECONDS = 600.0  # ours: after the wait; so much of good conduct makes good one offence
OFFENDERS_MAX = 1_024  # ours: beyond it the one whose last offence is oldest is forgotten

Offender = str | PeerId
"""A host as it is counted (``origin_of``), or a peer that has proven its id."""


@dataclass(slots=True)
class _Score:
    offences: int
    waits_until: float


class Conduct:
    """Times are on the steady clock."""

    __slots__ = ("_scores",)

    def __init__(self) -> None:
        self._scores: OrderedDict[Offender, _Score] = OrderedDict()  # the latest offence last

    def __len__(self) -> int:
        return len(self._scores)

    def offend(self, offender: Offender, monotonic: float) -> None:
        """It broke a rule, or asked for far too much."""
        offences = self._unforgiven(offender, monotonic) + 1
        doublings = offences - 1 - (SLIPS_FREE if isinstance(offender, str) else 0)
        wait = 0.0
        if doublings >= 0:
            wait = doubled(WAIT_SECONDS, doublings, WAIT_SECONDS_MAX)
        self._scores[offender] = _Score(offences, monotonic + wait)
        self._scores.move_to_end(offender)
        if len(self._scores) > OFFENDERS_MAX:
            self._scores.popitem(last=False)

    def waits(self, offender: Offender, monotonic: float) -> bool:
        """Whether it is not to be let in yet."""
        score = self._scores.get(offender)
        return score is not None and monotonic < score.waits_until

    def forgive(self, offender: Offender) -> None:
        """Our own user wants to deal with it."""
        self._scores.pop(offender, None)

    def _unforgiven(self, offender: Offender, monotonic: float) -> int:
        score = self._scores.get(offender)
        if score is None:
            return 0
        well_behaved = max(0.0, monotonic - score.waits_until)
        return max(0, score.offences - int(well_behaved / FORGIVEN_SECONDS))
