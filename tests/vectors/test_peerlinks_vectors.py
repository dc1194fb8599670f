"""Every recorded case of the published PeerLinks implementation, by kind.

Where we knowingly judge otherwise, ``DECIDED`` says so and why; nothing else may differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.crypto import boxes, ed25519
from engine.crypto.entropy import SeededEntropy
from engine.errors import PeerViolation, Refusal, Refused
from engine.model.ids import PeerId, PostId, PublicKey, RequestId, SpaceId
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.graph.acceptance import (
    Acceptance,
    Accepted,
    AlreadyStored,
    HeldBack,
)
from engine.protocols.peerlinks.graph.answers import answer_bulk, answer_query
from engine.protocols.peerlinks.invites import Inviter, issue_invite, open_invite, request_ids_of
from engine.protocols.peerlinks.keys import (
    channel_id,
    document_request_id,
    published_request_id,
    symmetric_key,
)
from engine.protocols.peerlinks.limits import BULK_ANSWER_BYTES_MAX
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_hello,
    decode_invite,
    decode_invite_request,
    decode_link,
    decode_message,
    decode_packet,
    decode_request_content,
    decode_response_content,
    decode_shake,
    encode_encrypted_invite,
    encode_hello,
    encode_invite,
    encode_invite_request,
    encode_link,
    encode_message,
    encode_packet,
    encode_request_content,
    encode_request_tbs,
    encode_response_content,
    encode_shake,
    link_tbs,
    message_hash,
    message_tbs,
)
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Bulk,
    BulkResponse,
    Chain,
    ChannelMessage,
    EncryptedInvite,
    Error,
    Invite,
    InviteRequest,
    Json,
    Layout,
    Notification,
    Packet,
    Ping,
    Pong,
    Query,
    QueryResponse,
    Root,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.records import Channel, OpenRequest
from engine.protocols.peerlinks.trust.chain import VerifiedLinks, check_chain
from engine.protocols.peerlinks.trust.link import issue_link
from engine.wire.base58 import decode_base58, encode_base58
from engine.wire.frames import encode_frame
from engine.wire.varint import encode_varint
from tests.memory_records import MemoryRecords

Case = dict[str, Any]  # Any: recorded JSON
Fields = dict[str, Any]  # Any: recorded JSON

CASES: list[Case] = json.loads(Path(__file__).with_name("peerlinks.json").read_text("utf-8"))[
    "cases"
]

DECIDED = {
    "message-receive/second-root-by-owner": "refused: a channel has exactly one root (D8)",
    "message-receive/second-root-by-member": "refused: the channel's key signs the root (D8)",
    "message-receive/body-root-and-json": "refused: the document's body is one of both; no writer"
    " writes both, and only a channel's owner could (with an empty chain), harming nobody else",
    "message-receive/future-121s": "held back, not accepted: our clock may be the wrong one (L-3)",
    "query/height-backward": "answered with an empty page instead of closing (note 3, row 19)",
    "query/limit-0-elsewhere": "answered with an empty page instead of failing (L-9)",
}
"""Cases in which we differ from the recorded verdict, or say it in another way, and why."""


# ---- reading cases --------------------------------------------------------------------------


def _bytes(value: str) -> bytes:
    return bytes.fromhex(value)


def _key(value: str) -> PublicKey:
    return PublicKey(_bytes(value))


def _posts(values: list[str]) -> tuple[PostId, ...]:
    return tuple(PostId(_bytes(value)) for value in values)


def _chain(values: list[str]) -> Chain:
    return tuple(decode_link(_bytes(value)) for value in values)


def _channel(given: Fields) -> Channel:
    key = _key(given["channel_pub_key"])
    return Channel(
        channel_id(key), key, given.get("channel_name", "general"), public=False, left=False
    )


def _abbreviated(values: list[Fields]) -> tuple[Abbreviated, ...]:
    return tuple(Abbreviated(_posts(one["parents"]), PostId(_bytes(one["hash"]))) for one in values)


def _cursor(value: str | None) -> PostId | None:
    return None if value is None else PostId(_bytes(value))


def _acceptance(records: MemoryRecords) -> Acceptance:
    return Acceptance(records, ed25519.verify_each, VerifiedLinks())


def _stored(channel: Channel, wires: list[bytes], now: float) -> MemoryRecords:
    """A memory that accepted these messages one after another."""
    records = MemoryRecords()
    for wire in wires:
        (verdict,) = _acceptance(records).judge(channel, [wire], now)
        assert isinstance(verdict, Accepted)
        records.apply(verdict.stored(channel.id, now, ours=False))
    return records


# ---- keys -----------------------------------------------------------------------------------


def _sign_seed(case: Case) -> None:
    pair = ed25519.from_seed(_bytes(case["in"]["seed"]))
    assert pair.public_key.hex() == case["out"]["public_key"]
    assert pair.secret_key.hex() == case["out"]["secret_key"]


def _channel_keys(case: Case) -> None:
    key = _key(case["in"]["channel_pub_key"])
    assert channel_id(key).hex() == case["out"]["channel_id"]
    assert symmetric_key(key).hex() == case["out"]["symmetric_key"]


def _request_id(case: Case) -> None:
    pair = boxes.from_seed(_bytes(case["in"]["box_seed"]))
    assert pair.public_key.hex() == case["in"]["box_pub_key"]
    assert published_request_id(pair.public_key).hex() == case["out"]["request_id_js"]
    trustee = _key(case["in"]["trustee_pub_key"])
    assert document_request_id(trustee).hex() == case["out"]["request_id_seed_document"]


# ---- greeting -------------------------------------------------------------------------------


def _shake_direction(case: Case) -> None:
    ours, theirs = PeerId(_bytes(case["in"]["local"])), PeerId(_bytes(case["in"]["remote"]))
    assert we_shake(ours, theirs) is case["out"]["local_sends_shake"]
    assert we_shake(theirs, ours) is not case["out"]["local_sends_shake"]


def _hello(case: Case) -> None:
    known = {**case["in"], **case["out"]}
    hello = decode_hello(_bytes(known["wire"]))
    assert (hello.version, hello.peer_id.hex()) == (known["version"], known["peer_id"])
    assert not hello.ours
    if "wire" in case["out"]:
        assert encode_hello(hello.peer_id, ours=False).hex() == known["wire"]


def _shake(case: Case) -> None:
    wire = encode_shake(case["in"]["is_duplicate"])
    assert wire.hex() == case["out"]["wire"]
    assert decode_shake(wire).is_duplicate is case["in"]["is_duplicate"]
    assert not decode_shake(b"").is_duplicate


def _frame(case: Case) -> None:
    assert encode_frame(_bytes(case["in"]["payload"])).hex() == case["out"]["bytes"]


def _packet_of(out: Case) -> Packet:
    fields = out["fields"]
    match out["type"]:
        case "error":
            return Error(fields["reason"])
        case "ping":
            return Ping(fields["seq"])
        case "pong":
            return Pong(fields["seq"])
        case "notification":
            return Notification(SpaceId(_bytes(fields["channelId"])))
        case "syncResponse":
            return SyncResponse(SpaceId(_bytes(fields["channelId"])), fields["seq"], b"")
        case other:
            raise AssertionError(other)


def _packet(case: Case) -> None:
    wire = _bytes(case["in"]["packet"])
    assert decode_packet(wire) == _packet_of(case["out"])
    assert encode_packet(_packet_of(case["out"])) == wire


# ---- trust ----------------------------------------------------------------------------------


def _link_encode(case: Case) -> None:
    given, out = case["in"], case["out"]
    channel = channel_id(_key(given["channel_pub_key"]))
    link = issue_link(
        ed25519.from_seed(_bytes(given["issuer_seed"])).secret_key,
        channel,
        _key(given["trustee_pub_key"]),
        given["trustee_display_name"],
        given["valid_from"],
        given["valid_to"],
    )
    assert link_tbs(link, channel).hex() == out["tbs"]
    assert link.signature.hex() == out["signature"]
    assert encode_link(link).hex() == out["link"]
    assert decode_link(_bytes(out["link"])) == link


def _link_verify(case: Case) -> None:
    given = case["in"]
    channel = channel_id(_key(given["channel_pub_key"]))
    issuer = _key(given["issuer_pub_key"])
    if case["out"].get("decode_error"):
        with pytest.raises(PeerViolation):
            decode_link(_bytes(given["link"]))
        return
    chain = (decode_link(_bytes(given["link"])),)
    _expect_chain(chain, issuer, channel, given["timestamp"], is_valid=case["out"]["valid"])


def _expect_chain(
    chain: Chain, first_issuer: PublicKey, channel: SpaceId, at: float, *, is_valid: bool
) -> None:
    if is_valid:
        leaf = check_chain(chain, first_issuer, channel, at, VerifiedLinks())
        assert leaf == (chain[-1].trustee if chain else first_issuer)
        return
    with pytest.raises(PeerViolation):
        check_chain(chain, first_issuer, channel, at, VerifiedLinks())


def _chain_verify(case: Case) -> None:
    given, out = case["in"], case["out"]
    key = _key(given["channel_pub_key"])
    chain = _chain(given["links"])
    _expect_chain(chain, key, channel_id(key), given["timestamp"], is_valid=out["valid"])
    if out["valid"]:
        assert (chain[-1].trustee if chain else key).hex() == out["leaf_key"]


# ---- messages -------------------------------------------------------------------------------


def _signed(message: ChannelMessage, seed: str) -> ChannelMessage:
    secret_key = ed25519.from_seed(_bytes(seed)).secret_key
    signature = ed25519.sign(message_tbs(message), secret_key)
    return ChannelMessage(
        message.parents, message.height, message.chain, message.timestamp, message.body, signature
    )


def _message_encode(case: Case) -> None:
    given, out = case["in"], case["out"]
    body = Root() if given["body"] == "root" else Json(given["body"]["json"])
    parents, chain = _posts(given["parents"]), _chain(given["chain"])
    message = ChannelMessage(parents, given["height"], chain, given["timestamp"], body, b"")
    assert message_tbs(message).hex() == out["tbs"]
    signed = _signed(message, given["author_seed"])
    assert signed.signature.hex() == out["signature"]
    wire = encode_message(signed)
    assert wire.hex() == out["wire"]
    assert message_hash(wire).hex() == out["hash"]
    assert decode_message(wire) == signed


_REFUSED_BY_US = {name for name, why in DECIDED.items() if why.startswith("refused")}


def _message_receive(case: Case) -> None:
    given = case["in"]
    channel = _channel(given)
    records = _stored(channel, [_bytes(wire) for wire in given["stored"]], given["now"])
    _expect_verdict(case, channel, records, _bytes(given["message"]))


def _expect_verdict(case: Case, channel: Channel, records: MemoryRecords, wire: bytes) -> None:
    out, now = case["out"], case["in"]["now"]
    acceptance = _acceptance(records)
    if case["name"] == "message-receive/future-121s":
        (held,) = acceptance.judge(channel, [wire], now)
        assert held == HeldBack(message_hash(wire), now + 1)
    elif out["accepted"] and case["name"] not in _REFUSED_BY_US:
        (verdict,) = acceptance.judge(channel, [wire], now)
        assert isinstance(verdict, Accepted if out.get("is_new", True) else AlreadyStored)
        assert verdict.hash.hex() == out["hash"]
    else:
        with pytest.raises(PeerViolation):
            acceptance.judge(channel, [wire], now)


def _message_size(case: Case) -> None:
    given = case["in"]
    channel = _channel(given)
    records = _stored(channel, [_bytes(wire) for wire in given["stored"]], given["now"])
    text = given["json_prefix"] + given["json_unit"] * given["json_count"] + given["json_suffix"]
    chain = _chain(given["chain"])
    unsigned = ChannelMessage(
        _posts(given["parents"]), given["height"], chain, given["timestamp"], Json(text), b""
    )
    wire = encode_message(_signed(unsigned, given["author_seed"]))
    assert len(wire) == case["out"]["wire_length"]
    assert message_hash(wire).hex() == case["out"]["hash"]
    _expect_verdict(case, channel, records, wire)


# ---- the graph ------------------------------------------------------------------------------


@cache
def _graph(name: str) -> tuple[Channel, MemoryRecords]:
    (case,) = [case for case in CASES if case["name"] == name]
    channel = _channel(case["in"])
    wires = [_bytes(wire) for wire in case["in"]["messages_in_arrival_order"]]
    return channel, _stored(channel, wires, case["in"]["now"])


def _crdt_order(case: Case) -> None:
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
    at = cursor["height"] if "height" in cursor else PostId(_bytes(cursor["hash"]))
    return Query(at, given["is_backward"], given["limit"])


def _query(case: Case) -> None:
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
            page = _abbreviated(out["messages"])
            cursors = _cursor(out["forward_hash"]), _cursor(out["backward_hash"])
            assert answer == QueryResponse(page, *cursors)


def _bulk(case: Case) -> None:
    channel, records = _graph(case["in"]["dag"])
    asked = Bulk(_posts(case["in"]["hashes"]))
    answer = answer_bulk(records, channel.id, asked, BULK_ANSWER_BYTES_MAX)
    assert [message_hash(wire).hex() for wire in answer.messages] == case["out"]["hashes"]
    assert answer.forward_index == case["out"]["forward_index"]


# ---- requests and responses -----------------------------------------------------------------

_LAYOUTS = {"js": Layout.PUBLISHED, "document": Layout.DOCUMENT}


def _request_around(query: bytes) -> bytes:
    """A request content with that Query and nothing else of interest."""
    tbs = b"\x12" + encode_varint(len(query)) + query + b"\x22\x20" + bytes(32)
    return encode_request_content(tbs, bytes(64))


def _query_layout(case: Case) -> None:
    wire, out = _bytes(case["in"]["query"]), case["out"]
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


def _sync_request(case: Case) -> None:
    given, out = case["in"], case["out"]
    key = _key(given["channel_pub_key"])
    chain, nonce = _chain(given["chain"]), _bytes(given["nonce"])
    content: Query | Bulk
    content = (
        _query_in(given["query"]) if "query" in given else Bulk(_posts(given["bulk"]["hashes"]))
    )
    response_key = boxes.from_seed(_bytes(given["response_seed"])).public_key
    tbs = encode_request_tbs(content, chain, response_key, _LAYOUTS[given["layout"]])
    assert tbs.hex() == out["tbs"]
    signature = ed25519.sign(tbs, ed25519.from_seed(_bytes(given["signer_seed"])).secret_key)
    assert signature.hex() == out["signature"]
    inner = encode_request_content(tbs, signature)
    assert inner.hex() == out["content"]
    box = boxes.secretbox(inner, nonce, symmetric_key(key))
    assert box.hex() == out["box"]
    request = SyncRequest(channel_id(key), given["seq"], nonce, box)
    assert encode_packet(request).hex() == out["packet"]
    assert decode_packet(_bytes(out["packet"])) == request
    read = decode_request_content(inner)
    assert (read.chain, read.content, read.tbs) == (chain, content, tbs)
    assert (read.signature, read.response_public_key) == (signature, response_key)
    assert read.layout is Layout.PUBLISHED


def _sync_response(case: Case) -> None:
    pair = boxes.from_seed(_bytes(case["in"]["response_seed"]))
    assert pair.public_key.hex() == case["in"]["response_pub_key"]
    content = boxes.open_sealed(_bytes(case["in"]["box"]), pair)
    assert content is not None
    assert content.hex() == case["out"]["content"]
    response = decode_response_content(content)
    match response:
        case QueryResponse():
            out = case["out"]["query_response"]
            cursors = _cursor(out["forward_hash"]), _cursor(out["backward_hash"])
            assert response == QueryResponse(_abbreviated(out["messages"]), *cursors)
        case BulkResponse(messages, forward_index):
            out = case["out"]["bulk_response"]
            assert (len(messages), forward_index) == (out["messages"], out["forward_index"])
    assert encode_response_content(response) == content


# ---- invites --------------------------------------------------------------------------------


def _invite(case: Case) -> None:
    given, out = case["in"], case["out"]
    request = decode_invite_request(_bytes(given["request"]))
    trustee, box_key = _key(given["trustee_pub_key"]), _bytes(given["box_pub_key"])
    assert request == InviteRequest(PeerId(_bytes(given["peer_id"])), trustee, box_key)
    assert encode_invite_request(request) == _bytes(given["request"])
    assert encode_base58(_bytes(given["request"])) == given["request_base58"]
    assert decode_base58(given["request_base58"]) == _bytes(given["request"])
    pair = ed25519.from_seed(_bytes(given["inviter_seed"]))
    inviter = Inviter(_channel(given), _chain(given["inviter_chain"]), pair)
    entropy, now = SeededEntropy(b"an invite"), given["now"]
    if "error" in out:
        with pytest.raises(Refused) as refused:
            issue_invite(inviter, request, given["display_name"], entropy, now)
        assert refused.value.reason is Refusal.CHAIN_FULL
        return
    invite, (published, document) = issue_invite(
        inviter, request, given["display_name"], entropy, now
    )
    assert encode_invite(invite).hex() == out["invite_with_chain_in_3_and_4"]
    last = invite.chain[-1]
    assert (last.valid_from, last.valid_to) == (out["valid_from"], out["valid_to"])
    assert published.request_id.hex() == out["request_id"]
    waiting = OpenRequest(
        request_ids_of(trustee, box_key),
        trustee,
        _bytes(given["request"]),
        _bytes(given["box_seed"]),
        now,
        now + 1,
    )
    recorded = EncryptedInvite(RequestId(_bytes(out["request_id"])), _bytes(out["box"]))
    assert decode_packet(_bytes(out["packet"])) == recorded
    assert encode_packet(recorded).hex() == out["packet"]
    assert decode_encrypted_invite(encode_encrypted_invite(recorded)) == recorded
    theirs = Invite(invite.channel_public_key, invite.channel_name, invite.chain, Layout.PUBLISHED)
    assert decode_invite(_bytes(out["invite"])) == theirs
    assert open_invite(recorded, [waiting], now) == (waiting, theirs)
    for ours in (published, document):
        assert open_invite(ours, [waiting], now) == (waiting, invite)


# ---- all of them ----------------------------------------------------------------------------

RUNNERS: dict[str, Callable[[Case], None]] = {
    "sign-seed": _sign_seed,
    "channel-keys": _channel_keys,
    "request-id": _request_id,
    "shake-direction": _shake_direction,
    "hello": _hello,
    "shake": _shake,
    "frame": _frame,
    "packet": _packet,
    "link-encode": _link_encode,
    "link-verify": _link_verify,
    "chain-verify": _chain_verify,
    "message-encode": _message_encode,
    "message-receive": _message_receive,
    "message-size": _message_size,
    "crdt-order": _crdt_order,
    "query": _query,
    "bulk": _bulk,
    "query-layout": _query_layout,
    "sync-request": _sync_request,
    "sync-response": _sync_response,
    "invite": _invite,
}


def test_no_kind_and_no_case_is_left_out() -> None:
    names = [case["name"] for case in CASES]
    assert len(names) == len(set(names)) == 173
    assert {case["kind"] for case in CASES} == RUNNERS.keys()
    assert DECIDED.keys() <= set(names)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_recorded_case_comes_out_as_recorded_or_as_decided(case: Case) -> None:
    RUNNERS[case["kind"]](case)
