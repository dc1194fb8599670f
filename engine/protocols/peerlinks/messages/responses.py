"""What is inside a SyncResponse. Bulk messages stay bytes; ``posts`` reads each. Pure."""

from __future__ import annotations

from engine.errors import PeerViolation
from engine.model.ids import PostId
from engine.protocols.peerlinks.limits import (
    BULK_RESPONSE_MESSAGES_MAX,
    HASH_BYTES,
    HOLDS_MAX,
    PARENTS_MAX,
    QUERY_LIMIT_MAX,
)
from engine.protocols.peerlinks.messages.parsing import (
    Path,
    demand_at_most,
    demand_hashes,
    demand_length,
    parse,
)
from engine.protocols.peerlinks.packets import Abbreviated, BulkResponse, QueryResponse
from engine.schemas import peerlinks_pb2 as schema

_SECTION = "SyncResponse"
_COUNTS: dict[Path, int] = {
    (1, 1): QUERY_LIMIT_MAX,
    (1, 1, 1): QUERY_LIMIT_MAX * PARENTS_MAX,
    (2, 1): BULK_RESPONSE_MESSAGES_MAX,
}


def encode_response_content(response: QueryResponse | BulkResponse) -> bytes:
    """What is sealed to the response key."""
    match response:
        case QueryResponse():
            page = schema.ResponseContent(query_response=_schema_of_page(response))
            return page.SerializeToString()
        case BulkResponse(wires, forward_index):
            bulk = schema.BulkResponse(messages=wires, forward_index=forward_index)
            return schema.ResponseContent(bulk_response=bulk).SerializeToString()


def _schema_of_page(response: QueryResponse) -> schema.QueryResponse:
    page = schema.QueryResponse(
        forward_hash=response.forward_hash or b"",
        backward_hash=response.backward_hash or b"",
        holds=response.holds,
    )
    add = page.abbreviated_messages.add
    for message in response.messages:
        add(parents=message.parents, hash=message.hash)
    return page


def decode_response_content(data: bytes) -> QueryResponse | BulkResponse:
    """What was opened with the response key.

    Raises PeerViolation if it is neither of the two, has more than 1024 abbreviated messages of 128
    parents or more than 128 whole messages, or a hash is not 32 bytes.
    """
    demand_at_most(data, _COUNTS, _SECTION)
    content = parse(schema.ResponseContent, data, _SECTION)
    match content.WhichOneof("content"):
        case "query_response":
            return _query_response_of(content.query_response)
        case "bulk_response":
            return _bulk_response_of(content.bulk_response)
        case None:
            raise PeerViolation("a response without a known content", _SECTION)


def _query_response_of(page: schema.QueryResponse) -> QueryResponse:
    if len(page.abbreviated_messages) > QUERY_LIMIT_MAX:
        raise PeerViolation("more than 1024 abbreviated messages", "QueryResponse")
    messages = tuple([_abbreviated_of(one) for one in page.abbreviated_messages])
    forward, backward = _cursor_of(page.forward_hash), _cursor_of(page.backward_hash)
    believed = page.HasField("holds") and page.holds <= HOLDS_MAX
    return QueryResponse(messages, forward, backward, page.holds if believed else None)


def _abbreviated_of(raw: schema.QueryResponse.Abbreviated) -> Abbreviated:
    parents = tuple(raw.parents)
    if len(parents) > PARENTS_MAX:
        raise PeerViolation("more than 128 parents", "QueryResponse")
    demand_hashes((*parents, raw.hash), "a hash that is not 32 bytes", "QueryResponse")
    return Abbreviated(parents, PostId(raw.hash))  # type: ignore[arg-type]  # bytes are PostIds here


def _cursor_of(cursor: bytes) -> PostId | None:
    if not cursor:
        return None
    demand_length(cursor, HASH_BYTES, "a cursor that is not 32 bytes", "QueryResponse")
    return PostId(cursor)


def _bulk_response_of(bulk: schema.BulkResponse) -> BulkResponse:
    if len(bulk.messages) > BULK_RESPONSE_MESSAGES_MAX:
        raise PeerViolation("more than 128 messages", "BulkResponse")
    return BulkResponse(tuple(bulk.messages), bulk.forward_index)
