"""Who blocks whom, by their own word alone (versions M and D8).

Whether or not it counts for us, neither is given what the other wrote. Kept for each who was asked
about until they say more: what anybody else says has nothing read anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.model.communities import ModerationKind
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.deeds import Deed, deeds_of_post
from engine.protocols.cable.posts import Post
from engine.store.cable.deeds import read_deeds
from engine.store.cable.places import stored_time
from engine.store.cable.rows import CommunityRow
from engine.store.database import Reading

BLOCKS_BY_ONE_MAX = 1_000  # ours: blocks and unblocks by one member, the newest
BLOCKS_HELD_MAX = 150_000  # ours: in memory, more than all authors of one reading (GIVEN_AT_ONCE)


class Blocks:
    """Reads of the writer's connection: they see what the running turn has stored."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading
        self._last: dict[tuple[int, PublicKey], dict[bytes, Deed]] = {}
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

    def came(self, row: CommunityRow, post: Post) -> None:
        """A post was stored, which may be a block or take one back."""
        known = self._last.get((row.number, post.author))
        if known is None:
            return
        before = len(known)
        at = stored_time(post) / row.version.units_a_second
        _note(known, _of_blocks(deeds_of_post(post.author, post.content, at, post.hash)))
        self._held += len(known) - before
        if len(known) > BLOCKS_BY_ONE_MAX:
            self.went(row, post.author)

    def went(self, row: CommunityRow, author: PublicKey) -> None:
        """A post of theirs that may have been a block is there no more."""
        known = self._last.pop((row.number, author), None)
        if known is not None:
            self._held -= 1 + len(known)

    def _last_by(self, row: CommunityRow, author: PublicKey) -> Mapping[bytes, Deed]:
        """The last that they said of each."""
        key = row.number, author
        known = self._last.get(key)
        if known is None:
            known = self._read(row, author)
            if self._held + 1 + len(known) > BLOCKS_HELD_MAX:
                self.forget_memory()
            self._last[key] = known
            self._held += 1 + len(known)
        return known

    def _read(self, row: CommunityRow, author: PublicKey) -> dict[bytes, Deed]:
        found = read_deeds(
            self._reading,
            row,
            "SELECT p.encoded, p.timestamp, p.hash FROM cable_author AS a"
            " CROSS JOIN cable_post AS p ON p.community = a.community AND p.author = a.number"
            " WHERE a.community = ? AND a.public_key = ? AND p.type >= 6 AND p.type IN (8, 9)"
            " ORDER BY p.timestamp DESC",
            (row.number, author),
            BLOCKS_BY_ONE_MAX,
        )
        last: dict[bytes, Deed] = {}
        _note(last, found)
        return last


def _of_blocks(deeds: Iterable[Deed]) -> Iterable[Deed]:
    return (deed for deed in deeds if deed.undone is ModerationKind.BLOCK)


def _note(last: dict[bytes, Deed], deeds: Iterable[Deed]) -> None:
    for deed in deeds:
        known = last.get(deed.about)
        if known is None or known.moment <= deed.moment:
            last[deed.about] = deed


def _is_blocked(last: Mapping[bytes, Deed], about: PublicKey) -> bool:
    deed = last.get(about)
    return deed is not None and deed.kind is ModerationKind.BLOCK
