"""Who blocks whom, by their own word alone (versions M and D8).

Whether or not it counts for us, neither is given what the other wrote. Kept for each who was asked
about until they say more: what anybody else says has nothing read anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.posts import Block, Post, Unblock
from engine.store.cable.anew import Anew
from engine.store.cable.deeds import read_posts
from engine.store.cable.places import stored_time
from engine.store.cable.rows import AuthorRow, CommunityRow
from engine.store.database import Reading

BLOCKS_BY_ONE_MAX = 1_000  # ours: blocks and unblocks by one member, the newest
BLOCKS_HELD_MAX = 150_000  # ours: in memory, more than all authors of one reading (GIVEN_AT_ONCE)


@dataclass(frozen=True, slots=True)
class _Word:
    """One post that blocks people, or takes that back; one for all whom it names."""

    moment: tuple[int, PostId]
    is_block: bool


class Blocks:
    """Reads of the writer's connection: they see what the running turn has stored."""

    def __init__(self, reading: Reading, anew: Anew) -> None:
        """Borrows both. ``anew`` hears of who gives us back what they wrote."""
        self._reading = reading
        self._anew = anew
        self._last: dict[tuple[int, PublicKey], dict[PublicKey, _Word]] = {}  # lately asked last
        self._held = 0

    def forget_memory(self) -> None:
        """After a rollback."""
        self._last.clear()
        self._held = 0

    def between(
        self, row: CommunityRow, reader: PublicKey, authors: Iterable[PublicKey]
    ) -> frozenset[PublicKey]:
        """Of ``authors``, whom the reader blocks and who block the reader."""
        by_reader = self._last_by(row, reader)
        return frozenset(
            author
            for author in authors
            if _is_blocked(by_reader, author) or _is_blocked(self._last_by(row, author), reader)
        )

    def came(self, row: CommunityRow, author: AuthorRow, post: Post) -> None:
        """A post of theirs was stored, which may be a block or take one back."""
        known = self._last.get((row.number, author.key))
        if known is not None:
            before = len(known)
            _note(known, post, _whom(post))
            self._held += len(known) - before
            if len(known) > BLOCKS_BY_ONE_MAX:
                self._forget((row.number, author.key))
        if isinstance(post.content, Unblock):
            self._look_whether_we_are_free(row, author, post)

    def went(self, row: CommunityRow, author: AuthorRow, post: Post) -> None:
        """A post of theirs that may have been a block is there no more."""
        self._forget((row.number, author.key))
        if isinstance(post.content, Block):
            self._look_whether_we_are_free(row, author, post)

    def _look_whether_we_are_free(self, row: CommunityRow, author: AuthorRow, post: Post) -> None:
        """What they wrote while they blocked us was given to us by nobody, nor named by who knew
        of it. We may not have heard of the block itself: its end says enough.
        """
        own = PublicKey(row.kept.own.public_key)
        if own == author.key or own not in _whom(post) or self._anew.waits(author.number):
            return
        if not _is_blocked(self._last_by(row, author.key), own):
            self._anew.want(row.kept.id, author.number)

    def _forget(self, key: tuple[int, PublicKey]) -> None:
        known = self._last.pop(key, None)
        if known is not None:
            self._held -= 1 + len(known)

    def _last_by(self, row: CommunityRow, author: PublicKey) -> Mapping[PublicKey, _Word]:
        """The last that they said of each."""
        key = row.number, author
        known = self._last.pop(key, None)
        if known is None:
            known = self._read(row, author)
            self._held += 1 + len(known)
        self._last[key] = known
        while self._held > BLOCKS_HELD_MAX and len(self._last) > 1:
            self._forget(next(iter(self._last)))
        return known

    def _read(self, row: CommunityRow, author: PublicKey) -> dict[PublicKey, _Word]:
        sql = (
            "SELECT p.encoded FROM cable_author AS a"
            " CROSS JOIN cable_post AS p ON p.community = a.community AND p.author = a.number"
            " WHERE a.community = ? AND a.public_key = ? AND p.type >= 6 AND p.type IN (8, 9)"
            " ORDER BY p.timestamp DESC"
        )
        last: dict[PublicKey, _Word] = {}
        left = BLOCKS_BY_ONE_MAX
        with closing(read_posts(self._reading, row, sql, (row.number, author))) as posts:
            for post in posts:
                whom = _whom(post)[:left]
                _note(last, post, whom)
                left -= len(whom)
                if not left:
                    break
        return last


def _whom(post: Post) -> Sequence[PublicKey]:
    match post.content:
        case Block(recipients=recipients) | Unblock(recipients=recipients):
            return recipients
        case _:
            return ()


def _note(last: dict[PublicKey, _Word], post: Post, whom: Iterable[PublicKey]) -> None:
    word = _Word((stored_time(post), post.hash), isinstance(post.content, Block))
    for one in whom:
        known = last.get(one)
        if known is None or known.moment <= word.moment:
            last[one] = word


def _is_blocked(last: Mapping[PublicKey, _Word], about: PublicKey) -> bool:
    word = last.get(about)
    return word is not None and word.is_block
