"""What the parts of one window have done, or have not: the one list of what a toast says of them.

Nothing is said here. Where another window takes the place of theirs, it is told there instead.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QObject, Signal, SignalInstance

from ui.backups.acts import BackupActs
from ui.channel.page import ChannelPage
from ui.composing.sending import Parcel
from ui.main_window.came_back import NOT_DONE, NOT_SENT, CameBack
from ui.main_window.complaints import Complaints
from ui.main_window.occasions import Occasions
from ui.main_window.space_actions import SpaceActions
from ui.text.language import tr
from ui.widgets.toast import Toast


class Told(QObject):
    """Each signal carries a sentence: ``done`` what came about, ``undoable`` the same and what
    takes it back, ``came_out`` that of a report and what shows it, ``refused`` why nothing was
    done, ``going_on`` how far something has come and what calls it off (an empty one: it ended),
    ``came_of_it`` what came of that. ``came_back`` carries what was refused after it had left its
    field, as ``CameBack.tell`` takes it.
    """

    done = Signal(str)
    undoable = Signal(str, object)
    came_out = Signal(str, object)
    refused = Signal(str)
    going_on = Signal(str, object)
    came_of_it = Signal(str)
    came_back = Signal(str, object, str)

    def __init__(
        self, occasions: Occasions, acts: SpaceActions, channel: ChannelPage, backups: BackupActs
    ) -> None:
        super().__init__(acts)
        self._copying = channel.timeline.copying
        self._toast: Toast | None = None
        self.offers_undo = False
        """Whether the window that took the place of this one was told how to take back anything."""
        for acting in (occasions, acts, channel):
            acting.undoable.connect(self.undoable)
            acting.done.connect(self.done)
        backups.done.connect(self.done)
        occasions.report_came_out.connect(self.came_out)
        channel.refused.connect(self.refused)
        self._copying.going_on.connect(self.going_on)
        self._copying.done.connect(self.came_of_it)
        channel.composer.sending.returned.connect(self._returned)
        channel.composer.obeying.refused.connect(partial(self.came_back.emit, NOT_DONE))

    def say_in(self, toast: Toast, complaints: Complaints, came_back: CameBack) -> None:
        """All of it, from now on."""
        self._toast = toast
        self.done.connect(partial(toast.say, "check", "ok"))
        self.undoable.connect(toast.say_undoable)
        self.came_out.connect(partial(toast.say_with, "file-text", "accent", tr("Show")))
        self.refused.connect(complaints.refuse)
        self.going_on.connect(toast.say_going_on)
        self.came_of_it.connect(toast.say_outcome)
        self.came_back.connect(came_back.tell)

    def take_over(self, others: Collection[Told]) -> None:
        """What ``others`` tell from now on is told here, and nowhere else; so is what goes on
        already.

        What was closed in any of them is known before anything is told: it may have been begun in
        another one of them.
        """
        for other in others:
            self._hear(other)
        for other in others:
            self._hear_what_goes_on(other)

    def _hear(self, other: Told) -> None:
        """What ``other`` tells from now on, and what was closed there."""
        for its, mine in zip(other._signals, self._signals, strict=True):
            its.disconnect()
            its.connect(mine)
        other.undoable.connect(other._offered)
        self._copying.given_up.connect(other._copying.give_up)  # there is one clipboard
        if other._toast is not None and self._toast is not None:
            self._toast.stay_closed(other._toast)

    def _hear_what_goes_on(self, other: Told) -> None:
        """How far what takes long there has come."""
        other._copying.tell()

    @property
    def _signals(self) -> tuple[SignalInstance, ...]:
        said = (self.done, self.undoable, self.came_out, self.refused)
        return (*said, self.going_on, self.came_of_it, self.came_back)

    def _returned(self, parcel: Parcel, why: str) -> None:
        self.came_back.emit(NOT_SENT, parcel.space, why)

    def _offered(self) -> None:
        self.offers_undo = True
