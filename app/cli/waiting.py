"""Waiting for what the engine will tell: nothing is polled, and nothing told is missed."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.cli.failures import CommandFailed, ExitStatus, Failure, usage
from engine.api import Engine
from engine.errors import Fault, FaultReason
from engine.model.events import EngineClosed, Event

R = TypeVar("R")


async def until(
    engine: Engine,
    look: Callable[[], Awaitable[R | None]],
    is_news: Callable[[Event], bool],
    patience_seconds: float | None,
    rest_seconds: float = 0.0,
) -> R | None:
    """What ``look`` finds (not None): at once, or after something told that ``is_news``.

    Between two looks at least ``rest_seconds`` pass.

    None if nothing of that kind was told for ``patience_seconds`` (None: it waits for ever).
    Raises Fault (engine closed) where the engine ends meanwhile.
    """
    news = _News(asyncio.get_running_loop(), is_news)
    unsubscribe = engine.subscribe(news.hear)
    try:
        while True:
            news.is_there.clear()
            found = await look()
            if found is not None:
                return found
            if news.has_ended:
                raise Fault(FaultReason.ENGINE_CLOSED)
            try:
                async with asyncio.timeout(patience_seconds):
                    await news.is_there.wait()
                await asyncio.sleep(rest_seconds)
            except TimeoutError:
                return await look()
    finally:
        unsubscribe()


class _News:
    def __init__(self, loop: asyncio.AbstractEventLoop, is_news: Callable[[Event], bool]) -> None:
        self.is_there = asyncio.Event()
        self.has_ended = False
        self._loop = loop
        self._is_news = is_news

    def hear(self, told: tuple[Event, ...]) -> None:
        if any(isinstance(event, EngineClosed) for event in told):
            self.has_ended = True
        elif not any(map(self._is_news, told)):
            return
        self._loop.call_soon_threadsafe(self.is_there.set)


def demand_patience(seconds: float) -> None:
    """CommandFailed (usage) for a ``--timeout`` that is none."""
    if not 0 <= seconds < math.inf:
        raise usage("--timeout must be a number of seconds, 0 or more.")


def nothing_came(what: str, seconds: float) -> CommandFailed:
    """``what`` is the sentence's subject: what was asked for, and is not here."""
    message = f"{what} not here, and nothing came for {seconds:g} seconds."
    hint = "It comes when somebody who has it is connected: “tidings peers” shows who is."
    return CommandFailed(Failure(ExitStatus.NO_PEER, "blocks_missing", message, hint))
