"""What queries and commands answer: plain values, ready to be shown or written as JSON.

Times are Unix seconds (float). Bytes are raw; whoever prints them writes lower-case hex.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.communities import CommunityMemberView, Judgement
from engine.model.ids import (
    CommunityId,
    NotificationLevel,
    OrderKey,
    PeerId,
    PostId,
    PostKind,
    PublicKey,
    RequestId,
    SpaceId,
    SpaceKind,
)
from engine.model.marks import Mark


@dataclass(frozen=True, slots=True)
class EndingView:
    """That a right to post ends soon or has ended, or that a fresh link was asked for before.

    ``at`` is when. ``path`` leads from the owner down to whose link ends first: that is the one to
    be renewed, by who stands above it in the path (nobody: the owner). ``own``: it is the holder's.
    ``asked``: the holder has asked for a fresh link, and it has not come yet. Where the right is
    ours, and several of our identities have one: ``identity`` names its holder, ``successor`` who
    of ours acts from then on unless another is chosen (None: none of them may).
    """

    at: float
    ended: bool
    path: tuple[str, ...]
    own: bool
    asked: bool
    identity: str | None = None
    successor: str | None = None


@dataclass(frozen=True, slots=True)
class LateView:
    """Unread posts that came in below what was read already: how many, and their outermost."""

    count: int
    first: OrderKey
    last: OrderKey


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space as the sidebar and ``channel list`` show it.

    ``can_post`` and ``can_invite`` hold at the time of the answer; ``expires_at`` is when the
    right ends of who posts unless another is chosen (None: never, or there is none). ``peers``
    counts peers connected now that have shown interest in it. ``name`` is ours, and need not be
    unique. ``unread`` counts one for all that is newer, and known to be, of a feed that is not had
    whole: it is not here yet.
    """

    id: SpaceId
    kind: SpaceKind
    name: str
    public_key: PublicKey
    posts: int
    unread: int
    peers: int
    can_post: bool
    can_invite: bool
    expires_at: float | None
    public: bool
    left: bool = False
    last_post_at: float | None = None
    notifications: NotificationLevel = NotificationLevel.ALL
    pinned: bool = False
    archived: bool = False
    mentions: int = 0
    """Of the unread posts those that speak to one of ours, by a mention or as a reply."""
    last: OrderKey | None = None
    """The last post there is of the timeline: marking it read leaves nothing unread."""
    body_limit: int | None = None
    """How many UTF-16 units the body of our next post may have (None: as many as we like)."""
    own_path: tuple[str, ...] | None = None
    """The display path under which we may post (empty for the owner), None where we may not."""
    owned_by: PublicKey | None = None
    """Of a private channel of our own: our identity that speaks as its owner."""
    ending: EndingView | None = None
    """That our own right to post ends soon or has ended; None where it need not be thought of."""
    invites_ending: int = 0
    """Members whom we let in and whose right ends soon."""
    renewals: int = 0
    """Members whom we let in and who wait for us to confirm a fresh link."""
    community: CommunityId | None = None
    """Of a channel: the community it belongs to."""
    topic: str = ""
    """What it is about, as one of its members has set it."""
    late: LateView | None = None
    """Of the unread posts those that came in below what was read already."""
    since: float | None = None
    """When we came into it. What was written before is its history."""
    dropped: bool = False
    """Of a channel of a community: it was taken out of the list, and nothing is received there."""
    came_as: str | None = None
    """The name it came to us or was made under; None: ``name``."""

    @property
    def given_name(self) -> str:
        """By which the owner of a private channel is called: ``name`` is for our eyes alone."""
        return self.name if self.came_as is None else self.came_as

    @property
    def muted(self) -> bool:
        """Whether nothing of it is announced."""
        return self.notifications is NotificationLevel.NONE


@dataclass(frozen=True, slots=True)
class IdentityView:
    """One of our own key pairs. ``channel`` is the channel made with it (None: forgotten)."""

    name: str
    public_key: PublicKey
    channel: SpaceId | None


@dataclass(frozen=True, slots=True)
class PosterView:
    """One of ours that may post somewhere; ``key`` is seen there. ``body_limit``: see SpaceView."""

    identity: IdentityView
    key: PublicKey
    body_limit: int | None = None


@dataclass(frozen=True, slots=True)
class AuthorView:
    """Who signed a post. ``path`` holds the display names from the space's owner down.

    It is empty for the owner; the last name is the one shown.
    """

    public_key: PublicKey
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuoteView:
    """The post that another one answers. ``text`` is its beginning, on one line.

    ``author`` and ``order`` are None if we do not hold it, or it is hidden, taken back
    (``retracted``) or folded away for us (``folded``).
    """

    id: PostId
    author: AuthorView | None
    text: str
    order: OrderKey | None
    retracted: bool = False
    folded: bool = False


