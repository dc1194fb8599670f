"""What holds for every message, whatever it says and however it is written down."""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PeerViolation
from engine.model.ids import PeerId, PostId, PublicKey, RequestId, SpaceId
from engine.protocols.peerlinks.limits import BULK_RESPONSE_MESSAGES_MAX, QUERY_LIMIT_MAX
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
    message_hash,
    message_tbs,
    parsing,
    read_message,
)
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Bulk,
    BulkResponse,
    ChannelMessage,
    EncryptedInvite,
    Error,
    Invite,
    InviteRequest,
    Json,
    Layout,
    Link,
    Notification,
    Packet,
    Ping,
    Pong,
    Query,
    QueryResponse,
    Root,
    Shake,
    SyncRequest,
    SyncResponse,
)
from engine.wire.protobuf_scan import PIECES_MAX, WireType, scan_fields
from engine.wire.varint import encode_varint

# ---- values ---------------------------------------------------------------------------------

HASHES = st.binary(min_size=32, max_size=32)
POSTS = HASHES.map(PostId)
KEYS = HASHES.map(PublicKey)
SIGNATURES = st.binary(min_size=64, max_size=64)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64)
TIMES = st.floats(0.0, 2.0**53, exclude_max=True).map(abs)
SEQS = st.integers(0, 2**32 - 1)
NONCES = st.binary(min_size=24, max_size=24)

LINKS = st.builds(Link, KEYS, NAMES, TIMES, TIMES, SIGNATURES)
CHAINS = st.lists(LINKS, max_size=3).map(tuple)
BODIES = st.builds(Root) | st.builds(Json, TEXTS)
MESSAGES = st.builds(
    ChannelMessage,
    st.lists(POSTS, max_size=5).map(tuple),
    st.just(0) | st.integers(0, 2**62 - 1),
    CHAINS,
    TIMES,
    BODIES,
    SIGNATURES,
)
CURSORS = st.none() | POSTS | st.integers(-(2**63), 2**63 - 1)
QUERIES = st.builds(Query, CURSORS, st.booleans(), SEQS)
BULKS = st.builds(Bulk, st.lists(POSTS, max_size=8).map(tuple))
ABBREVIATED = st.builds(Abbreviated, st.lists(POSTS, max_size=5).map(tuple), POSTS)
RESPONSES = st.builds(
    QueryResponse,
    st.lists(ABBREVIATED, max_size=8).map(tuple),
    st.none() | POSTS,
    st.none() | POSTS,
) | st.builds(BulkResponse, st.lists(st.binary(max_size=50), max_size=8).map(tuple), SEQS)
ENCRYPTED_INVITES = st.builds(EncryptedInvite, HASHES.map(RequestId), st.binary(max_size=500))
INVITES = st.builds(Invite, KEYS, NAMES, CHAINS)
INVITE_REQUESTS = st.builds(InviteRequest, HASHES.map(PeerId), KEYS, HASHES)
CHANNELS = HASHES.map(SpaceId)
PACKETS: st.SearchStrategy[Packet] = st.one_of(
    st.builds(Error, TEXTS),
    ENCRYPTED_INVITES,
    st.builds(SyncRequest, CHANNELS, SEQS, NONCES, st.binary(max_size=99)),
    st.builds(SyncResponse, CHANNELS, SEQS, st.binary(max_size=99)),
    st.builds(Notification, CHANNELS),
    st.builds(Ping, SEQS),
    st.builds(Pong, SEQS),
)


# ---- round trips ----------------------------------------------------------------------------


@given(MESSAGES)
def test_a_message_survives_the_wire(message: ChannelMessage) -> None:
    assert decode_message(encode_message(message)) == message


@given(MESSAGES)
def test_the_bytes_kept_of_a_received_message_are_those_we_would_write(
    message: ChannelMessage,
) -> None:
    wire = encode_message(message)
    read = read_message(wire)
    assert (read.wire, read.tbs, read.hash) == (wire, message_tbs(message), message_hash(wire))


@given(LINKS)
def test_a_link_survives_the_wire(link: Link) -> None:
    assert decode_link(encode_link(link)) == link


@given(PACKETS)
def test_a_packet_survives_the_wire(packet: Packet) -> None:
    assert decode_packet(encode_packet(packet)) == packet


