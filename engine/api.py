"""All of the engine that other rooms may call. The runtime implements it; ``app`` wires it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from engine.model.commands import Command
from engine.model.events import Event
from engine.model.queries import Query

R = TypeVar("R")

Unsubscribe = Callable[[], None]


class Engine(Protocol):
    """A running engine. Its methods may be awaited from any one event loop."""

    async def perform(self, command: Command[R]) -> R:
        """Do it, store it, answer it. Raises ``Refused`` or ``Fault``; then nothing changed.

        But for a Fault of the disk where what was stored is read again for the answer.
        """

    async def ask(self, query: Query[R]) -> R:
        """Answer from what is stored. Raises ``Refused`` or ``Fault``."""

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        """Call ``listener`` with events in order, on the engine's thread, until unsubscribed.

        The listener must return at once (hand the events over, nothing more).
        """
