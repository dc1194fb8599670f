"""The greeting: Hello from both sides, then one Shake ("Initialization sequence"). Pure.

Neither is wrapped in a Packet. The side that shakes is picked by both peer ids; it alone decides
whether the connection is a duplicate, the other obeys (protocols/peerlinks.md section 2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from engine.errors import PeerViolation
from engine.model.ids import PeerId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.limits import (
    HELLO_TIMEOUT_SECONDS,
    PROTOCOL_VERSION,
    SHAKE_TIMEOUT_SECONDS,
)
from engine.protocols.peerlinks.messages import (
    decode_hello,
    decode_packet,
    decode_shake,
    encode_hello,
    encode_shake,
)
from engine.protocols.peerlinks.packets import Error, Hello

SECTION = "Initialization sequence"

_PACKET_ERROR_TAG = 0x0A  # field 1, bytes: neither Hello nor Shake begins so, Packet{error} does
_HALF_OF_ALL_IDS = 1 << 255


class State(Enum):
    """What is waited for."""

    HELLO = auto()
    SHAKE = auto()
    DONE = auto()
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class Step:
    """A payload to send, if any, and how it ended or what the peer complained of."""

    send: bytes | None = None
    ending: Ending | None = None
    complaint: Error | None = None


def we_shake(ours: PeerId, theirs: PeerId) -> bool:
    """Whether the Shake is ours to send. ``ours`` and ``theirs`` differ.

    The smaller id shakes if the ids lie less than 2^255 apart, else the larger one.
    """
    local, remote = int.from_bytes(ours, "big"), int.from_bytes(theirs, "big")
    return (local < remote) == (abs(local - remote) < _HALF_OF_ALL_IDS)


class Handshake:
    """One greeting. ``remote``: the peer's Hello once it came; ``deadline``: how long we wait."""

    __slots__ = ("_is_duplicate", "_peer_id", "deadline", "remote", "state")

    def __init__(self, peer_id: PeerId, is_duplicate: Callable[[PeerId], bool]) -> None:
        """``is_duplicate``: whether one more connection with that peer is one too many."""
        self._peer_id = peer_id
        self._is_duplicate = is_duplicate
        self.state = State.HELLO
        self.remote: Hello | None = None
        self.deadline = 0.0

    def start(self, now: float) -> bytes:
        """Our Hello, to be sent at once."""
        self.deadline = now + HELLO_TIMEOUT_SECONDS
        return encode_hello(self._peer_id, ours=True)

    def receive(self, payload: bytes, now: float) -> Step:
        """The next payload. Raises PeerViolation for anything but what is waited for."""
        assert self.state in {State.HELLO, State.SHAKE}
        if payload[:1] == bytes([_PACKET_ERROR_TAG]):
            return self._end(complaint=_complaint_in(payload))
        if self.state is State.HELLO:
            return self._take_hello(payload, now)
        return self._take_shake(payload)

    def _take_hello(self, payload: bytes, now: float) -> Step:
        hello = decode_hello(payload)
        if hello.version != PROTOCOL_VERSION:
            raise PeerViolation("a protocol version other than 1", SECTION)
        self.remote = hello
        if hello.peer_id == self._peer_id:
            return self._end(ending=Ending.SELF_CONNECTION)
        if not we_shake(self._peer_id, hello.peer_id):
            self.state = State.SHAKE
            self.deadline = now + SHAKE_TIMEOUT_SECONDS
            return Step()
        is_duplicate = self._is_duplicate(hello.peer_id)
        shake = encode_shake(is_duplicate)
        if is_duplicate:
            return self._end(send=shake, ending=Ending.DUPLICATE)
        self.state = State.DONE
        return Step(send=shake)

    def _take_shake(self, payload: bytes) -> Step:
        if decode_shake(payload).is_duplicate:
            return self._end(ending=Ending.DUPLICATE)
        self.state = State.DONE
        return Step()

    def _end(
        self,
        send: bytes | None = None,
        ending: Ending | None = None,
        complaint: Error | None = None,
    ) -> Step:
        self.state = State.ENDED
        return Step(send, ending, complaint)


def _complaint_in(payload: bytes) -> Error:
    packet = decode_packet(payload)
    if not isinstance(packet, Error):
        raise PeerViolation("a packet before the greeting was done", SECTION)
    return packet
