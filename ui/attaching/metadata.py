"""Takes out of a picture what its maker wrote into it: place, camera, names, previews. Pure.

Nothing is decoded or painted anew: segments and chunks that draw nothing are left out, and so is
whatever follows the picture's end (phones hide films there). Kept is what changes how it looks:
colours, transparency, animation, and which way is up.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

_JPEG = b"\xff\xd8"
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs bKGD acTL fcTL fdAT".split()
)
_WEBP_KEPT = frozenset(b"VP8X ICCP ANIM ANMF ALPH VP8L".split()) | {b"VP8 "}
_EXIF_FLAG, _XMP_FLAG = 0x08, 0x04  # of VP8X
_ICC = b"ICC_PROFILE\0"
_ADOBE = b"Adobe"
_JFIF = b"JFIF\0"
_EXIF = b"Exif\0\0"
_ORIENTATION = 0x0112
_UPRIGHT = 1
_ENTRIES_MAX = 4_096  # ours: of one directory


class UnreadablePictureError(Exception):
    """The bytes begin like a picture and are not one: nothing can be taken out of it."""


def is_cleanable(data: bytes) -> bool:
    """Whether ``data`` begins like a picture that ``without_metadata`` knows: JPEG, PNG, WebP."""
    return data.startswith((_JPEG + b"\xff", _PNG)) or _is_webp(data)


def without_metadata(data: bytes) -> bytes:
    """The same picture with nothing in it but the picture. Raises ``UnreadablePictureError``."""
    try:
        if data.startswith(_JPEG):
            return b"".join(_jpeg_parts(data))
        if data.startswith(_PNG):
            return b"".join(_png_parts(data))
        if _is_webp(data):
            return _webp(data)
    except (IndexError, struct.error) as error:
        raise UnreadablePictureError from error
    raise UnreadablePictureError


# ---- JPEG -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Segment:
    marker: int
    content: bytes


def _jpeg_parts(data: bytes) -> Iterator[bytes]:
    yield _JPEG
    place = 2
    turned = False
    while True:
        marker, start = _marker_at(data, place)
        if marker == 0xD9:
            yield b"\xff\xd9"
            return
        length = _u16(data, start, ">")
        end = start + length
        if length < 2 or end > len(data):
            raise UnreadablePictureError
        segment = _Segment(marker, data[start + 2 : end])
        if _is_kept(segment):
            yield b"\xff" + bytes((marker,)) + data[start:end]
        elif not turned and marker == 0xE1 and segment.content.startswith(_EXIF):
            way = orientation(segment.content[len(_EXIF) :])
            if way != _UPRIGHT:
                turned = True
                yield _exif_segment(way)
        place = end
        if marker == 0xDA:
            place = _scan_end(data, end)
            yield data[end:place]


def _marker_at(data: bytes, place: int) -> tuple[int, int]:
    """The marker at ``place`` (it may be padded) and where its length stands."""
    if data[place] != 0xFF:
        raise UnreadablePictureError
    while data[place] == 0xFF:
        place += 1
    return data[place], place + 1


def _is_kept(segment: _Segment) -> bool:
    match segment.marker:
        case 0xE0:
            return segment.content.startswith(_JFIF)
        case 0xE2:
            return segment.content.startswith(_ICC)
        case 0xEE:
            return segment.content.startswith(_ADOBE)
        case 0xFE:
            return False
        case _:
            return not 0xE0 <= segment.marker <= 0xEF


def _scan_end(data: bytes, place: int) -> int:
    """Where the next marker after a scan's bits stands; restarts belong to the scan."""
    while True:
        place = data.find(b"\xff", place)
        if place < 0 or place + 1 >= len(data):
            raise UnreadablePictureError
        following = data[place + 1]
        if following == 0xFF:
            place += 1
        elif following == 0x00 or 0xD0 <= following <= 0xD7:
            place += 2
        else:
            return place


def _exif_segment(way: int) -> bytes:
    content = _EXIF + _exif(way)
    return b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content


# ---- EXIF -----------------------------------------------------------------------------------


def orientation(tiff: bytes) -> int:
    """Which way is up, 1 to 8, as EXIF has it; 1 where it says nothing that makes sense."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 10:
        return _UPRIGHT
    directory = int(struct.unpack_from(f"{order}I", tiff, 4)[0])
    if not 8 <= directory <= len(tiff) - 2:
        return _UPRIGHT
    count = min(_u16(tiff, directory, order), _ENTRIES_MAX)
    for number in range(count):
        place = directory + 2 + 12 * number
        if place + 12 > len(tiff):
            break
        if _u16(tiff, place, order) == _ORIENTATION:
            way = _u16(tiff, place + 8, order)
            return way if 1 <= way <= 8 else _UPRIGHT
    return _UPRIGHT


def _exif(way: int) -> bytes:
    """A directory of one entry: the orientation."""
    entry = struct.pack(">HHIHH", _ORIENTATION, 3, 1, way, 0)
    return b"MM\0\x2a" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)


def _u16(data: bytes, place: int, order: str) -> int:
    return int(struct.unpack_from(f"{order}H", data, place)[0])


# ---- PNG ------------------------------------------------------------------------------------


def _png_parts(data: bytes) -> Iterator[bytes]:
    yield _PNG
    place = len(_PNG)
    while True:
        (length,) = struct.unpack_from(">I", data, place)
        kind = data[place + 4 : place + 8]
        end = place + 12 + length
        if end > len(data):
            raise UnreadablePictureError
        if kind in _PNG_KEPT:
            yield data[place:end]
        elif kind == b"eXIf":
            way = orientation(data[place + 8 : end - 4])
            if way != _UPRIGHT:
                yield _png_chunk(b"eXIf", _exif(way))
        elif not kind[0] & 0x20:
            raise UnreadablePictureError  # a chunk one must know in order to draw
        if kind == b"IEND":
            return
        place = end


def _png_chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


# ---- WebP -----------------------------------------------------------------------------------


def _is_webp(data: bytes) -> bool:
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def _webp(data: bytes) -> bytes:
    (length,) = struct.unpack_from("<I", data, 4)
    end = 8 + length
    if end > len(data):
        raise UnreadablePictureError
    chunks = b"".join(_webp_chunks(data, 12, end))
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


def _webp_chunks(data: bytes, place: int, end: int) -> Iterator[bytes]:
    while place < end:
        kind = data[place : place + 4]
        (length,) = struct.unpack_from("<I", data, place + 4)
        following = place + 8 + length + length % 2
        if following > end + 1:
            raise UnreadablePictureError
        if kind == b"VP8X":
            flags = data[place + 8] & ~(_EXIF_FLAG | _XMP_FLAG)
            yield data[place : place + 8] + bytes((flags,)) + data[place + 9 : following]
        elif kind in _WEBP_KEPT:
            yield data[place:following]
        place = following
