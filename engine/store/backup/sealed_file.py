"""The form of a backup: one file, encrypted from its first byte that tells anything.

Integers big-endian:

    magic 8 | version u16 = 1 | length u16 | wrapped key | stream header 24 | boxes

``wrapped key`` is a random 32-byte key under the backup's passphrase (engine/crypto/wrap.py, with
its purpose BACKUP): its checksum tells a damaged file from a wrong passphrase. Each box is a piece
of 65,536 bytes sealed by that key (engine/crypto/sealed_stream.py), 17 bytes longer; the last one
alone may be shorter, and is marked as the last. Everything before the stream's header is bound to
each piece. What is sealed is a row of members, one behind the other:

    length of the name u8 | name | size u64 | content

They are ``manifest`` (JSON), then the profile's files. Names that a reader does not know it passes
over. Written and read in one go, a piece at a time, whatever the size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from engine.crypto.entropy import Entropy
from engine.crypto.sealed_stream import ADDED_BYTES, HEADER_BYTES, KEY_BYTES, Opening, Sealing
from engine.crypto.wrap import (
    MODERATE,
    Cost,
    DamagedWrapError,
    ForeignWrapError,
    NewerWrapError,
    Purpose,
    WrongPassphraseError,
    unwrap,
    wrap,
)
from engine.errors import Refusal, Refused

MAGIC = b"tidback\n"
VERSION = 1
PIECE_BYTES = 65_536
WRAPPED_BYTES_MAX = 1_024  # ours: a wrapped key has some 150
NAME_BYTES_MAX = 255
_VERSION_END = len(MAGIC) + 2
_LENGTH_END = _VERSION_END + 2
_SIZE_BYTES = 8


@dataclass(frozen=True, slots=True)
class Member:
    """One thing in a backup. ``pieces`` are ``size`` bytes together, taken once."""

    name: str
    size: int
    pieces: Iterable[bytes]


class SealedWriter:
    """Writes one backup to ``file``; ``key`` opens it again without the passphrase."""

    def __init__(
        self, file: BinaryIO, passphrase: str, entropy: Entropy, cost: Cost = MODERATE
    ) -> None:
        """Writes the clear part. Raises OSError, Fault(MEMORY_LACKING)."""
        self.key = entropy(KEY_BYTES)
        wrapped = wrap(self.key, passphrase, entropy, cost, Purpose.BACKUP)
        clear = MAGIC + VERSION.to_bytes(2, "big") + len(wrapped).to_bytes(2, "big") + wrapped
        self._sealing = Sealing(self.key, clear)
        self._file = file
        self._waiting = bytearray()
        file.write(clear + self._sealing.header)

    def write(self, member: Member) -> None:
        """Raises OSError."""
        name = member.name.encode()
        assert len(name) <= NAME_BYTES_MAX
        self._put(bytes([len(name)]) + name + member.size.to_bytes(_SIZE_BYTES, "big"))
        written = 0
        for piece in member.pieces:
            written += len(piece)
            self._put(piece)
        assert written == member.size, "a member of another size than was said"

    def end(self) -> None:
        """Nothing may be written afterwards. Raises OSError."""
        self._file.write(self._sealing.seal(bytes(self._waiting), last=True))

    def _put(self, content: bytes) -> None:
        self._waiting += content
        while len(self._waiting) > PIECE_BYTES:  # what is left at the end is the last piece
            piece = bytes(self._waiting[:PIECE_BYTES])
            del self._waiting[:PIECE_BYTES]
            self._file.write(self._sealing.seal(piece, last=False))


class SealedReader:
    """Reads one backup from ``file``. Whatever stands there, nothing but Refused or OSError."""

    def __init__(self, file: BinaryIO, secret: str | bytes) -> None:
        """``secret``: the passphrase, or the writer's ``key``.

        Raises Refused (BACKUP_INVALID, FILE_NEWER, BACKUP_DAMAGED, PASSPHRASE_WRONG),
        Fault(MEMORY_LACKING).
        """
        self._file = file
        clear, wrapped = _read_clear(file)
        key = secret if isinstance(secret, bytes) else _unwrapped(wrapped, secret)
        header = file.read(HEADER_BYTES)
        if len(header) < HEADER_BYTES or len(key) != KEY_BYTES:
            raise Refused(Refusal.BACKUP_DAMAGED)
        self._opening = Opening(key, header, clear)
        self._ready = bytearray()
        self._is_over = False

    def members(self) -> Iterator[Member]:
        """One after the other; what is not taken of one is passed over.

        The file is known to be whole only when there is no further one.
        """
        while (length := self._first_byte()) is not None:
            name = self._take(length)
            size = int.from_bytes(self._take(_SIZE_BYTES), "big")
            pieces = self._pieces(size)
            yield Member(name.decode("utf-8", "replace"), size, pieces)
            for _ in pieces:
                pass

    def _first_byte(self) -> int | None:
        """None at the end of the file, which must be the marked one."""
        while not self._ready and not self._is_over:
            self._read_on()
        return None if not self._ready else self._take(1)[0]

    def _pieces(self, size: int) -> Iterator[bytes]:
        left = size
        while left:
            piece = self._take(min(left, PIECE_BYTES))
            left -= len(piece)
            yield piece

    def _take(self, count: int) -> bytes:
        while len(self._ready) < count:
            if self._is_over:
                raise Refused(Refusal.BACKUP_DAMAGED)
            self._read_on()
        taken = bytes(self._ready[:count])
        del self._ready[:count]
        return taken

    def _read_on(self) -> None:
        opened = self._opening.open(self._file.read(PIECE_BYTES + ADDED_BYTES))
        if opened is None:
            raise Refused(Refusal.BACKUP_DAMAGED)
        piece, self._is_over = opened
        self._ready += piece
        if self._is_over and self._file.read(1):
            raise Refused(Refusal.BACKUP_DAMAGED)


def _read_clear(file: BinaryIO) -> tuple[bytes, bytes]:
    """All before the stream's header, and of that the wrapped key."""
    begin = file.read(_LENGTH_END)
    if not begin.startswith(MAGIC):
        raise Refused(Refusal.BACKUP_INVALID)
    if len(begin) < _LENGTH_END:
        raise Refused(Refusal.BACKUP_DAMAGED)
    version = int.from_bytes(begin[len(MAGIC) : _VERSION_END], "big")
    if version > VERSION:
        raise Refused(Refusal.FILE_NEWER)
    length = int.from_bytes(begin[_VERSION_END:], "big")
    wrapped = file.read(length) if length <= WRAPPED_BYTES_MAX else b""
    if version != VERSION or len(wrapped) < length or length > WRAPPED_BYTES_MAX:
        raise Refused(Refusal.BACKUP_DAMAGED)
    return begin + wrapped, wrapped


def _unwrapped(wrapped: bytes, passphrase: str) -> bytes:
    try:
        return unwrap(wrapped, passphrase, Purpose.BACKUP)
    except WrongPassphraseError as error:
        raise Refused(Refusal.PASSPHRASE_WRONG) from error
    except NewerWrapError as error:
        raise Refused(Refusal.FILE_NEWER) from error
    except (DamagedWrapError, ForeignWrapError) as error:
        raise Refused(Refusal.BACKUP_DAMAGED) from error
