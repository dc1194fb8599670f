"""How much of our time one peer may cost us, and when it has to rest (reliability L-9). Pure.

What its machine charges in full (``Charge``) is limited: an honest peer that reads a whole space
pays nothing. Beyond a short burst a peer gets a tenth of a core; whoever keeps using that up for a
minute rests for one. While a peer rests, nothing is read from it.

A crowd in which each keeps within that could still take all of our time. So those that have lately
cost more than a moment queue by themselves (``Inbox``), and the others do not wait for them. That
goes for answers too that we had asked for, as long as they bring nothing: an honest peer may have
to lead us over thousands of posts that we hold, and a dishonest one never gets further than that.
Whatever brings something makes good as much time in vain as it takes itself.

And it goes for whoever keeps us busy at all, be it with what an honest peer needs: who reads a long
channel, or gives us one, can wait for somebody's word. Among themselves they are served in turn,
and where nobody else wants anything they have all of our time.

Nor does anybody have all that anew by hanging up and coming again under another key: what was
charged to those who came from a host and left is remembered for a minute (``Places``). It is taken
from the burst of the next from there, and beyond what one may cost in a minute they have little
left, and that slowly: enough for what is cheap, for the next may well be an honest neighbour. What
a first step costs is known only afterwards. So they rest before it, the longer the more was used up
beyond that; but not for so long that a neighbour would take us for mute.

Work is what a processor did for us (``Clock.worked``): where the computer is busy with other things
everything takes longer, and no peer is to blame for that.
"""

from __future__ import annotations

from engine.runtime.turns.window import WINDOW_SECONDS, Window

BURST_SECONDS = 0.5  # ours: of work at once, before a peer is slowed
SHARE = 0.1  # ours: of a core, for one peer
WINDOW_WORK_SECONDS_MAX = 5.0  # reliability L-9
REST_SECONDS = 60.0  # reliability L-9
SEND_SECONDS = 20e-6  # measured: committing and writing one small frame, which happens later

MOMENT_SECONDS = 0.02  # ours: more than a few words between honest peers, or a page in vain
REMEMBERED_SECONDS_MAX = 0.1  # ours: of either kind; forgotten within a minute
FORGOTTEN_SHARE = 0.002  # ours: what a crowd of a hundred, among them, gets less than

# ours: of a minute's work, for whoever comes from where all of it was used up: some hundred words
NEIGHBOUR_SECONDS = 0.1
NEIGHBOUR_SHARE = 0.01  # ours: of a core, for one of those
# ours: before the first step of one of those; less than a peer waits for an answer to its greeting
NEIGHBOUR_REST_SECONDS_MAX = 3.0

BUSY_SECONDS = 0.1  # ours: of work of any kind; a hundred questions, or a thousand posts
BUSY_SECONDS_MAX = 0.5  # ours: of it remembered; forgotten within ten seconds
BUSY_SHARE = 0.05  # ours: of a core; whoever takes no more in the long run never waits apart

_BEFORE_SECONDS_MAX = WINDOW_WORK_SECONDS_MAX - NEIGHBOUR_SECONDS


class Effort:
    """One conversation's. Moments are on the steady clock."""

    __slots__ = (
        "_before",
        "_before_until",
        "_busy",
        "_credit",
        "_in_vain",
        "_lately",
        "_remembered",
        "_updated_at",
    )

    def __init__(self) -> None:
        self._credit = BURST_SECONDS
        self._updated_at = 0.0
        self._remembered = 0.0  # of what was charged
        self._in_vain = 0.0  # remembered, too
        self._busy = 0.0  # and of all of it
        self._lately = Window()  # what was charged
        self._before = 0.0  # to others from the same place, before it came
        self._before_until = 0.0

    @property
    def is_costly(self) -> bool:
        """Whether it has lately cost more than a moment for nothing, or much at all.

        As of the last call of another method.
        """
        return self.is_for_nothing or self._busy > BUSY_SECONDS

    @property
    def is_for_nothing(self) -> bool:
        """Whether it has lately cost more than a moment for nothing; as of the same."""
        return self._remembered + self._in_vain > MOMENT_SECONDS

    def spend(self, seconds: float, monotonic: float) -> None:
        """So long we worked for it, for whatever reason."""
        self._catch_up(monotonic)
        self._busy = min(BUSY_SECONDS_MAX, self._busy + seconds)

    def charge(self, seconds: float, monotonic: float) -> float | None:
        """It has cost so much. Until when it rests, None if it need not."""
        self._catch_up(monotonic)
        self._credit -= seconds
        self._remembered = min(REMEMBERED_SECONDS_MAX, self._remembered + seconds)
        self._lately.add(seconds, monotonic)
        if self._lately.total(monotonic) + self._before > WINDOW_WORK_SECONDS_MAX:
            return monotonic + REST_SECONDS
        return None if self._credit >= 0.0 else monotonic - self._credit / self._share

    def weigh(self, seconds: float, monotonic: float, *, in_vain: bool) -> None:
        """It has cost so much of what we had asked for; whether it brought anything."""
        self._catch_up(monotonic)
        weighed = self._in_vain + (seconds if in_vain else -seconds)
        self._in_vain = min(REMEMBERED_SECONDS_MAX, max(0.0, weighed))

    def begin(self, in_vain: float, charged: float, monotonic: float) -> float | None:
        """Others from the same place have cost so much for nothing, and were charged so much.

        Until when it rests at first, None if it need not.
        """
        self._catch_up(monotonic)
        self._in_vain = min(REMEMBERED_SECONDS_MAX, in_vain)
        self._credit = max(0.0, BURST_SECONDS - charged)
        self._before = min(charged, _BEFORE_SECONDS_MAX)
        self._before_until = monotonic + WINDOW_SECONDS
        owed = charged - WINDOW_WORK_SECONDS_MAX
        if owed <= 0.0:
            return None
        return monotonic + min(owed / SHARE, NEIGHBOUR_REST_SECONDS_MAX)

    def charged(self, monotonic: float) -> float:
        """What it was charged in the last minute itself, in seconds."""
        return self._lately.total(monotonic)

    def for_nothing(self, monotonic: float) -> float:
        """What it has lately cost for nothing, in seconds."""
        self._catch_up(monotonic)
        return self._remembered + self._in_vain

    def forget(self, monotonic: float) -> None:
        """Time has passed since it was last worked for."""
        self._catch_up(monotonic)

    def _catch_up(self, monotonic: float) -> None:
        if monotonic == self._updated_at:
            return  # of one turn there are several calls
        passed = max(0.0, monotonic - self._updated_at)
        self._updated_at = monotonic
        forgotten = passed * FORGOTTEN_SHARE
        self._credit = min(BURST_SECONDS, self._credit + passed * self._share)
        if monotonic >= self._before_until:
            self._before = 0.0
        self._remembered = max(0.0, self._remembered - forgotten)
        self._in_vain = max(0.0, self._in_vain - forgotten)
        self._busy = max(0.0, self._busy - passed * BUSY_SHARE)

    @property
    def _share(self) -> float:
        return SHARE if self._before < _BEFORE_SECONDS_MAX else NEIGHBOUR_SHARE
