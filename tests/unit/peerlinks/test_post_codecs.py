"""The codecs of links and channel messages: shapes that are refused, limits at n and n + 1."""

from __future__ import annotations

import pytest

from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.peerlinks.messages import (
    decode_link,
    decode_message,
    encode_link,
    encode_message,
    read_message,
)
from engine.protocols.peerlinks.packets import Link
from tests.grown_channel import MEMBER_CHAIN, NOW, message, root
from tests.unit.peerlinks.wire_fields import BODY, NO_TIMES, double, field, post, scalar

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
