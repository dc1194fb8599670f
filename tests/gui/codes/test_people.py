"""Who is behind a connection: said by the keys that were shown, and never guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from engine.model.events import SpaceChanged
from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.model.peers import Appearance, PeerState, PeerView
from engine.model.queries import Members
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.fake_peers import peer_at
from tests.gui.conftest import Run, until
from ui.bridge import Bridge
from ui.connections.people import PeopleBehind, people_behind

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


def test_members_are_looked_up_once_for_a_key_and_again_when_something_changed(
    bridge: Bridge, engine: FakeEngine, run: Run[Any]
) -> None:
    """A channel may have ten thousand, and peers come and go several times a second."""
    garden, boats = engine.add_space("Garden"), engine.add_space("Boats")
    wren = member("Wren")
    known = Appearance(garden, wren.public_key)
    peers = [
        replace(peer(FIRST), presence=(known,)),
        replace(peer(SECOND), presence=(Appearance(boats, None),)),
    ]
    parent = QObject()
    people = PeopleBehind(bridge, parent)

    def looked_up() -> list[SpaceId]:
        return [one.space for one in engine.asked if isinstance(one, Members)]

    async def named() -> list[str]:
        await until(lambda: bridge._waiting.is_empty() and not bridge._timer.isActive())
        return [one.name for one in (await people.of(peers)).values()]

    async def scene() -> None:
        assert await named() == []
        assert await named() == []
        assert looked_up() == [garden], "an anonymous reader has no name anywhere"
        engine.spaces[garden].members = (wren,)
        engine.receive(garden, Said("I am new here", EPOCH, author("Wren")))
        assert await named() == ["Wren"]
        engine.receive(garden, Said("How are you?", EPOCH + 1, author("Wren")))
        assert await named() == ["Wren"]
        assert len(looked_up()) == 2
        engine.spaces[garden].members = (replace(wren, name="Jay"),)
        engine.tell(SpaceChanged(garden))
        assert await named() == ["Jay"]

    run(scene())
    assert looked_up() == [garden] * 3
