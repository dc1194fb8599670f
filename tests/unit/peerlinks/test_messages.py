"""The codecs: shapes that are refused, limits at n and n + 1, and what is skipped."""

from __future__ import annotations

import struct

import pytest

from engine.errors import PeerViolation
from engine.model.ids import PeerId, PostId, PublicKey, RequestId, SpaceId
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
    read_message,
)
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Bulk,
    BulkResponse,
    EncryptedInvite,
    Error,
    Invite,
    InviteRequest,
    Layout,
    Link,
    Notification,
    Packet,
    Ping,
    Pong,
    Query,
    QueryResponse,
    SyncRequest,
    SyncResponse,
)
from engine.wire.varint import encode_varint
from tests.grown_channel import KEY, MEMBER_CHAIN, NOW, message, root

HASH = PostId(b"\x09" * 32)
PEER = PeerId(b"\xfe" * 32)
CHANNEL = SpaceId(b"\x01" * 32)

NO_TIMES = [
    float("nan"),
    float("inf"),
    float("-inf"),
    -1.0,
    -0.0,
    -5e-324,
    2.0**53,
    1e300,
]


def field(number: int, value: bytes) -> bytes:
    """One field of bytes."""
    return encode_varint(number << 3 | 2) + encode_varint(len(value)) + value


def scalar(number: int, value: int) -> bytes:
    """One varint field."""
    return encode_varint(number << 3) + encode_varint(value)


def double(number: int, value: float) -> bytes:
    """One fixed field of 8 bytes."""
    return encode_varint(number << 3 | 1) + struct.pack("<d", value)


def post(tbs: bytes, signature: bytes = bytes(64)) -> bytes:
    """A ChannelMessage around that TBS."""
    return field(1, tbs) + field(2, signature)


BODY = field(5, field(2, b"{}"))


# ---- greeting -------------------------------------------------------------------------------


def test_our_hello_carries_a_mark_that_others_skip() -> None:
    assert decode_hello(encode_hello(PEER, ours=True)).ours
    assert not decode_hello(encode_hello(PEER, ours=False)).ours
    assert encode_hello(PEER, ours=True).startswith(encode_hello(PEER, ours=False))


@pytest.mark.parametrize("peer_id", [b"", bytes(31), bytes(33)])
def test_a_peer_id_is_32_bytes(peer_id: bytes) -> None:
    with pytest.raises(PeerViolation):
        decode_hello(scalar(1, 1) + field(2, peer_id))


def test_a_hello_of_another_version_is_read_for_the_handshake_to_judge() -> None:
    assert decode_hello(scalar(1, 2) + field(2, PEER)).version == 2
    assert decode_hello(field(2, PEER)).version == 0


def test_an_empty_shake_says_false() -> None:
    assert not decode_shake(b"").is_duplicate


# ---- packets --------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", scalar(15, 1), field(99, b"news"), b"\x08\x00"])
def test_a_packet_without_a_known_content_is_a_violation(data: bytes) -> None:
    with pytest.raises(PeerViolation):
        decode_packet(data)


def test_unknown_fields_beside_a_content_are_skipped() -> None:
    data = scalar(15, 1) + encode_packet(Ping(7)) + field(99, b"more")
    assert decode_packet(data) == Ping(7)


def test_of_two_contents_the_later_on_the_wire_counts() -> None:
    assert decode_packet(encode_packet(Ping(1)) + encode_packet(Pong(2))) == Pong(2)
    assert decode_packet(encode_packet(Pong(2)) + encode_packet(Ping(1))) == Ping(1)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_ids_of_a_packet_are_32_bytes(length: int) -> None:
    packets: list[Packet] = [
        Notification(SpaceId(bytes(length))),
        SyncRequest(SpaceId(bytes(length)), 0, bytes(24), bytes(20)),
        SyncResponse(SpaceId(bytes(length)), 0, b""),
        EncryptedInvite(RequestId(bytes(length)), bytes(100)),
    ]
    for packet in packets:
        with pytest.raises(PeerViolation):
            decode_packet(encode_packet(packet))


