"""Which community a connection is about, by the way in which it was opened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, ConnectionId, PeerId, PublicKey, SpaceId
from engine.protocols.cable.keys import community_id, static_key
from engine.protocols.cable.records import Community, CommunityStored
from engine.protocols.cable.shared import SharedCommunities
from engine.protocols.contract import Close, Effect, Ending, Ready, Role
from tests.conversations.cable.stage import NOON, Peer

FIRST = ConnectionId(1)


def person(*wires: WireVersion) -> Peer:
    """In a community of each of those versions, and in no other."""
    peer = Peer("ann", wires[0] if wires else WireVersion.S)
    for number, wire in enumerate(wires[1:]):
        add(peer, hash32(bytes([number])), wire)
    if not wires:
        leave(peer, peer.id)
    return peer


def add(peer: Peer, key: bytes, wire: WireVersion) -> None:
    id_ = CommunityId(community_id(key))
    peer.records.apply(CommunityStored(id_, Community(id_, key, wire, peer.keys, "more"), NOON))


def leave(peer: Peer, community: CommunityId) -> None:
    kept = peer.records.community(community)
    assert kept is not None
    peer.records.apply(CommunityStored(community, replace(kept, left=True), NOON))


def begins(peer: Peer) -> list[Effect]:
    return peer.connecting.plain(FIRST, Role.LISTENER).start(NOON)


@pytest.mark.parametrize(
    "wires",
    [
        (WireVersion.S,),
        (WireVersion.M,),
        (WireVersion.DRAFT_8,),
        (WireVersion.S, WireVersion.M, WireVersion.S),
    ],
)
def test_a_plain_connection_is_about_the_only_one_or_the_only_one_of_version_m(
    wires: tuple[WireVersion, ...],
) -> None:
    effects = begins(person(*wires))
    (ready,) = [one for one in effects if isinstance(one, Ready)]
    assert not ready.proven
    assert not [one for one in effects if isinstance(one, Close)]


@pytest.mark.parametrize("wires", [(WireVersion.S,) * 2, (WireVersion.M,) * 2])
def test_where_it_is_not_clear_nothing_is_said(wires: tuple[WireVersion, ...]) -> None:
    """And our own user hears why, as the reason of the ending."""
    assert begins(person(*wires)) == [Close(Ending.COMMUNITY_UNCLEAR)]


def test_without_a_community_nothing_is_said() -> None:
    assert begins(person()) == [Close(Ending.NO_COMMUNITY)]


def test_two_plain_connections_are_of_two_peers() -> None:
    peer = person(WireVersion.S)
    ids = {one.peer_id for _ in range(2) for one in begins(peer) if isinstance(one, Ready)}
    assert len(ids) == 2


def test_who_dials_secured_takes_the_communities_in_turn() -> None:
    peer = person(WireVersion.S, WireVersion.M)
    machines = [peer.connecting.secured(FIRST, Role.DIALLER) for _ in range(3)]
    firsts = [machine.start(NOON) for machine in machines]
    assert all(not isinstance(one, Close) for effects in firsts for one in effects)
    named = [machine._greeting.community for machine in machines]  # type: ignore[attr-defined]
    assert named[0] == named[2] != named[1]


@pytest.mark.parametrize("role", list(Role))
def test_without_a_community_no_secured_connection_says_anything(role: Role) -> None:
    machine = person().connecting.secured(FIRST, role)
    assert machine.start(NOON) == [Close(Ending.NO_COMMUNITY)]


def test_inside_the_port_a_community_that_is_unknown_or_left_is_not_talked_about() -> None:
    peer = person(WireVersion.S)
    unknown = SpaceId(hash32(b"unknown"))
    for space in (None, unknown):
        (effect,) = peer.connecting.inside(FIRST, Role.LISTENER, space).start(NOON)
        assert isinstance(effect, Close)
    leave(peer, peer.id)
    (effect,) = peer.connecting.inside(FIRST, Role.LISTENER, SpaceId(peer.id)).start(NOON)
    assert isinstance(effect, Close)


def test_another_tidings_is_told_of_those_of_one_version_that_we_are_in() -> None:
    peer = person(WireVersion.S, WireVersion.M, WireVersion.S)
    of_s = SharedCommunities(peer.records, WireVersion.S)
    of_m = SharedCommunities(peer.records, WireVersion.M)
    ids = [SpaceId(one.id) for one in peer.records.communities()]
    assert of_s.spaces() == [ids[0], ids[2]]
    assert of_m.spaces() == [ids[1]]
    leave(peer, peer.id)
    assert of_s.spaces() == [ids[2]]
    assert of_s.heads(ids[2], 9) == ()
    assert not of_s.wants(PeerId(hash32(b"peer")), NOON)


def test_a_key_that_nobody_can_sign_with_has_no_static_key() -> None:
    assert static_key(Peer("ann").author) is not None
    assert static_key(PublicKey(bytes(32))) is None
