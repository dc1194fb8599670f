"""What is done with files of a shared folder: fetched, saved, opened, shown, dragged away.

Nothing is opened that a computer might run, and nothing without a question (reliability.md F-4).
Copies that other programs are handed lie in a folder that is erased when the window goes.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QDrag, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from engine.errors import Refusal, Refused
from engine.model.feed_commands import WantFile
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FolderEntryView, FolderView
from ui.bridge import Bridge
from ui.folders.copying import copy_out, files_below, free_place, on_disk, writing
from ui.folders.dragging import Draggable, bytes_to_copy, draggables, dragged
from ui.folders.words import entry_icon, entry_name, may_run
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.numbers import number, size_words
from ui.timeline.parts.file_words import file_name, saved_name
from ui.widgets.dialogs import Question, answer

DRAGGED_BYTES_MAX = 268_435_456  # ours: more is copied where it should go, not twice
DRAG_ICON_PIXELS = 32


def hand_to_desktop(path: Path) -> bool:
    """Opens a file or directory in the system's program for it."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class FolderActs(QObject):
    """``done`` carries a sentence for the toast. ``wished``: other files are fetched than before.

    ``began`` carries something under way, words for it, and what stops it; ``ended`` the same.
    """

    done = Signal(str)
    wished = Signal()
    began = Signal(object, str, object)
    ended = Signal(object)

    def __init__(
        self,
        bridge: Bridge,
        theme: Theme,
        parent: QWidget,
        hand_over: Callable[[Path], object] = hand_to_desktop,
    ) -> None:
        """``hand_over`` gives a file or directory to the desktop."""
        super().__init__(parent)
        self._bridge = bridge
        self._theme = theme
        self._parent = parent
        self.hand_over = hand_over
        self._lent: tempfile.TemporaryDirectory[str] | None = None
        self._lent_number = itertools.count(1)
        self._lending = threading.Lock()

    # ---- fetching ---------------------------------------------------------------------------

    def fetch(
        self,
        view: FolderView,
        entries: Sequence[FolderEntryView],
        version: int | None = None,
        *,
        wanted: bool = True,
    ) -> None:
        """Asks for files, or for them no more; ``version``: as they were in that earlier state."""
        self._bridge.start(self._fetch(view, entries, version, wanted=wanted))

    async def _fetch(
        self,
        view: FolderView,
        entries: Sequence[FolderEntryView],
        version: int | None = None,
        *,
        wanted: bool,
    ) -> None:
        space = view.feed.space
        wishes = [WantFile(space, entry.path, wanted) for entry in entries]
        if version is not None:
            then = [one for entry in entries for one in await self._then(view, entry, version)]
            wishes = [WantFile(space, one.path, wanted, one.version) for one in then]
        for wish in wishes:
            await self._bridge.perform(wish)
        self.wished.emit()
        # Asked anew: what ``view`` is of may have been opened a while ago.
        if wanted and not (await self._bridge.ask(OneFolder(space))).feed.peers:
            self.done.emit(tr("It comes as soon as somebody who has it is connected."))

    async def _then(
        self, view: FolderView, entry: FolderEntryView, version: int
    ) -> list[FolderEntryView]:
        """Itself, or the files in it then, that are not here and may be had."""
        files = [entry]
        if entry.is_folder:
            files = await files_below(self._bridge, view.feed.space, entry.path, version)
        return [one for one in files if not one.is_here and one.refusal is None]

    # ---- saving a copy ----------------------------------------------------------------------

    def save(
        self, view: FolderView, entries: Sequence[FolderEntryView], version: int | None = None
    ) -> QFileDialog:
        """Asks where to, and writes copies there: of one file, or of all that are meant.

        ``version``: the earlier state that folders among them are of.
        """
        if len(entries) == 1 and not entries[0].is_folder:
            return self._ask_for_file(view, entries[0])
        dialog = self._dialog(tr("Save copies in"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Save here"))
        dialog.fileSelected.connect(
            lambda place: self._work(self.save_all(view, entries, Path(place), version))
        )
        dialog.open()
        return dialog

    def _ask_for_file(self, view: FolderView, entry: FolderEntryView) -> QFileDialog:
        dialog = self._dialog(tr("Save a copy"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(saved_name(entry_name(entry)))
        dialog.fileSelected.connect(
            lambda place: self._work(self.save_one(view, entry, Path(place)))
        )
        dialog.open()
        return dialog

    def _work(self, work: Coroutine[object, object, None]) -> None:
        """Does what may take long, and says that it is under way."""
        task = self._bridge.start(work)
        self.began.emit(task, tr("Saving copies\u2026"), task.cancel)
        task.add_done_callback(lambda ended: self.ended.emit(ended) if isValid(self) else None)

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._parent.window(), title)
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        if folder and Path(folder).is_dir():
            dialog.setDirectory(folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    async def save_one(self, view: FolderView, entry: FolderEntryView, target: Path) -> None:
        """Writes one file to ``target``. Refused as ``copy_out``."""
        await copy_out(self._bridge, view.feed.space, entry, target)
        self.done.emit(tr("Saved as {name}").format(name=file_name(target.name)))

    async def save_all(
        self,
        view: FolderView,
        entries: Sequence[FolderEntryView],
        directory: Path,
        version: int | None = None,
    ) -> None:
        """Writes files and whole folders into ``directory``, over nothing that is there.

        What is not here, not as its owner said, or has a name that no computer should write, is
        passed over and told.
        """
        space, saved, all_files = view.feed.space, 0, 0
        for entry in entries:
            files = [entry]
            if entry.is_folder:
                files = await files_below(self._bridge, space, entry.path, version)
            start = len(entry.path.rpartition("/")[0])
            for file in files:
                all_files += 1
                parts = file.path[start:].lstrip("/").split("/")
                saved += await self._save_beside(
                    view, file, directory.joinpath(*map(saved_name, parts))
                )
        words = tr("%n files saved in {folder}", "", saved)
        if saved < all_files:
            words = tr(
                "{saved} of {count} files saved in {folder}. The others are not here, or of no use."
            )
        named = file_name(directory.name)
        told = words.format(saved=number(saved), count=number(all_files), folder=named)
        self.done.emit(told)

    async def _save_beside(self, view: FolderView, file: FolderEntryView, target: Path) -> bool:
        if file.refusal is not None or not file.is_here:
            return False
        with writing(target):
            free = await asyncio.to_thread(free_place, target)
        try:
            await copy_out(self._bridge, view.feed.space, file, free)
        except Refused as refused:
            if refused.reason in {Refusal.BLOCKS_MISSING, Refusal.CONTENT_WRONG}:
                return False  # it went meanwhile, or is of no use
            raise
        return True

    # ---- opening ----------------------------------------------------------------------------

    def open(self, view: FolderView, entry: FolderEntryView) -> None:
        """Opens a file that is here in the system's program, after a question; else fetches it."""
        self._bridge.start(self._open(view, entry))

    async def _open(self, view: FolderView, entry: FolderEntryView) -> None:
        name = entry_name(entry)
        if entry.refusal is not None:
            self._tell_never_written(entry)
        elif may_run(entry):
            await self._offer_copy(view, entry)
        elif not entry.is_here:
            await self._fetch(view, [entry], wanted=True)
            self.done.emit(tr("{name} is being fetched.").format(name=name))
        elif await answer(self._question(entry)):
            self._hand(await self.lend(view, entry))

    def _tell_never_written(self, entry: FolderEntryView) -> None:
        words = tr("{name} is never written to this computer.")
        self.done.emit(words.format(name=entry_name(entry)))

    def _question(self, entry: FolderEntryView) -> Question:
        sentence = tr(
            "{name} ({size}) comes from this folder's owner, and another program opens it. Open "
            "only what you expect from them."
        )
        return Question(
            self._parent.window(),
            tr("Open this file?"),
            sentence.format(name=entry_name(entry), size=size_words(entry.size)),
            tr("Open"),
        )

    async def _offer_copy(self, view: FolderView, entry: FolderEntryView) -> None:
        sentence = tr(
            "{name} is a program, or a computer may take it for one: Tidings never opens such "
            "files. You can save a copy; it gets no right to run."
        )
        question = Question(
            self._parent.window(),
            tr("This file is not opened"),
            sentence.format(name=entry_name(entry)),
            tr("Save a copy…"),
            danger=True,
        )
        question.proceed.setEnabled(entry.is_here)
        if await answer(question):
            self.save(view, [entry])

    def show_in_files(self, view: FolderView, entry: FolderEntryView | None) -> None:
        """Shows the directory in the system's file manager: that in which ``entry`` lies."""
        if view.directory is not None:
            self._bridge.start(self._show_in_files(view.directory, entry))

    async def _show_in_files(self, directory: str, entry: FolderEntryView | None) -> None:
        self._hand(await asyncio.to_thread(_shown, directory, entry))

    def _hand(self, place: Path) -> None:
        if self.hand_over(place) is False:
            words = tr("This computer has no program that opens {name}.")
            self.done.emit(words.format(name=file_name(place.name)))

    # ---- lending and dragging ---------------------------------------------------------------

    async def lend(self, view: FolderView, entry: FolderEntryView) -> Path:
        """Where other programs can read a file: in the folder's directory, else a copy of it."""
        place = await asyncio.to_thread(on_disk, view.directory, entry)
        return place or await self._copy(view, entry, [entry])

    async def _copy(
        self, view: FolderView, entry: FolderEntryView, files: Sequence[FolderEntryView]
    ) -> Path:
        """A copy that is lent. ``files``: it itself, or all that are copied of a folder."""
        name = saved_name(entry_name(entry))
        with writing(Path(tempfile.gettempdir()) / name):
            room = await asyncio.to_thread(self._room_to_lend)
            if entry.is_folder:
                await asyncio.to_thread((room / name).mkdir)  # also if there is nothing in it
            for file in files:
                parts = file.path[len(entry.path) :].lstrip("/").split("/")
                inside = [saved_name(part) for part in parts if part]
                target = await asyncio.to_thread(free_place, room.joinpath(name, *inside))
                await copy_out(self._bridge, view.feed.space, file, target)
                target.chmod(0o400)
        return room / name

    def _room_to_lend(self) -> Path:
        """On a thread of its own, and several at a time: all lie in one directory. A second one
        would be erased as soon as nobody knows it any more, with what was lent from it.
        """
        with self._lending:
            lent = self._lent = self._lent or tempfile.TemporaryDirectory(
                prefix="tidings-", ignore_cleanup_errors=True
            )
        inside = Path(lent.name) / str(next(self._lent_number))
        inside.mkdir()
        return inside

    def drag(
        self,
        view: FolderView,
        entries: Sequence[FolderEntryView],
        source: QWidget,
        version: int | None = None,
    ) -> None:
        """Drags what is here away, as files of the disk; ``version``: the earlier state that
        ``entries`` are of.
        """
        if version is not None:
            view = replace(view, directory=None)  # what lies there is as it is today
        self._bridge.start(self._drag(view, entries, source, version))

    async def _drag(
        self,
        view: FolderView,
        entries: Sequence[FolderEntryView],
        source: QWidget,
        version: int | None,
    ) -> None:
        found = await draggables(self._bridge, view, entries, version)
        here = [one for one in found if one.is_here]
        if len(here) < len(entries):
            self._tell_what_is_left_out(entries, found, here)
        if not here:
            return
        if bytes_to_copy(here) > DRAGGED_BYTES_MAX:
            self.done.emit(tr("This is too much to be dragged: save a copy of it instead."))
            return
        places = [one.place or await self._copy(view, one.entry, one.files) for one in here]
        held = [one.entry for one in here]
        # not in this task: a drag has an event loop of its own, in which other tasks go on
        QTimer.singleShot(0, self, lambda: self._begin_drag(places, held, source))

    def _tell_what_is_left_out(
        self,
        entries: Sequence[FolderEntryView],
        found: Sequence[Draggable],
        here: Sequence[Draggable],
    ) -> None:
        """Only what may be had is to be fetched."""
        if not found:
            self._tell_never_written(entries[0])
        elif not here:
            self.done.emit(tr("It is not here yet: fetch it first, then drag it."))
        elif len(here) < len(found):
            self.done.emit(tr("What is not here yet is left out: fetch it first, then drag it."))

    def _begin_drag(
        self, places: Sequence[Path], entries: Sequence[FolderEntryView], source: QWidget
    ) -> None:
        """Unless the person has let go meanwhile."""
        if not isValid(source) or not QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            return
        drag = QDrag(source)
        drag.setMimeData(dragged(places))
        icon = entry_icon(entries[0]) if len(entries) == 1 else "files"
        ratio = source.devicePixelRatioF()
        drag.setPixmap(self._theme.pixmap(icon, DRAG_ICON_PIXELS, "accent", ratio))
        drag.exec(Qt.DropAction.CopyAction)

    def close(self) -> None:
        """Erases the copies that were handed to other programs: on a thread that the end of the
        program waits for.
        """
        lent, self._lent = self._lent, None
        if lent is not None:
            threading.Thread(target=_erase, args=(lent,), name="erasing lent copies").start()


def _erase(lent: tempfile.TemporaryDirectory[str]) -> None:
    with contextlib.suppress(OSError):
        lent.cleanup()


def _shown(directory: str, entry: FolderEntryView | None) -> Path:
    """The folder in which it lies, or which it is; where it is not there, all of them."""
    place = None if entry is None else on_disk(directory, entry)
    if place is None:
        return Path(directory)
    return place.parent if place.is_file() else place
