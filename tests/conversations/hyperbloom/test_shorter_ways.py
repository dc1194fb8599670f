"""Our chain goes a shorter way, or one that lasts longer, once a peer has shown it
(protocols/hyperbloom.md 6, row 35).
"""

from __future__ import annotations

import math

import pytest

from engine.protocols.hyperbloom.trust.chain import Chain, read_chain
from tests.conversations.hyperbloom.scripted import Scripted
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, Peer, chain_of


def met(own: Chain, person: int, theirs: Chain) -> Chain:
    """Ours, behind a meeting with that person, who shows that chain."""
    peer = Peer("ann", own, KEYS[1], reads=not own.holds_at(NOON))
    scripted = Scripted(peer, person=person).opens().shakes(theirs)
    assert scripted.end.close is None
    assert peer.records.own.chain is not None
    return peer.records.own.chain


def people(chain: Chain) -> list[int]:
    numbers = {keys.public_key: number for number, keys in enumerate(KEYS)}
    return [numbers[link.trustee] for link in chain.links]


def test_who_let_us_in_may_be_nearer_to_the_author_by_now() -> None:
    way = met(chain_of(3, 4, 1), 4, chain_of(4))
    assert people(way) == [4, 1]
    assert read_chain(FEED, way.encoded, NOON) == way


def test_anybody_may_show_a_shorter_way_through_whoever_let_us_in() -> None:
    way = met(chain_of(3, 5, 4, 1), 6, chain_of(4, 6))
    assert people(way) == [4, 1]
    assert read_chain(FEED, way.encoded, NOON) == way


def test_of_several_ways_the_shortest_is_gone() -> None:
    assert people(met(chain_of(3, 5, 4, 6, 1), 7, chain_of(5, 6, 7))) == [5, 6, 1]


RENEWED = chain_of(4, until=NOON + 9_000)


@pytest.mark.parametrize("ended", [NOON + 1_000, NOON - 1], ids=["still holds", "has ended"])
def test_where_whoever_let_us_in_has_another_permission_ours_lasts_as_long(ended: float) -> None:
    """Who let us in did so for longer than they had the right themselves."""
    (theirs,) = chain_of(4, until=ended).links
    ours = chain_of(4, 1).links[1]
    way = met(Chain(FEED, (theirs, ours)), 4, RENEWED)
    assert way == Chain(FEED, (*RENEWED.links, ours))
    assert way.expiration == NOON + 9_000
    assert read_chain(FEED, way.encoded, NOON) == way


@pytest.mark.parametrize("ended", [NOON + 1_000, NOON - 1], ids=["still holds", "has ended"])
def test_a_longer_way_is_gone_where_whoever_let_us_in_was_let_in_anew_by_another(
    ended: float,
) -> None:
    (theirs,) = chain_of(4, until=ended).links
    ours = chain_of(4, 1).links[1]
    anew = chain_of(5, 4, until=NOON + 9_000)
    assert met(Chain(FEED, (theirs, ours)), 4, anew) == Chain(FEED, (*anew.links, ours))


def test_no_way_has_more_than_five_links() -> None:
    (theirs,) = chain_of(4, until=NOON - 1).links
    own = Chain(FEED, (theirs, chain_of(4, 1).links[1]))
    assert people(met(own, 4, chain_of(3, 5, 6, 4, until=NOON + 9_000))) == [3, 5, 6, 4, 1]
    assert met(own, 4, chain_of(2, 3, 5, 6, 4, until=NOON + 9_000)) == own


def test_who_may_let_others_in_is_not_led_a_way_on_which_they_could_not() -> None:
    """Nobody was asked; behind the end of theirs they are."""
    (theirs,) = chain_of(4, until=NOON + 1_000).links
    own = Chain(FEED, (theirs, chain_of(4, 1).links[1]))
    assert people(met(own, 4, chain_of(3, 5, 4, until=NOON + 9_000))) == [3, 5, 4, 1]
    assert met(own, 4, chain_of(3, 5, 6, 4, until=NOON + 9_000)) == own


def test_who_may_let_nobody_in_is_led_a_way_that_is_as_long_and_lasts_longer() -> None:
    theirs = chain_of(2, 3, 5, 4, until=NOON + 1_000).links
    own = Chain(FEED, (*theirs, *chain_of(4, 1).links[1:]))
    assert people(met(own, 4, chain_of(3, 5, 6, 4, until=NOON + 9_000))) == [3, 5, 6, 4, 1]


def test_of_several_ways_that_which_lasts_longest_is_gone_though_another_is_shorter() -> None:
    (second, third, fourth) = chain_of(2, 3, 4, until=NOON + 1_000).links
    own = Chain(FEED, (second, third, fourth, chain_of(4, 1).links[1]))
    shown = (*chain_of(3).links, *chain_of(3, 5, 4, until=NOON + 9_000).links[1:])
    assert people(met(own, 4, Chain(FEED, shown))) == [3, 5, 4, 1]


def test_where_we_were_let_in_for_a_shorter_time_another_permission_of_theirs_changes_nothing() -> (
    None
):
    own = Chain(FEED, (*chain_of(4).links, *chain_of(4, 1, until=NOON + 60).links[1:]))
    assert met(own, 4, chain_of(4, until=math.inf)) == own


def test_a_way_that_is_no_shorter_and_lasts_no_longer_is_none() -> None:
    own = chain_of(4, 1)
    assert met(own, 4, chain_of(4, until=math.inf)) == own
    assert met(own, 4, chain_of(3, 4)) == own


def test_a_way_that_ends_sooner_is_not_gone() -> None:
    own = chain_of(3, 4, 1)
    assert met(own, 4, chain_of(4, until=NOON + 60)) == own
