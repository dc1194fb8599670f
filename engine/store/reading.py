"""How queries are answered: from a read-only connection, so that nobody waits for a reconciliation.

Names no protocol: whoever knows a kind of space or a query hands in its part (``KindOfSpace``,
answerers).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from engine.model.communities import Judgement
from engine.model.contents import Content
from engine.model.feeds import FeedTraffic
from engine.model.ids import CommunityId, OrderKey, PeerId, PostId, PublicKey, SpaceId
from engine.model.queries import Query
from engine.model.views import (
    EndingView,
    FileContent,
    IdentityView,
    MemberView,
    PostView,
    Weight,
)
from engine.store.database import Reading
from engine.store.spaces import StoredSpace
from engine.store.timeline.folds import Folds, IsFolded

R = TypeVar("R")


class AnswerSurroundings(Protocol):
    """What an answer needs besides the database: the runtime's ``Moment`` is one."""

    @property
    def now(self) -> float:
        """Unix seconds."""

    @property
    def presence(self) -> Mapping[SpaceId, Sequence[tuple[PeerId, PublicKey | None]]]:
        """Who is connected and has shown interest in a space, and as whom (None: a reader)."""

    @property
    def peers(self) -> Sequence[PeerId]:
        """Everybody who is connected."""

    @property
    def traffic(self) -> Mapping[SpaceId, FeedTraffic]:
        """What goes on with the feeds that somebody is connected for."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What we may do in a space now. ``expires_at``: when that right ends through which we post
    unless another is chosen, None if never.

    ``path``: the display path under which we may post (empty for the owner), None where we may not.
    ``newer``: the place of something that is not here and was not read, though it is known to be.
    The others are as in ``SpaceView``.
    """

    can_post: bool
    can_invite: bool
    expires_at: float | None
    path: tuple[str, ...] | None
    public: bool
    ending: EndingView | None = None
    invites_ending: int = 0
    renewals: int = 0
    body_limit: int | None = None
    community: CommunityId | None = None
    topic: str = ""
    newer: OrderKey | None = None
    owned_by: PublicKey | None = None
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Acting:
    """As whom one of our identities acts in a space: ``key`` is what others see it by there.

    ``may_post`` holds now; ``body_limit`` is that of what it posts, as in SpaceView.
    """

    identity: IdentityView
    key: PublicKey
    may_post: bool
    body_limit: int | None = None


class KindOfSpace(Protocol):
    """What only the protocol behind a kind of space can tell of it."""

    def standing(self, space: StoredSpace, now: float) -> Standing:
        """Our rights there."""

    def members(self, space: StoredSpace, now: float) -> Sequence[MemberView]:
        """Everybody known, by path, none of them online."""

    def acting(self, space: StoredSpace, now: float) -> Sequence[Acting]:
        """All our identities: those with a right there first, among them whoever wrote there last;
        else the one used last first.
        """

    def order_of(self, space: StoredSpace, post: PostId) -> OrderKey | None:
        """Where that post stands in its timeline; None if it is unknown."""

    def body_of(self, space: StoredSpace, post: PostId) -> str | None:
        """The raw body text of that post, however long; None if it has none or is unknown."""

    def file_of(self, space: StoredSpace, post: PostId, number: int) -> FileContent | None:
        """The file of that number, from 0, that the post carries; None if there is none."""

    def weigh(
        self, space: StoredSpace, content: Content, identity: str | None, now: float
    ) -> Weight:
        """See ``Weigh``. Refused as ``Say`` would be."""


class Folding(Protocol):
    """Who knows which posts of a kind of space are folded away."""

    def judging(self, space: StoredSpace) -> IsFolded | None:
        """What tells whether a post is; None where none is, whoever wrote it."""

    def folds(self, space: StoredSpace) -> Folds | None:
        """The same, for who reads all of it."""

    def folded(self, space: StoredSpace, posts: Sequence[PostView]) -> Sequence[Judgement | None]:
        """Why each of ``posts`` is, in their order; None: it is shown."""


# Any: each takes the one query it is listed under.
Answerer = Callable[[Any, AnswerSurroundings], object]
Answerers = Mapping[type[Query[Any]], Answerer]  # Any: queries of all answers


class Reader:
    """Answers queries, each from one state of the database."""

    def __init__(self, reading: Reading, answerers: Answerers) -> None:
        """Owns ``reading`` from now on."""
        self._reading = reading
        self._answerers = answerers

    def answer(self, query: Query[R], surroundings: AnswerSurroundings) -> R:
        """Raises Refused or Fault."""
        answerer = self._answerers[type(query)]
        with self._reading.snapshot():
            # The mapping pairs each query with a function of its answer's type; no type says so.
            return cast("R", answerer(query, surroundings))

    def close(self) -> None:
        """Nothing is answered afterwards."""
        self._reading.close()
