"""What we answer to a Query or a Bulk (note 2, "Query answers", "Bulk answers"). Pure; only reads.

Every request gets an answer: what is unknown or makes no sense gets an empty one, never an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.ids import PostId, SpaceId
from engine.protocols.peerlinks.limits import BULK_ANSWER_HASHES_MAX, QUERY_LIMIT_MAX
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Bulk,
    BulkResponse,
    Query,
    QueryResponse,
)
from engine.protocols.peerlinks.records import Place


class Pages(Protocol):
    """What an answer is made of: a part of ``Records``, or of what of it may be shown."""

    def places(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[Place]: ...

    def min_leaf_height(self, channel: SpaceId) -> int: ...

    def has_height(self, channel: SpaceId, height: int) -> bool: ...

    def page_from(
        self, channel: SpaceId, start: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]: ...

    def page_before(
        self, channel: SpaceId, end: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]: ...

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]: ...

    def sizes(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[int | None]: ...


_EMPTY = QueryResponse((), None, None)
_LOWEST_HASH = PostId(bytes(32))


def answer_query(records: Pages, channel: SpaceId, query: Query) -> QueryResponse:
    """The page asked for, at most 1024 messages, ascending in (height, hash).

    A height is lowered to our lowest leaf's; forward includes the cursor, backward does not. Limit
    0, an unknown hash, a height not stored, and backward from a height give an empty page.
    """
    limit = min(query.limit, QUERY_LIMIT_MAX)
    match query.cursor:
        case bytes() as cursor:
            places = records.places(channel, [cursor])
            return _from_place(records, channel, places[0], query, limit) if places else _EMPTY
        case height:
            # No cursor at all reads as height 0.
            return (
                _EMPTY if query.is_backward else _from_height(records, channel, height or 0, limit)
            )


def _from_height(records: Pages, channel: SpaceId, asked: int, limit: int) -> QueryResponse:
    height = min(asked, records.min_leaf_height(channel))
    if not records.has_height(channel, height):
        return _EMPTY
    return _forward(records.page_from(channel, (height, _LOWEST_HASH), limit + 1), limit)


def _from_place(
    records: Pages, channel: SpaceId, cursor: Place, query: Query, limit: int
) -> QueryResponse:
    at = (cursor.height, cursor.hash)
    if not query.is_backward:
        return _forward(records.page_from(channel, at, limit + 1), limit)
    page = tuple(records.page_before(channel, at, limit))
    if page:
        return QueryResponse(page, cursor.hash, _backward_hash(page[0]))
    return QueryResponse((), cursor.hash, cursor.hash if cursor.height and not limit else None)


def _forward(page: Sequence[Abbreviated], limit: int) -> QueryResponse:
    """``page`` holds one more than ``limit`` if there is one: where the next page begins."""
    following = page[limit].hash if len(page) > limit else None
    return QueryResponse(tuple(page[:limit]), following, _backward_hash(page[0]))


def _backward_hash(first: Abbreviated) -> PostId | None:
    """The next exclusive cursor backward. Only the one root has no parents, and it is the first."""
    return first.hash if first.parents else None


@dataclass(frozen=True, slots=True)
class Given:
    """The answer to a Bulk, and the hashes of the messages that are in it."""

    answer: BulkResponse
    hashes: tuple[PostId, ...]


def answer_bulk(records: Pages, channel: SpaceId, bulk: Bulk, bytes_max: int) -> Given:
    """The messages found, in the order asked, repeats repeated; unknown hashes count as dealt with.

    Stops after 128 hashes, or before the message that makes it more than ``bytes_max`` bytes, but
    never before the first: whoever asks again always gets on.
    """
    hashes = bulk.hashes[:BULK_ANSWER_HASHES_MAX]
    # Their sizes first: an owner's may have any, and 128 of them would fill the memory.
    done = _fitting(records.sizes(channel, hashes), bytes_max)
    wires = zip(hashes[:done], records.wires(channel, hashes[:done]), strict=True)
    found = [(hash_, wire) for hash_, wire in wires if wire is not None]
    answer = BulkResponse(tuple([wire for _, wire in found]), done)
    return Given(answer, tuple([hash_ for hash_, _ in found]))


def _fitting(sizes: Sequence[int | None], bytes_max: int) -> int:
    """How many of them fit, counted from the first on; the first that there is always does."""
    total = 0
    for done, size in enumerate(sizes):
        if total and size is not None and total + size > bytes_max:
            return done
        total += size or 0
    return len(sizes)