def test_a_reason_is_cut_to_1023_code_points_and_a_longer_one_is_seen_to_be_longer() -> None:
    assert decode_packet(encode_packet(Error("\u00e4" * 2000))) == Error("\u00e4" * 1023)
    too_long = field(1, field(1, b"x" * 5000))
    assert decode_packet(too_long) == Error("x" * 1024)


def test_a_reason_that_is_not_utf8_is_a_violation() -> None:
    with pytest.raises(PeerViolation):
        decode_packet(field(1, field(1, b"\xed\xa0\x80")))


# ---- links ----------------------------------------------------------------------------------


@pytest.mark.parametrize("at", NO_TIMES)
def test_a_time_of_a_link_that_is_none_is_a_violation(at: float) -> None:
    for times in (double(3, at) + double(4, NOW), double(3, NOW) + double(4, at)):
        tbs = field(1, bytes(32)) + field(2, b"name") + times
        with pytest.raises(PeerViolation):
            decode_link(field(1, tbs) + field(2, bytes(64)))


def test_a_link_without_times_has_both_at_zero() -> None:
    tbs = field(1, bytes(32)) + field(2, b"name")
    link = decode_link(field(1, tbs) + field(2, bytes(64)))
    assert link == Link(PublicKey(bytes(32)), "name", 0.0, 0.0, bytes(64))
    assert encode_link(link) == field(1, tbs + double(3, 0.0) + double(4, 0.0)) + field(
        2, bytes(64)
    )


@pytest.mark.parametrize("name", [b"\xff", b"\xed\xa0\x80", b"a\xc0\x80"])
def test_a_name_that_is_not_utf8_is_a_violation(name: bytes) -> None:
    tbs = field(1, bytes(32)) + field(2, name)
    with pytest.raises(PeerViolation):
        decode_link(field(1, tbs) + field(2, bytes(64)))


# ---- channel messages -----------------------------------------------------------------------


@pytest.mark.parametrize("at", NO_TIMES)
def test_a_timestamp_that_is_no_time_is_a_violation(at: float) -> None:
    with pytest.raises(PeerViolation):
        decode_message(post(double(4, at) + BODY))


@pytest.mark.parametrize("height", [2**62, 2**63 - 1, 2**64 - 1])
def test_a_height_out_of_range_is_a_violation(height: int) -> None:
    with pytest.raises(PeerViolation):
        decode_message(post(scalar(2, height) + BODY))
    assert decode_message(post(scalar(2, 2**62 - 1) + BODY)).height == 2**62 - 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        field(2, bytes(64)),
        post(b""),
        post(scalar(2, 1)),
        post(field(5, b"")),
        post(field(5, field(1, b"") + field(2, b"{}"))),
        post(BODY, bytes(63)),
        post(BODY, bytes(65)),
        post(field(1, bytes(31)) + BODY),
        post(field(3, b"") + BODY),
        post(field(5, field(2, b"\xff"))),
    ],
    ids=[
        "nothing",
        "no TBS",
        "an empty TBS",
        "no body",
        "an empty body",
        "a body of both kinds",
        "a short signature",
        "a long signature",
        "a short parent",
        "an empty link",
        "a body that is not UTF-8",
    ],
)
def test_a_message_of_another_shape_is_a_violation(data: bytes) -> None:
    with pytest.raises(PeerViolation):
        decode_message(data)


def test_zeros_left_out_are_written_out() -> None:
    read = read_message(post(field(5, field(1, b""))))
    assert read.tbs == bytes.fromhex("1000210000000000000000") + field(5, field(1, b""))
    assert read.wire == post(read.tbs)
    assert read.wire == encode_message(read.message)


def test_a_link_in_a_message_loses_the_channel_id_it_came_with() -> None:
    (link,) = MEMBER_CHAIN
    _, wire, _ = message([root()], chain=(link,))
    inner = encode_link(link)
    tbs_of_link = inner[2 : -(2 + 64)]
    with_id = field(1, tbs_of_link + field(5, bytes(32))) + field(2, link.signature)
    tbs = read_message(wire).tbs
    changed = post(tbs.replace(field(3, inner), field(3, with_id)), wire[-64:])
    assert len(changed) > len(wire)
    assert read_message(changed).wire == wire


