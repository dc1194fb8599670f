"""What holds for us in a community, read from what was said, and kept until something is said anew.

Used by the writer and by whoever answers queries, each over its own connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from engine.model.communities import MemberRole, ModerationKind, SeededRole
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.appointments import find_officers
from engine.protocols.cable.moderation.deeds import UNWILLING, Deed
from engine.protocols.cable.moderation.flags import BLOCKS, HIDES, Flags, read_flags
from engine.protocols.cable.moderation.officers import ruling_of_roles
from engine.protocols.cable.moderation.roles import Charter
from engine.protocols.cable.moderation.ruling import Ruling, ruling_of_flags
from engine.store.cable.deeds import read_deeds
from engine.store.cable.rows import CommunityRow
from engine.store.database import Reading

DEEDS_MAX = 2_000  # ours: of one other member the newest blocks, and other deeds, each apart
_UNWILLING = (
    "SELECT a.public_key FROM cable_author AS a JOIN cable_info AS i ON i.author = a.number"
    " WHERE a.community = ? AND i.key = 'accept-role' AND i.value IN (?, ?)"
)


class Rulings:
    """Reads, and remembers by how often something was said that may change it."""

    def __init__(self, reading: Reading, times: Callable[[int], int] | None = None) -> None:
        """Borrows ``reading``. ``times``: how often something was said that may change what holds
        in the community of that number; by default as the file has it.
        """
        self._reading = reading
        self._times = times or self._times_in_file
        self._known: dict[int, tuple[int, Ruling]] = {}

    def forget_memory(self) -> None:
        """After a rollback."""
        self._known.clear()

    def of(self, row: CommunityRow) -> Ruling:
        """What holds now."""
        times = self._times(row.number)
        known = self._known.get(row.number)
        if known is None or known[0] != times:
            known = self._known[row.number] = (times, self._judge(row))
        return known[1]

    def _times_in_file(self, community: int) -> int:
        sql = "SELECT moderated FROM cable_community WHERE space = ?"
        return int(self._reading.value(sql, (community,)))

    def _judge(self, row: CommunityRow) -> Ruling:
        reader = PublicKey(row.kept.own.public_key)
        if row.version.knows_moderation:
            seeds = self.seeded(row)
            officers = find_officers(reader, seeds, partial(self._given_by, row))
            charter = Charter(reader, officers.given, seeds, self.unwilling(row))
            done = [deed for one in officers.members for deed in self._done(row, one)]
            ruling = ruling_of_roles(charter, sorted(done, key=lambda deed: deed.moment))
            return replace(ruling, mattering=frozenset(officers.members))
        followed = self.followed(row)
        said = self._said(row, (reader, *followed))
        ruling = ruling_of_flags(reader, said, followed, self.words(row, reader))
        return replace(ruling, mattering=frozenset((reader, *followed)))

    def _given_by(self, row: CommunityRow, author: PublicKey, limit: int | None) -> list[Deed]:
        return self._posts_of(row, author, "= 6", limit)

    def _done(self, row: CommunityRow, author: PublicKey) -> list[Deed]:
        """Blocks apart: however much else they do, these hold until they are taken back."""
        limit = None if author == row.kept.own.public_key else DEEDS_MAX
        kinds = "= 7", "IN (8, 9)"
        return [deed for one in kinds for deed in self._posts_of(row, author, one, limit)]

    def _posts_of(
        self, row: CommunityRow, author: PublicKey, types: str, limit: int | None
    ) -> list[Deed]:
        return read_deeds(
            self._reading,
            row,
            "SELECT p.encoded FROM cable_author AS a"  # noqa: S608 - of fixed texts
            " CROSS JOIN cable_post AS p ON p.community = a.community AND p.author = a.number"
            f" WHERE a.community = ? AND a.public_key = ? AND p.type >= 6 AND p.type {types}"
            " ORDER BY p.timestamp DESC",
            (row.number, author),
            limit,
        )

    def followed(self, row: CommunityRow) -> list[PublicKey]:
        """Whose hides and blocks count for us, by key."""
        sql = (
            "SELECT public_key FROM cable_author WHERE community = ? AND followed"
            " ORDER BY public_key"
        )
        return [PublicKey(key) for (key,) in self._reading.rows(sql, (row.number,))]

    def flags(self, row: CommunityRow, author: PublicKey, key: str) -> Flags:
        """What that author's ``blocks`` or ``hides`` say."""
        found = self._reading.row(
            "SELECT i.value, p.received_at FROM cable_info AS i"
            " JOIN cable_author AS a ON a.number = i.author"
            " JOIN cable_post AS p ON p.number = i.post"
            " WHERE a.community = ? AND a.public_key = ? AND i.key = ?",
            (row.number, author, key),
        )
        return {} if found is None else flags_in(*found)

    def _said(
        self, row: CommunityRow, authors: Iterable[PublicKey]
    ) -> Mapping[PublicKey, tuple[Flags, Flags]]:
        return {
            author: (self.flags(row, author, HIDES), self.flags(row, author, BLOCKS))
            for author in authors
        }

    def words(self, row: CommunityRow, reader: PublicKey) -> list[Deed]:
        """What the reader decided for themself alone, the oldest first (version S)."""
        rows = self._reading.rows(
            "SELECT kind, about, channel, reason, at FROM cable_word"
            " WHERE community = ? AND kind <> 'role' ORDER BY at",
            (row.number,),
        )
        return [
            Deed(ModerationKind(kind), reader, about, channel, reason, at, private=True)
            for kind, about, channel, reason, at in rows
        ]

    # ---- roles ------------------------------------------------------------------------------

    def seeded(self, row: CommunityRow) -> tuple[SeededRole, ...]:
        """The roles that the key came with."""
        rows = self._reading.rows(
            "SELECT about, role FROM cable_word WHERE community = ? AND kind = 'role'"
            " ORDER BY about",
            (row.number,),
        )
        return tuple(SeededRole(PublicKey(about), MemberRole(role)) for about, role in rows)

    def unwilling(self, row: CommunityRow) -> frozenset[PublicKey]:
        """Who wants no role from anybody (accept-role)."""
        rows = self._reading.rows(_UNWILLING, (row.number, *UNWILLING))
        return frozenset(PublicKey(key) for (key,) in rows)

    def declines(self, row: CommunityRow, member: PublicKey) -> bool:
        """Whether that one is ``unwilling``."""
        sql = f"{_UNWILLING} AND a.public_key = ?"
        return self._reading.row(sql, (row.number, *UNWILLING, member)) is not None


def flags_in(value: str, received_at: float) -> Flags:
    """What an info that came then says; nothing of it is of a later time (A22)."""
    return {
        about: flag if flag.at is None else replace(flag, at=min(flag.at, received_at))
        for about, flag in (read_flags(value) or {}).items()
    }
