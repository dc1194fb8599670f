"""Who is behind each connection, as far as it follows from who is online where. Pure.

The engine tells which peers are interested in a space, and which of its members are online; not
which of them is which. Where only one can be meant, it is that one; who is known is no candidate
for the others any more. Nobody is guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.model.ids import PeerId, PublicKey, SpaceId
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
        remembered=one.remembered or other.remembered,
    )


def _rank(state: PeerState) -> int:
    return -1 if state is PeerState.READY else _BEST_FIRST.index(state)


def people_behind(
    peers: Sequence[PeerView], members: Mapping[SpaceId, Sequence[MemberView]]
) -> Mapping[PeerId, MemberView]:
    """The member behind each peer of whom it is certain. ``peers``: one row each."""
    present = {
        space: [peer.peer_id for peer in peers if peer.peer_id and space in peer.spaces]
        for space in members
    }
    found: dict[PeerId, MemberView] = {}
    keys: set[PublicKey] = set()  # for membership only
    for _ in peers:  # each round finds somebody, or there is nobody more to be found
        for space, who in present.items():
            left = [peer_id for peer_id in who if peer_id not in found]
            here = [one for one in members[space] if one.online and not one.ours]
            candidates = [one for one in here if one.public_key not in keys]
            if len(left) == len(candidates) == 1:
                found[left[0]] = candidates[0]
                keys.add(candidates[0].public_key)
    return found
