"""The sheet of all keys, made from the table. Escape or Enter closes it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ui.keys.shown import key_words
from ui.keys.table import SHORTCUTS, Act, Group, of_parts
from ui.look.theme import Gap
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label

WIDTH, HEIGHT_MAX = 780, 700  # where a line of text is as high as that of ``USUAL_LINE``
BESIDE_LEAST = 340  # with less room a line's keys stand beneath its words
USUAL_LINE = 16.0
_AT_RIGHT = (Group.WRITING, Group.WINDOW)  # both columns are about as long


class KeysSheet(QDialog):
    """``shows``: the acts that the window has; keys of others are left out. ``enter_sends``: what
    the person chose of that key.
    """

    def __init__(self, parent: QWidget, shows: frozenset[Act], *, enter_sends: bool = True) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard"))
        self._shows = shows
        self._of_parts = of_parts(enter_sends=enter_sends)
        self.shut = push_button(tr("Close"), "primary")
        self.shut.clicked.connect(self.accept)
        room = QScrollArea()
        room.setWidgetResizable(True)
        room.setFrameShape(QFrame.Shape.NoFrame)
        room.setAccessibleName(tr("All keys"))
        room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # words wrap
        # Large text takes more room: what has none beside it stands beneath.
        larger = max(1.0, self.fontMetrics().height() / USUAL_LINE)
        in_two = round(WIDTH * larger)
        there_is = parent.width() - Gap.XXL
        self._caps_below = there_is < round(BESIDE_LEAST * larger)
        groups = self._groups(in_two_columns=there_is >= in_two)
        room.setWidget(groups)
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(self.shut)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.M)
        column.addWidget(plain_label(tr("Keyboard"), "title"))
        column.addWidget(room, 1)
        column.addLayout(foot)
        inside = groups.sizeHint()
        frame = self.sizeHint()
        wanted = inside.height() + frame.height() - room.sizeHint().height() + Gap.S
        width = min(max(in_two, inside.width() + 3 * Gap.XL), max(there_is, 360))
        self.resize(width, min(wanted, HEIGHT_MAX, max(parent.height() - Gap.XXL, 320)))
        self.shut.setFocus()

    def _groups(self, *, in_two_columns: bool) -> QWidget:
        whole = QWidget()
        columns = [QVBoxLayout(), QVBoxLayout()] if in_two_columns else [QVBoxLayout()]
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, Gap.S, 0)
        row.setSpacing(Gap.XXL)
        for column in columns:
            column.setSpacing(Gap.S)
            row.addLayout(column, 1)
        for group in Group:
            place = columns[-1 if group in _AT_RIGHT else 0]
            if place.count():
                place.addSpacing(Gap.S)
            place.addWidget(plain_label(tr(group.value), "meta"))
            place.addLayout(self._lines(group))
        for column in columns:
            column.addStretch()
        return whole

    def _lines(self, group: Group) -> QGridLayout:
        lines = [
            (one.keys[:1], one.words)
            for one in SHORTCUTS
            if one.group is group and one.act in self._shows
        ]
        lines += [(one.keys, one.words) for one in self._of_parts if one.group is group]
        grid = QGridLayout()
        grid.setHorizontalSpacing(Gap.L)
        grid.setVerticalSpacing(Gap.S)
        grid.setColumnStretch(0, 1)
        for place, (keys, words) in enumerate(lines):
            grid.addWidget(plain_label(tr(words)), 2 * place, 0)
            below, beside = (1, 0) if self._caps_below else (0, 1)
            at = Qt.AlignmentFlag.AlignVCenter
            grid.addLayout(_caps(keys), 2 * place + below, beside, at)
        return grid


def _caps(keys: tuple[str, ...]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(Gap.XS)
    row.addStretch()
    for key in keys:
        row.addWidget(_cap(key_words(key)))
    return row


def _cap(words: str) -> QLabel:
    label = plain_label(words, "key")
    label.setWordWrap(False)
    return label
