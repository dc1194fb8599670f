"""Clocks that disagree: invites that begin a little later, posts of a clock that was ahead.

Whoever is early waits; nothing is lost, and nobody is shown what they would have to refuse.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import AcceptInvite, IssueInvite, RequestInvite
from engine.model.events import InviteArrived
from engine.model.ids import PostId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation import asking
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.graph.answers import answer_bulk, answer_query
from engine.protocols.peerlinks.limits import BULK_HASHES, INVITES_HELD_BACK_MAX
from engine.protocols.peerlinks.messages import encode_invite
from engine.protocols.peerlinks.packets import (
    Bulk,
    EncryptedInvite,
    Invite,
    Notification,
    Query,
    QueryResponse,
)
from engine.protocols.peerlinks.records import Channel, HeldByPeer
from engine.protocols.peerlinks.trust.link import issue_link
from tests.conversations.peerlinks.guests import DAY, sealed, two_people, waiting
from tests.conversations.play import Person, Play
from tests.conversations.scenes import (
    channel_of,
    hashes,
    identity_of,
    lets_in,
    owner,
    posts,
    posts_many,
    timeline,
)
from tests.conversations.scripted import ScriptedPeer

ALL = Query(0, is_backward=False, limit=1_024)


# ---- invites ------------------------------------------------------------------------------------


def _invited_by_a_clock_ahead(play: Play, seconds: float) -> tuple[Person, Person, bytes]:
    """Ada, whose clock was that far ahead, has let Ben in; the invite as it would be pasted."""
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    asked = ben.does(RequestInvite())
    play.now += seconds
    issued = ada.does(IssueInvite(space, asked.request, "Ben"))
    play.now -= seconds
    return ada, ben, issued.invite


def test_an_invite_that_begins_in_some_minutes_waits_and_is_taken_then() -> None:
    play = Play()
    ada, ben, _ = _invited_by_a_clock_ahead(play, 420.0)
    space = ada.records.channels()[0].id
    ends = play.connect(ada, ben)
    play.pass_time(299.0)
    assert ben.told(InviteArrived) == []
    play.pass_time(2.0)
    assert [event.space for event in ben.told(InviteArrived)] == [space]
    assert hashes(ben, space) == hashes(ada, space)
    assert all(end.ready for end in ends)


def test_an_invite_that_waits_comes_again_with_the_next_greeting() -> None:
    play = Play()
    ada, ben, _ = _invited_by_a_clock_ahead(play, 420.0)
    space = ada.records.channels()[0].id
    play.connect(ada, ben)
    ben.restarts()
    play.pass_time(310.0)
    assert ben.told(InviteArrived) == []
    play.connect(ada, ben)
    play.pass_time(1.0)
    assert hashes(ben, space) == hashes(ada, space)


def test_an_invite_that_begins_in_more_than_ten_minutes_is_ignored() -> None:
    play = Play()
    ada, ben, _ = _invited_by_a_clock_ahead(play, 721.0)
    play.connect(ada, ben)
    play.pass_time(700.0)
    assert ben.told(InviteArrived) == []


def test_a_pasted_invite_that_begins_later_is_refused_with_the_minutes_until_then() -> None:
    play = Play()
    _, ben, invite = _invited_by_a_clock_ahead(play, 420.0)
    with pytest.raises(Refused) as refused:
        ben.does(AcceptInvite(invite))
    assert (refused.value.reason, refused.value.detail) == (Refusal.INVITE_EARLY, "5")
    play.now += 300.0
    assert ben.does(AcceptInvite(invite)).path == ("Ben",)


def test_no_more_than_a_few_invites_of_one_peer_wait() -> None:
    play = Play()
    ben, asked, peer = waiting(play)
    ada, channel = owner(play, "ada")
    trustee = identity_of(ben).public_key
    assert channel.secret_key is not None
    letters: list[EncryptedInvite] = []
    for number in range(INVITES_HELD_BACK_MAX + 1):
        begin = play.now + 5.0 + number
        link = issue_link(channel.secret_key, channel.id, trustee, "Ben", begin, begin + DAY)
        invite = Invite(channel.public_key, "ada", (link,))
        letters.append(sealed(peer, asked, encode_invite(invite)))
    peer.says(*letters[1:])
    peer.says(letters[0])
    play.pass_time(5.5)
    assert ben.told(InviteArrived) == []
    play.pass_time(2.0)
    assert len(ben.told(InviteArrived)) == 1
    assert ada.records.channel(channel.id) is not None


def test_whoever_was_let_in_by_a_clock_ahead_of_ours_hears_once_their_right_begins() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    play.now += 420.0
    lets_in(ada, channel.id, ben)
    play.now -= 420.0
    play.now += 360.0  # ben's clock goes right, ada's is set back a little further
    peer = ScriptedPeer(play, ada, peer_id=ben.peer_id).greets()
    identity = identity_of(ben)
    chain = ben.records.own_chains(channel.id)[0].chain
    play.now -= 120.0
    assert peer.asks(channel, ALL, identity.secret_key, chain) is None
    before = len(peer.said(Notification))
    play.pass_time(70.0)
    assert len(peer.said(Notification)) == before + 1
    assert peer.asks(channel, ALL, identity.secret_key, chain, seq=1) is not None


# ---- posts of others ----------------------------------------------------------------------------


def test_what_ripens_while_its_parent_waits_waits_with_it() -> None:
    """An honest clock is two and a half minutes ahead, and its answers come seconds apart."""
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.now += 150.0
    posts_many(ada, channel.id, 2 * BULK_HASHES - 4)  # a second between each and the next
    play.now -= 150.5  # the last two of the first answer have to wait
    peer = ScriptedPeer(play, ben, peer_id=ada.peer_id).greets()
    page = answer_query(ada.records, channel.id, ALL)
    peer.answers(channel, page)
    for request in [one for one in peer.requests() if one.channel_id == channel.id][1:]:
        asked = peer.opened(request, channel).content
        assert isinstance(asked, Bulk)
        given = answer_bulk(ada.records, channel.id, asked, 4 << 20)
        peer.answers(channel, given.answer, request=request)
        play.now += 5.0
    assert peer.closed is None
    assert len(hashes(ben, channel.id)) < len(hashes(ada, channel.id))
    play.hang_up(peer.end)
    play.connect(ada, ben)
    play.pass_time(60.0)
    assert hashes(ben, channel.id) == hashes(ada, channel.id)


def test_what_waited_is_asked_for_again_in_the_same_conversation_once_it_is_ripe() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.now += 300.0
    ahead = posts(ada, channel.id, "ahead")
    play.now -= 300.0
    peer = ScriptedPeer(play, ben, peer_id=ada.peer_id).greets()
    home = identity_of(ben).channel
    assert home is not None
    peer.knows_nothing_of(home)
    _answers_with_all(peer, ada, channel)
    assert ahead not in hashes(ben, channel.id)
    play.now += 180.0
    play.pass_time(1.0)
    _answers_with_all(peer, ada, channel)
    assert ahead in hashes(ben, channel.id)


def _answers_with_all(peer: ScriptedPeer, holder: Person, channel: Channel) -> None:
    """To the last Query and to the Bulk that follows it."""
    peer.answers(channel, answer_query(holder.records, channel.id, ALL))
    bulk = peer.asked(channel)[-1]
    assert isinstance(bulk, Bulk)
    peer.answers(channel, answer_bulk(holder.records, channel.id, bulk, 4 << 20).answer)


@pytest.mark.parametrize("early", [3, 4])
def test_no_more_posts_that_wait_are_remembered_than_the_limit(
    monkeypatch: pytest.MonkeyPatch, early: int
) -> None:
    monkeypatch.setattr(asking, "HELD_BACK_MAX", 3)
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.now += 300.0
    ahead = [posts(ada, channel.id, f"ahead {number}") for number in range(early)]
    play.now -= 300.0
    peer = ScriptedPeer(play, ben, peer_id=ada.peer_id).greets()
    peer.answers(channel, answer_query(ada.records, channel.id, ALL))
    (bulk,) = (one for one in peer.asked(channel) if isinstance(one, Bulk))
    assert set(ahead) < set(bulk.hashes)
    peer.answers(channel, answer_bulk(ada.records, channel.id, bulk, 4 << 20).answer)
    assert list(_remembered(peer, channel)) == ahead[:3]


def _remembered(peer: ScriptedPeer, channel: Channel) -> Mapping[PostId, float]:
    assert isinstance(peer.end.machine, PeerlinksConnection)
    session = peer.end.machine._session
    assert session is not None
    return session._asking._courses[channel.id].held_back


# ---- posts of our own ---------------------------------------------------------------------------


def _posted_ahead(play: Play, seconds: float) -> tuple[Person, Person]:
    """Ada and Ben share a channel; Ada posted while her clock was that far ahead."""
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    posts(ada, channel.id, "before")
    play.now += seconds
    posts(ada, channel.id, "ahead")
    posts(ada, channel.id, "and on top")
    play.now -= seconds
    return ada, ben


def test_a_post_made_while_our_clock_was_far_ahead_is_not_shown_until_it_is_acceptable() -> None:
    play = Play()
    ada, ben = _posted_ahead(play, 3_600.0)
    space = ada.records.channels()[0].id
    ends = play.connect(ada, ben)
    play.pass_time(60.0)
    assert hashes(ben, space) == hashes(ada, space)[:2]
    play.pass_time(3_400.0)
    assert hashes(ben, space) == hashes(ada, space)[:2]
    play.pass_time(30.0)
    assert hashes(ben, space) == hashes(ada, space)
    assert all(end.ready for end in ends)


def test_what_is_posted_after_the_clock_was_set_right_is_acceptable_at_once() -> None:
    play = Play()
    ada, ben = _posted_ahead(play, 3_600.0)
    space = ada.records.channels()[0].id
    ends = play.connect(ada, ben)
    early = hashes(ada, space)[2:]
    later = posts(ada, space, "by the right clock")
    play.pass_time(1.0)
    assert later in hashes(ben, space)
    answer = posts(ben, space, "an answer")
    play.pass_time(1.0)
    assert answer in hashes(ada, space)
    play.pass_time(3_600.0)
    assert set(early) < set(hashes(ben, space))
    merged = posts(ada, space, "together again")
    play.pass_time(1.0)
    parents = next(one.parents for one in timeline(ben, space) if one.hash == merged)
    assert set(parents) == {early[-1], answer}
    assert all(end.ready for end in ends)


def test_a_post_that_ripens_below_what_others_hold_is_told_of() -> None:
    play = Play()
    ada, ben = _posted_ahead(play, 3_600.0)
    space = ada.records.channels()[0].id
    for number in range(5):
        posts(ada, space, f"by the right clock {number}")
    play.connect(ada, ben)
    play.pass_time(1.0)
    for number in range(5):
        posts(ben, space, f"an answer {number}")
    play.connect(ada, ben)  # whose first question is about what is higher than the hidden ones
    play.pass_time(3_600.0)
    assert hashes(ben, space) == hashes(ada, space)


def test_a_hidden_post_is_not_given_to_whoever_asks_for_it_by_name() -> None:
    play = Play()
    ada, ben = _posted_ahead(play, 3_600.0)
    channel = channel_of(ada, ada.records.channels()[0].id)
    peer = ScriptedPeer(play, ada, peer_id=ben.peer_id).greets()
    identity = identity_of(ben)
    chain = ben.records.own_chains(channel.id)[0].chain
    asked = Bulk(tuple(hashes(ada, channel.id)))
    answer = peer.asks(channel, asked, identity.secret_key, chain)
    assert answer is not None
    assert len(answer.messages) == 2
    held = [one for one in ada.records.noted if isinstance(one, HeldByPeer)]
    assert [one.hashes for one in held] == [tuple(hashes(ada, channel.id)[:2])]


def test_every_page_leads_on_to_what_is_acceptable_and_ends_there() -> None:
    play = Play()
    ada, ben = _posted_ahead(play, 3_600.0)
    channel = channel_of(ada, ada.records.channels()[0].id)
    for number in range(4):
        posts(ada, channel.id, f"right {number}")
    peer = ScriptedPeer(play, ada, peer_id=ben.peer_id).greets()
    identity = identity_of(ben)
    chain = ben.records.own_chains(channel.id)[0].chain
    seen: list[PostId] = []
    query: Query | None = Query(0, is_backward=False, limit=2)
    while query is not None:
        page = peer.asks(channel, query, identity.secret_key, chain, seq=len(seen))
        assert isinstance(page, QueryResponse)
        assert page.messages
        seen += [one.hash for one in page.messages]
        onward = page.forward_hash
        query = None if onward is None else Query(onward, is_backward=False, limit=2)
    hidden = [one for one in hashes(ada, channel.id) if one not in seen]
    assert len(hidden) == 2
    assert len(seen) == len(set(seen)) == 6
    assert peer.end.closed is None or peer.end.closed.ending is not Ending.VIOLATION


def test_what_was_posted_ahead_is_given_one_by_one_as_it_ripens() -> None:
    """Also where the other side has long gone on from above, and asks for nothing so low."""
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    for end in list(ben.ends):
        play.hang_up(end)
    play.run()
    play.now += 600.0
    ahead = []
    for _ in range(3):
        ahead.append(posts(ben, channel.id, "from the future"))
        play.now += 600.0
    play.now -= 2_400.0
    for number in range(8):
        posts(ada, channel.id, f"meanwhile {number}")
    play.connect(ada, ben)
    play.pass_time(470.0)
    assert not set(ahead) & set(hashes(ada, channel.id))
    play.pass_time(30.0)
    assert ahead[0] in hashes(ada, channel.id)
    assert ahead[1] not in hashes(ada, channel.id)
    play.pass_time(1_230.0)
    assert set(ahead) <= set(hashes(ada, channel.id))
