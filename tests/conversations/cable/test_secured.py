"""The published handshake around a conversation (protocols/cable.md 5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from noise.connection import Keypair, NoiseConnection

from engine.crypto.blake2b import hash32
from engine.crypto.noise import CipherState, Handshake, Pattern, Side, key_pair
from engine.model.communities import WireVersion
from engine.model.ids import ConnectionId, PeerId, ProtocolName, SpaceId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.exchange.surroundings import (
    PROLOGUE,
    SHORT_PROLOGUE,
    Settings,
)
from engine.protocols.cable.keys import channel_space, static_key, static_pair
from engine.protocols.cable.limits import FAREWELL_SECONDS, HANDSHAKE_SECONDS, SEGMENT_BYTES_MAX
from engine.protocols.cable.records import CommunityStored, PostsStored
from engine.protocols.cable.secured.segments import SegmentReader
from engine.protocols.cable.wire.messages import write_message
from engine.protocols.cable.wire.version import VERSIONS
from engine.protocols.contract import Close, Connection, Effect, Ending, Ready, Role, Send, WakeAt
from tests.conversations.cable.stage import HALL, KEY, NOON, Peer, Stage, inside, secured
from tests.conversations.cable.stored import StoredCable

Recorded = dict[str, Any]  # Any: recorded JSON
VECTORS = Path(__file__).parents[2] / "vectors" / "cable_handshake.json"
RECORDED: list[Recorded] = json.loads(VECTORS.read_text("utf-8"))["handshakes"]
ALL = pytest.mark.parametrize("wire", list(WireVersion))
CUTS = pytest.mark.parametrize("cut", [0, 1, 7])


def ciphers() -> tuple[CipherState, CipherState]:
    key = hash32(b"a key")
    return CipherState(key), CipherState(key)


def opened(reader: SegmentReader, data: bytes, cut: int = 0) -> bytes:
    plain = b""
    for at in range(0, len(data), cut or len(data)):
        reader.feed(data[at : at + (cut or len(data))])
        while (piece := reader.next_plaintext()) is not None:
            plain += piece
    return plain


# ---- the handshake ------------------------------------------------------------------------------


@ALL
@CUTS
@pytest.mark.parametrize("opens", [secured, inside])
def test_two_with_the_same_key_exchange_what_they_have(
    wire: WireVersion, cut: int, opens: Any
) -> None:  # Any: an ``Open``
    ann, ben = Peer("ann", wire), Peer("ben", wire)
    ann.says("from ann")
    ben.says("from ben")
    stage = Stage(cut=cut, opens=opens)
    stage.connect(ann, ben)
    stage.run(2)
    assert ann.held == ben.held
    assert len(ann.held) == 2


def test_each_is_known_by_their_own_authors_key() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    ben.says("hello")
    stage = Stage(opens=secured)
    pair = stage.connect(ann, ben)
    stage.run(2)
    assert pair[0].remote == PeerId(hash32(static_pair(ben.keys).public_key))
    assert static_key(ben.author) == static_pair(ben.keys).public_key
    here = dict(pair[0].machine.presence)
    assert here[SpaceId(ann.id)] == ben.author
    assert here[channel_space(KEY, HALL)] == ben.author
    assert dict(pair[1].machine.presence)[SpaceId(ben.id)] is None  # ann has said nothing yet
    stage.say(ann, "hello, too")
    stage.run(1)
    assert dict(pair[1].machine.presence)[SpaceId(ben.id)] == ann.author


def test_who_tells_that_it_is_there_says_so_with_a_proof() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    dialler = secured(ann.connecting, ConnectionId(1), Role.DIALLER)
    listener = secured(ben.connecting, ConnectionId(1), Role.LISTENER)
    said = shake_hands(dialler, listener)
    (ready,) = [one for one in said if isinstance(one, Ready)]
    assert ready.proven
    assert ready.hears == (ProtocolName.CABLE,)
    hidden = shake_hands(
        inside(ann.connecting, ConnectionId(2), Role.DIALLER),
        inside(ben.connecting, ConnectionId(2), Role.LISTENER),
    )
    assert not any(isinstance(one, Ready) for one in hidden)


def sent(effects: list[Effect]) -> bytes:
    return b"".join(one.data for one in effects if isinstance(one, Send))


def shake_hands(dialler: Connection, listener: Connection) -> list[Effect]:
    """What the dialler's machine does last; then both are done."""
    first = sent(dialler.start(NOON))
    listener.start(NOON)
    answered = [one for effects in listener.receive(first, NOON) for one in effects]
    done = [one for effects in dialler.receive(sent(answered), NOON) for one in effects]
    for _ in listener.receive(sent(done), NOON):
        pass
    return done


