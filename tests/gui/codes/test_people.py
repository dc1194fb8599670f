"""Who is behind a connection: said where only one can be meant, and never guessed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.model.views import MemberView, PeerState, PeerView
from tests.fake_engine import peer_at
from ui.connections.people import one_row_a_peer, people_behind

GARDEN, BOATS = SpaceId(b"g" * 32), SpaceId(b"b" * 32)
FIRST, SECOND = (PeerId(bytes((place,)) * 32) for place in range(2))


def member(name: str, *, online: bool = True, ours: bool = False) -> MemberView:
    key = PublicKey(name.encode().ljust(32, b"."))
    return MemberView(key, name, (name,), None, online=online, ours=ours)


def peer(peer_id: PeerId, *spaces: SpaceId, state: PeerState = PeerState.READY) -> PeerView:
    return peer_at("192.168.1.9", 4_711, state, peer_id=peer_id, spaces=spaces)


def names(peers: Sequence[PeerView], **members: Sequence[MemberView]) -> dict[PeerId, str]:
    by_space = {SpaceId(name[0].encode() * 32): who for name, who in members.items()}
    return {peer_id: one.name for peer_id, one in people_behind(peers, by_space).items()}


def test_the_only_one_online_is_behind_the_only_peer() -> None:
    garden = (member("me", ours=True), member("Wren"), member("Moss", online=False))
    assert names([peer(FIRST, GARDEN), peer(SECOND)], garden=garden) == {FIRST: "Wren"}


def test_of_two_that_cannot_be_told_apart_neither_is_named() -> None:
    garden = (member("Wren"), member("Moss"))
    assert names([peer(FIRST, GARDEN), peer(SECOND, GARDEN)], garden=garden) == {}


def test_who_is_known_from_elsewhere_leaves_one_for_the_other() -> None:
    peers = [peer(FIRST, GARDEN), peer(SECOND, GARDEN, BOATS)]
    garden, boats = (member("Wren"), member("Moss")), (member("Moss"),)
    assert names(peers, garden=garden, boats=boats) == {FIRST: "Wren", SECOND: "Moss"}


def test_a_peer_that_is_no_member_names_nobody() -> None:
    assert names([peer(FIRST, GARDEN)], garden=(member("Wren", online=False),)) == {}
    assert names([peer(FIRST, GARDEN), peer(SECOND, GARDEN)], garden=(member("Wren"),)) == {}


def test_several_connections_of_one_peer_are_one_row_in_the_best_state() -> None:
    waiting = peer(FIRST, GARDEN, state=PeerState.WAITING)
    ready, other = peer(FIRST, BOATS), peer(SECOND)
    (first, second) = one_row_a_peer([waiting, other, ready])
    assert (first.state, first.spaces) == (PeerState.READY, (GARDEN, BOATS))
    assert second == other


def test_what_is_banned_and_what_has_no_id_stays_by_itself() -> None:
    unknown = peer_at("192.168.1.9", 4_711, PeerState.WAITING)
    banned = peer(FIRST, state=PeerState.BANNED)
    rows = [peer(FIRST), unknown, unknown, banned]
    assert one_row_a_peer(rows) == tuple(rows)
