"""What a screen reader is told: a list of messages, and live ones as announcements (ux.md 3.3).

The list's children are virtual: one a row that is loaded, spoken as "author: text, time, state,
reactions", behind the day and the unread line that stand above it. Nothing is announced while
nobody listens.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QWindow,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from typing_extensions import override

from engine.model.ids import OrderKey, PostId
from ui.text.language import tr
from ui.text.numbers import number
from ui.timeline.loading.rows import Reading, shape_of
from ui.timeline.loading.run import PostRun
from ui.timeline.speaking.speech import announced_post, spoken_row

ANNOUNCED_MAX = 3  # more at once are only counted
ROWS_KEPT_MAX = 1_200


_ALIVE: list[QAccessibleInterface] = []
"""All nodes ever made: Qt may keep a node's address as long as somebody listens."""


class SpokenArea(QAbstractScrollArea):
    """A scroll area that answers screen readers as a list of messages."""

    reading: Reading

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(tr("Messages"))
        if not _factory_is_installed:
            QAccessible.installFactory(_make_node)
            _factory_is_installed.append(True)

    @property
    def spoken_run(self) -> PostRun:
        """The rows that are loaded."""
        raise NotImplementedError

    def rect_of(self, order: OrderKey) -> QRect:
        """Where the row of that key is in the viewport; empty if it is out of sight."""
        raise NotImplementedError

    def focused_place(self) -> int | None:
        """Where the row that keys act on is in the run, None if there is none."""
        raise NotImplementedError

    def is_selected(self, place: int) -> bool:
        """Whether some of the row there is selected."""
        raise NotImplementedError

    def away_words(self, place: int) -> str | None:
        """What is said in the place of a row that is folded away; None: it is not."""
        raise NotImplementedError


class RowNode(QAccessibleInterface):
    """One row. It is asked again each time: rows come and go."""

    def __init__(self, owner: TimelineNode, post: PostId) -> None:
        super().__init__()
        self._owner = owner
        self.post = post

    @property
    def place(self) -> int | None:
        """Where it is in the run."""
        return self._owner.run.place_of(self.post)

    @override
    def isValid(self) -> bool:
        return self._owner.isValid() and self.place is not None

    @override
    def object(self) -> QObject | None:  # type: ignore[override]  # Qt's own nodes answer none, too
        return None

    @override
    def childCount(self) -> int:
        return 0

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # as above
        return None

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # as above
        return None

    @override
    def indexOfChild(self, child: QAccessibleInterface, /) -> int:
        return -1

    @override
    def parent(self) -> QAccessibleInterface:
        return self._owner

    @override
    def rect(self) -> QRect:
        return self._owner.rect_of_row(self.place)

    @override
    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    @override
    def state(self) -> QAccessible.State:
        return self._owner.state_of_row(self.place)

    @override
    def text(self, kind: QAccessible.Text, /) -> str:
        return self._owner.name_of_row(self.place) if kind == QAccessible.Text.Name else ""

    @override
    def setText(self, kind: QAccessible.Text, text: str, /) -> None:
        """A message cannot be changed here."""

    @override
    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # as above
        return None

    @override
    def window(self) -> QWindow | None:  # type: ignore[override]  # as above
        return self._owner.window()


