"""Members who lie: their program reads what is not so, and says it to everybody.

They hold the key and their handshake is good; what they name, give and list is not.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.model.ids import CommunityId, PostId, PublicKey
from engine.protocols.cable.posts import Post
from engine.protocols.cable.records import Mark, Records, Span
from tests.simulation.world import World


class Bending:
    """All that is stored, but for what is bent."""

    def __init__(self, records: Records, dice: random.Random, world: World) -> None:
        self._records = records
        self._dice = dice
        self._world = world

    def __getattr__(self, name: str) -> Any:  # all other reads are as they are
        return getattr(self._records, name)

    def may_be_given(
        self,
        community: CommunityId,
        hashes: Sequence[PostId],
        reader: PublicKey | None,
    ) -> Sequence[PostId]:
        """See ``Records``: it names whatever it likes, to everybody."""
        return hashes

    def lies(self, what: str, count: int = 1) -> None:
        """For the report of how much was tried."""
        self._world.count(f"lies: {what}", count)

    def hashes(self, count: int) -> list[PostId]:
        """Of nothing."""
        return [PostId(self._dice.randbytes(32)) for _ in range(count)]


class NamesNothing(Bending):
    """Names posts that there are not, among those that there are; and channels beyond number."""

    def in_span(
        self, community: CommunityId, span: Span, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        """See ``Records``."""
        marks = list(self._records.in_span(community, span, before, limit))
        if before is None:
            self.lies("posts that there are not")
            marks += [Mark(1, one) for one in self.hashes(self._dice.choice([1, 100, 1_000]))]
        return marks[:limit]

    def channels(self, community: CommunityId, offset: int, limit: int) -> Sequence[str]:
        """See ``Records``."""
        self.lies("channels that there are not")
        return [f"channel {number}" for number in range(self._dice.choice([5, min(limit, 400)]))]


class GivesAnother(Bending):
    """Gives posts with a bit flipped, others than were asked for, or none."""

    def given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[Post]:
        """See ``Records``."""
        posts = list(self._records.given(community, hashes, reader))
        self.lies("posts that were changed")
        return [self._changed(post) for post in posts if self._dice.random() < 0.9]

    def _changed(self, post: Post) -> Post:
        if self._dice.random() < 0.7:
            return post
        place = self._dice.randrange(len(post.encoded))
        flipped = bytearray(post.encoded)
        flipped[place] ^= 1 << self._dice.randrange(8)
        return replace(post, encoded=bytes(flipped))


class SignsNothing(Bending):
    """Names the hash of what nobody signed, and gives exactly that."""

    def __init__(self, records: Records, dice: random.Random, world: World) -> None:
        super().__init__(records, dice, world)
        self._forged: dict[PostId, Post] = {}

    def in_span(
        self, community: CommunityId, span: Span, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        """See ``Records``."""
        marks = list(self._records.in_span(community, span, before, limit))
        some = self._records.given(community, [mark.hash for mark in marks[:3]], None)
        for post in some:
            forged = _forged(post)
            self._forged[forged.hash] = forged
            self.lies("posts that nobody signed")
        return [*(Mark(1, one) for one in self._forged), *marks][:limit]

    def given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[Post]:
        """See ``Records``."""
        posts = list(self._records.given(community, hashes, reader))
        return [*posts, *(self._forged[one] for one in hashes if one in self._forged)]


class HoldsNothing(Bending):
    """Is in no channel and shows nothing: whatever it says comes from those whom it asks."""

    def joined(self, community: CommunityId) -> Sequence[str]:
        """See ``Records``."""
        return ()

    def in_span(
        self,
        community: CommunityId,
        span: Span,
        before: Mark | None,
        limit: int,
    ) -> Sequence[Mark]:
        """See ``Records``."""
        return ()

    def given(
        self,
        community: CommunityId,
        hashes: Sequence[PostId],
        reader: PublicKey | None,
    ) -> Sequence[Post]:
        """See ``Records``."""
        return ()


class Forgets(Bending):
    """Does not ask for half of what it hears of, so that others have to name it again."""

    def unknown(self, community: CommunityId, hashes: Sequence[PostId]) -> Sequence[PostId]:
        """See ``Records``."""
        unknown = list(self._records.unknown(community, hashes))
        if self._dice.random() < 0.05:
            return unknown
        self.lies("questions in vain")
        return unknown[: len(unknown) // 2]


def _forged(post: Post) -> Post:
    encoded = post.encoded[:-1] + bytes([post.encoded[-1] ^ 1])
    hashed = PostId(hashlib.blake2b(encoded, digest_size=32).digest())
    return replace(post, hash=hashed, encoded=encoded)
