"""As whom one writes: scenes with several identities, and engines that are slow or fail."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from engine.errors import Fault, FaultReason
from engine.model import commands
from engine.model.ids import SpaceId
from engine.model.queries import PostingIdentities, Query
from engine.model.views import DraftView, IdentityView
from tests.fake_history import key_of
from tests.gui.composing.desk import Desk
from tests.gui.conftest import until

GONE = "Ben may not post here any more. Choose another identity."
WAITING = "This had been waiting and was not sent. Press again to send it."


def own(desk: Desk, *names: str) -> None:
    """The last one is the one used last."""
    desk.engine.identities += [IdentityView(name, key_of(name), None) for name in names]


def button(desk: Desk) -> str:
    return desk.composer.face.identities.accessibleName()


def pick(desk: Desk, name: str) -> None:
    actions = desk.composer.face.identities.menu().actions()
    next(one for one in actions if one.text() == name).trigger()


def use_last(desk: Desk, name: str) -> None:
    """Elsewhere, so that nothing is told here."""
    desk.engine.identities.sort(key=lambda one: one.name == name)


def may_not_post(desk: Desk, name: str) -> None:
    """Though it is ours."""
    ask = desk.engine.ask

    async def without(query: Query[Any]) -> Any:  # Any: what it answers
        answer = await ask(query)
        if isinstance(query, PostingIdentities):
            return tuple(one for one in answer if one.identity.name != name)
        return answer

    desk.engine.ask = without  # type: ignore[method-assign]  # as an engine with other rights


def posted_as(desk: Desk) -> list[str | None]:
    return [one.identity for one in desk.engine.performed if isinstance(one, commands.Say)]


async def told(desk: Desk) -> None:
    """Somebody's rights have changed in the open space."""
    desk.composer.allow(desk.engine.view(desk.garden))
    await desk.settled()


class Held:
    """Answers to queries of one kind come once ``go_on`` is set; before, if ``fails``, a Fault."""

    def __init__(self, desk: Desk, kind: type[Query[Any]], *, fails: bool = False) -> None:
        self.go_on = asyncio.Event()
        self._ask, self._kind, self._fails = desk.engine.ask, kind, fails
        desk.engine.ask = self.ask  # type: ignore[method-assign]  # as an engine that is busy

    async def ask(self, query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, self._kind):
            if self._fails and not self.go_on.is_set():
                raise Fault(FaultReason.DISK_FULL)
            await self.go_on.wait()
        return await self._ask(query)


class Refusing:
    """The first post, or as many as ``posts``, fail once ``go_on`` is set."""

    def __init__(self, desk: Desk, posts: int = 1) -> None:
        self.go_on = asyncio.Event()
        self._perform, self._left = desk.engine.perform, posts
        desk.engine.perform = self.perform  # type: ignore[method-assign]  # as on a full disk

    async def perform(self, command: commands.Command[Any]) -> Any:  # Any: what it answers
        if isinstance(command, commands.Say) and self._left:
            self._left -= 1
            await self.go_on.wait()
            raise Fault(FaultReason.DISK_FULL)
        return await self._perform(command)


async def kept_as_whole(desk: Desk, space: SpaceId, text: str, name: str) -> None:
    """Until that is the stored draft."""
    stored = DraftView(space, text, identity=key_of(name))
    await until(lambda: desk.drafts.get(space) == stored)


async def kept_as(desk: Desk, name: str) -> None:
    """Until it is stored that this one is meant in the garden."""

    def is_kept() -> bool:
        kept = desk.drafts.get(desk.garden)
        return kept is not None and kept.identity == key_of(name) and kept.text == desk.text()

    await until(is_kept)


def start_anew(desk: Desk) -> None:
    """Another program over the same store: nothing else is known of before."""
    fresh = desk.equipment.for_another_window()
    desk.write_in(replace(fresh, posting={}, left={}, unstored={}))
