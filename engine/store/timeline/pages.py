"""Reads timelines: pages by key, never by offset; how long one is and how far it was read."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from engine.model.body_text import text_body
from engine.model.ids import OrderKey, PostId, PostKind, PublicKey
from engine.model.marks import Mark
from engine.model.queries import PAGE_POSTS_MAX
from engine.model.views import PostView, TimelineExtent, TimelinePage
from engine.store.database import Reading, Row, Value
from engine.store.delivery import peers_count, peers_sql
from engine.store.timeline.authors import author_view
from engine.store.timeline.blocks import (
    SHOWN,
    Line,
    count_before,
    count_up_to,
    first_counting_after,
    total,
)
from engine.store.timeline.folds import IsFolded
from engine.store.timeline.late import late_posts, late_speaking
from engine.store.timeline.marks import (
    Reactions,
    change_of,
    edit_of,
    is_changed_sql,
    is_marked_sql,
    is_retracted,
    retraction_of,
)
from engine.store.timeline.posts import BODY_CHARACTERS_MAX, HIDDEN, ID_BYTES, read_detail
from engine.store.timeline.quotes import OrderOf, Quotes, unknown

PAGE_CHARACTERS_MAX = 8 << 20  # ours: of all texts of a page; a post may have 64 MiB
MENTIONS_COUNTED_MAX = 10_000  # ours: nobody reads more digits, and looking goes on no longer

_ID = "substr(timeline.order_key, -32)"  # an order key ends with the post's id
_REACHED = f"iif(ours, {peers_sql('timeline.space', _ID)}, 0)"
_COLUMNS = (
    "order_key, kind, height, parents, at, public_key, path, text, body, received_at, ours,"
    f" aside, about, detail, speaks, {_REACHED}, {is_marked_sql(_ID)}"
)
_WHERE = "JOIN author ON author.number = timeline.author WHERE timeline.space = ? AND channel = ?"
_FROM_SHOWN = f"SELECT {_COLUMNS} FROM {SHOWN} {_WHERE} AND aside IS NULL"  # noqa: S608 - of fixed texts
_FROM_ALL = f"SELECT {_COLUMNS} FROM timeline {_WHERE}"  # noqa: S608 - of fixed texts
_WHOSE = f"SELECT kind, public_key, {is_marked_sql(_ID)} FROM timeline {_WHERE} AND order_key = ?"  # noqa: S608 - of fixed texts
_SPEAKING = (
    "SELECT order_key, public_key FROM timeline"  # noqa: S608 - of fixed texts
    " CROSS JOIN author ON author.number = timeline.author"
    " WHERE timeline.space = ? AND channel = ? AND order_key > ?"
    " AND speaks = 1 AND aside IS NULL AND NOT quiet"
    f" AND NOT {is_changed_sql(_ID, Mark.RETRACTION)} ORDER BY order_key LIMIT ?"
)


@dataclass(frozen=True, slots=True)
class Window:
    """Which posts of a timeline: behind ``after`` and ahead of ``before`` (both exclusive).

    At most ``limit``: the first of them if ``after`` is given, else the last; fewer, yet one, where
    their texts are longer than PAGE_CHARACTERS_MAX together. ``everything``: with what stands
    aside.
    """

    limit: int
    before: OrderKey | None = None
    after: OrderKey | None = None
    everything: bool = False


def page(
    reading: Reading,
    line: Line,
    window: Window,
    order_of: OrderOf = unknown,
    is_folded: IsFolded | None = None,
) -> TimelinePage:
    """The posts of ``window``, oldest first, and how many others there are on either side.

    ``is_folded``: of a reaction, too, which is not counted then.
    """
    posts = posts_in(reading, line, window, order_of, is_folded)
    whole = total(reading, line).posts
    if posts:
        before = count_before(reading, line, posts[0].order).posts
    elif window.after is not None:
        before = count_up_to(reading, line, window.after).posts
    elif window.before is not None:
        before = count_before(reading, line, window.before).posts
    else:
        before = whole
    shown = sum(post.kind is not PostKind.MARK and not post.hidden for post in posts)
    return TimelinePage(posts, before, whole - before - shown)


def posts_in(
    reading: Reading,
    line: Line,
    window: Window,
    order_of: OrderOf,
    is_folded: IsFolded | None = None,
) -> tuple[PostView, ...]:
    """The same without the counts."""
    sql, values = _FROM_ALL if window.everything else _FROM_SHOWN, list[Value](line)
    if window.after is not None:
        sql += " AND order_key > ?"
        values.append(window.after)
    if window.before is not None:
        sql += " AND order_key < ?"
        values.append(window.before)
    is_forward = window.after is not None
    sql += f" ORDER BY order_key {'ASC' if is_forward else 'DESC'} LIMIT ?"
    values.append(max(0, min(window.limit, PAGE_POSTS_MAX)))
    quotes = Quotes(reading, line, order_of)
    reactions = Reactions(reading, line[0], is_folded)
    view_of = (
        partial(_kept, reading, line)
        if window.everything
        else partial(_shown, reading, line, reactions)
    )
    found: list[PostView] = []
    characters = 0
    with closing(reading.each(sql, values)) as rows:
        for row in rows:
            post = view_of(row, quotes)
            characters += len(post.text)
            if found and characters > PAGE_CHARACTERS_MAX:
                break
            found.append(post)
    return tuple(found if is_forward else reversed(found))


def post_at(
    reading: Reading,
    line: Line,
    order: OrderKey,
    order_of: OrderOf = unknown,
    is_folded: IsFolded | None = None,
) -> PostView | None:
    """The post of exactly this order key, though it stands aside."""
    row = reading.row(f"{_FROM_ALL} AND order_key = ?", (*line, order))
    quotes = Quotes(reading, line, order_of)
    reactions = Reactions(reading, line[0], is_folded)
    return None if row is None else _shown(reading, line, reactions, row, quotes)


def delivered_at(reading: Reading, line: Line, order: OrderKey) -> PostId:
    """Of the post there the message whose delivery ``PostView.reached`` counts: the change that
    made it what is shown, else itself.
    """
    post = PostId(order[-ID_BYTES:])
    row = reading.row(_WHOSE, (*line, order))
    if row is None or row[0] == PostKind.MARK or not row[2]:
        return post
    return change_of(reading, line[0], post, PublicKey(row[1])) or post


def last_post(reading: Reading, line: Line) -> tuple[OrderKey, float] | None:
    """The place and the time of the last post in the timeline's order."""
    row = reading.row(
        f"SELECT order_key, at FROM {SHOWN} WHERE space = ? AND channel = ? AND aside IS NULL"  # noqa: S608 - of fixed texts
        " ORDER BY order_key DESC LIMIT 1",
        line,
    )
    return None if row is None else (OrderKey(row[0]), row[1])


