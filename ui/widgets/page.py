"""The frame of a page: a title with a way back, and one readable column that scrolls.

Pages fill the window's content; ``main_window.pages`` shows one, and takes it away on
``closed`` if it is still what is looked at.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.arranged import Arranged
from ui.widgets.buttons import IconButton
from ui.widgets.labels import plain_label

COLUMN_WIDTH_MAX = 720  # ux.md 3.4: the width of running text
FACTS_WIDTH_MIN = 280
NARROW = 480  # ours: with less no room is given away at the left of the column


class Page(QWidget):
    """``column`` is where a page puts its content. Escape and the arrow emit ``closed``."""

    closed = Signal()

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "bg")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(title)
        self._is_narrow = False
        self.back = IconButton(theme, "arrow-left", tr("Back"))
        self.back.clicked.connect(self.closed)
        self.title = plain_label(title, role="page")
        self._content = QWidget()
        self._content.setMaximumWidth(COLUMN_WIDTH_MAX)
        self.column = QVBoxLayout()
        self.column.setSpacing(Gap.M)
        # The arrow hangs left of the column, so that title and text begin on one line.
        grid = self._grid = QGridLayout(self._content)
        grid.setHorizontalSpacing(Gap.M)
        grid.setVerticalSpacing(Gap.M)
        grid.addWidget(self.back, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.title, 0, 1)
        grid.addLayout(self.column, 1, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        self.room = scrolled(_Middle(self._content), self)
        # Its place is kept: else all would move where the content grows beyond the window.
        self.room.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._indent()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._indent()  # the arrow has its style now

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._indent()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        if narrow is not self._is_narrow:
            self._is_narrow = narrow
            self._indent()

    def _indent(self) -> None:
        """The column begins where the title does; in a narrow page it has all the width."""
        arrow = self.back.sizeHint().expandedTo(self.back.minimumSize()).width()
        indent = 0 if self._is_narrow else arrow + Gap.M
        mirrored = self.isRightToLeft()  # which a layout's margins do not follow
        self.column.setContentsMargins(0 if mirrored else indent, 0, indent if mirrored else 0, 0)
        far = Gap.M if self._is_narrow else Gap.XL
        left, right = (far, Gap.M) if mirrored else (Gap.M, far)
        self._grid.setContentsMargins(left, Gap.M, right, Gap.XL)

    def widen(self, pixels: int) -> None:
        """For pages that are more table than text."""
        self._content.setMaximumWidth(pixels)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)


class Stages(QWidget):
    """Several contents in one place, one shown at a time, as high as that one is."""

    changed = Signal()

    def __init__(self, *stages: QWidget) -> None:
        super().__init__()
        self._stages = stages
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for stage in stages:
            column.addWidget(stage)
        column.addStretch()
        self.current = stages[0]
        self.show_stage(self.current)

    def show_stage(self, wanted: QWidget) -> None:
        """Shows ``wanted`` and hides the others."""
        self.current = wanted
        for stage in self._stages:
            stage.setVisible(stage is wanted)
        self.changed.emit()


class FittingPicture(QWidget):
    """Something large that can be made as narrow as its room."""

    def fit(self, width: int) -> None:
        """Becomes no wider than ``width`` pixels, if it can be read then."""
        raise NotImplementedError


class SideBySide(Arranged):
    """A picture and the text beside it; where there is no room for both, one is above the other."""

    def __init__(
        self,
        picture: FittingPicture,
        facts: QLayout,
        narrow: QBoxLayout.Direction = QBoxLayout.Direction.TopToBottom,
    ) -> None:
        """``narrow``: the picture on top (as it is), or the text (``BottomToTop``)."""
        super().__init__()
        self._picture = picture
        self._narrow = narrow
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(Gap.XL)
        self._box.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        self._box.addLayout(facts, 1)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(FACTS_WIDTH_MIN, super().minimumSizeHint().height())

    @override
    def arrange(self) -> None:
        """As the class says."""
        beside = self._picture.sizeHint().width() + Gap.XL + FACTS_WIDTH_MIN
        fits = self.width() >= beside
        self._picture.fit(self.width())
        wanted = QBoxLayout.Direction.LeftToRight if fits else self._narrow
        if self._box.direction() != wanted:
            self._box.setDirection(wanted)


def stage() -> tuple[QWidget, QVBoxLayout]:
    """An empty stage and its column."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(Gap.M)
    return widget, column


def row(*widgets: QWidget, stretch: bool = True) -> QHBoxLayout:
    """Widgets side by side, to the left."""
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(Gap.S)
    for widget in widgets:
        layout.addWidget(widget)
    if stretch:
        layout.addStretch()
    return layout


def scrolled(content: QWidget, whole: QWidget) -> QScrollArea:
    """Fills ``whole`` with ``content``, which is scrolled where it is higher."""
    room = QScrollArea()
    room.setWidgetResizable(True)
    room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    room.setWidget(content)
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(room)
    return room


def card() -> tuple[QFrame, QVBoxLayout]:
    """A raised frame and its column."""
    frame = QFrame()
    frame.setProperty("surface", "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(Gap.L, Gap.L, Gap.L, Gap.L)
    column.setSpacing(Gap.S)
    return frame, column


class _Middle(QWidget):
    """Holds a page's content where a column of the usual width is in the middle.

    Wider content begins there, too, as far as it has room: so all titles stand in one place.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._before = QSpacerItem(0, 0, QSizePolicy.Policy.Maximum)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addItem(self._before)
        self._layout.addWidget(content, 100)
        self._layout.addStretch(1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        before = max(0, (self.width() - COLUMN_WIDTH_MAX) // 2)
        if before != self._before.sizeHint().width():
            self._before.changeSize(before, 0, QSizePolicy.Policy.Maximum)
            self._layout.invalidate()
            self._layout.activate()  # at once: nobody sees it anywhere else first
