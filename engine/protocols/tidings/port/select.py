"""Select: which protocol runs inside, asked by the dialler, answered in one byte (1). Pure.

version u8 = 1 | name length u8 | name, ASCII | hint length u8 = 0 or 16 | hint
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from engine.errors import PeerViolation
from engine.protocols.tidings.port.limits import HINT_BYTES, NAME_BYTES_MAX, SELECT_VERSION

_SECTION = "Select"


class Answer(IntEnum):
    """The listener's one byte. Anything but GO ends the connection."""

    GO = 0
    UNKNOWN_PROTOCOL = 1
    NO_SUCH_SPACE = 2
    BUSY = 3
    REFUSED = 4


@dataclass(frozen=True, slots=True)
class Select:
    """What is asked for. ``hint``: 16 bytes that name a space, or none."""

    name: str
    hint: bytes = b""


def encode_select(select: Select) -> bytes:
    """Its bytes."""
    name = select.name.encode("ascii")
    assert 0 < len(name) <= NAME_BYTES_MAX
    assert len(select.hint) in {0, HINT_BYTES}
    return bytes((SELECT_VERSION, len(name))) + name + bytes((len(select.hint),)) + select.hint


def read_select(stream: bytes) -> tuple[Select, int] | None:
    """The Select that ``stream`` begins with and its size; None while it is incomplete.

    Raises PeerViolation as soon as a byte is wrong.
    """
    if not stream:
        return None
    if stream[0] != SELECT_VERSION:
        raise PeerViolation("a Select of another version", _SECTION)
    if len(stream) < 2:
        return None
    name_end = 2 + stream[1]
    name = stream[2:name_end]
    if not 0 < stream[1] <= NAME_BYTES_MAX or not (name.isascii() and name.decode().isprintable()):
        raise PeerViolation("a protocol name that none has", _SECTION)
    if len(stream) <= name_end:
        return None
    if stream[name_end] not in {0, HINT_BYTES}:
        raise PeerViolation("a space hint of another length", _SECTION)
    end = name_end + 1 + stream[name_end]
    if len(stream) < end:
        return None
    return Select(name.decode("ascii"), stream[name_end + 1 : end]), end


def read_answer(byte: int) -> Answer:
    """What the listener's byte means. Raises PeerViolation for one that means nothing."""
    try:
        return Answer(byte)
    except ValueError:
        raise PeerViolation("an answer that means nothing", _SECTION) from None
