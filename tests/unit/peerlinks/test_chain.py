"""Links and chains ("The chain"), beyond the recorded cases."""

from __future__ import annotations

import math
from itertools import pairwise, permutations

import pytest

from engine.crypto.ed25519 import SignedItem
from engine.errors import PeerViolation, Refusal, Refused
from engine.model.ids import PublicKey
from engine.protocols.peerlinks.packets import Link
from engine.protocols.peerlinks.trust.chain import (
    VerifiedLinks,
    chain_signed_items,
    chain_window,
    check_chain,
    is_chain_valid_at,
    leads_to,
    leaf_key,
)
from engine.protocols.peerlinks.trust.link import issue_link
from tests.grown_channel import (
    CHANNEL,
    FRIEND,
    GUEST,
    GUEST_CHAIN,
    KEY,
    MEMBER,
    MEMBER_CHAIN,
    NOW,
    OWNER,
    STRANGER,
    link,
)


def _item(number: int) -> SignedItem:
    return SignedItem(bytes([number]) * 64, b"a link", KEY)


def test_the_empty_chain_is_the_owners_and_valid_for_ever() -> None:
    assert leaf_key((), KEY) == KEY
    assert chain_window(()) == (-math.inf, math.inf)
    assert check_chain((), KEY, CHANNEL.id, 0.0, VerifiedLinks()) == KEY


def test_a_chain_is_valid_while_all_its_links_are() -> None:
    chain = (
        link(OWNER, MEMBER, valid_from=100, valid_to=200),
        link(MEMBER, FRIEND, valid_from=50, valid_to=180),
        link(FRIEND, GUEST, valid_from=120, valid_to=500),
    )
    assert chain_window(chain) == (120, 180)
    assert check_chain(chain, KEY, CHANNEL.id, 120, VerifiedLinks()) == GUEST.public_key
    assert check_chain(chain, KEY, CHANNEL.id, 179.9, VerifiedLinks()) == GUEST.public_key
    for at in (119.9, 180, math.nan, math.inf):
        with pytest.raises(PeerViolation):
            check_chain(chain, KEY, CHANNEL.id, at, VerifiedLinks())


def test_a_chain_is_led_to_by_the_one_above_it_whenever_that_was_given() -> None:
    above = (link(OWNER, MEMBER, valid_from=100, valid_to=200),)
    given_anew = (link(OWNER, MEMBER, valid_from=300, valid_to=400),)
    chain = (*above, link(MEMBER, FRIEND))
    assert leads_to(above, chain)
    assert leads_to(given_anew, chain)
    assert leads_to((), above)
    for other in ((), chain, (link(OWNER, GUEST),), (link(OWNER, FRIEND), *above)):
        assert not leads_to(other, chain)
    assert not leads_to((), ()), "the owner's chain has no last link"


@pytest.mark.parametrize("windows", list(permutations([(100, 200), (50, 180), (120, 500)])))
def test_of_links_in_any_order_the_latest_begins_it_and_the_earliest_ends_it(
    windows: tuple[tuple[float, float], ...],
) -> None:
    people = (OWNER, MEMBER, FRIEND, GUEST)
    chain = tuple(
        link(issuer, trustee, valid_from=first, valid_to=last)
        for (issuer, trustee), (first, last) in zip(pairwise(people), windows, strict=True)
    )
    assert chain_window(chain) == (120, 180)
    for at, allowed in ((119.9, False), (120, True), (179.9, True), (180, False)):
        assert is_chain_valid_at(chain, at) == allowed


def test_links_whose_times_never_meet_make_no_chain() -> None:
    chain = (
        link(OWNER, MEMBER, valid_from=100, valid_to=200),
        link(MEMBER, FRIEND, valid_from=300, valid_to=400),
    )
    for at in (150, 200, 250, 300):
        with pytest.raises(PeerViolation):
            check_chain(chain, KEY, CHANNEL.id, at, VerifiedLinks())


