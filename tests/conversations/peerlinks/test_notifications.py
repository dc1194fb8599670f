"""News ("New messages"; protocols/peerlinks.md section 10, reliability L-11), pings, and errors."""

from __future__ import annotations

import gc
import json
from dataclasses import replace
from types import FunctionType, ModuleType

import pytest

from engine.model.commands import LeaveSpace, Post
from engine.model.ids import PeerId, SpaceId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation import asking
from engine.protocols.peerlinks.graph.answers import answer_query
from engine.protocols.peerlinks.messages import encode_packet
from engine.protocols.peerlinks.packets import (
    Error,
    Notification,
    Ping,
    Pong,
    Query,
    QueryResponse,
)
from engine.wire.frames import encode_frame
from tests.conversations.play import Play
from tests.conversations.scenes import (
    creates_channel,
    hashes,
    lets_in,
    owned_by,
    owner,
    posts,
    posts_many,
)
from tests.conversations.scripted import ScriptedPeer

NOTHING = QueryResponse((), None, None)


def bytes_held_by(root: object) -> set[bytes]:
    """All byte strings that can be reached from there, however it is built inside."""
    found: set[bytes] = set()
    seen: dict[int, object] = {}
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | FunctionType | ModuleType):
            continue
        seen[id(one)] = one
        if isinstance(one, bytes):
            found.add(one)
        waiting += gc.get_referents(one)
    return found


def test_posts_of_one_moment_are_told_to_everybody_in_one_notification() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ids = [PeerId(bytes([number]) * 32) for number in (1, 2)]
    peers = [ScriptedPeer(play, ada, peer_id=one).greets() for one in ids]
    for number in range(5):
        posts(ada, channel.id, str(number))
    play.pass_time(0.07)
    assert [peer.said(Notification) for peer in peers] == [[], []]
    play.pass_time(0.01)
    assert [peer.said(Notification) for peer in peers] == [[Notification(channel.id)]] * 2


def test_posts_that_keep_coming_are_told_at_least_every_tenth_of_a_second() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    for _ in range(100):
        posts(ada, channel.id, "and on")
        play.pass_time(0.01)
    assert 10 <= len(peer.said(Notification)) <= 14


def test_the_source_of_a_post_is_told_as_well() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    _, bens = play.connect(ada, ben)
    before = len(bens.sent)
    posts(ada, channel.id, "hello")
    play.pass_time(0.2)
    told = encode_frame(encode_packet(Notification(channel.id)))
    assert told in bens.sent[before:]


def test_a_post_shows_up_at_the_other_side_within_a_tenth_of_a_second() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    play.pass_time(10.0)
    word = posts(ada, channel.id, "hello")
    play.pass_time(0.1)
    assert word in hashes(ben, channel.id)


def test_news_during_a_reconciliation_leads_to_exactly_one_more() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    peer.says(*[Notification(channel.id)] * 3)
    assert len(peer.asked(channel)) == 1
    peer.answers(channel, NOTHING)
    play.pass_time(0.3)
    assert len(peer.asked(channel)) == 2
    peer.answers(channel, NOTHING)
    play.pass_time(10.0)
    assert len(peer.asked(channel)) == 2


