"""The tidings port: which protocol is wished for, and what is said beside it."""

from __future__ import annotations

from engine.errors import PeerViolation
from engine.protocols.tidings.port import common_spaces, messages, select
from engine.wire.frames import LENGTH_BYTES
from tests.fuzz.target import Target


def _message(data: bytes) -> None:
    said = messages.decode_message(data)
    if said is not None:
        frame = messages.encode_message(said)
        assert messages.decode_message(frame[LENGTH_BYTES:]) == said


def _select(data: bytes) -> None:
    read = select.read_select(data)
    if read is not None:
        said, end = read
        assert select.read_select(select.encode_select(said)) == (said, end)


TARGET = Target(
    "port",
    (_message, _select, common_spaces.decode_entries),
    (PeerViolation,),
    ("engine.protocols.tidings.port.messages", "engine.protocols.tidings.port.select"),
)
