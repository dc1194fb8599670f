"""Asks which of one's identities may post in the open space, and has them offered."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.model.ids import SpaceId
from engine.model.queries import PostingIdentities
from ui.bridge import Bridge
from ui.composing.identity_choice import IdentityChoice
from ui.refresh import Refresh

PAUSE_MS = 0  # whoever tells of changes has waited already


class Posters(QObject):
    """Fills one ``choice``."""

    def __init__(self, bridge: Bridge, choice: IdentityChoice) -> None:
        super().__init__(choice)
        self._bridge = bridge
        self._choice = choice
        self._space: SpaceId | None = None
        self._refresh = Refresh(bridge, self._ask, PAUSE_MS, self)

    def turn_to(self, space: SpaceId | None) -> None:
        """Another space is open: nobody of the one before is offered any more, and nobody of this
        one before it is asked.
        """
        self._space = space
        self._choice.begin_anew()

    def ask(self) -> None:
        """Others may post there by now."""
        if self._space is not None:
            self._refresh.ask_now()

    async def _ask(self) -> None:
        space = self._space
        if space is None:
            return  # it was forgotten meanwhile
        posters = await self._bridge.ask(PostingIdentities(space))
        if space == self._space:
            self._choice.show_posters(posters)
