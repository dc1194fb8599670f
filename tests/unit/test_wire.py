"""The codecs of engine/wire at their edges, with literal bytes."""

from __future__ import annotations

import tracemalloc

import pytest

from engine.errors import PeerViolation
from engine.wire.base32 import decode_base32, encode_base32
from engine.wire.base58 import decode_base58, encode_base58
from engine.wire.frames import FrameReader, encode_frame
from engine.wire.protobuf_scan import FIELDS_MAX, PIECES_MAX, WireType, scan_fields, scan_runs
from engine.wire.text import MalformedText, cut_to_units, utf16_units
from engine.wire.varint import (
    decode_minimal_varint,
    decode_varint,
    decode_varint_prefix,
    encode_varint,
)


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        (0, "00"),
        (127, "7f"),
        (128, "8001"),
        (300, "ac02"),
        (2**63, "80808080808080808001"),
        (2**64 - 1, "ffffffffffffffffff01"),
    ],
)
def test_varints_have_their_known_bytes(value: int, encoded: str) -> None:
    data = bytes.fromhex(encoded)
    assert encode_varint(value) == data
    assert decode_varint(b"x" + data + b"y", 1) == (value, 1 + len(data))
    assert decode_minimal_varint(data) == (value, len(data))


@pytest.mark.parametrize("value", [-1, 2**64])
def test_a_value_that_is_no_varint_is_our_own_bug(value: int) -> None:
    with pytest.raises(ValueError, match="2\\^64"):
        encode_varint(value)


@pytest.mark.parametrize(
    "encoded", ["", "80", "ffffffffffffffffff", "ffffffffffffffffff02", "80" * 10 + "00", "80" * 40]
)
def test_a_varint_cut_off_or_too_large_is_a_violation(encoded: str) -> None:
    with pytest.raises(PeerViolation):
        decode_varint(bytes.fromhex(encoded))


def test_a_varint_prefix_waits_for_the_rest_but_not_for_an_eleventh_byte() -> None:
    assert decode_varint_prefix(b"") is None
    assert decode_varint_prefix(b"\x80" * 9) is None
    with pytest.raises(PeerViolation):
        decode_varint_prefix(b"\x80" * 10)


def test_a_varint_longer_than_needed_is_read_but_not_as_minimal() -> None:
    assert decode_varint(b"\x80\x00") == (0, 2)
    with pytest.raises(PeerViolation):
        decode_minimal_varint(b"\x80\x00")


def test_a_frame_of_the_limit_passes_and_one_more_byte_is_refused_on_its_prefix() -> None:
    reader = FrameReader(limit=5)
    reader.feed(encode_frame(b"12345"))
    assert list(reader) == [b"12345"]
    reader.feed(b"\x00\x00\x00\x06")
    with pytest.raises(PeerViolation):
        reader.next_payload()


@pytest.mark.parametrize("prefix", ["ffffffff", "80000000", "04000001"])
def test_a_huge_length_reserves_nothing(prefix: str) -> None:
    reader = FrameReader(limit=64 << 20)
    reader.feed(bytes.fromhex(prefix))
    with pytest.raises(PeerViolation):
        reader.next_payload()
    assert reader.buffered == 4


def test_the_limit_may_change_between_two_frames() -> None:
    reader = FrameReader(limit=2)
    reader.feed(encode_frame(b"hi") + encode_frame(b"longer"))
    assert reader.next_payload() == b"hi"
    reader.limit = 6
    assert reader.next_payload() == b"longer"


def test_an_empty_frame_is_a_payload_and_not_the_end() -> None:
    reader = FrameReader(limit=0)
    reader.feed(bytes(8))
    assert list(reader) == [b"", b""]
    assert reader.buffered == 0


def test_a_large_frame_in_small_reads_arrives_whole() -> None:
    payload = bytes(range(256)) * (16 << 12)
    framed = encode_frame(payload) + b"\x00\x00"
    reader = FrameReader(limit=len(payload))
    for start in range(0, len(framed), 65_536):
        assert reader.next_payload() is None
        reader.feed(framed[start : start + 65_536])
    assert list(reader) == [payload]
    assert reader.buffered == 2


def test_a_large_frame_is_never_there_twice() -> None:
    """Of the 64 MiB that one may have, a peer's payload and its pieces would take the double."""
    payload_bytes = 8 << 20
    reader = FrameReader(limit=payload_bytes)
    tracemalloc.start()
    reader.feed(payload_bytes.to_bytes(4, "big"))
    for _ in range(payload_bytes >> 16):
        reader.feed(bytes(bytearray(1 << 16)))
    payload = reader.next_payload()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert payload == bytes(payload_bytes)
    assert most < 1.25 * payload_bytes


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"f", "MY"),
        (b"fo", "MZXQ"),
        (b"foo", "MZXW6"),
        (b"foob", "MZXW6YQ"),
        (b"fooba", "MZXW6YTB"),
        (b"foobar", "MZXW6YTBOI"),
    ],
)
def test_base32_is_rfc_4648_without_padding(data: bytes, text: str) -> None:
    assert encode_base32(data) == text
    assert decode_base32(text) == data


