"""What becomes of a feed's comments when the feed itself is paused, left or forgotten. Pure."""

from __future__ import annotations

from engine.model.commands import Command, ForgetSpace, LeaveSpace
from engine.model.feed_commands import PauseFeed
from engine.model.ids import SpaceId
from engine.protocols.contract import Effect, Store
from engine.protocols.hyperbloom.records import LedgerForgotten, LedgerHushed, Records


class BesideFeeds:
    """A ``Companion`` of whoever pauses, leaves and forgets feeds."""

    __slots__ = ("_records",)

    def __init__(self, records: Records) -> None:
        self._records = records

    def __call__(self, command: Command[object]) -> list[Effect]:
        """See ``Companion``. Nothing for a space that is no feed."""
        match command:
            case LeaveSpace(space) | PauseFeed(space, paused=True) if self._has(space):
                return [Store(LedgerHushed(space))]
            case ForgetSpace(space) if self._has(space):
                return [Store(LedgerForgotten(space))]
            case _:
                return []

    def _has(self, space: SpaceId) -> bool:
        return self._records.ledger(space) is not None
