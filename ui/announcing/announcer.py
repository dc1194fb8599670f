"""Hears what arrives, decides what of it is announced, and at what pace.

It asks the engine for the newest of what came in, some tenths of a second after it came: a flood is
one question, and only what is decided upon (``decision``) is ever shown. What the person has read
since is taken back, and so is what its author has changed (``changes``).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import Fault, Refusal, Refused
from engine.model.events import (
    BlocksArrived,
    InviteArrived,
    PostsArrived,
    PostsChanged,
    ReconciliationDone,
    Reconciling,
    SpaceForgotten,
)
from engine.model.ids import NotificationLevel, SpaceId
from engine.model.queries import Space
from engine.model.views import PostView, SpaceView
from ui.announcing.asking import called_by_edit, came_just_now
from ui.announcing.changes import Changes, Found, ask_again, tell_as_now
from ui.announcing.decision import (
    CATCHING_UP_QUIET_SECONDS,
    CatchingUp,
    Circumstances,
    is_unwanted,
    worth_announcing,
)
from ui.announcing.notice import Notice, notice_of
from ui.announcing.notifiers import Notifier
from ui.announcing.piles import Pace, Pile, Piles
from ui.announcing.putting_right import PuttingRight
from ui.announcing.quiet import Quiet
from ui.choices import Choice
from ui.equipment import Equipment

SETTLE_MS = 300  # ours: what comes within is looked at together

_Posts = Callable[[], Awaitable[Sequence[PostView]]]
InSight = Callable[[], SpaceId | None]
"""The space that the person has before their eyes: open, and in the window that has the focus."""


class Announcer(QObject):
    """``pressed`` carries the SpaceId and the OrderKey of what the person wants to see."""

    pressed = Signal(object, object)

    def __init__(
        self, equipment: Equipment, notifier: Notifier, in_sight: InSight, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bridge = equipment.bridge
        self._choices = equipment.choices
        self._equipment = equipment
        self._now = equipment.now
        self._notifier = notifier
        self._in_sight = in_sight
        self._started_at = equipment.now() if equipment.began is None else equipment.began
        self._is_closed = False
        self._came_at: dict[SpaceId, float] = {}
        self._known: frozenset[SpaceId] | None = None
        self._views: dict[SpaceId, SpaceView] = {}
        self._arrived: dict[SpaceId, PostsArrived] = {}
        self._edited: dict[SpaceId, PostsChanged] = {}
        self._changes = Changes()
        self._waiting: dict[SpaceId, None] = {}  # to be called of, in this order
        self._catching_up = CatchingUp()
        self._feeds: set[SpaceId] = set()
        self._piles = Piles()
        self._pace = Pace()
        self._rights = PuttingRight(equipment.steady, self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._look)
        self._rested = QTimer(self, singleShot=True)
        self._rested.timeout.connect(self._look_soon)
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._show_waiting)
        self.quiet = Quiet(equipment, self)
        self._connect()

    def _connect(self) -> None:
        self._bridge.posts_arrived.connect(self._on_posts)
        self._bridge.posts_changed.connect(self._on_changed)
        self._bridge.blocks_arrived.connect(self._on_blocks)
        self._bridge.reconciling.connect(self._on_reconciling)
        self._bridge.reconciliation_done.connect(self._on_done)
        self._bridge.invite_arrived.connect(self._on_invite)
        self._bridge.space_forgotten.connect(self._on_forgotten)
        self._notifier.pressed.connect(self._on_pressed)
        self._rights.due.connect(self._put_right)

    def close(self) -> None:
        """Announces no more, and takes back what is shown: a press on it would lead nowhere."""
        self._is_closed = True
        self._waiting.clear()
        for timer in (self._settle, self._rested, self._next):
            timer.stop()
        self.quiet.close()
        self._rights.close()
        for space in self._piles.spaces():
            self._clear(space)
        self._notifier.close()

    # ---- what is heard ----------------------------------------------------------------------

    def show_spaces(self, views: Sequence[SpaceView]) -> None:
        """What the engine says of all spaces: a new one is one that we have just come into."""
        known = frozenset(view.id for view in views)
        fresh = known - (self._known if self._known is not None else known)
        for view in views:
            if view.id in fresh:
                self._came_into(view.id, is_own=view.own_path == ())
        self._known = known
        before, self._views = self._views, {view.id: view for view in views}
        for space in self._piles.spaces():
            if self._piles.is_read(space, self._views.get(space), before.get(space)):
                self._clear(space)

    def look_up(self) -> None:
        """The window has the focus again: what it shows need not be told."""
        space = self._in_sight()
        if space is not None:
            self._clear(space)

    def look_in(self) -> None:
        """Another page is shown: in an open channel an edit is seen though nothing was unread."""
        space = self._in_sight()
        if space is not None and self._piles.outlasts_reading(space):
            self._clear(space)

    def _came_into(self, space: SpaceId, *, is_own: bool = False) -> None:
        self._came_at.setdefault(space, self._now())
        if not is_own:  # in one that we have just made there is nothing to catch up with
            self._catching_up.begin_first(space)

    def _on_invite(self, event: InviteArrived) -> None:
        if not event.renewed:
            self._came_into(event.space)

    def _on_posts(self, event: PostsArrived) -> None:
        if self._is_closed or event.count == event.own:
            return
        if event.space in self._feeds:
            self._catching_up.came(event.space, event.count, self._now())
        earlier = self._arrived.pop(event.space, None)
        self._arrived[event.space] = event if earlier is None else event.after(earlier)
        self._look_soon()

    def _on_changed(self, event: PostsChanged) -> None:
        if self._is_closed:
            return
        if event.calling:
            earlier = self._edited.pop(event.space, None)
            self._edited[event.space] = event if earlier is None else event.after(earlier)
        self._changes.heard(event)
        self._look_soon()

    def _look_soon(self) -> None:
        if not self._settle.isActive():
            self._settle.start()

    def _on_blocks(self, event: BlocksArrived) -> None:
        self._feeds.add(event.space)

    def _on_reconciling(self, event: Reconciling) -> None:
        self._catching_up.heard(event.space, event.peer_id, event.received, self._now())
        if self._catching_up.is_under_way(event.space, self._now()):
            # Also what came with this very news, even if all is caught up with in a moment.
            self._arrived.pop(event.space, None)
            self._edited.pop(event.space, None)

    def _on_done(self, event: ReconciliationDone) -> None:
        self._catching_up.done(event.space, event.peer_id)
        if event.space in self._waiting:
            self._show_waiting()

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        self._arrived.pop(event.space, None)
        self._edited.pop(event.space, None)
        self._changes.forget(event.space)
        self._came_at.pop(event.space, None)
        self._catching_up.forget(event.space)
        self._clear(event.space)

    # ---- deciding ---------------------------------------------------------------------------

    def _look(self) -> None:
        arrived, self._arrived = self._arrived, {}
        edited, self._edited = self._edited, {}
        for space, came in arrived.items():
            if self._may_matter(space):
                ask = partial(came_just_now, self._bridge.ask, came, self._now())
                self._start_look(space, self._look_at(space, ask))
        for space, changed in edited.items():
            if self._may_matter(space):
                call = partial(called_by_edit, self._bridge.ask, changed)
                self._start_look(space, self._look_at(space, call, edited=True))
        for changed in self._changes.take(self._piles, self._equipment.steady()):
            self._start_look(changed.space, self._look_again(changed))
        rest = self._changes.rest(self._equipment.steady())
        if rest > 0:
            self._rested.start(round(rest * 1_000) + 1)

    def _start_look(self, space: SpaceId, look: Coroutine[object, object, None]) -> None:
        self._changes.begin_look(space)
        self._bridge.start(look).add_done_callback(partial(self._on_looked, space))

    def _on_looked(self, space: SpaceId, _look: object) -> None:
        if self._changes.end_look(space) and not self._is_closed:
            self._look_soon()

    def _may_matter(self, space: SpaceId) -> bool:
        """Whether it is worth a question: a flood must cost nothing."""
        is_quiet = self._now() < self.quiet.until
        is_under_way = self._catching_up.is_under_way(space, self._now())
        return not (is_quiet or is_under_way or self._in_sight() == space)

    async def _look_at(self, space: SpaceId, ask: _Posts, *, edited: bool = False) -> None:
        try:
            view = await self._bridge.ask(Space(space))
            came = await ask()
            if not worth_announcing(came, self._circumstances(view), edited=edited):
                return
            await self._know_names(view)
            view = await self._bridge.ask(Space(space))  # it may have been read meanwhile
        except Refused as refused:
            if refused.reason is not Refusal.SPACE_UNKNOWN:
                raise
            return  # forgotten meanwhile
        calling: Sequence[PostView] = ()
        if view.unread or edited:
            calling = worth_announcing(came, self._circumstances(view), edited=edited)
        if self._is_closed or not calling:
            return
        if self._piles.add(view.id, calling, edited=edited, unread=view.unread > 0):
            self._know(view)
            self._waiting[view.id] = None
            self._show_waiting()

    def _know(self, view: SpaceView) -> None:
        known = self._views.get(view.id)  # under the name that tells its community, if any
        self._views[view.id] = view if known is None else replace(view, name=known.name)

    async def _look_again(self, changed: PostsChanged) -> None:
        """What was announced is told as it is now, or no more."""
        space, pile = changed.space, self._piles.of(changed.space)
        if pile is None:
            return
        try:
            view = await self._bridge.ask(Space(space))
            found = await ask_again(self._bridge.ask, pile, changed)
        except Refused as refused:
            if refused.reason is not Refusal.SPACE_UNKNOWN:
                raise
            return  # forgotten meanwhile, and so is the notice
        if not self._is_closed and self._piles.of(space) is not None:
            self._know(view)
            self._tell(space, found, self._circumstances(view).level)

    def _tell(self, space: SpaceId, found: Found, level: NotificationLevel) -> None:
        # No await in here: what differs then is by the changes alone, and not by what came, or by
        # what was chosen, while they were asked for.
        before = self._notice(space, self._piles.standing(space))
        if not tell_as_now(self._piles, space, found, level):
            self._clear(space)
        elif self._notice(space, self._piles.standing(space)) != before:
            self._put_right(space)

    def _put_right(self, space: SpaceId) -> None:
        """What stands there holds no more. Nobody is called: an edit that does so is looked at for
        itself, by when it was written.
        """
        if is_unwanted(self._circumstances(self._views[space])):
            self._clear(space)
        elif space in self._waiting:
            self._take_down(space)
        elif self._rights.may(space):  # until then it stays: withdrawn, it would come back as new
            self._show(space, calls=False)

    def _take_down(self, space: SpaceId) -> None:
        """What it said until now is not to stand there until the next is shown."""
        self._piles.withdrawn(space)
        self._rights.is_needless(space)
        self._notifier.withdraw(space)

    async def _know_names(self, view: SpaceView) -> None:
        """What cannot be asked keeps no notice away: then nobody is told apart in it."""
        with suppress(Refused, Fault):
            await self._equipment.names.of(view)

    def _circumstances(self, view: SpaceView) -> Circumstances:
        now = self._now()
        return Circumstances(
            now=now,
            since=self._came_at.get(view.id, self._started_at),
            level=self._choices.level_for(view.notifications),
            in_sight=self._in_sight() == view.id,
            catching_up=self._catching_up.is_under_way(view.id, now),
            is_away=view.left or view.archived,
            quiet_until=self.quiet.until,
        )

    # ---- showing ----------------------------------------------------------------------------

    def _show_waiting(self) -> None:
        steady = self._equipment.steady()
        waits = []
        for space in tuple(self._waiting):
            here = self._circumstances(self._views[space])
            if is_unwanted(here):  # by now, whatever it was when it began to wait
                self._clear(space)
                continue
            wait = CATCHING_UP_QUIET_SECONDS if here.catching_up else 0.0
            wait = max(wait, self._pace.wait(space, steady))
            if wait > 0:
                waits.append(wait)
                continue
            self._pace.shown(space, steady)
            del self._waiting[space]
            self._show(space)
        if waits:
            self._next.start(round(min(waits) * 1_000) + 1)

    def _show(self, space: SpaceId, *, calls: bool = True) -> None:
        notice = self._notice(space, self._piles.of(space))
        if notice is not None:
            self._piles.shown(space)
            self._rights.is_needless(space)
            self._notifier.show(replace(notice, calls=calls))

    def _notice(self, space: SpaceId, pile: Pile | None) -> Notice | None:
        """What is to be shown of a pile of that space."""
        view = self._views.get(space)
        if pile is None or view is None:
            return None
        gate = self._equipment.gate
        is_locked = gate is not None and gate.is_locked
        with_text = self._choices.is_on(Choice.NOTIFICATION_TEXT) and not is_locked
        bearers = self._equipment.names.known(view)
        return notice_of(view, pile, with_text=with_text, bearers=bearers)

    def hide_words(self) -> None:
        """The window was locked: what stands on the desktop says no more what was written."""
        for space in self._piles.spaces():
            if space in self._waiting:
                self._take_down(space)
            else:
                self._show(space, calls=False)

    def _clear(self, space: SpaceId) -> None:
        self._waiting.pop(space, None)
        self._rights.is_needless(space)
        if self._piles.clear(space):
            self._notifier.withdraw(space)

    def _on_pressed(self, space: object) -> None:
        assert isinstance(space, bytes)
        pile = self._piles.of(SpaceId(space))
        order = None if pile is None else pile.first
        self._clear(SpaceId(space))
        self.pressed.emit(SpaceId(space), order)
