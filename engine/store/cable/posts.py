"""Posts as they come and go, and all that follows from it (protocols/cable.md 1.5, A16 to A22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.graph import in_order
from engine.protocols.cable.moderation.privacy import is_private
from engine.protocols.cable.posts import (
    Block,
    Delete,
    Info,
    Join,
    Leave,
    Moderation,
    Post,
    Role,
    Text,
    Topic,
    Unblock,
    UnknownPost,
)
from engine.protocols.cable.records import Reason, Refused, channel_named
from engine.protocols.cable.wire.posts import Type, read_post, type_of
from engine.store.cable.anew import Anew
from engine.store.cable.blocks import Blocks
from engine.store.cable.deletes import channels_of_gone, is_deleted, named_among
from engine.store.cable.infos import Infos
from engine.store.cable.lines import Lines
from engine.store.cable.listing import Listing
from engine.store.cable.members import SPEAKING, Change, Members
from engine.store.cable.news import CommunityNews
from engine.store.cable.places import Place, Places, stored_time
from engine.store.cable.rows import AuthorRow, ChannelRow, CommunityRow, Rows, space_of_channel
from engine.store.cable.rulings import Rulings
from engine.store.database import Database, Value

SUPERSEDED = "superseded"
HELD_BACK_MAX = 1_024  # ours: texts; what came together is far fewer, and known in memory
_INSERT = (
    "INSERT INTO cable_post (number, community, channel, author, type, timestamp, received_at,"
    " private, order_key, shown_key, hash, encoded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class Posts:
    """Writes need an open transaction."""

    def __init__(
        self,
        database: Database,
        rows: Rows,
        listing: Listing,
        places: Places,
        lines: Lines,
        rulings: Rulings,
        blocks: Blocks,
        *,
        news: CommunityNews,
        anew: Anew,
    ) -> None:
        """Borrows all."""
        self._database = database
        self._rows = rows
        self._listing = listing
        self._rulings = rulings
        self._blocks = blocks
        self._places = places
        self._lines = lines
        self._news = news
        self._anew = anew
        self._members = Members(database)
        self._next: int | None = None
        self._unwritten: list[tuple[Value, ...]] = []
        self._counts: dict[int, int] = {}
        self._moderators: set[PublicKey] = set()
        self._infos = Infos(database, rows, lines, anew, self._moderators.add)
        database.on_transaction_end(self.flush, self._forget)

    def _forget(self) -> None:
        self._next = None
        self._unwritten.clear()
        self._counts.clear()
        self._moderators.clear()

    def flush(self) -> None:
        """Writes what is held back."""
        counts, self._counts = self._counts, {}
        self._database.run_many(
            "UPDATE cable_channel SET posts = posts + ? WHERE number = ?",
            [(count, channel) for channel, count in counts.items()],
        )

    # ---- coming -----------------------------------------------------------------------------

    def add(self, row: CommunityRow, posts: Sequence[Post], at: float) -> int:
        """New ones; what they build on first, so that few of them have to move. How many are kept:
        for what names a channel too many there is no room.
        """
        self.settle_waiting()
        kept = 0
        has_deletes = any(isinstance(post.content, Delete) for post in posts)
        named = named_among(self._database, row.number, posts)
        with self._places.coming([post.hash for post in posts]):
            for post in in_order(posts) if len(posts) > 1 else posts:
                is_named = post.hash in named
                if not (has_deletes and is_named and self._is_deleted(row, post)):
                    kept += self._add(row, post, at, is_named=is_named)
            self._write()
        self._look_at_moderators(row)
        self._look_at_moved()
        self._anew.look(at)
        return kept

    def settle_waiting(self) -> bool:
        """Goes on with what a late post moves; whether more is left."""
        is_left = self._places.settle_waiting()
        self._look_at_moved()
        return is_left

    def _look_at_moved(self) -> None:
        """Of a topic, join or leave that stands elsewhere now, another may be the latest."""
        moved = self._places.take_moved()
        rows = {row.number: row for row in self._rows.communities()} if moved else {}
        for line, author in moved:
            channel = self._rows.channel_numbered(line)
            self._members.came_or_left(line, author)
            if channel.community in rows:
                self._channel_changed(rows[channel.community], channel)

    def _is_deleted(self, row: CommunityRow, post: Post) -> bool:
        """Whether a delete that came with it, ahead of it, has deleted it; then that is noted."""
        author = self._rows.author(row.number, post.author)
        if author is None or isinstance(post.content, Delete):
            return False
        if not is_deleted(self._database, row.number, author.number, post.hash):
            return False
        name = channel_named(post)
        channel = self._listing.seen(row, name)
        self._note_gone(row, post.hash, str(Reason.DELETED), author.number, channel)
        return True

    def _add(self, row: CommunityRow, post: Post, at: float, *, is_named: bool) -> bool:
        """``is_named``: by a delete, whose channel is known now. Whether it is kept."""
        author = self._rows.made_author(row.number, post.author)
        name = channel_named(post)
        channel = self._channel(row, name, author, at)
        if channel is None and name:
            self._note_gone(row, post.hash, str(Reason.UNLISTED), author.number, None)
            return False
        if channel is None:
            self._add_of_none(row, author, post, at)
        else:
            place = self._insert(row, post, author, channel.number, at)
            self._counts[channel.number] = self._counts.get(channel.number, 0) + 1
            self._lines.show(row, channel, author, post, place.shown, at)
            if is_named:
                self._place_deletes(row, post.hash, channel.number)
            self._spoken(row, channel, author, post)
        return True

    def _add_of_none(self, row: CommunityRow, author: AuthorRow, post: Post, at: float) -> None:
        place = self._insert(row, post, author, None, at)
        match post.content:
            case Delete(hashes):
                self._delete(row, author, post, place, hashes)
            case Info():
                self._inform(row, author, post, place, at)
            case Role() | Moderation() | Block() | Unblock():
                self._moderators.add(post.author)
                self._blocks.came(row, author, post)
            case Text() | Topic() | Join() | Leave() | UnknownPost():
                pass  # of a channel without a name: nobody can see it
            case _ as unknown:
                assert_never(unknown)

    def _look_at_moderators(self, row: CommunityRow) -> None:
        """Once for all who were noted meanwhile: who was let decide by nobody changes nothing."""
        authors = tuple(self._moderators)
        self._moderators.clear()
        if not authors:
            return
        if not self._rulings.of(row).mattering.isdisjoint(authors):
            self._rows.bump_moderation(row.number)
        self._news.community(row.kept.id)

    def _channel(
        self, row: CommunityRow, name: str, author: AuthorRow, at: float
    ) -> ChannelRow | None:
        if not name:
            return None
        channel, is_new = self._listing.named(row, name, author, at)
        if is_new:
            self._news.community(row.kept.id)
        return channel

    def _insert(
        self, row: CommunityRow, post: Post, author: AuthorRow, line: int | None, at: float
    ) -> Place:
        keys = self._places.keys_for(row, post, line, at)
        number = self._take_number()
        place = Place(number, line, author.number, type_of(post.content), keys.order, keys.shown)
        self._unwritten.append(
            (
                number,
                row.number,
                line,
                author.number,
                place.type,
                stored_time(post),
                at,
                is_private(post.content),
                place.order,
                place.shown_column,
                post.hash,
                post.encoded,
            )
        )
        waiting = self._places.came(row, post, place)
        is_looked_up = bool(waiting) or not isinstance(post.content, Text)
        if is_looked_up or len(self._unwritten) >= HELD_BACK_MAX:
            self._write()
        if waiting:
            self._places.settle(row, waiting)
        return self._places.place(row.number, post.hash) or place

    def _write(self) -> None:
        """Writes the posts that are held back: many in one go cost half as much."""
        rows, self._unwritten = self._unwritten, []
        self._database.run_many(_INSERT, rows)

    def _take_number(self) -> int:
        if self._next is None:
            last = self._database.value("SELECT max(number) FROM cable_post")
            self._next = 1 if last is None else int(last) + 1
        number, self._next = self._next, self._next + 1
        return number

    def _spoken(
        self, row: CommunityRow, channel: ChannelRow, author: AuthorRow, post: Post
    ) -> None:
        if isinstance(post.content, Join | Leave):
            change = self._members.came_or_left(channel.number, author.number)
        else:
            change = self._members.spoke(channel.number, author.number, stored_time(post))
        if change is Change.NEW:
            self._show_name_of(row, channel, author)
        if change is not Change.NOTHING or not isinstance(post.content, Text):
            self._channel_changed(row, channel)

    def _show_name_of(
        self, row: CommunityRow, channel: ChannelRow, author: AuthorRow, *, shown: bool = True
    ) -> None:
        """In a channel where they are seen from now on, or (``shown`` False) no more."""
        found = self._database.row(
            "SELECT p.encoded, p.received_at FROM cable_info AS i"
            " JOIN cable_post AS p ON p.number = i.post WHERE i.author = ? AND i.key = 'name'",
            (author.number,),
        )
        if found is not None:
            info, _ = read_post(row.version, found[0])
            change = self._lines.show_name_in if shown else self._lines.hide_name_in
            change(row, channel, author, info, found[1])

    def _channel_changed(self, row: CommunityRow, channel: ChannelRow) -> None:
        self._news.community(row.kept.id)
        if channel.space is not None:
            self._news.changed(space_of_channel(row.kept, channel.name))

    # ---- infos ------------------------------------------------------------------------------

    def _inform(
        self, row: CommunityRow, author: AuthorRow, post: Post, place: Place, at: float
    ) -> None:
        assert isinstance(post.content, Info)
        if self._infos.is_superseded(row, author, post.content, place.order):
            self._supersede(row, author, post, place)
            return
        older, _ = self._infos.take(row, author, post, place.number, at)
        for number in older:
            if not self._infos.is_current(number):
                self._supersede_numbered(row, author, number)
        self._news.community(row.kept.id)

    def _supersede_numbered(self, row: CommunityRow, author: AuthorRow, number: int) -> None:
        found = self._database.row("SELECT encoded FROM cable_post WHERE number = ?", (number,))
        assert found is not None
        post, _ = read_post(row.version, found[0])
        place = self._places.place(row.number, post.hash)
        assert place is not None
        self._supersede(row, author, post, place)

    def _supersede(self, row: CommunityRow, author: AuthorRow, post: Post, place: Place) -> None:
        """Its content goes. What builds on it goes on standing behind it."""
        self._database.run(
            "INSERT OR REPLACE INTO cable_gone VALUES (?, ?, ?, ?, NULL, ?)",
            (row.number, post.hash, SUPERSEDED, author.number, place.order),
        )
        self._database.run("DELETE FROM cable_post WHERE number = ?", (place.number,))
        self._places.went(row, post, place)

    # ---- deletes ----------------------------------------------------------------------------

    def _delete(
        self,
        row: CommunityRow,
        author: AuthorRow,
        post: Post,
        place: Place,
        hashes: Sequence[PostId],
    ) -> None:
        """It may name thousands: they are looked up together."""
        targets = list(dict.fromkeys(hashes))
        held = self._places.held(row.number, targets)
        channels = channels_of_gone(self._database, row.number, targets)
        channels.update((target, meant.channel) for target, meant in held.items())
        by = place.number, author.number
        self._database.run_many(
            "INSERT OR IGNORE INTO cable_delete VALUES (?, ?, ?, ?, ?, ?)",
            [(row.number, one, *by, channels.get(one), stored_time(post)) for one in targets],
        )
        for target, meant in held.items():
            if meant.author == author.number and meant.type != Type.DELETE:
                self._remove(row, target, Reason.DELETED)

    # ---- going ------------------------------------------------------------------------------

    def refuse(self, row: CommunityRow, refused: Sequence[Refused]) -> None:
        """Posts that we have seen and do not keep."""
        for one in refused:
            author = self._rows.made_author(row.number, one.author)
            number = self._listing.seen(row, one.channel)
            self._note_gone(row, one.hash, str(one.why), author.number, number)

    def _note_gone(
        self, row: CommunityRow, post: PostId, why: str, author: int, channel: int | None
    ) -> None:
        self._database.run(
            "INSERT OR REPLACE INTO cable_gone VALUES (?, ?, ?, ?, ?, NULL)",
            (row.number, post, why, author, channel),
        )
        if channel is not None:
            self._place_deletes(row, post, channel)

    def _place_deletes(self, row: CommunityRow, target: PostId, channel: int) -> None:
        sql = "UPDATE cable_delete SET channel = ? WHERE community = ? AND target = ?"
        self._database.run(sql, (channel, row.number, target))

    def remove(self, row: CommunityRow, hash_: PostId, why: str | None) -> bool:
        """A post that we hold is erased. ``why`` None: it may come again."""
        removed = self._remove(row, hash_, why)
        self._look_at_moderators(row)
        self._look_at_moved()
        return removed

    def _remove(self, row: CommunityRow, hash_: PostId, why: str | None) -> bool:
        place = self._places.place(row.number, hash_)
        if place is None:
            return False
        found = self._database.row(
            "SELECT encoded FROM cable_post WHERE number = ?", (place.number,)
        )
        assert found is not None
        post, _ = read_post(row.version, found[0])
        author = self._rows.made_author(row.number, PublicKey(post.author))
        if place.type == Type.INFO and self._infos.is_current(place.number):
            author = self._infos.went(row, author, place.number)
        self._database.run("DELETE FROM cable_post WHERE number = ?", (place.number,))
        if why is not None:
            self._note_gone(row, hash_, why, author.number, place.channel)
        if place.type == Type.DELETE:
            self._database.run("DELETE FROM cable_delete WHERE post = ?", (place.number,))
        if place.type >= Type.ROLE:
            self._moderators.add(author.key)
            self._blocks.went(row, author, post)
        if place.channel is not None:
            self._gone_from(row, place, place.channel)
        self._places.went(row, post, place)
        self._news.community(row.kept.id)
        return True

    def _gone_from(self, row: CommunityRow, place: Place, line: int) -> None:
        channel = self._rows.channel_numbered(line)
        self._counts[line] = self._counts.get(line, 0) - 1
        self._lines.hide(row, line, place.shown)
        change = self._members.unsaid if place.type in SPEAKING else self._members.came_or_left
        if change(line, place.author) is Change.GONE:
            author = self._rows.made_author(row.number, self._rows.key_of(place.author))
            self._show_name_of(row, channel, author, shown=False)
        self._channel_changed(row, channel)

    def erase_channel(self, channel: int) -> None:
        """Counts and members of a channel that is forgotten."""
        self._members.erase(channel)
        self._counts.pop(channel, None)
