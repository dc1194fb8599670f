"""The line under a feed's head while something needs a word: progress, a wait, a warning.

One icon, one or two sentences, one thing to do. A feed that is up to date has no such line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QVBoxLayout
from typing_extensions import override

from engine.model.feeds import FeedState, FeedView
from ui.feeds.pace import Pace, progress_words
from ui.look.theme import Gap, Theme, Type
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.progress import ThinProgress
from ui.wording.feeds import brief_state, state_sentence, status_of_feed

ICON_PIXELS = 16
UI_PIXELS = 13  # of usual text
BESIDE_WIDTH = 520  # ours: narrower, and the button stands under the words
_SILENT = frozenset({FeedState.CURRENT, FeedState.LEFT})
_ALSO_BELOW = frozenset({FeedState.WAITING, FeedState.PAUSED})
_LOUD = frozenset({FeedState.FORKED, FeedState.ELSEWHERE, FeedState.FULL})


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be done about a state: the words on the button, and what they do."""

    words: str
    act: Callable[[FeedView], object]


class FeedStrip(QFrame):
    """Its signals carry the ``FeedView``: ``resume_wanted`` and ``pause_wanted`` in a pause and in
    a download, the others as they are called.
    """

    resume_wanted = Signal(object)
    pause_wanted = Signal(object)
    limit_wanted = Signal(object)
    about_wanted = Signal(object)
    continue_wanted = Signal(object)
    connections_wanted = Signal(object)

    def __init__(self, theme: Theme, now: Callable[[], float]) -> None:
        super().__init__()
        self._theme = theme
        self._now = now
        self._feed: FeedView | None = None
        self._act: Callable[[FeedView], object] | None = None
        self._spoken: tuple[object, ...] = ()
        self.is_quiet = False
        """Whether the page below is empty and says itself what it waits for."""
        self.mark = QLabel()
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.mark.setFixedSize(QSize(ICON_PIXELS, ICON_PIXELS))
        self.sentence = plain_label()
        self.progress = ThinProgress(theme, tr("Download of this feed"))
        self.action = push_button("", "flat")
        self.action.clicked.connect(self._pressed)
        words = QVBoxLayout()
        words.setSpacing(Gap.XS)
        words.addWidget(self.sentence)
        words.addWidget(self.progress)
        text = QHBoxLayout()
        text.setSpacing(Gap.S)
        text.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        text.addLayout(words, 1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(Gap.L, Gap.S, Gap.M, Gap.S)
        self._row.setSpacing(Gap.S)
        self._row.addLayout(text, 1)
        self._row.addWidget(self.action, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._dress)
        self.hide()

    def show_feed(self, feed: FeedView | None, pace: Pace) -> None:
        """What goes on with ``feed``; None: no feed is open."""
        self._feed = feed
        told_below = self.is_quiet and feed is not None and feed.state in _ALSO_BELOW
        if feed is None or feed.state in _SILENT or told_below or _comes_as_read(feed):
            self.hide()
            self._spoken = ()
            return
        loading = feed.state is FeedState.DOWNLOADING
        now = self._now()
        words = state_sentence(feed, now)
        if loading and feed.length:
            words = progress_words(feed, pace, now)
            self.progress.reach(feed.downloaded, feed.length)
        elif loading:
            self.progress.be_endless()
        self.progress.setVisible(loading)
        self.sentence.setText(words)
        offer = self._offer(feed)
        self._act = None if offer is None else offer.act
        self.action.setText("" if offer is None else offer.words)
        self.action.setAccessibleName(self.action.text())
        self.action.setVisible(offer is not None)
        self.setAccessibleName(f"{brief_state(feed)}. {words}")
        self._dress()
        self.show()
        self._speak(feed, words)

    def _offer(self, feed: FeedView) -> Offer | None:  # noqa: PLR0911 - one line a state
        match feed.state:
            case FeedState.PAUSED:
                return Offer(tr("Resume"), self.resume_wanted.emit)
            case FeedState.DOWNLOADING:
                return Offer(tr("Pause"), self.pause_wanted.emit)
            case FeedState.FULL:
                return Offer(tr("Change the limit…"), self.limit_wanted.emit)
            case FeedState.FORKED:
                return Offer(tr("What this means"), self.about_wanted.emit)
            case FeedState.ELSEWHERE if feed.downloaded >= feed.length:
                return Offer(tr("Continue here…"), self.continue_wanted.emit)
            case FeedState.WAITING:
                return Offer(tr("Look at connections"), self.connections_wanted.emit)
            case FeedState.ELSEWHERE | FeedState.LEFT | FeedState.CURRENT:
                return None

    def _pressed(self) -> None:
        if self._act is not None and self._feed is not None:
            self._act(self._feed)

    def _speak(self, feed: FeedView, words: str) -> None:
        """Once for each state: a number that moves is not read out again and again."""
        said = feed.space, feed.state
        if said != self._spoken:
            self._spoken = said
            if feed.state in _LOUD and self.isVisible():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _dress(self) -> None:
        if self._feed is None:
            return
        status = status_of_feed(self._feed)
        ratio = self.devicePixelRatioF()
        self.mark.setPixmap(self._theme.pixmap(status.icon, ICON_PIXELS, status.colour, ratio))
        surface = "banner" if self._feed.state in _LOUD else "sidebar"
        if self.property("surface") != surface:
            self.setProperty("surface", surface)
            self.style().polish(self)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= BESIDE_WIDTH * self._theme.pixels(Type.UI) / UI_PIXELS
        ways = QBoxLayout.Direction
        self._row.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        self._row.setAlignment(
            self.action,
            Qt.AlignmentFlag.AlignVCenter if beside else Qt.AlignmentFlag.AlignRight,
        )


def _comes_as_read(feed: FeedView) -> bool:
    """Only what somebody reads is fetched of it: where they read it is said that it comes."""
    return feed.state is FeedState.DOWNLOADING and not feed.whole and feed.length > 0
