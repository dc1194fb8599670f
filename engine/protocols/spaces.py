"""What holds for a space of any kind: our own name for it, what is announced, the read mark.

Not a wire protocol: nobody else ever hears of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, assert_never

from engine.errors import Refusal, Refused
from engine.model.commands import Command, MarkRead, RenameSpace, SetNotifications
from engine.model.events import SpaceChanged
from engine.model.ids import NotificationLevel, OrderKey, ProtocolName, SpaceId
from engine.model.limits import NAME_UNITS_MAX
from engine.model.queries import Space
from engine.protocols.contract import Answer, Effect, Emit, Store
from engine.wire.text import utf16_units


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
class ReadUpTo:
    """Everything up to and including ``order`` was read; earlier marks are never restored."""

    space: SpaceId
    order: OrderKey
    protocol: ProtocolName = ProtocolName.TIDINGS


SpaceRecord = SpaceRenamed | NotificationsSet | ReadUpTo


class SpaceNames(Protocol):
    """The one read this needs."""

    def names(self) -> Mapping[SpaceId, str]:
        """All spaces of the profile and what we call them."""


def valid_name(name: str) -> str:
    """``name`` without surrounding blanks. Refused if empty, too long or not printable."""
    trimmed = name.strip()
    if not 1 <= utf16_units(trimmed) <= NAME_UNITS_MAX or not trimmed.isprintable():
        raise Refused(Refusal.NAME_INVALID, str(NAME_UNITS_MAX))
    return trimmed


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
        return frozenset({RenameSpace, SetNotifications, MarkRead})

    def perform(self, command: Command[object], now: float) -> list[Effect]:  # noqa: ARG002
        """See ``Performer``. Refused for an unknown space, a bad name or one that is taken."""
        if not isinstance(command, RenameSpace | SetNotifications | MarkRead):
            raise TypeError(command)
        names = self.records.names()
        if command.space not in names:
            raise Refused(Refusal.SPACE_UNKNOWN, command.space.hex())
        changed = Emit(SpaceChanged(command.space))
        match command:
            case RenameSpace(space, name):
                trimmed = valid_name(name)
                if any(n == trimmed for s, n in names.items() if s != space):
                    raise Refused(Refusal.NAME_TAKEN, trimmed)
                return [Store(SpaceRenamed(space, trimmed)), changed, Answer(Space(space))]
            case SetNotifications(space, level):
                return [Store(NotificationsSet(space, level)), changed, Answer(Space(space))]
            case MarkRead(space, up_to):
                return [Store(ReadUpTo(space, up_to)), changed, Answer(None)]
            case _:
                assert_never(command)
