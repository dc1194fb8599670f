"""Goes to places of the open channel: by words, by date, by a message's line or its key."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QObject, QPoint, QRect, Qt

from engine.model.hits import SearchHit
from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import FirstSince, OnePost
from ui.bridge import Bridge
from ui.finding.dates import DatePopup, start_of
from ui.finding.find_bar import FindBar
from ui.finding.finding import Finding
from ui.look.theme import Gap, Theme
from ui.text.message_link import message_link, read_message_link
from ui.timeline.moving.reaching import Goal
from ui.timeline.view import TimelineView


class Looking(QObject):
    """For one timeline. ``bar`` is placed over it by the page."""

    def __init__(self, bridge: Bridge, theme: Theme, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._bridge = bridge
        self._theme = theme
        self._timeline = timeline
        self._space: SpaceId | None = None
        self._goal: Goal | None = None
        self.finding = Finding(bridge, self)
        self.bar = FindBar(theme, self.finding)
        self.finding.found.connect(self._show_hit)
        self.bar.words_changed.connect(self._mark_words)
        self.bar.date_wanted.connect(lambda at: self.choose_date(None, at))
        self.bar.left.connect(self._give_focus_back)
        timeline.wishes.choose_date.connect(self.choose_date)
        timeline.source.opened.connect(self._go_to_goal)

    def look_in(self, space: SpaceId | None) -> None:
        """Another channel is open, or being opened, or none."""
        self._space = space
        self._goal = None
        self.bar.close_bar()
        self.finding.look_in(space)

    # ---- a message --------------------------------------------------------------------------

    def show_post(self, order: OrderKey, words: str = "") -> None:
        """And ``words`` in it: now, or as soon as the channel is open."""
        source = self._timeline.source
        if source.is_open and source.space == self._space:
            self._timeline.show_told(order, words)
        else:
            self._goal = Goal(order, words)

    def _go_to_goal(self, _at: object) -> None:
        goal, self._goal = self._goal, None
        if goal is not None and self._timeline.source.space == self._space:
            self._timeline.show_told(goal.order, goal.words)

    # ---- words ------------------------------------------------------------------------------

    def _show_hit(self, hit: SearchHit) -> None:
        if hit.space == self._space:
            self._timeline.show_told(hit.order, self.finding.words)

    def _mark_words(self, words: str) -> None:
        named = read_message_link(words)
        self._timeline.marking.look_for("" if named else words)
        if named is None:
            return
        if named[0] == self._space:
            self._bridge.start(self._show_named(OnePost(*named)))
        else:
            self._timeline.wishes.open_link.emit(message_link(*named))

    async def _show_named(self, query: OnePost) -> None:
        """What a person pasted names a message of this channel."""
        post = await self._bridge.ask(query)
        if query.space == self._space:
            self.show_post(post.order)

    def _give_focus_back(self) -> None:
        self._timeline.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ---- dates ------------------------------------------------------------------------------

    def choose_date_here(self) -> None:
        """Offers a calendar over the timeline."""
        area = self._timeline.viewport()
        place = QRect(area.mapToGlobal(QPoint()), area.size())
        self.choose_date(None, place.adjusted(Gap.XL, Gap.XL, -Gap.XL, -Gap.XL))

    def choose_date(self, day: date | None, at: QRect) -> DatePopup | None:
        """Offers a calendar at a place of the screen; ``day`` (or what is in sight) is chosen."""
        if self._space is None or not len(self._timeline.source.run):
            return None
        popup = DatePopup(self._theme, self._timeline.window())
        popup.chosen.connect(self.show_date)
        popup.open_at(at, day or self._timeline.day_in_sight())
        return popup

    def show_date(self, day: date) -> None:
        """Puts the first post of that day, or of a later one, at the top."""
        if self._space is not None:
            self._bridge.start(self._show_date(self._space, day))

    async def _show_date(self, space: SpaceId, day: date) -> None:
        at = start_of(day, self._timeline.reading.zone)
        order = await self._bridge.ask(FirstSince(space, at))
        if space != self._space:
            return
        if order is None:
            self._timeline.to_newest()
        else:
            self._timeline.show_from(order)
