"""What stands above and beside a post because of its neighbours. Pure; no Qt.

A row is one post with its date, its unread line and its author's name, where these are due; so rows
and posts are counted alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, tzinfo
from functools import lru_cache

from engine.model.ids import QUIET_KINDS, OrderKey, PostKind, PublicKey
from engine.model.views import AuthorView, FileView, PostView
from ui.text.language import tr
from ui.text.names import owner_name, plain_name
from ui.text.namesakes import Bearers, called, told_apart
from ui.text.numbers import number
from ui.text.times import day_of
from ui.timeline.loading.run import PostRun

GROUPING_SECONDS = 300.0  # ux.md 3.4: one author's posts within five minutes stand together
BLOCK_TYPE = "application/x-tidings-block"  # ours: of a file that stands for a block
LATE_SECONDS = 120.0  # ours: received so much after the post that follows it
LATE_AT_ALL_SECONDS = 86_400.0  # reliability.md L-4: received so much after it was written


@dataclass(frozen=True, slots=True)
class Shape:
    """What a row shows besides its text. Two equal shapes of a post look alike."""

    day: date | None
    """The date to announce above, None if the row above is of the same day."""
    unread: bool
    """Whether the unread line stands above."""
    headed: bool
    """Whether avatar, name and time are shown."""
    late: bool
    """Whether it arrived after posts that follow it."""
    edge: bool
    """Whether nothing stands above it in the whole timeline."""
    fold_text: str = ""
    """Of the first row of a fold (``loading.folds``): what is in it."""
    fold_hidden: bool = False
    """Whether that fold is somebody's judgement, and not a run of quiet rows."""
    opened: bool = False
    """Whether the fold is open; else its other rows are ``swallowed``."""
    swallowed: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads when: their day and time zone (None: the system's), and where the news began.

    ``own_name`` is what the owner of a channel is called in it where that is the person (their
    identity's name), ``own_keys`` are those that ours are signed with there; ``beginning`` says
    under the first line who can read it. ``can_post`` allows to answer, to react and to edit.
    ``space_name`` is what we call it, ``given_name`` what the owner of a channel is called by, who
    is somebody else: under it we came to know both (ours need not be fit for their eyes).
    ``is_feed``: all of it is by one author, who is called as the feed is; nothing is answered.
    ``newest_first``: it runs from the newest entry down (``facing``).
    ``is_community``: authors name themselves, a message holds words alone, and can be moderated.
    ``bearers``: whose names are like whose, as ``ui.text.namesakes`` tells it.
    ``comments``: of a feed, how many each entry has by its number; None where nobody comments.
    ``since``: when we came into it, None: that is not known. What was written before is history.
    """

    today: date
    zone: tzinfo | None = None
    unread_from: OrderKey | None = None
    own_name: str = ""
    own_keys: tuple[PublicKey, ...] = ()
    can_post: bool = True
    space_name: str = ""
    given_name: str = ""
    beginning: str = ""
    is_feed: bool = False
    newest_first: bool = False
    is_community: bool = False
    bearers: Bearers = field(default_factory=dict)
    comments: Mapping[int | None, int] | None = None
    since: float | None = None

    def comments_on(self, post: PostView) -> int:
        """How many comments that entry has."""
        return 0 if self.comments is None else self.comments.get(post.height, 0)


def shape_of(run: PostRun, index: int, reading: Reading) -> Shape:
    """The shape of the row at ``index`` of the run."""
    post = run.entries[index].post
    above = run.entries[index - 1].post if index else None
    below = run.entries[index + 1].post if index + 1 < len(run) else None
    day = _day(post.timestamp, reading.zone)
    new_day = above is None or _day(above.timestamp, reading.zone) != day
    unread = post.order == reading.unread_from
    late = _is_late(post, below, reading)
    joined = above is not None and _belongs_together(above, post)
    return Shape(
        day=day if new_day else None,
        unread=unread,
        headed=new_day or unread or late or not joined,
        late=late,
        edge=index == 0 and run.before == 0,
    )


def _is_late(post: PostView, below: PostView | None, reading: Reading) -> bool:
    if reading.is_feed:  # its blocks come in whatever order: that says nothing about them
        return False
    if below is not None and post.received_at > below.received_at + LATE_SECONDS:
        return True
    is_history = reading.since is None or post.timestamp < reading.since
    is_told = not is_history and post.kind not in QUIET_KINDS
    return is_told and post.received_at - post.timestamp > LATE_AT_ALL_SECONDS


# Each frame asks for the days and names of some dozen rows, mostly the same.
_day = lru_cache(maxsize=2_048)(day_of)
_shown_name = lru_cache(maxsize=1_024)(plain_name)


def _belongs_together(above: PostView, post: PostView) -> bool:
    if is_data(above) and is_data(post):
        return abs(post.timestamp - above.timestamp) < GROUPING_SECONDS
    return (
        above.kind == post.kind == PostKind.MESSAGE
        and above.author == post.author
        and post.reply is None
        and 0.0 <= post.timestamp - above.timestamp < GROUPING_SECONDS
    )


def is_data(post: PostView) -> bool:
    """Whether it is a block of a feed that holds no text: bytes to be saved."""
    if post.kind is not PostKind.BLOCK or post.text or len(post.files) > 1:
        return False
    return not post.files or not post.files[0].name or post.files[0].content_type == BLOCK_TYPE


def data_file(post: PostView, size: int) -> FileView:
    """Such a block as the file it can be saved as; ``size`` where the post does not tell it."""
    size = post.files[0].size if post.files else size
    title = tr("Block {number}: {size} bytes of data") if size else tr("Block {number}: data")
    name = title.format(number=number(post.height), size=number(size))
    return FileView(name, BLOCK_TYPE, size, size_known=bool(size))


def author_name(post: PostView, reading: Reading) -> str:
    """The plain name a post is shown under; an owner has none that others signed, but a channel."""
    if not post.author.path and post.ours and reading.own_name and not reading.is_community:
        return plain_name(reading.own_name)
    return name_of_author(post.author, reading)


def name_of_author(author: AuthorView, reading: Reading) -> str:
    """The same of somebody of whom nothing but this is known, as in a quote."""
    if reading.is_community:
        name = author.path[-1] if author.path else ""
        return called(name, author.public_key, reading.bearers)
    if author.path:
        name = author.path[-1]
        return f"{_shown_name(name)}{told_apart(name, author.public_key, reading.bearers)}"
    if reading.is_feed:
        return plain_name(reading.space_name)
    if author.public_key in reading.own_keys and reading.own_name:
        return plain_name(reading.own_name)
    return owner_name(reading.given_name)
