"""What floats over a timeline: the way to the newest posts, and news of late ones."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from engine.model.events import PostsArrived
from engine.model.ids import OrderKey
from ui.look.theme import Gap, Theme
from ui.timeline.view import TimelineView
from ui.widgets.buttons import IconPushButton

LATE_MS = 8_000  # ours


class News(QObject):
    """Places two buttons over ``view`` and keeps them there."""

    def __init__(self, theme: Theme, view: TimelineView) -> None:
        super().__init__(view)
        self._view = view
        self._late = 0
        self._late_first: OrderKey | None = None
        self.catching_up = False
        self.down = IconPushButton(theme, "arrow-down", "Newest")
        self.down.setParent(view)
        self.down.clicked.connect(view.to_end)
        self.up = IconPushButton(theme, "arrow-up", "")
        self.up.setParent(view)
        self.up.clicked.connect(self._go_to_late)
        self._timer = QTimer(self, singleShot=True, interval=LATE_MS)
        self._timer.timeout.connect(self._forget_late)
        self.down.hide()
        self.up.hide()
        view.installEventFilter(self)
        view.newcomers.changed.connect(self._show_news)
        view.stuck_changed.connect(self._show_news)
        view.newcomers.older_arrived.connect(self._show_late)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _show_news(self) -> None:
        news = self._view.newcomers.count
        text = f"{news:,} new" if news else "Newest"
        self.down.setText(text)
        self.down.setAccessibleName(f"Go to the newest message, {text}" if news else text)
        away = not self._view.anchor.stuck and self._view.source.is_open
        self.down.setVisible(away)
        self._place()

    def _show_late(self, event: PostsArrived) -> None:
        if self.catching_up:
            return
        self._late += event.count
        first = self._late_first
        self._late_first = event.first if first is None else min(first, event.first)
        what = "1 older message" if self._late == 1 else f"{self._late:,} older messages"
        self.up.setText(f"{what} arrived above")
        self.up.setAccessibleName(self.up.text())
        self.up.show()
        self._timer.start()
        self._place()

    def _go_to_late(self) -> None:
        first = self._late_first
        self._forget_late()
        if first is not None:
            self._view.source.jump_to(first)

    def _forget_late(self) -> None:
        self._late, self._late_first = 0, None
        self.up.hide()

    def _place(self) -> None:
        for button, top in ((self.up, True), (self.down, False)):
            button.adjustSize()
            room: QWidget = self._view.viewport()
            left = (room.width() - button.width()) // 2
            y = Gap.M if top else room.height() - button.height() - Gap.M
            button.move(left, y)
            button.raise_()
