"""DEP-0010: frames, messages, runs and evidence of forks; folders' metadata."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010 import messages, stream
from engine.protocols.hypercore.drive import messages as drive
from engine.protocols.hypercore.exchange import runs
from engine.protocols.hypercore.exchange.trust.extensions import decode_evidence
from engine.protocols.hypercore.posts.entries import read_block
from engine.wire.varint_frames import VarintFrameReader
from tests.fuzz.readers.streams import cut_anywhere
from tests.fuzz.target import INPUT_BYTES_MAX, Target

WE_NEVER_WRITE = (packets.Unknown, packets.Extension, packets.Have, packets.Info)
"""Or only from what is no packet alone."""


class _Frames:
    def __init__(self) -> None:
        self._reader = VarintFrameReader(INPUT_BYTES_MAX)

    def feed(self, data: bytes) -> None:
        self._reader.feed(data)

    def whole(self) -> Iterator[object]:
        yield from self._reader


def _message(data: bytes) -> None:
    """What we would say of it is read as that: we order names, and leave out what we never mean."""
    if not data:
        return
    said = messages.decode(data[0], data[1:])
    if not isinstance(said, WE_NEVER_WRITE):
        ours = messages.decode(*messages.encode(said))
        assert messages.decode(*messages.encode(ours)) == ours


def _first(data: bytes) -> None:
    incoming = stream.Incoming()
    incoming.feed(data)
    incoming.first()


def _folder(data: bytes) -> None:
    number = data[0] & 1 if data else 0
    drive.decode(number, data[1:])


TARGET = Target(
    "dep0010",
    (
        cut_anywhere(_Frames),
        _message,
        _first,
        _folder,
        runs.read,
        decode_evidence,
        read_block,
    ),
    (PeerViolation,),
    (
        "engine.protocols.hypercore.dep0010.messages",
        "engine.protocols.hypercore.drive.messages",
        "engine.wire.varint_frames",
        "engine.wire.protobuf_scan",
    ),
    typed=16,
)
