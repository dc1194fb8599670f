"""cable: messages and posts of the versions S, M and D8, and what moderators set."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.errors import PeerViolation
from engine.protocols.cable.moderation.flags import read_flags
from engine.protocols.cable.wire import messages, posts
from engine.protocols.cable.wire.version import DRAFT_8, M, S, Version
from tests.fuzz.readers.streams import Stream, cut_anywhere
from tests.fuzz.target import Read, Target


class _Messages:
    def __init__(self, version: Version) -> None:
        self._reader = messages.MessageReader(version)

    def feed(self, data: bytes) -> None:
        self._reader.feed(data)

    def whole(self) -> Iterator[object]:
        while (payload := self._reader.next_payload()) is not None:
            yield payload


def _stream(version: Version) -> Callable[[], Stream]:
    return lambda: _Messages(version)


def _readers(version: Version) -> Iterator[Read]:
    yield cut_anywhere(_stream(version))
    yield lambda data: messages.read_message(version, data)
    yield lambda data: posts.read_post(version, data)


def _flags(data: bytes) -> object:
    return read_flags(data.decode("utf-8", "replace"))


TARGET = Target(
    "cable",
    (*_readers(S), *_readers(M), *_readers(DRAFT_8), _flags),
    (PeerViolation,),
    ("engine.protocols.cable.wire", "engine.protocols.cable.moderation.flags"),
)
