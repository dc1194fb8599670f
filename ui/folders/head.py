"""The line above the files: name, who has it, state, and the doors to pausing, code and more."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.feeds import FeedState, FolderView
from ui.folders.status import head_line, status_of_folder
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.names import plain_name
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel
from ui.widgets.pill import Pill

NAME_WIDTH_OWED = 200  # ours: what a long name gets before the state's words do


class FolderHead(QWidget):
    """Its signals carry nothing: what is open is known to whoever made it."""

    back_wanted = Signal()
    pause_wanted = Signal()
    code_wanted = Signal()
    about_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._buttons = self._make_buttons()
        self.name = ElidedLabel(role="title")
        self.name.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.line = ElidedLabel(role="meta")
        self.pill = Pill(theme)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch()
        words.addWidget(self.name)
        words.addWidget(self.line)
        words.addStretch()
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.L, 0, Gap.M, 0)
        row.setSpacing(Gap.XS)
        row.addWidget(self.back)
        row.addLayout(words, 1)
        row.addWidget(self.pill)
        row.addSpacing(Gap.XS)
        for button in self._buttons[1:]:
            row.addWidget(button)
        theme.changed.connect(self._dress)
        self._dress()

    def _make_buttons(self) -> tuple[IconButton, ...]:
        theme = self._theme
        self.back = IconButton(theme, "arrow-left", tr("Back to the list"))
        self.back.clicked.connect(self.back_wanted)
        self.back.hide()
        self.pause = IconButton(theme, "pause", tr("Pause"))
        self.pause.clicked.connect(self.pause_wanted)
        self.code = IconButton(theme, "qr-code", tr("Link and code of this folder"))
        self.code.clicked.connect(self.code_wanted)
        self.about = IconButton(theme, "info", tr("About this folder"))
        self.about.clicked.connect(self.about_wanted)
        return self.back, self.pause, self.code, self.about

    def _dress(self) -> None:
        self.setMinimumHeight(self._theme.head_height)
        self._share_room()

    def show_folder(self, view: FolderView) -> None:
        """What the engine says of it."""
        feed = view.feed
        self.name.setText(plain_name(feed.name))
        self.line.setText(head_line(view))
        status = status_of_folder(view)
        self.pill.say(status.icon, status.colour, status.words)
        self.pause.setVisible(feed.state not in {FeedState.LEFT, FeedState.FORKED})
        self.pause.show_icon("play" if feed.paused else "pause")
        stops = tr("Pause: nothing is fetched and nothing is given")
        self.pause.name(tr("Resume") if feed.paused else stops)
        self._share_room()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """The name comes first: where both have no room, the state is only its icon."""
        seen = [button for button in self._buttons if not button.isHidden()]
        beside = sum(button.minimumWidth() + Gap.XS for button in seen)
        left = self.width() - beside - Gap.L - Gap.M - 2 * Gap.XS
        name = min(self.name.sizeHint().width(), NAME_WIDTH_OWED)
        self.pill.be_brief(brief=left - self.pill.whole_width() < name)
