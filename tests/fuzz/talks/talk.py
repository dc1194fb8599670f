"""Conversations of a machine of ours with a peer that says valid and changed messages in any order.

One seed is one script. After each step the machine has ended as documented or goes on, within its
memory; a machine that has ended is followed by a new one, with what was stored before.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Protocol

from engine.protocols.contract import Close, Ending
from tests.fuzz import peak

STEPS = 50
STEP_SECONDS_MAX = 2.0  # of this thread's own work: a step may ask for whole pages
MEMORY_MAX = 64 << 20  # a script: what the process grows by
BUFFERED_MAX = 4 << 20
_WAITS, _AGAIN, _VALID = 0.1, 0.13, 0.87
"""Up to where of a draw that is done; what is left is changed."""
_NEVER = frozenset({Ending.FAULT, Ending.UNREACHABLE, Ending.BANNED})
"""Endings that are the runtime's, or none that a machine may come to."""


class Talk(Protocol):
    """A machine, and who talks to it. What it does is judged by ``run``."""

    def says(self, chance: Random) -> bytes:
        """A message that a peer could say now, ready for ``sends``."""

    def sends(self, message: bytes) -> None:
        """The machine reads the message, changed or not, and what it says is carried."""

    def waits(self, seconds: float) -> None:
        """Time goes by."""

    def begins_again(self) -> None:
        """A new machine, with what is stored."""

    @property
    def close(self) -> Close | None:
        """How the machine ended."""

    @property
    def buffered(self) -> int:
        """What the machine holds of unfinished messages."""


@dataclass(slots=True)
class Tally:
    """What was done in some scripts: ``ended`` machines of those that were begun."""

    steps: int = 0
    ended: int = 0
    changed: int = 0

    def add(self, other: Tally) -> None:
        self.steps += other.steps
        self.ended += other.ended
        self.changed += other.changed


def run(talk: Talk, chance: Random, steps: int = STEPS) -> Tally:
    """One script. Raises whatever the machine raises; AssertionError where it breaks a bound."""
    tally, said, before = Tally(), [b""], peak.from_now_on()
    for _ in range(steps):
        began = time.thread_time()
        tally.changed += _step(talk, chance, said)
        seconds = time.thread_time() - began
        tally.steps += 1
        assert seconds <= STEP_SECONDS_MAX, f"a step of {seconds:.2f} s"
        assert talk.buffered <= BUFFERED_MAX
        if talk.close is not None:
            assert talk.close.ending not in _NEVER, talk.close
            tally.ended += 1
            talk.begins_again()
    assert peak.so_far() - before <= MEMORY_MAX
    return tally


def _step(talk: Talk, chance: Random, said: list[bytes]) -> bool:
    """One thing that happens; whether a changed message was said."""
    drawn = chance.random()
    if drawn < _WAITS:
        talk.waits(chance.choice((0.0, 0.5, 6.0, 20.0)))
        return False
    message = chance.choice(said) if drawn < _AGAIN else talk.says(chance)
    said.append(message)
    if drawn < _VALID:
        talk.sends(message)
        return False
    talk.sends(changed(message, chance))
    return True


def changed(message: bytes, chance: Random) -> bytes:
    """With some bytes flipped, cut, doubled or put in."""
    made = bytearray(message)
    for _ in range(chance.choice((1, 1, 1, 3))):
        at, size = chance.randint(0, len(made)), chance.randint(0, 9)
        match chance.randrange(4):
            case 0 if at < len(made):
                made[at] ^= 1 << chance.randrange(8)
            case 1:
                del made[at : at + size]
            case 2:
                made[at:at] = made[at : at + size]
            case _:
                made[at:at] = chance.randbytes(size)
    return bytes(made)
