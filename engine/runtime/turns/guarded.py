"""Work that may fail without taking the engine with it: the one place below ``app`` that catches
everything.

(The others are the crash hooks of the program and of its command line; style 1.11.) What is caught
here is logged, and made good by whoever asked for the work.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import Fault, FaultReason
from engine.runtime.turns import journal


def guarded(work: Callable[[], None], amend: Callable[[Fault], None]) -> None:
    """Does ``work``; where it fails, ``amend`` is told as what. A bug is a Fault, too."""
    try:
        work()
    except Fault as fault:
        journal.fault(fault)
        amend(fault)
    except Exception as error:  # noqa: BLE001 - see above
        journal.bug(error)
        amend(Fault(FaultReason.BUG, type(error).__name__))
