"""How large a picture says it is, read from its head alone: PNG, JPEG, GIF, WebP and BMP. Pure.

Nothing is decoded: what the head claims is only worth the room that is kept free for the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

SIDE_MAX = 16_384  # ours: what claims to be wider or higher has no size
JPEG_SEGMENTS_MAX = 256  # ours: before the one that tells the size
EXIF_ENTRIES_MAX = 512  # ours
_ORIENTATION = 0x0112  # Exif: its values from 5 to 8 lay the picture on its side
_LYING = frozenset(range(5, 9))
_WITHOUT_LENGTH = frozenset((0x01, *range(0xD0, 0xD8)))
_FRAMES = frozenset((0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF))

Size = tuple[int, int]
"""Width and height in pixels, as it is to be shown."""
ByteOrder = Literal["big", "little"]


def picture_size(data: bytes) -> Size | None:
    """None if it is no picture of these forms, is cut off, or claims a side beyond ``SIDE_MAX``."""
    if not data.startswith(_STARTS):  # as most of what is looked at does not
        return None
    size = next((read(data) for start, read in _FORMS if data.startswith(start)), None)
    if size is None or not all(0 < side <= SIDE_MAX for side in size):
        return None
    return size


def _png(data: bytes) -> Size | None:
    if data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return _number(data, 16, 4), _number(data, 20, 4)


def _gif(data: bytes) -> Size | None:
    return (_number(data, 6, 2, "little"), _number(data, 8, 2, "little"))


def _bmp(data: bytes) -> Size | None:
    if _number(data, 14, 4, "little") == 12:  # the oldest head: half as wide numbers
        return _number(data, 18, 2, "little"), _number(data, 20, 2, "little")
    height = int.from_bytes(data[22:26], "little", signed=True)  # negative: from the top down
    return _number(data, 18, 4, "little"), abs(height)


def _webp(data: bytes) -> Size | None:
    if data[8:12] != b"WEBP":
        return None
    match data[12:16]:
        case b"VP8X":
            return _number(data, 24, 3, "little") + 1, _number(data, 27, 3, "little") + 1
        case b"VP8L" if data[20:21] == b"\x2f":
            packed = _number(data, 21, 4, "little")
            return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
        case b"VP8 " if data[23:26] == b"\x9d\x01\x2a":
            return _number(data, 26, 2, "little") & 0x3FFF, _number(data, 28, 2, "little") & 0x3FFF
        case _:
            return None


def _jpeg(data: bytes) -> Size | None:
    at, lies = 2, False
    for _ in range(JPEG_SEGMENTS_MAX):
        while data[at : at + 2] == b"\xff\xff":  # filling
            at = _behind_filling(data, at)
        if data[at : at + 1] != b"\xff" or at + 2 > len(data):
            return None
        marker = data[at + 1]
        if marker in _WITHOUT_LENGTH:
            at += 2
            continue
        length = _number(data, at + 2, 2)
        if marker in _FRAMES:
            size = _number(data, at + 7, 2), _number(data, at + 5, 2)
            return (size[1], size[0]) if lies else size
        if marker == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            lies = lies or _orientation(data[at + 10 : at + 2 + length]) in _LYING
        at += 2 + max(2, length)
    return None


def _behind_filling(data: bytes, at: int) -> int:
    """Where the last of the filling bytes stands, which begins the marker."""
    rest = data[at : at + 65_536]
    return at + len(rest) - len(rest.lstrip(b"\xff")) - 1 if rest.strip(b"\xff") else len(data)


def _orientation(tiff: bytes) -> int:
    """What Exif says of how the picture is to be turned; 0 where it says nothing."""
    order: ByteOrder = "little" if tiff.startswith(b"II") else "big"
    first = _number(tiff, 4, 4, order)
    for number in range(min(_number(tiff, first, 2, order), EXIF_ENTRIES_MAX)):
        entry = first + 2 + 12 * number
        if _number(tiff, entry, 2, order) == _ORIENTATION:
            return _number(tiff, entry + 8, 2, order)
    return 0


def _number(data: bytes, at: int, length: int, order: ByteOrder = "big") -> int:
    """0 where the data ends before it."""
    piece = data[at : at + length]
    return int.from_bytes(piece, order) if len(piece) == length else 0


_FORMS: tuple[tuple[bytes, Callable[[bytes], Size | None]], ...] = (
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"\xff\xd8\xff", _jpeg),
    (b"GIF87a", _gif),
    (b"GIF89a", _gif),
    (b"RIFF", _webp),
    (b"BM", _bmp),
)
_STARTS = tuple(start for start, _ in _FORMS)
