"""Asks which of one's identities may post in the open space, and has them offered."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.errors import Refused
from engine.model.ids import SpaceId
from engine.model.queries import PostingIdentities
from ui.bridge import Bridge
from ui.composing.identity_choice import IdentityChoice


class Posters(QObject):
    """Fills one ``choice``."""

    def __init__(self, bridge: Bridge, choice: IdentityChoice) -> None:
        super().__init__(choice)
        self._bridge = bridge
        self._choice = choice
        self._space: SpaceId | None = None

    def turn_to(self, space: SpaceId | None) -> None:
        """Another space is open: nobody of the one before is offered any more."""
        self._space = space
        self._choice.show_posters(())
        self.ask()

    def ask(self) -> None:
        """Others may post there by now."""
        if self._space is not None:
            self._bridge.start(self._ask(self._space))

    async def _ask(self, space: SpaceId) -> None:
        try:
            posters = await self._bridge.ask(PostingIdentities(space))
        except Refused:
            return  # it was forgotten meanwhile, which is told elsewhere
        if space == self._space:
            self._choice.show_posters(posters)