def extent(
    reading: Reading, line: Line, read_up_to: OrderKey | None, is_folded: IsFolded | None = None
) -> TimelineExtent:
    """How long the timeline is and what of it is unread: posts of others behind ``read_up_to``, and
    those that came in below it and were not seen.
    """
    whole, late = total(reading, line), late_posts(reading, line)
    behind = (whole - count_up_to(reading, line, read_up_to)).counting
    first = first_counting_after(reading, line, read_up_to)
    last = last_post(reading, line)
    with closing(_speaking(reading, line, read_up_to, is_folded)) as speaking:
        mention = next(speaking, None)
    return TimelineExtent(
        posts=whole.posts,
        unread=behind + (0 if late is None else late.count),
        read_up_to=read_up_to,
        first_unread=None if first is None else OrderKey(first),
        first_mention=mention,
        last=None if last is None else last[0],
        late=late,
    )


def unread_mentions(
    reading: Reading, line: Line, read_up_to: OrderKey | None, is_folded: IsFolded | None = None
) -> int:
    """How many unread posts speak to one of ours, of at most MENTIONS_COUNTED_MAX on either side of
    the mark. Those that were taken back, or are folded away, do not.
    """
    if is_folded is not None:
        return sum(1 for _ in _speaking(reading, line, read_up_to, is_folded))
    with closing(late_speaking(reading, line)) as late:
        below = sum(1 for _ in late)
    sql = f"SELECT count(*) FROM ({_SPEAKING})"  # noqa: S608 - of fixed texts
    return below + int(reading.value(sql, (*line, read_up_to or b"", MENTIONS_COUNTED_MAX)))