def test_nothing_is_said_to_who_has_another_key() -> None:
    stranger = Peer("stranger", key=hash32(b"another key"))
    ann = Peer("ann")
    stage = Stage(opens=secured)
    pair = stage.connect(stranger, ann)
    stage.run(10)
    assert pair[1].close == Close(Ending.CLOSED_BY_US, detail="a community that we are not in")
    assert pair[1].bytes_sent == 0


def test_nothing_is_said_to_who_begins_with_another_prologue() -> None:
    ann, ben = Peer("ann", settings=Settings(prologue=b"CABLE1.0")), Peer("ben")
    stage = Stage(opens=secured)
    pair = stage.connect(ann, ben)
    stage.run(10)
    assert pair[1].bytes_sent == 0
    other = Peer("cleo", settings=Settings(prologue=b"CABLE1.0"))
    other.says("the same prologue")
    stage.connect(ann, other)
    stage.run(5)
    assert ann.held == other.held


def test_inside_the_port_of_tidings_the_prologue_is_always_that_of_the_document() -> None:
    ann, ben = Peer("ann", settings=Settings(prologue=SHORT_PROLOGUE)), Peer("ben")
    space = SpaceId(ann.id)
    dialler = ann.connecting.inside(ConnectionId(1), Role.DIALLER, space)
    listener = ben.connecting.inside(ConnectionId(1), Role.LISTENER, space)
    shake_hands(dialler, listener)
    assert space in dict(listener.presence)


def test_who_is_dialled_finds_the_community_by_its_key() -> None:
    ann = Peer("ann")
    ann.says("in the first")
    ben = Peer("ben", key=hash32(b"ben's other community"))
    community = Peer("ben").records.community(ann.id)
    assert community is not None
    ben.records.apply(CommunityStored(ann.id, community, NOON))
    dialler = secured(ann.connecting, ConnectionId(1), Role.DIALLER)
    listener = secured(ben.connecting, ConnectionId(1), Role.LISTENER)
    shake_hands(dialler, listener)
    assert SpaceId(ann.id) in dict(listener.presence)


def test_a_connection_to_ourselves_is_noticed() -> None:
    ann = Peer("ann")
    stage = Stage(opens=secured)
    pair = stage.connect(ann, ann)
    stage.run(1)
    endings = {end.close.ending for end in pair if end.close is not None}
    assert Ending.SELF_CONNECTION in endings
    assert sum(end.bytes_sent for end in pair) < 300


@pytest.mark.parametrize("role", list(Role))
def test_a_handshake_that_goes_no_further_is_ended(role: Role) -> None:
    machine = secured(Peer("ann").connecting, ConnectionId(1), role)
    effects = machine.start(NOON)
    assert [one.deadline for one in effects if isinstance(one, WakeAt)] == [
        NOON + HANDSHAKE_SECONDS
    ]
    assert machine.wake(NOON + HANDSHAKE_SECONDS) == [Close(Ending.TIMED_OUT)]


