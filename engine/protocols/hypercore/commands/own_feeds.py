"""What the commands about feeds share: the feed that is meant, and how one of ours grows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.crypto.ed25519 import KeyPair, from_seed, sign
from engine.errors import Refusal, Refused
from engine.model.feeds import APPENDED_BYTES_MAX, BLOCK_BYTES_MAX
from engine.model.ids import SpaceId, SpaceKind
from engine.protocols.hypercore.records import Appended, Feed, OwnRecords
from engine.protocols.hypercore.tree.conversion import SignHash, roots_of, signed
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.suites import SUITES
from engine.protocols.spaces import SpaceNames


@dataclass(frozen=True, slots=True)
class OwnFeeds:
    """Shared by the performers. ``names``: of all the profile's spaces."""

    records: OwnRecords
    names: SpaceNames

    def feed(self, space: SpaceId) -> Feed:
        """Any feed, also one that was left. Refused: SPACE_UNKNOWN, NOT_A_FEED."""
        feed = self.records.known(space)
        if feed is not None:
            return feed
        name = self.names.names().get(space)
        if name is not None:
            raise Refused(Refusal.NOT_A_FEED, name)
        raise Refused(Refusal.SPACE_UNKNOWN)

    def with_inner(self, space: SpaceId) -> list[Feed]:
        """That feed, and what lies beside it: what a folder is made of."""
        feed = self.feed(space)
        return [feed, *(one for one in self.records.all_known() if one.beside == space)]

    def writable(self, space: SpaceId) -> Feed:
        """One of ours that may grow by hand. Refused: NOT_A_FEED for a folder, and ``may_grow``."""
        feed = self.feed(space)
        if self.records.kind(space) is not SpaceKind.FEED:
            raise Refused(Refusal.NOT_A_FEED, self.name(feed))
        self.may_grow(feed)
        return feed

    def may_grow(self, feed: Feed) -> None:
        """Refused: READ_ONLY, FEED_FORKED, FEED_ELSEWHERE."""
        if not feed.own or not feed.signed or feed.left:
            raise Refused(Refusal.READ_ONLY, self.name(feed))
        if feed.common is not None:
            raise Refused(Refusal.FEED_FORKED, self.name(feed))
        if feed.elsewhere:
            raise Refused(Refusal.FEED_ELSEWHERE, self.name(feed))

    def demand_no_part(self, feed: Feed) -> None:
        """Refused with SPACE_PART where a folder names it as its contents."""
        if feed.beside is not None:
            raise Refused(Refusal.SPACE_PART, self.name(feed))

    def name(self, feed: Feed) -> str:
        """What we call it, or the folder that it is a part of."""
        return self.names.names().get(feed.beside or feed.space, feed.key.hex())

    def grown(self, feed: Feed, blocks: Sequence[bytes], now: float) -> Appended:
        """That feed of ours with these blocks, at least one, behind: signed, to be stored."""
        seed = self.records.seed(feed.space)
        assert seed is not None, "a feed that is not ours"
        suite, roots = SUITES[feed.suite], roots_of(self.records.tree(feed.space), feed.length)
        assert roots is not None, "a feed of ours without its roots"
        after = grow(suite, roots, feed.length, blocks)
        by_us = signed(suite, after.roots, signer_of(from_seed(seed)))
        return Appended(
            feed.space, feed.length, tuple(blocks), after.nodes, by_us, after.byte_length, now
        )


def signer_of(keys: KeyPair) -> SignHash:
    """Signs with those keys."""
    return lambda hashed: sign(hashed, keys.secret_key)


def demand_sizes(blocks: Sequence[bytes]) -> None:
    """Refused with BLOCK_TOO_LONG for a block, or for all of them together."""
    if any(len(block) > BLOCK_BYTES_MAX for block in blocks):
        raise Refused(Refusal.BLOCK_TOO_LONG, str(BLOCK_BYTES_MAX))
    if sum(map(len, blocks)) > APPENDED_BYTES_MAX:
        raise Refused(Refusal.BLOCK_TOO_LONG, str(APPENDED_BYTES_MAX))
