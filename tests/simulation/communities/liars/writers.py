"""Liars that sign what they say, and say what nobody should heed (reliability C-5 to C-10)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from typing_extensions import override

from engine.model.ids import CommunityId, PostId, PublicKey
from engine.protocols.cable.commands.own import version_of
from engine.protocols.cable.posts import Content, Delete, Info, Join, Post, Text, Topic
from engine.protocols.cable.records import Community, Mark, Records, Span
from engine.protocols.cable.wire.posts import write_post
from tests.simulation.communities.liars.benders import Bending
from tests.simulation.world import World

MADE_MAX = 200
DAY = 86_400


class Writes(Bending):
    """Adds posts of its own to what it names of a channel, each time one or two."""

    what = ""

    def __init__(self, records: Records, dice: random.Random, world: World) -> None:
        super().__init__(records, dice, world)
        self._made: dict[PostId, Post] = {}

    def contents(self, community: Community, named: Sequence[Post], channel: str) -> list[Content]:
        """What to say. ``named``: some posts of others there."""
        raise NotImplementedError

    def time(self, around: int) -> int:
        """When it is said, by its own word."""
        return around

    def in_span(
        self, community: CommunityId, span: Span, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        """See ``Records``."""
        marks = list(self._records.in_span(community, span, before, limit))
        if before is None and marks and len(self._made) < MADE_MAX:
            self._make(community, span.channel, marks)
        mine = [Mark(post.timestamp, post.hash) for post in self._made.values()]
        return [*mine, *marks][:limit] if before is None else marks

    def _make(self, community: CommunityId, channel: str, marks: Sequence[Mark]) -> None:
        kept = self._records.community(community)
        assert kept is not None
        hashes = [mark.hash for mark in marks[:20]]
        named = self._records.given(community, hashes, None)
        for content in self.contents(kept, named, channel):
            self.lies(self.what)
            when = self.time(marks[0].timestamp)
            post = write_post(version_of(kept), kept.own, (), when, content)
            self._made[post.hash] = post

    def given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[Post]:
        """See ``Records``."""
        posts = list(self._records.given(community, hashes, reader))
        return [*posts, *(self._made[one] for one in hashes if one in self._made)]


class DeletesOthers(Writes):
    """C-5."""

    what = "deletes of what others said"

    @override
    def contents(self, community: Community, named: Sequence[Post], channel: str) -> list[Content]:
        """Of a few of them, its own deletes too."""
        own = [Delete((one,)) for one in list(self._made)[:1]]
        return [*own, *(Delete((post.hash,)) for post in named[:3])]


class FlagsEverybody(Writes):
    """C-6: people, and many who are none, are blocked and hidden; a name that somebody has."""

    what = "flags beyond number"

    @override
    def contents(self, community: Community, named: Sequence[Post], channel: str) -> list[Content]:
        """Of the community's members first."""
        keys = [post.author for post in named] + self.hashes(self._dice.choice([10, 300]))
        flags = "{" + ",".join(f'"{key.hex()}":{{}}' for key in dict.fromkeys(keys)) + "}"
        key = self._dice.choice(["blocks", "hides"])
        pairs = [(key, flags), ("name", "ada"), (f"key {self._dice.random()}", "x")]
        return [*(Info((pair,)) for pair in pairs), Topic(channel, "mine")]


class OfAnotherTime(Writes):
    """C-7."""

    what = "posts of another time"

    @override
    def contents(self, community: Community, named: Sequence[Post], channel: str) -> list[Content]:
        """One that is to stay at the bottom for ever."""
        return [Text(channel, f"now {self._dice.random()}"), Topic(channel, "for ever")]

    @override
    def time(self, around: int) -> int:
        """Long ago, soon, or never."""
        return self._dice.choice([0, 1, around + DAY, 2 * around, (1 << 53) - 1, (1 << 63) - 1])


class CarriesOver(Writes):
    """C-9: gives in one community what was said in another."""

    what = "posts of another community"

    @override
    def contents(self, community: Community, named: Sequence[Post], channel: str) -> list[Content]:
        """None of its own; a post says nothing of the community that it is of."""
        for other in self._records.communities():
            if other.id != community.id:
                span = Span(channel, 0, None)
                marks = self._records.in_span(other.id, span, None, 20)
                carried = self._records.given(other.id, [one.hash for one in marks], None)
                self._made |= {post.hash: post for post in carried}
                self.lies(self.what, len(carried))
        return []


class LooksAlike(Writes):
    """C-10: joins and speaks in channels whose names can hardly be told from others'."""

    what = "names that look the same"

    @override
    def contents(self, community: Community, named: Sequence[Post], channel: str) -> list[Content]:
        """In small letters and large ones, with dots beside the letter, with blanks."""
        names = (channel.upper(), "ho\u0308hle", f"{channel} ", f"\u200b{channel}")
        alike = self._dice.choice(names)
        return [Join(alike), Text(alike, f"here {self._dice.random()}")]
