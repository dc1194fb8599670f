"""HTTP with a gateway: one request a connection, one answer, never a redirect (RFC 9112)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.transport.gateway.places import Place

HEAD_BYTES_MAX = 8 * 1024  # ours
ANSWER_BYTES_MAX = 64 * 1024  # ours: the longest descriptions have some 20 KiB
CHUNK_LINE_BYTES_MAX = 256  # ours: a size, and what a server may remark on it
_LINE_END = b"\r\n"
_END_OF_HEAD = b"\r\n\r\n"
_OF_LENGTH = frozenset({"content-length", "transfer-encoding"})
_STATUS = re.compile(r"HTTP/1\.[01] (\d{3})(?: |$)", re.ASCII)
_LENGTH = re.compile(r"[0-9]{1,6}\Z")
_SIZE = re.compile(rb"[0-9A-Fa-f]{1,6}\Z")


class Unreadable(ValueError):  # noqa: N818 - the gateway's doing
    """What a gateway said is no answer that there is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``status``: three digits; ``body``: at most ANSWER_BYTES_MAX."""

    status: int
    body: bytes


def get(place: Place) -> bytes:
    """Asks for what is there."""
    return _head("GET", place, {})


def post(place: Place, action: str, content: bytes) -> bytes:
    """Hands ``content`` (XML) to ``action``, a SOAPAction (UPnP Device Architecture 1.1, 3.2)."""
    fields = {
        "Content-Type": 'text/xml; charset="utf-8"',
        "Content-Length": str(len(content)),
        "SOAPAction": f'"{action}"',
    }
    return _head("POST", place, fields) + content


def _head(verb: str, place: Place, fields: Mapping[str, str]) -> bytes:
    always = {"Host": f"{place.host}:{place.port}", "Connection": "close"}
    lines = [f"{verb} {place.target} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in {**always, **fields}.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")


@dataclass(frozen=True, slots=True)
class _Head:
    """``length`` of the body: None where it goes on to the end of the connection, or in chunks."""

    status: int
    length: int | None
    is_chunked: bool


class Incoming:
    """An answer on its way: ``take`` what comes, ``end`` when nothing more does.

    In however small pieces it comes, little is looked at anew with each: where the end of a head
    may have begun, and the line with the size of a chunk.
    """

    def __init__(self) -> None:
        self._received = bytearray()
        """What was not made use of yet."""
        self._head: _Head | None = None
        self._body = bytearray()

    def take(self, data: bytes) -> Answer | None:
        """The answer as soon as it is whole. Raises Unreadable."""
        looked_at = len(self._received)
        self._received += data
        if self._head is None and not self._take_head(looked_at):
            return None
        return self._answer() if self._take_body() else None

    def end(self) -> Answer:
        """The answer that ended with its connection. Raises Unreadable."""
        if self._head is None or self._head.is_chunked or self._head.length is not None:
            raise Unreadable("shorter than it said")
        return self._answer()

    def _answer(self) -> Answer:
        assert self._head is not None, "a body without a head"
        return Answer(self._head.status, bytes(self._body))

    def _take_head(self, looked_at: int) -> bool:
        """Whether it is there. It was not within the first bytes, as many as ``looked_at``."""
        end = self._received.find(_END_OF_HEAD, max(0, looked_at - len(_END_OF_HEAD) + 1))
        longest = HEAD_BYTES_MAX + len(_END_OF_HEAD)
        if end > HEAD_BYTES_MAX or (end < 0 and len(self._received) >= longest):
            raise Unreadable("a head longer than any")
        if end < 0:
            return False
        self._head = _read_head(bytes(self._received[:end]))
        del self._received[: end + len(_END_OF_HEAD)]
        return True

    def _take_body(self) -> bool:
        """Whether all of it is there."""
        head = self._head
        assert head is not None, "a body without a head"
        if head.is_chunked:
            return self._take_chunks()
        self._keep(len(self._received))
        if head.length is None or len(self._body) < head.length:
            return False
        del self._body[head.length :]
        return True

    def _take_chunks(self) -> bool:
        """Whether the last one is there. What may follow it is of no interest."""
        while (end := self._received.find(_LINE_END, 0, CHUNK_LINE_BYTES_MAX)) >= 0:
            size = bytes(self._received[:end]).partition(b";")[0].strip()
            if not _SIZE.match(size):
                raise Unreadable("a chunk of no size")
            count = int(size, 16)
            if count == 0:
                return True
            start, after = end + len(_LINE_END), end + len(_LINE_END) + count
            if count > ANSWER_BYTES_MAX:
                raise Unreadable("a chunk longer than an answer")
            if len(self._received) < after + len(_LINE_END):
                return False
            if self._received[after : after + len(_LINE_END)] != _LINE_END:
                raise Unreadable("a chunk without an end")
            del self._received[:start]
            self._keep(count)
            del self._received[: len(_LINE_END)]
        if len(self._received) >= CHUNK_LINE_BYTES_MAX:
            raise Unreadable("a chunk of no size")
        return False

    def _keep(self, count: int) -> None:
        """The next ``count`` bytes belong to the body."""
        if len(self._body) + count > ANSWER_BYTES_MAX:
            raise Unreadable("longer than an answer")
        self._body += self._received[:count]
        del self._received[:count]


def _read_head(head: bytes) -> _Head:
    status, *lines = head.decode("latin-1").split("\r\n")
    found = _STATUS.match(status)
    if found is None:
        raise Unreadable("no answer of HTTP/1")
    fields: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        name, value = name.strip().lower(), value.strip()
        said_otherwise = fields.setdefault(name, value) != value
        if not colon or (said_otherwise and name in _OF_LENGTH):
            raise Unreadable("a field that says nothing, or two things")
    length = fields.get("content-length")
    if length is not None and not _LENGTH.match(length):
        raise Unreadable("a length that is none")
    is_chunked = fields.get("transfer-encoding", "").lower() == "chunked"
    return _Head(int(found[1]), None if length is None else int(length), is_chunked)
