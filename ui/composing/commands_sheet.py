"""The list of all commands, as ``/help`` shows it."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.composing.slash import USAGES
from ui.look.theme import Gap
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label

WIDTH = 440


class CommandsSheet(QDialog):
    """Lists commands and what each one does. Escape or Enter closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Commands"))
        self.setMinimumWidth(WIDTH)
        grid = QGridLayout()
        grid.setHorizontalSpacing(Gap.XL)
        grid.setVerticalSpacing(Gap.S)
        grid.setColumnStretch(1, 1)
        for place, (command, does) in enumerate(_rows()):
            grid.addWidget(_on_one_line(command), place, 0)
            grid.addWidget(plain_label(does, "hint"), place, 1)
        self.shut = push_button(tr("Close"), "primary")
        self.shut.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(self.shut)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.M)
        column.addWidget(_on_one_line(tr("Commands"), "title"))
        column.addWidget(_on_one_line(tr("They are typed where a message would begin."), "hint"))
        column.addLayout(grid)
        column.addStretch()
        column.addLayout(foot)
        self.shut.setFocus()


def _on_one_line(text: str, role: str = "") -> QLabel:
    """Without wrapping, so that the sheet is as large as its words."""
    label = plain_label(text, role)
    label.setWordWrap(False)
    return label


def _rows() -> list[tuple[str, str]]:
    listed = [
        (f"/{usage.verb} {tr(usage.wants) if usage.wants else ''}".strip(), tr(usage.does))
        for usage in USAGES
    ]
    return [*listed, ("//", tr("Begins a message with one slash"))]
