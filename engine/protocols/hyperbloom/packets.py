"""What peers of a HyperBloom say to each other, as values. Sections are the document's."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Open:
    """In clear, at once, by both: the set's name, and the nonce of what its sender says next."""

    discovery_key: bytes
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Handshake:
    """Who speaks: a chain from the author, and its holder's signature of both nonces."""

    id: bytes
    extensions: tuple[str, ...]
    signature: bytes
    chain: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """Values from ``start`` to before ``end`` (None: to the last), compared byte by byte."""

    start: bytes = b""
    end: bytes | None = None

    def __contains__(self, value: bytes) -> bool:
        return self.start <= value and (self.end is None or value < self.end)


EVERYTHING = Bounds()


@dataclass(frozen=True, slots=True)
class BloomFilter:
    """``size`` bits, ``n`` of which each value has set; ``seed`` is of the hash functions."""

    bits: bytes = field(repr=False)
    size: int
    n: int
    seed: int


@dataclass(frozen=True, slots=True)
class Sync:
    """Asks for values within ``bounds`` that are not in ``known``; at most ``limit`` (0: all)."""

    known: BloomFilter
    limit: int = 0
    bounds: Bounds = EVERYTHING


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """What size and number of hashes its sender would take."""

    size: int
    n: int


@dataclass(frozen=True, slots=True)
class Data:
    """Values, and their sender's signature of them all."""

    values: tuple[bytes, ...] = field(repr=False)
    signature: bytes


@dataclass(frozen=True, slots=True)
class Request:
    """Asks for all values within ``bounds``; at most ``limit`` (0: all)."""

    bounds: Bounds
    limit: int = 0


@dataclass(frozen=True, slots=True)
class LinkOffer:
    """A trust link to whoever it is said to, for a shorter chain."""

    link: bytes


@dataclass(frozen=True, slots=True)
class Unknown:
    """A message of an id that is not the document's. ``body`` is for extensions."""

    id: int
    body: bytes = field(repr=False)


Packet = Handshake | Sync | FilterOptions | Data | Request | LinkOffer | Unknown
