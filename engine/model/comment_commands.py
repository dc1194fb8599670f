"""What a person can ask the engine to do with comments. ``space`` is the feed's.

All but ``CheckTrust`` are refused with SPACE_UNKNOWN, or NOT_A_FEED for another kind of space.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.commands import Command
from engine.model.comments import CommentView, NetworkView, TrustLinkView
from engine.model.ids import PostId, PublicKey, SpaceId


@dataclass(frozen=True, slots=True)
class WriteComment(Command[CommentView]):
    """A comment on a block, or on the feed as a whole, signed and stored before it is answered.

    Refused with TEXT_EMPTY, TEXT_TOO_LONG, BODY_INVALID for what is no Unicode text, ENTRY_UNKNOWN
    for a block that the feed cannot have, or a feed of our own does not, COMMENT_NOT_ALLOWED where
    nobody lets us or the feed was left, COMMENT_RIGHT_ENDED, COMMENT_UNKNOWN for an answer to a
    comment that is not there, COMMENT_TAKEN_BACK to one that was, COMMENT_ELSEWHERE for one with
    another ``entry`` than the answered comment's (None: as that), COMMENTS_FULL where nobody would
    take one more of us.
    """

    space: SpaceId
    text: str
    entry: int | None = None
    reply_to: PostId | None = None


@dataclass(frozen=True, slots=True)
class ChangeComment(Command[CommentView]):
    """Another text in the place of our own comment's. Refused as above, with COMMENT_TAKEN_BACK
    where we have, for that is for good, or COMMENT_NOT_OURS.
    """

    space: SpaceId
    id: PostId
    text: str


@dataclass(frozen=True, slots=True)
class RetractComment(Command[CommentView]):
    """Asks everybody to hide our own comment. It cannot be unsent."""

    space: SpaceId
    id: PostId


@dataclass(frozen=True, slots=True)
class HideCommenter(Command[None]):
    """All comments of that author are folded away for us alone, while ``hidden``.

    Refused with KEY_INVALID, or KEY_OWN for a key of ours.
    """

    space: SpaceId
    author: PublicKey
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class CommentKey(Command[PublicKey]):
    """The key under which we comment: of our oldest feed, else one that is made now."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class TrustCommenter(Command[TrustLinkView]):
    """Lets whoever holds that key comment, until ``valid_to`` (None: as long as we may).

    Refused with COMMENT_NOT_ALLOWED or COMMENT_RIGHT_ENDED where we may not comment ourselves,
    TRUST_FULL where we are too far from the author, VALIDITY_INVALID, KEY_INVALID, KEY_OWN for our
    own key, TRUST_NEEDLESS for that of the feed's author, who may comment anyway.
    """

    space: SpaceId
    public_key: PublicKey
    valid_to: float | None = None


@dataclass(frozen=True, slots=True)
class CheckTrust(Command[None]):
    """Whether such a chain holds, and for a key of ours: also of a feed that is not followed yet.

    Nothing changes. Refused with TRUST_INVALID and TRUST_NOT_FOR_US, as ``AcceptTrust``.
    """

    feed: PublicKey
    links: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class AcceptTrust(Command[NetworkView]):
    """Takes up a chain that ends in a key of ours. Refused with TRUST_INVALID (also one that has
    ended), TRUST_NOT_FOR_US, or TRUST_BETTER_KNOWN where ours lasts longer, or is as good: only
    one is kept, and a right that lasts is not given away for a shorter path, unless one can let
    nobody comment under ours and can under it. TRUST_FOR_OTHER_KEY: it is ours, but a comment
    stands under another one of ours, and could not be changed any more.
    """

    feed: PublicKey
    links: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class GiveShorterChains(Command[NetworkView]):
    """Whether peers who are further from the author get a shorter chain from us unasked."""

    space: SpaceId
    gives: bool


CommentCommand = (
    WriteComment
    | ChangeComment
    | RetractComment
    | HideCommenter
    | CommentKey
    | TrustCommenter
    | CheckTrust
    | AcceptTrust
    | GiveShorterChains
)
