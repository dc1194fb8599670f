"""Links: every type there and back, and each way in which a text is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.crypto.blake2b import hash_of_size
from engine.errors import Refusal
from engine.model.address import Address
from engine.model.communities import WireVersion
from engine.model.feeds import FeedForm
from engine.protocols.tidings.links import (
    Link,
    LinkError,
    LinkProblem,
    decode_link,
    encode_link,
    qr_text,
)
from engine.protocols.tidings.payloads import (
    CommentKeyLink,
    CommunityLink,
    FeedLink,
    FolderLink,
    InviteLink,
    InviteRequestLink,
    Payload,
    PeerLink,
    PublicChannelLink,
    TrustLink,
    invite_of,
)
from engine.wire.base32 import encode_base32

VECTORS = Path(__file__).parent.parent / "vectors" / "peerlinks.json"
CASES = {case["name"]: case for case in json.loads(VECTORS.read_text())["cases"]}
REQUEST = bytes.fromhex(CASES["invite/by-owner"]["in"]["request"])
INVITE = invite_of(
    bytes.fromhex(CASES["invite/by-owner"]["out"]["request_id"]),
    bytes.fromhex(CASES["invite/by-owner"]["out"]["box"]),
)
KEY, OTHER_KEY = bytes(range(32)), bytes(range(32, 64))
ADDRESSES = (
    Address("192.0.2.7", 4510),
    Address("2001:db8::1", 1),
    Address("host.example", 65_535),
    Address("a-b.example", 80),
)
PAYLOADS: list[Payload] = [
    InviteRequestLink(REQUEST),
    InviteLink(INVITE),
    PublicChannelLink(KEY, "news"),
    CommunityLink(KEY, WireVersion.S, "tëst 👍"),
    CommunityLink(KEY, WireVersion.M),
    FeedLink(KEY, ""),
    FeedLink(KEY, "old", FeedForm.OLDER),
    FeedLink(KEY, "", FeedForm.STATIC),
    FolderLink(KEY, "n" * 128),
    TrustLink(KEY, (b"a" * 137,)),
    TrustLink(KEY, tuple(bytes([n]) * 137 for n in range(5))),
    CommentKeyLink(KEY, OTHER_KEY),
    PeerLink(KEY),
]


def text_of(body: bytes) -> str:
    return "tidings:" + encode_base32(body + hash_of_size(body, 4))


def peer_body(addresses: bytes = b"\0", version: int = 1, kind: int = 9) -> bytes:
    return bytes((version, kind, 32)) + KEY + addresses


def problem_of(text: str) -> LinkProblem:
    with pytest.raises(LinkError) as raised:
        decode_link(text)
    return raised.value.problem


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: type(payload).__name__)
@pytest.mark.parametrize("addresses", [(), ADDRESSES[:1], ADDRESSES])
def test_a_link_comes_back_as_it_was(payload: Payload, addresses: tuple[Address, ...]) -> None:
    link = Link(payload, addresses)
    text = encode_link(link)
    assert text.startswith("tidings:")
    assert len(text) <= 2000
    assert decode_link(text) == link
    assert decode_link(qr_text(text)) == link


def test_a_peer_link_has_these_very_bytes() -> None:
    body = peer_body(
        bytes.fromhex("0304c0000207119e0620010db80000000000000000000000010001")
        + b"\x00\x01h\x00\x50"
    )
    link = Link(PeerLink(KEY), (ADDRESSES[0], ADDRESSES[1], Address("h", 80)))
    assert encode_link(link) == text_of(body)


@pytest.mark.parametrize(
    ("payload", "content"),
    [
        (FeedLink(KEY, "n"), b"\x05\x21" + KEY + b"n"),
        (FolderLink(KEY), b"\x06\x20" + KEY),
        (FeedLink(KEY, "n", FeedForm.OLDER), b"\x0a\x22\x01" + KEY + b"n"),
        (FeedLink(KEY, "", FeedForm.STATIC), b"\x0a\x21\x02" + KEY),
    ],
)
def test_a_feed_link_has_these_very_bytes(payload: Payload, content: bytes) -> None:
    assert encode_link(Link(payload)) == text_of(b"\x01" + content + b"\0")


@pytest.mark.parametrize(
    "content", [b"", b"\x02", b"\x00" + KEY, b"\x03" + KEY, b"\x02" + KEY[:-1]]
)
def test_a_feed_of_no_known_form_is_malformed(content: bytes) -> None:
    body = b"\x01\x0a" + bytes((len(content),)) + content + b"\0"
    assert problem_of(text_of(body)) is LinkProblem.MALFORMED


def test_a_qr_text_is_in_the_alphanumeric_mode() -> None:
    text = qr_text(encode_link(Link(InviteRequestLink(REQUEST), ADDRESSES)))
    assert set(text) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


@pytest.mark.parametrize("text", ["cabal://AbC", "hello", "tidings: good tidings", "tidings:a!"])
def test_a_qr_text_of_something_else_is_that_text(text: str) -> None:
    assert qr_text(text) == text


def test_an_invite_request_with_an_address_is_short_enough_for_a_small_code() -> None:
    assert len(encode_link(Link(InviteRequestLink(REQUEST), ADDRESSES[:1]))) < 210


@pytest.mark.parametrize("text", ["", "hello", "https://a.example", "tiding:AA", " tidings:AA"])
def test_a_text_without_our_scheme_is_foreign(text: str) -> None:
    assert problem_of(text) is LinkProblem.FOREIGN


def test_every_cut_of_a_link_is_called_truncated() -> None:
    text = encode_link(Link(InviteRequestLink(REQUEST), ADDRESSES))
    for size in range(len("tidings:"), len(text)):
        assert problem_of(text[:size]) is LinkProblem.TRUNCATED, size


def test_a_mistyped_character_in_the_payload_is_a_wrong_checksum() -> None:
    text = encode_link(Link(PeerLink(KEY), ADDRESSES[:1]))
    for place in range(16, 50):
        changed = "A" if text[place] != "A" else "B"
        mistyped = text[:place] + changed + text[place + 1 :]
        assert problem_of(mistyped) is LinkProblem.WRONG_CHECKSUM


def test_any_one_mistyped_character_is_refused() -> None:
    text = encode_link(Link(PeerLink(KEY), ADDRESSES))
    for place in range(8, len(text)):
        for character in "ABQ7":
            if text[place] != character:
                problem_of(text[:place] + character + text[place + 1 :])


@pytest.mark.parametrize("end", [" ", "\n", "=", "a", "1", "é", "?x"])
def test_nothing_may_follow_a_link(end: str) -> None:
    assert problem_of(encode_link(Link(PeerLink(KEY))) + end) is LinkProblem.NOT_BASE32


def test_bytes_after_the_addresses_are_refused_with_a_right_checksum_and_without() -> None:
    assert problem_of(text_of(peer_body(b"\0\0"))) is LinkProblem.MALFORMED
    assert problem_of(encode_link(Link(PeerLink(KEY))) + "AAAAAAAA") is LinkProblem.WRONG_CHECKSUM


def test_a_later_version_and_a_later_type_are_told_apart() -> None:
    assert problem_of(text_of(peer_body(version=2))) is LinkProblem.UNKNOWN_VERSION
    assert problem_of(text_of(peer_body(kind=11))) is LinkProblem.UNKNOWN_TYPE
    assert problem_of(text_of(peer_body(kind=0))) is LinkProblem.UNKNOWN_TYPE


@pytest.mark.parametrize(
    "addresses",
    [
        "",  # no count
        "05" + "04c00002070001" * 5,  # more than four
        "01",  # none where one is announced
        "0104c000020700",  # cut off
        "0104c00002070000",  # port 0
        "01050000",  # an unknown kind
        "0100000001",  # an empty host name
        "01000720302e302e302e0001",  # blanks in it
        "010007312e322e332e340001",  # an IPv4 address as a name
        "0100033a3a310001",  # an IPv6 address as a name
        "010002c3a90001",  # not ASCII
    ],
)
def test_an_address_that_breaks_a_rule_is_malformed(addresses: str) -> None:
    assert problem_of(text_of(peer_body(bytes.fromhex(addresses)))) is LinkProblem.MALFORMED


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (1, REQUEST[:-1]),
        (1, REQUEST + b"\0"),
        (1, bytes(102)),
        (2, INVITE[:-1]),
        (2, INVITE + b"\0"),
        (2, b"\x0a\x20" + KEY + b"\x12\x2f" + bytes(47)),
        (2, b"\x0a\x20" + KEY + b"\x12\xb0\x00" + bytes(48)),
        (3, KEY[:-1]),
        (3, KEY + b"\xff"),
        (3, KEY + b"n" * 129),
        (4, KEY),
        (4, KEY + b"X"),
        (5, b""),
        (7, KEY),
        (7, KEY + bytes(136)),
        (7, KEY + bytes(137 * 6)),
        (8, bytes(63)),
        (9, bytes(33)),
    ],
)
def test_a_payload_of_another_length_or_shape_is_malformed(kind: int, payload: bytes) -> None:
    size = len(payload)
    length = bytes((size,)) if size < 128 else bytes((size & 127 | 128, size >> 7))
    body = bytes((1, kind)) + length + payload + b"\0"
    assert problem_of(text_of(body)) is LinkProblem.MALFORMED


def test_a_length_in_more_bytes_than_needed_is_malformed() -> None:
    body = bytes((1, 9, 0xA0, 0x00)) + KEY + b"\0"
    assert problem_of(text_of(body)) is LinkProblem.MALFORMED


def test_a_code_of_two_thousand_characters_is_read_and_one_more_is_not() -> None:
    assert problem_of("tidings:" + "A" * 1992) is not LinkProblem.TOO_LONG
    assert problem_of("tidings:" + "A" * 1993) is LinkProblem.TOO_LONG


@pytest.mark.parametrize(
    "link",
    [
        Link(PeerLink(KEY), (ADDRESSES[0],) * 5),
        Link(PeerLink(KEY), (Address("192.0.2.7", 0),)),
        Link(PeerLink(KEY), (Address("no host", 1),)),
        Link(PeerLink(KEY), (Address("häuser.example", 1),)),
        Link(PeerLink(KEY), (Address("::zz", 1),)),
        Link(PeerLink(KEY), (Address("h", 65_536),)),
        Link(PeerLink(b"short")),
        Link(FeedLink(KEY, "n" * 129)),
        Link(FeedLink(KEY, "\ud800")),
        Link(TrustLink(KEY, ())),
    ],
)
def test_what_could_not_be_read_back_is_not_written(link: Link) -> None:
    with pytest.raises(LinkError) as raised:
        encode_link(link)
    assert raised.value.problem is LinkProblem.MALFORMED


def test_a_link_that_would_be_too_long_is_not_written() -> None:
    long_name = ".".join(["h" * 60] * 4)
    link = Link(TrustLink(KEY, (bytes(137),) * 5), (Address(long_name, 1),) * 4)
    with pytest.raises(LinkError) as raised:
        encode_link(link)
    assert raised.value.problem is LinkProblem.TOO_LONG


def test_each_problem_has_a_refusal() -> None:
    refusals = {problem: LinkError(problem).refusal for problem in LinkProblem}
    assert refusals[LinkProblem.FOREIGN] is Refusal.LINK_FOREIGN
    assert refusals[LinkProblem.TRUNCATED] is Refusal.LINK_TRUNCATED
    assert refusals[LinkProblem.WRONG_CHECKSUM] is Refusal.LINK_INVALID
