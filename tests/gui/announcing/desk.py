"""A desktop of lists: a notifier that keeps what it is told, and a tray that says it is there."""

from __future__ import annotations

from typing_extensions import override

from engine.model.ids import SpaceId
from ui.announcing.desktop import Desktop
from ui.announcing.notice import Notice
from ui.announcing.notifiers import Notifier
from ui.announcing.tray import Tray
from ui.look.theme import Theme


class KeptNotifier(Notifier):
    """``shown`` holds each notice that was shown, in order; ``there`` what is still in sight."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Notice] = []
        self.there: dict[SpaceId, Notice] = {}
        self.is_closed = False

    @override
    def show(self, notice: Notice) -> None:
        if not notice.calls and notice.space not in self.there:
            return
        self.shown.append(notice)
        self.there[notice.space] = notice

    @override
    def withdraw(self, space: SpaceId) -> None:
        self.there.pop(space, None)

    def dismiss(self, space: SpaceId) -> None:
        """The person closes what is in sight of ``space``, or it has run out."""
        del self.there[space]

    @override
    def close(self) -> None:
        self.is_closed = True


def desk_of(theme: Theme, *, tray: bool = True) -> tuple[Desktop, KeptNotifier]:
    """A desktop with or without a tray."""
    notifier = KeptNotifier()
    return Desktop(notifier, Tray(theme, lambda: tray)), notifier
