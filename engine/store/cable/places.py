"""Where posts stand among each other: their order keys, and what builds on what.

A line is a channel's posts, or (None) those of a community that name no channel. A key is made when
a post comes, from those of the posts that it links to (``engine/protocols/cable/order``). Of a post
that others were waiting for, those are looked at again; whichever changes, so are those that build
on it. How many one post can change is bounded: the rest waits in ``cable_moving`` and goes on with
the next posts, and by itself (``tidying``), so that a liar who withholds one post for long cannot
hold up everybody else.

In a timeline none stands later than it came (A22): there a post has another key where it, or what
it builds on, claims to be of the future. What is the latest of a channel's state goes by the
authors' word alone, so that it is the same for everybody (A17).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from engine.model.ids import OrderKey, PostId
from engine.protocols.cable.order import latest_before, order_key
from engine.protocols.cable.posts import Post
from engine.protocols.cable.wire.posts import Type, read_post
from engine.protocols.cable.wire.version import Version
from engine.store.cable.links import Links
from engine.store.cable.news import CommunityNews
from engine.store.cable.rows import CommunityRow, Rows, space_of_channel
from engine.store.database import Database, array_of
from engine.store.timeline.timeline import Timeline

MOVED_MAX = 256  # ours: posts looked at again in one transaction, some 20 ms
CHAIN_MAX = 64  # ours: of one page of state; each may be long, and have a thousand links
PLACES_KEPT = 8_192  # ours: a key is looked up for each link of each new post
TIME_MAX = 1 << 62  # ours: what of a timestamp counts, and is stored
_PLACE = "number, channel, author, type, order_key, shown_key"
CHANNEL = ""  # of a timeline: the space is the channel
_Moves = dict[int, tuple[int, OrderKey, OrderKey]]
"""By a post's number: its line, where it stood in the timeline, where it stands."""
_STATE = frozenset({Type.TOPIC, Type.JOIN, Type.LEAVE})  # of these the latest counts


@dataclass(frozen=True, slots=True)
class Place:
    """Of a post that we hold. ``channel`` None: it names none."""

    number: int
    channel: int | None
    author: int
    type: int
    order: OrderKey
    shown: OrderKey

    @property
    def shown_column(self) -> OrderKey | None:
        """None where it is the same."""
        return None if self.shown == self.order else self.shown


@dataclass(frozen=True, slots=True)
class Keys:
    """By the author's word, and as shown."""

    order: OrderKey
    shown: OrderKey


def stored_time(post: Post) -> int:
    """What of its author's word is stored."""
    return min(post.timestamp, TIME_MAX)


def sorting_time(version: Version, timestamp: int, received_at: float) -> int:
    """By which a post is sorted: its author's word, but not later than it came (A22)."""
    return min(timestamp, int(received_at * version.units_a_second))