@pytest.mark.parametrize(
    "text",
    [
        "my",
        "MY======",
        "MZ",
        "M",
        "MZX",
        "MZXW6Y",
        "M1",
        "M Y",
        "MY\n",
        "\N{CYRILLIC CAPITAL LETTER EM}Y",
        "MZXW6=YQ",
    ],
)
def test_base32_in_any_other_form_is_refused(text: str) -> None:
    with pytest.raises(MalformedText):
        decode_base32(text)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("", ""),
        ("00", "1"),
        ("0000", "11"),
        ("61", "2g"),
        ("626262", "a3gV"),
        ("73696d706c792061206c6f6e6720737472696e67", "2cFupjhnEsSn59qHXstmK2ffpLv2"),
        (
            "00eb15231dfceb60925886b67d065299925915aeb172c06647",
            "1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L",
        ),
    ],
)
def test_base58_is_bitcoins(data: str, text: str) -> None:
    assert encode_base58(bytes.fromhex(data)) == text
    assert decode_base58(text) == bytes.fromhex(data)


@pytest.mark.parametrize("text", ["0", "O", "I", "l", "a b", "é", "2g\n", "1" * 2001])
def test_base58_refuses_other_characters_and_long_texts(text: str) -> None:
    with pytest.raises(MalformedText):
        decode_base58(text)


@pytest.mark.parametrize(
    ("text", "units"), [("", 0), ("abc", 3), ("é", 1), ("👍", 2), ("\ud800", 1), ("a👍\uffff", 4)]
)
def test_length_is_counted_in_utf16_units(text: str, units: int) -> None:
    assert utf16_units(text) == units


@pytest.mark.parametrize(
    ("text", "cut"),
    [("", ""), ("abc", "abc"), ("abcd", "abc"), ("a👍", "a👍"), ("ab👍", "ab"), ("👍👍", "👍")],
)
def test_a_text_is_cut_to_its_units_between_two_characters(text: str, cut: str) -> None:
    assert cut_to_units(text, 3) == cut


def test_a_scan_names_every_field_with_its_place() -> None:
    data = bytes.fromhex("08ac02120361626319010203040506070825010203041200")
    assert [(f.field, f.wire_type, data[f.start : f.end].hex()) for f in scan_fields(data)] == [
        (1, WireType.VARINT, "ac02"),
        (2, WireType.BYTES, "616263"),
        (3, WireType.FIXED64, "0102030405060708"),
        (4, WireType.FIXED32, "01020304"),
        (2, WireType.BYTES, ""),
    ]


def test_a_scan_can_go_into_a_field() -> None:
    data = bytes.fromhex("0a0408011002")
    outer = next(scan_fields(data))
    assert [field.field for field in scan_fields(data, outer.start, outer.end)] == [1, 2]


@pytest.mark.parametrize(
    "encoded",
    [
        "0a",  # no length
        "0a05aabb",  # a length beyond the buffer
        "0affffffffffffffffff01",  # 2^64 - 1 bytes
        "08",  # no value
        "0980",  # a fixed value cut off
        "0d80",
        "0b0c",  # a group
        "0c",
        "0e",  # wire types that do not exist
        "0f",
        "0000",  # field 0
        "808080801000",  # a field number of 30 bits
        "08" + "80" * 10 + "01",  # a varint of 11 bytes
    ],
)
def test_a_scan_refuses_what_is_no_message(encoded: str) -> None:
    with pytest.raises(PeerViolation):
        list(scan_fields(bytes.fromhex(encoded)))


def test_a_field_may_not_reach_out_of_the_message_it_is_in() -> None:
    data = bytes.fromhex("0a03120361626364")
    outer = next(scan_fields(data))
    with pytest.raises(PeerViolation):
        list(scan_fields(data, outer.start, outer.end))


def runs_of(encoded: str, singly: tuple[int, ...] = ()) -> list[tuple[int, int]]:
    data = bytes.fromhex(encoded)
    return [(one.field, alike) for one, alike in scan_runs(data, 0, len(data), singly)]


def test_neighbours_of_one_tag_and_one_length_are_told_together() -> None:
    assert runs_of("0a01aa" * 3 + "0a02bbbb" + "1201cc" * 2 + "0a01aa") == [
        (1, 3),
        (1, 1),
        (2, 2),
        (1, 1),
    ]
    assert runs_of("0a00" * 300) == [(1, 128), (1, 128), (1, 44)]
    assert runs_of("0801" * 3) == [(1, 1)] * 3


def test_what_is_to_be_looked_into_is_told_one_by_one() -> None:
    assert runs_of("0a01aa" * 3, singly=(1,)) == [(1, 1)] * 3


def test_what_only_begins_like_its_neighbour_is_refused() -> None:
    with pytest.raises(PeerViolation, match="beyond"):
        runs_of("0a02aabb" * 3 + "0a02aa")


@pytest.mark.parametrize("field", ["1000", "0a00"])
def test_fields_are_bounded_whether_told_together_or_not(field: str) -> None:
    assert sum(alike for _, alike in runs_of(field * FIELDS_MAX)) == FIELDS_MAX
    with pytest.raises(PeerViolation, match="more fields"):
        runs_of(field * (FIELDS_MAX + 1))


def test_a_scan_looks_at_so_many_fields_and_no_more() -> None:
    assert len(list(scan_fields(b"\x10\x00" * PIECES_MAX))) == PIECES_MAX
    with pytest.raises(PeerViolation, match="more fields"):
        list(scan_fields(b"\x10\x00" * (PIECES_MAX + 1)))
