"""What the log of moderation has room for; nothing follows from it but what is read there.

Nobody has to be believed to stand in it, so nobody takes the room of others: what our own user did
has half of it, where they did so much, and of the rest each author has an equal share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from itertools import islice

from engine.model.communities import ModerationKind
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.deeds import Deed, deeds_of_flags, deeds_of_post
from engine.protocols.cable.moderation.flags import BLOCKS, HIDES, Flags
from engine.store.cable.deeds import read_deeds, read_posts
from engine.store.cable.places import stored_time
from engine.store.cable.rows import CommunityRow
from engine.store.cable.rulings import Rulings, flags_in
from engine.store.database import Reading, array_of

LOGGED_MAX = 2_000  # ours: deeds of others that are looked through
LOGGED_OF_ONE = 100  # ours: of one whose word counts for nothing; version S: hides, and blocks
_KINDS = {HIDES: ModerationKind.HIDE, BLOCKS: ModerationKind.BLOCK}
_OF_ONE = (
    "SELECT p.encoded FROM cable_author AS a"
    " CROSS JOIN cable_post AS p ON p.community = a.community AND p.author = a.number"
    " WHERE a.community = ? AND a.public_key = ? AND p.type >= 6 ORDER BY p.timestamp DESC"
)
_OF_ANYBODY = (  # of each the newest first, then of each the one before
    "SELECT p.encoded FROM (SELECT number, timestamp,"
    " row_number() OVER (PARTITION BY author ORDER BY timestamp DESC) AS place"
    " FROM cable_post WHERE community = ?1 AND type >= 6 AND author NOT IN"
    " (SELECT number FROM cable_author WHERE community = ?1 AND public_key IN carray(?2)))"
    " AS n JOIN cable_post AS p ON p.number = n.number WHERE n.place <= ?3"
    " ORDER BY n.place, length(p.encoded) > 4096, n.timestamp DESC"  # long ones use up the bytes
)


class LoggedDeeds:
    """Reads what anybody did."""

    def __init__(self, reading: Reading, rulings: Rulings) -> None:
        """Borrows both."""
        self._reading = reading
        self._rulings = rulings

    def newest(self, row: CommunityRow, limit: int) -> list[Deed]:
        """The newest first, at most ``limit``, so many of ours and of each other as is fair."""
        reader = PublicKey(row.kept.own.public_key)
        if row.version.knows_moderation:
            own, others = self._rulings.of(row).own, self._posted(row)
        else:
            own, others = self._own_words(row, reader), self._flagged(row, reader)
        every = [*own, *(deed for deed in others if deed.by != reader)]
        return _fair(sorted(every, key=lambda one: one.moment, reverse=True), reader, limit)

    def _posted(self, row: CommunityRow) -> list[Deed]:
        """Of whose words matter first, in equal shares; then of anybody else."""
        reader, mattering = PublicKey(row.kept.own.public_key), self._rulings.of(row).mattering
        officers = sorted(mattering - {reader})
        share = max(1, LOGGED_MAX // max(1, len(officers)))
        deeds: list[Deed] = []
        for officer in officers:
            deeds += read_deeds(self._reading, row, _OF_ONE, (row.number, officer), share)
        return [*deeds, *self._of_anybody(row, (reader, *officers))]

    def _of_anybody(self, row: CommunityRow, but: Sequence[PublicKey]) -> list[Deed]:
        """One post may be about a thousand, and one author may write any number."""
        deeds: list[Deed] = []
        room: Counter[PublicKey] = Counter()
        values = (row.number, array_of(but), LOGGED_OF_ONE)
        with closing(read_posts(self._reading, row, _OF_ANYBODY, values)) as posts:
            for post in posts:
                at = stored_time(post) / row.version.units_a_second
                left = min(LOGGED_OF_ONE - room[post.author], LOGGED_MAX - len(deeds))
                done = list(islice(deeds_of_post(post.author, post.content, at, post.hash), left))
                room[post.author] += len(done)
                deeds += done
                if len(deeds) >= LOGGED_MAX:
                    break
        return deeds

    def _own_words(self, row: CommunityRow, reader: PublicKey) -> list[Deed]:
        said = [
            deed
            for key, kind in _KINDS.items()
            for deed in deeds_of_flags(reader, kind, self._rulings.flags(row, reader, key))
        ]
        return [*said, *self._rulings.words(row, reader)]

    def _flagged(self, row: CommunityRow, reader: PublicKey) -> list[Deed]:
        """Of whom we follow all, and first."""
        rows = self._reading.rows(
            "SELECT a.public_key, a.followed, i.key, i.value, p.received_at FROM cable_author AS a"
            " JOIN cable_info AS i ON i.author = a.number JOIN cable_post AS p ON p.number = i.post"
            " WHERE a.community = ? AND a.public_key <> ? AND i.key IN ('blocks', 'hides')"
            " ORDER BY a.followed DESC LIMIT ?",
            (row.number, reader, LOGGED_MAX),
        )
        deeds: list[Deed] = []
        for author, followed, key, value, received_at in rows:
            flags = flags_in(value, received_at)
            done = _done(PublicKey(author), _KINDS[key], flags)
            deeds += done if followed else done[:LOGGED_OF_ONE]
            if len(deeds) > LOGGED_MAX:
                break
        return deeds


def _done(author: PublicKey, kind: ModerationKind, flags: Flags) -> list[Deed]:
    deeds = deeds_of_flags(author, kind, flags)
    return sorted(deeds, key=lambda one: one.moment, reverse=True)


def _fair(newest: Sequence[Deed], reader: PublicKey, limit: int) -> list[Deed]:
    ranks = _ranks(newest)
    half = (limit + 1) // 2

    def yields(place: int) -> tuple[bool, int]:
        is_ours = newest[place].by == reader and ranks[place] < half
        return not is_ours, ranks[place]

    chosen = sorted(range(len(newest)), key=yields)[:limit]
    return [newest[place] for place in sorted(chosen)]


def _ranks(newest: Sequence[Deed]) -> list[int]:
    """How many of the same author's are newer."""
    said: Counter[PublicKey] = Counter()
    ranks: list[int] = []
    for deed in newest:
        ranks.append(said[deed.by])
        said[deed.by] += 1
    return ranks
