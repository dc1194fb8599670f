"""Who may read, and who may know of it: L-14, L-15."""

from __future__ import annotations

from dataclasses import replace

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.model.commands import FollowChannel
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.messages import (
    decode_request_content,
    encode_request_content,
    encode_request_tbs,
)
from engine.protocols.peerlinks.packets import (
    Chain,
    Layout,
    RequestContent,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.trust.link import issue_link
from tests.attacks.attack import attack, replaced
from tests.attacks.scenes import ALL, Siege, chain_of, secret_of
from tests.conversations.play import NOON, Play
from tests.conversations.scenes import hashes, lets_in, owner
from tests.conversations.scripted import ScriptedPeer

DAY = 86_400.0
CONVERSATION = "engine.protocols.peerlinks.conversation"
SERVING = f"{CONVERSATION}.serving"
READER = ed25519.from_seed(b"r" * 32)


@attack("L-14", without=replaced(f"{SERVING}.check_chain", lambda *_: READER.public_key))
def test_l14_to_know_a_channels_key_is_not_to_be_in_it() -> None:
    for chain in _foreign_chains():
        siege = Siege()
        peer = ScriptedPeer(siege.play, siege.ada).greets()
        assert peer.asks(siege.channel, ALL, READER.secret_key, chain) is None


def _foreign_chains() -> list[Chain]:
    other = ed25519.from_seed(b"o" * 32)
    space = SpaceId(hash32(b"another channel"))
    key = PublicKey(READER.public_key)
    return [(), (issue_link(other.secret_key, space, key, "r", NOON - DAY, NOON + DAY),)]


@attack("L-14", without=replaced(f"{SERVING}.verify", lambda *_: True))
def test_l14_a_members_chain_lets_nobody_in_who_cannot_sign_for_that_member() -> None:
    """Chains stand in every post: whoever has read one can show it."""
    siege = Siege()
    chain = chain_of(siege.ben, siege.channel)
    peer = ScriptedPeer(siege.play, siege.ada).greets()
    assert peer.asks(siege.channel, ALL, READER.secret_key, chain) is None
    assert peer.closed is not None
    assert peer.closed.ending is Ending.VIOLATION
    again = ScriptedPeer(siege.play, siege.ada).greets()
    assert again.asks(siege.channel, ALL, secret_of(siege.ben), chain) is not None


@attack("L-14", without=replaced(f"{CONVERSATION}.joining.is_only_followed", lambda *_: False))
def test_l14_who_took_a_private_channel_for_a_public_one_gives_it_to_nobody_when_let_in() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    ben.does(FollowChannel(channel.public_key, ""))
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    assert hashes(ben, channel.id)
    peer = ScriptedPeer(play, ben).greets()
    assert peer.asks(channel, ALL, READER.secret_key) is None


def _with_a_box(request: SyncRequest) -> SyncResponse:
    return SyncResponse(request.channel_id, request.seq, b"x")


@attack("L-15", without=replaced(f"{CONVERSATION}.serving.unknown_channel", _with_a_box))
def test_l15_who_has_a_channels_key_and_no_right_cannot_tell_whether_we_know_it() -> None:
    siege = Siege()
    peer = ScriptedPeer(siege.play, siege.ada).greets()
    asked = []
    for channel in (siege.channel, replace(siege.channel, id=SpaceId(hash32(b"unknown")))):
        tbs = encode_request_tbs(ALL, (), READER.public_key, Layout.DOCUMENT)
        peer.says(peer.sealed(channel, tbs, READER.secret_key, 0))
        asked.append(peer.said(SyncResponse)[-1])
    known, unknown = asked
    assert isinstance(known, SyncResponse)
    assert isinstance(unknown, SyncResponse)
    assert known.box == unknown.box == b""


def _opened_by_nobody(request: SyncRequest, _: object) -> RequestContent:
    tbs = encode_request_tbs(ALL, (), READER.public_key, Layout.DOCUMENT)
    return decode_request_content(encode_request_content(tbs, request.box))


@attack("L-15", without=replaced(f"{SERVING}.open_request", _opened_by_nobody))
def test_l15_who_has_an_identifier_alone_is_shown_that_we_know_it_by_the_end_and_no_more() -> None:
    """As note 2 of the document's reading has it: a box under a known key that does not open is a
    violation. So is told whether we take part; what docs/threats.md says of strangers.
    """
    siege = Siege()
    for space, ending in ((siege.channel.id, Ending.VIOLATION), (SpaceId(hash32(b"?")), None)):
        peer = ScriptedPeer(siege.play, siege.ada).greets()
        peer.says(SyncRequest(space, 0, bytes(24), bytes(64)))
        answers = peer.said(SyncResponse)
        assert answers == ([] if ending else [SyncResponse(space, 0, b"")])
        assert (peer.closed and peer.closed.ending) == ending
        assert list(peer.end.machine.presence) == []
