"""Who bears which name in a space, so that nobody is taken for somebody else who looks alike.

Members are asked for once, and again some time after something came in where it was asked about.
Who is not among them yet is compared with them nevertheless.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from engine.errors import Refusal, Refused
from engine.model.events import PostsArrived, SpaceChanged, SpaceForgotten
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.queries import Identities, Members
from engine.model.views import MemberView, SpaceView
from ui.bridge import Bridge
from ui.models.members import listed
from ui.refresh import Refresh
from ui.text.language import tr
from ui.text.names import OWNER, own_name_in, owner_name
from ui.text.namesakes import NOBODY, Bearers, bearers_of

PAUSE_MS = 5_000  # ours: names change seldom, and a channel may have ten thousand members
AT_ONCE_MAX = 300  # ours: of so many members names are compared on the window's own thread
_WITH_MEMBERS = frozenset({SpaceKind.PRIVATE, SpaceKind.COMMUNITY})


class NamesBorne(QObject):
    """``changed`` carries the SpaceId in which somebody is called otherwise."""

    changed = Signal(object)

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._known: dict[SpaceId, Bearers] = {}
        self._old: set[SpaceId] = set()
        self._wanted: set[SpaceId] = set()
        self._refresh = Refresh(bridge, self._ask_wanted, PAUSE_MS, self)
        bridge.posts_arrived.connect(self._on_news)
        bridge.space_changed.connect(self._on_news)
        bridge.space_forgotten.connect(self._on_forgotten)

    def known(self, space: SpaceId) -> Bearers:
        """What was told last; nobody, where nothing was asked for."""
        return self._known.get(space, NOBODY)

    async def of(self, view: SpaceView) -> Bearers:
        """The same, asked for if it never was. News are asked for later, and told."""
        space = view.id
        if view.kind not in _WITH_MEMBERS:
            return NOBODY
        if space not in self._known:
            await self._ask(space)
        elif space in self._old:
            self._wanted.add(space)
            self._refresh.ask()
        return self.known(space)

    async def _ask_wanted(self) -> None:
        wanted, self._wanted = self._wanted, set()
        for space in wanted:
            await self._ask(space)

    async def _ask(self, space: SpaceId) -> None:
        self._old.discard(space)
        try:
            members = await self._bridge.ask(Members(space))
        except Refused as refused:
            if refused.reason is not Refusal.SPACE_UNKNOWN:
                raise
            return  # forgotten meanwhile, which is told elsewhere
        own_name = own_name_in(space, await self._bridge.ask(Identities()))
        bearers = await compared(list(names_borne(listed(members, own_name))))
        is_other = self._known.get(space) != bearers
        self._known[space] = bearers
        if is_other:
            self.changed.emit(space)

    def _on_news(self, event: PostsArrived | SpaceChanged) -> None:
        if event.space in self._known:
            self._old.add(event.space)

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        self._known.pop(event.space, None)
        self._old.discard(event.space)


def names_borne(members: Sequence[MemberView]) -> Iterator[tuple[PublicKey, str]]:
    """What everybody is called in lists and in their posts: an owner as the channel is."""
    for member in members:
        yield member.public_key, member.path[-1] if member.path else member.name or tr(OWNER)
        if not member.path:
            yield member.public_key, owner_name(member.name)


async def compared(named: Sequence[tuple[PublicKey, str]]) -> Bearers:
    """Who of them bears which name; of many on another thread, as that takes some time."""
    if len(named) <= AT_ONCE_MAX:
        return bearers_of(named)
    return await asyncio.get_running_loop().run_in_executor(None, bearers_of, named)
