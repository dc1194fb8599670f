"""The open space where it is a feed: what its page says, and what is done from there.

The page of a channel shows feeds, too, by the same timeline; where they differ it asks here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QObject, Signal

from engine.model.feeds import FeedView
from engine.model.ids import SpaceKind
from engine.model.views import SpaceView
from ui.comments.book import CommentBook
from ui.comments.words import Named
from ui.equipment import Equipment
from ui.feeds.book import FeedBook
from ui.feeds.strip import FeedStrip
from ui.text.language import tr
from ui.text.names import plain_name
from ui.text.peers import connected_words
from ui.timeline.loading.rows import Reading
from ui.timeline.loading.run import Entry
from ui.wording.feeds import (
    closed_feed,
    empty_feed,
    head_line,
    state_sentence,
    status_of_feed,
)
from ui.wording.states import Closed, Empty, Status, WayIn

SETTING_ORDER = "feeds.order"
NEWEST, OLDEST = "newest", "oldest"


class FeedDesk(QObject):
    """``changed``: what is known of the open feed is another. ``opened`` carries the SpaceId of
    another feed that is open now (None: none is). ``turned``: feeds run the other way
    now, the newest entry first or last. ``empty_pressed`` carries the
    FeedView of the feed whose page shows nothing, and whose one action was pressed.
    """

    changed = Signal()
    opened = Signal(object)
    turned = Signal()
    empty_pressed = Signal(object)

    def __init__(self, equipment: Equipment, parent: QObject) -> None:
        super().__init__(parent)
        self._equipment = equipment
        self._now = equipment.now
        self.book = FeedBook(equipment.bridge, equipment.now, self)
        self.strip = FeedStrip(equipment.theme, equipment.now)
        self._view: SpaceView | None = None
        self.comments = CommentBook(equipment.bridge, self._named, equipment.now, self)
        self.book.changed.connect(self._show)

    @property
    def feed(self) -> FeedView | None:
        """What is known of the open feed; None: no feed is open, or nothing is known yet."""
        return None if self._view is None else self.book.one(self._view.id)

    @property
    def newest_first(self) -> bool:
        """Whether feeds run from their newest entry down; at first they do not."""
        return self._equipment.settings.text(SETTING_ORDER, OLDEST) == NEWEST

    def turn(self, *, newest_first: bool) -> None:
        """Which way feeds run from now on."""
        if newest_first is not self.newest_first:
            self._equipment.remember(SETTING_ORDER, NEWEST if newest_first else OLDEST)
            self.turned.emit()

    def look_at(self, view: SpaceView | None) -> None:
        """The open space, whatever it is."""
        is_feed = view is not None and view.kind is SpaceKind.FEED
        view = view if is_feed else None
        is_other = (view and view.id) != (self._view and self._view.id)
        self._view = view
        self.comments.look_at(None if view is None else view.id)
        if view is not None and (is_other or self.feed is None):
            self.book.ask(view.id)
        self._show_strip()
        if is_other:
            self.opened.emit(None if view is None else view.id)

    def look_among(self, entries: Sequence[Entry]) -> None:
        """What is loaded of the open space: of a feed it is asked how many comments it has."""
        numbers = [] if self._view is None else [entry.post.height for entry in entries]
        if numbers:
            self.comments.look_among(min(numbers), max(numbers))

    def _show(self) -> None:
        self._show_strip()
        if self._view is not None:
            self.changed.emit()

    def _show_strip(self) -> None:
        feed = self.feed
        if feed is not None:
            self.strip.show_feed(feed, self.book.pace_of(feed.space))
        else:
            self.strip.hide()

    def page_is_empty(self, *, empty: bool) -> None:
        """Whether the page shows ``empty()`` in the place of entries."""
        if empty != self.strip.is_quiet:
            self.strip.is_quiet = empty
            self._show_strip()

    def reading(self, view: SpaceView, today: date) -> Reading:
        """How its rows are read."""
        return Reading(
            today,
            can_post=False,
            space_name=plain_name(view.name),
            is_feed=True,
            newest_first=self.newest_first,
            comments=self.comments.counts,
        )

    def _named(self) -> Named:
        return {feed.key: feed.name for feed in self.book.feeds.values()}

    # ---- what the page says -----------------------------------------------------------------

    def status(self) -> Status:
        """The pill."""
        feed = self.feed
        return Status("hourglass", "text2", tr("Opening")) if feed is None else status_of_feed(feed)

    def tip(self) -> str:
        """The pill's explanation."""
        feed = self.feed
        if feed is None:
            return ""
        words = state_sentence(feed, self._now())
        return f"{words} {connected_words(feed.peers)}."

    def line(self) -> str:
        """Under the name."""
        feed = self.feed
        return "" if feed is None else head_line(feed)

    def closed(self, view: SpaceView) -> Closed | None:
        """Why one may not write, None if one may."""
        feed = self.feed
        if feed is None:
            return None if view.can_post else Closed("", WayIn.NONE)
        return closed_feed(feed)

    def empty(self) -> Empty:
        """What stands where no entry is."""
        feed = self.feed
        if feed is None:
            return Empty("hourglass", tr("Opening"), "")
        return empty_feed(feed, self._now())
