"""Hypercore's first draft: lanes, their openings, and messages."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import PeerViolation
from engine.protocols.hypercore.draft1 import messages, stream
from tests.fuzz.readers.dep0010 import WE_NEVER_WRITE
from tests.fuzz.readers.streams import cut_anywhere
from tests.fuzz.target import Target


class _Lanes:
    def __init__(self) -> None:
        self._incoming = stream.Incoming()

    def feed(self, data: bytes) -> None:
        self._incoming.feed(data)

    def whole(self) -> Iterator[object]:
        yield from self._incoming


def _message(data: bytes) -> None:
    said = messages.decode(data)
    if not isinstance(said, WE_NEVER_WRITE):
        ours = messages.decode(messages.encode(said))
        assert messages.decode(messages.encode(ours)) == ours


TARGET = Target(
    "draft1",
    (cut_anywhere(_Lanes), _message, stream.decode_open),
    (PeerViolation,),
    ("engine.protocols.hypercore.draft1.messages", "engine.protocols.hypercore.draft1.stream"),
    typed=16,
)
