"""Who is behind a connection: said by the keys that were shown, and never guessed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.model.peers import Appearance, PeerState, PeerView
from engine.model.views import MemberView
from tests.fake_engine import peer_at
from ui.connections.people import people_behind

GARDEN, BOATS = SpaceId(b"g" * 32), SpaceId(b"b" * 32)
FIRST, SECOND = (PeerId(bytes((place,)) * 32) for place in range(2))


def member(name: str, *, online: bool = True, ours: bool = False) -> MemberView:
    key = PublicKey(name.encode().ljust(32, b"."))
    return MemberView(key, name, (name,), None, online=online, ours=ours)


def peer(
    peer_id: PeerId, *spaces: SpaceId, state: PeerState = PeerState.READY, shows: str = ""
) -> PeerView:
    """``shows``: the name of the member as whom it has appeared in all of them."""
    key = member(shows).public_key if shows else None
    presence = tuple(Appearance(space, key) for space in spaces)
    return peer_at("192.168.1.9", 4_711, state, peer_id=peer_id, spaces=spaces, presence=presence)


def names(peers: Sequence[PeerView], **members: Sequence[MemberView]) -> dict[PeerId, str]:
    by_space = {SpaceId(name[0].encode() * 32): who for name, who in members.items()}
    return {peer_id: one.name for peer_id, one in people_behind(peers, by_space).items()}


def test_everybody_is_named_by_the_key_they_have_shown() -> None:
    peers = [peer(FIRST, GARDEN, shows="Moss"), peer(SECOND, GARDEN, shows="Wren")]
    garden = (member("me", ours=True), member("Wren"), member("Moss"))
    assert names(peers, garden=garden) == {FIRST: "Moss", SECOND: "Wren"}


def test_an_anonymous_reader_is_nobody_even_where_only_one_can_be_meant() -> None:
    assert names([peer(FIRST, GARDEN)], garden=(member("Wren"),)) == {}


def test_a_key_that_no_member_has_names_nobody() -> None:
    assert names([peer(FIRST, GARDEN, shows="Moss")], garden=(member("Wren"),)) == {}


def test_a_key_counts_in_the_space_where_it_was_shown() -> None:
    shown_in_boats = peer(FIRST, BOATS, shows="Wren")
    assert names([shown_in_boats], garden=(member("Wren"),), boats=(member("Moss"),)) == {}
