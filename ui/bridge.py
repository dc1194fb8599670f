"""Between the engine's thread and the window: events become signals, wishes become awaitables.

Events are handed over under a lock, collapsed while they wait (a thousand arrivals in one space
are one), and given to the window at most once a frame. What waits is bounded by the number of
spaces, peers and requests, however many events come.

Every coroutine the window starts is owned here: ``Refused`` and ``Fault`` end in ``failed``, a bug
ends in the loop's exception handler, which tells it, nothing is lost. Each window has a bridge of
its own (``anew``): what the window before has begun goes on to its end beside it (``retire``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from threading import Lock
from typing import TypeVar, assert_never

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from engine.api import Engine
from engine.errors import Fault, Refused
from engine.model.commands import Command
from engine.model.events import (
    BlocksArrived,
    CommentsChanged,
    CommunityChanged,
    CommunityForgotten,
    EngineClosed,
    Event,
    FaultRaised,
    FeedForked,
    FolderChanged,
    InviteArrived,
    InviteDelivered,
    Listening,
    PeerGone,
    PeerReady,
    PeersChanged,
    PeerViolated,
    PortMappingChanged,
    PostsArrived,
    PostsChanged,
    ReconciliationDone,
    Reconciling,
    RequestsChanged,
    SpaceChanged,
    SpaceForgotten,
)
from engine.model.ids import PostId
from engine.model.queries import Query

FRAME_MS = 16
FLOODED_FRAME_MS = 33
SEEN_THROUGH_SECONDS = 5.0  # ours: a disk that takes longer has failed
CHANGED_POSTS_MAX = 256  # ours: more than a screen shows; then all of it is looked at anew
FLOOD_EVENTS = 64  # more than this in one frame, and the next one is a long one

R = TypeVar("R")


class Bridge(QObject):
    """The window's side of one engine. Made, used and closed on the GUI thread.

    Each signal carries the event named like it (``object`` is what Qt calls any Python value).
    ``failed`` carries a ``Refused`` or a ``Fault`` for the one place that shows sentences. Nobody
    listens to ``peer_violated`` and ``port_mapping_changed`` (the page of connections tells them,
    by ``peers_changed``) or to ``engine_closed``: the engine closes once the window has, or with
    the whole program.
    """

    posts_arrived = Signal(object)
    space_changed = Signal(object)
    posts_changed = Signal(object)
    space_forgotten = Signal(object)
    reconciling = Signal(object)
    reconciliation_done = Signal(object)
    invite_arrived = Signal(object)
    invite_delivered = Signal(object)
    blocks_arrived = Signal(object)
    feed_forked = Signal(object)
    folder_changed = Signal(object)
    community_changed = Signal(object)
    community_forgotten = Signal(object)
    comments_changed = Signal(object)
    requests_changed = Signal(object)
    peers_changed = Signal(object)
    port_mapping_changed = Signal(object)
    peer_ready = Signal(object)
    peer_gone = Signal(object)
    peer_violated = Signal(object)
    listening = Signal(object)
    fault_raised = Signal(object)
    engine_closed = Signal(object)
    failed = Signal(object)
    _handed_over = Signal()

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        """Listens to ``engine`` from now on, until ``close``; ``loop`` runs what is started.

        A Qt event may come in while the loop does not run: before the first paint, say.
        """
        super().__init__()
        self._loop = loop
        self._engine = engine
        self._lock = Lock()
        self._waiting = Waiting()
        self._tasks: set[asyncio.Task[object]] = set()
        self._seen_through: set[asyncio.Task[object]] = set()
        self._settling: set[asyncio.Task[object]] = set()
        self._signals = {
            PostsArrived: self.posts_arrived,
            PostsChanged: self.posts_changed,
            SpaceChanged: self.space_changed,
            SpaceForgotten: self.space_forgotten,
            Reconciling: self.reconciling,
            ReconciliationDone: self.reconciliation_done,
            InviteArrived: self.invite_arrived,
            InviteDelivered: self.invite_delivered,
            BlocksArrived: self.blocks_arrived,
            FeedForked: self.feed_forked,
            FolderChanged: self.folder_changed,
            CommunityChanged: self.community_changed,
            CommunityForgotten: self.community_forgotten,
            CommentsChanged: self.comments_changed,
            RequestsChanged: self.requests_changed,
            PeersChanged: self.peers_changed,
            PortMappingChanged: self.port_mapping_changed,
            PeerReady: self.peer_ready,
            PeerGone: self.peer_gone,
            PeerViolated: self.peer_violated,
            Listening: self.listening,
            FaultRaised: self.fault_raised,
            EngineClosed: self.engine_closed,
        }
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._flush)
        self._frame_ms = FRAME_MS
        self._hears = True
        self.is_closed = False
        """Whether nothing can be asked any more."""
        # Queued: the listener runs on the engine's thread, the timer lives on ours.
        self._handed_over.connect(self._schedule, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe = engine.subscribe(self._listen)

    def anew(self) -> Bridge:
        """Another one over the same engine, for a window that takes the place of this one's."""
        return Bridge(self._engine, self._loop)

    # ---- wishes ------------------------------------------------------------------------------

    async def perform(self, command: Command[R]) -> R:
        """What the engine answers. Raises ``Refused`` or ``Fault``; then nothing changed."""
        return await self._engine.perform(command)

    async def ask(self, query: Query[R]) -> R:
        """What the engine answers from its store. Raises ``Refused`` or ``Fault``."""
        return await self._engine.ask(query)

    def start(self, work: Coroutine[object, object, object]) -> asyncio.Task[object]:
        """Runs ``work`` to its end, and owns it. Its ``Refused`` and ``Fault`` reach ``failed``."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def see_through(self, work: Coroutine[object, object, object]) -> asyncio.Task[object]:
        """As ``start``, but closing waits a moment for it: what was written must not be lost."""
        task = self.start(work)
        self._seen_through.add(task)
        task.add_done_callback(self._seen_through.discard)
        return task

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        match error:
            case None:
                return
            case Refused() | Fault():
                self.failed.emit(error)
            case _:
                context = {"message": "a task of the window failed", "exception": error}
                task.get_loop().call_exception_handler({**context, "task": task})

    async def settle(self) -> None:
        """Returns once all that was started before has ended, but for who waits for that, too."""
        asking = asyncio.current_task()
        assert asking is not None, "only a task can wait"
        self._settling.add(asking)
        try:
            others = self._tasks - self._settling
            if others:
                await asyncio.wait(others)
        finally:
            self._settling.discard(asking)

    async def stored(self) -> None:
        """Returns once all that must be seen through has ended, and what that has begun of it."""
        while self._seen_through:
            await asyncio.wait(tuple(self._seen_through))

    async def retire(self) -> None:
        """Hears no more events; returns once all has ended that was started or that it begins."""
        self._hear_no_more()
        while self._tasks - self._settling - {asyncio.current_task()}:
            await self.settle()

    async def close(self) -> None:
        """Hears no more events, sees through what must be, and cancels what is under way."""
        self._hear_no_more()
        self.is_closed = True
        clock = asyncio.get_running_loop().time
        end = clock() + SEEN_THROUGH_SECONDS
        while self._seen_through and clock() < end:  # what is seen through may begin more of it
            await asyncio.wait(tuple(self._seen_through), timeout=end - clock())
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hear_no_more(self) -> None:
        if self._hears:
            self._hears = False
            self._unsubscribe()
            self._timer.stop()

    # ---- events ------------------------------------------------------------------------------

    def _listen(self, events: tuple[Event, ...]) -> None:
        """On the engine's thread: hands over and returns."""
        with self._lock:
            first = self._waiting.is_empty()
            for event in events:
                self._waiting.add(event)
        if first:
            self._handed_over.emit()

    def _schedule(self) -> None:
        # What was handed over just before closing comes in after it: nobody may ask anew for it.
        if self._hears and not self._timer.isActive():
            self._timer.start(self._frame_ms)

    def _flush(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, Waiting()
        self._frame_ms = FLOODED_FRAME_MS if waiting.added > FLOOD_EVENTS else FRAME_MS
        for event in waiting.events():
            self._signals[type(event)].emit(event)


class Waiting:
    """Events that wait for the next frame: at most one of each thing that can change."""

    def __init__(self) -> None:
        self.added = 0
        self._by_subject: dict[tuple[object, ...], Event] = {}

    def is_empty(self) -> bool:
        """Whether nothing was added yet."""
        return not self._by_subject

    def add(self, event: Event) -> None:
        """Takes ``event`` in; one about the same thing is joined with it and moves to the end."""
        self.added += 1
        subject = _subject(event)
        earlier = self._by_subject.pop(subject, None)
        self._by_subject[subject] = event if earlier is None else _joined(earlier, event)

    def events(self) -> tuple[Event, ...]:
        """What waits, in the order in which each thing last changed."""
        return tuple(self._by_subject.values())


def _subject(event: Event) -> tuple[object, ...]:
    """What an event is about: of two with the same subject one is enough."""
    about: tuple[object, ...] = ()
    match event:
        case (
            PostsArrived()
            | PostsChanged()
            | SpaceChanged()
            | SpaceForgotten()
            | BlocksArrived()
            | FeedForked()
            | FolderChanged()
            | CommentsChanged()
        ):
            about = (event.space,)
        case CommunityChanged() | CommunityForgotten():
            about = (event.community,)
        case Reconciling() | ReconciliationDone():
            about = (event.space, event.peer_id)
        case InviteArrived() | InviteDelivered():
            about = (event.request_id,)
        case Listening() | PeerReady() | PeerGone() | PeerViolated():
            about = (event.address,)
        case FaultRaised():
            about = (event.reason,)
        case RequestsChanged() | PeersChanged() | PortMappingChanged() | EngineClosed():
            pass
        case _:
            assert_never(event)
    return type(event), *about


def _joined(earlier: Event, later: Event) -> Event:
    """One event that says what both said."""
    match earlier, later:
        case PostsArrived(), PostsArrived():
            return later.after(earlier)
        case BlocksArrived(), BlocksArrived():
            return later.after(earlier)
        case CommentsChanged(), CommentsChanged():
            return later.after(earlier)
        case PostsChanged(), PostsChanged():
            calling = later.calling_after(earlier)
            return replace(later, posts=_posts_of_both(earlier, later), calling=calling)
        case ReconciliationDone(), ReconciliationDone():
            return replace(
                later, received=earlier.received + later.received, sent=earlier.sent + later.sent
            )
        case _:
            return later


def _posts_of_both(earlier: PostsChanged, later: PostsChanged) -> tuple[PostId, ...]:
    """Empty (any post) as soon as one of them says so, or they are too many to be told apart."""
    if not earlier.posts or not later.posts:
        return ()
    both = tuple(dict.fromkeys(earlier.posts + later.posts))
    return both if len(both) <= CHANGED_POSTS_MAX else ()
