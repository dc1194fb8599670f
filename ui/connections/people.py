"""Who is behind each connection, by the keys that it has shown. Pure. Nobody is guessed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.model.ids import PeerId, SpaceId
from engine.model.views import MemberView, PeerState, PeerView

_BEST_FIRST = tuple(PeerState)  # as ``PeerState`` lists them, but for the one that is ready


def one_row_a_peer(peers: Iterable[PeerView]) -> tuple[PeerView, ...]:
    """The views with those of one peer put together, each where its first one stood.

    Two that dialled each other at the same time have two connections; that is one peer. What the
    person has banned stays by itself.
    """
    rows: dict[object, PeerView] = {}
    for place, peer in enumerate(peers):
        is_known = peer.peer_id is not None and peer.state is not PeerState.BANNED
        key: object = peer.peer_id if is_known else place
        rows[key] = _together(rows[key], peer) if key in rows else peer
    return tuple(rows.values())


def _together(one: PeerView, other: PeerView) -> PeerView:
    better = min(one, other, key=lambda peer: (_rank(peer.state), peer.since))
    return replace(
        better,
        spaces=tuple(dict.fromkeys((*one.spaces, *other.spaces))),
        presence=tuple(dict.fromkeys((*one.presence, *other.presence))),
        remembered=one.remembered or other.remembered,
    )


def _rank(state: PeerState) -> int:
    return -1 if state is PeerState.READY else _BEST_FIRST.index(state)


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
