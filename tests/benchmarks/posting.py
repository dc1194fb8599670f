"""Fills a channel through the engine's own Post command, in one process, many at a time."""

from __future__ import annotations

import asyncio
import itertools
import time
from pathlib import Path

from app.compose import open_engine
from app.paths import Paths
from app.profile_lock import wait_for_lock
from engine.api import Engine
from engine.model.commands import Post
from engine.model.ids import SpaceId
from engine.protocols.tidings.bodies import TextBody, compose_body

AT_ONCE = 64  # as many inputs as one turn takes: they share its commit
LOCK_SECONDS = 10.0
WORDS = "the quick exchange of news between two people who keep all of it themselves".split()


def fill(paths: Paths, space: bytes, posts: int) -> float:
    """Posts that many messages of some hundred characters; the seconds it took."""
    lock = wait_for_lock(paths.lock, LOCK_SECONDS)
    try:
        return asyncio.run(_fill(paths, SpaceId(space), posts))
    finally:
        lock.release()


async def _fill(paths: Paths, space: SpaceId, posts: int) -> float:
    async with open_engine(paths, lambda *, is_new: None) as opened:  # noqa: ARG005 - has none
        started = time.perf_counter()
        numbers = iter(range(posts))
        while batch := list(itertools.islice(numbers, AT_ONCE)):
            await asyncio.gather(*(_post(opened.engine, space, number) for number in batch))
        return time.perf_counter() - started


async def _post(engine: Engine, space: SpaceId, number: int) -> None:
    start = number % len(WORDS)
    text = f"{number}: {' '.join(WORDS[start:] + WORDS[:start])}"
    await engine.perform(Post(space, compose_body(TextBody(text))))


def folder_bytes(folder: Path) -> int:
    """What the files of a profile hold, in all."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
