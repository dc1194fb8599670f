"""Folds away what somebody writes in a private channel, for ourselves alone, and shows it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine.model.commands import HideAuthor
from engine.model.ids import PublicKey, SpaceId
from engine.model.limits import PREFIX_DIGITS_MIN
from engine.model.queries import Members
from engine.model.views import MemberView
from ui.bridge import Bridge
from ui.models.members import bare_name
from ui.text.language import tr
from ui.text.namesakes import first_few, key_digits
from ui.wording.sentences import one_line

Tell = Callable[[str], object]
"""Shows a sentence about a wish that could not be done."""


class Hiding(QObject):
    """Nobody else hears of it, and it is taken back by one press: it is not asked about before.

    ``undoable`` carries a sentence for the toast, and what takes back what it says.
    """

    undoable = Signal(str, object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge

    def hide(self, space: SpaceId, author: PublicKey, name: str) -> None:
        """``name`` is what they are called."""
        words = tr("{name} is hidden: what they write is folded away.").format(name=name)
        self._bridge.start(self._be(HideAuthor(space, author), words))

    def show(self, space: SpaceId, author: PublicKey, name: str) -> None:
        """Takes it back."""
        words = tr("{name} is shown again.").format(name=name)
        self._bridge.start(self._be(HideAuthor(space, author, hidden=False), words))

    def by_name(self, space: SpaceId, named: str, tell: Tell, *, hidden: bool) -> None:
        """Whoever ``called_so`` finds, if it is one and not ourselves; else ``tell`` says why."""
        self._bridge.start(self._by_name(space, named, tell, hidden=hidden))

    async def _by_name(self, space: SpaceId, named: str, tell: Tell, *, hidden: bool) -> None:
        found = called_so(named, await self._bridge.ask(Members(space)))
        if not found:
            words = tr("Nobody in this channel is called “{name}”.")
            tell(words.format(name=one_line(named)))
        elif len(found) > 1:
            words = tr("Several members bear that name. Say which one: {choices}")
            tell(words.format(choices=first_few(found, _choice)))
        elif found[0].ours:
            tell(tr("That is you."))
        else:
            be = self.hide if hidden else self.show
            be(space, found[0].public_key, bare_name(found[0]))

    async def _be(self, command: HideAuthor, words: str) -> None:
        await self._bridge.perform(command)
        back = HideAuthor(command.space, command.author, hidden=not command.hidden)
        self.undoable.emit(words, partial(self._perform, back))

    def _perform(self, command: HideAuthor) -> None:
        self._bridge.start(self._bridge.perform(command))


def called_so(named: str, members: Sequence[MemberView]) -> list[MemberView]:
    """All that ``NAME``, ``NAME.KEY`` or ``KEY`` may mean; of a key its beginning is enough."""
    text = named.strip().removeprefix("@").casefold()
    name, dot, digits = text.rpartition(".")
    return [
        one
        for one in members
        if bare_name(one).casefold() == text
        or (dot and bare_name(one).casefold() == name and _begins(one, digits))
        or (len(text) >= PREFIX_DIGITS_MIN and _begins(one, text))
    ]


def _choice(member: MemberView) -> str:
    return f"{bare_name(member)}.{key_digits(member.public_key)}"


def _begins(member: MemberView, digits: str) -> bool:
    return bool(digits) and member.public_key.hex().startswith(digits)