def test_somebody_whom_we_block_is_turned_away_and_sent_away() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    ben.says("something")
    stage = Stage(opens=secured)
    pair = stage.connect(ann, ben)
    stage.run(2)
    blocks = f'{{"{ben.author.hex()}":{{"reason":"spam"}}}}'
    stage.post(ann, posts.Info((("blocks", blocks),)))
    assert pair[0].close == Close(Ending.BANNED, detail="somebody whom we block")
    stage.run(2)
    assert pair[1].close is not None
    assert pair[1].close.ending is Ending.CLOSED_BY_PEER
    for again in (stage.connect(ann, ben)[0], stage.connect(ben, ann)[1]):
        stage.run(2)
        assert again.close == Close(Ending.BANNED, detail="somebody whom we block")


def test_who_is_to_hear_of_a_block_fetches_it_before_the_link_is_closed() -> None:
    ann = Peer("ann", WireVersion.M, records=StoredCable())
    ben = Peer("ben", WireVersion.M, records=StoredCable())
    ben.says("something")
    stage = Stage(opens=secured)
    pair = stage.connect(ann, ben)
    stage.run(2)
    block = stage.post(ann, posts.Block("spam", 0, (ben.author,), 0, 1))
    after = stage.post(ann, posts.Text(HALL, "not for ben"))
    stage.run(FAREWELL_SECONDS - 1)
    was_open = pair[0].close is None
    stage.run(2)
    assert was_open
    assert pair[0].close == Close(Ending.BANNED, detail="somebody whom we block")
    assert block.hash in ben.held
    assert after.hash not in ben.held


def test_who_is_not_to_hear_of_a_block_is_sent_away_without_it() -> None:
    ann = Peer("ann", WireVersion.M, records=StoredCable())
    ben = Peer("ben", WireVersion.M, records=StoredCable())
    ben.says("something")
    stage = Stage(opens=secured)
    pair = stage.connect(ann, ben)
    stage.run(2)
    block = stage.post(ann, posts.Block("spam", 0, (ben.author,), 0, 0))
    assert pair[0].close == Close(Ending.BANNED, detail="somebody whom we block")
    stage.run(2)
    assert block.hash not in ben.held


def test_the_end_of_the_stream_is_answered_with_the_same() -> None:
    ann, oracle = Peer("ann"), Published()
    listener = secured(ann.connecting, ConnectionId(1), Role.LISTENER)
    listener.start(NOON)
    oracle.meet(listener)
    ending = oracle.hear(listener, seal_as_published(oracle, b""))
    assert ending == Close(Ending.CLOSED_BY_PEER)
    assert oracle.heard[-1] == b""


# ---- against another Noise ----------------------------------------------------------------------


class Published:
    """A dialler made of the ``noiseprotocol`` package, which shares nothing with ours."""

    def __init__(self) -> None:
        self.noise = NoiseConnection.from_name(Pattern.XX_PSK0.value.encode())
        self.noise.set_psks(KEY)
        self.noise.set_prologue(PROLOGUE)
        self.noise.set_as_initiator()
        self.noise.set_keypair_from_private_bytes(Keypair.STATIC, hash32(b"a static key"))
        self.noise.start_handshake()
        self.heard: list[bytes] = []

    def meet(self, listener: Connection) -> None:
        replies = [
            one for e in listener.receive(bytes(self.noise.write_message()), NOON) for one in e
        ]
        assert len(sent(replies)) == 96
        self.noise.read_message(sent(replies))
        third = bytes(self.noise.write_message())
        assert len(third) == 64
        self._take([one for e in listener.receive(third, NOON) for one in e])

    def hear(self, listener: Connection, data: bytes) -> Close | None:
        effects = [one for e in listener.receive(data, NOON) for one in e]
        self._take(effects)
        return next((one for one in effects if isinstance(one, Close)), None)

    def _take(self, effects: list[Effect]) -> None:
        data = sent(effects)
        while data:
            total = int.from_bytes(bytes(self.noise.decrypt(data[:20])), "little")
            sealed, data = data[20 : 20 + total], data[20 + total :]
            cut = [sealed[at : at + 65_535] for at in range(0, total, 65_535)]
            self.heard.append(b"".join(bytes(self.noise.decrypt(one)) for one in cut))


