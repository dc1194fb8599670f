"""The engine, with its file's health asked for on a thread of its own.

A check reads the whole file, which takes seconds for a large one: other questions must not wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar, cast

from engine.api import Engine, Unsubscribe
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.health import HealthView
from engine.model.queries import Health, Query

R = TypeVar("R")


class Inspected:
    """An ``Engine``; all but ``Health`` is the other's business."""

    def __init__(self, engine: Engine, inspect: Callable[[], HealthView]) -> None:
        """``inspect`` may take its time, on any thread."""
        self._engine = engine
        self._inspect = inspect

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``."""
        return await self._engine.perform(command)

    async def ask(self, query: Query[R]) -> R:
        """See ``Engine``."""
        if isinstance(query, Health):
            return cast("R", await asyncio.to_thread(self._inspect))  # what Health is a query for
        return await self._engine.ask(query)

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        """See ``Engine``."""
        return self._engine.subscribe(listener)
