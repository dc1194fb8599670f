"""What becomes of a feed's comments when the feed itself is left or forgotten. Pure."""

from __future__ import annotations

from engine.model.commands import Command, ForgetSpace, LeaveSpace
from engine.protocols.contract import Effect, Store
from engine.protocols.hyperbloom.records import LedgerForgotten, LedgerLeft, Records


class BesideFeeds:
    """A ``Companion`` of whoever leaves and forgets feeds."""

    __slots__ = ("_records",)

    def __init__(self, records: Records) -> None:
        self._records = records

    def __call__(self, command: Command[object]) -> list[Effect]:
        """See ``Companion``. Nothing for a space that is no feed."""
        match command:
            case LeaveSpace(space) if self._records.ledger(space) is not None:
                return [Store(LedgerLeft(space))]
            case ForgetSpace(space) if self._records.ledger(space) is not None:
                return [Store(LedgerForgotten(space))]
            case _:
                return []
