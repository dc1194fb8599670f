"""What becomes of a post by the marks that speak of it (protocols/tidings.md 3).

Found out each time it is read, so that it does not matter which arrived first. The newest edit of
the post's own author counts, by the order of the timeline; a retraction of theirs at any time; a
reaction once for each author and emoji, as that author's newest word on it says. What anybody else
says of changing it, and marks of posts that are not there, say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.model.ids import PostId, PublicKey
from engine.model.marks import Mark
from engine.model.views import ReactionView
from engine.store.database import Reading, Row
from engine.store.timeline.authors import decode_path
from engine.store.timeline.folds import IsFolded
from engine.store.timeline.posts import ID_BYTES, Detail, read_detail

REACTIONS_MAX = 4_096  # ours: of one post the newest reactions, and words that take some back
PAGE_REACTIONS_MAX = 16_384  # ours: of all posts of a page, in the order they are read in
REACTIONS_LEAST = 64  # ours: of each post behind that, the newest
EMOJI_MAX = 64  # ours: kinds of reactions shown of one post, those of most members
PATHS_MAX = 256  # ours: under which one author is looked for; who lets them in can mint any number
NAMES_MAX = 10  # as ``ReactionView`` says

_REACTIONS = "aside IN ('reaction', 'taken_back')"  # as the index has it, word for word
CHANGES = "aside IN ('edit', 'retraction')"  # the same


def is_marked_sql(post: str) -> str:
    """As SQL, whether marks speak of the row of ``timeline`` whose id is ``post`` (SQL, too)."""
    about = f"FROM timeline AS m WHERE m.space = timeline.space AND m.about = {post} AND m."
    return f"(EXISTS (SELECT 1 {about}{_REACTIONS}) OR EXISTS (SELECT 1 {about}{CHANGES}))"


def is_changed_sql(post: str, *marks: Mark) -> str:
    """As SQL, whether its own author has made one of ``marks`` (changes) of that row, as above."""
    kinds = ", ".join(f"'{mark}'" for mark in marks)
    about = f"timeline AS m WHERE m.space = timeline.space AND m.about = {post} AND m.{CHANGES}"
    key = "(SELECT public_key FROM author WHERE number = timeline.author)"
    # Of most posts nobody has said anything: then their authors need not be looked at.
    return (
        f"(EXISTS (SELECT 1 FROM {about}) AND EXISTS (SELECT 1 FROM {about}"  # noqa: S608 - of fixed texts
        f" AND m.aside IN ({kinds}) AND m.author IN ({_authors('timeline.space', key)})))"
    )


def _authors(space: str, key: str) -> str:
    return (
        f"SELECT number FROM author WHERE space = {space} AND public_key = {key}"  # noqa: S608 - of fixed texts
        f" LIMIT {PATHS_MAX}"
    )


@dataclass(frozen=True, slots=True)
class Edited:
    """What the newest edit says. ``number`` is that of its row, ``id`` its own."""

    number: int
    id: PostId
    at: float
    text: str
    detail: Detail


def is_retracted(reading: Reading, space: int, post: PostId, author: PublicKey) -> bool:
    """Whether the post's author has taken it back."""
    return retraction_of(reading, space, post, author) is not None


def retraction_of(reading: Reading, space: int, post: PostId, author: PublicKey) -> PostId | None:
    """The message by which the post's author has taken it back, the newest; None: they have not."""
    row = _newest(reading, space, post, author, Mark.RETRACTION)
    return None if row is None else _id_of(row)


def edit_of(reading: Reading, space: int, post: PostId, author: PublicKey) -> Edited | None:
    """The edit that counts; None if its author has not edited it."""
    row = _newest(reading, space, post, author, Mark.EDIT)
    if row is None:
        return None
    number, at, text, detail, _ = row
    return Edited(number, _id_of(row), at, text, read_detail(detail))


def change_of(reading: Reading, space: int, post: PostId, author: PublicKey) -> PostId | None:
    """The message that made the post what is shown of it; None: that is the post itself."""
    taken_back = retraction_of(reading, space, post, author)
    if taken_back is not None:
        return taken_back
    edited = edit_of(reading, space, post, author)
    return None if edited is None else edited.id


def _id_of(row: Row) -> PostId:
    order: bytes = row[-1]
    return PostId(order[-ID_BYTES:])


