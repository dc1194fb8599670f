"""What is shown of comments on feeds, and of the network of trust that may write them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.ids import PostId, PublicKey, SpaceId

COMMENT_BYTES_MAX = 4_096
"""Of a comment's text, in UTF-8."""
LINKS_MAX = 5
"""From a feed's author to whoever may comment at the furthest."""
TRUSTEES_MAX = 1_000
"""In one answer."""
TRUST_DAYS = 365  # ours
"""For so long somebody is let comment where no other end was chosen."""


@dataclass(frozen=True, slots=True)
class CommentView:
    """A comment as it is shown now: edited, taken back, hidden.

    ``entry`` is the number of the block it is about, None: the feed as a whole. ``path`` leads from
    the feed's author, who is not in it, through those who trusted each other, to ``author``; it is
    empty for the feed's own author. ``expires_at``: when the first of those links ends or ended
    (None: never); what was written before stays. ``hidden``: we hide its author, for ourselves.
    """

    id: PostId
    entry: int | None
    reply_to: PostId | None
    at: float
    text: str
    author: PublicKey
    path: tuple[PublicKey, ...]
    expires_at: float | None
    received_at: float
    ours: bool = False
    edited_at: float | None = None
    retracted: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class CommentPage:
    """Comments, oldest first. ``has_older``: others precede them."""

    comments: tuple[CommentView, ...]
    has_older: bool = False


@dataclass(frozen=True, slots=True)
class CommentCount:
    """How many comments are about that block, those taken back not counted."""

    entry: int
    count: int


@dataclass(frozen=True, slots=True)
class TrustLinkView:
    """A chain for somebody whom we trust, to be handed over: ``links``, the author's first.

    ``valid_to``: Unix seconds, None: it never ends.
    """

    feed: PublicKey
    links: tuple[bytes, ...]
    holder: PublicKey
    valid_to: float | None


@dataclass(frozen=True, slots=True)
class TrusteeView:
    """Somebody of the network, as far as comments and connections have shown them.

    ``path`` as in ``CommentView``, the shortest; ``by_us``: the last link is ours, so that we may
    let it end, or give another.
    """

    public_key: PublicKey
    path: tuple[PublicKey, ...]
    valid_to: float | None
    ended: bool
    by_us: bool
    comments: int
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class NetworkView:
    """Who may comment on a feed.

    ``own_key`` is the key under which we do or would: what the feed's author, or somebody whom they
    trust, has to be shown; None: there is none yet (``CommentKey`` makes one). ``own_path`` is None
    while nobody lets us. ``may_comment`` and ``may_trust`` hold at the time of the answer;
    ``expires_at``: when that ends. ``issues``: peers further from the author get a shorter chain.
    ``comments``: those taken back not counted. ``trustees``: the nearest to the author first, at
    most TRUSTEES_MAX; there are so many ``further`` ones. ``authorless``: the feed is named by what
    it holds, so there is nobody who could let anybody comment. ``left``: we have left the feed.
    ``refused``: so many values that peers sent were dropped since the start, for they are no
    comments that prove themselves; one that is sent again counts again.
    """

    space: SpaceId
    feed: PublicKey
    own_key: PublicKey | None
    own_path: tuple[PublicKey, ...] | None
    may_comment: bool
    may_trust: bool
    expires_at: float | None
    issues: bool
    comments: int
    trustees: tuple[TrusteeView, ...]
    further: int = 0
    authorless: bool = False
    left: bool = False
    refused: int = 0
