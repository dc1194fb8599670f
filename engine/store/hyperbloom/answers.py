"""Answers about comments and who may write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import Refusal, Refused
from engine.model.comment_queries import (
    PAGE_COMMENTS_MAX,
    CommentCounts,
    Comments,
    Network,
    OneComment,
)
from engine.model.comments import (
    LINKS_MAX,
    TRUSTEES_MAX,
    CommentCount,
    CommentPage,
    CommentView,
    NetworkView,
    TrusteeView,
)
from engine.model.ids import PostId, PublicKey, SpaceId, SpaceKind
from engine.protocols.hyperbloom.comments.value import ENTRY_LIMIT
from engine.store.database import Reading, Row
from engine.store.hyperbloom.chains import OwnRight, Seen, connected, keys_in, own_right
from engine.store.hyperbloom.changes import Change, changes_of
from engine.store.hyperbloom.commenters import CommentersOfFeeds
from engine.store.reading import Answerers, AnswerSurroundings
from engine.store.spaces import one_space

_COLUMNS = (
    "id, entry, reference, at, text, author, path, expires_at, received_at,"
    " author IN (SELECT author FROM hyperbloom_hidden WHERE ledger = comment.ledger)"
)
RETRACTED = (
    "SELECT said.entry, said.author, count(DISTINCT said.id)"
    " FROM hyperbloom_comment AS change INDEXED BY hyperbloom_comment_change"
    " JOIN hyperbloom_comment AS said ON said.ledger = change.ledger"
    " AND said.id = change.reference AND said.author = change.author AND said.kind = 1"
    " WHERE change.ledger = ? AND change.kind > 1 AND change.kind = 3"
    " GROUP BY said.entry, said.author"
)
"""How many of each entry and author were taken back: few, beside all comments, which it does not
look at.
"""


OfFeed = Callable[[SpaceId], bool]
"""Whether something is so of that feed."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A feed. ``number`` stands for it inside the file; ``own``: as whom we write there."""

    number: int
    feed: PublicKey
    left: bool
    own: OwnRight | None


