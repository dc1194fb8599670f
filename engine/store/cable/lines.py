"""Posts as rows of their channels' timelines. Only channels that we have joined have one.

A text, a topic, a join and a leave are rows of the channel they name. A name (an info) is one in
every channel its author takes part in, by its time alone, as long as it is their latest. Deletes,
all other infos and moderation are no rows.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from engine.model.ids import OrderKey, PostKind, PublicKey, SpaceId
from engine.protocols.cable.order import order_key
from engine.protocols.cable.posts import Join, Leave, Post, Text, Topic
from engine.protocols.cable.wire.posts import read_post
from engine.store.cable.news import CommunityNews
from engine.store.cable.places import CHANNEL, sorting_time, stored_time
from engine.store.cable.rows import AuthorRow, ChannelRow, CommunityRow, Rows, space_of_channel
from engine.store.cable.rulings import Rulings
from engine.store.database import Database
from engine.store.timeline.posts import TimelinePost
from engine.store.timeline.timeline import Timeline

CALLED_MIN = 2  # ours: a name of one letter stands in every second text
NAMES_KEPT = 64  # ours: our own, one in each community
FILLED_AT_ONCE = 1_024  # ours: rows read at a time where a timeline is filled


class Lines:
    """Writes need an open transaction."""

    def __init__(
        self,
        database: Database,
        rows: Rows,
        timeline: Timeline,
        rulings: Rulings,
        news: CommunityNews,
    ) -> None:
        """Borrows all."""
        self._database = database
        self._rows = rows
        self._timeline = timeline
        self._rulings = rulings
        self._news = news
        self._ids: dict[int, SpaceId] = {}
        # Until its row is there for good, a number may yet be another channel's.
        database.on_transaction_end(lambda: None, self._ids.clear)

    def _id_of(self, row: CommunityRow, channel: ChannelRow) -> SpaceId:
        """A hash of its name, which it keeps as long as its number."""
        known = self._ids.get(channel.number)
        if known is None:
            known = self._ids[channel.number] = space_of_channel(row.kept, channel.name)
        return known

    def show(
        self,
        row: CommunityRow,
        channel: ChannelRow,
        author: AuthorRow,
        post: Post,
        order: OrderKey,
        received_at: float,
    ) -> None:
        """A new post of that channel."""
        if channel.space is None:
            return
        shown = _shown(row, author, post, order, received_at, self._called(row))
        self._add(row, channel, channel.space, self._judged(row, channel, shown))

    def _add(
        self, row: CommunityRow, channel: ChannelRow, number: int, shown: TimelinePost
    ) -> None:
        self._timeline.add(number, shown)
        space = self._id_of(row, channel)
        calls = shown.speaks is True and not shown.quiet
        self._news.post(space, shown.order, quiet=shown.quiet, speaks=calls)

    def _judged(self, row: CommunityRow, channel: ChannelRow, shown: TimelinePost) -> TimelinePost:
        """With whether anybody is to be called by it."""
        ruling = self._rulings.of(row)
        if not ruling.folds_any or shown.quiet:
            return shown
        is_folded = ruling.folds(shown.id, shown.author, channel.name)
        return replace(shown, folded=True) if is_folded else shown

    def _called(self, row: CommunityRow) -> re.Pattern[str] | None:
        """What in a text speaks to us: our own name, as a word."""
        own = self._rows.author(row.number, PublicKey(row.kept.own.public_key))
        return None if own is None else _as_word(own.name)

    def hide(self, row: CommunityRow, channel: int, order: OrderKey) -> None:
        """A post of that channel is gone."""
        found = self._rows.channel_numbered(channel)
        if found.space is not None:
            self._remove(row, found, found.space, order)

    def _remove(self, row: CommunityRow, channel: ChannelRow, number: int, order: OrderKey) -> None:
        if self._timeline.remove(number, CHANNEL, order, OrderKey(order + b"\0")):
            self._news.posts_changed(space_of_channel(row.kept, channel.name))

    # ---- names ------------------------------------------------------------------------------

    def rename(self, row: CommunityRow, author: AuthorRow) -> None:
        """They are called otherwise from now on, also in what they said before.

        In every timeline, also where nothing of theirs is left: it knows them by one name alone.
        """
        for channel in self._rows.with_timeline(row.number):
            if channel.space is not None and self._timeline.rename_author(
                channel.space, author.key, author.path
            ):
                self._news.posts_changed(space_of_channel(row.kept, channel.name))

    def show_name(
        self, row: CommunityRow, author: AuthorRow, info: Post, received_at: float
    ) -> None:
        """Their latest name is a row in all their channels."""
        for channel in self._channels_with(author):
            self.show_name_in(row, channel, author, info, received_at)

    def show_name_in(
        self,
        row: CommunityRow,
        channel: ChannelRow,
        author: AuthorRow,
        info: Post,
        received_at: float,
    ) -> None:
        """The same in one channel, which they have come into."""
        if channel.space is None or not author.name:
            return
        order = name_order(row, info, received_at)
        sql = "SELECT 1 FROM timeline WHERE space = ? AND channel = ? AND order_key = ?"
        self._timeline.flush()
        if self._database.row(sql, (channel.space, CHANNEL, order)) is None:
            shown = _row(row, author, info, order, received_at, PostKind.INFO, author.name)
            self._add(row, channel, channel.space, shown)

    def hide_name(
        self, row: CommunityRow, author: AuthorRow, info: Post, received_at: float
    ) -> None:
        """It is their latest name no more."""
        for channel in self._channels_with(author):
            self.hide_name_in(row, channel, author, info, received_at)

    def hide_name_in(
        self,
        row: CommunityRow,
        channel: ChannelRow,
        author: AuthorRow,
        info: Post,
        received_at: float,
    ) -> None:
        """The same in one channel, where nothing of them is left."""
        if channel.space is not None and author.name:
            order = name_order(row, info, received_at)
            self._remove(row, channel, channel.space, order)

    def _channels_with(self, author: AuthorRow) -> list[ChannelRow]:
        rows = self._database.rows(
            "SELECT m.channel FROM cable_member AS m"
            " JOIN cable_channel AS c ON c.number = m.channel"
            " WHERE m.author = ? AND c.space IS NOT NULL AND NOT c.forgotten",
            (author.number,),
        )
        return [self._rows.channel_numbered(number) for (number,) in rows]

    # ---- a whole timeline -------------------------------------------------------------------

    def fill(self, row: CommunityRow, channel: ChannelRow) -> None:
        """All that we hold of a channel, in a timeline that is empty."""
        assert channel.space is not None
        called = self._called(row)
        last = -1
        while rows := self._database.rows(
            "SELECT number, coalesce(shown_key, order_key), received_at, encoded FROM cable_post"
            " WHERE channel = ? AND number > ? ORDER BY number LIMIT ?",
            (channel.number, last, FILLED_AT_ONCE),
        ):
            for number, order, received_at, encoded in rows:
                post, _ = read_post(row.version, encoded)
                author = self._rows.made_author(row.number, post.author)
                shown = _shown(row, author, post, OrderKey(order), received_at, called)
                self._timeline.add(channel.space, self._judged(row, channel, shown))
                last = number
        self._fill_names(row, channel)
        self._news.posts_changed(space_of_channel(row.kept, channel.name))

    def _fill_names(self, row: CommunityRow, channel: ChannelRow) -> None:
        rows = self._database.rows(
            "SELECT p.encoded, p.received_at FROM cable_member AS m"
            " JOIN cable_info AS i ON i.author = m.author AND i.key = 'name'"
            " JOIN cable_post AS p ON p.number = i.post WHERE m.channel = ?",
            (channel.number,),
        )
        for encoded, received_at in rows:
            info, _ = read_post(row.version, encoded)
            author = self._rows.made_author(row.number, info.author)
            self.show_name_in(row, channel, author, info, received_at)


def name_order(row: CommunityRow, info: Post, received_at: float) -> OrderKey:
    """Where a name stands in every channel."""
    time = sorting_time(row.version, stored_time(info), received_at)
    return order_key(time, info.hash)


def _shown(
    row: CommunityRow,
    author: AuthorRow,
    post: Post,
    order: OrderKey,
    received_at: float,
    called: re.Pattern[str] | None,
) -> TimelinePost:
    kind, text = _said(post)
    is_said = kind is PostKind.MESSAGE and author.key != row.kept.own.public_key
    speaks = is_said and called is not None and called.search(text) is not None
    return _row(row, author, post, order, received_at, kind, text, speaks=speaks or None)


def _said(post: Post) -> tuple[PostKind, str]:
    match post.content:
        case Text(_, text):
            return PostKind.MESSAGE, text
        case Topic(_, topic):
            return PostKind.TOPIC, topic
        case Join():
            return PostKind.JOIN, ""
        case Leave():
            return PostKind.LEAVE, ""
        case _:
            raise AssertionError("a row of what names no channel")


def _row(
    row: CommunityRow,
    author: AuthorRow,
    post: Post,
    order: OrderKey,
    received_at: float,
    kind: PostKind,
    text: str,
    *,
    speaks: bool | None = None,
) -> TimelinePost:
    return TimelinePost(
        channel=CHANNEL,
        order=order,
        kind=kind,
        height=0,
        parents=post.links,
        at=stored_time(post) / row.version.units_a_second,
        received_at=received_at,
        author=author.key,
        path=author.path,
        ours=author.key == row.kept.own.public_key,
        text=text,
        body=None,
        speaks=speaks,
    )


@lru_cache(NAMES_KEPT)
def _as_word(name: str) -> re.Pattern[str] | None:
    if len(name) < CALLED_MIN:
        return None
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
