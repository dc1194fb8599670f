"""What the parts of one window have done, or have not: the one list of what a toast says of them.

Nothing is said here. Where another window takes the place of theirs, it is told there instead.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, SignalInstance

from ui.backups.acts import BackupActs
from ui.channel.page import ChannelPage
from ui.main_window.complaints import Complaints
from ui.main_window.occasions import Occasions
from ui.main_window.space_actions import SpaceActions
from ui.text.language import tr
from ui.widgets.toast import Toast


class Told(QObject):
    """Each signal carries a sentence: ``done`` what came about, ``undoable`` the same and what
    takes it back, ``came_out`` that of a report and what shows it, ``refused`` why nothing was
    done, ``going_on`` how far something has come and what calls it off (an empty one: it ended),
    ``came_of_it`` what came of that.
    """

    done = Signal(str)
    undoable = Signal(str, object)
    came_out = Signal(str, object)
    refused = Signal(str)
    going_on = Signal(str, object)
    came_of_it = Signal(str)

    def __init__(
        self, occasions: Occasions, acts: SpaceActions, channel: ChannelPage, backups: BackupActs
    ) -> None:
        super().__init__(acts)
        self._copying = channel.timeline.copying
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

    def say_in(self, toast: Toast, complaints: Complaints) -> None:
        """All of it, from now on."""
        self.done.connect(partial(toast.say, "check", "ok"))
        self.undoable.connect(toast.say_undoable)
        self.came_out.connect(partial(toast.say_with, "file-text", "accent", tr("Show")))
        self.refused.connect(complaints.refuse)
        self.going_on.connect(toast.say_going_on)
        self.came_of_it.connect(toast.say_outcome)

    def pass_on(self, to: Told) -> None:
        """What is told from now on is told there, and nowhere else; so is what goes on already."""
        for mine, its in zip(self._signals, to._signals, strict=True):
            mine.disconnect()
            mine.connect(its)
        self.undoable.connect(self._offered)
        self._copying.tell()

    @property
    def _signals(self) -> tuple[SignalInstance, ...]:
        said = (self.done, self.undoable, self.came_out, self.refused)
        return (*said, self.going_on, self.came_of_it)

    def _offered(self) -> None:
        self.offers_undo = True
