"""What a pasted text or a scanned code turned out to be. Finding one does nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.model.address import Address
from engine.model.communities import SeededRole, WireVersion
from engine.model.feeds import FeedForm
from engine.model.ids import PublicKey


@dataclass(frozen=True, slots=True)
class FoundRequest:
    """Somebody asks to be let in. ``request`` is an encoded InviteRequest.

    ``suggested_name`` is the one they would like to have (``/invite NAME REQUEST``); may be empty.
    """

    request: bytes
    addresses: tuple[Address, ...] = ()
    suggested_name: str = ""


@dataclass(frozen=True, slots=True)
class FoundInvite:
    """An answer to a request. ``invite`` is an encoded EncryptedInvite."""

    invite: bytes
    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundChannel:
    """A public private-channel that can be followed. ``name`` may be empty.

    ``only_key``: there was a key and no more, which may as well be a feed's or a shared folder's.
    """

    public_key: PublicKey
    name: str
    addresses: tuple[Address, ...] = ()
    only_key: bool = False


@dataclass(frozen=True, slots=True)
class FoundFeed:
    """A feed that can be followed. ``name`` may be empty.

    ``form``: None where the text, a key or of another program, does not tell it.
    ``or_folder``: the text, of another program, does not tell it from a shared folder.
    """

    public_key: PublicKey
    name: str = ""
    form: FeedForm | None = None
    addresses: tuple[Address, ...] = ()
    or_folder: bool = False


@dataclass(frozen=True, slots=True)
class FoundFolder:
    """A shared folder that can be fetched. ``name`` may be empty."""

    public_key: PublicKey
    name: str = ""
    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundPeer:
    """Where a peer can be reached, and its static key."""

    static_key: bytes
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class FoundSafetyCode:
    """What somebody else's Tidings shows to be compared: 30 digits without blanks."""

    digits: str


@dataclass(frozen=True, slots=True)
class FoundCommunity:
    """A community that can be joined: ``key`` is the secret that lets one in.

    ``name`` is what its sender calls it, and may be empty. ``roles`` are those the key came with
    (a ``cabal://`` text alone carries any): at most SEEDED_ROLES_MAX, one for each member.
    """

    key: bytes = field(repr=False)
    wire: WireVersion
    name: str = ""
    addresses: tuple[Address, ...] = ()
    roles: tuple[SeededRole, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundTrustLink:
    """Permission to comment on a feed: 1 to 5 links of 137 bytes, the feed's own first.

    Whether they prove anything, and for which key, is only known once ``CheckTrust`` tried them.
    ``valid_to``: when the first of them ends, as they say (infinite: none does); None: they do not
    say it.
    """

    feed: PublicKey
    links: tuple[bytes, ...]
    addresses: tuple[Address, ...] = ()
    valid_to: float | None = None


@dataclass(frozen=True, slots=True)
class FoundCommentKey:
    """Somebody would like to comment on ``feed`` under ``public_key``."""

    feed: PublicKey
    public_key: PublicKey
    addresses: tuple[Address, ...] = ()


Found = (
    FoundRequest
    | FoundInvite
    | FoundChannel
    | FoundFeed
    | FoundFolder
    | FoundPeer
    | FoundCommunity
    | FoundTrustLink
    | FoundCommentKey
    | FoundSafetyCode
)
