"""What a person can ask the engine to do. Each command names the type of its answer.

A command either does all it says and is stored when it answers, or changes nothing and raises
``Refused`` (the wish) or ``Fault`` (the machine).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from engine.model.contents import Content
from engine.model.ids import (
    NotificationLevel,
    OrderKey,
    PostId,
    PublicKey,
    RequestId,
    SpaceId,
)
from engine.model.views import (
    AcceptedInviteView,
    IdentityView,
    InviteRequestView,
    IssuedInviteView,
    PostView,
    SpaceView,
)

R_co = TypeVar("R_co", covariant=True)


class Command(Generic[R_co]):
    """A wish whose fulfilment answers an ``R_co``."""

    __slots__ = ()


# ---- identities ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreateIdentity(Command[IdentityView]):
    """A new key pair, and its own private channel of the same name."""

    name: str


@dataclass(frozen=True, slots=True)
class ExportIdentity(Command[bytes]):
    """The identity, its channel key and its chains, sealed under ``passphrase``."""

    name: str
    passphrase: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ImportIdentity(Command[IdentityView]):
    """Takes in what ``ExportIdentity`` made."""

    data: bytes = field(repr=False)
    passphrase: str = field(repr=False)


# ---- private channels ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreateChannel(Command[SpaceView]):
    """A further private channel with its own key pair. ``public``: its key opens it to read.

    It belongs to ``identity``, the name of one of ours; None: to the one used last. Refused with
    IDENTITY_UNKNOWN.
    """

    name: str
    public: bool = False
    identity: str | None = None


@dataclass(frozen=True, slots=True)
class FollowChannel(Command[SpaceView]):
    """Read a public private-channel by its key; or take part again in any channel that was left.

    ``given_name``: what it is called where we have its key from (empty: nothing is said there).
    None: ``name`` is that, and not our own.
    """

    public_key: PublicKey
    name: str
    given_name: str | None = None


@dataclass(frozen=True, slots=True)
class Post(Command[PostView]):
    """A post of ``body`` (JSON text in a private channel), signed and stored before it is answered.

    ``identity`` is the name of one of ours; None: the one that may, of several the one
    that wrote there last, else the one used last.
    """

    space: SpaceId
    body: str
    identity: str | None = None


@dataclass(frozen=True, slots=True)
class Say(Command[PostView]):
    """A post with that content, in the form that the space's protocol has for it.

    ``identity`` as in ``Post``. Refused as ``Post`` is; with POST_UNKNOWN where it speaks of a post
    that is not there, POST_NOT_OURS for an edit or a retraction of somebody else's,
    POST_TAKEN_BACK for an edit of or a reaction to what was taken back,
    CONTENT_UNSUPPORTED where the protocol has no form for it.
    """

    space: SpaceId
    content: Content
    identity: str | None = None


@dataclass(frozen=True, slots=True)
class HidePost(Command[None]):
    """Deletes a post for ourselves alone: no timeline, search or report of ours shows it.

    ``hidden=False`` takes that back. Nobody else hears of it; it stays in the history we pass on.
    """

    space: SpaceId
    id: PostId
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class HideAuthor(Command[None]):
    """Folds away what ``author`` writes in a private channel, for ourselves alone: it is unread no
    more, calls nobody and is not found. ``hidden=False`` shows it again.

    Nobody else hears of it. Refused with MEMBER_UNKNOWN for ourselves.
    """

    space: SpaceId
    author: PublicKey
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class KeepDraft(Command[None]):
    """What was begun in ``space`` and not sent. An empty ``text`` that edits nothing erases it, but
    for ``identity``: the key of that one of ours that is meant to post there (None: nobody is).
    """

    space: SpaceId
    text: str
    reply_to: PostId | None = None
    edits: PostId | None = None
    identity: PublicKey | None = None


@dataclass(frozen=True, slots=True)
class RenameSpace(Command[SpaceView]):
    """Changes our own name for it. Nobody else's changes, but invites and links that are made later
    tell this one: no other is kept.
    """

    space: SpaceId
    name: str


@dataclass(frozen=True, slots=True)
class SetNotifications(Command[SpaceView]):
    """Which posts of this space are announced to the person."""

    space: SpaceId
    level: NotificationLevel


@dataclass(frozen=True, slots=True)
class PinSpace(Command[SpaceView]):
    """Keeps it at the head of the list while ``pinned``."""

    space: SpaceId
    pinned: bool


@dataclass(frozen=True, slots=True)
class ArchiveSpace(Command[SpaceView]):
    """Keeps it out of the list, and silent, while ``archived``; it still reconciles."""

    space: SpaceId
    archived: bool


@dataclass(frozen=True, slots=True)
class ArrangeSpaces(Command[None]):
    """The order of the list: these first, as given; then those not named, by name."""

    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class LeaveSpace(Command[SpaceView]):
    """Stops posting and reconciling; what was received stays readable."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class ForgetSpace(Command[SpaceView]):
    """Leaves, and erases all that was received. Answers what it was."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class MarkRead(Command[None]):
    """All posts up to and including ``up_to`` count as read; never moves backward.

    ``since``: of those that came in below what was read already, only those that stand from there
    on (inclusive) were seen; None: all were.
    """

    space: SpaceId
    up_to: OrderKey
    since: OrderKey | None = None


@dataclass(frozen=True, slots=True)
class VerifyMember(Command[None]):
    """We have compared safety codes with whoever holds that key (or no longer trust that)."""

    public_key: PublicKey
    verified: bool = True


# ---- invites ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RequestInvite(Command[InviteRequestView]):
    """Opens a request to be let in somewhere, for ``identity`` (None: the only or latest one)."""

    identity: str | None = None
    valid_seconds: float = 7 * 86_400.0


@dataclass(frozen=True, slots=True)
class CancelInviteRequest(Command[InviteRequestView]):
    """Closes an open request and erases its secret."""

    request_id: RequestId


@dataclass(frozen=True, slots=True)
class IssueInvite(Command[IssuedInviteView]):
    """Lets the asker of ``request`` (an encoded InviteRequest) into ``space`` as ``display_name``.

    ``valid_to``: Unix seconds, None for the default (99 days). It is delivered at once if that peer
    is connected, else when it next connects. Refused with NAME_INVALID or NAME_UNSEEN for a name
    that cannot be shown: all members would see it, until the right ends.
    """

    space: SpaceId
    request: bytes
    display_name: str
    valid_to: float | None = None
    identity: str | None = None


@dataclass(frozen=True, slots=True)
class AcceptInvite(Command[AcceptedInviteView]):
    """Takes up an EncryptedInvite (encoded) that answers one of our open requests."""

    invite: bytes


@dataclass(frozen=True, slots=True)
class RenewChain(Command[SpaceView]):
    """Asks whoever let us into ``space`` for a fresh link; between two Tidings it reaches them by
    itself. From the last fifth of a link's time on the engine does so unasked. ``identity`` is the
    name of one of ours; None: the one whose right ends first.

    Refused with RIGHT_UNENDING to an owner, READ_ONLY without a right that could be renewed.
    """

    space: SpaceId
    identity: str | None = None


@dataclass(frozen=True, slots=True)
class RenewInvite(Command[IssuedInviteView]):
    """Gives ``member``, whom we let in and who has asked, a fresh link under the same name.

    ``valid_to``: Unix seconds, None for the default (99 days). Refused with RENEWAL_UNKNOWN where
    nobody asked, OWN_LINK_FIRST where our own right does not last longer than theirs already does.
    """

    space: SpaceId
    member: PublicKey
    valid_to: float | None = None


AnyCommand = (
    CreateIdentity
    | ExportIdentity
    | ImportIdentity
    | CreateChannel
    | FollowChannel
    | Post
    | Say
    | HidePost
    | HideAuthor
    | KeepDraft
    | RenameSpace
    | SetNotifications
    | PinSpace
    | ArchiveSpace
    | ArrangeSpaces
    | LeaveSpace
    | ForgetSpace
    | MarkRead
    | VerifyMember
    | RequestInvite
    | CancelInviteRequest
    | IssueInvite
    | AcceptInvite
    | RenewChain
    | RenewInvite
)
