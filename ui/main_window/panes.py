"""Sidebar, content and details side by side; over each other where the window is narrow.

All three stand side by side where the content keeps its 420 pixels; with less, and below 900 in any
case, details lie over the content; below 640, only one of sidebar and content is in sight (ux.md
3.4). Larger text needs more room, and lays the details over the content sooner. What was dragged is
kept in the settings.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget
from typing_extensions import override

from ui.equipment import Equipment

OVERLAY_BELOW = 900 - 56  # ux.md 3.4 counts the rail
SINGLE_BELOW = 640 - 56
SIDEBAR_WIDTHS = (200, 260, 360)  # least, at first, most
DETAILS_WIDTHS = (240, 300, 420)
EDGE = 1
CONTENT_WIDTH_MIN = 420  # ux.md 3.4: what sidebar and details leave to the content
CONTENT_WIDTH_OF_TEXT = 240  # ours: the same for each 100 % of the text
CONTENT_WIDTH_ALONE = 240  # ours: with less beside it the sidebar takes turns with the content
SETTING_SIDEBAR = "window.sidebar_width"
SETTING_DETAILS = "window.details_width"
SETTING_DETAILS_OPEN = "window.details_open"


class Panes(QWidget):
    """``single_changed`` says whether only one pane is in sight."""

    single_changed = Signal(bool)
    details_changed = Signal(bool)

    def __init__(
        self,
        equipment: Equipment,
        sidebar: QWidget,
        content: QWidget,
        details: QWidget,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        settings = self._settings = equipment.settings
        self._remember = equipment.remember
        self._theme = equipment.theme
        self._sidebar, self._content, self._details = sidebar, content, details
        self._details_open = settings.text(SETTING_DETAILS_OPEN, "yes") == "yes"
        self._details_allowed = False
        self.is_single = False
        self._in_front = sidebar
        self._overlaid = False
        self._sidebar_chosen = settings.text(SETTING_SIDEBAR, "").isdecimal()
        self._details_chosen = settings.text(SETTING_DETAILS, "").isdecimal()
        self._widths = [
            _width(settings.text(SETTING_SIDEBAR, ""), SIDEBAR_WIDTHS),
            _width(settings.text(SETTING_DETAILS, ""), DETAILS_WIDTHS),
        ]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        row.addWidget(self._splitter)
        for pane in (sidebar, content, details):
            self._splitter.addWidget(pane)
        self._splitter.setStretchFactor(1, 1)
        self._limit(sidebar, SIDEBAR_WIDTHS)
        self._limit(details, DETAILS_WIDTHS)
        self._splitter.splitterMoved.connect(self._moved)
        self.edge = QWidget(self)  # of details that lie over the content
        self.edge.setProperty("surface", "line")
        self.edge.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.edge.hide()

    # ---- what is in sight -------------------------------------------------------------------

    @property
    def details_in_sight(self) -> bool:
        """Whether the details pane is wanted and allowed now."""
        return self._details_open and self._details_allowed

    @property
    def details_cover(self) -> bool:
        """Whether the details pane lies over the content now."""
        return self._overlaid and self.details_in_sight

    def allow_details(self, *, allowed: bool) -> None:
        """Details belong to an open space; elsewhere the pane is away."""
        self._details_allowed = allowed
        self._arrange()

    def toggle_details(self) -> None:
        """Opens or closes the details pane, and remembers it."""
        self._details_open = not self._details_open
        self._remember(SETTING_DETAILS_OPEN, "yes" if self._details_open else "no")
        self._arrange()

    def show_details(self) -> None:
        """Opens the details pane, if it is not open."""
        if not self._details_open:
            self.toggle_details()

    def bring_forward(self, *, content: bool) -> None:
        """Of sidebar and content, which is in sight where there is room for one."""
        self._in_front = self._content if content else self._sidebar
        self._arrange()

    # ---- arranging --------------------------------------------------------------------------

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            QTimer.singleShot(0, self, self._arrange)  # once all that is in it has changed, too

    def _arrange(self) -> None:
        sidebar, details = self._usual_widths()
        single = self.width() < max(SINGLE_BELOW, sidebar + CONTENT_WIDTH_ALONE)
        if single != self.is_single:
            self.is_single = single
            self.single_changed.emit(single)
        self._sidebar.setVisible(not single or self._in_front is self._sidebar)
        self._limit(self._sidebar, (0, 0, 16_777_215) if single else SIDEBAR_WIDTHS)
        self._content.setVisible(not single or self._in_front is self._content)
        least, _usual, most = DETAILS_WIDTHS
        self._limit(self._details, (least, details, max(details, most)))
        of_text = CONTENT_WIDTH_OF_TEXT * self._theme.text_percent // 100
        content = max(CONTENT_WIDTH_MIN, of_text)
        content += 2 * self._splitter.handleWidth()
        self._overlay(self.width() < max(OVERLAY_BELOW, sidebar + details + content))
        self._details.setVisible(self.details_in_sight)
        self.edge.setVisible(self.details_cover)
        if not single:
            self._share()
        self.details_changed.emit(self.details_in_sight)

    def _overlay(self, overlaid: bool) -> None:  # noqa: FBT001 - a state of the pane
        if overlaid and not self._overlaid:
            self._details.setParent(self)
            # A pane that would cover the content opens only when it is asked for.
            self._details_open = False
        elif self._overlaid and not overlaid:
            self._splitter.addWidget(self._details)
            self._details_open = self._settings.text(SETTING_DETAILS_OPEN, "yes") == "yes"
        self._overlaid = overlaid
        if overlaid:
            width = min(self._details_width(), self.width())
            mirrored = self.isRightToLeft()
            left = 0 if mirrored else self.width() - width
            self._details.setGeometry(left, 0, width, self.height())
            line = left + width if mirrored else left - EDGE
            self.edge.setGeometry(line, 0, EDGE, self.height())
            self._details.raise_()
            self.edge.raise_()

    def _share(self) -> None:
        sidebar = self._widths[0] if self._sidebar_chosen else self._usual_widths()[0]
        details = self._details_width()
        beside = details if self.details_in_sight and not self._overlaid else 0
        sizes = [sidebar, max(0, self.width() - sidebar - beside)]
        if not self._overlaid:
            sizes.append(beside)
        self._splitter.blockSignals(True)  # noqa: FBT003 - Qt's own setter
        self._splitter.setSizes(sizes)
        self._splitter.blockSignals(False)  # noqa: FBT003 - Qt's own setter

    def _usual_widths(self) -> tuple[int, int]:
        """Of sidebar and details: as wide as their words need, where the text is large."""
        _least, usual, most = SIDEBAR_WIDTHS
        sidebar = min(max(usual, self._sidebar.sizeHint().width()), most)
        return sidebar, max(DETAILS_WIDTHS[1], self._details.sizeHint().width())

    def _details_width(self) -> int:
        return self._widths[1] if self._details_chosen else self._usual_widths()[1]

    def _moved(self) -> None:
        sizes = self._splitter.sizes()
        if not self.is_single:
            self._widths[0] = sizes[0]
            self._sidebar_chosen = True
            self._remember(SETTING_SIDEBAR, str(sizes[0]))
        if self.details_in_sight and not self._overlaid:
            self._widths[1] = sizes[2]
            self._details_chosen = True
            self._remember(SETTING_DETAILS, str(sizes[2]))

    def _limit(self, pane: QWidget, widths: tuple[int, int, int]) -> None:
        pane.setMinimumWidth(widths[0])
        pane.setMaximumWidth(widths[2])


def _width(stored: str, widths: tuple[int, int, int]) -> int:
    least, usual, most = widths
    return min(max(least, int(stored)), most) if stored.isdecimal() else usual
