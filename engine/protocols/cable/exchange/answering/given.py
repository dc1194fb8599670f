"""One request of a peer that is answered by hashes: what there is, then what comes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from engine.model.ids import PostId
from engine.protocols.cable.exchange.answering.sources import News, Source
from engine.protocols.cable.exchange.budget import Budget
from engine.protocols.cable.exchange.circle import RequestKey
from engine.protocols.cable.limits import HASHES_SENT_MAX
from engine.protocols.cable.records import Mark, Page

_NOTHING = Page((), 0, None)


class _Stage(Enum):
    HISTORY = auto()
    LIVE = auto()
    OVER = auto()


class Given:
    """``past`` and ``future``: how much may still be given of each; one and the same where one
    limit is for both. ``size``: bytes that are kept of the question.
    """

    __slots__ = ("_before", "_future", "_past", "_stage", "is_live", "key", "size", "source")

    def __init__(
        self, key: RequestKey, source: Source, past: Budget, future: Budget, size: int
    ) -> None:
        self.key = key
        self.source = source
        self.size = size
        self._past = past
        self._future = future
        self._before: Mark | None = None
        self._stage = _Stage.HISTORY
        self.is_live = future.left > 0
        """Whether it was asked to go on."""

    @property
    def has_history(self) -> bool:
        """Whether there is more to be given of what there is."""
        return self._stage is _Stage.HISTORY

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be said by us."""
        return self._stage is _Stage.OVER

    @property
    def needs_nobody(self) -> bool:
        """Whether what others have may not be given any more either."""
        return self.is_over and (self.is_live or not self._past.left)

    def page(self) -> tuple[Sequence[PostId], int]:
        """The next of what there is, the newest first, perhaps none; what was looked at for it."""
        wanted = min(HASHES_SENT_MAX, self._past.left)
        page = self.source.page(self._before, wanted) if wanted else _NOTHING
        self._before = page.goes_on
        given = self._past.take([mark.hash for mark in page.marks])
        if page.goes_on is None or not self._past.left:
            self._stage = _Stage.LIVE
        self._settle()
        return given, page.looked_at

    def news(self, news: News) -> Sequence[PostId]:
        """What these posts, just stored, bring to it."""
        return self.source.news(news) if self.is_live and not self.is_over else ()

    def take(self, hashes: Sequence[PostId]) -> Sequence[PostId]:
        """Those of what is new that may be given."""
        taken = self._future.take(hashes)
        self._settle()
        return taken

    def take_any(self, hashes: Sequence[PostId]) -> Sequence[PostId]:
        """The same of what others have, be it old or new."""
        taken = self._past.take(hashes)
        if self._future is not self._past:
            taken = [*taken, *self._future.take(hashes[len(taken) :])]
        self._settle()
        return taken

    def _settle(self) -> None:
        one_limit = self._future is self._past
        if not self._future.left and (self._stage is _Stage.LIVE or one_limit):
            self._stage = _Stage.OVER
