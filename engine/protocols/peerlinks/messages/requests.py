"""What is inside a SyncRequest, in the document's layout and in the published one (note 4.1). Pure.

The signature covers the bytes of the TBS as they came, so those are kept. No field of ours may
stand in here: the published implementation re-encodes what it read before it verifies.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import PeerViolation
from engine.model.ids import PostId
from engine.model.limits import CHAIN_LINKS_MAX
from engine.protocols.peerlinks.limits import (
    HASH_BYTES,
    PUBLIC_KEY_BYTES,
    QUERY_BYTES_MAX,
    REQUEST_HASHES_MAX,
    REQUEST_RUNS_MAX,
)
from engine.protocols.peerlinks.messages.parsing import (
    Path,
    demand_at_most,
    demand_hashes,
    demand_length,
    parse,
)
from engine.protocols.peerlinks.messages.trust import chain_of, schema_of_link
from engine.protocols.peerlinks.packets import Bulk, Chain, Layout, Query, RequestContent
from engine.schemas import peerlinks_pb2 as schema
from engine.wire.protobuf_scan import WireType, scan_fields, scan_runs

_SECTION = "SyncRequest"
_COUNTS: dict[Path, int] = {
    (1,): CHAIN_LINKS_MAX,
    (2, 1): CHAIN_LINKS_MAX,
    (3, 1): REQUEST_HASHES_MAX,
    (3, 2): REQUEST_HASHES_MAX,
}


@dataclass(frozen=True, slots=True)
class _Read:
    """A Query or Bulk, how it was written, and the chain the document's layout repeats in it."""

    content: Query | Bulk
    layout: Layout | None
    chain: Chain


def encode_request_tbs(
    content: Query | Bulk, chain: Chain, response_public_key: bytes, layout: Layout
) -> bytes:
    """What the request's signature signs; the document's layout repeats the chain inside."""
    links = [schema_of_link(link) for link in chain]
    tbs = schema.RequestTBS(chain=links, response_pub_key=response_public_key)
    match content:
        case Query():
            tbs.query = _encode_query(content, links, layout)
        case Bulk():
            tbs.bulk = _encode_bulk(content, links, layout)
    return tbs.SerializeToString()


def encode_request_content(tbs: bytes, signature: bytes) -> bytes:
    """What goes into the box."""
    return schema.RequestContent(tbs=tbs, signature=signature).SerializeToString()


def decode_request_content(data: bytes) -> RequestContent:
    """What came out of the box, in whichever layout; its signature is not checked here.

    ``chain`` is the TBS's own, or else the one inside the Query or Bulk. Raises PeerViolation
    unless it has a Query or a Bulk, a response key and hashes of 32 bytes, and well-formed chains,
    and for more fields than anybody needs to say so: they are walked one by one.
    """
    outer = parse(schema.RequestContent, data, _SECTION)
    demand_at_most(outer.tbs, _COUNTS, _SECTION, runs_max=REQUEST_RUNS_MAX)
    tbs = parse(schema.RequestTBS, outer.tbs, _SECTION)
    read = _read_content(tbs)
    key = tbs.response_pub_key
    demand_length(key, PUBLIC_KEY_BYTES, "a response key that is not 32 bytes", _SECTION)
    chain = chain_of(tbs.chain, len(tbs.chain)) or read.chain
    return RequestContent(chain, read.content, key, outer.signature, outer.tbs, read.layout)


def _read_content(tbs: schema.RequestTBS) -> _Read:
    match tbs.WhichOneof("content"):
        case "query":
            return _read_query(tbs.query)
        case "bulk":
            return _read_bulk(tbs.bulk)
        case None:
            raise PeerViolation("a request for nothing", _SECTION)


# ---- Query


def _encode_query(query: Query, links: list[schema.Link], layout: Layout) -> bytes:
    match layout:
        case Layout.DOCUMENT:
            document = schema.DocumentQuery(chain=links)
            return _fill_query(document, query)
        case Layout.PUBLISHED:
            return _fill_query(schema.PublishedQuery(), query)


