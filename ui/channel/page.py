"""One channel at a time: opens it, keeps it fresh, marks it read, and joins the parts around it.

It decides nothing about the look of rows (``ui.timeline``) or of words (``state``); what is done
with a message is ``ui.posts``, what is written is the composer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from engine.errors import Fault, Refused
from engine.model.events import PostsArrived, SpaceChanged, SpaceForgotten
from engine.model.ids import OrderKey, SpaceId, SpaceKind
from engine.model.queries import Space
from engine.model.views import SpaceView
from ui.channel.catching_up import CatchingUp
from ui.channel.changing import Changing
from ui.channel.composer import Composer
from ui.channel.endings import Endings
from ui.channel.entering import Entering
from ui.channel.gathering import Gathering
from ui.channel.head import ChannelHead
from ui.channel.news import News
from ui.channel.pressed_authors import PressedAuthors
from ui.channel.pressed_links import PressedLinks
from ui.channel.publishing import Publishing
from ui.channel.read_mark import ReadMark
from ui.channel.regard import Regard
from ui.channel.unread_line import UnreadLine
from ui.channel.waiting import WaitingLine
from ui.communities.desk import CommunityDesk
from ui.composing.typed_elsewhere import TypedElsewhere
from ui.equipment import Equipment
from ui.feeds.desk import FeedDesk
from ui.finding.looking import Looking
from ui.posts.acts import PostActs
from ui.refresh import Refresh
from ui.timeline.loading.rows import Reading
from ui.timeline.loading.source import TimelineSource
from ui.timeline.view import TimelineView
from ui.widgets.empty import EmptyState
from ui.wording.states import WayIn

REFRESH_PAUSE_MS = 100  # ours: ten times a second looks at once
DAY_CHECK_MS = 30_000  # the word "Today" is never older than this


class ChannelPage(QWidget):
    """``invite_wanted`` carries a SpaceId; ``request_wanted`` asks to be let in;
    ``again_wanted`` carries the SpaceView that was left; ``connections_wanted`` asks why nobody is
    there. ``not_opened``: a channel could not be read, and none is open now. ``shown`` carries the
    SpaceView after a change, ``done`` a sentence for the toast, ``undoable`` one and what takes
    back what it says, ``refused`` one that says why nothing was done.
    ``day_changed``: what is said of days is another now, though nothing happened.
    """

    invite_wanted = Signal(object)
    request_wanted = Signal()
    again_wanted = Signal(object)
    connections_wanted = Signal()
    not_opened = Signal()
    shown = Signal(object)
    done = Signal(str)
    undoable = Signal(str, object)
    refused = Signal(str)
    day_changed = Signal()

    def __init__(self, equipment: Equipment, open_address: Callable[[str], object]) -> None:
        """``open_address`` hands an address the person confirmed to the desktop."""
        super().__init__()
        bridge, theme = equipment.bridge, equipment.theme
        self._bridge = bridge
        self._now = equipment.now
        self.view: SpaceView | None = None
        self._space: SpaceId | None = None
        self.head = ChannelHead(theme)
        self.endings = Endings(bridge, theme, self._now)
        self.source = TimelineSource(bridge)
        self.timeline = TimelineView(self.source, theme, Reading(self._today()))
        self.news = News(theme, self.timeline)
        self.waiting = WaitingLine(theme, self.timeline)
        self.acts = PostActs(equipment, self.timeline)
        self.looking = Looking(bridge, theme, self.timeline)
        self.empty = EmptyState(theme)
        self.composer = Composer(equipment)
        self.entering = Entering(self, self.composer.edit, self.timeline)
        self.acts.as_whom = lambda: self.composer.face.identities.identity
        self._changing = Changing(bridge, self.timeline, self.composer)
        self.links = PressedLinks(bridge, self, open_address)
        self.authors = PressedAuthors(bridge, self.timeline, lambda: self.view)
        self.feed = FeedDesk(equipment, self)
        self.gathering = Gathering(bridge, self.news, self.timeline, self.feed)
        self.community = CommunityDesk(equipment, self)
        self.regard = Regard(equipment, self.feed, self.community, self._today)
        self.publishing = Publishing(theme, self.composer)
        self._day = self._today()
        self._day_timer = QTimer(self, interval=DAY_CHECK_MS)
        self.catching_up = CatchingUp(bridge, self)
        self._unread_line = UnreadLine(self.timeline, self.news.through)
        self._read_mark = ReadMark(self.timeline)
        self._refresh = Refresh(bridge, self._ask_space, REFRESH_PAUSE_MS, self)
        self._lay_out()
        self._connect()
        equipment.names.changed.connect(self._refresh.ask)
        self._day_timer.start()

    def _lay_out(self) -> None:
        middle = QWidget()
        self._middle = QStackedLayout(middle)
        self._middle.addWidget(self.timeline)
        self._middle.addWidget(self.empty)
        line = QWidget()
        line.setProperty("surface", "line")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(line)
        column.addWidget(self.looking.bar)
        column.addWidget(self.endings)
        column.addWidget(self.feed.strip)
        column.addWidget(middle, 1)
        column.addWidget(self.composer)
        self.setMinimumWidth(320)

    def _connect(self) -> None:
        self._bridge.space_changed.connect(self._on_space_changed)
        # With its first posts a channel opens for writing, and every post may show a new member.
        self._bridge.posts_arrived.connect(self._on_space_changed)
        self._bridge.space_forgotten.connect(self._on_forgotten)
        self.catching_up.changed.connect(self._show_state)
        self.feed.changed.connect(lambda: self._show_anew(SpaceKind.FEED))
        self.community.changed.connect(lambda: self._show_anew(SpaceKind.COMMUNITY))
        self.feed.turned.connect(self._turn)
        self.feed.comments.changed.connect(self._show_comments)
        self.source.not_opened.connect(self._on_not_opened)
        self.source.changed.connect(self._choose_middle)
        self.source.changed.connect(lambda: self.feed.look_among(self.source.run.entries))
        self._connect_wishes()
        self.head.find_wanted.connect(self.open_find)
        self._bind_keys()
        self.composer.sent.connect(self._posted)
        self.composer.refused.connect(self._on_refused)
        self.composer.way_wanted.connect(self._go_in)
        self.head.invite_wanted.connect(self.want_invite)
        self.endings.request_wanted.connect(self.request_wanted)
        self.endings.members_wanted.connect(self.head.details_wanted)
        self.endings.renewed.connect(self.done)
        self.empty.action.clicked.connect(self._empty_action)
        self._day_timer.timeout.connect(self._check_day)

    def _connect_wishes(self) -> None:
        wishes = self.timeline.wishes
        wishes.open_link.connect(self.links.follow)
        wishes.reply.connect(self.composer.begin_reply)
        wishes.edit.connect(self._changing.begin)
        self.authors.about_wanted.connect(self.head.about_wanted)
        self.authors.details_wanted.connect(self.acts.show_details)
        self.composer.last_own_wanted.connect(self._changing.begin_with_last)
        self.timeline.deleting.refused.connect(self.refused)
        self.composer.take_drops_of(self)
        TypedElsewhere(self.timeline, self.composer.edit)
        self.composer.obeying.invite_wanted.connect(self.want_invite)
        self.composer.obeying.search_wanted.connect(self.open_find)
        self.composer.obeying.hiding.undoable.connect(self.undoable)
        self.acts.done.connect(self.done)
        self.acts.undoable.connect(self.undoable)

    def _bind_keys(self) -> None:
        """Keys of this page, wherever in the window the keyboard is while the page is in sight.

        The sheet of keys names them (``ui.keys.table``).
        """
        bound = (
            ("Ctrl+F", self.open_find),
            ("Ctrl+J", self.looking.choose_date_here),
            ("Alt+Home", self.timeline.to_first_unread),
        )
        for keys, act in bound:
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(act)

    @property
    def space(self) -> SpaceId | None:
        """The space that is open or being opened."""
        return self._space

    def escape(self) -> None:
        """Closes the find bar or lets go of a selection; else goes to the end and the composer."""
        self.composer.keys.end_wish()
        if not self.looking.bar.isHidden():
            self.looking.bar.close_bar()
        elif self.timeline.pointer.selection is not None:
            self.timeline.pointer.clear()
        elif self.view is not None:
            self.timeline.to_newest()
            self.entering.enter()

    # ---- opening ----------------------------------------------------------------------------

    def open(self, space: SpaceId) -> None:
        """Shows ``space``, as soon as the engine has answered; the keyboard stays where it is."""
        if space == self._space:
            return
        self._space = space
        self.entering.begin()
        self.timeline.close_menus()
        self.composer.turn_to(space)
        self.looking.look_in(space)
        self.news.catch_up(on=self.catching_up.is_under_way(space))
        self._bridge.start(self._open(space))

    def close_space(self) -> None:
        """Shows nothing: the space is gone, or could not be read."""
        self.composer.keep_draft()
        self.entering.begin()
        self._space = self.view = None
        self.regard.look_at(None)
        self.looking.look_in(None)
        self.timeline.show_nothing()

    def show_post(self, order: OrderKey, words: str = "") -> None:
        """Brings the post of that key in the open (or opening) channel into sight, with ``words``
        that are meant in it, and flashes it.

        ``order`` need not be one any more: then the posts around its place are shown.
        """
        self.looking.show_post(order, words)

    def open_find(self, words: str = "") -> None:
        """Opens the bar in which words are looked for, with ``words`` if there are any."""
        if self.view is not None:
            self.looking.bar.open_bar(words)

    async def _open(self, space: SpaceId) -> None:
        try:
            view = await self._bridge.ask(Space(space))
            reading = await self.regard.reading(view)
        except (Refused, Fault) as problem:
            if space == self._space:
                self._give_up_opening()
            elif isinstance(problem, Refused):
                return  # another is open by now, or none: the one that was left needs no word
            raise
        if space != self._space:
            return
        self.view = view
        self.timeline.face(newest_first=reading.newest_first)
        self.timeline.show_space(space, reading)
        self.composer.open(space, self.regard.name_of(view), view.given_name)
        self._show(view)
        self.entering.arrive()
        self._refresh.ask()  # what changed since the answer was given found nothing to show it on

    def _on_not_opened(self) -> None:
        if self.source.space == self._space:  # else it was left: another one is being opened
            self._give_up_opening()

    def _give_up_opening(self) -> None:
        """Nothing of another one stands in for what could not be read; it can be opened again."""
        self.close_space()
        self.not_opened.emit()

    def _show(self, view: SpaceView) -> None:
        self.regard.look_at(view)
        self.regard.show_head(self.head, view, self.catching_up.progress(view.id))
        if self.composer.writes_to(view.id):
            self._let_write(view)
        self.endings.show_space(view)
        self._read_mark.follow(view)
        self.news.tell(view)
        self._choose_middle()
        self.shown.emit(view)

    def _let_write(self, view: SpaceView) -> None:
        closed = self.regard.closed(view)
        self.publishing.be(on=view.kind is SpaceKind.FEED and closed is None)
        if closed is None:
            self.composer.allow(view)
        else:
            self.composer.forbid(closed.reason, closed.way)

    def _go_in(self, way: WayIn) -> None:
        if way is WayIn.BACK:
            self.again_wanted.emit(self.view)
        else:
            self.request_wanted.emit()

    def _show_anew(self, kind: SpaceKind) -> None:
        """What is known of the open feed or community is another: who may write in it, too."""
        if self.view is not None and self.view.kind is kind:
            self._show(self.view)

    def _show_comments(self) -> None:
        """Beside each entry of the open feed stands how many there are."""
        if self.view is not None and self.timeline.reading.is_feed:
            counts = self.feed.comments.counts
            self.timeline.read_as(replace(self.timeline.reading, comments=counts))
            self.head.show_comments(self.feed.comments.total)

    def _turn(self) -> None:
        """The open feed runs the other way now."""
        space, self._space = self._space, None
        if space is not None:
            self.timeline.show_nothing()
            self.timeline.forget_place(space)
            self.open(space)

    def _choose_middle(self) -> None:
        if self.view is None:
            return
        nothing = self.source.is_open and not len(self.source.run)
        if nothing:
            words = self.regard.empty(self.view, self.catching_up.progress(self._space))
            self.empty.say(words.icon, words.title, words.sentence, words.action)
        self.feed.page_is_empty(empty=nothing)
        self._middle.setCurrentWidget(self.empty if nothing else self.timeline)

    # ---- keeping it fresh -------------------------------------------------------------------

    def _on_space_changed(self, event: SpaceChanged | PostsArrived) -> None:
        if event.space == self._space and self.view is not None:
            self._refresh.ask()

    async def _ask_space(self) -> None:
        space = self._space
        if space is None or not self._is_shown(space):
            return
        view = await self._bridge.ask(Space(space))
        was = self.view
        if was is None or not self._is_shown(space):
            return
        renamed = (view.name, view.public, view.can_post) != (was.name, was.public, was.can_post)
        self.view = view
        if renamed or view.kind is not SpaceKind.FEED:
            reading = await self.regard.reading(view)
            if not self._is_shown(space):
                return
            unread_from = self.timeline.reading.unread_from
            self.timeline.read_as(replace(reading, unread_from=unread_from))
        if renamed:
            self.composer.open(space, self.regard.name_of(view), view.given_name)
        self._show(view)
        await self._unread_line.follow(view)

    def _is_shown(self, space: SpaceId) -> bool:
        """Not while it is being opened: until then all that is in sight is of the one before."""
        return space == self._space and self.view is not None and self.view.id == space

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        self.composer.forget(event.space)

    def _show_state(self, space: SpaceId) -> None:
        if space == self._space:
            self.news.catch_up(on=self.catching_up.is_under_way(space))
        if self.view is not None and self.view.id == space:
            self.regard.show_head(self.head, self.view, self.catching_up.progress(space))
            self._choose_middle()

    def _check_day(self) -> None:
        if self._day != self._today():
            self._day = self._today()
            self.timeline.read_as(replace(self.timeline.reading, today=self._day))
            self._refresh.ask()  # with the days rights come to their end
            self.day_changed.emit()

    # ---- doing ------------------------------------------------------------------------------

    def _posted(self, space: SpaceId) -> None:
        if space == self._space:
            if self.news.through.is_done:
                self._unread_line.take_away()
            self.timeline.to_newest()

    def _on_refused(self, space: SpaceId) -> None:
        if space == self._space:
            self._refresh.ask()  # the right to write may have ended meanwhile

    def want_invite(self) -> None:
        """Somebody shall be let into the open channel."""
        if self._space is not None:
            self.invite_wanted.emit(self._space)

    def _empty_action(self) -> None:
        if self.feed.feed is not None:
            self.feed.empty_pressed.emit(self.feed.feed)
        elif self.view is not None and self.view.can_invite:
            self.want_invite()
        else:
            self.connections_wanted.emit()

    def _today(self) -> date:
        return datetime.fromtimestamp(self._now(), tz=UTC).astimezone().date()
