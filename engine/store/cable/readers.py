"""Which posts a peer may have: the one rule, by which they are named to it and given to it.

Whoever is told of a post asks for it: what would not be given is not named either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.moderation.deeds import tells_of_block
from engine.protocols.cable.posts import Post
from engine.protocols.cable.wire.posts import Type, read_post
from engine.store.cable.blocks import Blocks
from engine.store.cable.rows import CommunityRow, Rows
from engine.store.cable.rulings import Rulings
from engine.store.database import Database, array_of

_AT_ONCE = 512  # ours: hashes of one statement

_SHOWN = (
    "SELECT hash, author, type FROM cable_post WHERE community = ? AND hash IN carray(?)"
    " AND NOT private AND (channel IS NULL OR channel NOT IN"
    " (SELECT number FROM cable_channel WHERE forgotten))"
)
_POSTS = "SELECT encoded FROM cable_post WHERE community = ? AND hash IN carray(?)"


class Readers:
    """Reads of the writer's connection: they see what the running turn has stored."""

    def __init__(self, database: Database, rows: Rows, rulings: Rulings, blocks: Blocks) -> None:
        """Borrows all."""
        self._database = database
        self._rows = rows
        self._rulings = rulings
        self._blocks = blocks

    def may_be_given(
        self, row: CommunityRow, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> list[PostId]:
        """See ``Records.may_be_given``."""
        asked = list(dict.fromkeys(hashes))
        found = {one for some in _pieces(asked) for one in self._may_have(row, some, reader)}
        return [one for one in asked if one in found]

    def given(
        self, row: CommunityRow, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> list[Post]:
        """See ``Records.given``."""
        allowed = self.may_be_given(row, hashes, reader)
        posts = {post.hash: post for some in _pieces(allowed) for post in self._read(row, some)}
        return [posts[one] for one in allowed]

    def _may_have(
        self, row: CommunityRow, some: Sequence[PostId], reader: PublicKey | None
    ) -> Iterator[PostId]:
        rows = self._database.rows(_SHOWN, (row.number, array_of(some)))
        held = [(PostId(hash_), self._rows.key_of(by), type_) for hash_, by, type_ in rows]
        blocked = self._rulings.of(row).blocked
        held = [(hash_, by, type_) for hash_, by, type_ in held if by not in blocked]
        apart = self._apart_from(row, reader, {by for _, by, _ in held})
        told = [hash_ for hash_, by, type_ in held if by in apart and type_ == Type.BLOCK]
        yield from (hash_ for hash_, by, _ in held if by not in apart)
        if told:
            posts = self._read(row, told)
            yield from (post.hash for post in posts if tells_of_block(post.content, reader))

    def _apart_from(
        self, row: CommunityRow, reader: PublicKey | None, authors: Iterable[PublicKey]
    ) -> frozenset[PublicKey]:
        """Of ``authors`` those who block that reader, or whom it blocks."""
        if reader is None or not row.version.knows_moderation:
            return frozenset()
        return self._blocks.between(row, reader, authors)

    def _read(self, row: CommunityRow, some: Sequence[PostId]) -> list[Post]:
        rows = self._database.rows(_POSTS, (row.number, array_of(some)))
        return [read_post(row.version, encoded)[0] for (encoded,) in rows]


def _pieces(hashes: Sequence[PostId]) -> Iterator[Sequence[PostId]]:
    return (hashes[at : at + _AT_ONCE] for at in range(0, len(hashes), _AT_ONCE))