@dataclass(frozen=True, slots=True)
class ReactionView:
    """How many members reacted to a post with ``emoji``; ``ours``: one of us is among them.

    ``names`` holds the first of their display names (of an owner: empty text), at most ten.
    """

    emoji: str
    count: int
    ours: bool
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileView:
    """A file that a post carries. ``name`` and ``content_type`` are as its author gave them.

    ``size`` is in bytes; 0 and not ``size_known`` where what the author attached cannot be read, or
    nobody said how much it is: an empty file is something else. ``width`` and ``height`` are those
    that a picture's head claims, in pixels as it is to be shown; 0 where it claims none.
    """

    name: str
    content_type: str
    size: int
    width: int = 0
    height: int = 0
    size_known: bool = True


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file's own bytes, whose name and type nobody has checked."""

    name: str
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PostView:
    """One post. ``body`` is the protocol's raw body text (JSON in a private channel) or None.

    In pages of a timeline ``body`` is None as well where it is long (over 64 KiB): ``OnePost`` has
    it always; that of a retracted post is only in ``Timeline.everything``. ``text`` is what a
    person reads: of an edited post its newest text, of a retracted one nothing. ``order`` is its
    place, as a cursor for further queries. ``received_at`` is when this profile stored it.
    ``ours``: one of our identities signed; ``reached`` counts the peers known to hold that post or,
    but in ``Timeline.everything``, the edit or retraction that made it what is shown.
    """

    id: PostId
    kind: PostKind
    height: int
    parents: tuple[PostId, ...]
    timestamp: float
    author: AuthorView
    text: str
    body: str | None
    order: OrderKey
    received_at: float
    ours: bool
    reached: int = 0
    reply: QuoteView | None = None
    reactions: tuple[ReactionView, ...] = ()
    files: tuple[FileView, ...] = ()
    mentions: tuple[PublicKey, ...] = ()
    speaks_to_us: bool = False
    """It mentions one of ours, or answers a post of ours."""
    edited_at: float | None = None  # the time of the edit whose text is shown
    retracted: bool = False
    hidden: bool = False
    """We deleted it for ourselves; only ``Timeline.everything`` and ``OnePost`` still give it."""
    plain_json: bool = False
    """``text`` is a body of no form that is known, as it came."""
    target: PostId | None = None
    """Of a mark: the post it is about."""
    mark: Mark | None = None  # of a mark: what it does
    folded: Judgement | None = None
    """Why its row is folded away until somebody opens it; None: it is shown."""


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """A run of posts without gaps, oldest first.

    ``before`` and ``after`` count the posts of the timeline that precede and follow the run.
    """

    posts: tuple[PostView, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TimelineExtent:
    """How long a timeline is, and where the reader stands.

    ``read_up_to`` is the order key of the last post read (None: none was read). ``first_unread``
    stands behind it; of the ``unread`` some may stand before it (``late``).
    """

    posts: int
    unread: int
    read_up_to: OrderKey | None
    first_unread: OrderKey | None
    first_mention: OrderKey | None = None
    """The first unread post that speaks to one of ours."""
    last: OrderKey | None = None
    late: LateView | None = None
    """Of the unread posts those that came in below what was read already."""


@dataclass(frozen=True, slots=True)
class Weight:
    """How much of what a post may hold a content takes, in UTF-16 units of its encoded body.

    ``limit`` is that of our own chain's length; None: there is none.
    """

    units: int
    limit: int | None

    @property
    def fits(self) -> bool:
        """Whether it can be posted."""
        return self.limit is None or self.units <= self.limit


@dataclass(frozen=True, slots=True)
class DraftView:
    """What was begun in a space and not sent: a new post, an answer, or a change of our own.

    ``identity``: the key of the one of ours that was to post it, or whatever is written there next
    where nothing was begun. None: none was named. It may be gone by now, or post there no more.
    """

    space: SpaceId
    text: str
    reply_to: PostId | None = None
    edits: PostId | None = None
    identity: PublicKey | None = None


@dataclass(frozen=True, slots=True)
class SafetyCodeView:
    """What two people compare to be sure of each other's keys (tidings.md section 2).

    ``digits``: 30, in six groups of five; the same on both sides. ``payload``: what a QR code of
    it carries. ``verified``: we said before that they were equal.
    """

    digits: str
    payload: str
    verified: bool


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member of a space as far as posts and connections have shown them."""

    public_key: PublicKey
    name: str
    path: tuple[str, ...]
    valid_to: float | None
    online: bool
    ours: bool = False
    ending: EndingView | None = None
    """That their right ends soon or has ended."""
    let_in_by_us: bool = False
    """Their own link was signed by one of ours, so that a fresh one is ours to give."""
    verified: bool = False
    """We have compared safety codes with them, in whatever space."""
    hidden: bool = False
    """What they write in that private channel is folded away, as our user wants it."""


@dataclass(frozen=True, slots=True)
class InviteRequestView:
    """An open request of ours to be let in. ``request`` is the encoded InviteRequest."""

    request: bytes
    request_ids: tuple[RequestId, ...]
    fingerprint: str
    identity: str
    created_at: float
    expires_at: float
    renews: SpaceId | None = None
    """The channel in which it asks for a fresh link, None: it asks to be let in somewhere."""


@dataclass(frozen=True, slots=True)
class RequestPreview:
    """What somebody's invite request asks for. Nothing was done with it.

    ``own`` is true if the request is one of this profile's.
    """

    public_key: PublicKey
    peer_id: PeerId
    fingerprint: str
    own: bool
    online: bool


@dataclass(frozen=True, slots=True)
class IssuedInviteView:
    """An invite made by us. ``delivered`` says whether it went out over a live connection."""

    invite: bytes
    request_ids: tuple[RequestId, ...]
    delivered: bool
    path: tuple[str, ...]
    valid_to: float


@dataclass(frozen=True, slots=True)
class AcceptedInviteView:
    """A channel we were let into."""

    space: SpaceId
    path: tuple[str, ...]
    valid_to: float


@dataclass(frozen=True, slots=True)
class MemberModerated:
    """How a member stands after a command of ours, and the post that says it (None: no post does).

    The post is no row of any timeline; ``text`` is the reason that was given.
    """

    member: CommunityMemberView
    said: PostView | None
