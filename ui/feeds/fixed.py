"""Fixed feeds of any size: what is more than one command takes grows in a feed of draft 1 first,
which is fixed and then forgotten. No Qt: the command line makes them in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Protocol, TypeVar

from engine.model.commands import Command, ForgetSpace
from engine.model.feed_commands import AppendBlocks, CreateFeed, CreateStaticFeed, FixFeed
from engine.model.feeds import APPENDED_BYTES_MAX, FeedView

BLOCKS_AT_ONCE = 10_000  # ours: of one command, however small they are

R = TypeVar("R")


class Performing(Protocol):
    """An engine, or what stands between it and the window."""

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``."""


async def fixed_feed(engine: Performing, name: str, blocks: Iterable[bytes]) -> FeedView:
    """A fixed feed of exactly these blocks; there may be more of them than memory holds.

    Refused as ``CreateStaticFeed``. Then, and when it is cancelled, nothing is left of it; where
    the program is ended meanwhile, the next opening of the profile sees to that.
    """
    groups = batches(blocks)
    first, second = next(groups, []), next(groups, None)
    if second is None:
        return await engine.perform(CreateStaticFeed(name, tuple(first)))
    return await _grown_first(engine, name, chain((first, second), groups))


async def _grown_first(
    engine: Performing, name: str, groups: Iterable[Sequence[bytes]]
) -> FeedView:
    grown = await engine.perform(CreateFeed(name, older=True, passing=True))
    try:
        for group in groups:
            await engine.perform(AppendBlocks(grown.space, tuple(group)))
        return await engine.perform(FixFeed(grown.space, name))
    finally:
        await engine.perform(ForgetSpace(grown.space))


def batches(blocks: Iterable[bytes]) -> Iterator[list[bytes]]:
    """As few as one command takes each."""
    batch: list[bytes] = []
    size = 0
    for block in blocks:
        is_full = size + len(block) > APPENDED_BYTES_MAX or len(batch) == BLOCKS_AT_ONCE
        if batch and is_full:
            yield batch
            batch, size = [], 0
        batch.append(block)
        size += len(block)
    if batch:
        yield batch
