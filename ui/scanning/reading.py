"""From a picture or a text to one found thing, or to one refusal that says what was found instead.

Pictures are searched on a worker thread; nothing here touches a widget.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QImage, QPainter

from engine.errors import Refusal, Refused
from engine.model.found import Found
from ui.services import Codes, Links
from ui.wording.wanted import Wanted, demanded

PICTURE_PIXELS_MAX = 25_000_000  # reliability G-2
FILE_BYTES_MAX = 32 * 1024 * 1024  # ours: no photograph of a code is larger


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads for one page: it knows what is wanted there."""

    codes: Codes
    links: Links
    wanted: Wanted[Found]

    def text(self, text: str) -> Found:
        """The wanted thing in ``text``. Refused otherwise."""
        return demanded(self.links.read(text), self.wanted)

    def texts(self, texts: Sequence[str], place: str) -> Found:
        """The first wanted thing among the codes of a picture. Refused with the first one's fault.

        ``place`` names the picture where there is no code in it.
        """
        first: Refused | None = None
        for text in texts:
            try:
                return self.text(text)
            except Refused as refused:
                first = first or refused
        raise first or Refused(Refusal.NO_CODE_IN_PICTURE, place)

    async def image(self, image: QImage, place: str) -> Found:
        """The wanted thing in a picture. Refused otherwise."""
        return self.texts(await texts_in(self.codes, image), place)

    async def file(self, path: Path) -> Found:
        """The wanted thing in a picture file, or in a text file. Refused otherwise."""
        content = await asyncio.to_thread(_content_of, path)
        try:
            texts = await asyncio.to_thread(self.codes.read_file, content)
        except Refused as refused:
            if (text := _plain_text(content)) is not None:
                return self.text(text)
            raise Refused(refused.reason, refused.detail or path.name) from refused
        return self.texts(texts, path.name)


async def texts_in(codes: Codes, image: QImage) -> Sequence[str]:
    """Texts of all codes in ``image``, found on a worker thread. Refused if it is too large."""
    if image.width() * image.height() > PICTURE_PIXELS_MAX:
        raise Refused(Refusal.FILE_TOO_LARGE, f"{image.width()} x {image.height()}")
    return await asyncio.to_thread(_texts_in, codes, image)


def _texts_in(codes: Codes, image: QImage) -> Sequence[str]:
    grey = _on_white(image).convertToFormat(QImage.Format.Format_Grayscale8)
    width, height, line = grey.width(), grey.height(), grey.bytesPerLine()
    rows = bytes(grey.constBits())
    if line != width:  # Qt pads lines to four bytes
        rows = b"".join(rows[at : at + width] for at in range(0, height * line, line))
    return codes.read_grey(rows, width, height)


def _on_white(image: QImage) -> QImage:
    """Without transparency: a code drawn on a clear ground would else be black on black."""
    if not image.hasAlphaChannel():
        return image
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(0xFFFFFFFF)
    painter = QPainter(flat)
    painter.drawImage(0, 0, image)
    painter.end()
    return flat


def _content_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        raise Refused(Refusal.FILE_UNREADABLE, path.name) from error
    if len(content) > FILE_BYTES_MAX:
        raise Refused(Refusal.FILE_TOO_LARGE, path.name)
    return content


def _plain_text(content: bytes) -> str | None:
    """What a small text file says, or None if it is none."""
    if len(content) > 65_536 or b"\0" in content:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None
