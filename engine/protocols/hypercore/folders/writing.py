"""A folder of ours: what is appended to its two feeds. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.errors import Refusal, Refused
from engine.model.feed_commands import ChangeFiles
from engine.model.feeds import BLOCK_BYTES_MAX, FileRenewed, FileWritten
from engine.model.file_times import noted_time
from engine.model.ids import SpaceId
from engine.protocols.hypercore.drive.entries import (
    MODE_EXECUTABLE,
    MODE_FILE,
    Entry,
    Stat,
)
from engine.protocols.hypercore.drive.messages import encode_entry
from engine.protocols.hypercore.drive.names import Unsafe, parts_of
from engine.protocols.hypercore.drive.paths import Names
from engine.protocols.hypercore.folders.records import FolderRecords, Written

_EXECUTE_BITS = 0o111


def names_of(records: FolderRecords, space: SpaceId) -> Names:
    """All names of a folder of ours, as its blocks say."""
    names = Names()
    for block, path, is_gone in records.history(space):
        if is_gone:
            names.remove(path, block)
        else:
            names.put(path, block)
    return names


@dataclass(slots=True)
class NamesWriting:
    """Turns one command into blocks of names; ``first`` is the number of the first of them."""

    records: FolderRecords
    space: SpaceId
    names: Names
    first: int
    now: float
    blocks: list[bytes] = field(default_factory=list)
    _changed: dict[str, Written | None] = field(default_factory=dict)

    def write(self, command: ChangeFiles) -> Sequence[bytes]:
        """The blocks. Refused with NAME_UNSAFE or FILE_UNKNOWN; ``names`` is of no use then."""
        for renewed in command.renewed:
            self._renew(renewed)
        for path in command.removed:
            self._remove(path)
        for written in command.written:
            self._write(written)
        return self.blocks

    def _renew(self, renewed: FileRenewed) -> None:
        content = self._known(renewed.of)
        self._put(renewed.path, content, renewed.mode, renewed.mtime)

    def _remove(self, path: str) -> None:
        self._known(path)
        self._append(Entry(f"/{path}", None))
        self._changed[path] = None

    def _write(self, written: FileWritten) -> None:
        place = written.place
        content = Written(place.block, place.byte, written.blocks, written.size)
        self._put(written.path, content, written.mode, written.mtime)

    def _put(self, path: str, content: Written, mode: int, mtime: float) -> None:
        wrong = parts_of(path)
        if isinstance(wrong, Unsafe) or path.startswith("/"):
            raise Refused(Refusal.NAME_UNSAFE, path)
        stat = Stat(
            mode=MODE_EXECUTABLE if mode & _EXECUTE_BITS else MODE_FILE,
            size=content.size,
            blocks=content.blocks,
            offset=content.first_block,
            byte_offset=content.first_byte,
            changed_at=noted_time(mtime),
            made_at=noted_time(self.now),
        )
        self._append(Entry(f"/{path}", stat))
        self._changed[path] = content

    def _append(self, entry: Entry) -> None:
        number = self.first + len(self.blocks)
        index = self.names.put if entry.stat is not None else self.names.remove
        block = encode_entry(replace(entry, paths=index(entry.name, number)))
        if len(block) > BLOCK_BYTES_MAX:  # hundreds of thousands in one folder: without the index
            block = encode_entry(entry)
        self.blocks.append(block)

    def _known(self, path: str) -> Written:
        known = (
            self._changed[path] if path in self._changed else self.records.file(self.space, path)
        )
        if known is None:
            raise Refused(Refusal.FILE_UNKNOWN, path)
        return known