class TimelineNode(QAccessibleInterface):
    """The list. Its first children are the loaded rows, oldest first; then the widgets over it."""

    def __init__(self, widget: SpokenArea) -> None:
        super().__init__()
        self._widget: SpokenArea | None = widget
        self._rows: dict[PostId, RowNode] = {}
        widget.destroyed.connect(self._forget)

    def _forget(self) -> None:
        self._widget = None
        self._rows.clear()

    @property
    def run(self) -> PostRun:
        """What is loaded."""
        return PostRun() if self._widget is None else self._widget.spoken_run

    def node(self, index: int) -> RowNode:
        """The node of the row at ``index`` of the run."""
        post = self.run.entries[index].post.id
        if post not in self._rows:
            self._rows[post] = self._node_for(post)
        return self._rows[post]

    def _node_for(self, post: PostId) -> RowNode:
        """A new node, or one whose row is not loaded any more."""
        if len(self._rows) >= ROWS_KEPT_MAX:
            loaded = {entry.post.id for entry in self.run.entries}
            for old in self._rows:
                if old not in loaded:
                    node = self._rows.pop(old)
                    node.post = post
                    return node
        node = RowNode(self, post)
        _ALIVE.append(node)
        return node

    # ---- about rows -------------------------------------------------------------------------

    def name_of_row(self, place: int | None) -> str:
        """As it is spoken."""
        if place is None or self._widget is None:
            return ""
        reading = self._widget.reading
        shape = shape_of(self.run, place, reading)
        away = self._widget.away_words(place)
        return spoken_row(self.run.entries[place], shape, reading, away)

    def rect_of_row(self, place: int | None) -> QRect:
        """On the screen; empty for a row out of sight."""
        if place is None or self._widget is None:
            return QRect()
        rect = self._widget.rect_of(self.run.entries[place].post.order)
        corner = self._widget.viewport().mapToGlobal(QPoint(0, 0))
        return rect.translated(corner) if not rect.isEmpty() else QRect()

    def state_of_row(self, place: int | None) -> QAccessible.State:
        """Focusable; focused where the keyboard is."""
        state = QAccessible.State()
        if place is None or self._widget is None:
            state.invalid = True
            return state
        state.focusable = state.selectable = state.readOnly = True
        state.offscreen = self.rect_of_row(place).isEmpty()
        state.selected = self._widget.is_selected(place)
        state.focused = self._widget.hasFocus() and place == self._widget.focused_place()
        return state

    # ---- Qt's questions ---------------------------------------------------------------------

    def _widgets(self) -> list[QWidget]:
        """Buttons that float over the list."""
        if self._widget is None:
            return []
        direct = [*self._widget.children(), *self._widget.viewport().children()]
        own = {self._widget.viewport(), self._widget.verticalScrollBar().parentWidget()}
        return [
            child
            for child in direct
            if isinstance(child, QWidget) and child.isVisible() and child not in own
        ]

    @override
    def isValid(self) -> bool:
        return self._widget is not None

    @override
    def object(self) -> QObject | None:  # type: ignore[override]  # gone with its widget
        return self._widget

    @override
    def childCount(self) -> int:
        return len(self.run) + len(self._widgets())

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt allows none
        if 0 <= index < len(self.run):
            return self.node(index)
        widgets = self._widgets()
        place = index - len(self.run)
        if 0 <= place < len(widgets):
            return QAccessible.queryAccessibleInterface(widgets[place])
        return None

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt allows none
        for widget in self._widgets():
            if QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size()).contains(x, y):
                return QAccessible.queryAccessibleInterface(widget)
        for place in range(len(self.run)):
            if self.rect_of_row(place).contains(x, y):
                return self.node(place)
        return None

    @override
    def indexOfChild(self, child: QAccessibleInterface, /) -> int:
        if isinstance(child, RowNode):
            place = child.place
            return -1 if place is None else place
        widgets = self._widgets()
        found = child.object()
        return len(self.run) + widgets.index(found) if found in widgets else -1

    @override
    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt allows none
        if self._widget is None:
            return None
        return QAccessible.queryAccessibleInterface(self._widget.parentWidget() or self._widget)

    @override
    def rect(self) -> QRect:
        if self._widget is None:
            return QRect()
        return QRect(self._widget.mapToGlobal(QPoint(0, 0)), self._widget.size())

    @override
    def role(self) -> QAccessible.Role:
        return QAccessible.Role.List

    @override
    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        if self._widget is None:
            state.invalid = True
            return state
        state.focusable = True
        state.focused = self._widget.hasFocus()
        state.invisible = not self._widget.isVisible()
        return state

    @override
    def text(self, kind: QAccessible.Text, /) -> str:
        if self._widget is None:
            return ""
        if kind == QAccessible.Text.Name:
            return self._widget.accessibleName()
        if kind == QAccessible.Text.Description:
            return tr("{count} messages").format(count=number(self.run.total))
        return ""

    @override
    def setText(self, kind: QAccessible.Text, text: str, /) -> None:
        """The list's name is its own."""

    @override
    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt allows none
        place = None if self._widget is None else self._widget.focused_place()
        return None if place is None else self.node(place)

    @override
    def window(self) -> QWindow | None:  # type: ignore[override]  # Qt allows none
        return None if self._widget is None else self._widget.window().windowHandle()


_factory_is_installed: list[bool] = []


def _make_node(_class: str, thing: QObject) -> QAccessibleInterface | None:
    if not isinstance(thing, SpokenArea):
        return None
    node = TimelineNode(thing)
    _ALIVE.append(node)
    return node


class Speaker(QObject):
    """Speaks for one timeline. ``listening`` and ``announce`` are a test's to replace."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._last: OrderKey | None = None
        self.listening: Callable[[], bool] = QAccessible.isActive
        self.announce: Callable[[str], object] = self._announce

    def forget(self) -> None:
        """Another space is shown: what it holds is not news."""
        self._last = None

    def tell_new(self, run: PostRun, reading: Reading) -> None:
        """Announces posts of others behind the last one that was there."""
        known, self._last = self._last, run.last if len(run) and not run.after else self._last
        if known is None or run.after or not self.listening():
            return
        behind = run.entries_after(known)
        new = [entry for entry in behind if not (entry.post.ours or entry.post.folded)]
        if len(new) > ANNOUNCED_MAX:
            self.announce(tr("{count} new messages").format(count=number(len(new))))
        else:
            for entry in new:
                self.announce(announced_post(entry, reading))

    def tell_focus(self, index: int) -> None:
        """The keyboard has come to the row at that place."""
        if self.listening():
            event = QAccessibleEvent(self._widget, QAccessible.Event.Focus)
            event.setChild(index)
            QAccessible.updateAccessibility(event)

    def _announce(self, text: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._widget, text))
