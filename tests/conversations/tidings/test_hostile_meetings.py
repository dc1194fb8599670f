"""What a peer with a key may say in a meeting, and what becomes of it where it breaks a rule."""

from __future__ import annotations

import pytest

from engine.model.address import Address
from engine.model.limits import LINK_ADDRESSES_MAX
from engine.protocols.contract import Ending, Role
from engine.protocols.tidings.port.common_spaces import (
    ENTRY_BYTES,
    Padding,
    Shared,
    Tagging,
    decode_entries,
)
from engine.protocols.tidings.port.limits import (
    ACKNOWLEDGE_SECONDS,
    HEADS_MAX,
    MESSAGES_BURST,
    SETTLE_SECONDS,
    SPACES_MAX,
)
from engine.protocols.tidings.port.messages import (
    FRAME_BYTES_MAX,
    Acknowledge,
    Addresses,
    Ping,
    Pong,
    Spaces,
    Wish,
    decode_message,
    encode_message,
)
from engine.protocols.tidings.port.records import Acknowledged, SpaceCode
from engine.wire.frames import encode_frame
from tests.conversations.tidings.scripted import ScriptedPeer
from tests.conversations.tidings.stage import Stage, Told, post, space

COAST = space("coast")
SHARED = Shared(SpaceCode.PRIVATE, COAST, "chat/1")


def meeting(role: Role = Role.DIALLER) -> ScriptedPeer:
    stage = Stage()
    ann = stage.party("ann")
    ann.chats.held[COAST] = [post("first")]
    return ScriptedPeer(stage, ann, role).meets()


def entry_of(peer: ScriptedPeer, role: Role = Role.DIALLER) -> bytes:
    """As the side of that role lists the channel that Ann has."""
    assert peer.channel.secured is not None
    return Tagging(peer.channel.secured.hash, role).entry(SHARED)


def test_ann_lists_her_space_among_63_others() -> None:
    peer = meeting()
    spaces = peer.messages()[0]
    assert isinstance(spaces, Spaces)
    assert len(spaces.entries) == 64
    assert entry_of(peer, Role.LISTENER) in spaces.entries
    assert {entry[0] for entry in spaces.entries} == set(SpaceCode)


def test_a_list_sent_back_shows_nothing_in_common() -> None:
    peer = meeting()
    spaces = peer.messages()[0]
    assert isinstance(spaces, Spaces)
    peer.tells(spaces)
    assert peer.messages() == []
    assert peer.end.ending is None


def test_a_list_of_another_connection_shows_nothing_in_common() -> None:
    first, second = meeting(), meeting()
    assert first.channel.secured is not None
    assert second.channel.secured is not None
    assert first.channel.secured.hash == second.channel.secured.hash  # the same entropy, here only
    other = Tagging(bytes(64), Role.DIALLER).entry(SHARED)
    second.lists(other)
    second.tells(Acknowledge(other, (post("x"),)))
    assert second.party.stored == []


def test_heads_of_what_has_none_are_passed_over() -> None:
    """Such as the comments on a feed, or a community's posts."""
    stage = Stage()
    ann = stage.party("ann")
    ann.rooms.held[COAST] = []
    peer = ScriptedPeer(stage, ann).meets()
    assert peer.channel.secured is not None
    shared = Shared(SpaceCode.COMMUNITY, COAST, "room/1")
    entry = Tagging(peer.channel.secured.hash, Role.DIALLER).entry(shared)
    peer.lists(entry)
    peer.tells(Acknowledge(entry, (post("x"),)))
    assert peer.party.stored == []
    assert peer.end.ending is None


def test_who_lists_the_space_is_told_the_heads_and_believed() -> None:
    peer = meeting()
    peer.messages()
    peer.lists(entry_of(peer))
    assert peer.messages() == [Acknowledge(entry_of(peer, Role.LISTENER), (post("first"),))]
    peer.tells(Acknowledge(entry_of(peer), (post("second"),)))
    (stored,) = peer.party.stored
    assert isinstance(stored, Acknowledged)
    assert (stored.space, stored.peer, stored.heads) == (COAST, peer.peer_id, (post("second"),))