@given(QUERIES | BULKS, CHAINS, HASHES, SIGNATURES, st.sampled_from(Layout))
def test_a_request_survives_the_wire(
    content: Query | Bulk, chain: tuple[Link, ...], key: bytes, signature: bytes, layout: Layout
) -> None:
    tbs = encode_request_tbs(content, chain, key, layout)
    read = decode_request_content(encode_request_content(tbs, signature))
    assert (read.content, read.chain, read.tbs) == (content, chain, tbs)
    assert (read.response_public_key, read.signature) == (key, signature)
    assert read.layout is layout or content == Bulk(())


@given(RESPONSES)
def test_a_response_survives_the_wire(response: QueryResponse | BulkResponse) -> None:
    assert decode_response_content(encode_response_content(response)) == response


def _within(pieces: int, read: Callable[[bytes], object], data: bytes) -> object:
    """What is read where not even small data go unwalked, and a walk has so many pieces at most."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parsing, "UNSCANNED_BYTES_MAX", 0)
        patch.setattr(parsing, "PIECES_MAX", pieces)
        return read(data)


@given(RESPONSES)
def test_of_every_answer_as_few_pieces_are_looked_at_as_leave_room_for_the_longest(
    answer: QueryResponse | BulkResponse,
) -> None:
    """Each entry of a page is one, its parents and its hash are two."""
    pieces = 5 + 3 * len(answer.messages)
    assert _within(pieces, decode_response_content, encode_response_content(answer)) == answer
    assert 5 + 3 * max(QUERY_LIMIT_MAX, BULK_RESPONSE_MESSAGES_MAX) <= PIECES_MAX


@given(MESSAGES)
def test_of_every_message_a_dozen_pieces_are_looked_at(message: ChannelMessage) -> None:
    assert _within(12, decode_message, encode_message(message)) == message


@given(INVITES, INVITE_REQUESTS, ENCRYPTED_INVITES)
def test_what_lets_people_in_survives_the_wire(
    invite: Invite, request: InviteRequest, encrypted: EncryptedInvite
) -> None:
    assert decode_invite(encode_invite(invite)) == invite
    assert decode_invite_request(encode_invite_request(request)) == request
    assert decode_encrypted_invite(encode_encrypted_invite(encrypted)) == encrypted


@given(HASHES.map(PeerId), st.booleans())
def test_the_greeting_survives_the_wire(peer_id: PeerId, flag: bool) -> None:  # noqa: FBT001 - drawn
    hello = decode_hello(encode_hello(peer_id, ours=flag))
    assert (hello.peer_id, hello.ours, hello.version) == (peer_id, flag, 1)
    assert decode_shake(encode_shake(flag)) == Shake(flag)


# ---- one signed message, one hash (P-4) -----------------------------------------------------

Field = tuple[int, WireType, bytes]


def _fields(data: bytes) -> list[Field]:
    return [(one.field, one.wire_type, data[one.start : one.end]) for one in scan_fields(data)]


def _written(fields: list[Field]) -> bytes:
    parts = []
    for number, wire_type, value in fields:
        parts.append(encode_varint(number << 3 | wire_type))
        if wire_type is WireType.BYTES:
            parts.append(encode_varint(len(value)))
        parts.append(value)
    return b"".join(parts)


def _inside(number: int, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """The same change to every field of that number."""

    def changed(data: bytes) -> bytes:
        return _written(
            [
                (found, kind, change(value) if found == number else value)
                for found, kind, value in _fields(data)
            ]
        )

    return changed


def _reversed(data: bytes) -> bytes:
    """Fields in descending order; those of one number keep theirs."""
    return _written(sorted(_fields(data), key=lambda one: -one[0]))


def _with_unknown(data: bytes) -> bytes:
    return b"\x78\x01" + data + b"\xba\x3e\x03new"


def _without_zeros(data: bytes) -> bytes:
    zeros = {(WireType.VARINT, b"\x00"), (WireType.FIXED64, bytes(8))}
    return _written([one for one in _fields(data) if one[1:] not in zeros])


def _with_long_varints(data: bytes) -> bytes:
    """Every varint value one byte longer than it needs to be."""
    return _written(
        [
            (number, kind, value[:-1] + bytes([value[-1] | 0x80, 0]))
            if kind is WireType.VARINT and len(value) < 10
            else (number, kind, value)
            for number, kind, value in _fields(data)
        ]
    )


def _with_scalars_twice(data: bytes) -> bytes:
    """Another value before the one that counts."""
    first: dict[WireType, bytes] = {
        WireType.VARINT: b"\x05",
        WireType.FIXED64: struct.pack("<d", 7),
    }
    fields = []
    for number, kind, value in _fields(data):
        if kind in first:
            fields.append((number, kind, first[kind]))
        fields.append((number, kind, value))
    return _written(fields)


def _with_channel_id(data: bytes) -> bytes:
    return data + b"\x2a\x20" + bytes(32)


TBS, CHAIN, BODY = 1, 3, 5
REWRITINGS: dict[str, Callable[[bytes], bytes]] = {
    "outer fields reversed": _reversed,
    "inner fields reversed": _inside(TBS, _reversed),
    "unknown fields outside": _with_unknown,
    "unknown fields inside": _inside(TBS, _with_unknown),
    "unknown fields in links": _inside(TBS, _inside(CHAIN, _inside(TBS, _with_unknown))),
    "unknown fields in the body": _inside(TBS, _inside(BODY, _with_unknown)),
    "zeros left out": _inside(TBS, _without_zeros),
    "zeros left out of links": _inside(TBS, _inside(CHAIN, _inside(TBS, _without_zeros))),
    "longer varints": _inside(TBS, _with_long_varints),
    "scalars twice": _inside(TBS, _with_scalars_twice),
    "links with a channel id": _inside(TBS, _inside(CHAIN, _inside(TBS, _with_channel_id))),
}


@pytest.mark.parametrize("rewriting", REWRITINGS.values(), ids=REWRITINGS.keys())
@given(message=MESSAGES)
@settings(max_examples=60)
def test_no_way_of_writing_gives_a_signed_message_a_second_hash(
    rewriting: Callable[[bytes], bytes], message: ChannelMessage
) -> None:
    wire = encode_message(message)
    read = read_message(rewriting(wire))
    assert (read.message, read.wire, read.tbs) == (message, wire, message_tbs(message))
    assert read.hash == message_hash(wire)


@given(MESSAGES, st.data())
def test_what_is_read_of_damaged_bytes_is_canonical_or_a_violation(
    message: ChannelMessage, data: st.DataObject
) -> None:
    damaged = _damage(encode_message(message), data)
    try:
        read = read_message(damaged)
    except PeerViolation:
        return
    assert read.wire == encode_message(read.message)
    assert read.tbs == message_tbs(read.message)
    assert read_message(read.wire) == read


# ---- nothing but PeerViolation --------------------------------------------------------------

DECODERS: list[Callable[[bytes], object]] = [
    decode_hello,
    decode_shake,
    decode_packet,
    decode_link,
    decode_message,
    decode_request_content,
    decode_response_content,
    decode_invite_request,
    decode_encrypted_invite,
    decode_invite,
]


def _damage(wire: bytes, data: st.DataObject) -> bytes:
    """A byte changed, a piece cut out, or a piece repeated."""
    start = data.draw(st.integers(0, len(wire)))
    end = data.draw(st.integers(start, min(len(wire), start + 40)))
    inserted = data.draw(st.binary(max_size=8) | st.just(wire[start:end] * 2))
    return wire[:start] + inserted + wire[end:]


def _only_violations(decode: Callable[[bytes], object], wire: bytes) -> None:
    # Any other exception fails the test by itself.
    with suppress(PeerViolation):
        decode(wire)


@pytest.mark.parametrize("decode", DECODERS)
@given(wire=st.binary(max_size=300))
def test_any_bytes_are_a_value_or_a_violation(
    decode: Callable[[bytes], object], wire: bytes
) -> None:
    _only_violations(decode, wire)


@pytest.mark.parametrize("decode", DECODERS)
@given(
    wire=st.one_of(
        MESSAGES.map(encode_message),
        PACKETS.map(encode_packet),
        RESPONSES.map(encode_response_content),
        INVITES.map(encode_invite),
        INVITE_REQUESTS.map(encode_invite_request),
        st.builds(encode_request_tbs, QUERIES | BULKS, CHAINS, HASHES, st.sampled_from(Layout)).map(
            lambda tbs: encode_request_content(tbs, bytes(64))
        ),
    ),
    data=st.data(),
)
@settings(max_examples=50)
def test_damaged_bytes_are_a_value_or_a_violation(
    decode: Callable[[bytes], object], wire: bytes, data: st.DataObject
) -> None:
    _only_violations(decode, _damage(wire, data))