class Places:
    """Writes need an open transaction."""

    def __init__(
        self, database: Database, rows: Rows, timeline: Timeline, news: CommunityNews
    ) -> None:
        """Borrows all."""
        self._news = news
        self._database = database
        self._rows = rows
        self._timeline = timeline
        self._links = Links(database)
        self._known: dict[tuple[int, PostId], Place] = {}
        self._has_waiting: bool | None = None
        self._moved: dict[tuple[int, int], None] = {}
        self._room = MOVED_MAX
        database.on_transaction_end(self._begin_anew, self._forget)

    def _begin_anew(self) -> None:
        self._room = MOVED_MAX

    def forget_memory(self) -> None:
        """Posts were erased by somebody else."""
        self._known.clear()

    def _forget(self) -> None:
        self._begin_anew()
        self.forget_memory()
        self._moved.clear()
        self._has_waiting = None

    def place(self, community: int, post: PostId) -> Place | None:
        """None if we do not hold it."""
        known = self._known.get((community, post))
        if known is None:
            row = self._database.row(
                f"SELECT {_PLACE} FROM cable_post WHERE community = ? AND hash = ?",  # noqa: S608 - of fixed texts
                (community, post),
            )
            if row is None:
                return None
            known = _place(*row)
            self._keep(community, post, known)
        return known

    def held(self, community: int, posts: Sequence[PostId]) -> Mapping[PostId, Place]:
        """The places of those of ``posts`` that we hold: of very many, and remembered of none."""
        if not posts:
            return {}
        rows = self._database.rows(
            f"SELECT hash, {_PLACE} FROM cable_post WHERE community = ? AND hash IN carray(?)",  # noqa: S608 - of fixed texts
            (community, array_of(posts)),
        )
        return {PostId(row[0]): _place(*row[1:]) for row in rows}

    def _keep(self, community: int, post: PostId, place: Place) -> None:
        if len(self._known) >= PLACES_KEPT:
            del self._known[next(iter(self._known))]
        self._known[community, post] = place

    def keys_for(self, row: CommunityRow, post: Post, line: int | None, received_at: float) -> Keys:
        """The keys of a post of that line, as far as we know what it builds on."""
        time = stored_time(post)
        came = sorting_time(row.version, time, received_at)
        parents = self._parents(row.number, line, post.links)
        order = order_key(time, post.hash, [one.order for one in parents])
        if line is None or (came == time and all(one.order == one.shown for one in parents)):
            return Keys(order, order)
        return Keys(order, order_key(came, post.hash, [one.shown for one in parents]))

    def _parents(
        self, community: int, line: int | None, links: Iterable[PostId]
    ) -> list[Place | Keys]:
        found: list[Place | Keys] = []
        for link in links:
            place = self.place(community, link)
            if place is not None:
                if place.channel == line:
                    found.append(place)
            elif line is None:  # a superseded info
                sql = "SELECT order_key FROM cable_gone WHERE community = ? AND hash = ?"
                gone: bytes | None = self._database.value(sql, (community, link))
                if gone is not None:
                    found.append(Keys(OrderKey(gone), OrderKey(gone)))
        return found

    def chains(self, row: CommunityRow, posts: Iterable[PostId]) -> list[PostId]:
        """See ``Records.chains``: at most CHAIN_MAX of them all, each looked at once."""
        found: dict[PostId, None] = {}
        for post in posts:
            place = self.place(row.number, post)
            sought = None if place is None else latest_before(place.order)
            while sought is not None and place is not None and len(found) < CHAIN_MAX:
                parent = self._latest_parent(row, place)
                if parent is None or parent in found:
                    break
                found[parent] = None
                place = None if parent.startswith(sought) else self.place(row.number, parent)
        return list(found)

    def _latest_parent(self, row: CommunityRow, place: Place) -> PostId | None:
        sql = "SELECT encoded FROM cable_post WHERE number = ?"
        post, _ = read_post(row.version, self._database.value(sql, (place.number,)))
        latest: bytes | None = self._database.value(
            "SELECT hash FROM cable_post WHERE community = ? AND hash IN carray(?)"
            " AND channel IS ? ORDER BY order_key DESC LIMIT 1",
            (row.number, array_of(post.links), place.channel),
        )
        return None if latest is None else PostId(latest)

    # ---- coming and going -------------------------------------------------------------------

    def coming(self, posts: Iterable[PostId]) -> AbstractContextManager[None]:
        """These come inside, together."""
        return self._links.coming(posts)

    def came(self, row: CommunityRow, post: Post, place: Place) -> Sequence[int]:
        """A post is inserted. What was waiting for it: to be settled, once all is written."""
        self._keep(row.number, post.hash, place)
        self._links.add(post, place.number)
        children = self._links.behind(post.hash)
        if not row.version.has_one_link and place.channel is not None:
            self._change_heads(place.channel, post, is_built_on=bool(children))
        return children

    def went(self, row: CommunityRow, post: Post, place: Place) -> None:
        """A post was removed: what had waited for it waits no more."""
        self._known.pop((row.number, post.hash), None)
        self._links.remove(post, place.number)
        self._database.run("DELETE FROM cable_moving WHERE post = ?", (place.number,))
        if not row.version.has_one_link and place.channel is not None:
            self._give_back_heads(row.number, place.channel, post)
        children = self._links.behind(post.hash)
        if children:
            self.settle(row, children)

    # ---- settling ---------------------------------------------------------------------------

    def settle(self, row: CommunityRow, posts: Sequence[int]) -> None:
        """Looks at these posts again, and at what builds on those that move."""
        todo = dict.fromkeys(posts)
        moves: _Moves = {}
        while todo and self._room:
            self._room -= 1
            number = next(iter(todo))
            del todo[number]
            todo.update(dict.fromkeys(self._settle_one(row, number, moves)))
        self._move(row, moves)
        if not todo:
            return
        self._database.run_many(
            "INSERT OR IGNORE INTO cable_moving (post) VALUES (?)", [(one,) for one in todo]
        )
        self._has_waiting = True

    def waits(self, community: int) -> bool:
        """Whether posts of it are to be looked at again."""
        sql = (
            "SELECT 1 FROM cable_moving AS m JOIN cable_post AS p ON p.number = m.post"
            " WHERE p.community = ? LIMIT 1"
        )
        return self._has_waiting is not False and (
            self._database.row(sql, (community,)) is not None
        )

    def settle_waiting(self) -> bool:
        """Goes on with what was left waiting; whether more is left."""
        if self._has_waiting is False:
            return False
        rows = self._database.rows(
            "SELECT m.post, p.community FROM cable_moving AS m"
            " LEFT JOIN cable_post AS p ON p.number = m.post LIMIT ?",
            (MOVED_MAX,),
        )
        self._has_waiting = bool(rows)
        self._database.run_many(
            "DELETE FROM cable_moving WHERE post = ?", [(number,) for number, _ in rows]
        )
        for row in self._rows.communities():
            waiting = [number for number, community in rows if community == row.number]
            if waiting:
                self.settle(row, waiting)
        return bool(rows)

    def _settle_one(self, row: CommunityRow, number: int, moves: _Moves) -> Sequence[int]:
        """What builds on that post, if it has moved; then ``moves`` knows where to."""
        found = self._database.row(
            "SELECT channel, author, type, received_at, order_key, shown_key, encoded"
            " FROM cable_post WHERE number = ? AND community = ?",
            (number, row.number),
        )
        if found is None:
            return []
        line, author, type_, received_at, before, shown_before, encoded = found
        shown_before = before if shown_before is None else shown_before
        post, _ = read_post(row.version, encoded)
        keys = self.keys_for(row, post, line, received_at)
        if keys.order == before and keys.shown == shown_before:
            return []
        place = Place(number, line, author, type_, keys.order, keys.shown)
        sql = "UPDATE cable_post SET order_key = ?, shown_key = ? WHERE number = ?"
        self._database.run(sql, (place.order, place.shown_column, number))
        self._keep(row.number, post.hash, place)
        if line is not None and type_ in _STATE:
            self._moved[line, author] = None
        if line is not None:
            _, first, _ = moves.get(number, (line, OrderKey(shown_before), None))
            moves[number] = line, first, keys.shown
        return self._links.behind(post.hash)

    def _move(self, row: CommunityRow, moves: _Moves) -> None:
        """In their timelines: of several moves of a post only where it stood and where it stands
        count.
        """
        by_line: dict[int, dict[OrderKey, OrderKey]] = {}
        for line, order, to in moves.values():
            if to != order:
                by_line.setdefault(line, {})[order] = to
        for line, there in by_line.items():
            channel = self._rows.channel_numbered(line)
            if channel.space is not None:
                self._timeline.move(channel.space, CHANNEL, there)
                self._news.posts_changed(space_of_channel(row.kept, channel.name))

    def take_moved(self) -> Sequence[tuple[int, int]]:
        """Lines, and authors a topic, join or leave of whom stands elsewhere there since this was
        last asked: another one may be the latest now.
        """
        moved = tuple(self._moved)
        self._moved.clear()
        return moved

    # ---- heads ------------------------------------------------------------------------------

    def heads(self, channel: int, limit: int) -> list[PostId]:
        """Posts of a channel that nothing builds on (versions M and D8), bytewise."""
        sql = "SELECT hash FROM cable_head WHERE channel = ? ORDER BY hash LIMIT ?"
        return [PostId(head) for (head,) in self._database.rows(sql, (channel, limit))]

    def _change_heads(self, channel: int, post: Post, *, is_built_on: bool) -> None:
        self._database.run_many(
            "DELETE FROM cable_head WHERE channel = ? AND hash = ?",
            [(channel, link) for link in post.links],
        )
        if not is_built_on:
            self._database.run("INSERT INTO cable_head VALUES (?, ?)", (channel, post.hash))

    def _give_back_heads(self, community: int, channel: int, post: Post) -> None:
        sql = "DELETE FROM cable_head WHERE channel = ? AND hash = ?"
        self._database.run(sql, (channel, post.hash))
        for link in post.links:
            place = self.place(community, link)
            if place is not None and place.channel == channel and not self._links.behind(link):
                sql = "INSERT OR IGNORE INTO cable_head VALUES (?, ?)"
                self._database.run(sql, (channel, link))


def _place(
    number: int, channel: int | None, author: int, type_: int, order: bytes, shown: bytes | None
) -> Place:
    shown = order if shown is None else shown
    return Place(number, channel, author, type_, OrderKey(order), OrderKey(shown))
