"""What is known of all communities, asked for anew when one changes: one answer for all parts.

The list at the left, the open channel and every page speak of the same moment.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from engine.errors import Refusal, Refused
from engine.model.communities import CommunityView
from engine.model.community_queries import Communities
from engine.model.events import (
    CommunityChanged,
    CommunityForgotten,
    PostsArrived,
    SpaceChanged,
    SpaceForgotten,
)
from engine.model.ids import CommunityId, SpaceKind
from engine.model.views import SpaceView
from ui.bridge import Bridge
from ui.refresh import Refresh
from ui.text.channels import channel_of

BOOK_PAUSE_MS = 250  # ours: as the book of feeds


class CommunityBook(QObject):
    """``communities`` in the engine's order; ``changed`` when they are others."""

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.communities: Mapping[CommunityId, CommunityView] = {}
        self._is_used = False
        self._refresh = Refresh(bridge, self._ask, BOOK_PAUSE_MS, self)
        bridge.community_changed.connect(self._on_community)
        bridge.community_forgotten.connect(self._on_community)
        bridge.space_changed.connect(self._on_space)
        bridge.posts_arrived.connect(self._on_space)
        bridge.space_forgotten.connect(self._on_space)

    def use(self) -> None:
        """The list of spaces is known: from now on they are asked for."""
        if not self._is_used:
            self._is_used = True
            self._refresh.ask_now()

    def ask(self) -> None:
        """Somebody looks at one."""
        self._refresh.ask_now()

    def one(self, community: CommunityId | None) -> CommunityView | None:
        """What is known of a community, None while nothing is."""
        return None if community is None else self.communities.get(community)

    def of(self, view: SpaceView | None) -> CommunityView | None:
        """The community of a channel; None of every other space."""
        if view is None or view.kind is not SpaceKind.COMMUNITY:
            return None
        return self.one(view.community)

    def channel_of(self, view: SpaceView) -> str:
        """A channel's own name."""
        community = self.of(view)
        return channel_of(view, "" if community is None else community.name)

    def by_key(self, key: bytes) -> CommunityView | None:
        """The one of that secret key."""
        return next((view for view in self.communities.values() if view.key == key), None)

    def take(self, view: CommunityView) -> None:
        """What a command answered."""
        self._show({**self.communities, view.id: view})

    async def _ask(self) -> None:
        try:
            found = await self._bridge.ask(Communities())
        except Refused as refused:
            if refused.reason is not Refusal.NOT_IN_THIS_VERSION:
                raise
            return  # an engine without communities has none
        if isValid(self):  # else the window has gone
            self._show({view.id: view for view in found})

    def _show(self, communities: Mapping[CommunityId, CommunityView]) -> None:
        if list(communities.items()) != list(self.communities.items()):
            self.communities = communities
            self.changed.emit()

    def _on_community(self, _event: CommunityChanged | CommunityForgotten) -> None:
        self._is_used = True
        self._refresh.ask()

    def _on_space(self, _event: SpaceChanged | SpaceForgotten | PostsArrived) -> None:
        if self.communities:  # what is unread in their channels is counted with them
            self._refresh.ask()