def _speaking(
    reading: Reading, line: Line, read_up_to: OrderKey | None, is_folded: IsFolded | None
) -> Generator[OrderKey, None, None]:
    """Where they stand, the first one first. To be closed."""
    values = (*line, read_up_to or b"", MENTIONS_COUNTED_MAX)
    late, behind = late_speaking(reading, line), reading.each(_SPEAKING, values)
    with closing(late), closing(behind):
        for order, author in chain(late, behind):
            if is_folded is None or not is_folded(PostId(order[-ID_BYTES:]), PublicKey(author)):
                yield OrderKey(order)


# ---- rows ---------------------------------------------------------------------------------------


def _signed(row: Row, quotes: Quotes) -> PostView:
    """The post as its author signed it, whatever was said of it since."""
    order, kind, height, parents, at, public_key, path, text, body, received_at, ours, *more = row
    aside, about, detail, speaks, reached, _ = more
    special, is_mark = read_detail(detail), kind == PostKind.MARK
    return PostView(
        id=PostId(order[-ID_BYTES:]),
        kind=PostKind(kind),
        height=height,
        parents=_hashes(parents),
        timestamp=at,
        author=author_view(public_key, path),
        text=text,
        body=_body(text, body, plain_json=special.plain_json),
        order=OrderKey(order),
        received_at=received_at,
        ours=bool(ours),
        reached=reached,
        reply=None if about is None or is_mark else quotes.of(PostId(about)),
        files=() if is_mark else special.file_views,  # of an edit: what it is found by
        mentions=special.mentioned,
        speaks_to_us=bool(speaks),
        hidden=aside == HIDDEN,
        plain_json=special.plain_json,
        target=PostId(about) if is_mark else None,
        mark=Mark(aside) if is_mark else None,
    )


def _kept(reading: Reading, line: Line, row: Row, quotes: Quotes) -> PostView:
    """The post as it was signed and delivered, and whether it was taken back since."""
    post = _signed(row, quotes)
    if not row[-1] or post.kind is PostKind.MARK:
        return post
    author = PublicKey(post.author.public_key)
    return replace(post, retracted=is_retracted(reading, line[0], post.id, author))


def _shown(
    reading: Reading, line: Line, reactions: Reactions, row: Row, quotes: Quotes
) -> PostView:
    """The post as it is now."""
    post = _signed(row, quotes)
    is_marked = row[-1]
    if not is_marked or post.kind is PostKind.MARK:
        return post
    space, author = line[0], PublicKey(post.author.public_key)
    taken_back = retraction_of(reading, space, post.id, author)
    if taken_back is not None:
        gone = replace(post, text="", body=None, reply=None, files=(), mentions=())
        return _delivered_by(reading, space, taken_back, replace(gone, retracted=True))
    post = replace(post, reactions=reactions.of(post.id))
    edited = edit_of(reading, space, post.id, author)
    if edited is None:
        return post
    mentions = edited.detail.mentioned
    post = replace(post, text=edited.text, edited_at=edited.at, mentions=mentions, plain_json=False)
    return _delivered_by(reading, space, edited.id, post)


def _delivered_by(reading: Reading, space: int, change: PostId, post: PostView) -> PostView:
    """Who holds only what it was before has nothing of what is shown."""
    return replace(post, reached=peers_count(reading, space, change)) if post.ours else post


def _body(text: str, column: str | None, *, plain_json: bool) -> str | None:
    """See ``body_column``. None also where the protocol has to be asked."""
    if len(text) > BODY_CHARACTERS_MAX or (column is None and not plain_json):
        return None
    if column is None:
        return text
    return text_body(text) if column == "" else column


def _hashes(joined: bytes) -> tuple[PostId, ...]:
    starts: Sequence[int] = range(0, len(joined), ID_BYTES)
    return tuple([PostId(joined[start : start + ID_BYTES]) for start in starts])
