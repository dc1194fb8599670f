"""The list of all commands, as ``/help`` shows it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ui.composing.slash import Place, usages_of
from ui.look.theme import Gap
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label

WIDTHS = {Place.PRIVATE: 440, Place.COMMUNITY: 560}
HEIGHT_LEAST = 320


class CommandsSheet(QDialog):
    """Lists commands and what each one does. Escape or Enter closes it."""

    def __init__(self, parent: QWidget, place: Place = Place.PRIVATE) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Commands"))
        room = QScrollArea()
        room.setWidgetResizable(True)
        room.setAccessibleName(tr("Commands"))
        room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # words wrap
        listed = QWidget()
        room.setWidget(listed)
        grid = QGridLayout(listed)
        grid.setContentsMargins(0, 0, Gap.S, 0)
        grid.setHorizontalSpacing(Gap.XL)
        grid.setVerticalSpacing(Gap.S)
        grid.setColumnStretch(1, 1)
        for row, (command, does) in enumerate(_rows(place)):
            grid.addWidget(_on_one_line(command), row, 0)
            grid.addWidget(plain_label(does, "hint"), row, 1)
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
        column.addWidget(room, 1)
        column.addLayout(foot)
        self._fit(listed, room, WIDTHS[place])
        self.shut.setFocus()

    def _fit(self, listed: QWidget, room: QScrollArea, least: int) -> None:
        """As large as its words, as far as there is room over the window; else it scrolls."""
        around = self.sizeHint() - room.sizeHint()
        parent = self.parentWidget()
        assert parent is not None, "it is shown over a window"
        room_over = parent.window().size()
        widest = max(room_over.width() - Gap.XXL, WIDTHS[Place.PRIVATE])
        width = min(max(least, listed.sizeHint().width() + around.width() + Gap.L), widest)
        layout = listed.layout()
        assert layout is not None, "it was given one"
        height = layout.heightForWidth(width - 2 * Gap.XL) + around.height() + Gap.S
        self.resize(width, min(height, max(room_over.height() - Gap.XXL, HEIGHT_LEAST)))


def _on_one_line(text: str, role: str = "") -> QLabel:
    """Without wrapping, so that the sheet is as large as its words."""
    label = plain_label(text, role)
    label.setWordWrap(False)
    return label


def _rows(place: Place) -> list[tuple[str, str]]:
    listed = [
        (f"/{usage.verb} {tr(usage.wants) if usage.wants else ''}".strip(), tr(usage.does))
        for usage in usages_of(place)
    ]
    return [*listed, ("//", tr("Begins a message with one slash"))]
