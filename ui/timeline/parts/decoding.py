"""A stranger's bytes -> a picture that is safe to hold (reliability.md G-2). May run on any thread.

Only PNG, JPEG, GIF (its first frame), WebP and BMP, told by their first bytes and read by that one
decoder; at most 25 million pixels, 64 MiB while it is read. Never SVG, which is a program.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

PIXELS_MAX = 25_000_000  # reliability.md G-2
SIDE_MAX = 16_384  # ours
ALLOCATION_MIB_MAX = 64  # reliability.md G-2

_QUARTER = QImageIOHandler.Transformation.TransformationRotate90
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", b"png"),
    (b"\xff\xd8\xff", b"jpeg"),
    (b"GIF87a", b"gif"),
    (b"GIF89a", b"gif"),
    (b"BM", b"bmp"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """``size`` is the picture's own; ``image`` is as large as was asked for, at most."""

    size: QSize
    image: QImage


def picture_format(data: bytes) -> bytes | None:
    """Which of our formats the bytes claim to be."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return b"webp"
    return next((name for start, name in _SIGNATURES if data.startswith(start)), None)


def picture_size(data: bytes) -> QSize | None:
    """How large it is as it is shown, by its head alone; None if it is none that we show."""
    buffer = QBuffer()
    reader = _reader(data, buffer)
    if reader is None:
        return None
    return reader.size().transposed() if _is_turned(reader) else reader.size()


def decode(data: bytes, box: QSize) -> Decoded | None:
    """The picture, within ``box`` pixels; None if it is none that we show."""
    buffer = QBuffer()
    reader = _reader(data, buffer)
    if reader is None:
        return None
    wanted = stored = reader.size()
    turned = _is_turned(reader)
    room = box.transposed() if turned else box
    if stored.width() > room.width() or stored.height() > room.height():
        wanted = stored.scaled(room, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
        reader.setScaledSize(wanted)
    image = reader.read()
    if image.isNull():
        return None
    return Decoded(stored.transposed() if turned else stored, image)


def _reader(data: bytes, buffer: QBuffer) -> QImageReader | None:
    """For what one of our formats is, of a sane size. It reads from ``buffer``, the caller's."""
    name = picture_format(data)
    if name is None:
        return None
    QImageReader.setAllocationLimit(ALLOCATION_MIB_MAX)
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(name))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    return reader if _is_sane(reader.size()) else None


def _is_turned(reader: QImageReader) -> bool:
    return bool(reader.transformation() & _QUARTER)


def _is_sane(size: QSize) -> bool:
    if not size.isValid() or size.isEmpty():
        return False
    width, height = size.width(), size.height()
    return max(width, height) <= SIDE_MAX and width * height <= PIXELS_MAX
