"""What a profile remembers of peers and of itself."""

from __future__ import annotations

from pathlib import Path

from engine.crypto.entropy import SeededEntropy
from engine.model.address import Address
from engine.model.ids import PeerId, ProtocolName
from engine.model.peers import PeerState, PeerView
from engine.store.opening import open_store
from engine.store.peers import Peers
from engine.store.settings import set_setting, setting
from tests.unit.store.conftest import KEY, Opened

HOME, WORK = Address("192.0.2.1", 4000), Address("2001:db8::1", 4001)
TIDINGS, BARE = ProtocolName.TIDINGS, ProtocolName.PEERLINKS
BOB = PeerId(b"b" * 32)


def addresses(peers: Peers) -> list[tuple[ProtocolName, Address]]:
    return [(peer.protocol, peer.address) for peer in peers.known()]


def test_the_static_key_is_made_once_and_kept(here: Opened, profile: Path) -> None:
    first = here.store.peers.static_seed(SeededEntropy(b"one"))
    assert len(first) == 32
    assert here.store.peers.static_seed(SeededEntropy(b"two")) == first
    here.close()
    store = open_store(profile, KEY)
    assert store.peers.static_seed(SeededEntropy(b"three")) == first
    store.close()


def test_addresses_are_remembered_oldest_first_and_once(memory: Opened) -> None:
    peers = memory.store.peers
    peers.remember(TIDINGS, WORK, 1.0)
    peers.remember(TIDINGS, HOME, 2.0)
    peers.remember(BARE, HOME, 3.0)
    peers.remember(TIDINGS, WORK, 4.0)
    assert addresses(peers) == [(TIDINGS, WORK), (TIDINGS, HOME), (BARE, HOME)]
    peers.forget(HOME)
    assert addresses(peers) == [(TIDINGS, WORK)]


def test_what_was_last_seen_of_an_address_is_kept(memory: Opened) -> None:
    peers = memory.store.peers
    peers.remember(TIDINGS, HOME, 1.0)
    peers.note_error(TIDINGS, HOME, "unreachable")
    assert peers.known()[0].last_error == "unreachable"
    peers.note_seen(TIDINGS, HOME, BOB, 5.0)
    peers.note_seen(TIDINGS, WORK, BOB, 5.0)
    peers.remember(TIDINGS, HOME, 9.0)
    (known,) = peers.known()
    assert (known.peer_id, known.last_seen_at, known.last_error) == (BOB, 5.0, None)


def test_bans_are_of_addresses_or_of_peers_until_they_are_lifted(memory: Opened) -> None:
    peers = memory.store.peers
    peers.ban(HOME, 1.0)
    peers.ban(BOB, 2.0)
    peers.ban(HOME, 3.0)
    assert peers.bans() == [(HOME, 1.0), (BOB, 2.0)]
    peers.lift(HOME)
    peers.lift(HOME)
    assert peers.bans() == [(BOB, 2.0)]
    peers.lift(BOB)
    assert peers.bans() == []


def test_peers_that_came_and_left_are_known_latest_first_and_only_those_kept_last(
    memory: Opened,
) -> None:
    peers = memory.store.peers
    first, second = (
        PeerView(TIDINGS, HOME, peer, PeerState.OFFLINE, at, (), "too_slow", last_seen=at)
        for peer, at in ((BOB, 1.0), (PeerId(b"c" * 32), 2.0))
    )
    peers.keep_past([first, second])
    assert peers.past() == [second, first]
    peers.keep_past([first])
    assert peers.past() == [first]


def test_the_book_is_written_with_the_turn_it_belongs_to(memory: Opened) -> None:
    memory.storage.begin()
    memory.store.peers.remember(TIDINGS, HOME, 1.0)
    memory.store.peers.ban(BOB, 1.0)
    memory.storage.rollback()
    assert addresses(memory.store.peers) == []
    assert memory.store.peers.bans() == []


def test_a_setting_is_what_it_was_last_set_to(memory: Opened) -> None:
    database = memory.store.database
    assert setting(database, "colour") is None
    set_setting(database, "colour", b"red")
    set_setting(database, "colour", b"blue")
    assert setting(database, "colour") == b"blue"
    set_setting(database, "colour", None)
    assert setting(database, "colour") is None
