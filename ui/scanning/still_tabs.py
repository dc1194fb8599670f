"""The tabs for what stands still: a picture file, the screen, a pasted text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import (
    QFileDialog,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.checkbox import CheckBox
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label

TEXT_CHARACTERS_MAX = 16_384  # what is looked at; a longer text is refused in words
PICTURES_FILTER = QT_TR_NOOP(
    "Pictures and texts (*.png *.jpg *.jpeg *.gif *.webp *.bmp *.txt);;All files (*)"
)


class PictureTab(QWidget):
    """A file, chosen or dropped. ``file`` carries its path."""

    file = Signal(Path)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choose = IconPushButton(theme, "image-up", tr("Choose a picture…"), "primary")
        self.choose.clicked.connect(self._choose)
        _lay_out(
            self,
            plain_label(tr("Choose a picture of the code, or drop it here."), role="title"),
            plain_label(
                tr("A photograph or a screenshot will do: PNG, JPEG, GIF, WebP or BMP."),
                role="hint",
            ),
            self.choose,
        )

    def _choose(self) -> None:
        dialog = QFileDialog(self, tr("Choose a picture of the code"), "", tr(PICTURES_FILTER))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.file.emit(Path(path)))
        dialog.open()


class ScreenTab(QWidget):
    """One look at all screens, on a press. ``wanted`` carries whether to hide this window first."""

    wanted = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hide_first = CheckBox(theme, tr("Hide this window first"))
        self.hide_first.setChecked(True)
        self.look = IconPushButton(theme, "monitor", tr("Look at the screen"), "primary")
        self.look.clicked.connect(lambda: self.wanted.emit(self.hide_first.isChecked()))
        _lay_out(
            self,
            plain_label(tr("Put the code on the screen, in any other window."), role="title"),
            plain_label(
                tr("Tidings takes one picture of each screen, looks for a code and forgets it."),
                role="hint",
            ),
            self.hide_first,
            self.look,
        )


class CodeText(QPlainTextEdit):
    """Takes plain text, not more than can be a code and its conversation, and pasted pictures."""

    pasted = Signal()
    pasted_picture = Signal(QImage)

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or source.hasImage()

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasImage():
            image = source.imageData()
            if isinstance(image, QImage):
                self.pasted_picture.emit(image)
            return
        self.insertPlainText(source.text()[: TEXT_CHARACTERS_MAX + 1])
        self.pasted.emit()


class PasteTab(QWidget):
    """A text typed or pasted. The clipboard is read on a press and never else."""

    text = Signal(str)
    clipboard_wanted = Signal()

    def __init__(self, theme: Theme, noun: str, parent: QWidget | None = None) -> None:
        """``noun`` is what is wanted, with its article."""
        super().__init__(parent)
        self.field = CodeText()
        self.field.setPlaceholderText("tidings:…")
        self.field.setAccessibleName(tr("The text of {wanted}").format(wanted=noun))
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(self.field.fontMetrics().lineSpacing() * 5 + Gap.L)
        self.paste = IconPushButton(
            theme, "clipboard-paste", tr("Paste from the clipboard"), "primary"
        )
        self.paste.clicked.connect(self.clipboard_wanted)
        self.use = push_button(tr("Use this text"))
        self.use.clicked.connect(self._use)
        self.use.setEnabled(False)
        self.field.textChanged.connect(self._changed)
        self.field.pasted.connect(self._use)
        column = _lay_out(
            self,
            plain_label(tr("Paste the text of {wanted}.").format(wanted=noun), role="title"),
            plain_label(
                tr("The conversation around it may stay; a picture works, too."), role="hint"
            ),
            self.field,
        )
        column.insertLayout(column.count() - 1, flow(self.paste, self.use))

    def show_text(self, text: str) -> None:
        """Puts ``text`` in the field, without using it; what was there comes back by Ctrl+Z."""
        cursor = QTextCursor(self.field.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text[: TEXT_CHARACTERS_MAX + 1])
        self.field.moveCursor(QTextCursor.MoveOperation.Start)

    def _changed(self) -> None:
        self.use.setEnabled(bool(self.field.toPlainText().strip()))

    def _use(self) -> None:
        self.text.emit(self.field.toPlainText())


def _lay_out(tab: QWidget, *widgets: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(tab)
    column.setContentsMargins(0, Gap.M, 0, 0)
    column.setSpacing(Gap.S)
    for widget in widgets:
        is_button = isinstance(widget, IconPushButton)
        column.addWidget(
            widget, 0, Qt.AlignmentFlag.AlignLeft if is_button else Qt.AlignmentFlag(0)
        )
    column.addStretch()
    return column
