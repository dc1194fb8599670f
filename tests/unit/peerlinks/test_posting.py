"""Composing our own messages ("Channels, messages, and identities")."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.protocols.peerlinks.graph.acceptance import Accepted
from engine.protocols.peerlinks.limits import OWN_JSON_BYTES_MAX
from engine.protocols.peerlinks.packets import Chain, Json, Root
from tests.grown_channel import (
    CHANNEL,
    DAY,
    FRIEND,
    FRIEND_CHAIN,
    GUEST,
    GUEST_CHAIN,
    MEMBER,
    MEMBER_CHAIN,
    NOW,
    OWNER,
    GrownChannel,
    link,
    message,
)


def _expect_refusal(channel: GrownChannel, reason: Refusal, **post: object) -> None:
    before = channel.records.count(CHANNEL.id)
    with pytest.raises(Refused) as refused:
        channel.post(**post)  # type: ignore[arg-type]  # each test names the arguments it means
    assert refused.value.reason is reason
    assert channel.records.count(CHANNEL.id) == before


def test_a_root_has_height_0_no_parents_and_no_chain() -> None:
    value, _, _ = GrownChannel().begin(NOW)
    assert (value.parents, value.height, value.chain, value.body) == ((), 0, (), Root())
    assert value.timestamp == NOW


def test_what_we_compose_others_accept() -> None:
    ours, theirs = GrownChannel(), GrownChannel()
    posts = [ours.begin(), ours.post(), ours.post(author=MEMBER, chain=MEMBER_CHAIN)]
    posts.append(ours.post(author=FRIEND, chain=FRIEND_CHAIN))
    posts.append(ours.post(author=GUEST, chain=GUEST_CHAIN))
    assert all(isinstance(verdict, Accepted) for verdict in theirs.receive(*posts))


def test_a_message_merges_all_leaves_lowest_first() -> None:
    channel = GrownChannel()
    first = channel.begin()
    low = [channel.keep(message([first], body=f"{n}")) for n in range(3)]
    high = channel.keep(message([low[0]]))
    value, _, _ = channel.post()
    hashes = sorted([low[1][2], low[2][2]])
    assert value.parents == (*hashes, high[2])
    assert value.height == 3


def test_of_more_than_128_leaves_the_lowest_128_become_parents() -> None:
    channel = GrownChannel()
    first = channel.begin()
    leaves = [channel.keep(message([first], body=f"{n}")) for n in range(130)]
    value, _, _ = channel.post()
    assert value.parents == tuple(sorted(hashed for _, _, hashed in leaves)[:128])
    assert len(channel.post()[0].parents) == 3


def test_leaves_more_than_30_days_older_than_the_newest_are_left_alone() -> None:
    channel = GrownChannel()
    first = channel.begin(NOW - 50 * DAY)
    just_old = channel.keep(message([first], at=NOW - 30 * DAY))
    channel.keep(message([first], at=NOW - 30 * DAY - 1))
    new = channel.keep(message([first], at=NOW))
    assert set(channel.post()[0].parents) == {just_old[2], new[2]}


def test_a_timestamp_is_never_before_a_parents() -> None:
    channel = GrownChannel()
    channel.begin(NOW + 100)
    assert channel.post(now=NOW)[0].timestamp == NOW + 100
    assert channel.post(now=NOW + 200)[0].timestamp == NOW + 200


def test_nothing_is_posted_before_anything_was_received() -> None:
    _expect_refusal(GrownChannel(), Refusal.NOT_SYNCED, author=MEMBER, chain=MEMBER_CHAIN)


def test_a_chain_that_expires_within_two_minutes_is_expired() -> None:
    channel = GrownChannel()
    channel.begin(NOW - DAY)
    chain = (link(OWNER, MEMBER, valid_to=NOW),)
    _expect_refusal(channel, Refusal.CHAIN_EXPIRED, author=MEMBER, chain=chain, now=NOW - 120)
    assert channel.post(author=MEMBER, chain=chain, now=NOW - 120.5)[0].chain == chain


def test_a_chain_that_begins_later_cannot_be_used_yet() -> None:
    channel = GrownChannel()
    channel.begin(NOW - DAY)
    chain = (link(OWNER, MEMBER, valid_from=NOW + 60),)
    _expect_refusal(channel, Refusal.CHAIN_EXPIRED, author=MEMBER, chain=chain)


def test_an_empty_body_is_refused() -> None:
    channel = GrownChannel()
    channel.begin()
    _expect_refusal(channel, Refusal.TEXT_EMPTY, text="")


@pytest.mark.parametrize(
    ("chain", "units"),
    [(MEMBER_CHAIN, 2_097_152), (FRIEND_CHAIN, 524_288), (GUEST_CHAIN, 8_192)],
)
def test_a_body_may_be_as_long_as_the_chain_allows(chain: Chain, units: int) -> None:
    channel = GrownChannel()
    channel.begin()
    author = {1: MEMBER, 2: FRIEND, 3: GUEST}[len(chain)]
    fits, longer = (f'"{"x" * (units - 2 + more)}"' for more in (0, 1))
    _expect_refusal(channel, Refusal.TEXT_TOO_LONG, author=author, chain=chain, text=longer)
    assert channel.post(author=author, chain=chain, text=fits)[0].body == Json(fits)


def test_the_owner_may_post_what_travels_in_one_frame() -> None:
    channel = GrownChannel()
    channel.begin()
    longer = f'"{"x" * (OWN_JSON_BYTES_MAX - 1)}"'
    _expect_refusal(channel, Refusal.TEXT_TOO_LONG, text=longer)
    assert channel.post(text=f'"{"x" * 3_000_000}"')[0].height == 1


def test_half_a_character_is_written_as_its_escape() -> None:
    channel = GrownChannel()
    channel.begin()
    assert channel.post(text='"a\ud83d"')[0].body == Json('"a\\ud83d"')