def _newest(
    reading: Reading, space: int, post: PostId, author: PublicKey, mark: Mark
) -> Row | None:
    """One look for each path under which the author has posted, however often they have."""
    return reading.row(
        "SELECT number, at, text, detail, order_key FROM timeline WHERE number IN ("  # noqa: S608 - of fixed texts
        " SELECT (SELECT m.number FROM timeline AS m WHERE m.space = ?1 AND m.about = ?2"
        f" AND m.aside = ?4 AND m.author = author.number AND m.{CHANGES}"
        "  ORDER BY m.order_key DESC LIMIT 1)"
        f" FROM ({_authors('?1', '?3')}) AS author)"
        " ORDER BY order_key DESC LIMIT 1",
        (space, post, author, mark.value),
    )


class Reactions:
    """For one page. Of the posts for which no more than REACTIONS_LEAST are looked at, because
    others on it have so many, only these are counted; such a post, asked for alone, has all.
    """

    def __init__(self, reading: Reading, space: int, is_folded: IsFolded | None = None) -> None:
        """Borrows ``reading``. Nobody who is folded away is counted."""
        self._reading = reading
        self._space = space
        self._is_folded = is_folded
        self._left = PAGE_REACTIONS_MAX

    def of(self, post: PostId) -> tuple[ReactionView, ...]:
        """Those that count, in the order in which the first of each kind stands in the timeline."""
        said: dict[tuple[bytes, str], Row] = {}
        for row in self._newest(post):  # each author's newest word on an emoji
            said.setdefault((row[3], row[1]), row)
        return _views(reversed([row[:5] for row in said.values() if self._counts(row)]))

    def _newest(self, post: PostId) -> list[Row]:
        """The newest first."""
        most = min(REACTIONS_MAX, max(REACTIONS_LEAST, self._left))
        rows = self._reading.rows(
            "SELECT m.aside, m.text, m.ours, author.public_key, author.path, m.order_key"  # noqa: S608 - of fixed texts
            " FROM timeline AS m"
            " CROSS JOIN author ON author.number = m.author"
            f" WHERE m.space = ? AND m.about = ? AND m.{_REACTIONS}"
            " ORDER BY m.order_key DESC LIMIT ?",
            (self._space, post, most),
        )
        self._left -= len(rows)
        return rows

    def _counts(self, row: Row) -> bool:
        is_folded = self._is_folded
        return row[0] == Mark.REACTION and (is_folded is None or not is_folded(*_whose(row)))


def reacting(reading: Reading, space: int, post: PostId, emoji: str) -> frozenset[PublicKey]:
    """Whose reaction ``emoji`` counts, folded away or not."""
    rows = reading.rows(
        "SELECT author.public_key, m.aside FROM timeline AS m"  # noqa: S608 - of fixed texts
        " CROSS JOIN author ON author.number = m.author"
        f" WHERE m.space = ? AND m.about = ? AND m.{_REACTIONS} AND m.text = ?"
        " ORDER BY m.order_key DESC LIMIT ?",
        (space, post, emoji, REACTIONS_MAX),
    )
    newest: dict[PublicKey, str] = {}
    for key, aside in rows:
        newest.setdefault(PublicKey(key), aside)
    return frozenset(key for key, aside in newest.items() if aside == Mark.REACTION)


def _whose(row: Row) -> tuple[PostId, PublicKey]:
    _, _, _, author, _, order = row
    return PostId(order[-ID_BYTES:]), PublicKey(author)


def _views(counted: Iterable[Row]) -> tuple[ReactionView, ...]:
    by_emoji: dict[str, list[Row]] = {}
    for row in counted:
        by_emoji.setdefault(row[1], []).append(row)
    kinds = list(by_emoji)
    if len(kinds) > EMOJI_MAX:
        most = sorted(kinds, key=lambda emoji: -len(by_emoji[emoji]))[:EMOJI_MAX]
        kinds = [emoji for emoji in kinds if emoji in most]
    return tuple(_view(emoji, by_emoji[emoji]) for emoji in kinds)


def _view(emoji: str, rows: list[Row]) -> ReactionView:
    paths = [decode_path(path) for *_, path in rows[:NAMES_MAX]]
    names = tuple(path[-1] if path else "" for path in paths)
    return ReactionView(emoji, len(rows), any(bool(ours) for _, _, ours, *_ in rows), names)
