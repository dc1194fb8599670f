"""What goes into a message beside its words: files that are chosen, pasted or dropped, and emoji.

Whether anything may be enclosed is the composer's to say (``why_not``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.model.ids import SpaceId
from ui.attaching.attachments import Attachments, Confirm
from ui.composing.field import MessageEdit
from ui.composing.fitting import Fitting
from ui.emoji.choices import EmojiChoices
from ui.emoji.picker import EmojiPicker
from ui.look.theme import Theme
from ui.text.language import tr
from ui.widgets.dialogs import answer
from ui.widgets.late_question import LateQuestion


def confirmed_by(parent: QWidget) -> Confirm:
    """Asks the person, over the window of ``parent``, whether a large file shall go out."""

    async def confirm(sentence: str) -> bool:
        title, action = tr("Send a large file?"), tr("Attach it")
        return await answer(LateQuestion(parent, title, sentence, action))

    return confirm


class Enclosing(QObject):
    """Of one composer. Each act asks ``why_not``, which says why nothing may be enclosed; nothing
    if it may. ``touched``: something is.
    """

    touched = Signal()

    def __init__(
        self,
        edit: MessageEdit,
        attachments: Attachments,
        fitting: Fitting,
        why_not: Callable[[], str],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._edit = edit
        self._attachments = attachments
        self._fitting = fitting
        self._why_not = why_not
        edit.files_given.connect(self.add)
        edit.picture_given.connect(self._add_picture)
        edit.too_much_given.connect(self._add_text)

    def add(self, paths: Sequence[Path]) -> None:
        """Attaches files of this computer, as far as they can be sent."""
        if self._may_enclose():
            self._attachments.add_paths([Path(path) for path in paths])
            self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _add_picture(self, picture: QImage) -> None:
        if self._may_enclose():
            self._attachments.add_picture(picture)

    def _add_text(self, text: str) -> None:
        if self._may_enclose():
            self._attachments.add_text(text)
            words = tr("That is too much text for a message: it is attached as a file.")
            self._fitting.tell(words, "meta")

    def choose(self) -> None:
        """Offers the files of this computer."""
        if not self._may_enclose():
            return
        dialog = QFileDialog(self._parent, tr("Attach files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        space = self._attachments.space
        dialog.filesSelected.connect(lambda paths: self._chosen(space, [*map(Path, paths)]))
        dialog.open()

    def _chosen(self, space: SpaceId | None, paths: Sequence[Path]) -> None:
        """They wait in ``space``, where they were asked for, though another is open by now."""
        if space == self._attachments.space:
            self.add(paths)
        else:
            self._attachments.add_paths(paths, space)

    def _may_enclose(self) -> bool:
        why_not = self._why_not()
        if why_not:
            self._fitting.tell(why_not)
        else:
            self.touched.emit()
        return not why_not


class EmojiButton(QObject):
    """Opens the picker beside ``button``, and writes what is chosen into the field."""

    def __init__(
        self, theme: Theme, choices: EmojiChoices, button: QWidget, edit: MessageEdit
    ) -> None:
        super().__init__(button)
        self._theme = theme
        self._choices = choices
        self._button = button
        self._edit = edit
        self._picker: EmojiPicker | None = None

    def open(self) -> None:
        """Made at the first press."""
        if self._picker is None:
            self._picker = EmojiPicker(self._theme, self._choices, self._button)
            self._picker.chosen.connect(self._insert)
        corner = self._button.mapToGlobal(self._button.rect().topLeft())
        self._picker.open_at(QRect(corner, self._button.size()))

    def _insert(self, emoji: str) -> None:
        self._edit.insertPlainText(emoji)
        self._edit.setFocus(Qt.FocusReason.PopupFocusReason)
