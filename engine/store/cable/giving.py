"""What peers are told of, by marks: hashes in the order of their authors' times.

Nothing private and nothing by whom we block is in it. Who may hear of what else: ``readers``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import accumulate

from engine.model.ids import PostId, PublicKey
from engine.protocols.cable import limits
from engine.protocols.cable.moderation.deeds import role_is_of
from engine.protocols.cable.order import KEY_BYTES
from engine.protocols.cable.posts import Moderation, Post, Role
from engine.protocols.cable.records import Mark, Page, Span
from engine.protocols.cable.wire.posts import Type, read_post
from engine.store.cable.members import took_part_without
from engine.store.cable.places import TIME_MAX, Places
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
    " WHERE channel = ?1 AND type = 3 AND author NOT IN ({blocked})"
    " ORDER BY order_key DESC LIMIT 1)"
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

_BREADTH = (
    "SELECT (SELECT count(*) FROM cable_member WHERE channel = ?1)"
    " + (SELECT count(*) FROM cable_member AS m JOIN cable_info AS i ON i.author = m.author"
    " WHERE m.channel = ?1 AND m.is_in)"
)
_DELETED = "SELECT count(*) FROM cable_delete WHERE channel = ?1"


class Giving:
    """Reads of the writer's connection: they see what the running turn has stored."""

    def __init__(
        self,
        database: Database,
        rows: Rows,
        rulings: Rulings,
        flush: Callable[[], None],
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

    def chains(self, row: CommunityRow, posts: Sequence[PostId], places: Places) -> list[PostId]:
        """See ``Records.chains``."""
        told = dict.fromkeys(posts)
        behind: list[PostId] = []
        for start in range(0, len(posts), _GIVEN_AT_ONCE):
            # Whoever waits for nobody builds on nothing later.
            rows = self._database.rows(
                "SELECT hash FROM cable_post WHERE community = ? AND hash IN carray(?)"
                " AND length(order_key) > ?",
                (row.number, array_of(posts[start : start + _GIVEN_AT_ONCE]), KEY_BYTES),
            )
            behind += [PostId(hash_) for (hash_,) in rows]
        found = places.chains(row, behind)
        blocked = self._blocked_numbers(row)
        held = [(one, places.place(row.number, one)) for one in found if one not in told]
        return [
            one
            for one, place in held
            if place is not None and place.author not in blocked and place.type < Type.ROLE
        ]

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
        # One delete may name thousands.
        named = f"SELECT DISTINCT post FROM cable_delete WHERE channel = ?1 AND {between}"  # noqa: S608 - of fixed texts
        deletes = (
            "SELECT * FROM (SELECT p.timestamp, p.hash, p.author"  # noqa: S608 - of fixed texts
            f" FROM ({named}) AS d JOIN cable_post AS p ON p.number = d.post)"
            f" WHERE 1{{before}} {last}"
        )
        values: list[Value] = [channel.number, start, end, limit]
        return self._marks(row, (texts, deletes), values, before, limit)

    def breadth(self, row: CommunityRow, name: str) -> int:
        """See ``Records.breadth``."""
        return self._counted(_BREADTH, row, name)

    def deleted(self, row: CommunityRow, name: str) -> int:
        """See ``Records.deleted``."""
        return self._counted(_DELETED, row, name)

    def _counted(self, query: str, row: CommunityRow, name: str) -> int:
        """Of that channel; of one of which nothing is known, nothing."""
        channel = self._rows.channel(row.number, name)
        if channel is None:
            return 0
        self._flush()
        (count,) = self._database.rows(query, (channel.number,))[0]
        return int(count)

    def state(self, row: CommunityRow, name: str, before: Mark | None, limit: int) -> list[Mark]:
        """See ``Records.state``."""
        channel = self._rows.channel(row.number, name)
        every = _PRESENCE, _INFOS, _DELETES
        return [] if channel is None else self._state(row, channel.number, every, before, limit)

    def state_news(self, row: CommunityRow, name: str, posts: Sequence[Post]) -> list[Mark]:
        """See ``Records.state_news``."""
        channel = self._rows.channel(row.number, name)
        known = [self._rows.author(row.number, key) for key in {post.author for post in posts}]
        authors = [one.number for one in known if one is not None]
        if channel is None or not posts:
            return []
        new = self._numbers(row, [post.hash for post in posts])
        came = self._came(channel.number, authors, new)
        theirs = f" AND m.author IN ({_listed(authors)})"
        said = f" AND (i.post IN ({_listed(new)}) OR m.author IN ({_listed(came)}))"
        one_by_one = _DELETES.replace("d.channel", "+d.channel")  # a channel may have very many
        deletes = f"{one_by_one} AND d.post IN ({_listed(new)})"
        some = _PRESENCE + theirs, _INFOS + theirs + said, deletes
        return self._state(row, channel.number, some, None, -1)[::-1]

    def _numbers(self, row: CommunityRow, posts: Sequence[PostId]) -> list[int]:
        rows = self._database.rows(
            "SELECT number FROM cable_post WHERE community = ? AND hash IN carray(?)",
            (row.number, array_of(posts)),
        )
        return [number for (number,) in rows]

    def _came(self, channel: int, authors: Sequence[int], new: Sequence[int]) -> list[int]:
        """Of whom all is told that they say of themselves, as far as they take part now."""
        rows = self._database.rows(
            f"SELECT DISTINCT author FROM cable_delete WHERE post IN ({_listed(new)})"  # noqa: S608 - of numbers
            " AND +channel = ?",
            (channel,),
        )
        deleted = {author for (author,) in rows}
        return [
            author
            for author in authors
            if author in deleted or not took_part_without(self._database, channel, author, new)
        ]

    def _state(
        self, row: CommunityRow, channel: int, some: Sequence[str], before: Mark | None, limit: int
    ) -> list[Mark]:
        """``some``: of presence, infos and deletes what is asked for."""
        topic = _TOPIC.format(blocked=_listed(sorted(self._blocked_numbers(row))))
        *parts, deletes = [topic, *some]
        if not row.version.knows_moderation:
            parts.append(deletes)
        told = " UNION ".join(f"SELECT timestamp, hash, author FROM ({part})" for part in parts)  # noqa: S608 - of fixed texts
        sql = (
            f"SELECT DISTINCT timestamp, hash, author FROM ({told})"  # noqa: S608 - of fixed texts
            " WHERE 1{before} ORDER BY timestamp DESC, hash DESC LIMIT ?2"
        )
        return self._marks(row, (sql,), [channel, limit], before, limit)

    def moderation(
        self,
        row: CommunityRow,
        channels: Sequence[str],
        oldest: int,
        before: Mark | None,
        limit: int,
    ) -> Page:
        """See ``Records.moderation``."""
        wanted = frozenset(channels)
        marks: list[Mark] = []
        looked_at, size, last, is_cut = 0, 0, None, False
        for last, number in self._moderating(row, oldest, before):
            post = None if number is None else self.numbered(row, number)
            looked_at += 1
            size += 0 if post is None else len(post.encoded)
            if post is None or (_is_about(post, wanted) and not self._is_declined(row, post)):
                marks.append(last)
            is_full = looked_at == limits.MODERATING_AT_ONCE or size >= limits.MODERATING_BYTES
            is_cut = is_full or len(marks) == limit
            if is_cut:
                break
        return Page(marks, looked_at, last if is_cut else None)

    def _is_declined(self, row: CommunityRow, post: Post) -> bool:
        whose = role_is_of(post.content)
        return whose is not None and self._rulings.declines(row, whose)

    def roles_of(self, row: CommunityRow, members: Collection[PublicKey]) -> list[Post]:
        """See ``Records.roles_back``: those of ``members``, all looked for at once."""
        willing = {one for one in members if not self._rulings.declines(row, one)}
        if not willing:
            return []
        blocked = self._rulings.of(row).blocked
        posts = [self.numbered(row, number) for number in self._newest_roles(row)]
        return [
            post
            for post in posts
            if role_is_of(post.content) in willing and post.author not in blocked
        ]

    def _newest_roles(self, row: CommunityRow) -> list[int]:
        """Anybody may write as many as they like, and each may be long."""
        rows = self._database.rows(
            "SELECT type, private, number, length(encoded) FROM cable_post"
            " WHERE community = ? AND type >= 6 ORDER BY timestamp DESC, hash DESC LIMIT ?",
            (row.number, limits.MODERATING_AT_ONCE),
        )
        roles = [
            (number, size)
            for type_, private, number, size in rows
            if type_ == Type.ROLE and not private
        ]
        before = accumulate((size for _, size in roles), initial=0)
        return [
            number
            for (number, _), read in zip(roles, before, strict=False)
            if read < limits.MODERATING_BYTES
        ]

    def _moderating(
        self, row: CommunityRow, oldest: int, before: Mark | None
    ) -> list[tuple[Mark, int | None]]:
        """Some: anybody may write as many as they like, and each may be long. By their numbers
        those that have to be looked into: blocks and unblocks are of all channels.
        """
        last = Mark(_END, PostId(b"")) if before is None else before
        blocked = _listed(sorted(self._blocked_numbers(row)))
        rows = self._database.rows(
            "SELECT timestamp, hash, iif(type < 8, number, NULL) FROM cable_post"  # noqa: S608 - of numbers
            " WHERE community = ?1 AND type >= 6 AND NOT private AND (type >= 8 OR timestamp >= ?2)"
            " AND timestamp <= ?3 AND (timestamp < ?3 OR hash < ?4)"
            f" AND author NOT IN ({blocked}) ORDER BY timestamp DESC, hash DESC LIMIT ?5",
            (
                row.number,
                min(oldest, TIME_MAX),
                min(last.timestamp, _END),
                last.hash,
                limits.MODERATING_AT_ONCE,
            ),
        )
        return [(Mark(timestamp, PostId(hash_)), number) for timestamp, hash_, number in rows]

    def numbered(self, row: CommunityRow, number: int) -> Post:
        """The post of that number; it must be there."""
        sql = "SELECT encoded FROM cable_post WHERE number = ?"
        return read_post(row.version, bytes(self._database.value(sql, (number,))))[0]

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


def _is_about(post: Post, channels: Collection[str]) -> bool:
    """Whether it moderates the community, or one of these channels."""
    match post.content:
        case Role(channel=channel) | Moderation(channel=channel):
            return not channel or channel in channels
        case _:
            return True


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
