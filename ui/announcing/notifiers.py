"""How a notice leaves the window: through the desktop's own service, the tray, or not at all.

A notifier shows at most one notice a space: a later one takes the place of the one before.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from engine.model.ids import SpaceId
from ui.announcing.notice import Notice
from ui.announcing.tray import Tray


class Notifier(QObject):
    """Shows nothing: there is no desktop that could. ``pressed`` carries the SpaceId of a notice
    that the person pressed.
    """

    pressed = Signal(object)

    def show(self, notice: Notice) -> None:
        """Shows ``notice`` in the place of an earlier one of its space; one that does not call only
        where that is still there. Only who shows them knows whether it was closed or has run out.
        """

    def withdraw(self, space: SpaceId) -> None:
        """Takes back what is still shown of ``space``."""

    def close(self) -> None:
        """Shows no more, whatever is wanted. What is shown and was not withdrawn stays."""


class FailingNotifier(Notifier):
    """``failed`` carries a notice that could not be shown; a later one may be."""

    failed = Signal(object)


class TrayNotifier(Notifier):
    """By the tray's own balloon: one at a time, and it cannot be taken back or put right."""

    def __init__(self, tray: Tray) -> None:
        super().__init__()
        self._tray = tray
        self._last: SpaceId | None = None
        tray.message_pressed.connect(self._pressed)

    @override
    def show(self, notice: Notice) -> None:
        if not notice.calls:  # one more balloon would call once more
            return
        self._last = notice.space
        self._tray.say(notice.title, notice.text)

    def _pressed(self) -> None:
        if self._last is not None:
            self.pressed.emit(self._last)


class FirstAble(Notifier):
    """By ``first``; what it cannot show is shown by ``second``."""

    def __init__(self, first: FailingNotifier, second: Notifier) -> None:
        super().__init__()
        self._first = first
        self._second = second
        first.failed.connect(self._fall_back)
        first.pressed.connect(self.pressed)
        second.pressed.connect(self.pressed)

    @override
    def show(self, notice: Notice) -> None:
        self._first.show(notice)

    @override
    def withdraw(self, space: SpaceId) -> None:
        self._first.withdraw(space)
        self._second.withdraw(space)

    @override
    def close(self) -> None:
        self._first.close()
        self._second.close()

    def _fall_back(self, notice: object) -> None:
        assert isinstance(notice, Notice)
        self._second.show(notice)
