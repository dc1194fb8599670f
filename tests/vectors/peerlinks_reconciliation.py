"""Recorded graphs, requests and responses: one check for each kind of case."""

from __future__ import annotations

from functools import cache

from engine.crypto import boxes, ed25519
from engine.model.ids import PostId
from engine.protocols.peerlinks.graph.answers import answer_bulk, answer_query
from engine.protocols.peerlinks.keys import channel_id, symmetric_key
from engine.protocols.peerlinks.limits import BULK_ANSWER_BYTES_MAX
from engine.protocols.peerlinks.messages import (
    decode_packet,
    decode_request_content,
    decode_response_content,
    encode_packet,
    encode_request_content,
    encode_request_tbs,
    encode_response_content,
    message_hash,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Layout,
    Query,
    QueryResponse,
    SyncRequest,
)
from engine.protocols.peerlinks.records import Channel
from engine.wire.varint import encode_varint
from tests.memory_records import MemoryRecords
from tests.vectors.peerlinks_cases import (
    CASES,
    Case,
    Fields,
    abbreviated_of,
    chain_of,
    channel_of,
    cursor_of,
    key_of,
    posts_of,
    stored_in_turn,
    unhex,
)


@cache
def _graph(name: str) -> tuple[Channel, MemoryRecords]:
    (case,) = [case for case in CASES if case["name"] == name]
    channel = channel_of(case["in"])
    wires = [unhex(wire) for wire in case["in"]["messages_in_arrival_order"]]
    return channel, stored_in_turn(channel, wires, case["in"]["now"])


def crdt_order(case: Case) -> None:
    channel, records = _graph(case["name"])
    out = case["out"]
    page = records.page_from(channel.id, (0, PostId(b"")), 1000)
    assert [one.hash.hex() for one in page] == out["hashes"]
    places = records.places(channel.id, [one.hash for one in page])
    assert [place.height for place in places] == out["heights"]
    assert [leaf.hash.hex() for leaf in records.leaves(channel.id, 128)] == out["leaves"]
    assert records.min_leaf_height(channel.id) == out["min_leaf_height"]


def _query_in(given: Fields) -> Query:
    cursor = given.get("cursor", given)
    at = cursor["height"] if "height" in cursor else PostId(unhex(cursor["hash"]))
    return Query(at, given["is_backward"], given["limit"])


def query(case: Case) -> None:
    channel, records = _graph(case["in"]["dag"])
    query, out = _query_in(case["in"]), case["out"]
    answer = answer_query(records, channel.id, query)
    match case["name"]:
        case "query/height-backward":
            assert answer == QueryResponse((), None, None)
        case "query/limit-0-elsewhere":
            assert isinstance(query.cursor, bytes)
            assert answer == QueryResponse((), query.cursor, query.cursor)
        case _:
            page = abbreviated_of(out["messages"])
            cursors = cursor_of(out["forward_hash"]), cursor_of(out["backward_hash"])
            assert answer == QueryResponse(page, *cursors)


def bulk(case: Case) -> None:
    channel, records = _graph(case["in"]["dag"])
    asked = Bulk(posts_of(case["in"]["hashes"]))
    answer = answer_bulk(records, channel.id, asked, BULK_ANSWER_BYTES_MAX).answer
    assert [message_hash(wire).hex() for wire in answer.messages] == case["out"]["hashes"]
    assert answer.forward_index == case["out"]["forward_index"]


_LAYOUTS = {"js": Layout.PUBLISHED, "document": Layout.DOCUMENT}


def _request_around(query: bytes) -> bytes:
    """A request content with that Query and nothing else of interest."""
    tbs = b"\x12" + encode_varint(len(query)) + query + b"\x22\x20" + bytes(32)
    return encode_request_content(tbs, bytes(64))


def query_layout(case: Case) -> None:
    wire, out = unhex(case["in"]["query"]), case["out"]
    read = decode_request_content(_request_around(wire))
    layout = _LAYOUTS[out["layout"]]
    assert read.content == _query_in(out)
    assert read.layout is layout
    assert len(read.chain) == out.get("chain_length", 0)
    again = decode_request_content(
        encode_request_content(
            encode_request_tbs(read.content, read.chain, bytes(32), layout), bytes(64)
        )
    )
    assert (again.content, again.chain, again.layout) == (read.content, read.chain, layout)


def sync_request(case: Case) -> None:
    given, out = case["in"], case["out"]
    key = key_of(given["channel_pub_key"])
    chain, nonce = chain_of(given["chain"]), unhex(given["nonce"])
    content: Query | Bulk
    content = (
        _query_in(given["query"]) if "query" in given else Bulk(posts_of(given["bulk"]["hashes"]))
    )
    response_key = boxes.from_seed(unhex(given["response_seed"])).public_key
    tbs = encode_request_tbs(content, chain, response_key, _LAYOUTS[given["layout"]])
    assert tbs.hex() == out["tbs"]
    signature = ed25519.sign(tbs, ed25519.from_seed(unhex(given["signer_seed"])).secret_key)
    assert signature.hex() == out["signature"]
    inner = encode_request_content(tbs, signature)
    assert inner.hex() == out["content"]
    box = boxes.secretbox(inner, nonce, symmetric_key(key))
    assert box.hex() == out["box"]
    request = SyncRequest(channel_id(key), given["seq"], nonce, box)
    assert encode_packet(request).hex() == out["packet"]
    assert decode_packet(unhex(out["packet"])) == request
    read = decode_request_content(inner)
    assert (read.chain, read.content, read.tbs) == (chain, content, tbs)
    assert (read.signature, read.response_public_key) == (signature, response_key)
    assert read.layout is Layout.PUBLISHED


def sync_response(case: Case) -> None:
    pair = boxes.from_seed(unhex(case["in"]["response_seed"]))
    assert pair.public_key.hex() == case["in"]["response_pub_key"]
    content = boxes.open_sealed(unhex(case["in"]["box"]), pair)
    assert content is not None
    assert content.hex() == case["out"]["content"]
    response = decode_response_content(content)
    match response:
        case QueryResponse():
            out = case["out"]["query_response"]
            cursors = cursor_of(out["forward_hash"]), cursor_of(out["backward_hash"])
            assert response == QueryResponse(abbreviated_of(out["messages"]), *cursors)
        case BulkResponse(messages, forward_index):
            out = case["out"]["bulk_response"]
            assert (len(messages), forward_index) == (out["messages"], out["forward_index"])
    assert encode_response_content(response) == content
