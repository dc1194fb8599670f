"""The quick switcher (Ctrl+K): a few letters of a name, Enter, and the channel is open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.views import SpaceView
from ui.look.theme import Gap
from ui.models.spaces import spoken
from ui.text.names import plain_name
from ui.widgets.labels import plain_label

WIDTH, HEIGHT = 480, 380
SPACE_ROLE = Qt.ItemDataRole.UserRole + 1


class Switcher(QDialog):
    """``chosen`` carries a SpaceId."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, views: Sequence[SpaceView]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Go to a channel")
        self.resize(WIDTH, HEIGHT)
        self._views = sorted(views, key=lambda view: (not view.unread, -(view.last_post_at or 0)))
        self.words = QLineEdit()
        self.words.setPlaceholderText("Go to a channel")
        self.words.setAccessibleName("Go to a channel")
        self.words.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName("Channels that fit")
        self.list.setProperty("kind", "menu")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.nothing = plain_label("No channel is called that.", "hint")
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.M, Gap.M, Gap.M, Gap.M)
        column.setSpacing(Gap.S)
        column.addWidget(self.words)
        column.addWidget(self.nothing)
        column.addWidget(self.list, 1)
        self.words.textChanged.connect(self._filter)
        self.words.returnPressed.connect(self._choose)
        self.words.installEventFilter(self)
        self.list.itemClicked.connect(self._choose)
        self._filter("")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                return True
        return False

    def _filter(self, words: str) -> None:
        self.list.clear()
        wanted = words.casefold().split()
        for view in self._views:
            name = plain_name(view.name)
            if all(word in name.casefold() for word in wanted):
                item = QListWidgetItem(f"{name}   ({view.unread})" if view.unread else name)
                item.setData(SPACE_ROLE, view)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken(view))
                self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.nothing.setVisible(not self.list.count())

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            view = item.data(SPACE_ROLE)
            assert isinstance(view, SpaceView)
            self.accept()
            self.chosen.emit(view.id)
