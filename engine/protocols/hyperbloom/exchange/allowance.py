"""How much of our set a peer may have us look through before it counts against it. Pure.

Finding what two sets lack costs both sides some looks through all of their values, and an honest
peer may need a handful of them; who asks for more, over and over, pays as for anything else.
"""

from __future__ import annotations

from engine.protocols.hyperbloom.limits import IDLE_SECONDS

_ROUNDS = 20.0  # ours: of a whole set, at once; a peer of ours makes eight, and has us make eight
_ROUNDS_REFILLED = 3.0  # ours: within the time after which an honest peer asks anew
_VALUES_MIN = 65_536.0  # ours: of a set however small
_STEP_VALUES = 32.0  # ours: what each step costs besides, be there nothing to look at


class Allowance:
    """One peer's."""

    __slots__ = ("_at", "_spent")

    def __init__(self) -> None:
        self._spent = 0.0
        self._at = 0.0

    def covers(self, values: float, held: int, now: float) -> bool:
        """Whether it may have us take one more step, and look at so many more, of a set of
        ``held``. They are counted.
        """
        refilled = _ROUNDS_REFILLED * max(held, _VALUES_MIN) * (now - self._at) / IDLE_SECONDS
        self._spent = max(0.0, self._spent - max(0.0, refilled))
        self._spent += _STEP_VALUES + values
        self._at = now
        return self._spent <= max(_ROUNDS * held, _VALUES_MIN)
