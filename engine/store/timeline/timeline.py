"""The read model that every protocol shares: what people see, in order and searchable.

A timeline is a space and one of its channels ('' where it has only one). ``Timeline`` is its
writer: rows are held back and written in one go before the transaction ends, in the same
transaction as the posts themselves. Nothing here is the only copy: a protocol's repository can fill
it anew. Names no protocol. ``blocks`` keeps the counts that make ranks cheap,
``pages`` reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import msgspec

from engine.model.body_text import text_body
from engine.model.ids import OrderKey, PostId, PostKind, PublicKey
from engine.store.database import ERASED_ROWS, Database, Value
from engine.store.timeline import blocks, words

ID_BYTES = 32
HELD_BACK_MAX = 2_048  # ours: rows; a turn holds far fewer
ERASED_BYTES = 1 << 20  # ours: of text at a time, which is all told to the word index
ARRIVALS_BITS = 40
"""A row's number is its space's and, in these bits, its place in the order of arrival there."""

AUTHORS_KEPT = 4_096  # ours: whose row need not be looked up again


@dataclass(frozen=True, slots=True)
class TimelinePost:
    """A post as it is shown. ``order`` ends with the post's 32-byte id.

    ``path`` are display names from the space's owner down; ``body`` is the raw body text or None.
    ``text`` and ``path`` hold no lone surrogates. ``quiet``: it never counts as unread, for it is
    our own, or the mere beginning of a channel.
    """

    channel: str
    order: OrderKey
    kind: PostKind
    height: int
    parents: tuple[PostId, ...]
    at: float
    received_at: float
    author: PublicKey
    path: tuple[str, ...]
    ours: bool
    text: str
    body: str | None

    @property
    def quiet(self) -> bool:
        return self.ours or self.kind is PostKind.ROOT


def encode_path(path: Sequence[str]) -> str:
    """Display names as they are stored: a JSON array."""
    return msgspec.json.encode(path).decode()


class Timeline:
    """The writer. All of it happens in the database's open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database`` and hooks into the end of its transactions."""
        self._database = database
        self._held: dict[int, list[TimelinePost]] = {}
        self._held_count = 0
        self._next_numbers: dict[int, int] = {}
        self._authors: dict[tuple[int, PublicKey, tuple[str, ...]], int] = {}
        database.on_transaction_end(self.flush, self._forget_all_memory)

    def add(self, space: int, post: TimelinePost) -> None:
        """``post`` is new in the space of that number. It shows once it is committed."""
        assert len(post.order) >= ID_BYTES
        self._held.setdefault(space, []).append(post)
        self._held_count += 1
        if self._held_count >= HELD_BACK_MAX:
            self.flush()

    def flush(self) -> None:
        """Writes what is held back."""
        held, self._held, self._held_count = self._held, {}, 0
        for space in sorted(held):  # ascending numbers: the word index then writes larger pieces
            self._write(space, held[space])

    def posts(self, space: int) -> int:
        """How many posts the space of that number shows, in all its timelines."""
        self.flush()
        return int(
            self._database.value(
                "SELECT total(posts) FROM timeline_block WHERE space = ?", (space,)
            )
        )

    def hide(self, space: int) -> None:
        """That space's timelines count as empty; their rows are to be erased."""
        self.flush()
        self._database.run("DELETE FROM timeline_block WHERE space = ?", (space,))
        self._forget_all_memory()

    def erase_some(self, space: int) -> bool:
        """See ``Eraser``: of a hidden timeline."""
        first = space << ARRIVALS_BITS
        sizes = self._database.rows(
            "SELECT number, octet_length(text) FROM timeline WHERE number >= ? AND number < ?"
            " ORDER BY number LIMIT ?",
            (first, (space + 1) << ARRIVALS_BITS, ERASED_ROWS),
        )
        if not sizes:
            return self._erase_authors(space)
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
        self._next_numbers.clear()
        self._authors.clear()

    # ---- rows -------------------------------------------------------------------------------

    def _write(self, space: int, posts: list[TimelinePost]) -> None:
        first = self._take_numbers(space, len(posts))
        rows = [self._row(number, space, post) for number, post in enumerate(posts, first)]
        self._database.run_many(
            "INSERT INTO timeline VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
        )
        words.add_words(self._database, first, first + len(posts))
        by_channel: dict[str, list[tuple[bytes, bool]]] = {}
        for post in posts:
            by_channel.setdefault(post.channel, []).append((post.order, post.quiet))
        for channel, keys in by_channel.items():
            blocks.count_in(self._database, (space, channel), keys)

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
            # The body that says the text alone is not stored twice.
            "" if post.body is not None and post.body == text_body(post.text) else post.body,
        )

    def _take_numbers(self, space: int, count: int) -> int:
        first = self._next_numbers.get(space)
        if first is None:
            base = space << ARRIVALS_BITS
            last: int | None = self._database.value(
                "SELECT max(number) FROM timeline WHERE number >= ? AND number < ?",
                (base, (space + 1) << ARRIVALS_BITS),
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
