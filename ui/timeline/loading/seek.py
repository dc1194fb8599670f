"""Finding the post of a given rank when only order keys can be asked for.

Order keys compare bytewise and grow with the timeline, so their first bytes are read as a number
and interpolated; each answer tells the true rank of the key tried. Ranks grow nearly evenly with
keys, so two or three questions do; halving takes over where they do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import Query, Timeline

R = TypeVar("R")

NUMBER_BYTES = 16  # of an order key: enough to tell any two posts worth scrolling between apart
TRIES_MAX = 24  # ours: a thumb that moves on asks again anyway


class Asks(Protocol):
    """Answers questions about a timeline, whichever way it runs."""

    async def ask(self, query: Query[R]) -> R: ...


@dataclass(frozen=True, slots=True)
class Bounds:
    """Two keys with known ranks; the wanted rank is between them."""

    low: int
    low_rank: int
    high: int
    high_rank: int


async def key_near(asked: Asks, space: SpaceId, rank: int, near_enough: int) -> OrderKey:
    """A key with ``rank`` posts of ``space`` before it, give or take ``near_enough``."""
    newest = await asked.ask(Timeline(space, limit=1))
    if not newest.posts or rank >= newest.before:
        return OrderKey(newest.posts[-1].order) if newest.posts else OrderKey(b"")
    oldest = await asked.ask(Timeline(space, limit=1, after=OrderKey(b"")))
    low, high = number_of(oldest.posts[0].order), number_of(newest.posts[0].order)
    bounds = Bounds(low, 0, high, newest.before)
    number = low
    for attempt in range(TRIES_MAX):
        number = guess(bounds, rank, attempt)
        page = await asked.ask(Timeline(space, limit=1, after=key_of(number)))
        if abs(page.before - rank) <= near_enough or bounds.high - bounds.low <= 1:
            break
        bounds = narrowed(bounds, number, page.before, rank)
    return key_of(number)


def number_of(order: bytes) -> int:
    """The key's place on a line."""
    return int.from_bytes(order[:NUMBER_BYTES].ljust(NUMBER_BYTES, b"\0"), "big")


def key_of(number: int) -> OrderKey:
    """A key at that place; it need not be any post's."""
    return OrderKey(number.to_bytes(NUMBER_BYTES, "big"))


def guess(bounds: Bounds, rank: int, attempt: int) -> int:
    """Where to look next: by proportion at first, in the middle on every third attempt."""
    width = bounds.high - bounds.low
    ranks = bounds.high_rank - bounds.low_rank
    if attempt % 3 == 2 or ranks <= 0:
        return bounds.low + width // 2
    return bounds.low + width * (rank - bounds.low_rank) // ranks


def narrowed(bounds: Bounds, number: int, found_rank: int, rank: int) -> Bounds:
    """The bounds after ``number`` turned out to stand at ``found_rank``."""
    if found_rank > rank:
        return Bounds(bounds.low, bounds.low_rank, number, found_rank)
    return Bounds(number, found_rank, bounds.high, bounds.high_rank)
