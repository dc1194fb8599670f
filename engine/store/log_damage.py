"""Was something lost of SQLite's write-ahead log? Reads only its header and its frames' headers.

A checksum that runs through the whole log lets SQLite find where it ends: at the last commit before
the first frame that does not fit. A power cut leaves at most one commit behind that, the one that
was being written. A bit that flips in the middle cuts off all that follows, however many commits,
and what is opened is an earlier state, whole, without a word. Here those are counted.

Layout (SQLite's file format, section 4): a header of 32 bytes; frames of 24 bytes and a page.
"""

from __future__ import annotations

import struct
from io import SEEK_END
from typing import BinaryIO

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
COMMITS_IN_FLIGHT_MAX = 1  # each is synced before the next one begins

_MAGIC = 0x377F0682  # with the lowest bit set: the checksum's words are big-endian
_WORD = 0xFFFF_FFFF
_HEADER_SALTS = slice(16, 24)
_FRAME_SALTS = slice(8, 16)
_SUMS_AT = 24  # of the log's header
_PAGES_END = 8  # of a frame's header: its page, and how many there are after a commit
_SALTS_END = 16
_SECTOR_BYTES = 512  # the least that a disk writes whole


def commits_lost(log: BinaryIO, accepted: int, page_bytes: int, pages: int) -> int:
    """How many commits lie behind the ``accepted`` frames though no power cut can explain it.

    0 if all is well. ``log`` is the whole file, as it was before anybody wrote to it again;
    ``pages`` has the database, with what was accepted.

    Of a log in whose own header a bit has flipped nothing is accepted, and any commit in it was
    lost. Where that header is something else altogether, it was being written when the power went:
    what follows is of an earlier generation, which was folded into the database before.
    """
    header = log.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES:
        return 0
    if is_header_sound(header):
        behind = _commits_behind(log, accepted, page_bytes, pages, header[_HEADER_SALTS])
        return behind if behind > COMMITS_IN_FLIGHT_MAX else 0
    mended = _mended(header)
    salts = b"" if mended is None else mended[_HEADER_SALTS]
    return _commits_behind(log, 0, page_bytes, pages, salts) if salts else 0


def is_header_sound(header: bytes) -> bool:
    """Whether it is one, and its checksum that of its first 24 bytes."""
    (magic,) = struct.unpack_from(">I", header)
    return magic | 1 == _MAGIC | 1 and _summed(header[:24], magic, bytes(8)) == header[24:]


def _summed(data: bytes, magic: int, before: bytes) -> bytes:
    """The checksum that runs on from ``before``."""
    first, second = struct.unpack(">2I", before)
    words = struct.unpack(f"{'>' if magic & 1 else '<'}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & _WORD
        second = (second + other + first) & _WORD
    return struct.pack(">2I", first, second)


def _mended(header: bytes) -> bytes | None:
    """The sound header from which this one differs in a single bit, if there is one."""
    for bit in range(8 * HEADER_BYTES):
        other = bytearray(header)
        other[bit // 8] ^= 1 << bit % 8
        if is_header_sound(bytes(other)):
            return bytes(other)
    return None


def _commits_behind(log: BinaryIO, accepted: int, page_bytes: int, pages: int, salts: bytes) -> int:
    """Commits of the log's own generation, which these salts name, behind the accepted frames.

    What an earlier generation left behind the end was folded into the database long ago. Where a
    disk does not promise whole sectors, SQLite repeats the last frame of a commit until one is
    full. In a torn sector a frame's numbers may be anything: what would have made the database
    smaller, which we never do, or larger than the log can make it, is no commit. Nor is a frame
    whose numbers may be an earlier generation's, since its salts stand in the next sector, unless
    its checksum runs on from that of the frame before, or would but for one bit. (Where more of
    such a frame was damaged, as is one in 64, its commit is not counted.)
    """
    frame_bytes = FRAME_HEADER_BYTES + page_bytes
    commits, before = 0, b""
    pages_max = pages + log.seek(0, SEEK_END) // frame_bytes
    (magic,) = struct.unpack(">I", _at(log, 0, 4))
    at = HEADER_BYTES + accepted * frame_bytes
    last = at - frame_bytes + _SALTS_END if accepted else _SUMS_AT
    summed = _at(log, last, HEADER_BYTES - _SUMS_AT)
    while len(header := _at(log, at, FRAME_HEADER_BYTES)) == FRAME_HEADER_BYTES:
        page, pages_after = struct.unpack_from(">2I", header)
        is_possible = 0 < page <= pages_after and pages <= pages_after <= pages_max
        is_commit = is_possible and header[_FRAME_SALTS] == salts
        if is_commit and 0 < -at % _SECTOR_BYTES < _SALTS_END:
            content = _at(log, at + FRAME_HEADER_BYTES, page_bytes)
            is_commit = _is_its_own(header, content, magic, summed)
        commits += is_commit and header[:_PAGES_END] != before
        before = header[:_PAGES_END] if is_commit else b""
        summed = header[_SALTS_END:]
        at += frame_bytes
    return commits


def _at(log: BinaryIO, place: int, size: int) -> bytes:
    log.seek(place)
    return log.read(size)


def _is_its_own(header: bytes, content: bytes, magic: int, before: bytes) -> bool:
    """Whether a commit's numbers are those of its frame, whose checksum runs on from ``before``: it
    holds, or would with one bit other, unless it is numbers of no commit for which it would hold.

    Those for which it would are found by going back from it, as it is summed up.
    """
    if len(content) % 8:
        return False  # the log ends in it
    words = struct.unpack(f"{'>' if magic & 1 else '<'}{len(content) // 4}I", content)
    first, second = struct.unpack(">2I", header[_SALTS_END:])
    for one, other in zip(words[-2::-2], words[::-2], strict=True):
        second = (second - other - first) & _WORD
        first = (first - one - second) & _WORD
    first_before, second_before = struct.unpack(">2I", before)
    page = first - first_before - second_before
    pages_after = (second - second_before - first) & _WORD
    told = struct.unpack_from(f"{'>' if magic & 1 else '<'}2I", header)
    missing = (page - told[0]) & _WORD, (pages_after - told[1]) & _WORD
    is_held = missing == (0, 0)
    return is_held or (pages_after != 0 and _is_of_one_bit(*missing, len(words) + 4))


def _is_of_one_bit(page: int, pages_after: int, words: int) -> bool:
    """Whether a frame's numbers would have to be other by so much for one bit that flipped.

    It may be in any of so many words: the checksum's before, the numbers, the page, the checksum's
    behind. What it makes in one of them is what it makes two words earlier, less one earlier.
    """
    sought = {(page, pages_after), (-page & _WORD, -pages_after & _WORD)}
    share, following = (1, 1), (1, 0)
    for _ in range(words):
        if any((share[0] << n & _WORD, share[1] << n & _WORD) in sought for n in range(32)):
            return True
        share, following = following, (share[0] - following[0], share[1] - following[1])
    return False
