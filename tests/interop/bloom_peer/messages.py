"""The document's messages, written and read by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.interop.bloom_peer.bloom import Bloom
from tests.interop.document_peer.wire import Fields, data, each, number, varint

HANDSHAKE, SYNC, FILTER_OPTIONS, DATA, REQUEST, LINK = range(6)


@dataclass(frozen=True)
class Handshake:
    """0."""

    id: bytes
    extensions: tuple[bytes, ...]
    signature: bytes
    chain: tuple[bytes, ...]


@dataclass(frozen=True)
class Range:
    """``end`` None: to the last."""

    start: bytes = b""
    end: bytes | None = None

    def holds(self, value: bytes) -> bool:
        """Byte by byte."""
        return self.start <= value and (self.end is None or value < self.end)


@dataclass(frozen=True)
class Sync:
    """1."""

    bloom: Bloom
    limit: int | None = None
    range: Range | None = None


@dataclass(frozen=True)
class FilterOptions:
    """2: both fields have the number 1 in the document."""

    size: int
    n: int


@dataclass(frozen=True)
class Data:
    """3."""

    values: tuple[bytes, ...]
    signature: bytes


@dataclass(frozen=True)
class Request:
    """4."""

    range: Range
    limit: int | None = None


@dataclass(frozen=True)
class Link:
    """5."""

    link: bytes


@dataclass(frozen=True)
class Unknown:
    """Of an id that the document has not."""

    id: int
    body: bytes


Message = Handshake | Sync | FilterOptions | Data | Request | Link | Unknown


def written(message: Message) -> bytes:  # noqa: PLR0911 - one a message
    """Id and body."""
    match message:
        case Handshake(own_id, extensions, signature, chain):
            body = data(1, own_id, always=True) + each(2, extensions)
            return varint(HANDSHAKE) + body + data(3, signature, always=True) + each(4, chain)
        case Sync(bloom, limit, within):
            body = data(1, bloom.bits, always=True) + number(2, bloom.size, always=True)
            body += number(3, bloom.n, always=True) + number(4, bloom.seed, always=True)
            body += b"" if limit is None else number(5, limit)
            return varint(SYNC) + body + (b"" if within is None else data(6, _range(within)))
        case FilterOptions(size, n):
            return varint(FILTER_OPTIONS) + number(1, size, always=True) + number(1, n, always=True)
        case Data(values, signature):
            return varint(DATA) + each(1, values) + data(2, signature, always=True)
        case Request(within, limit):
            end = b"" if limit is None else number(3, limit)
            return varint(REQUEST) + _range(within) + end
        case Link(link):
            return varint(LINK) + data(1, link, always=True)
        case Unknown(own_id, body):
            return varint(own_id) + body


def _range(within: Range) -> bytes:
    end = b"" if within.end is None else data(2, within.end, always=True)
    return data(1, within.start, always=True) + end


def opening(discovery_key: bytes, nonce: bytes) -> bytes:
    """The body of an Open."""
    return data(1, discovery_key) + data(2, nonce)


def read_opening(body: bytes) -> tuple[bytes, bytes]:
    """Discovery key and nonce."""
    fields = Fields(body)
    return fields.data(1), fields.data(2)


def read(content: bytes) -> Message:  # noqa: PLR0911 - one a message
    """A frame's content; ids of one byte are enough here."""
    own_id, body = content[0], content[1:]
    fields = Fields(body) if own_id <= LINK else Fields(b"")
    match own_id:
        case 0:
            chain = tuple(fields.each(4, bytes))
            extensions = tuple(fields.each(2, bytes))
            return Handshake(fields.data(1), extensions, fields.data(3), chain)
        case 1:
            bloom = Bloom(fields.data(1), fields.number(2), fields.number(3), fields.number(4))
            within = _read_range(Fields(fields.data(6))) if fields.has(6) else None
            return Sync(bloom, _limit(fields, 5), within)
        case 2:
            return FilterOptions(fields.number(1), fields.number(2))
        case 3:
            return Data(tuple(fields.each(1, bytes)), fields.data(2))
        case 4:
            return Request(_read_range(fields), _limit(fields, 3))
        case 5:
            return Link(fields.data(1))
        case _:
            return Unknown(own_id, body)


def _limit(fields: Fields, field: int) -> int | None:
    return fields.number(field) if fields.has(field) else None


def _read_range(fields: Fields) -> Range:
    return Range(fields.data(1), fields.data(2) if fields.has(2) else None)


def signed_values(feed: bytes, values: Sequence[bytes]) -> bytes:
    """What the signature of a Data is of."""
    return feed + len(values).to_bytes(8, "big") + b"".join(values)
