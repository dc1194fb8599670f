"""Folds away what somebody writes in a private channel, for ourselves alone, and shows it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine.errors import Fault, Refused
from engine.model.commands import HideAuthor
from engine.model.ids import PublicKey, SpaceId
from engine.model.limits import PREFIX_DIGITS_MIN
from engine.model.queries import Members
from engine.model.views import MemberView
from ui.bridge import Bridge
from ui.models.members import bare_name
from ui.text.language import tr
from ui.text.namesakes import first_few, key_digits
from ui.wording.sentences import one_line, sentence_of

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
        self._bridge.start(self._be(space, author, name, hidden=True))

    def show(self, space: SpaceId, author: PublicKey, name: str) -> None:
        """Takes it back."""
        self._bridge.start(self._be(space, author, name, hidden=False))

    def by_name(self, space: SpaceId, named: str, tell: Tell, *, hidden: bool) -> None:
        """Whoever ``called_so`` finds, if it is one and not ourselves; where it could not be done,
        ``tell`` says why, and nobody else does.
        """
        self._bridge.start(self._by_name(space, named, tell, hidden=hidden))

    async def _by_name(self, space: SpaceId, named: str, tell: Tell, *, hidden: bool) -> None:
        try:
            found = called_so(named, await self._bridge.ask(Members(space)))
            why_not = _why_not(named, found)
            if not why_not:
                author, name = found[0].public_key, bare_name(found[0])
                await self._be(space, author, name, hidden=hidden)
        except (Refused, Fault) as problem:
            why_not = sentence_of(problem).whole
        if why_not:
            tell(why_not)

    async def _be(self, space: SpaceId, author: PublicKey, name: str, *, hidden: bool) -> None:
        await self._bridge.perform(HideAuthor(space, author, hidden=hidden))
        words = (
            tr("{name} is hidden: what they write is folded away.")
            if hidden
            else tr("{name} is shown again.")
        )
        back = HideAuthor(space, author, hidden=not hidden)
        self.undoable.emit(words.format(name=name), partial(self._perform, back))

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


def _why_not(named: str, found: Sequence[MemberView]) -> str:
    """Why none of those whom it may mean can be hidden; empty: there is one, who can."""
    if not found:
        return tr("Nobody in this channel is called “{name}”.").format(name=one_line(named))
    if len(found) > 1:
        words = tr("Several members bear that name. Say which one: {choices}")
        return words.format(choices=first_few(found, _choice))
    return tr("That is you.") if found[0].ours else ""


def _choice(member: MemberView) -> str:
    return f"{bare_name(member)}.{key_digits(member.public_key)}"


def _begins(member: MemberView, digits: str) -> bool:
    return bool(digits) and member.public_key.hex().startswith(digits)
