"""Our chain goes a shorter way once a peer has shown one (protocols/hyperbloom.md 6, row 35)."""

from __future__ import annotations

import math

from engine.protocols.hyperbloom.trust.chain import Chain, read_chain
from tests.conversations.hyperbloom.scripted import Scripted
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, Peer, chain_of


def met(own: Chain, person: int, theirs: Chain) -> Chain:
    """Ours, behind a meeting with that person, who shows that chain."""
    peer = Peer("ann", own, KEYS[1])
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


def test_a_way_that_is_no_shorter_is_none() -> None:
    own = chain_of(4, 1)
    assert met(own, 4, chain_of(4, until=math.inf)) == own
    assert met(own, 4, chain_of(3, 4)) == own


def test_a_way_that_ends_sooner_is_not_gone() -> None:
    own = chain_of(3, 4, 1)
    assert met(own, 4, chain_of(4, until=NOON + 60)) == own
