"""Two hands that walk the window as a person does: one with keys alone, one with the mouse alone.

Neither calls what a control does. The keys go to it by the tabulator and press it there; the mouse
presses where it is seen. What is written is typed by both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QEnterEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QMenu,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from tests.gui.conftest import until
from tests.gui.everywhere.house import House
from tests.gui.window_scene import settled
from ui.timeline.laying import hits
from ui.timeline.view import TimelineView

STEPS_MAX = 150
ROW_SEEN = 8
"""So many pixels of a row are enough to press it."""
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
W = TypeVar("W", bound=QWidget)


@dataclass
class Hand(ABC):
    """Finds by its words what it then presses; waits until it is there."""

    house: House

    # ---- what a way is made of --------------------------------------------------------------

    async def press(self, words: str) -> None:
        """A button that is called so, or begins so."""
        self._press(await self._found(QAbstractButton, words))

    async def row(self, listed: str, words: str) -> None:
        """Opens the first row with these words, of the list of that name, and waits for it."""
        self._open_row(*await self._row(listed, words))
        await settled(self.house.window)

    async def menu_of(self, listed: str, words: str) -> None:
        """The same row's menu."""
        self._open_menu(*await self._row(listed, words))

    async def message_menu(self, words: str) -> None:
        """The menu of the message that begins so, in the open channel."""
        timeline = self.house.window.pages.channel.timeline

        def place() -> int | None:
            texts = [entry.post.text for entry in timeline.source.run.entries]
            found = [number for number, text in enumerate(texts) if text.startswith(words)]
            return found[0] if found else None

        await until(lambda: timeline.isVisible() and place() is not None)
        at = place()
        assert at is not None
        await self._open_message_menu(timeline, at)

    async def choose(self, words: str) -> None:
        """An entry of the menu that is open."""
        await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        self._choose(menu, entry_of(menu, words))

    @abstractmethod
    async def day(self) -> None:
        """Asks for another day than the one in sight."""

    # ---- how it is done ---------------------------------------------------------------------

    @abstractmethod
    def _press(self, button: QAbstractButton) -> None: ...

    @abstractmethod
    def _open_row(self, view: QAbstractItemView, index: QModelIndex) -> None: ...

    @abstractmethod
    def _open_menu(self, view: QAbstractItemView, index: QModelIndex) -> None: ...

    @abstractmethod
    async def _open_message_menu(self, timeline: TimelineView, place: int) -> None: ...

    @abstractmethod
    def _choose(self, menu: QMenu, entry: QAction) -> None: ...

    async def _row(self, listed: str, words: str) -> tuple[QAbstractItemView, QModelIndex]:
        """A list may be about to give way to another of its name: the one with the row is meant."""
        view = await self._found(
            QAbstractItemView, listed, lambda one: row_of(one, words) is not None
        )
        index = row_of(view, words)
        assert index is not None
        return view, index

    async def _found(
        self, kind: type[W], words: str, fits: Callable[[W], bool] = lambda _one: True
    ) -> W:
        """What is uppermost has the word."""
        found: list[W] = []

        def is_there() -> bool:
            top = self._top()
            if QApplication.activeWindow() is None:
                top.activateWindow()  # as a window manager does; offscreen a menu leaves none so
            found[:] = [one for one in called(top, kind, words) if fits(one)]
            return bool(found) and top.isActiveWindow()

        await until(is_there)
        return found[0]

    def _top(self) -> QWidget:
        return (
            QApplication.activePopupWidget()
            or QApplication.activeModalWidget()
            or self.house.window
        )


class Keys(Hand):
    """Tab, arrows, Enter, Space, and the keys of the sheet."""

    @override
    async def day(self) -> None:
        await until(self.house.window.pages.channel.timeline.isVisible)
        QTest.keyClick(self.house.window, Qt.Key.Key_J, CTRL)

    @override
    def _press(self, button: QAbstractButton) -> None:
        go_to(button)
        QTest.keyClick(button, Qt.Key.Key_Space)

    @override
    def _open_row(self, view: QAbstractItemView, index: QModelIndex) -> None:
        self._step_to(view, index)
        QTest.keyClick(view, Qt.Key.Key_Return)

    @override
    def _open_menu(self, view: QAbstractItemView, index: QModelIndex) -> None:
        self._step_to(view, index)
        cursor = view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        ask_for_menu(view, cursor.center(), QContextMenuEvent.Reason.Keyboard)

    @override
    async def _open_message_menu(self, timeline: TimelineView, place: int) -> None:
        go_to(timeline)
        step_until(timeline, Qt.Key.Key_Up, lambda: timeline.focused_place() == place)
        QTest.keyClick(timeline, Qt.Key.Key_Return)

    @override
    def _choose(self, menu: QMenu, entry: QAction) -> None:
        step_until(menu, Qt.Key.Key_Down, lambda: menu.activeAction() == entry)
        QTest.keyClick(menu, Qt.Key.Key_Return)

    def _step_to(self, view: QAbstractItemView, index: QModelIndex) -> None:
        go_to(view)
        QTest.keyClick(view, Qt.Key.Key_Home)
        if view.currentIndex().row() != index.row():
            there = index.row()
            step_until(view, Qt.Key.Key_Down, lambda: view.currentIndex().row() == there)


