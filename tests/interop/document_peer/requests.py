"""What is asked and answered in a synchronization, in the document's layout."""

from __future__ import annotations

from dataclasses import dataclass

from tests.interop.document_peer.trust import Chain, Link, ViolationError
from tests.interop.document_peer.wire import Fields, data, each, number


def _links(chain: Chain) -> bytes:
    return each(1, (link.encode() for link in chain))


@dataclass(frozen=True, slots=True)
class Query:
    """``cursor`` is a height or a hash."""

    chain: Chain
    cursor: int | bytes
    is_backward: bool
    limit: int

    def encode(self) -> bytes:
        """A cursor is always written: it is one of two."""
        if isinstance(self.cursor, int):
            cursor = number(2, self.cursor, always=True)
        else:
            cursor = data(3, self.cursor)
        return _links(self.chain) + cursor + number(4, self.is_backward) + number(5, self.limit)

    @classmethod
    def decode(cls, message: bytes) -> Query:
        """Raises ViolationError unless the cursor is either of the two."""
        fields = Fields(message)
        if fields.has(2) == fields.has(3):
            raise ViolationError("a Query whose cursor is not either of height and hash")
        cursor = fields.number(2) if fields.has(2) else fields.data(3)
        if isinstance(cursor, int) and cursor >= 1 << 63:
            cursor -= 1 << 64
        return cls(fields.each(1, Link.decode), cursor, bool(fields.number(4)), fields.number(5))


@dataclass(frozen=True, slots=True)
class Bulk:
    """Asks for these messages."""

    chain: Chain
    hashes: tuple[bytes, ...]

    def encode(self) -> bytes:
        """As on the wire."""
        return _links(self.chain) + each(2, self.hashes)

    @classmethod
    def decode(cls, message: bytes) -> Bulk:
        """Raises ViolationError for hashes that are none."""
        fields = Fields(message)
        hashes = fields.each(2, bytes)
        if any(len(one) != 32 for one in hashes):
            raise ViolationError("a hash that is not 32 bytes")
        return cls(fields.each(1, Link.decode), hashes)


@dataclass(frozen=True, slots=True)
class Request:
    """SyncRequest.Content: ``signed`` are the bytes of the TBS as they were signed."""

    chain: Chain
    content: Query | Bulk
    response_pub_key: bytes
    signed: bytes = b""
    signature: bytes = b""

    def tbs(self) -> bytes:
        """What is to be signed."""
        field = 2 if isinstance(self.content, Query) else 3
        content = data(field, self.content.encode(), always=True)
        return _links(self.chain) + content + data(4, self.response_pub_key)

    @classmethod
    def decode(cls, message: bytes) -> Request:
        """Raises ViolationError unless something is asked."""
        outer = Fields(message)
        tbs = Fields(outer.data(1))
        if tbs.has(2) == tbs.has(3):
            raise ViolationError("a request that is not one of Query and Bulk")
        content = Query.decode(tbs.data(2)) if tbs.has(2) else Bulk.decode(tbs.data(3))
        chain = tbs.each(1, Link.decode)
        return cls(chain, content, tbs.data(4), outer.data(1), outer.data(2))


def encode_request(tbs: bytes, signature: bytes) -> bytes:
    """SyncRequest.Content."""
    return data(1, tbs) + data(2, signature)


@dataclass(frozen=True, slots=True)
class Abbreviated:
    """A message by its hash, and what it builds on."""

    parents: tuple[bytes, ...]
    hash: bytes

    def encode(self) -> bytes:
        """As on the wire."""
        return each(1, self.parents) + data(2, self.hash)

    @classmethod
    def decode(cls, message: bytes) -> Abbreviated:
        """As it came."""
        fields = Fields(message)
        return cls(fields.each(1, bytes), fields.data(2))


@dataclass(frozen=True, slots=True)
class QueryResponse:
    """A slice of the channel. The cursors are None for nil."""

    messages: tuple[Abbreviated, ...]
    forward_hash: bytes | None
    backward_hash: bytes | None

    def encode(self) -> bytes:
        """SyncResponse.Content."""
        page = each(1, (message.encode() for message in self.messages))
        page += data(2, self.forward_hash or b"") + data(3, self.backward_hash or b"")
        return data(1, page, always=True)


@dataclass(frozen=True, slots=True)
class BulkResponse:
    """Encoded messages, and how many of the hashes were processed."""

    messages: tuple[bytes, ...]
    forward_index: int

    def encode(self) -> bytes:
        """SyncResponse.Content."""
        return data(2, each(1, self.messages) + number(2, self.forward_index), always=True)


def decode_response(message: bytes) -> QueryResponse | BulkResponse:
    """SyncResponse.Content. Raises ViolationError if it is neither."""
    outer = Fields(message)
    if outer.has(1) == outer.has(2):
        raise ViolationError("a response that is not one of the two")
    if outer.has(2):
        bulk = Fields(outer.data(2))
        return BulkResponse(bulk.each(1, bytes), bulk.number(2))
    page = Fields(outer.data(1))
    messages = page.each(1, Abbreviated.decode)
    return QueryResponse(messages, page.data(2) or None, page.data(3) or None)
