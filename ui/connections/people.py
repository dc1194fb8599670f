"""Who is behind each connection, by the keys that it has shown. Nobody is guessed.

Members are asked for where a key was shown that has not been looked up: a channel may have ten
thousand, and peers come and go several times a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from PySide6.QtCore import QObject

from engine.errors import Refused
from engine.model.events import PostsArrived, SpaceChanged, SpaceForgotten
from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.model.peers import PeerView
from engine.model.queries import Members
from engine.model.views import MemberView
from ui.bridge import Bridge


class PeopleBehind(QObject):
    """Remembers who was looked up, until something changes where they are members."""

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._looked_up: dict[SpaceId, Mapping[PublicKey, MemberView | None]] = {}
        bridge.space_changed.connect(self._forget)
        bridge.space_forgotten.connect(self._forget)
        bridge.community_changed.connect(self._forget_all)
        bridge.posts_arrived.connect(self._forget_unknown)

    async def of(self, peers: Sequence[PeerView]) -> Mapping[PeerId, MemberView]:
        """The member behind each peer, as far as one is known."""
        for space, keys in _shown_by(peers).items():
            if not keys <= self._looked_up.get(space, {}).keys():
                with suppress(Refused):  # it was forgotten meanwhile
                    await self._look_up(space, keys)
        known = {
            space: [member for member in some.values() if member is not None]
            for space, some in self._looked_up.items()
        }
        return people_behind(peers, known)

    async def _look_up(self, space: SpaceId, keys: set[PublicKey]) -> None:
        members = {one.public_key: one for one in await self._bridge.ask(Members(space))}
        self._looked_up[space] = {key: members.get(key) for key in keys}

    def _forget(self, event: SpaceChanged | SpaceForgotten) -> None:
        self._looked_up.pop(event.space, None)

    def _forget_all(self) -> None:
        self._looked_up.clear()

    def _forget_unknown(self, event: PostsArrived) -> None:
        """Whoever was no member may be one since their first post."""
        known = self._looked_up.get(event.space, {})
        if None in known.values():
            self._looked_up[event.space] = {key: one for key, one in known.items() if one}


def people_behind(
    peers: Sequence[PeerView], members: Mapping[SpaceId, Sequence[MemberView]]
) -> Mapping[PeerId, MemberView]:
    """The member behind each peer, by the key under which it has shown itself in a space.

    Who has several keys is called by the first one that a member is known by.
    """
    known = {
        (space, member.public_key): member for space, some in members.items() for member in some
    }
    found: dict[PeerId, MemberView] = {}
    for peer in peers:
        for shown in peer.presence:
            key = shown.public_key
            member = None if key is None else known.get((shown.space, key))
            if peer.peer_id is not None and member is not None:
                found.setdefault(peer.peer_id, member)
    return found


def _shown_by(peers: Sequence[PeerView]) -> Mapping[SpaceId, set[PublicKey]]:
    """The keys that were shown in each space."""
    shown: dict[SpaceId, set[PublicKey]] = {}
    for peer in peers:
        for one in peer.presence:
            if one.public_key is not None:
                shown.setdefault(one.space, set()).add(one.public_key)
    return shown