def test_a_fourth_link_is_refused_however_well_signed() -> None:
    chain = (*GUEST_CHAIN, link(GUEST, STRANGER))
    with pytest.raises(PeerViolation):
        check_chain(chain, KEY, CHANNEL.id, NOW, VerifiedLinks())


def test_a_key_may_stand_in_a_chain_twice() -> None:
    chain = (*MEMBER_CHAIN, link(MEMBER, MEMBER))
    assert check_chain(chain, KEY, CHANNEL.id, NOW, VerifiedLinks()) == MEMBER.public_key


def test_a_verified_link_need_not_be_verified_again_in_its_own_channel() -> None:
    verified = VerifiedLinks()
    assert len(chain_signed_items(GUEST_CHAIN, KEY, CHANNEL.id, verified)) == 3
    check_chain(GUEST_CHAIN, KEY, CHANNEL.id, NOW, verified)
    assert chain_signed_items(GUEST_CHAIN, KEY, CHANNEL.id, verified) == []
    other = PublicKey(STRANGER.public_key)
    assert len(chain_signed_items(MEMBER_CHAIN, other, CHANNEL.id, verified)) == 1


def test_a_link_that_its_issuer_did_not_sign_is_not_taken_for_a_verified_one_later() -> None:
    verified = VerifiedLinks()
    for _ in range(2):
        with pytest.raises(PeerViolation):
            check_chain((link(STRANGER, MEMBER),), KEY, CHANNEL.id, NOW, verified)
    assert len(verified) == 0


def test_a_verified_link_must_still_be_valid_at_the_time() -> None:
    verified = VerifiedLinks()
    check_chain(MEMBER_CHAIN, KEY, CHANNEL.id, NOW, verified)
    with pytest.raises(PeerViolation):
        check_chain(MEMBER_CHAIN, KEY, CHANNEL.id, MEMBER_CHAIN[0].valid_to, verified)


def test_a_changed_link_is_another_link() -> None:
    verified = VerifiedLinks()
    check_chain(MEMBER_CHAIN, KEY, CHANNEL.id, NOW, verified)
    (one,) = MEMBER_CHAIN
    longer = Link(one.trustee, one.display_name, one.valid_from, one.valid_to + 1, one.signature)
    with pytest.raises(PeerViolation):
        check_chain((longer,), KEY, CHANNEL.id, NOW, verified)


def test_verified_links_are_bounded_and_forget_the_least_used() -> None:
    verified = VerifiedLinks(count_max=3)
    for number in range(3):
        verified.remember(_item(number))
    assert _item(0) in verified
    verified.remember(_item(3))
    assert len(verified) == 3
    assert [_item(number) in verified for number in range(4)] == [True, False, True, True]


@pytest.mark.parametrize("name", ["", "x" * 129, "\U0001f642" * 65, "a\ud83d"])
def test_a_link_is_not_issued_for_a_name_that_peers_refuse(name: str) -> None:
    with pytest.raises(Refused) as refused:
        link(OWNER, MEMBER, name=name)
    assert refused.value.reason is Refusal.NAME_INVALID


@pytest.mark.parametrize("name", ["x", "x" * 128, "\U0001f642" * 64])
def test_a_link_is_issued_for_a_name_of_1_to_128_units(name: str) -> None:
    chain = (link(OWNER, MEMBER, name=name),)
    assert check_chain(chain, KEY, CHANNEL.id, NOW, VerifiedLinks()) == MEMBER.public_key


@pytest.mark.parametrize(
    ("valid_from", "valid_to"),
    [(2.0, 2.0), (2.0, 1.0), (-1.0, 1.0), (1.0, math.inf), (math.nan, 1.0), (1.0, 2.0**53)],
)
def test_a_link_is_not_issued_for_a_time_that_is_none(valid_from: float, valid_to: float) -> None:
    trustee = PublicKey(MEMBER.public_key)
    with pytest.raises(Refused) as refused:
        issue_link(OWNER.secret_key, CHANNEL.id, trustee, "a name", valid_from, valid_to)
    assert refused.value.reason is Refusal.VALIDITY_INVALID
