"""Which values are taken, and what it costs to find that out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import KeyPair, SignedItem, verify_each
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.comments.value import Comment, Kind, write_comment
from engine.protocols.hyperbloom.exchange.policy import FUTURE_SECONDS, Comments
from engine.protocols.hyperbloom.limits import LINKS_MAX, TAKEN_SLICE
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import issue_link
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, chain_of, comment_by


@dataclass
class Counting:
    """A ``VerifyMany`` that remembers how many signatures it was asked for at once."""

    batches: list[int] = field(default_factory=list)

    def __call__(self, items: Sequence[SignedItem]) -> list[bool]:
        if items:
            self.batches.append(len(items))
        return verify_each(items)


def fresh(number: int, links: int = LINKS_MAX) -> tuple[Chain, KeyPair]:
    """A chain through keys that nobody has seen before."""
    chain, issuer = Chain(FEED), KEYS[0]
    for place in range(links):
        trustee = ed25519.from_seed(hash32(b"%d %d" % (number, place)))
        key = PublicKey(trustee.public_key)
        chain = chain.with_link(issue_link(issuer.secret_key, key, math.inf, bytes(32)))
        issuer = trustee
    return chain, issuer


def by_fresh_keys(count: int) -> list[bytes]:
    return [comment_by(*fresh(number), f"{number}") for number in range(count)]


def by_one_author(count: int) -> list[bytes]:
    return [comment_by(chain_of(2), KEYS[2], f"{number}") for number in range(count)]


@pytest.mark.parametrize("written", [by_fresh_keys, by_one_author])
def test_a_step_of_taking_verifies_as_many_signatures_whoever_wrote(
    written: Callable[[int], list[bytes]],
) -> None:
    verified, values = Counting(), written(200)
    peer = ann(policy=Comments(verified))
    Scripted(peer).opens().shakes().gives(*values)
    assert peer.held == set(values)
    assert max(verified.batches) <= TAKEN_SLICE
    links = LINKS_MAX * len(values) if written is by_fresh_keys else 1
    assert sum(verified.batches) == len(values) + links


def test_a_value_of_more_signatures_than_a_step_takes_is_a_step_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.protocols.hyperbloom.exchange.policy.TAKEN_SLICE", 2)
    verified, values = Counting(), by_fresh_keys(3)
    peer = ann(policy=Comments(verified))
    Scripted(peer).opens().shakes().gives(*values)
    assert peer.held == set(values)
    assert verified.batches == [LINKS_MAX + 1] * 3


def _never(*_of: bytes) -> bool:
    raise AssertionError("a signature was looked at")


CHAIN, HOLDER = fresh(0)
SAID = Comment(Kind.COMMENT, CHAIN, NOON, "x")
WORTHLESS = {
    "of no kind": write_comment(SAID, HOLDER.secret_key).replace(b"\1\1\5", b"\1\4\5", 1),
    "without words": write_comment(replace(SAID, text=""), HOLDER.secret_key),
    "a change of nothing": write_comment(replace(SAID, kind=Kind.EDIT), HOLDER.secret_key),
    "of the future": write_comment(replace(SAID, at=NOON + FUTURE_SECONDS + 1), HOLDER.secret_key),
    "behind its right": comment_by(chain_of(1, 2, until=NOON - 2), KEYS[2], "late", NOON - 1),
    "cut off": write_comment(SAID, HOLDER.secret_key)[:-1],
}


@pytest.mark.parametrize("value", WORTHLESS.values(), ids=WORTHLESS)
def test_what_can_be_seen_without_it_costs_no_signature(
    monkeypatch: pytest.MonkeyPatch, value: bytes
) -> None:
    monkeypatch.setattr(ed25519, "verify", _never)
    verified = Counting()
    assert Comments(verified).lawful(FEED, [value], NOON) == []
    assert verified.batches == []


def test_the_links_of_a_chain_are_verified_once() -> None:
    verified = Counting()
    policy, values = Comments(verified), by_one_author(6)
    assert len(policy.lawful(FEED, values[:3], NOON)) == 3
    assert len(policy.lawful(FEED, values[3:], NOON)) == 3
    assert verified.batches == [1 + 3, 3]


@pytest.mark.parametrize("others", [2, 3])
def test_of_chains_that_were_verified_the_latest_are_remembered(
    monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    """Whoever is let in makes as many as they like."""
    monkeypatch.setattr("engine.protocols.hyperbloom.exchange.policy._CHAINS_KEPT", 3)
    verified, (first, again) = Counting(), by_one_author(2)
    policy = Comments(verified)
    policy.lawful(FEED, [first], NOON)
    policy.lawful(FEED, by_fresh_keys(others), NOON)
    verified.batches.clear()
    assert len(policy.lawful(FEED, [again], NOON)) == 1
    assert verified.batches == ([1] if others < 3 else [1 + 1])


def test_a_link_that_its_issuer_did_not_sign_lets_in_nobody() -> None:
    """Neither now nor later; whoever came by true ones is taken."""
    policy = Comments(verify_each)
    chain, keys = fresh(1)
    bent = bytearray(chain.links[2].encoded)
    bent[-1] ^= 1
    forged = replace(
        chain,
        links=(*chain.links[:2], replace(chain.links[2], encoded=bytes(bent)), *chain.links[3:]),
    )
    false = [comment_by(forged, keys, text) for text in ("one", "two")]
    true = [comment_by(chain, keys, "three"), *by_one_author(1)]
    for _ in range(2):
        taken = policy.lawful(FEED, [*false, *true], NOON)
        assert [one.value for one in taken] == true


def test_a_chain_that_was_proven_by_an_early_comment_proves_no_late_one() -> None:
    policy, chain = Comments(verify_each), chain_of(2, until=NOON - 10)
    early = comment_by(chain, KEYS[2], "in time", NOON - 20)
    late = comment_by(chain, KEYS[2], "too late", NOON - 5)
    for values in ([early, late], [late]):
        taken = policy.lawful(FEED, values, NOON)
        assert [one.value for one in taken] == [one for one in values if one == early]
