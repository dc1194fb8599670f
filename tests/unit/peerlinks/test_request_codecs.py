"""The codecs of requests and responses: both layouts, refused shapes, limits at n and n + 1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import PeerViolation
from engine.protocols.peerlinks.limits import (
    QUERY_BYTES_MAX,
    REQUEST_RUNS_MAX,
    UNSCANNED_BYTES_MAX,
)
from engine.protocols.peerlinks.messages import (
    decode_request_content,
    decode_response_content,
    encode_link,
    encode_request_content,
    encode_request_tbs,
    encode_response_content,
)
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Bulk,
    BulkResponse,
    Layout,
    Query,
    QueryResponse,
)
from engine.wire.protobuf_scan import PIECES_MAX
from tests.grown_channel import MEMBER_CHAIN
from tests.unit.peerlinks.wire_fields import HASH, field, scalar

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


@pytest.mark.parametrize("layout", list(Layout))
def test_the_longest_question_that_anybody_needs_is_read(layout: Layout) -> None:
    chain = (replace(MEMBER_CHAIN[0], display_name="\N{EURO SIGN}" * 128),) * 3
    longest = Query(HASH, is_backward=True, limit=1_024)
    tbs = encode_request_tbs(longest, chain, bytes(32), layout)
    assert decode_request_content(encode_request_content(tbs, b"")).content == longest


def test_a_question_has_as_many_bytes_as_any_needs_and_no_more() -> None:
    known = scalar(1, 0)
    padding = QUERY_BYTES_MAX - len(known) - len(field(31, bytes(128))) + 128
    assert decode_request_content(request(query=known + field(31, bytes(padding))))
    with pytest.raises(PeerViolation, match="longer than any question"):
        decode_request_content(request(query=known + field(31, bytes(padding + 1))))


def test_hashes_may_come_in_as_many_pieces_as_any_needs_and_no_more() -> None:
    hashes = field(1, HASH) * 128  # told in one piece
    assert decode_request_content(request(bulk=hashes + scalar(31, 1) * (REQUEST_RUNS_MAX - 1)))
    with pytest.raises(PeerViolation, match="more fields than any question has"):
        decode_request_content(request(bulk=hashes + scalar(31, 1) * REQUEST_RUNS_MAX))


def test_what_is_beside_a_question_is_walked_no_further_either() -> None:
    beside = scalar(31, 1) * (UNSCANNED_BYTES_MAX // 2)
    tbs = encode_request_tbs(Query(0, is_backward=False, limit=1), (), bytes(32), Layout.PUBLISHED)
    with pytest.raises(PeerViolation, match="more fields than a packet may have"):
        decode_request_content(encode_request_content(tbs + beside, b""))


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


def test_an_answer_may_come_in_so_many_pieces_and_no_more() -> None:
    """Such as are walked at all: small ones are not."""
    page = field(1, field(1, field(2, HASH)))  # three of them
    padding = field(31, bytes(UNSCANNED_BYTES_MAX))
    most = page + padding + scalar(31, 1) * (PIECES_MAX - 4)
    assert decode_response_content(most)
    with pytest.raises(PeerViolation, match="more fields"):
        decode_response_content(most + scalar(31, 1))


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
