"""Waiting, and posting at an even pace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from engine.model.ids import PostId
from tests.load.honest import Honest

DEADLINE_SECONDS = 60.0  # far beyond what anything takes, also on a busy computer
LOOK_SECONDS = 0.02  # between two looks at what no event tells


async def until(look: Callable[[], bool]) -> None:
    """Looks until it is so, or the deadline has come."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not look():
        if time.monotonic() > deadline:
            return
        await asyncio.sleep(LOOK_SECONDS)


async def posted_evenly(
    peers: Sequence[Honest], count: int, a_second: float, what: str
) -> dict[PostId, float]:
    """One after another posts ``what``, and its number. When each wished to, on the steady clock.

    Nobody waits for the others to be done.
    """
    began = time.perf_counter()
    posting: list[asyncio.Task[tuple[PostId, float]]] = []
    async with asyncio.TaskGroup() as group:
        for number in range(count):
            await asyncio.sleep(began + number / a_second - time.perf_counter())
            peer = peers[number % len(peers)]
            posting.append(group.create_task(_post(peer, f"{number} {what}")))
    return dict(task.result() for task in posting)


async def _post(peer: Honest, text: str) -> tuple[PostId, float]:
    at = time.perf_counter()
    return await peer.post(text), at