def test_parents_and_links_are_counted_before_they_are_built() -> None:
    padding = field(15, bytes(300_000))
    for number, element, count in ((1, bytes(32), 128), (3, encode_link(MEMBER_CHAIN[0]), 3)):
        fits = post(field(number, element) * count + BODY) + padding
        assert decode_message(fits)
        with pytest.raises(PeerViolation) as violation:
            decode_message(post(field(number, element) * (count + 1) + BODY) + padding)
        assert violation.value.rule == "more elements than the limit"


def test_a_message_cut_into_a_million_fields_is_refused_unread() -> None:
    for bomb in (b"\x0a\x00" * 1_000_000, field(1, b"\x78\x01" * 1_000_000)):
        with pytest.raises(PeerViolation) as violation:
            decode_message(bomb)
        assert violation.value.rule == "more fields than a packet may have"


# ---- requests -------------------------------------------------------------------------------


def request(query: bytes = b"", bulk: bytes = b"", key: bytes = bytes(32)) -> bytes:
    """A request content around a Query or a Bulk."""
    inner = field(2, query) if query else field(3, bulk)
    return encode_request_content(inner + field(4, key), bytes(64))


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize(
    "content",
    [
        Query(0, is_backward=False, limit=0),
        Query(2**40, is_backward=False, limit=1024),
        Query(-1, is_backward=True, limit=7),
        Query(HASH, is_backward=True, limit=1),
        Bulk((HASH,) * 128),
    ],
)
def test_a_request_says_the_same_in_both_layouts(content: Query | Bulk, layout: Layout) -> None:
    tbs = encode_request_tbs(content, MEMBER_CHAIN, bytes(32), layout)
    read = decode_request_content(encode_request_content(tbs, bytes(64)))
    assert (read.content, read.chain, read.layout, read.tbs) == (
        content,
        MEMBER_CHAIN,
        layout,
        tbs,
    )


def test_the_chain_inside_a_query_or_bulk_counts_where_there_is_no_other() -> None:
    link = encode_link(MEMBER_CHAIN[0])
    for data in (
        request(query=field(1, link) + scalar(2, 5)),
        request(bulk=field(1, link) + field(2, HASH)),
    ):
        read = decode_request_content(data)
        assert (read.chain, read.layout) == (MEMBER_CHAIN, Layout.DOCUMENT)


def test_a_request_that_could_be_either_layout_reads_as_the_published_one() -> None:
    read = decode_request_content(request(query=scalar(4, 9)))
    assert (read.content, read.layout) == (Query(None, is_backward=False, limit=9), None)
    read = decode_request_content(request(bulk=b""))
    assert (read.content, read.layout) == (Bulk(()), None)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        encode_request_content(field(4, bytes(32)), bytes(64)),
        request(query=scalar(1, 0), key=bytes(31)),
        request(query=scalar(1, 0), key=b""),
        request(query=field(2, bytes(31))),
        request(query=field(3, bytes(33))),
        request(bulk=field(2, bytes(31))),
        request(bulk=field(1, bytes(31))),
        request(bulk=field(1, bytes(32)) + field(1, bytes(33))),
        request(query=field(1, encode_link(MEMBER_CHAIN[0])) * 4 + scalar(2, 0)),
    ],
)
def test_a_request_of_another_shape_is_a_violation(data: bytes) -> None:
    with pytest.raises(PeerViolation):
        decode_request_content(data)


@pytest.mark.parametrize("layout", list(Layout))
def test_more_hashes_than_anybody_asks_for_are_refused_unread(layout: Layout) -> None:
    most = Bulk((HASH,) * 16_384)
    tbs = encode_request_tbs(most, (), bytes(32), layout)
    assert decode_request_content(encode_request_content(tbs, b"")).content == most
    tbs = encode_request_tbs(Bulk((HASH,) * 16_385), (), bytes(32), layout)
    with pytest.raises(PeerViolation):
        decode_request_content(encode_request_content(tbs, b""))


# ---- responses ------------------------------------------------------------------------------


