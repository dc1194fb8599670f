"""Which received messages become part of a channel (note 2, "Message receive")."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.crypto.ed25519 import SignedItem, verify_each
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.peerlinks.graph.acceptance import (
    Acceptance,
    Accepted,
    AlreadyStored,
    HeldBack,
)
from engine.protocols.peerlinks.graph.posting import Composed
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.messages import message_hash
from engine.protocols.peerlinks.trust.chain import VerifiedLinks
from engine.protocols.peerlinks.trust.link import issue_link
from tests.grown_channel import (
    CHANNEL,
    DAY,
    FRIEND_CHAIN,
    GUEST,
    GUEST_CHAIN,
    MEMBER,
    MEMBER_CHAIN,
    NOW,
    OWNER,
    STRANGER,
    GrownChannel,
    link,
    message,
    root,
)


def _expect_violation(channel: GrownChannel, rule: str, *messages: Composed) -> None:
    with pytest.raises(PeerViolation) as violation:
        channel.judge(*messages)
    assert violation.value.rule == rule


class Recording:
    """Verifies, and remembers what it was asked."""

    def __init__(self) -> None:
        self.calls: list[list[SignedItem]] = []

    def __call__(self, items: Sequence[SignedItem]) -> list[bool]:
        self.calls.append(list(items))
        return verify_each(items)


# ---- what is accepted -----------------------------------------------------------------------


def test_messages_of_one_packet_may_build_on_each_other() -> None:
    first = root()
    second = message([first], MEMBER, MEMBER_CHAIN)
    third = message([first, second], GUEST, GUEST_CHAIN)
    verdicts = GrownChannel().judge(first, second, third)
    assert [verdict.hash for verdict in verdicts] == [first[2], second[2], third[2]]
    assert all(isinstance(verdict, Accepted) for verdict in verdicts)


def test_a_record_says_who_signed_and_keeps_the_canonical_bytes() -> None:
    first = root()
    said = message([first], MEMBER, MEMBER_CHAIN)
    accepted = GrownChannel().judge(first, said)[1]
    assert isinstance(accepted, Accepted)
    record = accepted.stored(CHANNEL.id, NOW, ours=True)
    assert (record.message, record.wire, record.hash) == said
    assert (record.author, record.received_at, record.ours) == (MEMBER.public_key, NOW, True)


def test_what_is_stored_or_comes_twice_is_accepted_once() -> None:
    channel = GrownChannel()
    first = channel.begin()
    second = message([first])
    assert channel.judge(first, second, second) == [
        AlreadyStored(first[2]),
        channel.judge(second)[0],
        AlreadyStored(second[2]),
    ]


def test_an_empty_packet_has_no_verdicts() -> None:
    assert GrownChannel().judge() == []


def test_an_unknown_field_is_dropped_before_the_message_is_stored() -> None:
    channel = GrownChannel()
    first = channel.begin()
    value, wire, hashed = message([first])
    (accepted,) = channel.judge((value, wire + b"\x78\x01", hashed))
    assert isinstance(accepted, Accepted)
    assert accepted.wire == wire
    assert accepted.hash == hashed == message_hash(wire)


def test_128_parents_are_accepted_and_129_are_not() -> None:
    channel = GrownChannel()
    first = channel.begin()
    branches = [channel.keep(message([first], body=f'"{n}"')) for n in range(129)]
    assert isinstance(channel.judge(message(branches[:128]))[0], Accepted)
    _expect_violation(channel, "more than 128 parents", message(branches))


# ---- roots ----------------------------------------------------------------------------------


def test_a_second_root_is_refused_even_from_the_owner() -> None:
    channel = GrownChannel()
    channel.begin()
    _expect_violation(channel, "a second root", root(at=NOW + 1))


def test_two_roots_in_one_packet_are_refused() -> None:
    _expect_violation(GrownChannel(), "a second root", root(), root(at=NOW + 1))


def test_a_root_of_a_member_is_refused() -> None:
    rule = "a root not signed by the channel's key"
    _expect_violation(GrownChannel(), rule, root(MEMBER, MEMBER_CHAIN))


def test_a_root_of_a_stranger_without_a_chain_is_refused() -> None:
    rule = "a message or link its author did not sign"
    _expect_violation(GrownChannel(), rule, root(STRANGER))


# ---- the graph ------------------------------------------------------------------------------


def test_a_parent_must_come_before_its_child() -> None:
    channel = GrownChannel()
    first = channel.begin()
    second = message([first])
    third = message([second])
    _expect_violation(channel, "a parent that was not delivered before", third, second)


@pytest.mark.parametrize("height", [0, 1, 3])
def test_a_height_is_one_more_than_the_highest_parents(height: int) -> None:
    channel = GrownChannel()
    second = channel.keep(message([channel.begin()]))
    rule = "a height that is not the parents' plus 1"
    _expect_violation(channel, rule, message([second], height=height))


def test_parents_may_lie_30_days_apart_and_no_more() -> None:
    channel = GrownChannel()
    first = channel.begin(NOW - 40 * DAY)
    old = channel.keep(message([first], at=NOW - 30 * DAY))
    older = channel.keep(message([first], at=NOW - 30 * DAY - 0.001))
    new = channel.keep(message([first], at=NOW))
    assert isinstance(channel.judge(message([old, new]))[0], Accepted)
    _expect_violation(channel, "parents more than 30 days apart", message([older, new]))


def test_time_does_not_run_backwards() -> None:
    channel = GrownChannel()
    first = channel.begin()
    rule = "a timestamp before a parent's"
    _expect_violation(channel, rule, message([first], at=NOW - 0.001))


# ---- the clock ------------------------------------------------------------------------------


def test_120_seconds_ahead_is_accepted() -> None:
    channel = GrownChannel()
    first = channel.begin()
    assert isinstance(channel.judge(message([first], at=NOW + 120))[0], Accepted)


@pytest.mark.parametrize("ahead", [120.001, 600.0])
def test_up_to_ten_minutes_ahead_is_held_back_until_it_is_acceptable(ahead: float) -> None:
    channel = GrownChannel()
    early = message([channel.begin()], at=NOW + ahead)
    (held,) = channel.judge(early)
    assert isinstance(held, HeldBack)
    assert held == HeldBack(early[2], NOW + ahead - 120)
    assert isinstance(channel.judge(early, now=held.until)[0], Accepted)


def test_more_than_ten_minutes_ahead_is_refused() -> None:
    channel = GrownChannel()
    early = message([channel.begin()], at=NOW + 600.001)
    _expect_violation(channel, "a timestamp in the future", early)


def test_what_builds_on_a_message_held_back_is_held_back_with_it() -> None:
    channel = GrownChannel()
    early = message([channel.begin()], at=NOW + 300)
    child = message([early])
    held = [HeldBack(early[2], NOW + 180), HeldBack(child[2], NOW + 180)]
    assert channel.judge(early, child, early) == [*held, held[0]]
    assert channel.judge(child) == held[1:]


def test_what_builds_on_one_that_was_held_back_before_waits_for_it_to_any_depth() -> None:
    channel = GrownChannel()
    early = message([channel.begin()], at=NOW + 300)
    child = message([early])
    grandchild = message([child])
    wires = [child[1], grandchild[1]]
    verdicts = channel.acceptance.judge(CHANNEL, wires, NOW + 300, {early[2]: NOW + 180})
    assert verdicts == [HeldBack(child[2], NOW + 180), HeldBack(grandchild[2], NOW + 180)]


def test_what_builds_on_one_that_was_held_back_before_and_is_there_by_now_is_accepted() -> None:
    channel = GrownChannel()
    first = channel.begin()
    child = message([first])
    (verdict,) = channel.acceptance.judge(CHANNEL, [child[1]], NOW, {first[2]: NOW + 180})
    assert isinstance(verdict, Accepted)


def test_a_message_held_back_must_be_signed_all_the_same() -> None:
    channel = GrownChannel()
    forged = message([channel.begin()], STRANGER, at=NOW + 300)
    _expect_violation(channel, "a message or link its author did not sign", forged)


# ---- who may write --------------------------------------------------------------------------


def test_a_link_must_be_valid_at_the_time_of_the_message_not_now() -> None:
    channel = GrownChannel()
    first = channel.begin(NOW - 5 * DAY)
    expired = (link(OWNER, MEMBER, valid_to=NOW - 1 * DAY),)
    old = message([first], MEMBER, expired, at=NOW - 2 * DAY)
    assert isinstance(channel.judge(old)[0], Accepted)
    rule = "a link that was not valid at the time"
    for at in (NOW - 1 * DAY, NOW):
        _expect_violation(channel, rule, message([first], MEMBER, expired, at=at))


def test_a_link_of_another_channel_does_not_count() -> None:
    channel = GrownChannel()
    other = channel_id(PublicKey(STRANGER.public_key))
    member = PublicKey(MEMBER.public_key)
    stolen = issue_link(OWNER.secret_key, other, member, "a name", NOW - DAY, NOW + DAY)
    forged = message([channel.begin()], MEMBER, (stolen,))
    _expect_violation(channel, "a message or link its author did not sign", forged)


def test_the_last_key_of_the_chain_must_sign() -> None:
    channel = GrownChannel()
    forged = message([channel.begin()], MEMBER, FRIEND_CHAIN)
    _expect_violation(channel, "a message or link its author did not sign", forged)


@pytest.mark.parametrize("body", ["NaN", "", "{", '"\t"', "[1,]", "\ufeff1"])
def test_a_body_that_is_not_json_is_refused(body: str) -> None:
    channel = GrownChannel()
    said = message([channel.begin()], body=body)
    _expect_violation(channel, "a body that is not JSON", said)


@pytest.mark.parametrize("unit", ["x", "\U0001f642"])
def test_a_text_is_measured_in_utf16_units(unit: str) -> None:
    channel = GrownChannel()
    first = channel.begin()
    room = (8_192 - 2) // (2 if unit > "\uffff" else 1)
    fits = message([first], GUEST, GUEST_CHAIN, body=f'"{unit * room}"')
    assert isinstance(channel.judge(fits)[0], Accepted)
    longer = message([first], GUEST, GUEST_CHAIN, body=f'"{unit * room}x"')
    _expect_violation(channel, "a text too long for its author's chain", longer)


# ---- cost -----------------------------------------------------------------------------------


def test_all_signatures_of_a_packet_are_verified_in_one_call_and_each_link_once() -> None:
    channel = GrownChannel()
    recording = Recording()
    acceptance = Acceptance(channel.records, recording, VerifiedLinks())
    first = channel.begin()
    by_member = message([first], MEMBER, MEMBER_CHAIN)
    by_guest = message([by_member], GUEST, GUEST_CHAIN)
    acceptance.judge(CHANNEL, [by_member[1], by_guest[1]], NOW)
    assert [len(items) for items in recording.calls] == [3 + 2]
    acceptance.judge(CHANNEL, [by_member[1]], NOW)
    assert [len(items) for items in recording.calls] == [3 + 2, 1]


def test_a_link_found_false_is_asked_again_and_refused_again() -> None:
    channel = GrownChannel()
    forged_chain = (link(STRANGER, MEMBER),)
    forged = message([channel.begin()], MEMBER, forged_chain)
    for _ in range(2):
        _expect_violation(channel, "a message or link its author did not sign", forged)
    assert len(channel.verified) == 0


def test_no_signature_is_looked_at_when_a_cheaper_rule_is_broken() -> None:
    channel = GrownChannel()
    recording = Recording()
    acceptance = Acceptance(channel.records, recording, VerifiedLinks())
    first = channel.begin()
    good, bad = message([first]), message([first], height=7)
    with pytest.raises(PeerViolation):
        acceptance.judge(CHANNEL, [good[1], bad[1]], NOW)
    assert recording.calls == []


def test_one_false_message_and_nothing_of_the_packet_counts() -> None:
    channel = GrownChannel()
    first = channel.begin()
    good, forged = message([first]), message([first], STRANGER)
    with pytest.raises(PeerViolation):
        channel.receive(good, forged)
    assert channel.records.count(CHANNEL.id) == 1
