"""What conversations of communities may rely on when they read, whoever keeps the records.

The same is done to the twin in memory and to the database; then both say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import from_seed
from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, PeerId, PostId, PublicKey
from engine.protocols.cable import limits, packets, posts
from engine.protocols.cable.exchange.surroundings import VERSIONS
from engine.protocols.cable.keys import community_id, static_key
from engine.protocols.cable.limits import (
    CHANNEL_BYTES_MAX,
    MESSAGE_BYTES_MAX,
    MODERATED_MAX,
    NAMES_SENT_MAX,
    WRITTEN_NUMBER_MAX,
)
from engine.protocols.cable.records import (
    ChannelKept,
    ChannelsHeard,
    Community,
    CommunityErased,
    CommunityStored,
    ExchangeRecord,
    HeldByPeer,
    Mark,
    Page,
    PostsRefused,
    PostsStored,
    Reason,
    Refused,
    Span,
)
from engine.protocols.cable.wire.messages import write_message
from engine.protocols.cable.wire.posts import write_post
from engine.store.cable.parts import repository
from engine.store.opening import open_memory_store
from tests.memory_cable import MemoryCable

NOON = 1_790_000_000.0
KEY = hash32(b"a key")
ID = CommunityId(community_id(KEY))
OTHER_KEY = hash32(b"another key")
OTHER = CommunityId(community_id(OTHER_KEY))
CHANNELS = ("default", "garden", "höhle")
PEOPLE = [from_seed(hash32(bytes([number]))) for number in range(4)]
OWN = PEOPLE[0]
ALL = pytest.mark.parametrize("wire", list(WireVersion))


class Both:
    """The twin and the database, which are told the same and asked the same."""

    def __init__(self, wire: WireVersion = WireVersion.S) -> None:
        self.wire = wire
        self.memory = MemoryCable()
        self.store = open_memory_store()
        self.database = repository(self.store)
        self.apply(CommunityStored(ID, Community(ID, KEY, wire, OWN, "ours"), NOON))
        for channel in CHANNELS:
            self.apply(ChannelKept(ID, channel, joined=True, at=NOON))

    def apply(self, *records: ExchangeRecord) -> None:
        with self.store.database.atomic():
            for record in records:
                self.database.apply(record)
        for record in records:
            self.memory.apply(record)

    def same(self, ask: str, *arguments: object) -> object:
        """What both answer to that read of ``Records``."""
        ours = getattr(self.memory, ask)(*arguments)
        theirs = getattr(self.database, ask)(*arguments)
        assert _ordered(ask, theirs) == _ordered(ask, ours), (ask, arguments)
        return _plain(ours)

    def make(
        self, who: int, content: posts.Content, at: float = NOON, links: Sequence[PostId] = ()
    ) -> posts.Post:
        version = VERSIONS[self.wire]
        kept = links[:1] if version.has_one_link else links
        return write_post(version, PEOPLE[who], kept, int(at * version.units_a_second), content)

    def take(self, *made: posts.Post) -> None:
        """As a conversation does."""
        refused = self.same("unwanted", ID, made, NOON)
        assert isinstance(refused, Sequence)
        without = {one.hash for one in refused}
        if refused:
            self.apply(PostsRefused(ID, tuple(refused)))
        kept = tuple(post for post in made if post.hash not in without)
        if kept:
            self.apply(PostsStored(ID, kept, NOON))

    def compare(self, made: Sequence[posts.Post]) -> None:
        """All that can be asked."""
        hashes = [post.hash for post in made] + [PostId(hash32(b"nothing"))]
        authors = [PublicKey(one.public_key) for one in PEOPLE]
        self.same("unknown", ID, hashes)
        for one in hashes:
            self.same("channel_of", ID, one)
        self.same("deletes_of", ID, hashes)
        for reader in (None, *authors):
            self.same("given", ID, hashes, reader)
        for author in authors:
            self.same("standing", ID, author)
            self.same("declines", ID, author)
        self.same("channels", ID, 0, 99)
        self.same("channels", ID, 1, 1)
        self.same("channels", ID, WRITTEN_NUMBER_MAX, 99)
        self.same("moderation", ID, CHANNELS[:1], 0, None, 99)
        for channel in CHANNELS:
            self._compare_channel(channel, made)

    def _compare_channel(self, channel: str, made: Sequence[posts.Post]) -> None:
        for end in (None, int(NOON) + 5, (int(NOON) + 5) * 1_000):
            span = Span(channel, int(NOON) - 50, end)
            whole = self.same("in_span", ID, span, None, 99)
            assert isinstance(whole, Sequence)
            for at in range(0, len(whole), 2):
                self.same("in_span", ID, span, whole[at], 2)
        state = self.same("state", ID, channel, None, 99)
        assert isinstance(state, Sequence)
        assert list(state) == sorted(state, reverse=True)
        for mark in state:
            self.same("state", ID, channel, mark, 1)
        for at in range(0, len(made), 3):
            self.same("state_news", ID, channel, made[at : at + 1 + at % 4])


def _plain(value: object) -> object:
    return (
        list(value) if isinstance(value, list | tuple) and not hasattr(value, "_fields") else value
    )


def _ordered(ask: str, value: object) -> object:
    if ask == "deletes_of" and isinstance(value, Sequence):
        return sorted(one.hash for one in value)
    return _plain(value)


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


@pytest.mark.parametrize("wire", [WireVersion.M, WireVersion.DRAFT_8])
def test_what_moderates_is_given_but_for_what_is_private(wire: WireVersion) -> None:
    both = Both(wire)
    whom, by = PublicKey(PEOPLE[2].public_key), 1
    contents: list[posts.Content] = [
        posts.Block("spam", 0, (whom,), 0, 0),
        posts.Block("secret", 1, (whom,), 0, 0),
        posts.Block("of another degree", 2, (whom,), 0, 0),
        posts.Role("", 0, "garden", whom, 1),
        posts.Role("", 0, "", whom, 1),
        posts.Moderation("", 0, "default", (whom,), 0),
        posts.Unblock("", 0, (PublicKey(PEOPLE[3].public_key),), 0),
    ]
    made = [both.make(by, content, NOON + at) for at, content in enumerate(contents)]
    for post in made:
        both.take(post)
    both.compare(made)
    oldest = (int(NOON) + 4) * 1_000
    for channels in ((), ("default",), ("garden", "default")):
        both.same("moderation", ID, channels, oldest, None, 9)
        both.same("moderation", ID, channels, 0, None, 2)


def test_who_wants_no_role_declines_it() -> None:
    both = Both(WireVersion.M)
    both.take(both.make(2, posts.Info((("accept-role", chr(0)),)), NOON))
    assert both.same("declines", ID, PublicKey(PEOPLE[2].public_key)) is True


@pytest.mark.parametrize("asked", [(), ("default",), ("garden", "default")])
def test_what_moderates_is_looked_through_page_by_page_asked_for_or_not(
    asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MODERATING_AT_ONCE", 3)
    both = Both(WireVersion.M)
    whom = PublicKey(PEOPLE[2].public_key)
    named = ["", *["garden"] * 7, "default", "", "garden"]
    roles = [posts.Role("", 0, name, whom, 1) for name in named]
    made = [both.make(1, role, NOON + at) for at, role in enumerate(roles)]
    both.take(*made)
    found: list[PostId] = []
    before: Mark | None = None
    for _ in named:
        page = both.same("moderation", ID, asked, 0, before, 2)
        assert isinstance(page, Page)
        assert page.looked_at <= 3
        found += [mark.hash for mark in page.marks]
        before = page.goes_on
        if before is None:
            break
    meant = [post.hash for post, name in zip(made, named, strict=True) if name in {"", *asked}]
    assert found == meant[::-1]


@pytest.mark.parametrize(("too_few", "looked_at"), [(0, 2), (1, 3)])
def test_a_page_of_what_moderates_ends_with_the_bytes_that_were_looked_into(
    monkeypatch: pytest.MonkeyPatch, too_few: int, looked_at: int
) -> None:
    both = Both(WireVersion.M)
    whom = PublicKey(PEOPLE[2].public_key)
    contents: list[posts.Content] = [
        posts.Role("the oldest", 0, "garden", whom, 1),
        posts.Role("the first that is read", 0, "garden", whom, 1),
        posts.Block("all are asked for, and none is looked into " * 9, 0, (whom,), 0, 0),
    ]
    made = [both.make(1, content, NOON + at) for at, content in enumerate(contents)]
    monkeypatch.setattr(limits, "MODERATING_BYTES", len(made[1].encoded) + too_few)
    both.take(*made)
    page = both.same("moderation", ID, (), 0, None, 9)
    assert isinstance(page, Page)
    assert page.looked_at == looked_at
    at_its_end = Mark(made[-looked_at].timestamp, made[-looked_at].hash)
    assert page.goes_on == at_its_end
    rest = both.same("moderation", ID, (), 0, at_its_end, 9)
    assert rest == Page([], 3 - looked_at, None)


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
