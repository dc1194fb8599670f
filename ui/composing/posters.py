"""Asks which of one's identities may post in the open space, and has them offered."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.model.ids import SpaceId, SpaceKind
from engine.model.queries import PostingIdentities
from engine.model.views import IdentityView, SpaceView
from ui.composing.identity_choice import IdentityChoice
from ui.equipment import Equipment
from ui.refresh import Refresh

PAUSE_MS = 250  # ours: rights change seldom, and a space ten times a second while posts come in


class Posters(QObject):
    """Fills one ``choice``. ``posting`` remembers who was picked by hand in which space, and
    ``Equipment.left`` whose is what was left there: they outlive the window. ``picked``: the person
    has just said who posts in the open one.
    """

    picked = Signal()

    def __init__(self, equipment: Equipment, choice: IdentityChoice) -> None:
        super().__init__(choice)
        self._bridge = bridge = equipment.bridge
        self._choice = choice
        self.posting, self._left = equipment.posting, equipment.left
        self._space: SpaceId | None = None
        self._was_asked = False
        self._written_in: SpaceId | None = None
        """The open space, until it is left."""
        self._refresh = Refresh(bridge, self._ask, PAUSE_MS, self)
        choice.picked.connect(self._on_picked)

    def turn_to(self, space: SpaceId | None, whose: IdentityView | None = None) -> bool:
        """Another space is open: nobody of the one before is offered any more, and nobody of this
        one before it is asked, but who was picked in it. What stands in its field is ``whose``;
        whether that makes something theirs that was left there as another's.
        """
        self.leave()
        self._space = self._written_in = space
        self._was_asked = False
        self._choice.begin_anew(None if space is None else self.posting.get(space))
        left = None if space is None else self._left.pop(space, None)
        if (meant := whose or left) is not None:
            self._choice.mean(meant)
        return left is not None and whose is not None and left.public_key != whose.public_key

    def leave(self) -> None:
        """What is written from now on is for another space, though this one is still in sight."""
        self.note_whose()
        self._written_in = None

    def note_whose(self) -> None:
        """What is written is remembered as theirs whose it is, if anything is."""
        if self._written_in is None:
            return
        if self._choice.meant is not None:
            self._left[self._written_in] = self._choice.meant
        else:
            self._left.pop(self._written_in, None)

    def is_written_in(self, space: SpaceId) -> bool:
        """Whether it is open, and not left."""
        return space == self._written_in

    def leave_to(self, space: SpaceId, identity: IdentityView) -> None:
        """What lies in that other space is that identity's."""
        self._left[space] = identity

    def recall(self) -> None:
        """Who was picked in the open space when the program ran before is known by now."""
        picked = None if self._space is None else self.posting.get(self._space)
        if picked is not None:
            self._choice.recall(picked)

    def meant_in(self, space: SpaceId | None) -> IdentityView | None:
        """Whose is what is written there now; None: nothing is, or that is not known."""
        return self._choice.meant if space == self._written_in else None

    def mean(self, space: SpaceId | None, identity: IdentityView) -> None:
        """What is written in ``space`` is that identity's. Nothing is done where that is not open
        yet: ``turn_to`` will be told.
        """
        if space == self._written_in:
            self._choice.mean(identity)

    def hold(self, space: SpaceId | None, *, on: bool) -> None:
        """Something is written there, or nothing is any more."""
        if space == self._written_in:
            self._choice.hold(on=on)

    def forget(self, space: SpaceId) -> None:
        """The space is gone, and who was picked in it with it."""
        self.posting.pop(space, None)
        self._left.pop(space, None)
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
