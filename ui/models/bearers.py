"""Who bears which name in a space, so that nobody is taken for somebody else who looks alike.

The channels of a community share its members, and so what is known of them. Members are asked for
once, and again some time after something came in where it was asked about; who has asked for all of
a community hands them in. Who is not among them yet is compared with them nevertheless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine.errors import Refusal, Refused
from engine.model.communities import CommunityMemberView
from engine.model.community_queries import CommunityMembers
from engine.model.events import (
    CommunityChanged,
    CommunityForgotten,
    PostsArrived,
    SpaceChanged,
    SpaceForgotten,
)
from engine.model.ids import CommunityId, PublicKey, SpaceId, SpaceKind
from engine.model.queries import Identities, Members
from engine.model.views import MemberView, SpaceView
from ui.aside import aside
from ui.bridge import Bridge
from ui.models.members import listed
from ui.refresh import Refresh
from ui.text.language import tr
from ui.text.names import OWNER, own_name_in, owner_name
from ui.text.namesakes import NOBODY, Bearers, bearers_of

PAUSE_MS = 5_000  # ours: names change seldom, and a channel may have ten thousand members
_WITH_MEMBERS = frozenset({SpaceKind.PRIVATE, SpaceKind.COMMUNITY})
_GONE = frozenset({Refusal.SPACE_UNKNOWN, Refusal.COMMUNITY_UNKNOWN})

Circle = SpaceId | CommunityId
"""Among whom nobody shall be taken for another: a private channel's members, or a community's."""
Named = frozenset[tuple[PublicKey, str]]


class NamesBorne(QObject):
    """``changed`` carries the Circle in which somebody is called otherwise."""

    changed = Signal(object)

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._known: dict[Circle, Bearers] = {}
        self._named: dict[Circle, Named] = {}
        """Of each that was asked about, what was told last: that is compared, or is being."""
        self._old: set[Circle] = set()
        self._wanted: dict[Circle, SpaceView] = {}
        self._refresh = Refresh(bridge, self._ask_wanted, PAUSE_MS, self)
        bridge.posts_arrived.connect(self._on_news)
        bridge.space_changed.connect(self._on_news)
        bridge.space_forgotten.connect(self._on_forgotten)
        bridge.community_changed.connect(self._on_community)
        bridge.community_forgotten.connect(self._on_community_forgotten)

    def known(self, view: SpaceView) -> Bearers:
        """What was told last; nobody, where nothing was asked for."""
        return self._known.get(_circle_of(view), NOBODY)

    async def of(self, view: SpaceView) -> Bearers:
        """The same, asked for if it never was. News are asked for later, and told."""
        if view.kind not in _WITH_MEMBERS:
            return NOBODY
        circle = _circle_of(view)
        if circle not in self._known:
            await self._ask(view)
        if circle in self._old:
            self._wanted[circle] = view
            self._refresh.ask()
        return self.known(view)

    async def in_community(
        self, community: CommunityId, members: Sequence[CommunityMemberView]
    ) -> Bearers:
        """The same of all its ``members``, as they were just told."""
        self._named.setdefault(community, frozenset())
        await self._compare(community, _called(members))
        return self._known.get(community, NOBODY)

    # ---- asking -----------------------------------------------------------------------------

    async def _ask_wanted(self) -> None:
        wanted, self._wanted = self._wanted, {}
        for view in wanted.values():
            await self._ask(view)

    async def _ask(self, view: SpaceView) -> None:
        circle = _circle_of(view)
        self._named.setdefault(circle, frozenset())
        self._old.discard(circle)
        try:
            named = await self._names_in(view)
        except Refused as refused:
            if refused.reason not in _GONE:
                raise
            self._forget(circle)  # which is told elsewhere
            return
        await self._compare(circle, named)

    async def _names_in(self, view: SpaceView) -> Named:
        if view.community is not None:
            return _called(await self._bridge.ask(CommunityMembers(view.community)))
        members = await self._bridge.ask(Members(view.id))
        own_name = own_name_in(view, await self._bridge.ask(Identities()))
        return frozenset(names_borne(listed(members, own_name)))

    async def _compare(self, circle: Circle, named: Named) -> None:
        """Once, as long as everybody keeps their name. What was told last counts."""
        if circle in self._known and self._named.get(circle) == named:
            return
        self._named[circle] = named
        bearers = await aside(len(named), partial(bearers_of, named))
        latest = self._named.get(circle)
        if latest is None or (circle in self._known and latest != named):
            return  # it was forgotten, or others are being compared by now
        is_other = self._known.get(circle) != bearers
        self._known[circle] = bearers
        if is_other:
            self.changed.emit(circle)

    # ---- news -------------------------------------------------------------------------------

    def _on_news(self, event: PostsArrived | SpaceChanged) -> None:
        self._grow_old(event.space)

    def _on_community(self, event: CommunityChanged) -> None:
        self._grow_old(event.community)

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        self._forget(event.space)

    def _on_community_forgotten(self, event: CommunityForgotten) -> None:
        self._forget(event.community)

    def _grow_old(self, circle: Circle) -> None:
        if circle in self._named:
            self._old.add(circle)

    def _forget(self, circle: Circle) -> None:
        self._known.pop(circle, None)
        self._named.pop(circle, None)
        self._wanted.pop(circle, None)
        self._old.discard(circle)


def _circle_of(view: SpaceView) -> Circle:
    return view.id if view.community is None else view.community


def _called(members: Sequence[CommunityMemberView]) -> Named:
    return frozenset((one.public_key, one.name) for one in members)


def names_borne(members: Sequence[MemberView]) -> Iterator[tuple[PublicKey, str]]:
    """What everybody is called in lists and in their posts: an owner as the channel is."""
    for member in members:
        yield member.public_key, member.path[-1] if member.path else member.name or tr(OWNER)
        if not member.path:
            yield member.public_key, owner_name(member.name)