class Mouse(Hand):
    """Presses and right presses, where things are seen."""

    @override
    async def day(self) -> None:
        timeline = self.house.window.pages.channel.timeline
        await wheel_until(timeline, lambda: day_in(timeline) is not None)
        at = day_in(timeline)
        assert at is not None
        QTest.mouseClick(timeline.viewport(), LEFT, pos=at)

    @override
    def _press(self, button: QAbstractButton) -> None:
        bring_into_sight(button)
        window, at = button.window(), button.mapTo(button.window(), button.rect().center())
        hit = window.childAt(at)
        is_hit = hit is not None and (hit is button or button.isAncestorOf(hit))
        assert is_hit, f"{name_of(button)} is covered by {hit}"
        QTest.mouseClick(button, LEFT)

    @override
    def _open_row(self, view: QAbstractItemView, index: QModelIndex) -> None:
        QTest.mouseClick(view.viewport(), LEFT, pos=self._pointed(view, index))

    @override
    def _open_menu(self, view: QAbstractItemView, index: QModelIndex) -> None:
        at = self._pointed(view, index)
        ask_for_menu(view.viewport(), at, QContextMenuEvent.Reason.Mouse)

    @override
    async def _open_message_menu(self, timeline: TimelineView, place: int) -> None:
        order = timeline.source.run.entries[place].post.order
        await wheel_until(timeline, lambda: timeline.rect_of(order).bottom() > ROW_SEEN)
        rect = timeline.rect_of(order)
        at = QPoint(rect.center().x(), max(2, rect.top()) + 4)
        ask_for_menu(timeline.viewport(), at, QContextMenuEvent.Reason.Mouse)

    @override
    def _choose(self, menu: QMenu, entry: QAction) -> None:
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())

    def _pointed(self, view: QAbstractItemView, index: QModelIndex) -> QPoint:
        view.scrollTo(index)
        at = view.visualRect(index).center()
        assert view.viewport().rect().contains(at), "the row cannot be seen"
        point = QPointF(at)
        entered = QEnterEvent(point, point, QPointF(view.viewport().mapToGlobal(at)))
        QApplication.sendEvent(view.viewport(), entered)
        return at


# ---- what both need -----------------------------------------------------------------------------


def called(top: QWidget, kind: type[W], words: str) -> list[W]:
    """Those in sight that can be used and are called so, the ones called exactly so first."""
    usable = [one for one in top.findChildren(kind) if one.isVisible() and one.isEnabled()]
    fitting = [one for one in usable if name_of(one).startswith(words)]
    return sorted(fitting, key=lambda one: name_of(one) != words)


def name_of(widget: QWidget) -> str:
    if widget.accessibleName():
        return widget.accessibleName()
    return widget.text().replace("&", "") if isinstance(widget, QAbstractButton) else ""


def row_of(view: QAbstractItemView, words: str) -> QModelIndex | None:
    model = view.model()
    for number in range(model.rowCount()):
        index = model.index(number, 0)
        shown = index.data(Qt.ItemDataRole.DisplayRole)
        if words in str(shown) or words in str(index.data(Qt.ItemDataRole.AccessibleTextRole)):
            return index
    return None


def entry_of(menu: QMenu, words: str) -> QAction:
    shown = [one for one in menu.actions() if one.isVisible() and one.isEnabled()]
    texts = [one.text().partition("\t")[0].replace("&", "") for one in shown]
    fitting = [one for one, text in zip(shown, texts, strict=True) if text.startswith(words)]
    assert fitting, f"“{words}” is not among {texts}"
    return fitting[0]


def go_to(widget: QWidget) -> None:
    """By the Tab key; where it writes a tabulator, by Ctrl+Tab."""
    for _ in range(STEPS_MAX):
        focus = QApplication.focusWidget()
        if focus is widget:
            return
        here = focus or widget.window()
        QTest.keyClick(here, Qt.Key.Key_Tab)
        if QApplication.focusWidget() is focus:
            QTest.keyClick(here, Qt.Key.Key_Tab, CTRL)
    raise AssertionError(f"the keyboard does not reach “{name_of(widget)}”")


def step_until(widget: QWidget, key: Qt.Key, holds: Callable[[], bool]) -> None:
    for _ in range(STEPS_MAX):
        QTest.keyClick(widget, key)
        if holds():
            return
    raise AssertionError(f"{key} does not lead there")


def ask_for_menu(widget: QWidget, at: QPoint, reason: QContextMenuEvent.Reason) -> None:
    """As the menu key does where the focus is, and the right button where the pointer is."""
    event = QContextMenuEvent(reason, at, widget.mapToGlobal(at))
    QApplication.sendEvent(widget, event)
    if reason is QContextMenuEvent.Reason.Mouse:
        QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def bring_into_sight(widget: QWidget) -> None:
    """As the wheel does."""
    at: QWidget | None = widget
    while at is not None and not isinstance(at, QScrollArea):
        at = at.parentWidget()
    if at is not None and at is not widget:
        at.ensureWidgetVisible(widget)


async def wheel_until(timeline: TimelineView, holds: Callable[[], bool]) -> None:
    """Upwards; then it is at rest."""

    def is_there() -> bool:
        if not timeline.glide.is_moving and not holds():
            turn_wheel_up(timeline.viewport())
        return not timeline.glide.is_moving and holds()

    await until(is_there)


def turn_wheel_up(viewport: QWidget) -> None:
    """By one notch, over its middle."""
    at = viewport.rect().center()
    event = QWheelEvent(
        QPointF(at),
        QPointF(viewport.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003 - not inverted
    )
    QApplication.sendEvent(viewport, event)


def day_in(timeline: TimelineView) -> QPoint | None:
    """Where the line of a day is seen."""
    middle = timeline.viewport().width() // 2
    for down in range(0, timeline.viewport().height(), 4):
        found = timeline.pointer.hit_at(QPointF(middle, down))
        if found is not None and isinstance(found[1], hits.Day):
            return QPoint(middle, down)
    return None
