"""What a command that was typed does. What other parts of the window must do is a signal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.errors import Fault, Refused
from engine.model.commands import RenameSpace
from engine.model.ids import SpaceId, SpaceKind
from engine.model.views import SpaceView
from ui.bridge import Bridge
from ui.composing.about import NOTHING
from ui.composing.commands_sheet import CommandsSheet
from ui.composing.slash import Command, Place, Verb, is_given_too_much
from ui.people.hiding import Hiding
from ui.text.language import tr
from ui.wording.sentences import sentence_of

ObeyInCommunity = Callable[[Command, SpaceView], bool]
"""Does it, as ``Obeying.obey``."""
_EVERYWHERE = frozenset({Verb.HELP, Verb.SEARCH, Verb.ME})


class Obeying(QObject):
    """``invite_wanted`` is about the open space; ``leave_wanted`` carries its ``view``,
    ``search_wanted`` words, and ``code_given`` a whole command of another program that holds a
    code, to be previewed. ``returned`` carries a SpaceId and the text of a command that was refused
    there, with what it is ``About``: it stands in the field again. ``refused`` carries that SpaceId
    and why: by now another space may be open.
    """

    invite_wanted = Signal()
    leave_wanted = Signal(object)
    search_wanted = Signal(str)
    code_given = Signal(str)
    returned = Signal(object, str, object)
    refused = Signal(object, str)

    def __init__(self, bridge: Bridge, window: QWidget, tell: Callable[[str], object]) -> None:
        """``tell`` shows at once, in the open space, what a command lacks."""
        super().__init__(window)
        self._bridge = bridge
        self._window = window
        self._tell = tell
        self.hiding = Hiding(bridge, self)
        self.view: SpaceView | None = None
        """The open space, as the engine said last."""
        self._in_community: ObeyInCommunity = lambda _command, _view: False

    def offer_community(self, obey: ObeyInCommunity) -> None:
        """What is typed in a channel of a community is obeyed by ``obey`` from now on."""
        self._in_community = obey

    @property
    def place(self) -> Place:
        """Whose commands are understood."""
        is_channel = self.view is not None and self.view.kind is SpaceKind.COMMUNITY
        return Place.COMMUNITY if is_channel else Place.PRIVATE

    def obey(self, command: Command, space: SpaceId) -> bool:
        """Does it; false if it lacks something, and the sentence says what: it stays to be mended.

        ``/me`` is no wish but a text, and not for here.
        """
        if is_given_too_much(command, self.place):
            self._tell(_too_much_words(command))
            return False
        if command.verb in _EVERYWHERE:
            return self._obey_everywhere(command)
        if self.place is Place.COMMUNITY:
            assert self.view is not None, "a channel is open"
            return self._in_community(command, self.view)
        return self._obey_in_private(command, space)

    def _obey_everywhere(self, command: Command) -> bool:
        match command.verb:
            case Verb.HELP:
                self._show_help()
            case Verb.SEARCH:
                self.search_wanted.emit(command.argument)
            case _:
                self._tell(tr("Write behind it what you do: /me waters the beans"))
                return False
        return True

    def _obey_in_private(self, command: Command, space: SpaceId) -> bool:
        match command.verb:
            case Verb.INVITE if not command.argument:
                self.invite_wanted.emit()
            case Verb.INVITE | Verb.ACCEPT_INVITE:
                self.code_given.emit(command.text)
            case Verb.LEAVE:
                self.leave_wanted.emit(self.view)
            case Verb.RENAME:
                return self._rename(space, command)
            case Verb.HIDE | Verb.UNHIDE:
                return self._hide(space, command)
            case Verb.TOPIC:
                self._tell(tr("Private channels have no topic. Nothing was changed."))
                return False
            case _:
                return False
        return True

    def _hide(self, space: SpaceId, command: Command) -> bool:
        verb, named = command.verb, command.argument
        if not named:
            self._tell(tr("Write behind it who is meant: /{verb} June").format(verb=verb.value))
            return False
        refuse = partial(self._return, space, command)
        self.hiding.by_name(space, named, refuse, hidden=verb is Verb.HIDE)
        return True

    def _rename(self, space: SpaceId, command: Command) -> bool:
        if not command.argument:
            self._tell(tr("Write the new name behind it: /rename New name"))
            return False
        self._bridge.start(self._renamed(space, command))
        return True

    async def _renamed(self, space: SpaceId, command: Command) -> None:
        try:
            await self._bridge.perform(RenameSpace(space, command.argument))
        except (Refused, Fault) as problem:
            self._return(space, command, sentence_of(problem).whole)

    def _return(self, space: SpaceId, command: Command, words: str) -> None:
        """It stands in the field again, to be mended."""
        self.returned.emit(space, command.text, NOTHING)
        self.refused.emit(space, words)

    def _show_help(self) -> None:
        sheet = CommandsSheet(self._window, self.place)
        sheet.finished.connect(sheet.deleteLater)
        sheet.open()


def _too_much_words(command: Command) -> str:
    sentence = tr(
        "{command} takes no words behind it, so nothing was done. A message that begins with a "
        "slash is written with two."
    )
    return sentence.format(command=command.text.split()[0])
