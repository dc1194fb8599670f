"""One channel at a time: opens it, keeps it fresh, marks it read, posts to it.

It decides nothing about the look of rows (``ui.timeline``) or of words (``state``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from engine.errors import Fault, Refused
from engine.model.body_text import text_body
from engine.model.commands import MarkRead, Post
from engine.model.events import PostsArrived, SpaceChanged, SpaceForgotten
from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import Identities, Space
from engine.model.views import SpaceView
from ui.channel.catching_up import CatchingUp
from ui.channel.composer import Composer
from ui.channel.drafts import Drafts
from ui.channel.endings import Endings
from ui.channel.head import ChannelHead
from ui.channel.news import News
from ui.channel.state import beginning_words, closed_for, empty_words
from ui.equipment import Equipment
from ui.models.members import own_name_in
from ui.refresh import Refresh
from ui.text.names import plain_name
from ui.timeline.rows import Reading
from ui.timeline.source import TimelineSource
from ui.timeline.view import TimelineView
from ui.widgets.dialogs import LinkQuestion, answer
from ui.widgets.empty import EmptyState
from ui.wording.sentences import sentence_of

REFRESH_PAUSE_MS = 100  # ours: ten times a second looks at once
DAY_CHECK_MS = 30_000  # the word "Today" is never older than this


class ChannelPage(QWidget):
    """``invite_wanted`` carries a SpaceId; ``request_wanted`` asks to be let in;
    ``connections_wanted`` asks why nobody is there. ``shown`` carries the SpaceView after a change,
    ``done`` a sentence for the toast.
    """

    invite_wanted = Signal(object)
    request_wanted = Signal()
    connections_wanted = Signal()
    shown = Signal(object)
    done = Signal(str)

    def __init__(self, equipment: Equipment, open_address: Callable[[str], object]) -> None:
        """``open_address`` hands an address the person confirmed to the desktop."""
        super().__init__()
        bridge, theme = equipment.bridge, equipment.theme
        self._bridge = bridge
        self._now = equipment.now
        self._open_address = open_address
        self.view: SpaceView | None = None
        self._space: SpaceId | None = None
        self._marked: OrderKey | None = None
        self.head = ChannelHead(theme)
        self.endings = Endings(bridge, theme, self._now)
        self.source = TimelineSource(bridge)
        self.timeline = TimelineView(self.source, theme, Reading(self._today()))
        self.news = News(theme, self.timeline)
        self.empty = EmptyState(theme)
        self.composer = Composer(theme, Drafts(equipment.settings, bridge.failed.emit))
        self._day_timer = QTimer(self, interval=DAY_CHECK_MS)
        self._catching_up = CatchingUp(bridge, self)
        self._refresh = Refresh(bridge, self._ask_space, REFRESH_PAUSE_MS, self)
        self._lay_out()
        self._connect()
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
        column.addWidget(self.endings)
        column.addWidget(middle, 1)
        column.addWidget(self.composer)
        self.setMinimumWidth(320)

    def _connect(self) -> None:
        self._bridge.space_changed.connect(self._on_space_changed)
        # With its first posts a channel opens for writing, and every post may show a new member.
        self._bridge.posts_arrived.connect(self._on_space_changed)
        self._bridge.space_forgotten.connect(self._on_forgotten)
        self._catching_up.changed.connect(self._show_state)
        self.source.changed.connect(self._choose_middle)
        self.timeline.seen.connect(self._mark_read)
        self.timeline.link_pressed.connect(lambda link: self._bridge.start(self._ask_link(link)))
        self.composer.submitted.connect(self._submit)
        self.composer.invite_wanted.connect(self.request_wanted)
        self.head.invite_wanted.connect(self.want_invite)
        self.endings.request_wanted.connect(self.request_wanted)
        self.endings.members_wanted.connect(self.head.details_wanted)
        self.endings.renewed.connect(self.done)
        self.empty.action.clicked.connect(self._empty_action)
        self._day_timer.timeout.connect(self._check_day)

    @property
    def space(self) -> SpaceId | None:
        """The space that is open or being opened."""
        return self._space

    def escape(self) -> None:
        """Lets go of a selection, else returns to the newest message and the composer."""
        if self.timeline.pointer.selection is not None:
            self.timeline.pointer.clear()
        elif self.view is not None:
            self.timeline.to_end()
            self.composer.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ---- opening ----------------------------------------------------------------------------

    def open(self, space: SpaceId) -> None:
        """Shows ``space``, as soon as the engine has answered."""
        if space == self._space:
            return
        self._space = space
        self._marked = None
        self._catching_up.follow(space)
        self.news.catching_up = False
        self._bridge.start(self._open(space))

    def close_space(self) -> None:
        """Shows nothing: the space is gone."""
        self.composer.keep_draft()
        self._space = self.view = None
        self.timeline.show_nothing()

    async def _open(self, space: SpaceId) -> None:
        try:
            view = await self._bridge.ask(Space(space))
            reading = await self._reading_of(view)
        except Refused:
            if space == self._space:
                raise
            return  # another is open by now, or none: the one that was left needs no word
        if space != self._space:
            return
        self.view = view
        self.timeline.show_space(space, reading)
        self.composer.open(space, plain_name(view.name))
        self.composer.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._show(view)

    async def _reading_of(self, view: SpaceView) -> Reading:
        identities = await self._bridge.ask(Identities())
        return Reading(
            today=self._today(),
            own_name=own_name_in(view.id, identities),
            space_name=plain_name(view.name),
            beginning=beginning_words(view),
        )

    def _show(self, view: SpaceView) -> None:
        self.head.show_space(view, self._catching_up.received)
        closed = closed_for(view, self._now())
        if closed is None:
            self.composer.allow()
        else:
            self.composer.forbid(closed.reason, can_ask=closed.can_ask)
        self.endings.show_space(view)
        self._choose_middle()
        self.shown.emit(view)

    def _choose_middle(self) -> None:
        if self.view is None:
            return
        nothing = self.source.is_open and not len(self.source.run)
        if nothing:
            words = empty_words(self.view, self._catching_up.received)
            self.empty.say(words.icon, words.title, words.sentence, words.action)
        self._middle.setCurrentWidget(self.empty if nothing else self.timeline)

    # ---- keeping it fresh -------------------------------------------------------------------

    def _on_space_changed(self, event: SpaceChanged | PostsArrived) -> None:
        if event.space == self._space and self.view is not None:
            self._refresh.ask()

    async def _ask_space(self) -> None:
        space = self._space
        if space is None or self.view is None:
            return
        view = await self._bridge.ask(Space(space))
        if space != self._space or self.view is None:
            return
        renamed = view.name != self.view.name or view.public != self.view.public
        self.view = view
        if renamed:
            reading = await self._reading_of(view)
            unread_from = self.timeline.reading.unread_from
            self.timeline.read_as(replace(reading, unread_from=unread_from))
            self.composer.open(space, plain_name(view.name))
        self._show(view)

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        self.composer.forget(event.space)

    def _show_state(self) -> None:
        self.news.catching_up = self._catching_up.received is not None
        if self.view is not None:
            self.head.show_space(self.view, self._catching_up.received)
            self._choose_middle()

    def _check_day(self) -> None:
        if self.timeline.reading.today != self._today():
            self.timeline.read_as(replace(self.timeline.reading, today=self._today()))
            self._refresh.ask()  # with the days rights come to their end

    # ---- doing ------------------------------------------------------------------------------

    def _submit(self, space: SpaceId, text: str) -> None:
        self._bridge.start(self._post(space, text))

    async def _post(self, space: SpaceId, text: str) -> None:
        try:
            await self._bridge.perform(Post(space, text_body(text)))
        except (Refused, Fault) as error:
            words = sentence_of(error)
            self.composer.give_back(space, text, f"{words.message} {words.hint}".strip())
            self._refresh.ask()  # the right to write may have ended meanwhile
            return
        if space == self._space:
            self.timeline.to_end()

    def _mark_read(self, order: OrderKey) -> None:
        # Not only where the view says there is something unread: it may be older than the post.
        if self._space is None or self.view is None or self.window().isMinimized():
            return
        if self._marked is None or order > self._marked:
            self._marked = order
            self._bridge.start(self._bridge.perform(MarkRead(self._space, order)))

    def want_invite(self) -> None:
        """Somebody shall be let into the open channel."""
        if self._space is not None:
            self.invite_wanted.emit(self._space)

    def _empty_action(self) -> None:
        if self.view is not None and self.view.can_invite:
            self.want_invite()
        else:
            self.connections_wanted.emit()

    async def _ask_link(self, link: str) -> None:
        question = LinkQuestion(self, link)
        question.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(link))
        if await answer(question):
            self._open_address(link)

    def _today(self) -> date:
        return datetime.fromtimestamp(self._now(), tz=UTC).astimezone().date()