def seal_as_published(oracle: Published, message: bytes) -> bytes:
    pieces = [message[at : at + 65_519] for at in range(0, len(message), 65_519)]
    total = sum(len(one) + 16 for one in pieces)
    return b"".join(
        bytes(oracle.noise.encrypt(one)) for one in (total.to_bytes(4, "little"), *pieces)
    )


@ALL
def test_another_noise_speaks_with_us(wire: WireVersion) -> None:
    ann, oracle = Peer("ann", wire), Published()
    (made,) = ann.says("hello")
    listener = secured(ann.connecting, ConnectionId(1), Role.LISTENER)
    listener.start(NOON)
    oracle.meet(listener)
    version = VERSIONS[wire]
    number = packets.RequestNumber(bytes(version.request_id_bytes))
    asked = len(oracle.heard)
    assert asked >= 3  # each message by itself
    request = write_message(version, packets.RequestByHash(number, 0, (made.hash,)))
    assert oracle.hear(listener, seal_as_published(oracle, request)) is None
    given = write_message(version, packets.DataResponse(number, (made.encoded,)))
    end = write_message(version, packets.DataResponse(number, ()))
    assert oracle.heard[asked:] == [given, end]


def test_a_long_message_is_cut_as_others_cut_it() -> None:
    ann, oracle = Peer("ann"), Published()
    made = ann.says(*("x" * 4_000 for _ in range(40)))
    listener = secured(ann.connecting, ConnectionId(1), Role.LISTENER)
    listener.start(NOON)
    oracle.meet(listener)
    number = packets.RequestNumber(b"long")
    hashes = tuple(one.hash for one in made)
    request = write_message(VERSIONS[WireVersion.S], packets.RequestByHash(number, 0, hashes))
    oracle.hear(listener, seal_as_published(oracle, request))
    assert len(oracle.heard[-2]) > 2 * SEGMENT_BYTES_MAX
    assert oracle.heard[-2] == write_message(
        VERSIONS[WireVersion.S], packets.DataResponse(number, tuple(one.encoded for one in made))
    )


def test_what_does_not_decrypt_ends_the_connection() -> None:
    ann, oracle = Peer("ann"), Published()
    listener = secured(ann.connecting, ConnectionId(1), Role.LISTENER)
    listener.start(NOON)
    oracle.meet(listener)
    sealed = bytearray(seal_as_published(oracle, b"anything"))
    sealed[0] ^= 1
    ending = oracle.hear(listener, bytes(sealed))
    assert ending is not None
    assert ending.ending is Ending.VIOLATION


def test_the_keys_of_a_handshake_with_our_author_keys_are_those_of_the_framework() -> None:
    ann, ben = static_pair(Peer("ann").keys), static_pair(Peer("ben").keys)
    one = Handshake(Pattern.XX_PSK0, Side.INITIATOR, PROLOGUE, ann, key_pair(hash32(b"1")), KEY)
    other = Handshake(Pattern.XX_PSK0, Side.RESPONDER, PROLOGUE, ben, key_pair(hash32(b"2")), KEY)
    other.read(one.write())
    one.read(other.write())
    other.read(one.write())
    assert one.secured().remote_static == ben.public_key
    assert other.secured().remote_static == ann.public_key


def test_posts_that_were_stored_before_tell_who_is_there() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    made = ben.makes(posts.Text(HALL, "known before"))
    ann.records.apply(PostsStored(ann.id, (made,), NOON))
    stage = Stage(opens=secured)
    pair = stage.connect(ann, ben)
    stage.run(1)
    assert dict(pair[0].machine.presence)[SpaceId(ann.id)] == ben.author
