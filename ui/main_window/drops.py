"""Files that were let go over a space in the sidebar: attached there, once that space is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from engine.model.ids import SpaceId
from ui.channel.page import ChannelPage
from ui.main_window.sidebar import Sidebar


class Drops(QObject):
    """Joins the list with the channel's composer. They wait to be sent, like all others."""

    def __init__(
        self, sidebar: Sidebar, channel: ChannelPage, open_space: Callable[[SpaceId], object]
    ) -> None:
        super().__init__(sidebar)
        self._channel = channel
        self._open_space = open_space
        self._dropped: tuple[SpaceId, Sequence[Path]] | None = None
        sidebar.files_dropped.connect(self._take)
        channel.shown.connect(self._attach)

    def _take(self, space: SpaceId, paths: Sequence[Path]) -> None:
        self._open_space(space)
        self._dropped = space, paths
        self._attach()

    def _attach(self) -> None:
        if self._dropped is None:
            return
        space, paths = self._dropped
        view = self._channel.view
        if space != self._channel.space:
            self._dropped = None  # another was opened before that one came
        elif view is not None and view.id == space:
            self._dropped = None
            self._channel.composer.attach(paths)
