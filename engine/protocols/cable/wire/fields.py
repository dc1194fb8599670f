"""Numbers, texts and hashes one behind the other: how every post and message is written. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.errors import PeerViolation
from engine.protocols.cable.limits import HASH_BYTES, PIECES_MAX
from engine.wire.varint import decode_varint, encode_varint

SECTION = "Wire Formats"


def written_text(text: str) -> bytes:
    """Its length in bytes, then UTF-8."""
    return written_bytes(text.encode())


def written_bytes(data: bytes) -> bytes:
    """Their number, then they themselves."""
    return encode_varint(len(data)) + data


def written_hashes(hashes: Sequence[bytes]) -> bytes:
    """Their number, then 32 bytes each."""
    return encode_varint(len(hashes)) + b"".join(hashes)


def written_pieces(pieces: Iterable[bytes]) -> bytes:
    """Each behind its length, and a length of 0 behind the last one. None is empty."""
    return b"".join(map(written_bytes, pieces)) + encode_varint(0)


class Fields:
    """Reads from the front. Raises PeerViolation wherever the bytes do not suffice, or are none."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes, start: int = 0) -> None:
        self._data = data
        self._at = start

    def number(self) -> int:
        """A varint below 2^64, padded or not."""
        value, self._at = decode_varint(self._data, self._at)
        return value

    def take(self, size: int) -> bytes:
        """The next so many bytes."""
        start, end = self._at, self._at + size
        if end > len(self._data):
            raise PeerViolation("a field that ends behind its message", SECTION)
        self._at = end
        return self._data[start:end]

    def sized(self) -> bytes:
        """Bytes behind their number."""
        return self.take(self.number())

    def text(self) -> str:
        """UTF-8 behind its length in bytes."""
        try:
            return self.sized().decode()
        except UnicodeDecodeError:
            raise PeerViolation("a text that is no UTF-8", SECTION) from None

    def hashes(self, most: int | None = None) -> tuple[bytes, ...]:
        """Hashes, or keys, behind their number: 32 bytes each. Of more than ``most`` the first."""
        data = self.take(self.number() * HASH_BYTES)
        end = len(data) if most is None else min(len(data), most * HASH_BYTES)
        return tuple(data[at : at + HASH_BYTES] for at in range(0, end, HASH_BYTES))

    def pieces(self) -> tuple[bytes, ...]:
        """Bytes behind their length, until a length of 0; a bounded number of them."""
        pieces: list[bytes] = []
        while size := self.number():
            if len(pieces) == PIECES_MAX:
                raise PeerViolation("more pieces than anybody needs at once", SECTION)
            pieces.append(self.take(size))
        return tuple(pieces)

    def end(self) -> None:
        """Nothing may follow."""
        if self._at != len(self._data):
            raise PeerViolation("bytes behind the last field", SECTION)
