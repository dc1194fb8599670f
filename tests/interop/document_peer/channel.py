"""A channel's messages: what is accepted, in which order they stand, what others are given."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from tests.interop.document_peer import keys
from tests.interop.document_peer.posts import JSON_CODEPOINTS_MAX, ChannelMessage
from tests.interop.document_peer.requests import (
    Abbreviated,
    Bulk,
    BulkResponse,
    Query,
    QueryResponse,
)
from tests.interop.document_peer.trust import Chain, ViolationError, leaf_key

PARENTS_MAX = 128
SPREAD_SECONDS_MAX = 30 * 86_400.0
FUTURE_SECONDS_MAX = 120.0


class Reading(Enum):
    """What the cursors of a QueryResponse name; the document leaves it open.

    A requester need not know: it hands them back to who gave them.
    """

    BEYOND = "forward: the message after the page, which the next page includes"
    EDGE = "forward: the last message of the page, which the next page leaves out"


@dataclass(slots=True)
class Channel:
    """``is_feed``: it has public read-only access. The two limits: how many it gives at once."""

    pub_key: bytes
    name: str
    is_feed: bool = False
    reading: Reading = Reading.BEYOND
    page_max: int = 1_000
    bulk_max: int = 1_000
    messages: dict[bytes, ChannelMessage] = field(default_factory=dict)

    @property
    def id(self) -> bytes:
        """What it is called on the wire."""
        return keys.channel_id(self.pub_key)

    # ---- order

    def ordered(self) -> list[bytes]:
        """CRDT Order: by increasing height, then by increasing hash."""
        return sorted(self.messages, key=lambda one: (self.messages[one].height, one))

    def leaves(self) -> list[bytes]:
        """What nothing builds on yet, in that order; at most 128."""
        parents = {parent for message in self.messages.values() for parent in message.parents}
        return [one for one in self.ordered() if one not in parents][:PARENTS_MAX]

    def min_leaf_height(self) -> int:
        """Zero for an empty channel."""
        return min((self.messages[one].height for one in self.leaves()), default=0)

    # ---- new messages

    def next_message(self, chain: Chain, json: str | None, now: float) -> ChannelMessage:
        """One more, to be signed: the root of an empty channel, else one that merges all leaves."""
        leaves = [self.messages[one] for one in self.leaves()]
        newest = max((leaf.timestamp for leaf in leaves), default=now)
        timestamp = max(now, newest)
        parents = [leaf for leaf in leaves if newest - leaf.timestamp <= SPREAD_SECONDS_MAX]
        height = max((leaf.height for leaf in parents), default=-1) + 1
        hashes = tuple(leaf.hash for leaf in parents)
        return ChannelMessage(hashes, height, chain, timestamp, json)

    def accept(self, message: ChannelMessage, now: float) -> bool:
        """Verifies against the full DAG; whether it is new. Raises ViolationError."""
        if message.hash in self.messages:
            return False
        leaf = leaf_key(message.chain, self.pub_key, self.id, message.timestamp)
        if not keys.is_signed(message.signature, message.tbs(), leaf):
            raise ViolationError("a message its author did not sign")
        self._check_parents(message, now)
        if (message.json is None) != (not message.parents):
            raise ViolationError("a root with parents, or a message without")
        limit = JSON_CODEPOINTS_MAX.get(len(message.chain), math.inf)
        if len(message.json or "") > limit:
            raise ViolationError("a text that is too long")
        self.messages[message.hash] = message
        return True

    def _check_parents(self, message: ChannelMessage, now: float) -> None:
        if len(message.parents) > PARENTS_MAX or not self.messages.keys() >= set(message.parents):
            raise ViolationError("parents that are too many or not known")
        parents = [self.messages[one] for one in message.parents]
        if message.height != max((parent.height for parent in parents), default=-1) + 1:
            raise ViolationError("a wrong height")
        times = [parent.timestamp for parent in parents] or [0.0]
        if max(times) - min(times) > SPREAD_SECONDS_MAX:
            raise ViolationError("parents more than 30 days apart")
        if not max(times) <= message.timestamp <= now + FUTURE_SECONDS_MAX:
            raise ViolationError("a timestamp before its parents or too far in the future")

    # ---- answers

    def answer_query(self, query: Query) -> QueryResponse:
        """A slice of the ordered list."""
        ordered = self.ordered()
        first, end = self._slice(ordered, query)
        hashes = ordered[first:end]
        messages = tuple(Abbreviated(self.messages[one].parents, one) for one in hashes)
        if not hashes:
            return QueryResponse((), None, None)
        beyond = self.reading is Reading.BEYOND
        forward = backward = None
        if end < len(ordered):
            forward = ordered[end] if beyond else hashes[-1]
        if first > 0:
            backward = hashes[0] if beyond else ordered[first - 1]
        return QueryResponse(messages, forward, backward)

    def _slice(self, ordered: list[bytes], query: Query) -> tuple[int, int]:
        limit = min(query.limit, self.page_max)
        if isinstance(query.cursor, int):
            height = min(self.min_leaf_height(), query.cursor)
            heights = [self.messages[one].height for one in ordered]
            first = heights.index(height) if height in heights else len(ordered)
            return first, min(first + limit, len(ordered))
        if query.cursor not in self.messages:
            return 0, 0
        # A page's own edge is left out, what lies beyond it is not; a root asked for by its hash
        # (full sync) is the beginning either way.
        at = ordered.index(query.cursor)
        beyond = self.reading is Reading.BEYOND
        if query.is_backward:
            end = at if beyond else at + 1
            return max(0, end - limit), end
        first = at if beyond or at == 0 else at + 1
        return first, min(first + limit, len(ordered))

    def answer_bulk(self, bulk: Bulk) -> BulkResponse:
        """In the order of the hashes, without those not found."""
        asked = bulk.hashes[: self.bulk_max]
        found = (self.messages[one].encode() for one in asked if one in self.messages)
        return BulkResponse(tuple(found), len(asked))
