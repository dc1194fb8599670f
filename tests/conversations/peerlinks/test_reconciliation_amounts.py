"""How much is asked for at once, and what of it may wait in memory ("Bulk fetch")."""

from __future__ import annotations

import pytest

from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation import reconciliation
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.conversation.surroundings import Policy
from engine.protocols.peerlinks.graph.answers import answer_bulk, answer_query
from engine.protocols.peerlinks.limits import (
    BULK_ANSWER_BYTES_MAX,
    FRAME_BYTES_MAX,
    LAYOUT_WAIT_SECONDS,
)
from engine.protocols.peerlinks.messages import encode_packet
from engine.protocols.peerlinks.packets import Bulk, Query, SyncRequest
from engine.protocols.peerlinks.records import Channel
from engine.wire.frames import encode_frame
from tests.attacks.scenes import Siege, peak_rss
from tests.conversations.play import Person, Play
from tests.conversations.scenes import hashes, lets_in, owner, posts, posts_many
from tests.conversations.scripted import ScriptedPeer

_ALL = Query(0, is_backward=False, limit=1_024)


def test_others_than_ours_are_asked_for_8_posts_at_once() -> None:
    """They give all that they are asked for, and it has to fit a packet."""
    play, ada, channel, ben = _has_many_posts()
    peer = ScriptedPeer(play, ben, ours=False).greets()
    play.pass_time(LAYOUT_WAIT_SECONDS)
    peer.answers(channel, answer_query(ada.records, channel.id, _ALL))
    assert {len(one.hashes) for one in _bulks(peer, channel)} == {8}


def test_whose_answer_is_larger_than_a_packet_is_asked_for_one_post_at_a_time_from_then_on() -> (
    None
):
    """Eight posts of an owner may be of any length; nobody is to blame for what we asked."""
    play, ada, channel, ben = _has_many_posts()
    peer = ScriptedPeer(play, ben, ours=False).greets()
    play.pass_time(LAYOUT_WAIT_SECONDS)
    peer.answers(channel, answer_query(ada.records, channel.id, _ALL))
    peer.sends_raw((FRAME_BYTES_MAX + 1).to_bytes(4, "big"))
    assert peer.closed is not None
    assert peer.closed.ending is Ending.CLOSED_BY_US
    again = ScriptedPeer(play, ben, ours=False).greets()
    play.pass_time(LAYOUT_WAIT_SECONDS)
    again.answers(channel, answer_query(ada.records, channel.id, _ALL))
    assert {len(one.hashes) for one in _bulks(again, channel)} == {1}
    again.sends_raw((FRAME_BYTES_MAX + 1).to_bytes(4, "big"))
    assert again.closed is not None
    assert again.closed.ending is Ending.VIOLATION, "one post alone fits a packet"


def test_answers_that_come_before_their_turn_are_kept_to_a_bound_and_asked_for_again() -> None:
    play, ada, channel, ben = _has_many_posts()
    peer = ScriptedPeer(play, ben).greets()
    peer.answers(channel, answer_query(ada.records, channel.id, _ALL))
    first, second, third = peer.requests()[-3:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{reconciliation.__name__}.ANSWERS_AHEAD_BYTES_MAX", 8_000)
        for request in (third, second, first):
            _gives(ada, peer, channel, request)
    again = peer.opened(peer.requests()[-1], channel).content
    assert again == peer.opened(second, channel).content, "the third was small enough to be kept"
    _gives(ada, peer, channel, peer.requests()[-1])
    assert hashes(ben, channel.id) == hashes(ada, channel.id)


def test_a_huge_answer_is_in_memory_no_more_than_some_five_times() -> None:
    """As it came, sealed; opened; and of each message its encoding, its text and what is signed."""
    siege = Siege(posts=0)
    for _ in range(12):
        posts(siege.ada, siege.channel.id, "x" * (4 << 20))
    siege.peer.answers(siege.channel, answer_query(siege.ada.records, siege.channel.id, _ALL))
    (*_, request) = siege.peer.requests()
    frame = bytearray(_sealed_answer(siege, request))

    def take() -> None:
        while frame:
            siege.play.deliver(siege.peer.end, bytes(frame[: 64 << 10]))
            siege.play.run()
            del frame[: 64 << 10]

    size = len(frame)
    assert peak_rss(take) < 5 * size
    assert hashes(siege.ben, siege.channel.id) == hashes(siege.ada, siege.channel.id)


def _sealed_answer(siege: Siege, request: SyncRequest) -> bytes:
    """The packet that gives all that ``request`` asks for, framed."""
    asked = siege.peer.opened(request, siege.channel)
    assert isinstance(asked.content, Bulk)
    answer = answer_bulk(siege.ada.records, siege.channel.id, asked.content, 1 << 30).answer
    packet = siege.peer.sealed_answer(siege.channel, answer, request)
    return encode_frame(encode_packet(packet))


def _has_many_posts() -> tuple[Play, Person, Channel, Person]:
    """Ada has 96 messages, Ben none of them; he asks for 32 at once."""
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 95)
    ben = play.person("ben", Policy(extent=Extent(bulk_hashes=32)))
    lets_in(ada, channel.id, ben)
    return play, ada, channel, ben


def _bulks(peer: ScriptedPeer, channel: Channel) -> list[Bulk]:
    return [one for one in peer.asked(channel) if isinstance(one, Bulk)]


def _gives(ada: Person, peer: ScriptedPeer, channel: Channel, request: SyncRequest) -> None:
    bulk = peer.opened(request, channel).content
    assert isinstance(bulk, Bulk)
    answer = answer_bulk(ada.records, channel.id, bulk, BULK_ANSWER_BYTES_MAX).answer
    peer.answers(channel, answer, request=request)
