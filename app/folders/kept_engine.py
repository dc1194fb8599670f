"""The engine, with what goes on in the directories of shared folders told beside it.

The engine knows to which directory a folder is tied, but never looks at one: how that goes is put
into its answers here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar, cast

from app.folders.troubles import Trouble
from engine.api import Engine, Unsubscribe
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.feeds import FolderView
from engine.model.ids import SpaceId
from engine.model.queries import Query

R = TypeVar("R")


class KeptEngine:
    """An ``Engine``; all but ``FolderView.trouble`` is the other's business."""

    def __init__(self, engine: Engine) -> None:
        """Borrows ``engine``. ``troubles`` is set by who keeps the directories."""
        self._engine = engine
        self._listeners: tuple[Callable[[tuple[Event, ...]], None], ...] = ()
        self.troubles: Mapping[SpaceId, str] = {}

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``."""
        return self._with_trouble(await self._engine.perform(command))

    async def ask(self, query: Query[R]) -> R:
        """See ``Engine``."""
        return self._with_trouble(await self._engine.ask(query))

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        """See ``Engine``."""
        self._listeners = (*self._listeners, listener)
        unsubscribe = self._engine.subscribe(listener)

        def stop_listening() -> None:
            self._listeners = tuple(one for one in self._listeners if one is not listener)
            unsubscribe()

        return stop_listening

    def tell(self, event: Event) -> None:
        """Something that the engine itself does not know; on its own thread."""
        for listener in self._listeners:
            listener((event,))

    def _with_trouble(self, answer: R) -> R:
        if not self.troubles:
            return answer
        if isinstance(answer, FolderView):
            # R is a FolderView here, and stays one; no type says so.
            return cast("R", self._troubled(answer))
        if isinstance(answer, tuple) and answer and isinstance(answer[0], FolderView):
            return cast("R", tuple(map(self._troubled, answer)))  # as above
        return answer

    def _troubled(self, view: FolderView) -> FolderView:
        trouble = self.troubles.get(view.feed.space)
        is_over = trouble == Trouble.EMPTY and not view.files and not view.refused
        return view if trouble is None or is_over else replace(view, trouble=str(trouble))
