"""Messages in encrypted segments behind their encrypted length (protocols/cable.md 5). Pure.

The length counts all ciphertexts that follow it, 16 bytes of authenticator each. A message of no
bytes ends the stream: its length is 0 and nothing follows. Some write 16, and an empty segment.
"""

from __future__ import annotations

from engine.crypto.noise import MAC_BYTES, CipherState
from engine.errors import PeerViolation
from engine.protocols.cable.limits import MESSAGE_BYTES_MAX, SEGMENT_BYTES_MAX

_LENGTH_BYTES = 4
_SEALED_LENGTH_BYTES = _LENGTH_BYTES + MAC_BYTES
_SEALED_SEGMENT_BYTES_MAX = SEGMENT_BYTES_MAX + MAC_BYTES
_SEGMENTS_MAX = -(-MESSAGE_BYTES_MAX // SEGMENT_BYTES_MAX)
_SEALED_BYTES_MAX = MESSAGE_BYTES_MAX + _SEGMENTS_MAX * MAC_BYTES
_SECTION = "Handshake: messages"


def seal(cipher: CipherState, message: bytes) -> bytes:
    """``message`` as it goes over the wire; of no bytes: the end of the stream."""
    pieces = [
        message[at : at + SEGMENT_BYTES_MAX] for at in range(0, len(message), SEGMENT_BYTES_MAX)
    ]
    total = len(message) + len(pieces) * MAC_BYTES
    length = cipher.encrypt(total.to_bytes(_LENGTH_BYTES, "little"))
    return length + b"".join(map(cipher.encrypt, pieces))


class SegmentReader:
    """Cuts a byte stream into segments and opens them. Not one byte is reserved in advance."""

    __slots__ = ("_buffer", "_cipher", "_left", "ended")

    def __init__(self, cipher: CipherState) -> None:
        self._cipher = cipher
        self._buffer = bytearray()
        self._left = 0  # of the message whose length was read
        self.ended = False
        """Whether the peer has ended its stream."""

    @property
    def buffered(self) -> int:
        """Bytes fed and not yet given out."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """What was read from the peer, cut anywhere."""
        self._buffer += data

    def next_plaintext(self) -> bytes | None:
        """The content of the next segment; None: it is incomplete, or the stream has ended.

        Raises PeerViolation for what does not decrypt, and for a length that cannot be.
        """
        while not self.ended:
            size = min(self._left, _SEALED_SEGMENT_BYTES_MAX) or _SEALED_LENGTH_BYTES
            if len(self._buffer) < size:
                return None
            opened = self._cipher.decrypt(bytes(self._buffer[:size]))
            del self._buffer[:size]
            if self._left:
                self._left -= size
                if opened:
                    return opened
                self.ended = True
            else:
                self._begin(int.from_bytes(opened, "little"))
        return None

    def _begin(self, total: int) -> None:
        rest = total % _SEALED_SEGMENT_BYTES_MAX
        if total > _SEALED_BYTES_MAX or 0 < rest < MAC_BYTES:
            raise PeerViolation("a message of an impossible length", _SECTION)
        if rest == MAC_BYTES and total != MAC_BYTES:
            raise PeerViolation("an empty last segment", _SECTION)
        self._left = total
        self.ended = not total
