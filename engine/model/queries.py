"""What a person can ask the engine to show. Queries change nothing and never wait for a sync."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.model.contents import Content
from engine.model.health import HealthView
from engine.model.hits import FoundPosts, SearchHit
from engine.model.ids import OrderKey, PeerId, PostId, PublicKey, SpaceId
from engine.model.peers import ConnectionsView
from engine.model.views import (
    DraftView,
    FileContent,
    IdentityView,
    InviteRequestView,
    MemberView,
    PosterView,
    PostView,
    RequestPreview,
    SafetyCodeView,
    SpaceView,
    TimelineExtent,
    TimelinePage,
    Weight,
)

R_co = TypeVar("R_co", covariant=True)

PAGE_POSTS_MAX = 1_000  # ours: one page stays a few milliseconds
PATIENCE_MAX = 3  # ours: 16 s, longer than anybody waits at once


class Query(Generic[R_co]):
    """A question whose answer is an ``R_co``."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Identities(Query[tuple[IdentityView, ...]]):
    """Our identities, oldest first; or the one used last first: the one that is meant where a
    command of no space names none.
    """

    used_last_first: bool = False


@dataclass(frozen=True, slots=True)
class PostingIdentities(Query[tuple[PosterView, ...]]):
    """Which of our identities may post in ``space`` now: whoever wrote a post there last first,
    and where none has, the one used last.

    That first one posts where a command names none (``Say.identity``). Where there are several, a
    composer offers the choice. Refused with SPACE_UNKNOWN.
    """

    space: SpaceId


@dataclass(frozen=True, slots=True)
class Spaces(Query[tuple[SpaceView, ...]]):
    """All spaces, by kind; in each the pinned ones first, then as arranged, then by name.

    Names are case folded. Left and archived ones are included and marked.
    """


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
    """Up to ``limit`` posts (<= PAGE_POSTS_MAX), oldest first; fewer, yet one, where their texts
    are megabytes.

    ``after``: those that follow it; ``before``: those that precede it; neither: the newest.
    Both cursors exclude the post they name, and need not name an existing one. ``everything``: with
    marks and hidden posts, each as it was signed, as an export or a report needs it, with
    ``retracted`` where it was taken back since; the page's ``before`` and ``after`` then still
    count what is shown.
    """

    space: SpaceId
    limit: int = 50
    before: OrderKey | None = None
    after: OrderKey | None = None
    everything: bool = False


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
class FirstSince(Query[OrderKey | None]):
    """Where a timeline's posts of ``at`` (Unix seconds) and later begin; None: there are none.

    The order is the protocol's, in which times may run back a little: it is the first post, in
    order, that is not older.
    """

    space: SpaceId
    at: float


@dataclass(frozen=True, slots=True)
class Holders(Query[tuple[PeerId, ...]]):
    """The peers known to hold what is shown of a post of ours, by id: as many as ``reached``."""

    space: SpaceId
    id: PostId


@dataclass(frozen=True, slots=True)
class OneFile(Query[FileContent]):
    """The ``number``-th file (from 0) of a post. Refused with FILE_UNKNOWN if it has none there, or
    what its author attached is no file.
    """

    space: SpaceId
    id: PostId
    number: int


@dataclass(frozen=True, slots=True)
class Weigh(Query[Weight]):
    """How much of a post's room that content would take. Refused as ``Say`` would be."""

    space: SpaceId
    content: Content
    identity: str | None = None


@dataclass(frozen=True, slots=True)
class Drafts(Query[tuple[DraftView, ...]]):
    """What was begun and not sent, and as whom: at most one a space."""


@dataclass(frozen=True, slots=True)
class SafetyCode(Query[SafetyCodeView]):
    """What to compare with a member of ``space``, for our identity (None: the one that may post
    there, or the one used last). Refused with MEMBER_UNKNOWN, or for one of ours.
    """

    space: SpaceId
    member: PublicKey
    identity: str | None = None


@dataclass(frozen=True, slots=True)
class Members(Query[tuple[MemberView, ...]]):
    """Online first, then by path."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class Search(Query[FoundPosts]):
    """Newest first. ``words`` is what a person typed: no operators.

    ``before``: a hit of the same search; those that follow it. Each post is found under what it
    shows now: an edited one by its newest text, a retracted or hidden one not at all.
    ``patience``: how often somebody has wanted to wait longer; up to PATIENCE_MAX times there is
    four times as long. ``comments``: those on feeds are looked for as well; one that came just now
    may not be found for a moment, and of somebody whom we hide none is.
    """

    words: str
    space: SpaceId | None = None
    limit: int = 50
    before: SearchHit | None = None
    patience: int = 0
    comments: bool = False


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
    | PostingIdentities
    | Spaces
    | Space
    | FindSpace
    | Timeline
    | Extent
    | OnePost
    | FirstSince
    | Holders
    | OneFile
    | Weigh
    | Drafts
    | SafetyCode
    | Members
    | Search
    | InviteRequests
    | PreviewRequest
    | Connections
    | Health
)
