"""What peers of a community say to each other, as values ("Messages").

``id`` is a request's, drawn by whoever asks. ``ttl``: how many more peers may pass it on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType

from engine.model.ids import PostId

RequestNumber = NewType("RequestNumber", bytes)
"""4 bytes in versions S and M, 8 in draft 8."""

UNLIMITED = (1 << 53) - 1
"""A limit that is none."""


@dataclass(frozen=True, slots=True)
class HashResponse:
    """Hashes of posts that answer a request; none: that was all."""

    id: RequestNumber
    hashes: tuple[PostId, ...]


@dataclass(frozen=True, slots=True)
class DataResponse:
    """Posts as they were signed, or, in version S, names of channels; none: that was all."""

    id: RequestNumber
    data: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class RequestByHash:
    """Asks for posts by their hashes."""

    id: RequestNumber
    ttl: int
    hashes: tuple[PostId, ...]


@dataclass(frozen=True, slots=True)
class Cancel:
    """No more answers are wanted to ``cancels``. In version S both numbers are the same."""

    id: RequestNumber
    ttl: int
    cancels: RequestNumber


@dataclass(frozen=True, slots=True)
class TimeRange:
    """Asks for hashes of a channel's posts from ``start`` to before ``end``.

    Times are in the version's units. ``end`` 0: those there are, then those that come; at most
    ``limit`` of them.
    """

    id: RequestNumber
    ttl: int
    channel: str
    start: int
    end: int
    limit: int


@dataclass(frozen=True, slots=True)
class ChannelState:
    """Asks for hashes of a channel's state: ``limit`` that there are at most, then ``updates``.

    Later versions have no numbers: all there are, and all that come or none (``updates`` 0).
    """

    id: RequestNumber
    ttl: int
    channel: str
    limit: int
    updates: int


@dataclass(frozen=True, slots=True)
class ChannelList:
    """Asks for names of channels. ``offset``: without the first so many; version S has none."""

    id: RequestNumber
    ttl: int
    offset: int
    limit: int


@dataclass(frozen=True, slots=True)
class ChannelListResponse:
    """Names of channels: the whole answer. In version S it is a DataResponse."""

    id: RequestNumber
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModerationState:
    """Asks for what moderates these channels, none: only the community; since ``oldest``."""

    id: RequestNumber
    ttl: int
    channels: tuple[str, ...]
    future: int
    oldest: int


@dataclass(frozen=True, slots=True)
class UnknownMessage:
    """Of a type that is not ours: ignored."""

    type: int


Request = RequestByHash | Cancel | TimeRange | ChannelState | ChannelList | ModerationState
Response = HashResponse | DataResponse | ChannelListResponse
Packet = Request | Response | UnknownMessage
