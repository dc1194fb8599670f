"""Members who write what no member may: L-2, L-3, L-4 (posts), L-5, L-6, L-7, L-8."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import pytest

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.peerlinks.graph.acceptance import Accepted
from engine.protocols.peerlinks.graph.posting import Composed
from engine.protocols.peerlinks.messages import encode_message, read_message
from engine.protocols.peerlinks.messages.trust import schema_of_link
from engine.protocols.peerlinks.packets import Chain, Link, Root
from engine.protocols.peerlinks.records import Place, Records
from engine.protocols.peerlinks.trust.link import issue_link
from engine.protocols.peerlinks.trust.rights import holds_now
from tests import grown_channel
from tests.attacks.attack import Disarm, attack, replaced
from tests.attacks.lattice import Lattice
from tests.attacks.scenes import Siege, by_owner, is_refused, signed
from tests.conversations.play import NOON
from tests.conversations.scenes import hashes, lets_in, owner, posts
from tests.grown_channel import OWNER, GrownChannel

DAY = 86_400.0
POSTS = "engine.protocols.peerlinks.messages.posts"
POSTING = "engine.protocols.peerlinks.graph.posting"
ACCEPTANCE = "engine.protocols.peerlinks.graph.acceptance"
CHAIN = "engine.protocols.peerlinks.trust.chain"
RIGHTS = "engine.protocols.peerlinks.trust.rights"
MEMBER = ed25519.from_seed(b"m" * 32)
GUEST = ed25519.from_seed(b"g" * 32)
PUPIL = ed25519.from_seed(b"p" * 32)
LAST = ed25519.from_seed(b"l" * 32)


def both(*disarms: Disarm) -> Disarm:
    """All of these guards at once."""

    def disarm(patch: pytest.MonkeyPatch) -> None:
        for one in disarms:
            one(patch)

    return disarm


def issued(
    secret: bytes | None,
    channel: SpaceId,
    to: ed25519.KeyPair,
    valid_from: float = NOON - DAY,
    valid_to: float = NOON + 40 * DAY,
) -> Link:
    """A link of that issuer."""
    assert secret is not None
    return issue_link(secret, channel, PublicKey(to.public_key), "name", valid_from, valid_to)


def membership(siege: Siege, valid_from: float = NOON - DAY, valid_to: float = NOON + DAY) -> Chain:
    """Of MEMBER, by the owner."""
    return (issued(siege.channel.secret_key, siege.channel.id, MEMBER, valid_from, valid_to),)


def by_member(siege: Siege, chain: Chain, **changes: object) -> bytes:
    """A next message of MEMBER through that chain, encoded."""
    return encode_message(signed(siege.message(chain=chain, **changes), MEMBER.secret_key))


# ---- parents ------------------------------------------------------------------------------------


@attack("L-2", without=replaced(f"{POSTS}.PARENTS_MAX", 1_000))
def test_l2_more_than_128_parents_make_no_message() -> None:
    siege = Siege()
    parents = tuple(PostId(number.to_bytes(32, "big")) for number in range(129))
    message = replace(siege.message(parents=parents), signature=bytes(64))
    assert is_refused(lambda: read_message(encode_message(message)))


@attack("L-2", without=replaced(f"{POSTS}.PARENTS_MAX", 127))
def test_l2_128_parents_and_the_same_one_twice_are_allowed() -> None:
    siege = Siege(posts=0)
    root = hashes(siege.ada, siege.channel.id)[0]
    siege.brings(by_owner(siege.channel, siege.message(parents=(root,) * 128)))
    assert siege.has_all


UNRESOLVED = "engine.protocols.peerlinks.conversation.unresolved"


@attack("L-2", without=replaced(f"{UNRESOLVED}._find", lambda *_: -1))
def test_l2_paths_without_number_are_walked_message_by_message() -> None:
    """The 10,000 messages of the list are measured by ``python -m tests.benchmarks --lattice``."""
    stage = Lattice(layers=12)
    stage.meet()
    assert stage.is_whole
    assert stage.was_walked


def _only_the_lowest(
    records: Records, channel: SpaceId, limit: int, _now: float
) -> Sequence[Place]:
    return records.leaves(channel, limit)


@attack("L-2", without=replaced(f"{POSTING}.ripe_leaves", _only_the_lowest))
def test_l2_whoever_posts_stands_last_however_many_leaves_were_planted_below() -> None:
    for planted_at in (grown_channel.NOW, grown_channel.NOW - 40 * DAY):
        channel, tip = _overgrown(planted_at)
        for height in range(tip[0].height + 1, tip[0].height + 4):
            assert channel.post()[0].height == height


def _beside_the_newest(leaves: Sequence[Place]) -> list[Place]:
    newest = max(leaf.timestamp for leaf in leaves)
    return [leaf for leaf in leaves if newest - leaf.timestamp <= 30 * DAY]


@attack("L-2", without=replaced(f"{POSTING}._parents_among", _beside_the_newest))
def test_l2_nor_does_one_leaf_draw_them_down_where_the_end_is_of_long_ago() -> None:
    channel = GrownChannel()
    tip = first = channel.begin(grown_channel.NOW - 60 * DAY)
    for _ in range(5):
        tip = channel.post(now=grown_channel.NOW - 40 * DAY)
    chain = grown_channel.MEMBER_CHAIN
    planted = grown_channel.message([first], grown_channel.MEMBER, chain, at=grown_channel.NOW)
    (verdict,) = channel.receive(planted)
    assert isinstance(verdict, Accepted)
    for height in range(tip[0].height + 1, tip[0].height + 4):
        assert channel.post()[0].height == height


def _overgrown(planted_at: float) -> tuple[GrownChannel, Composed]:
    """A member has put two hundred leaves of that time, and one of today, on a post of long ago;
    where the others are is given too.
    """
    channel = GrownChannel()
    tip = first = channel.begin(grown_channel.NOW - 200 * DAY)
    for days in (100, 80, 60, 40, 20, 1):
        tip = channel.post(now=grown_channel.NOW - days * DAY)
    chain = (grown_channel.link(OWNER, grown_channel.MEMBER, grown_channel.NOW - 60 * DAY),)
    for number in range(201):
        at = planted_at if number else grown_channel.NOW
        planted = grown_channel.message(
            [first], grown_channel.MEMBER, chain, at=at, body=f"{number}"
        )
        (verdict,) = channel.receive(planted)
        assert isinstance(verdict, Accepted)
    return channel, tip


# ---- times --------------------------------------------------------------------------------------

MS = 0.001


@attack("L-3", without=replaced(f"{ACCEPTANCE}.HELD_BACK_SECONDS_MAX", 1e9))
def test_l3_far_in_the_future_is_a_violation() -> None:
    siege = Siege()
    siege.brings(by_owner(siege.channel, siege.message(timestamp=siege.play.now + 600.0 + MS)))
    assert siege.is_refused


@attack("L-3", without=replaced(f"{ACCEPTANCE}.FUTURE_LEEWAY_SECONDS", 600.0))
def test_l3_a_little_in_the_future_is_held_back_and_nobody_is_to_blame() -> None:
    for ahead in (120.0 + MS, 600.0):
        siege = Siege()
        siege.brings(by_owner(siege.channel, siege.message(timestamp=siege.play.now + ahead)))
        assert siege.peer.end.ready
        assert hashes(siege.ben, siege.channel.id) == hashes(siege.ada, siege.channel.id)


@attack("L-3", without=replaced(f"{ACCEPTANCE}.FUTURE_LEEWAY_SECONDS", 119.0))
def test_l3_two_minutes_in_the_future_are_allowed() -> None:
    siege = Siege()
    siege.brings(by_owner(siege.channel, siege.message(timestamp=siege.play.now + 120.0)))
    assert siege.has_all


def _apart(seconds: float) -> Siege:
    """A message is brought whose two parents lie that far apart."""
    siege = Siege()
    root = hashes(siege.ada, siege.channel.id)[0]
    (place,) = siege.ada.records.places(siege.channel.id, [root])
    siege.play.now = place.timestamp + seconds
    late = posts(siege.ada, siege.channel.id, "late")
    message = siege.message(parents=(root, late), timestamp=siege.play.now)
    siege.brings(by_owner(siege.channel, message))
    return siege


@attack("L-3", without=replaced(f"{ACCEPTANCE}.PARENT_SPREAD_SECONDS_MAX", 99 * DAY))
def test_l3_parents_more_than_thirty_days_apart_are_a_violation() -> None:
    assert _apart(30 * DAY + 1.0).is_refused


@attack("L-3", without=replaced(f"{ACCEPTANCE}.PARENT_SPREAD_SECONDS_MAX", 29 * DAY))
def test_l3_exactly_thirty_days_are_allowed() -> None:
    assert _apart(30 * DAY).has_all


@attack("L-3", without=replaced(f"{ACCEPTANCE}._Bulk._demand_parents", lambda *_: None))
def test_l3_a_message_before_its_parent_is_a_violation() -> None:
    siege = Siege()
    (tip,) = siege.ada.records.leaves(siege.channel.id, 1)
    siege.brings(by_owner(siege.channel, siege.message(timestamp=tip.timestamp - MS)))
    assert siege.is_refused


# ---- permissions --------------------------------------------------------------------------------


@attack("L-4", without=replaced(f"{ACCEPTANCE}.demand_window", lambda *_: None))
def test_l4_a_message_counts_by_the_time_it_bears_not_by_the_time_it_comes() -> None:
    for valid_from, valid_to, allowed in (
        (-DAY, DAY, True),
        (0.0, MS, True),
        (MS, DAY, False),
        (-DAY, 0.0, False),
        (-DAY, -MS, False),
    ):
        siege = Siege()
        at = siege.play.now
        wire = by_member(siege, membership(siege, at + valid_from, at + valid_to), timestamp=at)
        siege.play.now += 5 * DAY  # by now every one of these has ended
        siege.play.run()
        siege.brings(wire)
        assert (siege.has_all, siege.is_refused) == (allowed, not allowed)


def _refusing_repetition(chain: Chain, *_: object) -> list[ed25519.SignedItem]:
    if len({link.trustee for link in chain}) < len(chain):
        raise PeerViolation("a key twice", "The chain")
    return []


def _of_the_last_link(chain: Chain) -> tuple[float, float]:
    return (chain[-1].valid_from, chain[-1].valid_to) if chain else (-inf, inf)


def _always(*_: object) -> bool:
    return True


def _of_any_channel(link: Link, _channel: SpaceId) -> bytes:
    return schema_of_link(link).tbs.SerializeToString()


UNSIGNED = replaced(f"{ACCEPTANCE}.Acceptance._demand_signatures", lambda *_: None)


@attack("L-5", without=UNSIGNED)
def test_l5_a_permission_of_another_channel_is_none() -> None:
    siege = Siege()
    other = owner(siege.play, "eve")[1]
    foreign = (issued(other.secret_key, other.id, MEMBER),)
    siege.brings(by_member(siege, foreign))
    assert siege.is_refused


@attack("L-5", without=replaced("engine.protocols.peerlinks.trust.link.link_tbs", _of_any_channel))
def test_l5_a_link_of_another_channel_is_none_though_its_issuer_may_let_in_here() -> None:
    siege = Siege()
    other = owner(siege.play, "eve")[1]
    chain = (
        issued(siege.channel.secret_key, siege.channel.id, GUEST),
        issued(GUEST.secret_key, other.id, MEMBER),
    )
    siege.brings(by_member(siege, chain))
    assert siege.is_refused


@attack(
    "L-6",
    without=both(
        replaced("engine.protocols.peerlinks.messages.trust.CHAIN_LINKS_MAX", 9),
        replaced(f"{CHAIN}.CHAIN_LINKS_MAX", 9),
    ),
)
def test_l6_four_links_are_too_many() -> None:
    siege = Siege()
    space = siege.channel.id
    chain = (
        issued(siege.channel.secret_key, space, GUEST),
        issued(GUEST.secret_key, space, PUPIL),
        issued(PUPIL.secret_key, space, LAST),
        issued(LAST.secret_key, space, MEMBER),
    )
    siege.brings(by_member(siege, chain))
    assert siege.is_refused


@attack("L-6", without=UNSIGNED)
def test_l6_a_permission_somebody_gave_themselves_is_none() -> None:
    siege = Siege()
    siege.brings(by_member(siege, (issued(MEMBER.secret_key, siege.channel.id, MEMBER),)))
    assert siege.is_refused


@attack("L-6", without=replaced(f"{ACCEPTANCE}.chain_signed_items", _refusing_repetition))
def test_l6_the_same_key_twice_in_a_chain_is_allowed() -> None:
    siege = Siege()
    space = siege.channel.id
    chain = (
        issued(siege.channel.secret_key, space, MEMBER),
        issued(MEMBER.secret_key, space, MEMBER),
    )
    siege.brings(by_member(siege, chain))
    assert siege.has_all


@attack("L-7", without=replaced(f"{CHAIN}.chain_window", _of_the_last_link))
def test_l7_a_permission_ends_with_that_of_who_gave_it() -> None:
    for at, allowed in ((NOON + DAY - 1.0, True), (NOON + DAY, False), (NOON - DAY - MS, False)):
        siege = Siege(posts=0)
        space = siege.channel.id
        chain = (
            issued(siege.channel.secret_key, space, GUEST, NOON - DAY, NOON + DAY),
            issued(GUEST.secret_key, space, MEMBER, NOON - 90 * DAY, NOON + 90 * DAY),
        )
        siege.play.now = max(siege.play.now, at)
        siege.brings(by_member(siege, chain, timestamp=at))
        assert (siege.has_all, siege.is_refused) == (allowed, not allowed)


@attack("L-7", without=replaced(f"{RIGHTS}.is_chain_valid_at", _always))
def test_l7_nobody_writes_or_lets_in_through_what_has_ended() -> None:
    siege = Siege()
    cleo = siege.play.person("cleo")
    lets_in(siege.ada, siege.channel.id, cleo, valid_to=siege.play.now + DAY)
    siege.play.now += 2 * DAY
    (cleos,) = cleo.records.own_chains(siege.channel.id)
    assert not holds_now(cleos.chain, siege.play.now)


# ---- roots and heights --------------------------------------------------------------------------


@attack("L-8", without=replaced(f"{ACCEPTANCE}._Bulk._demand_only_root", lambda *_: None))
def test_l8_there_is_one_root() -> None:
    siege = Siege()
    root = siege.message(parents=(), height=0, body=Root())
    siege.brings(by_owner(siege.channel, root))
    assert siege.is_refused


@attack("L-8", without=replaced(f"{ACCEPTANCE}._Bulk._demand_only_root", lambda *_: None))
def test_l8_the_root_is_at_the_bottom() -> None:
    for height in (1, 7):
        siege = Siege()
        siege.begins_with(
            by_owner(siege.channel, siege.message(parents=(), height=height, body=Root()))
        )
        assert siege.is_refused


WITHOUT_BODY = replaced(f"{ACCEPTANCE}._demand_body", lambda *_: None)


@attack("L-8", without=WITHOUT_BODY)
def test_l8_a_message_without_parents_is_a_root() -> None:
    siege = Siege()
    siege.begins_with(by_owner(siege.channel, siege.message(parents=(), height=0)))
    assert siege.is_refused


@attack("L-8", without=WITHOUT_BODY)
def test_l8_a_root_has_no_parents() -> None:
    siege = Siege()
    siege.brings(by_owner(siege.channel, siege.message(body=Root())))
    assert siege.is_refused


@attack("L-8", without=WITHOUT_BODY)
def test_l8_a_root_is_signed_by_the_channels_own_key() -> None:
    siege = Siege()
    chain = membership(siege)
    siege.begins_with(by_member(siege, chain, parents=(), height=0, body=Root()))
    assert siege.is_refused


@attack("L-8", without=replaced(f"{ACCEPTANCE}._Bulk._demand_parents", lambda *_: None))
def test_l8_a_height_follows_from_the_parents() -> None:
    for lie in (-1, 1, 1_000_000):
        siege = Siege()
        height = siege.message().height + lie
        siege.brings(by_owner(siege.channel, siege.message(height=height)))
        assert siege.is_refused
