"""Reads posts in the order of their arrival: by row number, so that one can go on where one was."""

from __future__ import annotations

from collections.abc import Iterable

from engine.crypto.blake2b import hash32
from engine.model.arrivals import PAGE_ARRIVALS_MAX, ArrivalsView, ArrivedPost
from engine.model.ids import OrderKey, PostId, PostKind, PublicKey
from engine.model.marks import Mark
from engine.store.database import Reading, Row
from engine.store.timeline.arrivals import numbers_of
from engine.store.timeline.authors import author_view
from engine.store.timeline.folds import Folds
from engine.store.timeline.marks import edit_of, is_changed_sql, is_retracted
from engine.store.timeline.posts import HIDDEN, ID_BYTES, read_detail
from engine.store.timeline.quotes import OrderOf

_CHANGED = is_changed_sql("substr(timeline.order_key, -32)", Mark.EDIT, Mark.RETRACTION)
_ROWS = (
    "SELECT timeline.number, order_key, kind, height, parents, at, received_at, public_key, path,"  # noqa: S608 - of fixed texts
    " text, octet_length(iif(body = '', NULL, body)), octet_length(text), aside, about, detail,"
    f" {_CHANGED}"
    " FROM timeline JOIN author ON author.number = timeline.author"
    " WHERE timeline.number > ? AND timeline.number < ? ORDER BY timeline.number LIMIT ?"
)
_AUTHOR = (
    "SELECT public_key FROM timeline JOIN author ON author.number = timeline.author"
    " WHERE timeline.space = ? AND channel = '' AND order_key = ?"
)
_TEXT_BODY_BYTES = len(b'{"text":""}')


def arrivals(reading: Reading, space: int, folds: Folds, order_of: OrderOf) -> ArrivalsView:
    """Of the space of that number. ``order_of``: where a post stands in it."""
    posts = reading.value(
        "SELECT coalesce(sum(posts + aside), 0) FROM timeline_block WHERE space = ?", (space,)
    )
    hidden = reading.rows(
        "SELECT order_key FROM hidden_post WHERE space = ? ORDER BY channel, order_key", (space,)
    )
    changes = reading.rows(
        "SELECT order_key FROM timeline WHERE space = ? AND aside IN ('edit', 'retraction')"
        " ORDER BY about, aside, author, order_key",  # as their index has them
        (space,),
    )
    folded, unheard = _judged(reading, space, folds, order_of)
    return ArrivalsView(int(posts), _digest(hidden), _digest(changes), folded, unheard)


def _judged(
    reading: Reading, space: int, folds: Folds, order_of: OrderOf
) -> tuple[bytes, tuple[PublicKey, ...]]:
    """What tells which posts are folded away, and who is never heard."""
    otherwise: list[PostId] = []  # than their authors' other posts
    heard: set[PublicKey] = set()
    for post in sorted(folds.single):
        author = _author_of(reading, space, order_of(post))
        if author is not None and folds.is_folded(post, author) != (author in folds.authors):
            otherwise.append(post)
            heard.add(author)
    authors = hash32(b"".join(sorted(folds.authors)))
    return hash32(authors + b"".join(otherwise)), tuple(sorted(folds.authors - heard))


def _author_of(reading: Reading, space: int, order: OrderKey | None) -> PublicKey | None:
    """None: it is not held."""
    row = None if order is None else reading.row(_AUTHOR, (space, order))
    return None if row is None else PublicKey(row[0])


def _digest(rows: Iterable[Row]) -> bytes:
    return hash32(b"".join(bytes(key[-ID_BYTES:]) for (key,) in rows))


def arrived_posts(
    reading: Reading, space: int, after: int, limit: int, folds: Folds | None
) -> tuple[ArrivedPost, ...]:
    """Of the space of that number; ``after`` counts inside it."""
    first, end = numbers_of(space)
    above = min(max(first + after, first - 1), end)
    rows = reading.rows(_ROWS, (above, end, max(0, min(limit, PAGE_ARRIVALS_MAX))))
    posts = [
        _arrived(row, first) if not row[-1] else _changed(reading, space, row, first)
        for row in rows
    ]
    if folds is not None:
        is_folded = folds.folds
        posts = [
            post._replace(folded=True) if is_folded(post.id, post.author) else post
            for post in posts
        ]
    return tuple(posts)


def _changed(reading: Reading, space: int, row: Row, first: int) -> ArrivedPost:
    """A post that its author took back, or else edited."""
    post = _arrived(row, first)
    if is_retracted(reading, space, post.id, post.author):
        return post._replace(text="", mentions=(), body_bytes=0, file_bytes=0)
    edited = edit_of(reading, space, post.id, post.author)
    if edited is None:
        return post
    return post._replace(text=edited.text, mentions=edited.detail.mentioned)


def _arrived(row: Row, first: int) -> ArrivedPost:
    number, order, kind, height, parents, at, received_at, key, path, text, body, size, *more = row
    aside, about, detail, _ = more
    author = author_view(key, path)
    mentions: tuple[PublicKey, ...] = ()
    files = 0
    if detail is not None:
        special = read_detail(detail)
        mentions, files = special.mentioned, sum(file[2] for file in special.files)
    if body is None:  # it says the text alone, or it is long, or there is none
        body = size + (_TEXT_BODY_BYTES if kind == PostKind.MESSAGE else 0) + files
    return ArrivedPost(
        number - first,
        PostId(order[-ID_BYTES:]),
        aside if kind == PostKind.MARK else kind,
        height,
        tuple([PostId(parents[at : at + ID_BYTES]) for at in range(0, len(parents), ID_BYTES)]),
        at,
        received_at,
        author.public_key,
        author.path[-1] if author.path else "",
        len(author.path),
        "" if aside == Mark.EDIT else text,  # the post says it, if it counts
        None if about is None else PostId(about),
        mentions,
        body,
        files,
        aside == HIDDEN,
    )
