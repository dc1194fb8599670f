"""Reads timelines: pages by key, never by offset; how long one is and how far it was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from engine.model.body_text import text_body
from engine.model.ids import OrderKey, PostId, PostKind, PublicKey
from engine.model.queries import PAGE_POSTS_MAX
from engine.model.views import AuthorView, PostView, TimelineExtent, TimelinePage
from engine.store.database import Reading, Row, Value
from engine.store.delivery import peers_sql
from engine.store.timeline.blocks import (
    Line,
    count_before,
    count_up_to,
    first_counting_after,
    total,
)
from engine.store.timeline.timeline import ID_BYTES

_REACHED = (  # an order key ends with the post's id
    f"iif(ours, {peers_sql('timeline.space', 'substr(order_key, -32)')}, 0)"
)
_COLUMNS = (
    "order_key, kind, height, parents, at, public_key, path, text, body, received_at, ours, "
    + _REACHED
)
_FROM = (
    f"SELECT {_COLUMNS} FROM timeline JOIN author ON author.number = timeline.author"  # noqa: S608
    " WHERE timeline.space = ? AND channel = ?"
)
_PATHS = msgspec.json.Decoder(tuple[str, ...])


@dataclass(frozen=True, slots=True)
class Window:
    """Which posts of a timeline: behind ``after`` and ahead of ``before`` (both exclusive).

    At most ``limit``: the first of them if ``after`` is given, else the last.
    """

    limit: int
    before: OrderKey | None = None
    after: OrderKey | None = None


def page(reading: Reading, line: Line, window: Window) -> TimelinePage:
    """The posts of ``window``, oldest first, and how many others there are on either side."""
    posts = posts_in(reading, line, window)
    whole = total(reading, line).posts
    if posts:
        before = count_before(reading, line, posts[0].order).posts
    elif window.after is not None:
        before = count_up_to(reading, line, window.after).posts
    elif window.before is not None:
        before = count_before(reading, line, window.before).posts
    else:
        before = whole
    return TimelinePage(posts, before, whole - before - len(posts))


def posts_in(reading: Reading, line: Line, window: Window) -> tuple[PostView, ...]:
    """The same without the counts."""
    sql, values = _FROM, list[Value](line)
    if window.after is not None:
        sql += " AND order_key > ?"
        values.append(window.after)
    if window.before is not None:
        sql += " AND order_key < ?"
        values.append(window.before)
    is_forward = window.after is not None
    sql += f" ORDER BY order_key {'ASC' if is_forward else 'DESC'} LIMIT ?"
    values.append(max(0, min(window.limit, PAGE_POSTS_MAX)))
    rows = reading.rows(sql, values)
    return tuple(_view(row) for row in (rows if is_forward else reversed(rows)))


def post_at(reading: Reading, line: Line, order: OrderKey) -> PostView | None:
    """The post of exactly this order key."""
    row = reading.row(f"{_FROM} AND order_key = ?", (*line, order))
    return None if row is None else _view(row)


def last_post_at(reading: Reading, line: Line) -> float | None:
    """The time of the last post in the timeline's order."""
    at: float | None = reading.value(
        "SELECT at FROM timeline WHERE space = ? AND channel = ? ORDER BY order_key DESC LIMIT 1",
        line,
    )
    return at


def extent(reading: Reading, line: Line, read_up_to: OrderKey | None) -> TimelineExtent:
    """How long the timeline is and what of it is unread: posts of others behind ``read_up_to``."""
    whole = total(reading, line)
    first = first_counting_after(reading, line, read_up_to)
    return TimelineExtent(
        posts=whole.posts,
        unread=(whole - count_up_to(reading, line, read_up_to)).counting,
        read_up_to=read_up_to,
        first_unread=None if first is None else OrderKey(first),
    )


@lru_cache(maxsize=4_096)  # ours: some thousand people have posted in what is on screen
def author_view(public_key: bytes, path: str) -> AuthorView:
    """Who an ``author`` row says signed."""
    return AuthorView(PublicKey(public_key), decode_path(path))


def decode_path(path: str) -> tuple[str, ...]:
    """See ``encode_path``."""
    return _PATHS.decode(path)


def _view(row: Row) -> PostView:
    order, kind, height, parents, at, public_key, path, text, body, received_at, ours, reached = row
    return PostView(
        id=PostId(order[-ID_BYTES:]),
        kind=PostKind(kind),
        height=height,
        parents=_hashes(parents),
        timestamp=at,
        author=author_view(public_key, path),
        text=text,
        body=text_body(text) if body == "" else body,
        order=OrderKey(order),
        received_at=received_at,
        ours=bool(ours),
        reached=reached,
    )


def _hashes(joined: bytes) -> tuple[PostId, ...]:
    starts: Sequence[int] = range(0, len(joined), ID_BYTES)
    return tuple(PostId(joined[start : start + ID_BYTES]) for start in starts)
