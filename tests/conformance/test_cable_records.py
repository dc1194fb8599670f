"""What conversations of communities may rely on when they read, whoever keeps the records.

The same is done to the twin in memory and to the database; then both say the same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import PeerId, PostId, PublicKey
from engine.protocols.cable import limits, packets, posts
from engine.protocols.cable.keys import static_key
from engine.protocols.cable.limits import (
    CHANNEL_BYTES_MAX,
    MESSAGE_BYTES_MAX,
    MODERATED_MAX,
    NAMES_SENT_MAX,
)
from engine.protocols.cable.records import (
    ChannelKept,
    ChannelsHeard,
    Community,
    CommunityErased,
    CommunityStored,
    HeldByPeer,
    Mark,
    PostsRefused,
    Reason,
    Refused,
    Span,
)
from engine.protocols.cable.wire.messages import write_message
from engine.protocols.cable.wire.version import VERSIONS
from tests.conformance.cable_both import (
    ALL,
    CHANNELS,
    ID,
    NOON,
    OTHER,
    OTHER_KEY,
    PEOPLE,
    Both,
)


class Talk:
    """People who say things at random, each linking to what was said last."""

    def __init__(self, both: Both, dice: Random) -> None:
        self.both = both
        self.dice = dice
        self.made: list[posts.Post] = []

    def one(self, at: float) -> posts.Post:
        dice, channel = self.dice, self.dice.choice(CHANNELS)
        who = dice.randrange(len(PEOPLE))
        own = [one for one in self.made if one.author == PEOPLE[who].public_key]
        deeds: list[Callable[[], posts.Content]] = [
            lambda: posts.Text(channel, f"text at {at}"),
            lambda: posts.Text(channel, f"words at {at}"),
            lambda: posts.Topic(channel, f"topic at {at}"),
            lambda: posts.Join(channel),
            lambda: posts.Leave(channel),
            lambda: posts.Info((("name", f"name at {at}"),)),
            lambda: posts.Delete((dice.choice(own or self.made).hash,)),
        ]
        content = dice.choice(deeds if self.made else deeds[:-1])()
        near = [one for one in self.made if _near(one, content, PEOPLE[who].public_key)]
        post = self.both.make(who, content, at, [near[-1].hash] if near else [])
        self.made.append(post)
        return post


def _near(one: posts.Post, content: posts.Content, author: bytes) -> bool:
    if isinstance(content, posts.Info | posts.Delete):
        return isinstance(one.content, posts.Info | posts.Delete) and one.author == author
    return getattr(one.content, "channel", None) == getattr(content, "channel", "")


@ALL
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_said_both_answer_the_same(wire: WireVersion, seed: int) -> None:
    both, dice = Both(wire), Random(seed)
    talk = Talk(both, dice)
    for step in range(40):
        both.take(talk.one(NOON + step))
        if step % 8 == 7:
            both.compare(talk.made)


@ALL
@pytest.mark.parametrize("seed", range(4))
def test_whatever_comes_first_both_answer_the_same(wire: WireVersion, seed: int) -> None:
    both, dice = Both(wire), Random(seed)
    talk = Talk(both, dice)
    made = [talk.one(NOON + step) for step in range(30)]
    dice.shuffle(made)
    for at in range(0, len(made), 5):
        both.take(*made[at : at + 5])
        both.compare(made)


def test_communities_and_channels_are_kept_in_their_order() -> None:
    both = Both()
    other = Community(OTHER, OTHER_KEY, WireVersion.M, PEOPLE[1], "other")
    assert both.same("community", OTHER) is None
    both.apply(CommunityStored(OTHER, other, NOON + 1))
    for channel in ("zebra", "apple", "höhle"):
        both.apply(ChannelKept(OTHER, channel, joined=True, at=NOON))
    both.apply(ChannelKept(OTHER, "zebra", joined=False, at=NOON))
    assert both.same("joined", OTHER) == ["apple", "höhle"]
    both.same("communities")
    left = Community(OTHER, OTHER_KEY, WireVersion.M, PEOPLE[1], "other", left=True)
    both.apply(CommunityStored(OTHER, left, NOON + 2))
    both.same("community", OTHER)
    both.apply(CommunityErased(ID))
    both.same("communities")
    both.same("community", ID)


def test_names_that_peers_list_are_told_of_too() -> None:
    both = Both()
    both.take(both.make(1, posts.Text("spoken in", "words")))
    both.apply(ChannelsHeard(ID, ("heard of", "spoken in"), NOON))
    expected = sorted([*CHANNELS, "heard of", "spoken in"])
    assert both.same("channels", ID, 0, 9) == expected


def test_a_channel_that_only_a_refused_post_has_named_is_listed_once_a_peer_lists_it() -> None:
    both = Both()
    both.take(both.make(1, posts.Info((("max_age", "1"),))))
    both.take(both.make(1, posts.Text("announcements", "long ago"), NOON - 5_000))
    assert both.same("channels", ID, 0, 9) == sorted(CHANNELS)
    both.apply(ChannelsHeard(ID, ("announcements", "other"), NOON))
    assert both.same("channels", ID, 0, 9) == sorted([*CHANNELS, "announcements", "other"])


def test_of_channels_that_peers_list_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHANNELS_MAX", 3)
    both = Both()
    both.take(both.make(1, posts.Text("spoken in", "words")))
    both.apply(ChannelsHeard(ID, ("a", "spoken in", "b"), NOON))
    both.apply(ChannelsHeard(ID, ("b", "c", "d"), NOON))
    both.apply(ChannelsHeard(ID, ("e",), NOON))
    expected = sorted([*CHANNELS, "spoken in", "a", "b", "c"])
    assert both.same("channels", ID, 0, 9) == expected


def test_channels_that_refused_posts_name_take_no_room_from_those_that_peers_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "CHANNELS_MAX", 3)
    both = Both()
    author = PublicKey(PEOPLE[1].public_key)
    named = [PostId(hash32(bytes([number]))) for number in range(3)]
    refused = [Refused(one, author, one.hex()[:8], Reason.EXPIRED) for one in named]
    both.apply(PostsRefused(ID, tuple(refused)))
    both.apply(ChannelsHeard(ID, ("a", "b", "c", "d"), NOON))
    assert both.same("channels", ID, 0, 9) == sorted([*CHANNELS, "a", "b", "c"])


def test_what_was_refused_is_not_to_be_asked_for_again() -> None:
    both = Both()
    author = PublicKey(PEOPLE[1].public_key)
    hashes = [PostId(hash32(bytes([number]))) for number in range(3)]
    both.apply(
        PostsRefused(ID, (Refused(hashes[0], author, "", Reason.UNKNOWN_TYPE),)),
        PostsRefused(ID, (Refused(hashes[1], author, "garden", Reason.DELETED),)),
    )
    assert both.same("unknown", ID, hashes) == [hashes[2]]
    assert both.same("channel_of", ID, hashes[1]) == "garden"
    assert both.same("count", ID) == 0


@pytest.mark.parametrize("key", ["blocks", "hides"])
def test_whom_we_block_is_neither_given_nor_taken_until_we_do_no_more(key: str) -> None:
    both = Both()
    text = both.make(1, posts.Text("default", "before"), NOON - 5)
    both.take(text)
    flags = f'{{"{PEOPLE[1].public_key.hex()}":{{"reason":"spam"}}}}'
    blocks = both.make(0, posts.Info(((key, flags),)), NOON)
    both.take(blocks)
    later = both.make(1, posts.Text("default", "after"), NOON - 4)
    both.take(later)
    both.compare([text, blocks, later])
    both.take(both.make(0, posts.Info(((key, "{}"),)), NOON + 1, [blocks.hash]))
    both.compare([text, blocks, later])
    assert both.same("unknown", ID, [later.hash]) == ([later.hash] if key == "blocks" else [])


def test_old_posts_of_who_wants_them_forgotten_are_refused() -> None:
    both = Both()
    age = both.make(1, posts.Info((("max_age", "100"),)), NOON - 1)
    both.take(age)
    made = [both.make(1, posts.Text("default", str(at)), NOON - at) for at in (99, 101)]
    both.take(*made)
    both.compare([age, *made])


def test_authors_are_found_by_the_key_that_a_handshake_shows() -> None:
    both = Both()
    both.take(both.make(1, posts.Text("default", "hello")))
    shown = [static_key(PublicKey(one.public_key)) for one in PEOPLE]
    for static in shown:
        assert static is not None
        both.same("author_with", ID, static)
    flags = f'{{"{PEOPLE[2].public_key.hex()}":{{}}}}'
    both.take(both.make(0, posts.Info((("blocks", flags),))))
    third = shown[2]
    assert third is not None
    assert both.same("author_with", ID, third) == PEOPLE[2].public_key


def test_a_peer_that_holds_a_post_is_noted_without_any_answer_changing() -> None:
    both = Both()
    text = both.make(0, posts.Text("default", "mine"))
    both.take(text)
    both.apply(HeldByPeer(ID, PeerId(hash32(b"peer")), (text.hash,), NOON))
    both.compare([text])


def test_marks_are_ordered_by_time_then_hash() -> None:
    both = Both()
    made = [both.make(1, posts.Text("default", str(one))) for one in range(9)]
    both.take(*made)
    marks = sorted((Mark(post.timestamp, post.hash) for post in made), reverse=True)
    assert both.same("in_span", ID, Span("default", 0, None), None, 99) == marks
    assert both.same("count", ID) == len(made)


@ALL
def test_what_is_the_latest_though_others_say_a_later_time_is_shown_by_a_chain(
    wire: WireVersion,
) -> None:
    """The clock-skew rule of versions M and D8."""
    both = Both(wire)
    made = [both.make(1, posts.Text("default", "ahead"), NOON + 50)]
    for who, at in ((2, 10), (1, 20), (3, 5)):
        text = posts.Text("default", f"text of {who}")
        made.append(both.make(who, text, NOON + at, [made[-1].hash]))
    join = both.make(3, posts.Join("default"), NOON + 1, [made[-1].hash])
    early = both.make(2, posts.Join("default"), NOON - 9)
    for post in (early, join, *reversed(made)):
        both.take(post)
    chain = [] if wire is WireVersion.S else [post.hash for post in reversed(made)]
    assert both.same("chains", ID, [join.hash, early.hash]) == chain
    assert both.same("chains", ID, [early.hash]) == []
    assert both.same("chains", ID, [join.hash, made[0].hash]) == chain[:-1]


@ALL
def test_of_channels_with_names_that_are_too_long_nobody_is_told(wire: WireVersion) -> None:
    both = Both(wire)
    longest = "x" * CHANNEL_BYTES_MAX
    too_long = ["ö" * (CHANNEL_BYTES_MAX // 2) + "x", longest + "x", "y" * 100_000]
    for name in (longest, *too_long):
        both.take(both.make(1, posts.Join(name)))
    for name in too_long:  # already known: it does not come in later either
        both.take(both.make(2, posts.Text(name, "hello")))
    assert both.same("channels", ID, 0, 99) == sorted([*CHANNELS, longest], key=str.encode)
    assert both.same("moderated", ID, 99) == [*sorted(CHANNELS, key=str.encode), longest]


def test_the_most_channels_that_are_told_of_at_once_fit_into_a_message() -> None:
    names = tuple(f"{one:05}".ljust(CHANNEL_BYTES_MAX, "x") for one in range(NAMES_SENT_MAX))
    for wire in (WireVersion.M, WireVersion.DRAFT_8):
        version = VERSIONS[wire]
        number = packets.RequestNumber(bytes(version.request_id_bytes))
        told = write_message(version, packets.ChannelListResponse(number, names))
        asked = write_message(
            version, packets.ModerationState(number, 1, names[:MODERATED_MAX], 1, 0)
        )
        assert max(len(told), len(asked)) <= MESSAGE_BYTES_MAX
