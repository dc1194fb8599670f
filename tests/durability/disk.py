"""What a disk holds when the power goes: a model of a folder, call by call. Pure.

Law: sure is only what was synced. Of everything else, written bytes and changed names alike, a cut
keeps what the dice say: nothing, all, the earlier part, some of it, single sectors, other bytes in
their place, or writes in another order. A sync makes a file's bytes sure, not its name; a name is
sure once its folder was synced. Bytes outside a write are never harmed by it (SQLite's
``POWERSAFE_OVERWRITE``, which the machine's own file system promises too).

Names are relative, with ``/`` between; one that ends with ``/`` is a folder.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import assert_never

SECTOR_BYTES = 512  # the smallest piece that a disk writes whole

Image = dict[str, bytes]
"""What stands on the disk, by name; folders have no bytes."""


@dataclass(frozen=True, slots=True)
class Create:
    """The name appears, for an empty file or folder, unless it is there already."""

    name: str


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes from ``offset`` on."""

    name: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    """The file ends at ``size``: cut off, or filled up with zeros."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    """What was written to the file so far is sure."""

    name: str


@dataclass(frozen=True, slots=True)
class FailedSync:
    """What was written since the last sync is on no disk and never will be: the machine takes it
    for written. Programs still read it, which ``Disk.live`` does not know.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Delete:
    """The name goes."""

    name: str


