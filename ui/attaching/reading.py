"""A file of this computer, or a picture, as it goes out. Called on a worker thread; no widgets.

Only regular files are read: a folder, a device or a pipe named in a drop never is. What is read is
bounded whatever the file's size says.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeDatabase
from PySide6.QtGui import QImage, QImageWriter

from engine.model.contents import Attachment
from ui.attaching.metadata import UnreadablePictureError, is_cleanable, without_metadata
from ui.text.language import tr
from ui.text.numbers import size_words
from ui.wording.sentences import one_line

FILE_BYTES_MAX = 23 << 20  # ours: what even an owner's message can hold, in its JSON form
NAME_CHARACTERS_MAX = 120  # ours: with its suffix
PASTED_NAME = "picture.png"
TEXT_NAME = "text.txt"
SHRINKABLE = frozenset({"image/jpeg", "image/png", "image/webp", "image/bmp", "image/tiff"})


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file ready to be sent. ``cleaned``: what its maker wrote into the picture was left out.

    ``shrinkable``: it is a still picture that can be made smaller.
    """

    attachment: Attachment
    cleaned: bool
    shrinkable: bool

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.attachment.data)


class NotSentError(Exception):
    """It cannot be attached. Its text is a sentence for the person, in their language."""


def file_size(path: Path) -> int:
    """How large a regular file says it is, in bytes. Raises ``NotSentError``."""
    name = one_line(path.name)
    try:
        facts = path.stat()
    except (OSError, ValueError) as error:
        raise _unreadable(path) from error
    if stat.S_ISDIR(facts.st_mode):
        sentence = tr("“{name}” is a folder. Only files can be sent; pack it into one first.")
        raise NotSentError(sentence.format(name=name))
    if not stat.S_ISREG(facts.st_mode):
        raise NotSentError(tr("“{name}” is no ordinary file and is not sent.").format(name=name))
    if facts.st_size > FILE_BYTES_MAX:
        raise _too_large(path)
    return facts.st_size


def prepared_file(path: Path) -> Prepared:
    """The file, without what was written into it if it is a picture.

    Raises ``NotSentError`` if it cannot be read, is no regular file, or is larger than
    ``FILE_BYTES_MAX``.
    """
    file_size(path)
    data = _content_of(path)
    kind = QMimeDatabase().mimeTypeForFileNameAndData(path.name, QByteArray(data[:65_536])).name()
    return cleaned(Prepared(Attachment(_short(path.name), kind, data), False, kind in SHRINKABLE))  # noqa: FBT003 - named above


def prepared_picture(image: QImage) -> Prepared:
    """A picture from the clipboard, as PNG. Raises ``NotSentError``."""
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    plain = QImage(image)
    for key in plain.textKeys():
        plain.setText(key, "")
    if plain.isNull() or not QImageWriter(target, QByteArray(b"png")).write(plain):
        raise NotSentError(tr("What was pasted is not a picture that can be read."))
    data = bytes(target.data().data())
    attachment = Attachment(PASTED_NAME, "image/png", data)
    return cleaned(Prepared(attachment, cleaned=True, shrinkable=True))


def prepared_text(text: str) -> Prepared:
    """A text that is too long for a message, as a file. Raises ``NotSentError``."""
    data = text.encode("utf-8", "replace")
    if len(data) > FILE_BYTES_MAX:
        raise _too_large(Path(TEXT_NAME))
    return Prepared(Attachment(TEXT_NAME, "text/plain", data), cleaned=False, shrinkable=False)


def cleaned(prepared: Prepared) -> Prepared:
    """The same with nothing in the picture but the picture, if it is one that we know."""
    data = prepared.attachment.data
    if not is_cleanable(data):
        return prepared
    try:
        bare = without_metadata(data)
    except UnreadablePictureError:
        return replace(prepared, shrinkable=False)  # and told: it is sent as it is
    return replace(prepared, attachment=replace(prepared.attachment, data=bare), cleaned=True)


def privacy_words(prepared: Prepared) -> str:
    """What becomes of what the file's maker wrote into it."""
    if prepared.cleaned:
        return tr("Place, camera and other notes inside the picture are left out.")
    return tr("It is sent as it is, with all that is written inside it.")


def _content_of(path: Path) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        # Without blocking: a pipe that took the file's place meanwhile would wait for ever.
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise _unreadable(path)
            data = file.read(FILE_BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(path) from error
    if len(data) > FILE_BYTES_MAX:
        raise _too_large(path)
    return data


def _unreadable(path: Path) -> NotSentError:
    return NotSentError(tr("“{name}” could not be read.").format(name=one_line(path.name)))


def _too_large(path: Path) -> NotSentError:
    sentence = tr("“{name}” is too large: a message holds {size} at most.")
    return NotSentError(sentence.format(name=one_line(path.name), size=size_words(FILE_BYTES_MAX)))


def _short(name: str) -> str:
    """The file's name, cut before its suffix if it is very long; bytes that are no text are told
    by a mark.
    """
    whole = name.encode("utf-8", "replace").decode("utf-8")
    if len(whole) <= NAME_CHARACTERS_MAX:
        return whole
    suffix = Path(whole).suffix[:16]
    return whole[: NAME_CHARACTERS_MAX - len(suffix)] + suffix
