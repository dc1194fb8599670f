"""The two who keep the records of a community: the twin in memory, and the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import from_seed
from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, PostId, PublicKey
from engine.protocols.cable import posts
from engine.protocols.cable.keys import community_id
from engine.protocols.cable.limits import (
    WRITTEN_NUMBER_MAX,
)
from engine.protocols.cable.records import (
    ChannelKept,
    Community,
    CommunityStored,
    ExchangeRecord,
    PostsRefused,
    PostsStored,
    Span,
)
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import VERSIONS
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
        self.same("deleted_in", ID, hashes)
        self.same("roles_back", ID, hashes)
        for reader in (None, *authors):
            self.same("given", ID, hashes, reader)
            self.same("may_be_given", ID, hashes, reader)
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
        self.same("breadth", ID, channel)
        self.same("deleted", ID, channel)
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
    if ask == "deletes_of" and isinstance(value, Mapping):
        return {post: delete.timestamp for post, delete in value.items()}  # the hash of one of them
    return _plain(value)
