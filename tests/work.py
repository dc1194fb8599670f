"""How much work something is, told by no clock: the lines of Python that run for it, and the steps
of SQLite's machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

from engine.store.database import Database

ENDLESS = 100_000
SQL_STEPS_TOGETHER = 10


class _EnoughError(BaseException):
    """Nobody catches it but who counts."""


def steps_of(act: Callable[[], object]) -> int:
    """How many lines ``act`` runs; it is cut off beyond ENDLESS."""
    steps = 0

    def line(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        if steps > ENDLESS:
            raise _EnoughError
        return line

    def call(_frame: FrameType, _event: str, _argument: Any) -> Any:
        return line

    before = sys.gettrace()
    sys.settrace(call)
    try:
        with suppress(_EnoughError):
            act()
    finally:
        sys.settrace(before)
    return steps


def sql_steps_of(database: Database, act: Callable[[], object]) -> int:
    """How many steps SQLite takes for ``act``, nearly."""
    steps = 0

    def on() -> bool:
        nonlocal steps
        steps += SQL_STEPS_TOGETHER
        return False

    database._connection.set_progress_handler(on, SQL_STEPS_TOGETHER)
    try:
        act()
    finally:
        database._connection.set_progress_handler(None)
    return steps
