"""Answers about comments and who may write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import Refusal, Refused
from engine.model.comment_queries import (
    COUNTS_MAX,
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
from engine.store.hyperbloom.commenters import Commenters, CommentersOfFeeds
from engine.store.reading import Answerers, AnswerSurroundings
from engine.store.spaces import one_space

_COLUMNS = (
    "id, entry, reference, at, text, author, path, expires_at, received_at,"
    " author IN (SELECT author FROM hyperbloom_hidden WHERE ledger = comment.ledger)"
)

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
            return CommentPage(())  # no comment can be about it
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
            (*values, *(before or ()), limit + 1),  # one more tells whether any precede them
        )
        return CommentPage(self._views(known, rows[:limit][::-1]), has_older=len(rows) > limit)

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
            " GROUP BY entry ORDER BY entry LIMIT ?",
            (ledger, start, end, COUNTS_MAX),
        )
        retracted = self._commenters.of(ledger).retracted_on
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
        trustees, further = self._trustees(known, commenters, around.now)
        return NetworkView(
            space=query.space,
            feed=known.feed,
            own_key=None if own is None else own.key,
            own_path=path,
            may_comment=may,
            may_trust=may and path is not None and len(path) < LINKS_MAX,
            expires_at=None if own is None else own.expires_at,
            issues=own is not None and own.issues,
            comments=commenters.said.total() - commenters.retracted_by.total(),
            trustees=trustees,
            further=further,
            authorless=not self._has_author(query.space),
            left=known.left,
            refused=self._refused.get(query.space, 0),
        )

    def _trustees(
        self, known: _Known, commenters: Commenters, now: float
    ) -> tuple[tuple[TrusteeView, ...], int]:
        """By the length of their path, then by key; and how many there are behind these."""
        own = known.own
        chains = [*connected(self._reading, known.number), *commenters.chains]
        keys = {one.key for one in chains} | commenters.said.keys()
        if own is not None and own.path and own.key in keys:
            chains.append(own.seen)
        hidden = {
            author
            for (author,) in self._reading.rows(
                "SELECT author FROM hyperbloom_hidden WHERE ledger = ?", (known.number,)
            )
        }
        shown = tuple(
            TrusteeView(
                public_key=one.key,
                path=one.path,
                valid_to=one.expires_at,
                ended=not one.holds_at(now),
                by_us=own is not None and one.is_given_by(own.key, known.feed),
                comments=commenters.said[one.key] - commenters.retracted_by[one.key],
                hidden=one.key in hidden,
            )
            for one in _nearest(chains, known.feed, now)
        )
        return shown, len(keys - {known.feed}) - len(shown)

    def _known(self, space: SpaceId) -> _Known:
        """Refused: SPACE_UNKNOWN, NOT_A_FEED. Nobody need have said anything yet."""
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN)
        if stored.kind is not SpaceKind.FEED:
            raise Refused(Refusal.NOT_A_FEED, stored.name)
        own = own_right(self._reading, stored.number)
        if own is None and self._is_ours(space):
            own = OwnRight(stored.public_key, (), None, issues=False)
        return _Known(stored.number, stored.public_key, stored.left, own)


def _nearest(chains: Sequence[Seen], feed: PublicKey, now: float) -> list[Seen]:
    """The best of each key but the feed's own, as many as are shown, the shortest first."""
    best: dict[PublicKey, Seen] = {}
    for one in chains:
        other = best.get(one.key)
        if other is None or one.rank(now) < other.rank(now):
            best[one.key] = one
    best.pop(feed, None)
    return sorted(best.values(), key=lambda one: (len(one.path), one.key))[:TRUSTEES_MAX]


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