def _fill_query(raw: schema.DocumentQuery | schema.PublishedQuery, query: Query) -> bytes:
    raw.is_backward = query.is_backward
    raw.limit = query.limit
    match query.cursor:
        case int():
            raw.height = query.cursor
        case bytes():
            raw.hash = query.cursor
        case None:
            pass
    return raw.SerializeToString()


def _read_query(data: bytes) -> _Read:
    if len(data) > QUERY_BYTES_MAX:
        raise PeerViolation("longer than any question", "Query")
    layout = _query_layout(data)
    if layout is Layout.DOCUMENT:
        document = parse(schema.DocumentQuery, data, "Query")
        chain = chain_of(document.chain, len(document.chain))
        return _Read(_query_of(document), layout, chain)
    return _Read(_query_of(parse(schema.PublishedQuery, data, "Query")), layout, ())


def _query_of(raw: schema.DocumentQuery | schema.PublishedQuery) -> Query:
    cursor: int | PostId | None
    match raw.WhichOneof("cursor"):
        case "height":
            cursor = raw.height
        case "hash":
            demand_length(raw.hash, HASH_BYTES, "a cursor that is not 32 bytes", "Query")
            cursor = PostId(raw.hash)
        case None:
            cursor = None
    return Query(cursor, raw.is_backward, raw.limit)


def _query_layout(data: bytes) -> Layout | None:  # noqa: PLR0911 - the note's rule, line by line
    """Note 4.1, first hit wins. None: only limit or nothing; that reads as the published one."""
    wire_types = {scanned.field: scanned.wire_type for scanned in scan_fields(data)}
    published, document = Layout.PUBLISHED, Layout.DOCUMENT
    match wire_types:
        case {5: _}:
            return document
        case {1: WireType.VARINT}:
            return published
        case {1: WireType.BYTES}:
            return document
        case {2: WireType.BYTES}:
            return published
        case {2: WireType.VARINT}:
            return document
        case {3: WireType.VARINT}:
            return published
        case {3: WireType.BYTES}:
            return document
        case _:
            return None


# ---- Bulk


def _encode_bulk(bulk: Bulk, links: list[schema.Link], layout: Layout) -> bytes:
    match layout:
        case Layout.DOCUMENT:
            return schema.DocumentBulk(chain=links, hashes=bulk.hashes).SerializeToString()
        case Layout.PUBLISHED:
            return schema.PublishedBulk(hashes=bulk.hashes).SerializeToString()


def _read_bulk(data: bytes) -> _Read:
    # The published layout first: its fields are plain bytes, so a wrong reading does no harm.
    first = parse(schema.PublishedBulk, data, "Bulk").hashes
    if 2 not in _bulk_fields(data) and all(len(one) == HASH_BYTES for one in first):
        layout = Layout.PUBLISHED if first else None
        return _Read(_bulk_of(tuple(first)), layout, ())
    document = parse(schema.DocumentBulk, data, "Bulk")
    chain = chain_of(document.chain, len(document.chain))
    return _Read(_bulk_of(tuple(document.hashes)), Layout.DOCUMENT, chain)


def _bulk_fields(data: bytes) -> set[int]:
    """The numbers that occur."""
    numbers: set[int] = set()
    for run, (scanned, _) in enumerate(scan_runs(data, 0, len(data)), start=1):
        if run > REQUEST_RUNS_MAX:
            raise PeerViolation("more fields than any question has", "Bulk")
        numbers.add(scanned.field)
    return numbers


def _bulk_of(hashes: tuple[bytes, ...]) -> Bulk:
    if len(hashes) > REQUEST_HASHES_MAX:
        raise PeerViolation("more hashes than are ever asked for", "Bulk")
    demand_hashes(hashes, "a hash that is not 32 bytes", "Bulk")
    return Bulk(tuple([PostId(one) for one in hashes]))