class CommentAnswers:
    """Reads what ``CommentRows`` has written."""

    def __init__(
        self,
        reading: Reading,
        is_ours: OfFeed,
        has_author: OfFeed,
        refused: Mapping[SpaceId, int],
    ) -> None:
        """Borrows them. ``is_ours``: we write the feed; ``has_author``: somebody does;
        ``refused``: how many values of its set were dropped since the start.
        """
        self._reading = reading
        self._is_ours = is_ours
        self._has_author = has_author
        self._refused = refused
        self._commenters = CommentersOfFeeds(reading)

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Comments: self.comments,
            OneComment: self.one_comment,
            CommentCounts: self.counts,
            Network: self.network,
        }

    # ---- comments -----------------------------------------------------------------------------

    def comments(self, query: Comments, _around: AnswerSurroundings) -> CommentPage:
        """See ``Comments``."""
        known = self._known(query.space)
        if query.entry is not None and not 0 <= query.entry < ENTRY_LIMIT:
            return CommentPage((), 0)  # no comment can be about it
        ledger = known.number
        where, values = "ledger = ? AND kind = 1", [ledger]
        if not query.everything:
            where += " AND entry IS ?"
            values = [ledger, query.entry]  # type: ignore[list-item]  # None: the feed as a whole
        before = None if query.before is None else self._place(ledger, query.before)
        until = "" if before is None else " AND (at, id) < (?, ?)"
        limit = max(1, min(query.limit, PAGE_COMMENTS_MAX))
        rows = self._reading.rows(
            f"SELECT {_COLUMNS} FROM hyperbloom_comment AS comment WHERE {where}{until}"  # noqa: S608 - fixed
            " ORDER BY at DESC, id DESC LIMIT ?",
            (*values, *(before or ()), limit),
        )
        views = self._views(known, rows[::-1])
        return CommentPage(views, self._before(where, values, rows[-1] if rows else None))

    def one_comment(self, query: OneComment, _around: AnswerSurroundings) -> CommentView:
        """See ``OneComment``."""
        known = self._known(query.space)
        row = self._reading.row(
            f"SELECT {_COLUMNS} FROM hyperbloom_comment AS comment"  # noqa: S608 - fixed
            " WHERE ledger = ? AND id = ? AND kind = 1",
            (known.number, query.id),
        )
        if row is None:
            raise Refused(Refusal.COMMENT_UNKNOWN, query.id.hex())
        return self._views(known, [row])[0]

    def _before(self, where: str, values: Sequence[object], first: Row | None) -> int:
        if first is None:
            return 0
        count: int = self._reading.value(
            f"SELECT count(*) FROM hyperbloom_comment WHERE {where} AND (at, id) < (?, ?)",  # noqa: S608
            (*values, first[3], first[0]),  # type: ignore[arg-type]  # as they were given
        )
        return count

    def _place(self, ledger: int, comment: PostId) -> tuple[float, bytes]:
        sql = "SELECT at, id FROM hyperbloom_comment WHERE ledger = ? AND id = ?"
        row = self._reading.row(sql, (ledger, comment))
        if row is None:
            raise Refused(Refusal.COMMENT_UNKNOWN, comment.hex())
        return row[0], row[1]

    def _views(self, known: _Known, rows: Sequence[Row]) -> tuple[CommentView, ...]:
        changes = changes_of(self._reading, known.number, [row[0] for row in rows])
        own = None if known.own is None else known.own.key
        return tuple(_view(row, changes.get(row[0]), own) for row in rows)

    def counts(self, query: CommentCounts, _around: AnswerSurroundings) -> tuple[CommentCount, ...]:
        """See ``CommentCounts``."""
        ledger = self._known(query.space).number
        start, end = (max(0, min(one, ENTRY_LIMIT)) for one in (query.start, query.end))
        rows = self._reading.rows(
            "SELECT entry, count(*) FROM hyperbloom_comment"
            " WHERE ledger = ? AND kind = 1 AND entry >= ? AND entry < ?"
            " GROUP BY entry ORDER BY entry",
            (ledger, start, end),
        )
        retracted: Counter[int | None] = Counter()
        for entry, _author, count in self._reading.rows(RETRACTED, (ledger,)):
            retracted[entry] += count
        left = [CommentCount(entry, count - retracted[entry]) for entry, count in rows]
        return tuple(one for one in left if one.count)

    # ---- the network --------------------------------------------------------------------------

    def network(self, query: Network, around: AnswerSurroundings) -> NetworkView:
        """See ``Network``."""
        known = self._known(query.space)
        ledger, own = known.number, known.own
        path = None if own is None else own.path
        may = own is not None and path is not None and own.holds_at(around.now) and not known.left
        commenters = self._commenters.of(ledger)
        said = commenters.said.copy()
        for _entry, author, taken_back in self._reading.rows(RETRACTED, (ledger,)):
            said[author] -= taken_back
        chains = [*connected(self._reading, ledger), *commenters.chains]
        trustees = self._trustees(known, chains, said, around.now)
        return NetworkView(
            space=query.space,
            feed=known.feed,
            own_key=None if own is None else own.key,
            own_path=path,
            may_comment=may,
            may_trust=may and path is not None and len(path) < LINKS_MAX,
            expires_at=None if own is None else own.expires_at,
            issues=own is not None and own.issues,
            comments=said.total(),
            trustees=trustees[:TRUSTEES_MAX],
            further=max(0, len(trustees) - TRUSTEES_MAX),
            authorless=not self._has_author(query.space),
            left=known.left,
            refused=self._refused.get(query.space, 0),
        )

    def _trustees(
        self, known: _Known, chains: Sequence[Seen], said: Counter[bytes], now: float
    ) -> tuple[TrusteeView, ...]:
        """By the length of their path, then by key."""
        own = known.own
        best: dict[PublicKey, Seen] = {}
        keys = {one.key for one in chains}
        ours = [] if own is None or not own.path or own.key not in keys else [own.seen]
        for one in (*chains, *ours):
            other = best.get(one.key)
            if other is None or one.rank(now) < other.rank(now):
                best[one.key] = one
        hidden = {
            author
            for (author,) in self._reading.rows(
                "SELECT author FROM hyperbloom_hidden WHERE ledger = ?", (known.number,)
            )
        }
        return tuple(
            TrusteeView(
                public_key=one.key,
                path=one.path,
                valid_to=one.expires_at,
                ended=not one.holds_at(now),
                by_us=own is not None and one.is_given_by(own.key, known.feed),
                comments=said[one.key],
                hidden=one.key in hidden,
            )
            for one in sorted(best.values(), key=lambda one: (len(one.path), one.key))
            if one.path
        )

    def _known(self, space: SpaceId) -> _Known:
        """Refused: SPACE_UNKNOWN, NOT_A_FEED. Nobody need have said anything yet."""
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN, space.hex())
        if stored.kind is not SpaceKind.FEED:
            raise Refused(Refusal.NOT_A_FEED, stored.name)
        own = own_right(self._reading, stored.number)
        if own is None and self._is_ours(space):
            own = OwnRight(stored.public_key, (), None, issues=False)
        return _Known(stored.number, stored.public_key, stored.left, own)


def _view(row: Row, change: Change | None, own: PublicKey | None) -> CommentView:
    hashed, entry, reference, at, text, author, path, expires_at, received_at, hidden = row
    shown = text if change is None else change.text
    return CommentView(
        id=PostId(hashed),
        entry=entry,
        reply_to=None if reference is None else PostId(reference),
        at=at,
        text=shown or "",
        author=PublicKey(author),
        path=keys_in(path),
        expires_at=expires_at,
        received_at=received_at,
        ours=own == author,
        edited_at=None if change is None else change.edited_at,
        retracted=shown is None,
        hidden=bool(hidden),
    )
