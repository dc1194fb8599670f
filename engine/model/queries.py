"""What a person can ask the engine to show. Queries change nothing and never wait for a sync."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.model.ids import OrderKey, PostId, SpaceId
from engine.model.views import (
    ConnectionsView,
    HealthView,
    IdentityView,
    InviteRequestView,
    MemberView,
    PostView,
    RequestPreview,
    SearchHit,
    SpaceView,
    TimelineExtent,
    TimelinePage,
)

R_co = TypeVar("R_co", covariant=True)

PAGE_POSTS_MAX = 1_000  # ours: one page stays a few milliseconds


class Query(Generic[R_co]):
    """A question whose answer is an ``R_co``."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Identities(Query[tuple[IdentityView, ...]]):
    """Our identities, oldest first."""


@dataclass(frozen=True, slots=True)
class Spaces(Query[tuple[SpaceView, ...]]):
    """All spaces, by kind and then by name (case folded). Left ones are included and marked."""


@dataclass(frozen=True, slots=True)
class Space(Query[SpaceView]):
    """One space. Refused if it is unknown."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class FindSpace(Query[SpaceView]):
    """The space a person means by ``text``: its name, or a prefix (>= 6) of its id or key in hex.

    Refused if none or several fit; the candidates are in the refusal's detail.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Timeline(Query[TimelinePage]):
    """Up to ``limit`` posts (<= PAGE_POSTS_MAX), oldest first.

    ``after``: those that follow it; ``before``: those that precede it; neither: the newest.
    Both cursors exclude the post they name, and need not name an existing one.
    """

    space: SpaceId
    limit: int = 50
    before: OrderKey | None = None
    after: OrderKey | None = None


@dataclass(frozen=True, slots=True)
class Extent(Query[TimelineExtent]):
    """How long the timeline is and how far it was read."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class OnePost(Query[PostView]):
    """The post of that id. Refused if it is unknown."""

    space: SpaceId
    id: PostId


@dataclass(frozen=True, slots=True)
class Members(Query[tuple[MemberView, ...]]):
    """Online first, then by path."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class Search(Query[tuple[SearchHit, ...]]):
    """Newest first. ``words`` is what a person typed: no operators."""

    words: str
    space: SpaceId | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class InviteRequests(Query[tuple[InviteRequestView, ...]]):
    """Our open requests, newest first."""


@dataclass(frozen=True, slots=True)
class PreviewRequest(Query[RequestPreview]):
    """What an encoded InviteRequest asks for. Refused if it is none."""

    request: bytes


@dataclass(frozen=True, slots=True)
class Connections(Query[ConnectionsView]):
    """Own addresses and peers."""


@dataclass(frozen=True, slots=True)
class Health(Query[HealthView]):
    """Checks the database (quickly, not every page's content)."""


AnyQuery = (
    Identities
    | Spaces
    | Space
    | FindSpace
    | Timeline
    | Extent
    | OnePost
    | Members
    | Search
    | InviteRequests
    | PreviewRequest
    | Connections
    | Health
)
