"""What holds for a space of any kind: our own name for it, how it is kept, the read mark, drafts.

Not a wire protocol: nobody else ever hears of these. What is stored stands in ``space_records``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol, assert_never

from engine.crypto.ed25519 import PUBLIC_KEY_BYTES
from engine.errors import Refusal, Refused
from engine.model.body_text import whole_text
from engine.model.commands import (
    ArchiveSpace,
    ArrangeSpaces,
    Command,
    KeepDraft,
    MarkRead,
    PinSpace,
    RenameSpace,
    SetNotifications,
    VerifyMember,
)
from engine.model.events import SpaceChanged
from engine.model.ids import SpaceId, SpaceKind
from engine.model.joiners import unseen_in
from engine.model.limits import NAME_UNITS_MAX
from engine.model.queries import Space
from engine.protocols.contract import Answer, Effect, Emit, Store
from engine.protocols.space_records import (
    DraftKept,
    KeyVerified,
    NotificationsSet,
    ReadUpTo,
    SpaceArchived,
    SpacePinned,
    SpaceRecord,
    SpaceRenamed,
    SpacesArranged,
)
from engine.wire.text import utf16_units

DRAFT_CHARACTERS_MAX = 4 * 1024 * 1024  # ours: twice what any invited member can post

_OfOneSpace = RenameSpace | SetNotifications | PinSpace | ArchiveSpace | MarkRead | KeepDraft
_OfSpaces = _OfOneSpace | ArrangeSpaces | VerifyMember


@dataclass(frozen=True, slots=True)
class Taken:
    """Whose an id is already. ``name``: what we call that space; empty if nobody knows it.

    ``as_part``: or the one of whose parts it is the id, as whoever wrote that one says.
    """

    name: str
    as_part: bool = False


class SpaceNames(Protocol):
    """Which spaces there are, whatever protocol keeps them."""

    def names(self) -> Mapping[SpaceId, str]:
        """All spaces of the profile and what we call them."""

    def given_name(self, space: SpaceId) -> str:
        """The name it came to us or was made under, whatever we call it. It must be there."""

    def taken(self, space: SpaceId, kind: SpaceKind) -> Taken | None:
        """The space of that id that is of another kind, or a part of another; None where there is
        none, so that it can be stored as of ``kind``.
        """


def valid_name(name: str) -> str:
    """``name`` without surrounding blanks. Refused with NAME_INVALID if it is empty or too long,
    else as ``demand_seen`` does.
    """
    trimmed = name.strip()
    if not 1 <= utf16_units(trimmed) <= NAME_UNITS_MAX:
        raise Refused(Refusal.NAME_INVALID, str(NAME_UNITS_MAX))
    demand_seen(trimmed)
    return trimmed


def demand_seen(name: str) -> None:
    """Refused with NAME_UNSEEN, which names it, for a character that is not to be seen."""
    if unseen := unseen_in(name):
        raise Refused(Refusal.NAME_UNSEEN, f"U+{ord(unseen):04X}")


def demand_free(names: SpaceNames, space: SpaceId, kind: SpaceKind) -> None:
    """Refused with SPACE_KNOWN where the id belongs to a space of another kind, with SPACE_PART
    where it is that of a part of one that is known.

    Ids are keys and hashes that others name: anybody may name those of something else.
    """
    taken = names.taken(space, kind)
    if taken is not None:
        raise Refused(Refusal.SPACE_PART if taken.as_part else Refusal.SPACE_KNOWN, taken.name)


def free_name(name: str, taken: frozenset[str]) -> str:
    """``name``, or the first of ``name-1``, ``name-2`` ... that is not taken."""
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name}-{number}"
    return candidate


@dataclass(frozen=True, slots=True)
class Spaces:
    """Performs the commands that every kind of space knows."""

    records: SpaceNames

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        of_one = {RenameSpace, SetNotifications, PinSpace, ArchiveSpace, MarkRead, KeepDraft}
        return frozenset({*of_one, ArrangeSpaces, VerifyMember})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``. Refused for an unknown space, a bad name or one that is taken."""
        if not isinstance(command, _OfSpaces):
            raise TypeError(command)
        names = self.records.names()
        match command:
            case ArrangeSpaces(spaces):
                _demand_known(spaces, names)
                placed = tuple(dict.fromkeys(spaces))
                return [Store(SpacesArranged(placed)), *_changed(names), Answer(None)]
            case VerifyMember(public_key, verified):
                if len(public_key) != PUBLIC_KEY_BYTES:
                    raise Refused(Refusal.KEY_INVALID)
                record = KeyVerified(public_key, verified, now)
                # They may be a member of any: each that is shown asks again.
                return [Store(record), *_changed(names), Answer(None)]
            case _:
                return _of_one(command, names)


def _of_one(command: _OfOneSpace, names: Mapping[SpaceId, str]) -> list[Effect]:
    space = command.space
    _demand_known((space,), names)
    match command:
        case RenameSpace(_, name):
            trimmed = valid_name(name)
            if any(n == trimmed for s, n in names.items() if s != space):
                raise Refused(Refusal.NAME_TAKEN, trimmed)
            return _keep(SpaceRenamed(space, trimmed), space)
        case SetNotifications(_, level):
            return _keep(NotificationsSet(space, level), space)
        case PinSpace(_, pinned):
            return _keep(SpacePinned(space, pinned), space)
        case ArchiveSpace(_, archived):
            return _keep(SpaceArchived(space, archived), space)
        case MarkRead(_, up_to, since):
            return [Store(ReadUpTo(space, up_to, since)), Emit(SpaceChanged(space)), Answer(None)]
        case KeepDraft(_, text, reply_to, edits, identity):
            if len(text) > DRAFT_CHARACTERS_MAX:
                raise Refused(Refusal.TEXT_TOO_LONG, f"{DRAFT_CHARACTERS_MAX:,} characters")
            # Only whoever writes it looks at it: nobody has to be told.
            kept = DraftKept(space, whole_text(text), reply_to, edits, identity)
            return [Store(kept), Answer(None)]
        case _:
            assert_never(command)


def _keep(record: SpaceRecord, space: SpaceId) -> list[Effect]:
    return [Store(record), Emit(SpaceChanged(space)), Answer(Space(space))]


def _changed(spaces: Collection[SpaceId]) -> list[Effect]:
    return [Emit(SpaceChanged(space)) for space in spaces]


def _demand_known(spaces: Collection[SpaceId], names: Mapping[SpaceId, str]) -> None:
    for space in spaces:
        if space not in names:
            raise Refused(Refusal.SPACE_UNKNOWN)
