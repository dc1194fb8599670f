"""While posts come in it is told how many there will be: from what is known, and not by a guess."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.events import Reconciling
from engine.model.ids import SpaceId
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.conversation.surroundings import Policy
from engine.protocols.peerlinks.graph.answers import answer_query
from engine.protocols.peerlinks.limits import HOLDS_MAX
from engine.protocols.peerlinks.packets import BulkResponse, Query, QueryResponse
from tests.conversations.peerlinks.asking import ALL, MEMBER, asked_by_member, membership
from tests.conversations.play import Person, Play
from tests.conversations.scenes import hashes, lets_in, owner, posts_many
from tests.conversations.scripted import ScriptedPeer

PAGES_OF_FORTY = Policy(extent=Extent(40))


def told(person: Person, space: SpaceId) -> list[tuple[int, int | None]]:
    """What was received, and of how many, each time."""
    return [(e.received, e.expected) for e in person.told(Reconciling) if e.space == space]


def test_a_tidings_says_how_much_it_holds_and_so_the_whole_is_known_from_the_first_page_on() -> (
    None
):
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 120)
    ben = play.person("ben", PAGES_OF_FORTY)
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    so_far = told(ben, channel.id)
    assert len(so_far) >= 4
    assert {expected for _, expected in so_far} == {121}
    assert so_far[-1] == (121, 121)


def test_what_we_hold_already_is_not_to_come() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 50)
    ben = play.person("ben", PAGES_OF_FORTY)
    lets_in(ada, channel.id, ben)
    end, _ = play.connect(ada, ben)
    play.hang_up(end)
    play.run()
    posts_many(ada, channel.id, 70, "later")
    before = len(told(ben, channel.id))
    play.connect(ada, ben)
    later = told(ben, channel.id)[before:]
    assert {expected for _, expected in later} == {70}


def test_of_another_program_it_is_known_once_its_last_page_has_come() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 15)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    peer = ScriptedPeer(play, ben, ours=False).greets()
    play.pass_time(5.0)
    for limit in (8, 100):
        query = [asked for asked in peer.asked(channel) if isinstance(asked, Query)][-1]
        page = answer_query(ada.records, channel.id, replace(query, limit=limit))
        peer.answers(channel, page)
        names = [one.hash for one in page.messages]
        wires = [one for one in ada.records.wires(channel.id, names) if one is not None]
        peer.answers(channel, BulkResponse(tuple(wires[:5]), 5))
        peer.answers(channel, BulkResponse(tuple(wires[5:]), 3))
    assert hashes(ben, channel.id) == hashes(ada, channel.id)
    assert told(ben, channel.id) == [(5, None), (8, None), (13, 16), (16, 16)]


@pytest.mark.parametrize(("says", "expected"), [(0, 5), (HOLDS_MAX, HOLDS_MAX), (2**63, None)])
def test_who_claims_to_hold_more_than_there_can_be_is_not_believed(
    says: int, expected: int | None
) -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 19)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    peer = ScriptedPeer(play, ben).greets()
    page = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=5))
    peer.answers(channel, replace(page, holds=says))
    wires = ada.records.wires(channel.id, [one.hash for one in page.messages[:2]])
    peer.answers(channel, BulkResponse(tuple(one for one in wires if one is not None), 2))
    assert told(ben, channel.id)[0] == (2, expected)


@pytest.mark.parametrize("ours", [True, False])
def test_only_who_has_marked_itself_is_told_how_much_there_is(*, ours: bool) -> None:
    peer, ada, channel = asked_by_member(Play(), ours=ours)
    page = peer.asks(channel, ALL, MEMBER.secret_key, membership(channel))
    assert isinstance(page, QueryResponse)
    assert page.holds == (len(hashes(ada, channel.id)) if ours else None)
