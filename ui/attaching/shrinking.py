"""Makes a picture small enough: fewer points, then a lower quality. Called on a worker thread."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QImageWriter, QPainter

from engine.errors import Refusal, Refused
from engine.model.contents import Attachment
from ui.attaching.reading import Prepared

PICTURE_PIXELS_MAX = 100_000_000  # ours: of the person's own picture; it is scaled while it is read
SIDES = (2_560, 2_048, 1_600, 1_280, 1_024, 800, 640, 480, 320, 240)
"""The longest side that is tried, in points."""
QUALITIES = (85, 75, 62)
FORMATS = frozenset({b"png", b"jpeg", b"jpg", b"gif", b"webp", b"bmp", b"tiff", b"tif"})
"""Of what is shown or shrunk: no drawings and documents, which are programs of their own."""
THUMBNAIL_SIDE = 96


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A smaller form of a picture, ``width`` x ``height`` points."""

    prepared: Prepared
    width: int
    height: int


def shrunk(attachment: Attachment, bytes_max: int) -> Shrunk:
    """The best JPEG of that picture with at most ``bytes_max`` bytes. Refused if there is none."""
    picture = read_picture(attachment.data, SIDES[0])
    whole = max(picture.width(), picture.height())
    for side in (whole, *(side for side in SIDES if side < whole)):
        scaled = _on_white(_within(picture, side))
        for quality in QUALITIES:
            data = _as_jpeg(scaled, quality)
            if len(data) <= bytes_max:
                name = f"{Path(attachment.name).stem}.jpg"
                smaller = Prepared(
                    Attachment(name, "image/jpeg", data), cleaned=True, shrinkable=True
                )
                return Shrunk(smaller, scaled.width(), scaled.height())
    raise Refused(Refusal.FILE_TOO_LARGE, attachment.name)


def thumbnail(data: bytes) -> QImage | None:
    """A small form of a picture for its preview; None if it is none that we show."""
    try:
        return read_picture(data, THUMBNAIL_SIDE)
    except Refused:
        return None


def read_picture(data: bytes, side: int) -> QImage:
    """The picture, right side up, its longest side at most ``side``. Refused if it is none."""
    source = QBuffer()
    source.setData(QByteArray(data))
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source)
    reader.setAutoTransform(True)
    size = reader.size()
    if reader.format().data() not in FORMATS or not size.isValid():
        raise Refused(Refusal.PICTURE_UNREADABLE)
    if size.width() * size.height() > PICTURE_PIXELS_MAX:
        raise Refused(Refusal.PICTURE_UNREADABLE)
    reader.setScaledSize(_bounded(size, side))
    image = reader.read()
    if image.isNull():
        raise Refused(Refusal.PICTURE_UNREADABLE)
    return image


def _bounded(size: QSize, side: int) -> QSize:
    if max(size.width(), size.height()) <= side:
        return size
    return size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))


def _within(image: QImage, side: int) -> QImage:
    wanted = _bounded(image.size(), side)
    if wanted == image.size():
        return image
    return image.scaled(
        wanted, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def _on_white(image: QImage) -> QImage:
    """Without transparency, which JPEG does not have."""
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(0xFFFFFFFF)
    painter = QPainter(flat)
    painter.drawImage(0, 0, image)
    painter.end()
    return flat


def _as_jpeg(image: QImage, quality: int) -> bytes:
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(target, QByteArray(b"jpg"))
    writer.setQuality(quality)
    if not writer.write(image):
        raise Refused(Refusal.PICTURE_UNREADABLE)
    return bytes(target.data().data())
