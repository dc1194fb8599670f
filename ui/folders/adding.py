"""Puts files of this computer into the directory of a shared folder of ours, and so shares them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from engine.model.feeds import FolderView
from ui.bridge import Bridge
from ui.folders.copying import clashes, copy_in
from ui.text.language import tr
from ui.timeline.parts.file_words import file_name
from ui.widgets.dialogs import answer
from ui.widgets.late_question import LateQuestion

NAMED_MAX = 5  # ours: of what would be replaced so many are named


class Stopped(Exception):  # noqa: N818 - a wish
    """The person has had enough."""


class Copied:
    """Counts what was copied, on the thread that copies; ``stop`` ends it before the next piece."""

    def __init__(self) -> None:
        self.files = 0
        self._is_stopped = False

    def note(self, _target: Path) -> None:
        """Another file is there."""
        self.files += 1

    def go_on(self) -> None:
        """Raises Stopped once it is enough."""
        if self._is_stopped:
            raise Stopped

    def stop(self) -> None:
        """Enough; on any thread."""
        self._is_stopped = True


class Adding(QObject):
    """``done`` carries a sentence for the toast.

    ``began`` carries something under way, words for it, and what stops it; ``ended`` the same.
    """

    done = Signal(str)
    began = Signal(object, str, object)
    ended = Signal(object)

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._parent = parent

    def choose(self, view: FolderView, path: str) -> QFileDialog:
        """Asks which files, and adds them to ``path`` of the folder."""
        dialog = QFileDialog(self._parent.window(), tr("Add files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Add"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(
            lambda names: self.add(view, path, [Path(name) for name in names])
        )
        dialog.open()
        return dialog

    def add(self, view: FolderView, path: str, sources: Sequence[Path]) -> None:
        """Copies ``sources`` there, after a question where something would be replaced."""
        if view.directory is not None and sources:
            target = (
                Path(view.directory).joinpath(*path.split("/")) if path else Path(view.directory)
            )
            self._bridge.start(self._add(sources, target))

    async def _add(self, sources: Sequence[Path], target: Path) -> None:
        inside = [one for one in sources if target.is_relative_to(one) or one.parent == target]
        sources = [one for one in sources if one not in inside]
        if not sources:
            self.done.emit(_already(inside))
            return
        replaced = await asyncio.to_thread(clashes, sources, target)
        if replaced and not await answer(self._question(replaced)):
            return
        copied = Copied()
        self.began.emit(copied, tr("Copying into the folder\u2026"), copied.stop)
        try:
            left_out = await asyncio.to_thread(copy_in, sources, target, copied.note, copied.go_on)
        except Stopped:
            left_out = []
        finally:
            copied.stop()  # where the window closes meanwhile: the thread would go on alone
            if isValid(self):  # else the whole window has gone
                self.ended.emit(copied)
        told = tr("%n files added. They are shared as soon as they are read.", "", copied.files)
        if left_out:
            links = tr("%n links were left out.", "", len(left_out))
            told = f"{told} {links}"
        if inside:
            told = f"{told} {_already(inside)}"
        self.done.emit(told)

    def _question(self, replaced: Sequence[Path]) -> LateQuestion:
        names = ", ".join(file_name(one.name) for one in replaced[:NAMED_MAX])
        if len(replaced) > NAMED_MAX:
            names += ", \N{HORIZONTAL ELLIPSIS}"
        sentence = tr(
            "There already is: {names}. Files of the same name are replaced; their earlier "
            "versions stay in the folder's history."
        )
        title = tr("Replace what is there?")
        words = sentence.format(names=names)
        return LateQuestion(self._parent.window(), title, words, tr("Replace"), danger=True)


def _already(inside: Sequence[Path]) -> str:
    if len(inside) == 1:
        return tr("{name} is in this folder already.").format(name=file_name(inside[0].name))
    return tr("%n are in this folder already.", "", len(inside))
