"""What people say in a community, as values. Names are the documents'."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.model.ids import PostId, PublicKey


@dataclass(frozen=True, slots=True)
class Text:
    """A message in a channel."""

    channel: str
    text: str


@dataclass(frozen=True, slots=True)
class Delete:
    """Asks everybody to delete these posts; in version S exactly one."""

    hashes: tuple[PostId, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """What its author says of themself; in version S exactly one pair."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """What a channel is about. Empty: nothing any more."""

    channel: str
    topic: str


@dataclass(frozen=True, slots=True)
class Join:
    """Its author takes part in a channel from now on."""

    channel: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Its author takes part in a channel no more."""

    channel: str


@dataclass(frozen=True, slots=True)
class Role:
    """``recipient`` has that role (0 admin, 1 moderator, 2 user); ``channel`` empty: everywhere."""

    reason: str
    privacy: int
    channel: str
    recipient: PublicKey
    role: int


@dataclass(frozen=True, slots=True)
class Moderation:
    """An action on people, posts or a channel, by its number in moderation.md."""

    reason: str
    privacy: int
    channel: str
    recipients: tuple[bytes, ...]
    action: int


@dataclass(frozen=True, slots=True)
class Block:
    """Nothing of these people is to be had. ``drop``: what there is goes; ``notify``: tell them."""

    reason: str
    privacy: int
    recipients: tuple[PublicKey, ...]
    drop: int
    notify: int


@dataclass(frozen=True, slots=True)
class Unblock:
    """A block is taken back; ``undrop``: what was dropped may come again."""

    reason: str
    privacy: int
    recipients: tuple[PublicKey, ...]
    undrop: int


@dataclass(frozen=True, slots=True)
class UnknownPost:
    """Of a type that is not ours: verified, and ignored."""

    type: int


Content = (
    Text | Delete | Info | Topic | Join | Leave | Role | Moderation | Block | Unblock | UnknownPost
)


@dataclass(frozen=True, slots=True)
class Post:
    """A post as it was signed. ``timestamp`` is in the units of its version, ``links`` may be none.

    ``hash``: of ``encoded``, under which everybody knows it.
    """

    author: PublicKey
    links: tuple[PostId, ...]
    timestamp: int
    content: Content
    hash: PostId
    encoded: bytes = field(repr=False)
