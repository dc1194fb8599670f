"""A run of posts without gaps, somewhere in a timeline of any length. Pure; no Qt, no waiting."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.model.ids import OrderKey, PostId, PostKind, PublicKey
from engine.model.views import PostView
from ui.text.language import QT_TR_NOOP
from ui.text.markdown import BLOCKS_MAX, CHARACTERS_MAX, Prose, as_code, parse
from ui.timeline.loading.mentions import with_mentions

SAID = frozenset({PostKind.MESSAGE, PostKind.BLOCK})
"""Kinds whose own words and files are shown; of the others a sentence says what happened."""
TEXT_PARTS_MAX = 10  # ours: beyond 200,000 characters a post is only copied, not shown
THE_REST = QT_TR_NOOP("The rest is too long to be shown. Copy the message to read it elsewhere.")
"""What stands where a text ``ends_early``."""
RUN_POSTS_MAX = 600  # ux.md 3.3: what is kept around the reader


@dataclass(frozen=True, slots=True)
class Entry:
    """A post and what is shown of its text. ``parts`` counts the stretches of text read so far."""

    post: PostView
    prose: Prose
    parts: int = 1

    @property
    def clipped(self) -> bool:
        """Whether the text goes on behind what was read of it, and may be read further."""
        return self.parts < TEXT_PARTS_MAX and self._goes_on and not self._is_full

    @property
    def ends_early(self) -> bool:
        """Whether the text goes on behind the last that is ever shown of it."""
        return self._is_full or (self.parts >= TEXT_PARTS_MAX and self._goes_on)

    @property
    def is_whole(self) -> bool:
        """Whether all of the text was read."""
        return not (self._goes_on or self._is_full)

    @property
    def rest(self) -> str:
        """What follows the stretches that were read, as it was written, from the blanks before.

        Nothing of a text with more blocks than are shown: where those end in it is not known.
        """
        if self._is_full or not self._goes_on:
            return ""
        read = self.post.text[: self.parts * CHARACTERS_MAX]
        return self.post.text[len(read.rstrip()) :]

    @property
    def _is_full(self) -> bool:
        """Whether it holds as many blocks as are ever shown of one text."""
        return len(self.prose) >= BLOCKS_MAX

    @property
    def _goes_on(self) -> bool:
        return len(self.post.text) > self.parts * CHARACTERS_MAX


NO_NAMES: Mapping[PublicKey, str] = MappingProxyType({})


def entry_of(post: PostView, parts: int = 1, names: Mapping[PublicKey, str] = NO_NAMES) -> Entry:
    """Reads the first ``parts`` stretches of the post's text. May take milliseconds.

    ``names`` are those of members as they are shown, for the mentions in it.
    """
    text = post.text[: parts * CHARACTERS_MAX]
    if post.retracted or (post.files and not text.strip()):
        return Entry(post, (), parts)
    if post.plain_json:
        return Entry(post, as_code(text), parts)
    return Entry(post, with_mentions(parse(text), post.mentions, names), parts)


def taken_over(entry: Entry, post: PostView) -> Entry | None:
    """``entry`` for the newer view ``post`` of the same post; None if its text must be read anew.

    The very same entry if nothing about the post changed.
    """
    old = entry.post
    if old == post:
        return entry
    same_text = (old.text, old.plain_json, old.retracted, old.mentions, bool(old.files)) == (
        post.text,
        post.plain_json,
        post.retracted,
        post.mentions,
        bool(post.files),
    )
    return replace(entry, post=post) if same_text else None


class PostRun:
    """Entries in order, and how many posts of the timeline precede and follow them."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.before = 0
        self.after = 0
        self._orders: list[OrderKey] = []
        self._places: dict[PostId, int] = {}
        self.version = 0
        """Another one after each change, for what is worked out from the entries."""

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

    def reaches(self, order: OrderKey) -> bool:
        """Whether a post of that key would stand among those that are here."""
        if not len(self):
            return True
        return (order > self.first or not self.before) and (order < self.last or not self.after)

    def entries_after(self, order: OrderKey) -> list[Entry]:
        """The entries behind that key, oldest first."""
        return self.entries[bisect_right(self._orders, order) :]

    def place(self, entries: Sequence[Entry], before: int, after: int) -> None:
        """Shows another stretch of the timeline."""
        self.version += 1
        self.entries = list(entries)
        self.before, self.after = before, after
        self._orders = [entry.post.order for entry in self.entries]
        self._places = {entry.post.id: place for place, entry in enumerate(self.entries)}

    def become(self, other: PostRun) -> None:
        """Shows what ``other`` holds, which nobody uses any more."""
        self.version += 1
        self.entries, self.before, self.after = other.entries, other.before, other.after
        self._orders, self._places = other._orders, other._places

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

    def place_of(self, post: PostId) -> int | None:
        """Where the post of that id stands, None if it is not here."""
        return self._places.get(post)

    def take_out(self, index: int) -> None:
        """The post there is shown no more."""
        self.place([*self.entries[:index], *self.entries[index + 1 :]], self.before, self.after)

    def put(self, index: int, entry: Entry) -> None:
        """Shows the same post in another way."""
        assert self.entries[index].post.order == entry.post.order
        self.version += 1
        self.entries[index] = entry
