"""The files that wait to be sent, space by space. They are read on worker threads.

They live as long as the program: a draft on the disk holds words only.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.errors import Refused
from engine.model.contents import Attachment
from engine.model.ids import SpaceId
from ui.attaching.reading import (
    NotSentError,
    Prepared,
    file_size,
    prepared_file,
    prepared_picture,
    prepared_text,
)
from ui.attaching.shrinking import Shrunk, shrunk, thumbnail
from ui.bridge import Bridge
from ui.text.language import tr
from ui.text.numbers import size_words
from ui.wording.sentences import one_line

FILES_MAX = 10  # ours: in one go
REASONS_MAX = 4  # ours: told at once, under a field that shall stay in sight
ASKED_ABOVE_BYTES = 8 << 20  # ours: every member keeps what was sent for good

Confirm = Callable[[str], Awaitable[bool]]
"""Asks the person whether what the sentence says shall be done."""

Made = tuple[Prepared, QImage | None]
"""A file and its preview."""


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """One file that waits; ``picture`` is its preview, if it has one. Compared by identity."""

    prepared: Prepared
    picture: QImage | None

    @property
    def attachment(self) -> Attachment:
        """What is sent."""
        return self.prepared.attachment


class Attachments(QObject):
    """``changed``: other files wait in the open space. ``told`` carries a SpaceId and a sentence
    about what was not taken there.
    """

    changed = Signal()
    told = Signal(object, str)

    def __init__(self, bridge: Bridge, confirm: Confirm, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._confirm = confirm
        self._space: SpaceId | None = None
        self._by_space: dict[SpaceId, list[Waiting]] = {}
        self._being_read: Counter[SpaceId] = Counter()
        self._not_sent: dict[SpaceId, list[str]] = {}
        """Why, one for each file, until nothing more is read for that space: told together, as of
        two sentences one after the other nobody reads the first.
        """
        self._before: Attachments | None = None
        self._turn = asyncio.Lock()
        self._forgotten: set[SpaceId] = set()

    @property
    def space(self) -> SpaceId | None:
        """The open one."""
        return self._space

    @property
    def waiting(self) -> Sequence[Waiting]:
        """The files that wait in the open space, in the order in which they came."""
        return self._by_space.get(self._space, []) if self._space is not None else []

    @property
    def count(self) -> int:
        """How many wait in all spaces together, those that are still to come with them."""
        to_come = 0 if self._before is None else self._before.count
        return sum(map(len, self._by_space.values())) + self._being_read.total() + to_come

    def take_over(self, other: Attachments) -> None:
        """What waits in ``other``, whose window is about to go, waits here; so does what still
        comes to it.
        """
        self._before = other
        other.changed.connect(self._take_in)
        self._take_in()

    def _take_in(self) -> None:
        handed = {} if self._before is None else self._before.hand_over()
        for space, files in handed.items():
            if space not in self._forgotten:
                self._by_space.setdefault(space, []).extend(files)
        if handed:
            self.changed.emit()

    def hand_over(self) -> Mapping[SpaceId, Sequence[Waiting]]:
        """All that waits; none does here any more."""
        handed, self._by_space = self._by_space, {}
        return handed

    @property
    def is_reading(self) -> bool:
        """Whether one is still to come to the open space: what others wait for holds up nothing."""
        return self._space is not None and self._being_read[self._space] > 0

    def turn_to(self, space: SpaceId | None) -> None:
        """Another space is open; those of the last one wait there."""
        if space != self._space:
            self._space = space
            if space is not None:
                self._forgotten.discard(space)
            self.changed.emit()

    # ---- taking in --------------------------------------------------------------------------

    def add_paths(self, paths: Sequence[Path], space: SpaceId | None = None) -> None:
        """Reads files of this computer, one after the other, for ``space`` or else the open one."""
        where = space or self._space
        if where is not None and paths:
            self._begin(where, partial(self._read_paths, where, tuple(paths)))

    def add_picture(self, picture: QImage) -> None:
        """Takes a picture from the clipboard."""
        if self._space is not None:
            made = partial(_picture, QImage(picture))
            self._begin(self._space, partial(self._make, self._space, made))

    def add_text(self, text: str) -> None:
        """Takes a text that is too long for a message, as a file."""
        if self._space is not None:
            made = partial(_text, text)
            self._begin(self._space, partial(self._make, self._space, made))

    def remove(self, waiting: Waiting) -> None:
        """It is not sent."""
        for files in self._by_space.values():
            if waiting in files:
                files.remove(waiting)
        self.changed.emit()

    def replace(self, waiting: Waiting, other: Prepared) -> None:
        """``other``, a smaller form of it, is sent in its place."""
        for files in self._by_space.values():
            if waiting in files:
                files[files.index(waiting)] = Waiting(other, waiting.picture)
        self.changed.emit()

    def take(self) -> tuple[Waiting, ...]:
        """All of the open space; none waits there any more."""
        taken = tuple(self.waiting)
        if self._space is not None:
            self._by_space.pop(self._space, None)
        self.changed.emit()
        return taken

    def put_back(self, space: SpaceId, files: Sequence[Waiting]) -> None:
        """They could not be sent: they wait again, before any others, unless the space is gone."""
        if space in self._forgotten:
            return
        self._by_space[space] = [*files, *self._by_space.get(space, [])]
        self.changed.emit()

    def forget(self, space: SpaceId) -> None:
        """The space is gone, also for what is still being read for it."""
        self._forgotten.add(space)
        self._by_space.pop(space, None)
        self._not_sent.pop(space, None)
        self.changed.emit()

    # ---- shrinking --------------------------------------------------------------------------

    async def smaller(self, waiting: Waiting, bytes_max: int) -> Shrunk | None:
        """A form of that picture that has room in ``bytes_max``; None: there is none."""
        try:
            return await asyncio.to_thread(shrunk, waiting.attachment, bytes_max)
        except Refused:
            return None

    # ---- inside -----------------------------------------------------------------------------

    def _begin(self, space: SpaceId, read: Callable[[], Awaitable[None]]) -> None:
        self._being_read[space] += 1
        self.changed.emit()
        self._bridge.start(self._in_turn(space, read))

    async def _in_turn(self, space: SpaceId, read: Callable[[], Awaitable[None]]) -> None:
        try:
            # One at a time: in their order, each whole in memory, and asked about by itself.
            async with self._turn:
                await read()
        except NotSentError as problem:
            self._refuse(space, problem)
        finally:
            self._being_read[space] -= 1
            self._tell_of_refused(space)
            self.changed.emit()

    async def _read_paths(self, space: SpaceId, paths: Sequence[Path]) -> None:
        for path in paths:
            try:
                await self._read_path(space, path)
            except NotSentError as problem:  # the next may do
                self._refuse(space, problem)

    async def _read_path(self, space: SpaceId, path: Path) -> None:
        self._demand_room(space)
        size = await asyncio.to_thread(file_size, path)
        if size <= ASKED_ABOVE_BYTES or await self._confirm(_question(path.name, size)):
            self._add(space, *await asyncio.to_thread(_file, path))

    async def _make(self, space: SpaceId, make: Callable[[], Made]) -> None:
        """Takes what ``make`` makes on a worker thread. Raises ``NotSentError``."""
        self._demand_room(space)
        self._add(space, *await asyncio.to_thread(make))

    def _refuse(self, space: SpaceId, problem: NotSentError) -> None:
        if space not in self._forgotten:
            self._not_sent.setdefault(space, []).append(str(problem))

    def _tell_of_refused(self, space: SpaceId) -> None:
        if not self._being_read[space] and (reasons := self._not_sent.pop(space, None)):
            self.told.emit(space, _all_of(reasons))

    def _demand_room(self, space: SpaceId) -> None:
        if len(self._by_space.get(space, [])) >= FILES_MAX:
            sentence = tr("{count} files at once are enough; send these first.")
            raise NotSentError(sentence.format(count=FILES_MAX))

    def _add(self, space: SpaceId, prepared: Prepared, picture: QImage | None) -> None:
        if space in self._forgotten:
            return
        self._by_space.setdefault(space, []).append(Waiting(prepared, picture))
        self.changed.emit()


def _all_of(reasons: Sequence[str]) -> str:
    """The one reason; of several files how many they are, and a line for each other reason."""
    if len(reasons) == 1:
        return reasons[0]
    different = [*dict.fromkeys(reasons)]
    more = ["…"] if len(different) > REASONS_MAX else []
    first = tr("%n files are not sent.", "", len(reasons))
    return "\n".join([first, *different[:REASONS_MAX], *more])


def _file(path: Path) -> Made:
    prepared = prepared_file(path)
    return prepared, thumbnail(prepared.attachment.data)


def _picture(picture: QImage) -> Made:
    prepared = prepared_picture(picture)
    return prepared, thumbnail(prepared.attachment.data)


def _text(text: str) -> Made:
    return prepared_text(text), None


def _question(name: str, size: int) -> str:
    sentence = tr("“{name}” has {size}. Each member's computer receives it, and keeps it for good.")
    return sentence.format(name=one_line(name), size=size_words(size))
