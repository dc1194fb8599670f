"""What becomes of posts that were asked for: verified, judged, stored or refused. Pure.

Each signature is verified once, many at a time (architecture, D7). What a hash promised and the
bytes do not hold is remembered, so that nobody is asked for it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import SignedItem
from engine.errors import PeerViolation
from engine.model.ids import PostId
from engine.protocols.cable.exchange.doing import Doing
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.limits import FUTURE_SECONDS, PIECE_BYTES, PIECE_POSTS
from engine.protocols.cable.posts import Post, UnknownPost
from engine.protocols.cable.records import PostsRefused, PostsStored, Reason, Refused
from engine.protocols.cable.wire.posts import read_post
from engine.protocols.contract import Store


class Piece(NamedTuple):
    """Bytes that somebody gave, under the hash that they have."""

    hash: PostId
    data: bytes

    @classmethod
    def of(cls, data: bytes) -> Piece:
        """Under the hash that these bytes have."""
        return cls(PostId(hash32(data)), data)


def in_pieces(data: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """In their order, as many at a time as are stored before others have their turn."""
    first, size = 0, 0
    for at, one in enumerate(data):
        size += len(one)
        if at > first and (at - first == PIECE_POSTS or size > PIECE_BYTES):
            yield data[first:at]
            first, size = at, len(one)
    if data:
        yield data[first:]


class Acceptance:
    """``faults``: how many were no posts of whom they say."""

    __slots__ = ("_place", "faults")

    def __init__(self, place: Place) -> None:
        self._place = place
        self.faults = 0

    def take(self, pieces: Sequence[Piece], now: float) -> list[Doing]:
        """Stores what is to be kept of them, once; a bounded number, all of them asked for."""
        place = self._place
        given = {piece.hash: piece for piece in pieces}
        unknown = frozenset(place.records.unknown(place.id, list(given)))
        posts = self._verified([piece for piece in given.values() if piece.hash in unknown])
        latest = place.moment(now + FUTURE_SECONDS)
        for post in posts:
            if post.timestamp >= latest:
                until = post.timestamp / place.version.units_a_second - FUTURE_SECONDS
                place.circle.came_early(post.hash, until)
        timely = [post for post in posts if post.timestamp < latest]
        place.circle.settle(given)
        return self._sorted_out(timely, now)

    def _verified(self, pieces: Sequence[Piece]) -> list[Post]:
        posts: list[Post] = []
        items: list[SignedItem] = []
        bad: list[PostId] = []
        for piece in pieces:
            try:
                post, item = read_post(self._place.version, piece.data)
            except PeerViolation:
                bad.append(piece.hash)
                continue
            posts.append(post)
            items.append(item)
        verdicts = self._place.surroundings.verify_many(items)
        bad += [post.hash for post, holds in zip(posts, verdicts, strict=True) if not holds]
        self.faults += len(bad)
        self._place.circle.bad.add(bad)
        return [post for post, holds in zip(posts, verdicts, strict=True) if holds]

    def _sorted_out(self, posts: Sequence[Post], now: float) -> list[Doing]:
        place = self._place
        strange = [post for post in posts if isinstance(post.content, UnknownPost)]
        known = [post for post in posts if not isinstance(post.content, UnknownPost)]
        refused = [
            *(Refused(post.hash, post.author, "", Reason.UNKNOWN_TYPE) for post in strange),
            *(place.records.unwanted(place.id, known, now) if known else ()),
        ]
        without = frozenset(one.hash for one in refused)
        kept = tuple(post for post in known if post.hash not in without)
        doings: list[Doing] = []
        if refused:
            doings.append(Store(PostsRefused(place.id, tuple(refused))))
        if kept:
            doings.append(Store(PostsStored(place.id, kept, now)))
        return doings