def test_who_knows_no_more_of_a_space_than_its_name_is_told_nothing_and_not_believed() -> None:
    peer = meeting()
    peer.party.knows_no_members = True
    peer.messages()
    peer.lists(entry_of(peer))
    peer.tells(Acknowledge(entry_of(peer), (post("first"),)))
    peer.party.chats.held[COAST] = [post("second")]
    peer.party.tells(Told(COAST))
    peer.stage.pass_time(SETTLE_SECONDS + ACKNOWLEDGE_SECONDS)
    assert [one for one in peer.messages() if isinstance(one, Acknowledge)] == []
    assert peer.party.stored == []


def test_what_a_peer_said_before_it_proved_a_right_counts_once_it_has() -> None:
    peer = meeting()
    peer.party.knows_no_members = True
    peer.messages()
    peer.lists(entry_of(peer))
    peer.tells(Acknowledge(entry_of(peer), (post("second"),)))
    assert peer.party.stored == []
    peer.party.knows_no_members = False
    peer.party.tells(Told(COAST))  # that it has been seen there
    peer.stage.pass_time(SETTLE_SECONDS)
    assert peer.messages() == [Acknowledge(entry_of(peer, Role.LISTENER), (post("first"),))]
    (stored,) = peer.party.stored
    assert isinstance(stored, Acknowledged)
    assert stored.heads == (post("second"),)


def test_a_list_that_is_told_again_and_again_has_nothing_of_ours_hashed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    peer = meeting()
    theirs, ours = entry_of(peer), entry_of(peer, Role.LISTENER)
    neighbours = peer.party.port._surroundings.neighbours
    hashed: list[Shared] = []
    entry = Tagging.entry

    def counted(self: Tagging, shared: Shared) -> bytes:
        hashed.append(shared)
        return entry(self, shared)

    monkeypatch.setattr(Tagging, "entry", counted)
    for _ in range(3):
        peer.lists(theirs)
        assert neighbours.lists(peer.peer_id, SHARED)
        peer.lists()
        assert not neighbours.lists(peer.peer_id, SHARED)
    assert Acknowledge(ours, (post("first"),)) in peer.messages()
    assert hashed == []


def test_the_listed_kind_must_be_right_too() -> None:
    peer = meeting()
    entry = bytes((SpaceCode.FEED,)) + entry_of(peer)[1:]
    peer.messages()
    peer.lists(entry)
    assert peer.messages() == []


def test_padding_stays_the_same_while_the_connection_lives() -> None:
    padding = Padding(bytes(32))
    first = padding.fill([])
    second = padding.fill([b"\x01" + bytes(16)])
    assert len(first) == len(second) == 64
    assert len(set(first) & set(second)) == 63


@pytest.mark.parametrize(("real", "size"), [(0, 64), (64, 64), (65, 128), (SPACES_MAX, SPACES_MAX)])
def test_a_list_has_a_multiple_of_64_entries(real: int, size: int) -> None:
    entries = Padding(bytes(32)).fill(
        bytes((1,)) + number.to_bytes(16, "big") for number in range(real)
    )
    assert len(entries) == size
    assert decode_entries(b"".join(entries)) == entries


def test_no_more_spaces_are_listed_than_a_peer_takes() -> None:
    stage = Stage()
    ann = stage.party("ann")
    for number in range(SPACES_MAX + 1):
        ann.chats.held[space(str(number))] = []
    (spaces,) = [
        message
        for message in ScriptedPeer(stage, ann).meets().messages()
        if isinstance(message, Spaces)
    ]
    assert len(spaces.entries) == SPACES_MAX


def test_pings_are_answered_with_their_number() -> None:
    peer = meeting()
    peer.messages()
    peer.tells(Ping(7), Ping(0xFFFFFFFF))
    assert peer.messages() == [Pong(7), Pong(0xFFFFFFFF)]


def test_what_a_later_version_may_say_is_ignored() -> None:
    peer = meeting()
    peer.says(encode_frame(b"\x07something new"))
    peer.messages()
    peer.tells(Ping(1))
    assert peer.messages() == [Pong(1)]


