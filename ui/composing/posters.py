"""Asks which of one's identities may post in the open space, and has them offered."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.model.ids import SpaceId, SpaceKind
from engine.model.queries import PostingIdentities
from engine.model.views import IdentityView, PosterView, SpaceView
from ui.bridge import Bridge
from ui.composing.identity_choice import IdentityChoice
from ui.refresh import Refresh

PAUSE_MS = 250  # ours: rights change seldom, and a space ten times a second while posts come in


class Posters(QObject):
    """Fills one ``choice``. ``posting`` remembers who was picked by hand in which space: it
    outlives the window. ``picked``: the person has just said who posts in the open one.
    """

    picked = Signal()

    def __init__(
        self, bridge: Bridge, choice: IdentityChoice, posting: dict[SpaceId, PosterView]
    ) -> None:
        super().__init__(choice)
        self._bridge = bridge
        self._choice = choice
        self.posting = posting
        self._space: SpaceId | None = None
        self._was_asked = False
        self._ahead: tuple[SpaceId, IdentityView] | None = None
        """Whose is what stands in the field for a space that is not open yet."""
        self._refresh = Refresh(bridge, self._ask, PAUSE_MS, self)
        choice.picked.connect(self._on_picked)

    def turn_to(self, space: SpaceId | None) -> None:
        """Another space is open: nobody of the one before is offered any more, and nobody of this
        one before it is asked, but who was picked in it.
        """
        self._space = space
        self._was_asked = False
        self._choice.begin_anew(None if space is None else self.posting.get(space))
        if self._ahead is not None and self._ahead[0] == space:
            self._choice.mean(self._ahead[1])
        self._ahead = None

    def recall(self) -> None:
        """Who was picked when the program ran before is known by now. In the open space they post,
        unless somebody is writing there already, or was picked.
        """
        picked = None if self._space is None else self.posting.get(self._space)
        if picked is not None and not self._choice.is_kept:
            self._choice.begin_anew(picked)
            if self._was_asked:
                self._refresh.ask_now()

    def meant_in(self, space: SpaceId | None) -> IdentityView | None:
        """Whose is what is written there now; None: that is not known yet."""
        return self._choice.meant if space == self._space else None

    def mean(self, space: SpaceId | None, identity: IdentityView) -> None:
        """What stands in the field is that identity's, be it that ``space`` is only opened next."""
        if space == self._space:
            self._choice.mean(identity)
        elif space is not None:
            self._ahead = (space, identity)

    def forget(self, space: SpaceId) -> None:
        """The space is gone, and who was picked in it with it."""
        self.posting.pop(space, None)
        if space == self._space:
            self.turn_to(None)

    def follow(self, view: SpaceView) -> None:
        """``view`` is the open space as it is now: others may post there than before. A feed is
        written with its own key, by none of one's identities: there nobody is asked for.
        """
        if self._space is None or view.kind is SpaceKind.FEED:
            return
        if self._was_asked:
            self._refresh.ask()
        else:
            self._was_asked = True
            self._refresh.ask_now()  # whoever comes there may write at once

    def _on_picked(self) -> None:
        if self._space is not None and (picked := self._choice.picked_by_hand) is not None:
            self.posting[self._space] = picked
            self.picked.emit()

    async def _ask(self) -> None:
        space = self._space
        if space is None:
            return  # it was forgotten meanwhile
        posters = await self._bridge.ask(PostingIdentities(space))
        if space == self._space:
            self._choice.show_posters(posters)
