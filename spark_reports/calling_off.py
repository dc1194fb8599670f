"""A report is called off by a signal, wherever the program is just then."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from spark_reports.progress import Step, Told


def _heard() -> tuple[signal.Signals, ...]:
    """A terminal that closes, too, except by whom that is to be outlived (nohup)."""
    hang_up = getattr(signal, "SIGHUP", None)
    is_heard = hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN
    return (signal.SIGTERM, signal.SIGINT, *((hang_up,) if is_heard else ()))


SIGNALS = _heard()


@contextmanager
def undisturbed() -> Iterator[None]:
    """For the block, on the main thread, signals wait; its end is disturbed by the first of them.

    For what would leave something behind that nobody knows yet.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = {one: signal.signal(one, lambda one, _frame: waiting.append(one)) for one in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if waiting:
            signal.raise_signal(waiting[0])


def hear_no_more() -> None:
    """Signals do nothing from now on, for good; where this is not the main thread, as before.

    For what is not to be left half-way: the clearing up, and the last step of a report, for whoever
    is told that it was called off must find nothing done.
    """
    if threading.current_thread() is threading.main_thread():
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)


def _be_silent() -> None:
    """For good: what is raised now is no fault, though py4j logs it, by its own loggers and by the
    root one, and Python prints what is lost in a finaliser, or ends a thread: py4j closes what
    others wait at, too.
    """
    logging.disable()
    sys.unraisablehook = lambda _lost: None
    threading.excepthook = lambda _ended: None


class CallingOff:
    """What a signal raises while an object is finalised is lost: it is raised at the next stage."""

    def __init__(self) -> None:
        self._is_wanted = False

    def begin(self) -> None:
        """From now on a signal raises KeyboardInterrupt, once. On the main thread."""
        for number in SIGNALS:
            signal.signal(number, self.hear)

    def hear(self, _number: int, _frame: FrameType | None) -> NoReturn:
        """A signal came. Raises KeyboardInterrupt."""
        self._is_wanted = True
        hear_no_more()  # once is enough: what follows cleans up
        _be_silent()
        raise KeyboardInterrupt

    def before(self, told: Told) -> Told:
        """``told``, which raises KeyboardInterrupt where a stage begins and the call was lost."""

        def heard(step: Step) -> None:
            is_beginning = step.done == 0 and threading.current_thread() is threading.main_thread()
            if is_beginning and self._is_wanted:
                raise KeyboardInterrupt
            if is_beginning:
                self.begin()  # Spark puts its own in place when it starts
            told(step)

        return heard
