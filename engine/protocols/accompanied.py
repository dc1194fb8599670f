"""A command that concerns what another protocol keeps beside the same space, too. Pure.

A feed's comments are HyperBloom's, the feed itself is Hypercore's: who leaves or forgets it means
both. Where the protocols are put together, each such command is given its companion here; neither
protocol knows of the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.model.commands import Command
from engine.protocols.contract import Effect, Performer

Companion = Callable[[Command[object]], list[Effect]]
"""What else a command leads to, in the same turn and before its own effects: never an Answer."""


@dataclass(frozen=True, slots=True)
class Accompanied:
    """A ``Performer``: what the other one does, and what has to go along with it."""

    performer: Performer
    companion: Companion

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return self.performer.performs

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``. What is refused has no companion."""
        effects = self.performer.perform(command, now)
        return [*self.companion(command), *effects]