def test_a_wish_for_something_unknown_or_bound_to_spaces_is_ignored() -> None:
    peer = meeting(Role.LISTENER)
    peer.tells(Wish("gopher/1"), Wish("room/1"))
    assert peer.party.live == [peer.end]
    assert peer.end.ending is None


ENTRY = b"\x01" + bytes(16)
UNSORTED = b"".join(reversed(Padding(bytes(32)).fill([])))
DOUBLE = ENTRY * 64


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x01",
        b"\x01" + bytes(ENTRY_BYTES - 1),
        b"\x01" + b"".join(Padding(bytes(32)).fill([])[:63]),
        b"\x01" + UNSORTED,
        b"\x01" + DOUBLE,
        b"\x02",
        b"\x02\x05" + (b"\x04" + bytes((192, 0, 2, 1, 0, 1))) * 5,
        b"\x02\x01\x04" + bytes(5),
        b"\x02\x01\x05" + bytes(6),
        b"\x02\x00\x00",
        b"\x02\x01\x00",
        b"\x03" + ENTRY,
        b"\x03" + ENTRY + bytes(31),
        b"\x03" + ENTRY + bytes(32) * (HEADS_MAX + 1),
        b"\x04\x00\x00\x01",
        b"\x05\x00\x00\x00\x00\x01",
        b"\x06",
        b"\x06" + b"x" * 33,
        b"\x06\xff",
    ],
)
def test_a_malformed_message_ends_the_meeting(body: bytes) -> None:
    peer = meeting()
    peer.says(encode_frame(body))
    assert peer.end.ending is Ending.VIOLATION


def test_a_frame_may_be_as_long_as_the_longest_list_and_no_longer() -> None:
    entries = [number.to_bytes(ENTRY_BYTES, "big") for number in range(SPACES_MAX)]
    longest = encode_message(Spaces(entries))
    assert len(longest) == 4 + FRAME_BYTES_MAX
    peer = meeting()
    peer.says(longest)
    assert peer.end.ending is None
    peer.says((FRAME_BYTES_MAX + 1).to_bytes(4, "big"))
    assert peer.end.ending is Ending.VIOLATION


def test_as_many_heads_as_a_post_may_have_parents_are_taken() -> None:
    peer = meeting()
    peer.lists(entry_of(peer))
    peer.tells(Acknowledge(entry_of(peer), tuple(post(str(n)) for n in range(HEADS_MAX))))
    (stored,) = peer.party.stored
    assert isinstance(stored, Acknowledged)
    assert len(stored.heads) == HEADS_MAX


def test_a_flood_of_good_messages_is_too_many() -> None:
    peer = meeting()
    peer.tells(*(Ping(number) for number in range(int(MESSAGES_BURST))))
    assert peer.end.ending is None
    peer.tells(Ping(0))
    assert peer.end.ending is Ending.TOO_MANY


def test_addresses_nobody_can_dial_and_names_are_left_out() -> None:
    good = Address("192.0.2.1", 4000)
    v6 = Address("2001:db8::7", 1)
    payload = encode_message(Addresses((good, v6)))[4:]
    assert decode_message(payload) == Addresses((good, v6))
    odd = b"\x02\x04" + b"\x00\x03a.b\x00\x01" + b"\x04" + bytes((224, 0, 0, 1, 0, 1))
    odd += b"\x04" + bytes((192, 0, 2, 1, 0, 0)) + b"\x06" + bytes(16) + b"\x00\x01"
    assert decode_message(odd) == Addresses(())
    assert LINK_ADDRESSES_MAX == 4


def test_where_we_can_be_dialled_is_told_only_to_whom_we_share_a_space_with() -> None:
    stage = Stage()
    ann = stage.party("ann")
    ann.chats.held[COAST] = []
    home = Address("192.0.2.1", 4000)
    ann.port.reachable_at([home])
    peer = ScriptedPeer(stage, ann).meets()
    assert [one for one in peer.messages() if isinstance(one, Addresses)] == []
    peer.lists(entry_of(peer))
    assert Addresses((home,)) in peer.messages()


def test_a_strangers_addresses_are_not_dialled() -> None:
    peer = meeting()
    peer.tells(Addresses((Address("192.0.2.1", 4000),)))
    assert peer.party.whereabouts == []
