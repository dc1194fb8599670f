"""Who is behind each connection, by the keys that it has shown. Pure. Nobody is guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.ids import PeerId, SpaceId
from engine.model.peers import PeerView
from engine.model.views import MemberView


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
