"""Composing our own messages ("Channels, messages, and identities")."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.protocols.peerlinks.graph.acceptance import Accepted
from engine.protocols.peerlinks.graph.posting import Composed
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


def test_of_more_than_128_leaves_the_lowest_64_and_the_highest_64_become_parents() -> None:
    channel = GrownChannel()
    first = channel.begin()
    leaves = [channel.keep(message([first], body=f"{n}")) for n in range(129)]
    hashes = sorted(hashed for _, _, hashed in leaves)
    assert channel.post()[0].parents == (*hashes[:64], *hashes[65:])
    assert len(channel.post()[0].parents) == 2


def test_of_128_leaves_all_become_parents() -> None:
    channel = GrownChannel()
    first = channel.begin()
    leaves = [channel.keep(message([first], body=f"{n}")) for n in range(128)]
    assert channel.post()[0].parents == tuple(sorted(hashed for _, _, hashed in leaves))


def test_leaves_planted_low_keep_nobody_from_posting_at_the_end() -> None:
    channel, first, tip = _with_a_line_of(20)
    for number in range(200):
        channel.keep(message([first], GUEST, GUEST_CHAIN, at=NOW, body=f"{number}"))
    own = channel.post()
    assert tip[2] in own[0].parents
    assert own[0].height == tip[0].height + 1
    assert own[2] in channel.post()[0].parents


def test_nor_do_leaves_that_are_too_old_to_be_merged() -> None:
    channel, first, tip = _with_a_line_of(20)
    chain = (link(OWNER, MEMBER, NOW - 60 * DAY),)
    for number in range(200):
        channel.keep(message([first], MEMBER, chain, at=NOW - 40 * DAY, body=f"{number}"))
    channel.keep(message([first], MEMBER, chain, at=NOW))
    for height in range(tip[0].height + 1, tip[0].height + 4):
        assert channel.post()[0].height == height


def test_in_a_channel_that_was_long_quiet_a_post_stands_last_and_the_next_merges() -> None:
    channel, first, _ = _with_a_line_of(20)
    planted = channel.keep(message([first], GUEST, GUEST_CHAIN, at=NOW + 40 * DAY))
    own, next_one = (channel.post(now=NOW + 40 * DAY) for _ in range(2))
    assert (own[0].height, own[0].timestamp) == (21, NOW + 40 * DAY)
    assert next_one[0].parents == (planted[2], own[2])


def test_nor_do_many_that_are_old_and_high_hide_the_end() -> None:
    channel, first, _ = _with_a_line_of(20)
    chain = (link(OWNER, MEMBER, NOW - 60 * DAY),)
    high = first
    for _ in range(30):
        high = channel.keep(message([high], MEMBER, chain, at=NOW - 40 * DAY))
    for number in range(100):
        for place in (first, high):
            channel.keep(message([place], MEMBER, chain, at=NOW - 40 * DAY, body=f"{number}"))
    channel.keep(message([first], MEMBER, chain, at=NOW))
    assert [channel.post()[0].height for _ in range(3)] == [32, 33, 34]


@pytest.mark.parametrize(("after", "merged"), [(30 * DAY, "later"), (30 * DAY + 1, "earlier")])
def test_what_is_within_30_days_of_the_highest_leaf_is_merged_but_never_more_than_30_days(
    after: float, merged: str
) -> None:
    channel = GrownChannel()
    first = channel.begin(NOW - 20 * DAY)
    low = {
        "earlier": channel.keep(message([first], at=NOW - 1)),
        "later": channel.keep(message([first], at=NOW + after)),
    }
    high = channel.keep(message([channel.keep(message([first], at=NOW))], at=NOW))
    assert channel.post(now=NOW + after)[0].parents == (low[merged][2], high[2])


def _with_a_line_of(posts: int) -> tuple[GrownChannel, Composed, Composed]:
    """A root of long ago, and the last of so many posts, one on the other, of yesterday."""
    channel = GrownChannel()
    first = channel.begin(NOW - 200 * DAY)
    tip = channel.post(now=NOW - 20 * DAY)
    for _ in range(posts - 1):
        tip = channel.post(now=NOW - DAY)
    return channel, first, tip


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
