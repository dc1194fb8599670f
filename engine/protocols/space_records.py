"""What is stored of how a person keeps their spaces. Values only; nobody else hears of them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.ids import (
    NotificationLevel,
    OrderKey,
    PostId,
    ProtocolName,
    PublicKey,
    SpaceId,
)


@dataclass(frozen=True, slots=True)
class SpaceRenamed:
    """We call it ``name`` from now on."""

    space: SpaceId
    name: str
    protocol: ProtocolName = ProtocolName.TIDINGS


@dataclass(frozen=True, slots=True)
class NotificationsSet:
    """Which of its posts are announced."""

    space: SpaceId
    level: NotificationLevel
    protocol: ProtocolName = ProtocolName.TIDINGS


@dataclass(frozen=True, slots=True)
class SpacePinned:
    """Whether it stands at the head of the list."""

    space: SpaceId
    pinned: bool
    protocol: ProtocolName = ProtocolName.TIDINGS


@dataclass(frozen=True, slots=True)
class SpaceArchived:
    """Whether it is kept out of the list."""

    space: SpaceId
    archived: bool
    protocol: ProtocolName = ProtocolName.TIDINGS


@dataclass(frozen=True, slots=True)
class SpacesArranged:
    """The order of the list: these as given, each once; all others have no place any more."""

    spaces: tuple[SpaceId, ...]
    protocol: ProtocolName = ProtocolName.TIDINGS

    @property
    def space(self) -> SpaceId | None:
        """See ``Record``: of no space alone."""
        return None


@dataclass(frozen=True, slots=True)
class ReadUpTo:
    """Everything up to and including ``order`` was read; earlier marks are never restored.

    ``since``: as in ``MarkRead``.
    """

    space: SpaceId
    order: OrderKey
    since: OrderKey | None = None
    protocol: ProtocolName = ProtocolName.TIDINGS


@dataclass(frozen=True, slots=True)
class DraftKept:
    """What was begun in a space, and as whom. Without ``text``, ``edits`` and ``identity`` there is
    none any more.
    """

    space: SpaceId
    text: str
    reply_to: PostId | None = None
    edits: PostId | None = None
    identity: PublicKey | None = None
    protocol: ProtocolName = ProtocolName.TIDINGS

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to keep."""
        return not self.text and self.edits is None and self.identity is None


@dataclass(frozen=True, slots=True)
class KeyVerified:
    """Whether safety codes were compared with whoever holds that key, and when that was said."""

    public_key: PublicKey
    verified: bool
    at: float
    protocol: ProtocolName = ProtocolName.TIDINGS

    @property
    def space(self) -> SpaceId | None:
        """See ``Record``: of no space alone."""
        return None


SpaceRecord = (
    SpaceRenamed
    | NotificationsSet
    | SpacePinned
    | SpaceArchived
    | SpacesArranged
    | ReadUpTo
    | DraftKept
    | KeyVerified
)
