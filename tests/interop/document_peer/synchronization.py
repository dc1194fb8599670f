"""The synchronization process of one channel, as the one who asks ("This DAG would ...")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.interop.document_peer.channel import Channel
from tests.interop.document_peer.posts import ChannelMessage
from tests.interop.document_peer.requests import Bulk, BulkResponse, Query, QueryResponse
from tests.interop.document_peer.trust import Chain, ViolationError

Ask = Callable[[Query | Bulk], QueryResponse | BulkResponse | None]
"""Gives None where the other side does not know the channel."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What it is bounded by."""

    query: int = 500
    bulk: int = 100
    unknown_parents: int = 10_000


class Synchronization:
    """``run`` it once. ``chain`` is empty for feeds."""

    def __init__(
        self, channel: Channel, chain: Chain, limits: Limits, ask: Ask, now: float
    ) -> None:
        self._channel = channel
        self._chain = chain
        self._limits = limits
        self._ask = ask
        self._now = now
        self._unknown: set[bytes] = set()

    def run(self) -> int:
        """Until there is nothing more; how many messages came. Raises ViolationError."""
        came = 0
        cursor: int | bytes | None = self._channel.min_leaf_height()
        while cursor is not None:
            page = self._query(cursor, is_backward=bool(self._unknown))
            came += self._fetch(self._placeable(page))
            if len(self._unknown) > self._limits.unknown_parents:
                return came + self._run_fully()
            cursor = page.backward_hash if self._unknown else page.forward_hash
        return came

    def _run_fully(self) -> int:
        """Full Sync: from the very first message."""
        came = 0
        ordered = self._channel.ordered()
        cursor: int | bytes | None = ordered[0] if ordered else 0
        while cursor is not None:
            page = self._query(cursor, is_backward=False)
            came += self._fetch(self._placeable(page))
            cursor = page.forward_hash
        return came

    def _placeable(self, page: QueryResponse) -> list[bytes]:
        """What is new and builds on what we hold or will; notes the parents that are nowhere."""
        in_page = {message.hash for message in page.messages}
        known = set(self._channel.messages)
        placed: list[bytes] = []
        for message in page.messages:
            missing = [parent for parent in message.parents if parent not in known]
            if not missing:
                known.add(message.hash)
                placed.append(message.hash)
            self._unknown.update(parent for parent in missing if parent not in in_page)
        self._unknown -= in_page
        return [one for one in placed if one not in self._channel.messages]

    def _query(self, cursor: int | bytes, *, is_backward: bool) -> QueryResponse:
        answer = self._ask(Query(self._chain, cursor, is_backward, self._limits.query))
        if answer is None:
            return QueryResponse((), None, None)
        if not isinstance(answer, QueryResponse):
            raise ViolationError("no QueryResponse to a Query")
        return answer

    def _fetch(self, hashes: list[bytes]) -> int:
        came = 0
        while hashes:
            asked = tuple(hashes[: self._limits.bulk])
            answer = self._ask(Bulk(self._chain, asked))
            if not isinstance(answer, BulkResponse) or not 1 <= answer.forward_index <= len(asked):
                raise ViolationError("no BulkResponse to a Bulk, or one without progress")
            for wire in answer.messages:
                message = ChannelMessage.decode(wire)
                if message.hash not in asked:
                    raise ViolationError("a message that was not asked for")
                came += self._channel.accept(message, self._now)
            hashes = hashes[answer.forward_index :]
        return came
