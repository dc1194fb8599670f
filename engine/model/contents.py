"""What a person says in a post, whatever protocol carries it; the protocol makes a body of it.

Protocols differ in what they can carry: what one cannot is refused with CONTENT_UNSUPPORTED.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.ids import PostId, PublicKey


@dataclass(frozen=True, slots=True)
class Words:
    """A message, or the answer to one. ``mentions`` are public keys of members it speaks to."""

    text: str
    reply_to: PostId | None = None
    mentions: tuple[PublicKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file as it lies on the disk. ``name`` has no folder in it."""

    name: str
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Files:
    """Files, at least one, with or without a caption."""

    files: tuple[Attachment, ...]
    text: str = ""
    mentions: tuple[PublicKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Reaction:
    """``emoji`` as a reaction to ``post``."""

    post: PostId
    emoji: str


@dataclass(frozen=True, slots=True)
class ReactionTakenBack:
    """Our own reaction ``emoji`` to ``post`` counts no more."""

    post: PostId
    emoji: str


@dataclass(frozen=True, slots=True)
class Edit:
    """``text`` takes the place of what our own ``post`` said; both stay in the history."""

    post: PostId
    text: str
    mentions: tuple[PublicKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Retraction:
    """Asks others to hide our own ``post``. It cannot be unsent."""

    post: PostId


Content = Words | Files | Reaction | ReactionTakenBack | Edit | Retraction
