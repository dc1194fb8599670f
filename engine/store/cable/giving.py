"""What peers are told of, by marks: hashes in the order of their authors' times.

Nothing private and nothing by whom we block is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.posts import Post
from engine.protocols.cable.records import Mark, Span
from engine.protocols.cable.wire.posts import read_post
from engine.store.cable.places import TIME_MAX
from engine.store.cable.rows import CommunityRow, Rows
from engine.store.cable.rulings import Rulings
from engine.store.database import Database, Value, array_of

_BEFORE = "(timestamp < ?{at} OR (timestamp = ?{at} AND hash < ?{hash}))"
_GIVEN_AT_ONCE = 512  # ours
_END = TIME_MAX + 1

_DELETES = (
    "SELECT p.timestamp, p.hash, p.author FROM cable_delete AS d"
    " JOIN cable_post AS p ON p.number = d.post WHERE d.channel = ?1"
)
_TOPIC = (
    "SELECT * FROM (SELECT timestamp, hash, author FROM cable_post"
    " WHERE channel = ?1 AND type = 3 ORDER BY order_key DESC LIMIT 1)"
)
_PRESENCE = (
    "SELECT p.timestamp, p.hash, p.author FROM cable_member AS m"
    " JOIN cable_post AS p ON p.number = m.presence WHERE m.channel = ?1"
)
_INFOS = (
    "SELECT p.timestamp, p.hash, p.author FROM cable_member AS m"
    " JOIN cable_info AS i ON i.author = m.author"
    " JOIN cable_post AS p ON p.number = i.post WHERE m.channel = ?1 AND m.is_in"
)


class Giving:
    """Reads of the writer's connection: they see what the running turn has stored."""

    def __init__(
        self, database: Database, rows: Rows, rulings: Rulings, flush: Callable[[], None]
    ) -> None:
        """Borrows all. ``flush`` writes what is held back."""
        self._database = database
        self._rows = rows
        self._rulings = rulings
        self._flush = flush

    # ---- single posts -----------------------------------------------------------------------

    def unknown(self, community: int, hashes: Sequence[PostId]) -> list[PostId]:
        """See ``Records.unknown``."""
        asked = list(dict.fromkeys(hashes))
        known: set[bytes] = set()
        for start in range(0, len(asked), _GIVEN_AT_ONCE):
            some = array_of(asked[start : start + _GIVEN_AT_ONCE])
            for table in ("post WHERE", "gone WHERE why <> 'again' AND"):
                rows = self._database.rows(
                    f"SELECT hash FROM cable_{table}"  # noqa: S608 - of two fixed texts
                    " community = ? AND hash IN carray(?)",
                    (community, some),
                )
                known.update(hash_ for (hash_,) in rows)
        return [hash_ for hash_ in asked if hash_ not in known]

    def given(
        self, row: CommunityRow, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> list[Post]:
        """See ``Records.given``."""
        blocked = self._not_for(row, reader)
        posts: list[Post] = []
        for hash_ in dict.fromkeys(hashes):
            encoded: bytes | None = self._database.value(
                "SELECT encoded FROM cable_post WHERE community = ? AND hash = ? AND NOT private",
                (row.number, hash_),
            )
            if encoded is None:
                continue
            post, _ = read_post(row.version, encoded)
            if post.author not in blocked:
                posts.append(post)
        return posts

    def _not_for(self, row: CommunityRow, reader: PublicKey | None) -> frozenset[PublicKey]:
        """Whose posts that reader is not given."""
        ours = frozenset(self._rulings.of(row).blocked)
        if reader is None or not row.version.knows_moderation:
            return ours
        between = [
            (one.by, PublicKey(one.about))
            for one in self._rulings.blocks_in_force(row)
            if reader in {one.by, one.about}
        ]
        return ours | {by if by != reader else about for by, about in between}

    # ---- runs of marks ----------------------------------------------------------------------

    def in_span(self, row: CommunityRow, span: Span, before: Mark | None, limit: int) -> list[Mark]:
        """See ``Records.in_span``."""
        channel = self._rows.channel(row.number, span.channel)
        if channel is None:
            return []
        kinds = "type = 0" if row.version.knows_moderation else "type <= 5"
        end = _END if span.end is None else min(span.end, _END)
        if before is not None:
            end = min(end, min(before.timestamp, TIME_MAX) + 1)
        start = min(span.start, _END)
        between = "timestamp >= ?2 AND timestamp < ?3"
        last = "ORDER BY timestamp DESC, hash DESC LIMIT ?4"
        # Each part ends by itself: a long channel is not sorted for a page of it.
        texts = (
            "SELECT timestamp, hash, author FROM cable_post"  # noqa: S608 - of fixed texts
            f" WHERE channel = ?1 AND {between} AND {kinds}{{before}} {last}"
        )
        deletes = (
            f"SELECT * FROM ({_DELETES} AND d.timestamp >= ?2 AND d.timestamp < ?3)"  # noqa: S608 - of fixed texts
            f" WHERE 1{{before}} {last}"
        )
        values: list[Value] = [channel.number, start, end, limit]
        return self._marks(row, (texts, deletes), values, before, limit)

    def state(self, row: CommunityRow, name: str, before: Mark | None, limit: int) -> list[Mark]:
        """See ``Records.state``."""
        channel = self._rows.channel(row.number, name)
        if channel is None:
            return []
        return self._state(row, channel.number, "", [], before, limit)

    def state_by(self, row: CommunityRow, name: str, authors: Sequence[PublicKey]) -> list[Mark]:
        """See ``Records.state_by``."""
        channel = self._rows.channel(row.number, name)
        known = [self._rows.author(row.number, key) for key in dict.fromkeys(authors)]
        numbers = [one.number for one in known if one is not None]
        if channel is None:
            return []
        listed = ", ".join(map(str, numbers)) or "-1"
        is_theirs = f" AND (author IN ({listed}) OR is_topic)"
        return self._state(row, channel.number, is_theirs, [], None, -1)[::-1]

    def _state(
        self,
        row: CommunityRow,
        channel: int,
        only: str,
        values: list[Value],
        before: Mark | None,
        limit: int,
    ) -> list[Mark]:
        parts = [f"{_TOPIC}", _PRESENCE, _INFOS]
        if not row.version.knows_moderation:
            parts.append(_DELETES)
        told = " UNION ".join(
            f"SELECT timestamp, hash, author, {int(part == _TOPIC)} AS is_topic FROM ({part})"  # noqa: S608 - of fixed texts
            for part in parts
        )
        sql = (
            f"SELECT DISTINCT timestamp, hash, author FROM ({told})"  # noqa: S608 - of fixed texts
            f" WHERE 1{only}{{before}} ORDER BY timestamp DESC, hash DESC LIMIT ?2"
        )
        return self._marks(row, (sql,), [channel, limit, *values], before, limit)

    def moderation(
        self,
        row: CommunityRow,
        channels: Sequence[str],
        oldest: int,
        before: Mark | None,
        limit: int,
    ) -> list[Mark]:
        """See ``Records.moderation``."""
        wanted = frozenset(channels)
        end = _END if before is None else min(before.timestamp, TIME_MAX)
        marks: list[Mark] = []
        for encoded, timestamp, hash_, type_ in self._database.rows(
            "SELECT encoded, timestamp, hash, type FROM cable_post WHERE community = ?"
            " AND type >= 6 AND timestamp <= ? AND NOT private"
            " ORDER BY timestamp DESC, hash DESC",
            (row.number, end),
        ):
            mark = Mark(timestamp, PostId(hash_))
            if before is not None and mark >= before:
                continue
            post, _ = read_post(row.version, encoded)
            channel = getattr(post.content, "channel", "")
            is_old = type_ in {6, 7} and timestamp < oldest
            if is_old or (channel and channel not in wanted):
                continue
            if post.author not in self._rulings.of(row).blocked:
                marks.append(mark)
            if len(marks) >= limit >= 0:
                break
        return marks

    def _marks(
        self,
        row: CommunityRow,
        parts: Sequence[str],
        values: list[Value],
        before: Mark | None,
        limit: int,
    ) -> list[Mark]:
        self._flush()
        where = ""
        if before is not None:
            at = len(values) + 1
            where = " AND " + _BEFORE.format(at=at, hash=at + 1)
            values = [*values, min(before.timestamp, TIME_MAX), before.hash]
        blocked = self._blocked_numbers(row)
        if blocked:  # left out here: what is found has to be as many as were asked for
            where += f" AND author NOT IN ({', '.join(map(str, sorted(blocked)))})"
        found: list[Mark] = []
        for part in parts:
            rows = self._database.rows(part.format(before=where), values)
            found += [Mark(timestamp, PostId(hash_)) for timestamp, hash_, _ in rows]
        newest = sorted(dict.fromkeys(found), reverse=True)
        return newest if limit < 0 else newest[:limit]

    def _blocked_numbers(self, row: CommunityRow) -> frozenset[int]:
        rows = [self._rows.author(row.number, key) for key in self._rulings.of(row).blocked]
        return frozenset(one.number for one in rows if one is not None)
