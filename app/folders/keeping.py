"""Keeps every directory that is tied to a shared folder in step with it, beside the engine.

Runs on the engine's own loop; what touches the disk runs on threads. Which directories there are
is asked of the engine, and asked again when it tells that something has changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from app.crash import told_of_failure
from app.folders.mirroring import Mirroring
from app.folders.planning import SETTLE_SECONDS
from app.folders.room import Room
from app.folders.sharing import Looked, Sharing
from app.folders.troubles import of_refusal
from engine.api import Engine
from engine.errors import Fault, Refused
from engine.model.events import BlocksArrived, Event, FolderChanged, SpaceChanged, SpaceForgotten
from engine.model.feed_queries import Folders, OneFolder
from engine.model.feeds import FeedState, FolderUse, FolderView
from engine.model.ids import SpaceId

LOOK_ANEW_SECONDS = 600.0  # ours: where the system tells of changes
LOOK_AGAIN_SECONDS = 20.0  # ours: where it does not, and after a trouble
ROOT_SECONDS = 3.0  # ours: how soon it is seen that a directory was moved, or came back
PAUSE_SECONDS = 1.0  # ours: between two looks
PAUSE_SHARE = 0.5  # ours: and at least so much of what the last one took
PAUSE_SECONDS_MAX = 5.0  # ours

_log = logging.getLogger(__name__)

Tell = Callable[[Event], None]
_Tie = tuple[Path, FolderUse]

_TOLD_BY_THE_FEED = frozenset({FeedState.FORKED, FeedState.ELSEWHERE, FeedState.LEFT})


@dataclass(slots=True)
class _Kept:
    """A directory, its task, and what wakes it."""

    tie: _Tie
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """How long is waited for what. ``clock``: seconds that only grow."""

    clock: Callable[[], float]
    settle_seconds: float = SETTLE_SECONDS
    pause_seconds: float = PAUSE_SECONDS
    look_anew_seconds: float = LOOK_ANEW_SECONDS
    look_again_seconds: float = LOOK_AGAIN_SECONDS
    root_seconds: float = ROOT_SECONDS


class Keeping:
    """``run`` it as a task, and tell it what happens (``hear``)."""

    def __init__(self, engine: Engine, tell: Tell, pace: Pace, room: Room | None = None) -> None:
        """Borrows ``engine``; ``tell`` is told of folders whose trouble is another one.

        ``troubles``: each a ``Trouble``, or one with a detail (``of_refusal``, ``of_file``).
        """
        self._engine = engine
        self._tell = tell
        self._pace = pace
        self._room = room or Room()
        self._kept: dict[SpaceId, _Kept] = {}
        self._has_changed = asyncio.Event()
        self.troubles: dict[SpaceId, str] = {}

    def hear(self, events: Sequence[Event]) -> None:
        """Something was stored: perhaps it is to be written, or another directory is tied."""
        for event in events:
            match event:
                case BlocksArrived(space) if space in self._kept:
                    self._kept[space].woken.set()
                case FolderChanged(space):
                    if space in self._kept:
                        self._kept[space].woken.set()
                    self._has_changed.set()
                case SpaceForgotten() | SpaceChanged():
                    self._has_changed.set()
                case _:
                    pass

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while True:
                self._has_changed.clear()
                is_known = await self._keep_those_tied()
                seconds = None if is_known else self._pace.look_again_seconds
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await self._has_changed.wait()
                await asyncio.sleep(0)
        finally:
            await self._end(list(self._kept))

    async def _keep_those_tied(self) -> bool:
        """Whether it is known which those are."""
        try:
            views = await self._engine.ask(Folders())
        except (Fault, Refused) as error:
            _log.warning("the shared folders could not be asked for: %s", error.reason)
            return False
        tied = {view.feed.space: tie for view in views if (tie := _tie_of(view)) is not None}
        ended = [space for space, kept in self._kept.items() if tied.get(space) != kept.tie]
        await self._end(ended)
        for space, tie in tied.items():
            if space not in self._kept:
                kept = self._kept[space] = _Kept(tie)
                kept.task = asyncio.create_task(self._keep(space, kept))
                kept.task.add_done_callback(partial(self._ended, space, kept))
        return True

    def _ended(self, space: SpaceId, kept: _Kept, task: asyncio.Task[None]) -> None:
        """A bug ends the keeping of one directory: it is told, and begun anew after a while."""
        if told_of_failure(task):
            seconds = self._pace.look_again_seconds
            task.get_loop().call_later(seconds, self._begin_anew, space, kept)

    def _begin_anew(self, space: SpaceId, kept: _Kept) -> None:
        if self._kept.get(space) is kept:
            del self._kept[space]
            self._has_changed.set()

    async def _end(self, spaces: Sequence[SpaceId]) -> None:
        ended = [self._kept.pop(space) for space in spaces]
        tasks = [kept.task for kept in ended if kept.task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        for space in spaces:
            self._note(space, None)

    async def _keep(self, space: SpaceId, kept: _Kept) -> None:
        directory, use = kept.tie
        if use is FolderUse.SHARED:
            await self._share(space, directory, kept.woken)
        else:
            await self._mirror(space, kept.tie, kept.woken)

    # ---- one directory ----------------------------------------------------------------------

    async def _share(self, space: SpaceId, directory: Path, woken: asyncio.Event) -> None:
        from app.folders.watching import Watching  # slow to load, and not always wanted

        sharing = Sharing(
            self._engine, space, directory, self._pace.clock, self._pace.settle_seconds
        )
        loop = asyncio.get_running_loop()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has just closed
                loop.call_soon_threadsafe(woken.set)

        watching = Watching(directory, wake)
        try:
            while True:
                woken.clear()
                await watching.renew()
                began = self._pace.clock()
                looked = await self._looked(space, sharing)
                self._note(space, None if looked is None else looked.trouble)
                is_told = watching.is_on and looked is not None and looked.trouble is None
                seconds = self._pace.look_anew_seconds if is_told else self._pace.look_again_seconds
                if looked is not None and looked.again:
                    seconds = self._pace.settle_seconds
                is_restless = looked is not None and looked.is_restless
                heard = asyncio.Event() if is_restless else woken  # whatever is told meanwhile
                await self._rest(heard, began, seconds, watching.is_other)
        finally:
            await watching.stop()

    async def _looked(self, space: SpaceId, sharing: Sharing) -> Looked | None:
        """None: this machine failed, which the engine tells; it is tried again after a while."""
        try:
            try:
                return await sharing.look()
            except Refused as refused:
                _log.info("a directory is not published: %s", refused.reason)
                is_told = await self._is_told(space)
                return Looked(again=False, trouble=None if is_told else of_refusal(refused))
        except Fault as fault:
            _log.info("a directory is not published yet: %s", fault.reason)
            return None

    async def _is_told(self, space: SpaceId) -> bool:
        """Whether the feed itself says why it takes nothing: forked, used elsewhere, forgotten."""
        try:
            return (await self._engine.ask(OneFolder(space))).feed.state in _TOLD_BY_THE_FEED
        except Refused:
            return True

    async def _mirror(self, space: SpaceId, tie: _Tie, woken: asyncio.Event) -> None:
        mirroring = Mirroring(self._engine, space, tie, self._room, self._pace.clock)
        looked_anew = self._pace.clock()
        while True:
            woken.clear()
            began = self._pace.clock()
            if began - looked_anew >= self._pace.look_anew_seconds:
                mirroring.forget()
                looked_anew = began
            trouble: str | None = None
            is_well = True
            try:
                trouble = await mirroring.look()
            except (Fault, Refused) as error:
                _log.info("a directory is not filled: %s", error.reason)
                is_well = isinstance(error, Refused)
            self._note(space, trouble)
            is_well = is_well and trouble is None
            seconds = self._pace.look_anew_seconds if is_well else self._pace.look_again_seconds
            await self._rest(woken, began, seconds)

    async def _rest(
        self,
        woken: asyncio.Event,
        began: float,
        seconds: float,
        is_other: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        """Until something happens, or ``seconds`` have passed; the longer the more work it is.

        ``is_other`` is asked from time to time: whether another directory lies there now.
        """
        took = min(PAUSE_SHARE * (self._pace.clock() - began), PAUSE_SECONDS_MAX)
        await asyncio.sleep(min(max(self._pace.pause_seconds, took), seconds))
        until = self._pace.clock() + seconds
        while not woken.is_set() and (left := until - self._pace.clock()) > 0:
            with suppress(TimeoutError):  # wait_for of Python 3.11 may swallow a cancellation
                async with asyncio.timeout(min(left, self._pace.root_seconds)):
                    await woken.wait()
            if is_other is not None and await is_other():
                return

    def _note(self, space: SpaceId, trouble: str | None) -> None:
        if self.troubles.get(space) == trouble:
            return
        if trouble is None:
            del self.troubles[space]
        else:
            self.troubles[space] = trouble
        self._tell(FolderChanged(space))


def _tie_of(view: FolderView) -> _Tie | None:
    if view.directory is None or view.use is None or view.feed.state is FeedState.LEFT:
        return None
    return Path(view.directory), view.use