def test_who_has_to_walk_far_for_news_walks_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A post on an old one that nobody can merge any more has each news begin there."""
    monkeypatch.setattr(asking, "ENTRIES_A_SECOND", 50)
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 99)
    peer = ScriptedPeer(play, ada).greets()
    everything = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=1_024))
    peer.answers(channel, everything)
    play.pass_time(1.0)
    peer.says(Notification(channel.id))
    play.pass_time(0.9)
    assert len(peer.asked(channel)) == 1, "a hundred were walked over"
    play.pass_time(0.2)
    assert len(peer.asked(channel)) == 2
    peer.answers(channel, replace(everything, messages=everything.messages[-1:]))
    play.pass_time(0.3)
    peer.says(Notification(channel.id))
    assert len(peer.asked(channel)) == 3, "and this time one"


def test_a_storm_of_ten_thousand_notifications_becomes_a_few_queries() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    answered = 0
    for _ in range(100):
        peer.says(*[Notification(channel.id)] * 100)
        if len(peer.requests()) > answered:
            answered += 1
            peer.answers(channel, NOTHING)
        play.pass_time(0.01)
    assert peer.end.ready
    assert len(peer.asked(channel)) <= 6


def test_news_of_an_unknown_channel_is_ignored() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    before = len(peer.packets)
    peer.says(Notification(SpaceId(bytes(32))))
    assert len(peer.packets) == before
    assert peer.end.ready


def test_nothing_is_kept_of_channels_that_a_peer_makes_up() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    made_up = {number.to_bytes(32, "big") for number in range(1_000)}
    peer.says(*(Notification(SpaceId(space)) for space in sorted(made_up)))
    held = bytes_held_by(peer.end.machine)
    assert channel.id in held
    assert not made_up & held


def test_nobody_is_told_of_a_channel_we_have_just_left() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    posts(ada, channel.id, "last words")
    ada.does(LeaveSpace(channel.id))
    play.pass_time(1.0)
    assert peer.said(Notification) == []


def test_a_channel_made_while_connected_is_asked_for_at_once() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    space = creates_channel(ada, "second").id
    assert [one for one in peer.requests() if one.channel_id == space] != []


# ---- pings --------------------------------------------------------------------------------------


def test_a_ping_is_always_answered_with_its_number() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada"), ours=False).greets()
    peer.says(Ping(0), Ping(7), Ping((1 << 32) - 1))
    assert peer.said(Pong) == [Pong(0), Pong(7), Pong((1 << 32) - 1)]


def test_a_pong_nobody_asked_for_is_ignored() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada"), ours=False).greets()
    peer.says(Pong(3))
    assert peer.end.ready


def test_one_of_ours_is_pinged_every_5_to_30_seconds() -> None:
    play = Play()
    ends = play.connect(play.person("ada"), play.person("ben"))
    sent = len(ends[0].sent)
    play.pass_time(600.0)
    assert all(end.ready for end in ends)
    assert 2 * 20 <= len(ends[0].sent) - sent <= 2 * 120


def test_a_peer_that_never_pinged_is_not_pinged() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada"), ours=False).greets()
    play.pass_time(600.0)
    assert peer.said(Ping) == []
    assert peer.end.ready


@pytest.mark.parametrize("ours", [True, False])
def test_three_pings_without_an_answer_end_the_conversation(*, ours: bool) -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada"), ours=ours).greets()
    peer.says(Ping(1))
    play.pass_time(60.0)
    assert len(peer.said(Ping)) == 3
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TIMED_OUT


def test_anything_heard_after_a_ping_is_a_sign_of_life() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada")).greets()
    for _ in range(200):
        play.pass_time(1.0)
        peer.says(Notification(SpaceId(bytes(32))))
    assert peer.end.ready
    assert len(peer.said(Ping)) >= 5


# ---- errors -------------------------------------------------------------------------------------


def test_an_error_of_the_peer_ends_the_conversation_and_its_reason_is_kept() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada")).greets()
    peer.says(Error("bad\x1b[31m\nluck"))
    assert peer.closed is not None
    assert peer.closed.ending is Ending.ERROR_FROM_PEER
    assert peer.closed.violation is None
    assert peer.closed.detail == "bad [31m luck"


def test_a_reason_of_1024_code_points_is_one_too_many_and_is_cut() -> None:
    play = Play()
    ada = play.person("ada")
    for length, is_violation in ((1_023, False), (1_024, True), (5_000, True)):
        peer = ScriptedPeer(play, ada).greets()
        error = b"\x0a" + bytes([0x80 | length & 0x7F, length >> 7]) + b"x" * length
        peer.sends(b"\x0a" + bytes([0x80 | len(error) & 0x7F, len(error) >> 7]) + error)
        assert peer.closed is not None
        assert peer.closed.ending is Ending.ERROR_FROM_PEER
        assert (peer.closed.violation is not None) is is_violation
        assert len(peer.closed.detail) == 1_023


def test_nothing_has_an_effect_after_the_end() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    peer.sends(encode_packet(Error("enough")), encode_packet(Ping(1)))
    assert peer.said(Pong) == []
    machine = peer.end.machine
    assert list(machine.receive(b"more", play.now)) == []
    assert machine.wake(play.now) == []
    assert machine.reconcile(play.now) == []
    ada.does(Post(channel.id, json.dumps({"text": "hello"})))
    assert machine.notice(ada.stored, play.now) == []


def test_two_people_with_nothing_in_common_stay_connected() -> None:
    play = Play()
    ada, ben = play.person("ada"), play.person("ben")
    owned_by(ada)
    owned_by(ben)
    ends = play.connect(ada, ben)
    play.pass_time(100.0)
    assert all(end.ready for end in ends)
