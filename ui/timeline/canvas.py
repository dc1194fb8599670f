"""What the timeline shows: an own scroll area that lays out and paints only the rows in sight.

Its place is an anchor (a post and a pixel offset) or "at the end"; the scroll bar counts posts. It
asks ``TimelineSource`` for what comes near, outside of painting, and never waits for it. What the
person does with it stands in ``view``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from engine.model.events import PostsArrived
from engine.model.ids import OrderKey, PostId, SpaceId
from ui.look.theme import Gap, Theme, Type
from ui.text.times import day_of
from ui.timeline.laying.layout import Row
from ui.timeline.laying.picture_rows import PictureRows
from ui.timeline.laying.shelf import RowShelf
from ui.timeline.loading.rows import Reading
from ui.timeline.loading.run import Entry, PostRun
from ui.timeline.loading.source import TimelineSource
from ui.timeline.moving.newcomers import Newcomers
from ui.timeline.moving.rankbar import RankBar
from ui.timeline.moving.reaching import GOAL_SHARE, Goal, is_read_to, read_to, top_of_goal
from ui.timeline.moving.scrolling import Anchor, Glide
from ui.timeline.parts.pictures import Pictures
from ui.timeline.selecting.manner import manner_of
from ui.timeline.selecting.marking import Marking
from ui.timeline.selecting.pointer import Pointer
from ui.timeline.speaking.accessibility import Speaker, SpokenArea
from ui.widgets.looked_at import is_looked_at

LINE_PIXELS = 40.0
OVERLAP_LINES = 2  # stay in sight when a page is turned
SEEN_MS = 400  # in sight for so long counts as read


class TimelineCanvas(SpokenArea):
    """Shows the source's run. ``reading`` tells rows about the reader; set it with ``read_as``.

    ``seen`` carries the order keys of the newest and of the oldest post that somebody looked at;
    ``stuck_changed`` says that ``anchor.stuck`` is another, ``settled`` that the place or what is
    loaded may be another. ``turned``: another space is shown from now on, or none. ``newcomers``
    counts what came in elsewhere.
    """

    seen = Signal(object, object)
    stuck_changed = Signal()
    settled = Signal()
    turned = Signal()

    def __init__(
        self, source: TimelineSource, theme: Theme, reading: Reading, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.source = source
        self.reading = reading
        self.anchor = Anchor()
        self._theme = theme
        self.pictures = Pictures(source.bridge, self)
        source.prepare = self._prepare
        self._shelf = RowShelf(theme, self.pictures.seen)
        self._picture_rows = PictureRows(self.pictures, self._shelf)
        self.marking = Marking(self)
        self._goal: Goal | None = None
        self._anchor_order: OrderKey | None = None
        self._anchor_text_top = 0.0
        self._was_stuck = True
        self._left_at: dict[SpaceId, OrderKey] = {}
        self.newcomers = Newcomers(self)
        self.speaker = Speaker(self)
        self.glide = Glide(self)
        self._bar = RankBar(self.verticalScrollBar())
        self.pointer = Pointer(self, self)
        self._seen_timer = QTimer(self, singleShot=True, interval=SEEN_MS)
        self._connect()

    def _connect(self) -> None:
        self.source.opened.connect(self._on_opened)
        self.source.jumped.connect(self._on_jumped)
        self.source.stayed.connect(self._settle)
        self.source.grew.connect(self.anchor.stay)
        self.source.changed.connect(self._on_changed)
        self.source.arrived.connect(self._on_arrived)
        self._theme.changed.connect(self._dress)
        self.glide.moved.connect(self.scroll_by)
        self._seen_timer.timeout.connect(self._tell_seen)
        self.pointer.changed.connect(self.viewport().update)
        self.marking.changed.connect(self.viewport().update)
        self.pictures.known.connect(self._on_picture)
        self._bar.page_turned.connect(self.turn_page)
        self._bar.line_turned.connect(lambda lines: self.scroll_by(lines * LINE_PIXELS))
        self._bar.rank_wanted.connect(self._go_to_rank)
        self._bar.end_wanted.connect(self.to_end)

    def _dress(self) -> None:
        self._shelf.dress()
        self._settle()

    # ---- what is shown --------------------------------------------------------------------------

    def show_space(self, space: SpaceId, reading: Reading) -> None:
        """Opens ``space`` where it was left, else at its first unread post, else at its end."""
        self._remember_place()
        self.reading = reading
        self._shelf.forget()
        self._picture_rows.forget()
        self.pictures.open(space, self.devicePixelRatioF())
        self.pointer.clear()
        self.marking.clear()
        self._leave()
        self.newcomers.forget()
        self.speaker.forget()
        self._anchor_order = None
        self.anchor.stick()
        left = self._left_at.pop(space, None)
        self.source.open(space, None if left is None else self.source.facing.turned(left))
        self.turned.emit()
        self.viewport().update()

    def show_nothing(self) -> None:
        """Closes what was open."""
        self._leave()
        self.source.close()
        self.pictures.open(None, 1.0)
        self.marking.clear()
        self._shelf.clear()
        self.turned.emit()
        self.viewport().update()

    def read_as(self, reading: Reading) -> None:
        """The reader, the day or the space's name changed."""
        if reading != self.reading:
            self.reading = reading
            self._shelf.clear()
            self._hold_text()  # the line may have come or gone above it
            self._settle()

    def _leave(self, goal: Goal | None = None) -> None:
        """The reader goes elsewhere, to ``goal`` if any: nothing was in sight there yet."""
        self._goal = goal
        self.glide.stop()
        self._seen_timer.stop()

    def _remember_place(self) -> None:
        space, order = self.source.space, self._anchor_order
        if space is not None and order is not None and not self.anchor.stuck:
            self._left_at[space] = self.source.facing.turned(order)

    def _on_opened(self, at: object) -> None:
        unread = self.source.extent.first_unread
        self.reading = replace(self.reading, unread_from=unread)
        self._shelf.clear()
        self._on_jumped(at)

    def _on_jumped(self, at: object) -> None:
        self._leave(self._goal)
        if isinstance(at, bytes):
            self._place_at(OrderKey(at))
            self.newcomers.know_end(self.source.run)
        else:
            self.anchor.stick()
        self._anchor_order = None
        self._settle()

    async def _prepare(self, run: PostRun, entries: Sequence[Entry]) -> None:
        if self._goal is not None:
            await read_to(self.source, run, self._goal)
        await self.pictures.prepare(entries)

    def _place_at(self, order: OrderKey) -> None:
        """Posts that are looked for, and the unread line, do not stand at the very top."""
        self._shelf.width = float(self.viewport().width())
        index, goal = self.source.run.index_of(order), self._goal
        top = self.viewport_height() * GOAL_SHARE if order == self.reading.unread_from else 0.0
        if goal is not None and order == goal.order:
            self._goal = None
            self.marking.flash(order)
            top = top_of_goal(self, index, goal, self._shelf.unfold)
        self.anchor.place(index, top)

    def _hold_text(self) -> None:
        """What is at the top stays there, whatever came or went above it."""
        run = self.source.run
        if self._anchor_order is not None and not self.anchor.stuck and len(run):
            self.anchor.index = run.index_of(self._anchor_order)
            if run.holds(self._anchor_order):
                self.anchor.top += self._anchor_text_top - self.row(self.anchor.index).prose_top
            else:
                self.anchor.top = 0.0

    def _on_changed(self) -> None:
        self._hold_text()
        self._settle()
        self.newcomers.recount(self.source.run, self.anchor)
        self.speaker.tell_new(self.source.run, self.reading)

    def _on_picture(self, post: PostId) -> None:
        seen = [self.source.run.entries[index] for index, _top in self.in_sight()]
        at_end = self.anchor.stuck and bool(seen)
        if self._picture_rows.came(post, seen, seen[-1].post.id if at_end else None):
            self._settle()
        self.viewport().update()

    def _on_arrived(self, event: PostsArrived) -> None:
        if not self.anchor.stuck:
            self.newcomers.arrived(event, self.source.run, self._anchor_order)

    # ---- rows -----------------------------------------------------------------------------------

    def row(self, index: int) -> Row:
        """The laid out row at ``index`` of the run."""
        return self._shelf.row(self.source.run, index, self.reading)

    def _height(self, index: int) -> float:
        return self.row(index).height

    def row_at(self, y: float) -> tuple[int, float, Row] | None:
        """The row at a height of the viewport, or the nearest one: index, its top, the row."""
        seen = self.in_sight()
        if not seen:
            return None
        for index, top in seen:
            if y < top + self._height(index):
                return index, top, self.row(index)
        index, top = seen[-1]
        return index, top, self.row(index)

    @property
    @override
    def spoken_run(self) -> PostRun:
        """What is loaded, for screen readers."""
        return self.source.run

    def viewport_height(self) -> float:
        """In pixels."""
        return float(self.viewport().height())

    def ends_in_sight(self, index: int, top: float) -> bool:
        """Whether the row at ``index``, which begins at ``top``, ends within the viewport."""
        return top + self._height(index) <= self.viewport_height() + 1

    def show_more(self, index: int) -> None:
        """Unfolds the long text of the row at ``index``."""
        top = dict(self.in_sight()).get(index, self.anchor.top)
        if self._shelf.unfold(self.source.run.entries[index]):
            self.source.read_further(index)
        self.anchor.place(index, top)
        self._settle()

    def toggle_folded(self, index: int) -> None:
        """Opens or closes the fold that the row at ``index`` is in."""
        top = dict(self.in_sight()).get(index, self.anchor.top)
        self._shelf.toggle(self.source.run, index, self.reading)
        self.anchor.place(index, top)
        self._settle()

    @override
    def rect_of(self, order: OrderKey) -> QRect:
        """Where the row of that key is in the viewport, without the day above it; or empty."""
        for index, top in self.in_sight():
            if self.source.run.entries[index].post.order == order:
                row = self.row(index)
                height = round(row.height - row.top)
                return QRect(0, round(top + row.top), self.viewport().width(), height)
        return QRect()

    def day_in_sight(self) -> date:
        """Of the topmost post; today if there is none."""
        entries = self.source.run.entries
        if not entries:
            return self.reading.today
        return day_of(entries[self.anchor.index].post.timestamp, self.reading.zone)

    def in_sight(self) -> list[tuple[int, float]]:
        """Rows in sight: the index in the run and the y of each, from the top."""
        return self.anchor.rows(len(self.source.run), self.viewport_height(), self._height)

    # ---- scrolling ------------------------------------------------------------------------------

    def scroll_by(self, pixels: float) -> None:
        """Towards newer posts (pixels > 0) or older ones."""
        self.anchor.scroll_by(pixels)
        self._settle()

    def show_post(self, order: OrderKey, words: str = "") -> None:
        """Brings the post of that key, and ``words`` in it, into sight, and flashes it."""
        goal = Goal(order, words)
        self._leave(goal)
        if not self.source.is_busy and is_read_to(self.source.run, goal):
            self._place_at(order)
            self._settle()
        else:
            self.source.jump_to(order)

    def show_from(self, order: OrderKey) -> None:
        """Puts the post of that key (as the engine gave it), or the next one, at the top."""
        self._leave()
        self.source.jump_to(self.source.facing.turned(order))

    def to_first_unread(self) -> None:
        """Goes to the line above where the news begin."""
        if self.reading.unread_from is not None:
            self.show_post(self.reading.unread_from)

    def to_end(self) -> None:
        """Goes to the end of the timeline and stays there."""
        self._leave()
        self.anchor.stick()
        if self.source.run.after or self.source.is_busy:
            self.source.jump_to_end()
        self._settle()

    def to_beginning(self) -> None:
        """Goes to the first post."""
        self._go_to_rank(0)

    def _go_to_rank(self, rank: int) -> None:
        self._leave()
        index = rank - self.source.run.before
        if not self.source.is_busy and 0 <= index < len(self.source.run):
            self.anchor.place(index, 0.0)
            self._settle()
        else:
            self.source.jump_to_rank(rank)

    def _settle(self) -> None:
        """After anything changed: a sound anchor, the scroll bar, the next pages, a repaint."""
        run = self.source.run
        self._shelf.width = float(self.viewport().width())
        self.anchor.settle(len(run), self.viewport_height(), self._height, at_end=not run.after)
        if len(run):
            row = self.row(self.anchor.index)
            self._anchor_order = row.entry.post.order
            self._anchor_text_top = row.prose_top
            seen = self.in_sight()
            self._bar.show_place(run, self.anchor, len(seen))
            if seen:  # the window may leave us no height at all
                self._picture_rows.look_at(run.entries, seen[0][0], seen[-1][0])
                self.source.look_at(seen[0][0], seen[-1][0], at_end=self.anchor.stuck)
            if not self._seen_timer.isActive():
                self._seen_timer.start()
        if self.anchor.stuck:
            self.newcomers.reached_end()
        if self.anchor.stuck != self._was_stuck:
            self._was_stuck = self.anchor.stuck
            self.stuck_changed.emit()
        self.settled.emit()
        self.viewport().update()

    def turn_page(self, pages: int) -> None:
        """As many screens towards newer posts (pages > 0) or older ones, less two lines."""
        line = self._theme.pixels(Type.BODY) * self._theme.line_height
        overlap = OVERLAP_LINES * line + Gap.S
        self.scroll_by(pages * max(LINE_PIXELS, self.viewport_height() - overlap))

    def _tell_seen(self) -> None:
        entries = self.source.run.entries
        whole = [index for index, top in self.in_sight() if self.ends_in_sight(index, top)]
        if whole and is_looked_at(self):
            ends = [self.source.facing.turned(entries[whole[at]].post.order) for at in (0, -1)]
            self.seen.emit(max(ends), min(ends))

    # ---- Qt's events ----------------------------------------------------------------------------

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        # Rows are laid out from the left; each text in them runs as its own script does.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.fillRect(self.viewport().rect(), self._theme.colours.bg)
        if self.source.is_open:
            for index, top in self.in_sight():
                self._paint_row(painter, self.row(index), top)
        painter.end()

    def _paint_row(self, painter: QPainter, row: Row, top: float) -> None:
        width = self.viewport().width()
        painter.save()
        # A pile of combining marks must not climb into another row (reliability.md G-5).
        painter.setClipRect(0, round(top), width, round(row.height) + 1)
        painter.translate(0, round(top))
        manner = manner_of(row, self.pointer, self.marking, has_focus=self.hasFocus())
        self._shelf.painter.paint(painter, row, manner, width)
        painter.restore()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._settle()

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Nothing is moved by pixels: each change of the place paints anew."""