def _page(count: int, parents: int) -> bytes:
    one = Abbreviated((HASH,) * parents, HASH)
    return encode_response_content(QueryResponse((one,) * count, HASH, None))


def test_a_page_has_up_to_1024_messages_of_up_to_128_parents() -> None:
    page = decode_response_content(_page(1024, 128))
    assert isinstance(page, QueryResponse)
    assert len(page.messages) == 1024
    assert len(page.messages[-1].parents) == 128
    for count, parents in ((1025, 0), (1025, 4), (1, 129), (1024, 129)):
        with pytest.raises(PeerViolation):
            decode_response_content(_page(count, parents))


def test_a_bulk_response_has_up_to_128_messages() -> None:
    for size in (100, 3000):
        most = BulkResponse((bytes(size),) * 128, 128)
        assert decode_response_content(encode_response_content(most)) == most
        more = BulkResponse((bytes(size),) * 129, 129)
        with pytest.raises(PeerViolation):
            decode_response_content(encode_response_content(more))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        field(3, b""),
        field(1, field(1, b"")),
        field(1, field(1, field(2, bytes(31)))),
        field(1, field(1, field(1, bytes(31)) + field(2, bytes(32)))),
        field(1, field(2, bytes(31))),
        field(1, field(3, bytes(33))),
    ],
)
def test_a_response_of_another_shape_is_a_violation(data: bytes) -> None:
    with pytest.raises(PeerViolation):
        decode_response_content(data)


@pytest.mark.parametrize(
    "bomb",
    [
        field(1, b"\x0a\x00" * 1_000_000),
        field(1, field(1, b"\x0a\x00" * 1_000_000)),
        field(2, b"\x0a\x00" * 1_000_000),
        field(1, b"\x78\x01" * 1_000_000),
    ],
    ids=["abbreviated", "parents", "messages", "unknown fields"],
)
def test_a_bomb_is_refused_before_anything_is_built(bomb: bytes) -> None:
    with pytest.raises(PeerViolation) as violation:
        decode_response_content(bomb)
    assert violation.value.rule in {
        "more elements than the limit",
        "more fields than a packet may have",
    }


# ---- invites --------------------------------------------------------------------------------


def test_a_request_to_be_let_in_is_read_strictly() -> None:
    request_bytes = encode_invite_request(InviteRequest(PEER, KEY, bytes(32)))
    assert decode_invite_request(request_bytes) == InviteRequest(PEER, KEY, bytes(32))
    first, second, third = (request_bytes[at : at + 34] for at in (0, 34, 68))
    for data in (
        b"",
        request_bytes[:-1],
        request_bytes + b"\x00",
        second + first + third,
        first + second + second,
        field(1, bytes(31)) + second + field(3, bytes(33)),
    ):
        with pytest.raises(PeerViolation):
            decode_invite_request(data)


def test_a_pasted_invite_is_read_strictly_and_has_at_most_8_kib() -> None:
    invite = EncryptedInvite(RequestId(bytes(32)), bytes(8 << 10))
    data = encode_encrypted_invite(invite)
    assert decode_encrypted_invite(data) == invite
    for wrong in (b"", data + scalar(15, 1), data + b"\x00", data[34:] + data[:34]):
        with pytest.raises(PeerViolation):
            decode_encrypted_invite(wrong)
    larger = EncryptedInvite(RequestId(bytes(32)), bytes((8 << 10) + 1))
    with pytest.raises(PeerViolation):
        decode_encrypted_invite(encode_encrypted_invite(larger))


def test_an_invite_in_one_layout_says_which() -> None:
    link = encode_link(MEMBER_CHAIN[0])
    start = field(1, KEY) + field(2, b"general")
    both = encode_invite(Invite(KEY, "general", MEMBER_CHAIN))
    assert both == start + field(3, link) + field(4, link)
    assert decode_invite(both).layout is None
    for number, layout in ((3, Layout.PUBLISHED), (4, Layout.DOCUMENT)):
        invite = decode_invite(start + field(number, link))
        assert (invite.chain, invite.layout) == (MEMBER_CHAIN, layout)
