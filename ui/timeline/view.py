"""The timeline's widget: what it shows (``canvas``), and what wheel, keys and pointer do to it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip
from typing_extensions import override

from ui.timeline.canvas import LINE_PIXELS, TimelineCanvas
from ui.timeline.menu import post_menu
from ui.timeline.selection import all_of, copied_rows
from ui.widgets.labels import plain_tip

NOTCH_PIXELS = 72.0  # ours: three lines and a bit, as browsers do


class TimelineView(TimelineCanvas):
    """Turns events of the desktop into places, selections and copies."""

    # ---- copying --------------------------------------------------------------------------------

    def selected_text(self) -> str:
        """As it is copied; empty if nothing is selected."""
        selection = self.pointer.selection
        return copied_rows(self.source.run, selection, self.reading) if selection else ""

    def copy(self) -> None:
        """Puts the selection on the clipboard, if there is one."""
        text = self.selected_text()
        if text:
            QGuiApplication.clipboard().setText(text)

    def select_all(self) -> None:
        """Selects all posts that are loaded."""
        if len(self.source.run):
            self.pointer.selection = all_of(self.source.run)
            self.viewport().update()

    # ---- Qt's events ----------------------------------------------------------------------------

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        pixels = event.pixelDelta().y()
        if pixels:
            self.glide.stop()
            self.scroll_by(-pixels)
        else:
            self.glide.push(-event.angleDelta().y() / 120 * NOTCH_PIXELS)
        event.accept()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
            return
        match Qt.Key(event.key()):
            case Qt.Key.Key_PageUp:
                self.turn_page(-1)
            case Qt.Key.Key_PageDown | Qt.Key.Key_Space:
                self.turn_page(1)
            case Qt.Key.Key_Home:
                self.to_beginning()
            case Qt.Key.Key_End:
                self.to_end()
            case Qt.Key.Key_Up:
                self.scroll_by(-LINE_PIXELS)
            case Qt.Key.Key_Down:
                self.scroll_by(LINE_PIXELS)
            case Qt.Key.Key_Escape if self.pointer.selection is not None:
                self.pointer.clear()
            case _:
                super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.glide.stop()
            self.pointer.press(event.position())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.viewport().setCursor(self.pointer.move(event.position()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pointer.release(event.position())

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointer.select_word(event.position())

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.pointer.leave()
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.pointer.tip_at(QPointF(event.pos()), self.reading)
            QToolTip.showText(event.globalPos(), plain_tip(tip), self)
            return True
        return super().viewportEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.context_menu(event.pos())
        menu.exec(event.globalPos())
        menu.deleteLater()

    def context_menu(self, at: QPoint) -> QMenu:
        """What can be done at a point of the viewport."""
        found = self.row_at(at.y())
        link = self.pointer.link_at(QPointF(at))
        selected = self.copy if self.selected_text() else None
        return post_menu(self, found[2] if found else None, link, selected)