@dataclass(frozen=True, slots=True)
class Rename:
    """The name changes, in one step; a file that had the new one is gone."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class SyncNames:
    """The names in that folder (``""``: the outermost) are sure."""

    folder: str


@dataclass(frozen=True, slots=True)
class Mark:
    """No call: from here on somebody relies on ``fact``."""

    fact: object


Operation = Create | Write | Truncate | Sync | FailedSync | Delete | Rename | SyncNames | Mark


class Loss(Enum):
    """How a cut treats what is not sure."""

    NOTHING_KEPT = auto()
    ALL_KEPT = auto()
    EARLIER_KEPT = auto()
    SOME_KEPT = auto()
    TORN = auto()
    GARBLED = auto()
    REORDERED = auto()


_LOSSES = tuple(Loss)


class Disk:
    """A folder as it is, and as it surely is."""

    def __init__(self, image: Image | None = None) -> None:
        """Holds ``image``, all of it sure."""
        self._sure: dict[int, bytearray] = {}
        self._unsure: dict[int, list[Write | Truncate]] = {}
        self._names: dict[str, int] = {}
        self._sure_names: dict[str, int] = {}
        self._unsure_names: list[tuple[Create | Delete | Rename, int]] = []
        self._last_file = 0
        for name, data in (image or {}).items():
            self._sure[self._add(name)] = bytearray(data)
        self._sure_names = dict(self._names)

    def do(self, operation: Operation) -> None:
        """One call."""
        match operation:
            case Write(name) | Truncate(name):
                self._unsure.setdefault(self._names[name], []).append(operation)
            case Sync(name):
                file = self._names[name]
                _apply(self._sure[file], self._unsure.pop(file, []))
            case FailedSync(name):
                unsure = self._unsure.get(self._names[name], [])
                unsure[:] = [call for call in unsure if isinstance(call, Truncate)]
            case Create(name):
                if name not in self._names:
                    self._sure[self._add(name)] = bytearray()
                    self._unsure_names.append((operation, self._names[name]))
            case Delete(name):
                self._unsure_names.append((operation, self._names.pop(name)))
            case Rename(old, new):
                self._names[new] = self._names.pop(old)
                self._unsure_names.append((operation, self._names[new]))
            case SyncNames(folder):
                self._sync_names(folder)
            case Mark():
                pass
            case _:
                assert_never(operation)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def content(self, name: str) -> bytes:
        """What a program reads there now."""
        file = self._names[name]
        data = bytearray(self._sure[file])
        _apply(data, self._unsure.get(file, []))
        return bytes(data)

    def live(self) -> Image:
        """What programs read there now."""
        return {name: self.content(name) for name in sorted(self._names)}

    def unsure(self) -> bool:
        """Whether a cut could lose anything now."""
        return any(self._unsure.values()) or bool(self._unsure_names)

    def cut(self, dice: random.Random) -> Image:
        """What may be there after a cut now. The disk itself goes on unharmed."""
        loss = dice.choice(_LOSSES)
        names = dict(self._sure_names)
        for operation, file in _some_names(self._unsure_names, loss, dice):
            _change(names, operation, file)
        image: Image = {}
        for name in sorted(names):
            if _is_reachable(name, names):
                image[name] = self._left_of(names[name], loss, dice)
        return image

    def _left_of(self, file: int, loss: Loss, dice: random.Random) -> bytes:
        data = bytearray(self._sure[file])
        if unsure := self._unsure.get(file):
            _apply(data, _some_writes(unsure, loss, dice))
        return bytes(data)

    def _add(self, name: str) -> int:
        self._last_file += 1
        self._names[name] = self._last_file
        return self._last_file

    def _sync_names(self, folder: str) -> None:
        rest = []
        for operation, file in self._unsure_names:
            if _folder_of(operation) == folder:
                _change(self._sure_names, operation, file)
            else:
                rest.append((operation, file))
        self._unsure_names = rest


def _apply(data: bytearray, calls: list[Write | Truncate]) -> None:
    for call in calls:
        match call:
            case Write(_, offset, written):
                if len(data) < offset:
                    data.extend(bytes(offset - len(data)))
                data[offset : offset + len(written)] = written
            case Truncate(_, size):
                if len(data) < size:
                    data.extend(bytes(size - len(data)))
                del data[size:]
            case _:
                assert_never(call)


def _change(names: dict[str, int], operation: Create | Delete | Rename, file: int) -> None:
    match operation:
        case Create(name):
            names[name] = file
        case Delete(name):
            names.pop(name, None)
        case Rename(old, new):
            names.pop(old, None)
            names[new] = file
        case _:
            assert_never(operation)


def _folder_of(operation: Create | Delete | Rename) -> str:
    name = operation.new if isinstance(operation, Rename) else operation.name
    return name.rstrip("/").rpartition("/")[0]


def _is_reachable(name: str, names: dict[str, int]) -> bool:
    folder = name.rstrip("/").rpartition("/")[0]
    return not folder or (f"{folder}/" in names and _is_reachable(f"{folder}/", names))


def _some_names(
    calls: list[tuple[Create | Delete | Rename, int]], loss: Loss, dice: random.Random
) -> list[tuple[Create | Delete | Rename, int]]:
    match loss:
        case Loss.NOTHING_KEPT:
            return []
        case Loss.ALL_KEPT | Loss.TORN | Loss.GARBLED:
            return calls
        case Loss.EARLIER_KEPT | Loss.REORDERED:  # names are journalled: never in another order
            return calls[: dice.randint(0, len(calls))]
        case Loss.SOME_KEPT:
            return [call for call in calls if dice.random() < 0.5]
        case _:
            assert_never(loss)


def _some_writes(
    calls: list[Write | Truncate], loss: Loss, dice: random.Random
) -> list[Write | Truncate]:
    match loss:
        case Loss.NOTHING_KEPT:
            return []
        case Loss.ALL_KEPT:
            return calls
        case Loss.EARLIER_KEPT:
            return calls[: dice.randint(0, len(calls))]
        case Loss.SOME_KEPT | Loss.REORDERED:
            share = dice.random()
            kept = [call for call in calls if dice.random() < share]
            if loss is Loss.REORDERED:
                dice.shuffle(kept)
            return kept
        case Loss.TORN | Loss.GARBLED:
            return list(_pieces(calls, loss, dice))
        case _:
            assert_never(loss)


def _pieces(
    calls: list[Write | Truncate], loss: Loss, dice: random.Random
) -> Iterator[Write | Truncate]:
    share = dice.random()
    for call in calls:
        if isinstance(call, Truncate):
            if dice.random() < share:
                yield call
            continue
        for piece in _sectors(call):
            if dice.random() < share:
                yield piece
            elif loss is Loss.GARBLED and dice.random() < 0.5:
                yield Write(piece.name, piece.offset, dice.randbytes(len(piece.data)))


def _sectors(call: Write) -> Iterator[Write]:
    start = 0
    while start < len(call.data):
        at = call.offset + start
        size = SECTOR_BYTES - at % SECTOR_BYTES
        yield Write(call.name, at, call.data[start : start + size])
        start += size


def lay_down(image: Image, folder: Path) -> None:
    """Makes ``folder``, which is not there yet or empty, hold just ``image``."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, data in image.items():  # sorted: a folder before what it holds
        path = f"{folder}/{name}"
        if name.endswith("/"):
            Path(path).mkdir(mode=0o700)
            continue
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            assert os.write(file, data) == len(data)
        finally:
            os.close(file)
