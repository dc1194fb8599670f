"""A run of posts without gaps, somewhere in a timeline of any length. Pure; no Qt, no waiting."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.ids import OrderKey
from engine.model.views import PostView
from ui.text.markdown import CHARACTERS_MAX, Prose, parse

RUN_POSTS_MAX = 600  # ux.md 3.3: what is kept around the reader


@dataclass(frozen=True, slots=True)
class Entry:
    """A post and what is shown of its text. ``parts`` counts the stretches of text read so far."""

    post: PostView
    prose: Prose
    parts: int = 1

    @property
    def clipped(self) -> bool:
        """Whether the text goes on behind what was read of it."""
        return len(self.post.text) > self.parts * CHARACTERS_MAX


def entry_of(post: PostView, parts: int = 1) -> Entry:
    """Reads the first ``parts`` stretches of the post's text. May take milliseconds."""
    return Entry(post, parse(post.text[: parts * CHARACTERS_MAX]), parts)


class PostRun:
    """Entries in order, and how many posts of the timeline precede and follow them."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.before = 0
        self.after = 0
        self._orders: list[OrderKey] = []

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def total(self) -> int:
        """Posts of the whole timeline."""
        return self.before + len(self.entries) + self.after

    @property
    def first(self) -> OrderKey:
        """The order key of the first entry; there must be one."""
        return self._orders[0]

    @property
    def last(self) -> OrderKey:
        """The order key of the last entry; there must be one."""
        return self._orders[-1]

    def index_of(self, order: OrderKey) -> int:
        """Where the post of that key stands, or the nearest one after it, or the last one."""
        return min(bisect_left(self._orders, order), max(0, len(self._orders) - 1))

    def holds(self, order: OrderKey) -> bool:
        """Whether a post of exactly that key is here."""
        place = bisect_left(self._orders, order)
        return place < len(self._orders) and self._orders[place] == order

    def entries_after(self, order: OrderKey) -> list[Entry]:
        """The entries behind that key, oldest first."""
        return self.entries[bisect_right(self._orders, order) :]

    def place(self, entries: Sequence[Entry], before: int, after: int) -> None:
        """Shows another stretch of the timeline."""
        self.entries = list(entries)
        self.before, self.after = before, after
        self._orders = [entry.post.order for entry in self.entries]

    def prepend(self, entries: Sequence[Entry], before: int) -> None:
        """Older posts; the newest beyond the limit are let go."""
        kept = [*entries, *self.entries]
        dropped = max(0, len(kept) - RUN_POSTS_MAX)
        self.place(kept[: len(kept) - dropped], before, self.after + dropped)

    def append(self, entries: Sequence[Entry], after: int) -> None:
        """Newer posts; the oldest beyond the limit are let go."""
        kept = [*self.entries, *entries]
        dropped = max(0, len(kept) - RUN_POSTS_MAX)
        self.place(kept[dropped:], self.before + dropped, after)

    def put(self, index: int, entry: Entry) -> None:
        """Shows the same post in another way."""
        assert self.entries[index].post.order == entry.post.order
        self.entries[index] = entry
