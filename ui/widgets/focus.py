"""The focus ring: two pixels of accent, one pixel away, round whatever the keyboard has reached."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from shiboken6 import isValid
from typing_extensions import override

from ui.look.theme import Theme

RINGED = "ringed"
"""The property that says of a widget that a ring lies round it: one sign of the focus is enough."""
_MOVES = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Hide, QEvent.Type.Show})


class FocusRing(QWidget):
    """Lies over one window and moves with its focus. Shown only while keys, not clicks, move it.

    What opens over that window, a dialog or a popup, gets a ring of its own.
    """

    def __init__(self, theme: Theme, window: QWidget, app: QApplication | None) -> None:
        """``app``: whose focus to follow; None: somebody else says where to go (``attend``)."""
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._subject: QWidget | None = None
        self._watched: tuple[QWidget, ...] = ()
        self._pressed: tuple[QWidget, ...] = ()
        self._by_keys = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        if app is not None:
            app.focusChanged.connect(self._focus_changed)
            self._others = OtherRings(theme, app, window, but=window)

    @contextmanager
    def moved_by_keys(self) -> Iterator[None]:
        """Whatever gets the focus inside shall be ringed."""
        self._by_keys = True
        try:
            yield
        finally:
            self._by_keys = False

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Python may have taken it apart while Qt still tells it of what it lay over.
        if (
            watched in getattr(self, "_pressed", ())
            and event.type() == QEvent.Type.MouseButtonPress
        ):
            self.hide()
            self._mark(ringed=False)
        elif event.type() in _MOVES:
            self._follow()
        return False

    def _focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        inside = new is not None and new.window() is self._window
        self.attend(new if inside and self._by_keys else None)

    def attend(self, subject: QWidget | None) -> None:
        """Goes round that widget of this window; None: round nothing."""
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._mark(ringed=False)
        self._subject = subject
        self._mark(ringed=True)
        # What is pressed of an area that scrolls is what lies inside its frame.
        self._pressed = tuple(_pressed_of(subject))
        # What it lies in may move as well, and the ring with it.
        self._watched = (*self._up_to_window(self._subject), *self._pressed[1:])
        for widget in self._watched:
            widget.installEventFilter(self)
        self._follow()

    def _mark(self, *, ringed: bool) -> None:
        if self._subject is not None and isValid(self._subject):
            self._subject.setProperty(RINGED, ringed)

    def _up_to_window(self, widget: QWidget | None) -> Iterator[QWidget]:
        while widget is not None and widget is not self._window:
            yield widget
            widget = widget.parentWidget()

    def _follow(self) -> None:
        subject = getattr(self, "_subject", None)
        if subject is None or not isValid(subject) or not subject.isVisible():
            self.hide()
            return
        ring, gap = self._theme.focus_ring
        room = QRect(subject.mapTo(self._window, QPoint(0, 0)), subject.size())
        # What fills its pane has no room outside: there the ring lies inside.
        margin = 0 if isinstance(subject, QAbstractScrollArea) else ring + gap
        room = room.adjusted(-margin, -margin, margin, margin)
        self.setGeometry(room.intersected(self._window.rect()))
        self.raise_()
        self.show()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        ring, _gap = self._theme.focus_ring
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colours.accent, ring))
        half = ring / 2
        radius = self._theme.radius + half
        room = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(room, radius, radius)
        painter.end()


def _pressed_of(subject: QWidget | None) -> Iterator[QWidget]:
    if subject is not None:
        yield subject
    if isinstance(subject, QAbstractScrollArea):
        yield subject.viewport()


class OtherRings(QObject):
    """Rings what the keys reach in dialogs and popups, but not what has it at their opening."""

    def __init__(
        self, theme: Theme, app: QApplication, parent: QObject, but: QWidget | None = None
    ) -> None:
        """``but``: the window that has a ring already."""
        super().__init__(parent)
        self._but = but
        self._theme = theme
        self._app = app
        app.focusChanged.connect(self._focus_changed)

    def _focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is None or (other := new.window()) is self._but:
            return
        within = old is not None and old.window() is other
        by_keys = within and self._app.mouseButtons() == Qt.MouseButton.NoButton
        ring = other.findChild(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if ring is None and by_keys:
            ring = FocusRing(self._theme, other, None)
        if ring is not None:
            ring.attend(new if by_keys else None)
