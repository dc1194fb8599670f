"""The read model that every protocol shares: what people see, in order and searchable.

A timeline is a space and one of its channels ('' where it has only one). ``Timeline`` is its
writer: rows are held back and written in one go before the transaction ends, in the same
transaction as the posts themselves. Nothing here is the only copy, but for what our user hides: a
protocol's repository can fill it anew. Names no protocol.

``posts``     a post, and the columns of its row
``blocks``    the counts that make ranks cheap
``words``     the word index; ``search`` reads it, with ``arrivals`` and ``snippets``
``late``      what came in below what was read already
``judged``    whether what is unread calls anybody, where an author was hidden or is shown again
``edited``    what an edit changes of its post in the table itself
``marks``     what becomes of a post by what others say of it, found out when it is read
``pages``     reads runs of posts
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate

from engine.model.ids import OrderKey, PostId, PublicKey
from engine.model.views import FileView
from engine.store.database import ERASED_ROWS, Database, Value
from engine.store.timeline import arrivals, blocks, edited, judged, late, words
from engine.store.timeline.arrivals import numbers_of
from engine.store.timeline.authors import encode_path
from engine.store.timeline.edited import Speaking
from engine.store.timeline.folds import IsFolded
from engine.store.timeline.posts import (
    HIDDEN,
    ID_BYTES,
    TimelinePost,
    body_column,
    detail_column,
)

HELD_BACK_MAX = 2_048  # ours: rows; a turn holds far fewer
ERASED_BYTES = 1 << 20  # ours: of text at a time, which is all told to the word index
AUTHORS_KEPT = 4_096  # ours: whose row need not be looked up again

_INSERT = (
    "INSERT INTO timeline (number, space, channel, order_key, height, parents, at, received_at,"
    " author, kind, ours, quiet, text, body, aside, about, detail, speaks)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class Timeline:
    """The writer. All of it happens in the database's open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database`` and hooks into the end of its transactions."""
        self._database = database
        self._held: dict[int, list[TimelinePost]] = {}
        self._held_count = 0
        self._held_files: dict[tuple[int, OrderKey], Sequence[FileView]] = {}
        self._next_numbers: dict[int, int] = {}
        self._newest: dict[int, float] = {}
        self._authors: dict[tuple[int, PublicKey, tuple[str, ...]], int] = {}
        self._dropped: set[int] = set()
        database.on_transaction_end(self.flush, self._forget_all_memory)

    def add(self, space: int, post: TimelinePost) -> None:
        """``post`` is new in the space of that number. It shows once it is committed."""
        assert len(post.order) >= ID_BYTES
        self._held.setdefault(space, []).append(post)
        self._held_count += 1
        if post.files:
            self._held_files[space, post.order] = post.files
        if self._held_count >= HELD_BACK_MAX:
            self.flush()

    def flush(self) -> None:
        """Writes what is held back."""
        held, self._held, self._held_count = self._held, {}, 0
        self._held_files.clear()
        for space in sorted(held):  # ascending numbers: the word index then writes larger pieces
            self._write(space, held[space])

    def rows(self, space: int) -> int:
        """How many posts the space of that number has, in all its timelines, and aside of them."""
        self.flush()
        return int(
            self._database.value(
                "SELECT total(posts) + total(aside) FROM timeline_block WHERE space = ?", (space,)
            )
        )

    # ---- what our user hides ----------------------------------------------------------------

    def hide_post(self, space: int, channel: str, order: OrderKey, *, hidden: bool) -> bool:
        """Takes a post out of its timeline, or puts it back; whether anything changed.

        Marks cannot be hidden: they have no row. It stays so when the timeline is filled anew.
        """
        self.flush()
        place = (space, channel, order)
        if not self._put_aside(place, hidden=hidden):
            return False
        if hidden:
            sql = "INSERT INTO hidden_post VALUES (?, ?, ?)"
        else:
            sql = "DELETE FROM hidden_post WHERE space = ? AND channel = ? AND order_key = ?"
        self._database.run(sql, place)
        return True

    def hide_again(self, space: int) -> None:
        """What our user has hidden, after the timelines of that space were filled anew."""
        self.flush()
        sql = "SELECT space, channel, order_key FROM hidden_post WHERE space = ?"
        for space_, channel, order in self._database.rows(sql, (space,)):
            self._put_aside((space_, channel, order), hidden=True)
        self._dropped.discard(space)

    def _put_aside(self, place: tuple[int, str, bytes], *, hidden: bool) -> bool:
        aside, before = (HIDDEN, None) if hidden else (None, HIDDEN)
        self._database.run(
            "UPDATE timeline SET aside = ?"
            " WHERE space = ? AND channel = ? AND order_key = ? AND aside IS ?",
            (aside, *place, before),
        )
        if not self._database.changes():
            return False
        space, channel, order = place
        blocks.count_anew(self._database, (space, channel), order)
        late.forget_late(self._database, (space, channel), order, order + b"\0")
        return True

    def judge_unread(
        self, space: int, channel: str, is_folded: IsFolded | None, limit: int
    ) -> bool:
        """Other posts are folded away now: what is unread follows. See ``judged``."""
        self.flush()
        return judged.judge_unread(self._database, (space, channel), is_folded, limit)

    def remove(self, space: int, channel: str, first: OrderKey, end: OrderKey) -> bool:
        """The posts from ``first`` to before ``end`` are gone; whether there were any."""
        self.flush()
        line = (space, channel)
        rows = self._database.rows(
            "SELECT number, order_key FROM timeline"
            " WHERE space = ? AND channel = ? AND order_key >= ? AND order_key < ? ORDER BY number",
            (*line, first, end),
        )
        for run_start, run_end in _runs([number for number, _ in rows]):
            cut_out = run_end - run_start <= words.CUT_OUT_AT_ONCE
            words.erase_words(self._database, run_start, run_end, cut_out=cut_out)
            self._database.run(
                "DELETE FROM timeline WHERE number >= ? AND number < ?", (run_start, run_end)
            )
        blocks.count_anew_between(self._database, line, sorted(order for _, order in rows))
        late.forget_late(self._database, line, first, end)
        return bool(rows)

    # ---- what changes its place or its author's name ----------------------------------------

    def move(self, space: int, channel: str, moves: Mapping[OrderKey, OrderKey]) -> None:
        """Posts of that line, the same ones, stand somewhere else now, by where they stood; also
        those that are hidden.
        """
        self.flush()
        line = (space, channel)
        for table in ("timeline", "hidden_post"):
            self._database.run_many(
                f"UPDATE {table} SET order_key = ?"  # noqa: S608 - of two fixed names
                " WHERE space = ? AND channel = ? AND order_key = ?",
                [(to, *line, order) for order, to in moves.items()],
            )
        blocks.count_moved(self._database, line, moves)
        late.note_moved(self._database, line, moves)

    def rename_author(self, space: int, key: PublicKey, path: tuple[str, ...]) -> bool:
        """Whoever signs with ``key`` is called so in all of that space; whether they posted there.

        For protocols in which an author has one name at a time.
        """
        self.flush()
        self._database.run(
            "UPDATE OR IGNORE author SET path = ? WHERE space = ? AND public_key = ?",
            (encode_path(path), space, key),
        )
        self._authors.clear()
        return self._database.changes() > 0

    def speaks_to(self, key: PublicKey, space: int | None = None) -> list[tuple[int, PostId]]:
        """``key`` is one of ours from now on: what mentions it (in that space) speaks to us.

        Answers what that is, each with its space: an edit may have taken the mention back.
        """
        self.flush()
        only = "" if space is None else " AND space = ?"
        rows = self._database.rows(
            "UPDATE timeline SET speaks = 1"  # noqa: S608 - of two fixed texts
            f" WHERE speaks = 0 AND detail IS NOT NULL AND instr(detail, ?){only}"
            " RETURNING space, order_key",
            (key.hex(),) if space is None else (key.hex(), space),
        )
        return [(number, PostId(order[-ID_BYTES:])) for number, order in rows]

    def speak_as_edited(
        self, space: int, order: OrderKey, speaks: Callable[[Speaking], bool | None]
    ) -> bool:
        """See ``edited.speak_as_edited``."""
        self.flush()
        return edited.speak_as_edited(self._database, (space, ""), order, speaks)

    def changed_by(self, space: int, orders: Collection[OrderKey]) -> list[PostId]:
        """See ``edited.changed_by``; also of posts that are held back."""
        if not orders:  # peers often tell what was known: nothing is written out for that
            return []
        self.flush()
        return edited.changed_by(self._database, (space, ""), orders)

    def file_names(self, space: int, order: OrderKey) -> list[str]:
        """Of the post there; also of one that is held back."""
        held = self._held_files.get((space, order))
        if held is None:
            held = edited.detail_at(self._database, (space, ""), order).file_views
        return [file.name for file in held]

    # ---- what is forgotten ------------------------------------------------------------------

    def drop(self, space: int) -> None:
        """That space's timelines count as empty; their rows are to be erased.

        What is added until ``hide_again`` was there before, and is not late.
        """
        self.flush()
        self._database.run("DELETE FROM timeline_block WHERE space = ?", (space,))
        arrivals.erase(self._database, space)
        late.erase(self._database, space)
        self._forget_all_memory()
        self._dropped.add(space)

    def erase_some(self, space: int) -> bool:
        """See ``Eraser``: of a timeline that was dropped."""
        self._database.run("DELETE FROM hidden_post WHERE space = ?", (space,))
        return self.erase_rows(space) or self._erase_authors(space)

    def erase_rows(self, space: int) -> bool:
        """A bounded part of its rows; whether there were any."""
        first, next_space = numbers_of(space)
        sizes = self._database.rows(
            "SELECT number, octet_length(text) FROM timeline WHERE number >= ? AND number < ?"
            " ORDER BY number LIMIT ?",
            (first, next_space, ERASED_ROWS),
        )
        if not sizes:
            return False
        cut_out = len(sizes) < ERASED_ROWS
        if cut_out:
            sizes = sizes[: words.CUT_OUT_AT_ONCE]
        taken = sum(1 for total in accumulate(size for _, size in sizes) if total <= ERASED_BYTES)
        end: int = sizes[max(1, taken) - 1][0] + 1
        words.erase_words(self._database, first, end, cut_out=cut_out)
        self._database.run("DELETE FROM timeline WHERE number >= ? AND number < ?", (first, end))
        return True

    def _erase_authors(self, space: int) -> bool:
        self._database.run(
            "DELETE FROM author WHERE number IN"
            " (SELECT number FROM author WHERE space = ? LIMIT ?)",
            (space, ERASED_ROWS),
        )
        return self._database.changes() > 0

    def _forget_all_memory(self) -> None:
        self._held, self._held_count = {}, 0
        self._held_files.clear()
        self._next_numbers.clear()
        self._newest.clear()
        self._authors.clear()
        self._dropped.clear()

    # ---- rows -------------------------------------------------------------------------------

    def _write(self, space: int, posts: list[TimelinePost]) -> None:
        first = self._take_numbers(space, len(posts))
        self._database.run_many(
            _INSERT, [self._row(number, space, post) for number, post in enumerate(posts, first)]
        )
        words.add_words(self._database, first, first + len(posts))
        by_channel: dict[str, list[blocks.Row]] = {}
        for post in posts:
            counted = blocks.Row(post.order, post.at, post.quiet, post.mark is not None)
            by_channel.setdefault(post.channel, []).append(counted)
        for channel, rows in by_channel.items():
            blocks.count_in(self._database, (space, channel), rows)
        if space not in self._dropped:
            news = [post for post in posts if post.is_news_anywhere]
            came = [(post.channel, post.order, post.at) for post in news]
            late.note_late(self._database, space, came)
        self._note_arrival(space, first, max(min(post.at, post.received_at) for post in posts))
        self._note_answered(space, [post.id for post in posts if post.ours])

    def _row(self, number: int, space: int, post: TimelinePost) -> tuple[Value, ...]:
        return (
            number,
            space,
            post.channel,
            post.order,
            post.height,
            b"".join(post.parents),
            post.at,
            post.received_at,
            self._author(space, post.author, post.path),
            post.kind.value,
            post.ours,
            post.quiet,
            post.text,
            body_column(post.body, post.text, plain_json=post.plain_json),
            None if post.mark is None else post.mark.value,
            post.about,
            detail_column(post.files, post.mentions, plain_json=post.plain_json),
            post.speaks,
        )

    def _note_arrival(self, space: int, number: int, at: float) -> None:
        newest = self._newest.get(space)
        if newest is None:
            newest = arrivals.newest_at(self._database, space)
        if newest is None or at > newest:
            arrivals.note_arrival(self._database, space, number, at)
            newest = at
        self._newest[space] = newest

    def _note_answered(self, space: int, ours: Sequence[PostId]) -> None:
        """Answers to posts of ours that were here before them, as after a loss, speak to us."""
        self._database.run_many(
            "UPDATE timeline SET speaks = 1 WHERE space = ? AND about = ? AND speaks = 0",
            [(space, post) for post in ours],
        )

    def _take_numbers(self, space: int, count: int) -> int:
        first = self._next_numbers.get(space)
        if first is None:
            base, next_space = numbers_of(space)
            # Rows may be gone (``remove``) whose arrival is still noted: not to be given anew.
            last: int | None = self._database.value(
                "SELECT max(number) FROM ("
                "SELECT max(number) AS number FROM timeline WHERE number >= ?1 AND number < ?2"
                " UNION ALL SELECT max(number) FROM timeline_arrival WHERE space = ?3)",
                (base, next_space, space),
            )
            first = base if last is None else last + 1
        self._next_numbers[space] = first + count
        return first

    def _author(self, space: int, key: PublicKey, path: tuple[str, ...]) -> int:
        number = self._authors.get((space, key, path))
        if number is None:
            values = (space, key, encode_path(path))
            self._database.run(
                "INSERT INTO author (space, public_key, path) VALUES (?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                values,
            )
            found: int = self._database.value(
                "SELECT number FROM author WHERE space = ? AND public_key = ? AND path = ?", values
            )
            number = self._authors[space, key, path] = found
            if len(self._authors) > AUTHORS_KEPT:
                del self._authors[next(iter(self._authors))]
        return number


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Rising numbers as ranges without gaps."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number:
            runs[-1] = (runs[-1][0], number + 1)
        else:
            runs.append((number, number + 1))
    return runs
