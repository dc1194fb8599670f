"""Posts in feeds: one block of JSON, and the blocks of its files behind it. Pure.

``{"text": "...", "at": <Unix seconds>, "files": [{"name", "type", "size", "blocks"}]}``; a picture
has ``width`` and ``height`` besides, and the text may be Markdown. What is no such object is an
entry all the same if it is text; anything else is data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from engine.model.body_text import compact_json, whole_text
from engine.model.contents import Attachment
from engine.model.feeds import BLOCK_BYTES_MAX, PART_BYTES, PARTS_MAX
from engine.model.views import FileView
from engine.protocols.hypercore.limits import SIZE_LIMIT
from engine.wire.picture_size import SIDE_MAX, picture_size

PLAIN_TEXT_BYTES_MAX = 65_536  # ours: of a block that is shown as text though it is no entry
FILES_MAX = 64  # ours: of an entry
NAME_CHARACTERS_MAX = 255  # ours: of a file's name and of its type
TIME_MAX = 253_402_300_800.0  # the year 10000

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
DATA_TYPE = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file of an entry; ``blocks`` blocks hold it, from ``first`` behind the entry on.

    ``width`` and ``height``: of a picture, as its author's program says.
    """

    name: str
    content_type: str
    size: int
    first: int
    blocks: int
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """What a block says. ``at``: as its author put it, None where no sane time is given.

    ``is_text``: it is nothing but text, without the form of an entry.
    """

    text: str
    at: float | None = None
    files: tuple[FilePart, ...] = ()
    is_text: bool = False

    @property
    def parts(self) -> int:
        """How many blocks behind it are its files."""
        return sum(file.blocks for file in self.files)


class _File(msgspec.Struct, frozen=True):
    name: str
    size: int
    blocks: int
    type: str = ""
    width: int = 0
    height: int = 0


class _Form(msgspec.Struct, frozen=True):
    """Strict: what differs is no entry, but may still be text."""

    text: str
    at: Any = None  # any JSON: an entry with a strange time is an entry
    files: tuple[_File, ...] = ()


_FORMS = msgspec.json.Decoder(_Form)


def read_block(data: bytes) -> Entry | None:
    """What a block says to a reader; None for data. Never raises."""
    if not data or len(data) > BLOCK_BYTES_MAX:
        return None
    if data[0] == ord("{") and (entry := _read_form(data)) is not None:
        return entry
    if len(data) > PLAIN_TEXT_BYTES_MAX:
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return None if _CONTROL.search(text) else Entry(text, is_text=True)


def _read_form(data: bytes) -> Entry | None:
    try:
        form = _FORMS.decode(data.decode())  # what it skips, it does not read as text
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    files: list[FilePart] = []
    first = 1
    for file in form.files:
        if not 0 <= file.blocks <= PARTS_MAX or not 0 <= file.size < SIZE_LIMIT:
            return None
        is_picture = all(0 < side <= SIDE_MAX for side in (file.width, file.height))
        sides = (file.width, file.height) if is_picture else (0, 0)
        files.append(FilePart(file.name, file.type, file.size, first, file.blocks, *sides))
        first += file.blocks
    if len(files) > FILES_MAX or first - 1 > PARTS_MAX:
        return None
    return Entry(form.text, _time(form.at), tuple(files))


def _time(at: object) -> float | None:
    if isinstance(at, bool) or not isinstance(at, int | float):
        return None
    return float(at) if 0 <= at < TIME_MAX else None  # first compared: no double has some numbers


def file_views(entry: Entry) -> tuple[FileView, ...]:
    """Its files as a timeline shows them."""
    return tuple(
        FileView(
            file.name[:NAME_CHARACTERS_MAX],
            file.content_type[:NAME_CHARACTERS_MAX],
            file.size,
            file.width,
            file.height,
        )
        for file in entry.files
    )


def data_view(data: bytes) -> FileView:
    """A block that says nothing, as the file that it is."""
    sides = picture_size(data)
    return _plain_data(len(data)) if sides is None else FileView("", DATA_TYPE, len(data), *sides)


@lru_cache(maxsize=1_024)  # ours: most feeds have blocks of few sizes
def _plain_data(size: int) -> FileView:
    return FileView("", DATA_TYPE, size)


def entry_blocks(text: str, now: float, files: Sequence[Attachment] = ()) -> tuple[bytes, ...]:
    """The blocks that say so: the entry, and its files' parts."""
    parts: list[bytes] = []
    listed: list[dict[str, str | int]] = []
    for file in files:
        starts = range(0, len(file.data), PART_BYTES)
        cut = [file.data[start : start + PART_BYTES] for start in starts]
        parts += cut
        width, height = picture_size(file.data) or (0, 0)
        sides: dict[str, str | int] = {"width": width, "height": height} if width else {}
        told: dict[str, str | int] = {"name": file.name, "type": file.content_type}
        listed.append({**told, "size": len(file.data), "blocks": len(cut), **sides})
    body: dict[str, Any] = {"text": whole_text(text), "at": _rounded_down(now)}  # Any: JSON
    if listed:
        body["files"] = listed
    return (compact_json(body).encode(), *parts)


def _rounded_down(now: float) -> float:
    """To the millisecond: whoever holds an entry at once does not see it come from ahead."""
    nearest = round(now, 3)
    return nearest if nearest <= now else round(nearest - 0.001, 3)
