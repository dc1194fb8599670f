"""What a text may be besides what it was taken for: a bare key says only that it is one."""

from __future__ import annotations

from itertools import islice

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engine.model.found import Found, FoundCommunity, FoundFeed, FoundFolder
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.wording.wanted import readings_of


class OtherReadings(QWidget):
    """Hidden where there is but one reading. ``chosen`` carries a ``Found`` to preview instead."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._feed: FoundFeed | None = None
        self._folder: FoundFolder | None = None
        self._community: FoundCommunity | None = None
        self.feed = self._button(tr("It is a feed"))
        self.folder = self._button(tr("It is a shared folder"))
        self.feed.clicked.connect(lambda: self.chosen.emit(self._feed))
        self.folder.clicked.connect(lambda: self.chosen.emit(self._folder))
        self.community = self._button(tr("It is a community"))
        self.community.clicked.connect(lambda: self.chosen.emit(self._community))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(plain_label(tr("A key alone does not say what it opens."), role="hint"))
        column.addLayout(flow(self.feed, self.folder, self.community))
        self.hide()

    def _button(self, words: str) -> QPushButton:
        return push_button(words, "flat")

    def show_of(self, found: Found) -> None:
        """Offers what else it may be."""
        self._feed = self._folder = self._community = None
        for reading in islice(readings_of(found), 1, None):
            match reading:
                case FoundFeed():
                    self._feed = reading
                case FoundFolder():
                    self._folder = reading
                case FoundCommunity():
                    self._community = reading
                case _:
                    pass
        self.feed.setVisible(self._feed is not None)
        self.folder.setVisible(self._folder is not None)
        self.community.setVisible(self._community is not None)
        others = (self._feed, self._folder, self._community)
        self.setVisible(any(one is not None for one in others))
