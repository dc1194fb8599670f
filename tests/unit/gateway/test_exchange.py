"""HTTP with a gateway: what is sent, and answers in all the forms in which they come."""

from __future__ import annotations

from ipaddress import IPv4Address
from typing import Any

import pytest
from typing_extensions import override

from engine.transport.gateway.exchange import (
    ANSWER_BYTES_MAX,
    CHUNK_LINE_BYTES_MAX,
    HEAD_BYTES_MAX,
    Answer,
    Incoming,
    Unreadable,
    get,
    post,
)
from engine.transport.gateway.places import Place

PLACE = Place(IPv4Address("192.168.1.1"), 5_000, "/control")
OK = b"HTTP/1.1 200 OK\r\n"


def read(*pieces: bytes) -> Answer:
    """What was sent in these pieces, before the connection ended."""
    incoming = Incoming()
    for piece in pieces:
        if (answer := incoming.take(piece)) is not None:
            return answer
    return incoming.end()


def test_a_question_names_its_host_and_ends_its_connection() -> None:
    assert get(PLACE) == (
        b"GET /control HTTP/1.1\r\nHost: 192.168.1.1:5000\r\nConnection: close\r\n\r\n"
    )


def test_a_call_names_its_action_and_its_length() -> None:
    assert post(PLACE, "urn:x#Do", b"<a/>") == (
        b"POST /control HTTP/1.1\r\nHost: 192.168.1.1:5000\r\nConnection: close\r\n"
        b'Content-Type: text/xml; charset="utf-8"\r\nContent-Length: 4\r\n'
        b'SOAPAction: "urn:x#Do"\r\n\r\n<a/>'
    )


@pytest.mark.parametrize(
    "sent",
    [
        OK + b"Content-Length: 5\r\n\r\nhello",
        OK + b"content-length:5\r\n\r\nhello and more",
        OK + b"\r\nhello",
        b"HTTP/1.0 200\r\n\r\nhello",
        OK + b"Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\n\r\n",
        OK + b"Transfer-Encoding: Chunked\r\n\r\n05 \r\nhello\r\n0\r\nTrailer: x\r\n\r\n",
    ],
)
def test_an_answer_is_read_in_whatever_pieces_it_comes(sent: bytes) -> None:
    assert read(sent) == Answer(200, b"hello")
    assert read(*(sent[at : at + 1] for at in range(len(sent)))) == Answer(200, b"hello")


def test_an_answer_that_has_its_length_need_not_end() -> None:
    assert Incoming().take(OK + b"Content-Length: 5\r\n\r\nhello") == Answer(200, b"hello")
    assert Incoming().take(OK + b"\r\nhello") is None


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        OK,
        b"SSH-2.0-x\r\n\r\n",
        b"HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 ²00 OK\r\n\r\n".encode("latin-1"),
        OK + b"Content-Length: 6\r\n\r\nhello",
        OK + b"Content-Length: -5\r\n\r\nhello",
        OK + b"Content-Length: 1000000000\r\n\r\nhello",
        OK + b"Content-Length: 5\r\nContent-Length: 4\r\n\r\nhello",
        OK + b"no field\r\n\r\nhello",
        OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n\r\nhello\r\n0\r\n\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\nffffff\r\nhello",
    ],
)
def test_what_is_no_whole_answer_is_none(sent: bytes) -> None:
    with pytest.raises(Unreadable):
        read(sent)


@pytest.mark.parametrize("form", [b"Content-Length: %d\r\n\r\n", b"\r\n"])
def test_a_body_may_be_so_long_and_no_longer(form: bytes) -> None:
    longest = b"x" * ANSWER_BYTES_MAX
    head = OK + (form % len(longest) if b"%" in form else form)
    assert read(head, longest) == Answer(200, longest)
    with pytest.raises(Unreadable):
        read(OK + (form % (len(longest) + 1) if b"%" in form else form), longest + b"x")


def test_chunks_are_together_no_longer_than_that() -> None:
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    assert ANSWER_BYTES_MAX == 4 * 0x4000
    head = OK + b"Transfer-Encoding: chunked\r\n\r\n"
    assert read(head, chunk * 4, b"0\r\n\r\n") == Answer(200, b"x" * ANSWER_BYTES_MAX)
    with pytest.raises(Unreadable):
        read(head, chunk * 4, b"1\r\nx\r\n")


def test_a_head_may_be_so_long_and_no_longer() -> None:
    longest = OK + b"X: ".ljust(HEAD_BYTES_MAX - len(OK), b"x")
    assert read(longest, b"\r\n\r", b"\n").status == 200
    with pytest.raises(Unreadable):
        Incoming().take(longest + b"x\r\n\r\n")
    with pytest.raises(Unreadable):
        Incoming().take(longest + b"and on")


def test_the_line_before_a_chunk_may_be_so_long_and_no_longer() -> None:
    head = OK + b"Transfer-Encoding: chunked\r\n\r\n"
    longest = b"1;" + b"x" * (CHUNK_LINE_BYTES_MAX - 4)
    assert read(head + longest + b"\r\nx\r\n0\r\n\r\n") == Answer(200, b"x")
    incoming = Incoming()
    with pytest.raises(Unreadable):
        incoming.take(head + longest + b"x\r\n")


class Watched(bytearray):
    """``looked_at``: how many bytes were searched so far."""

    looked_at = 0

    @override
    def find(self, *wanted: Any) -> int:
        self.looked_at += len(self) - wanted[1]
        return super().find(*wanted)


def test_a_head_that_comes_byte_by_byte_is_not_searched_from_its_beginning_each_time() -> None:
    incoming = Incoming()
    incoming._received = watched = Watched()
    head = OK + b"X: " + bytes(1_000)
    for byte in head:
        incoming.take(bytes([byte]))
    assert watched.looked_at <= 4 * len(head)
