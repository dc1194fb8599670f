"""Completes what is typed: members behind ``@``, emoji behind ``:``, commands behind ``/``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QLocale, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from engine.errors import Refused
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Members
from engine.model.views import MemberView
from ui.aside import aside
from ui.bridge import Bridge
from ui.composing import proposals
from ui.composing.completion import Completion
from ui.composing.field import MessageEdit
from ui.composing.mentions import (
    Nameable,
    Named,
    begun_mention,
    mentioned,
    nameable,
    named_of,
)
from ui.composing.proposals import Proposal
from ui.composing.slash import Place
from ui.emoji.catalogue import catalogue
from ui.emoji.choices import EmojiChoices
from ui.emoji.codes import begun_code, whole_code
from ui.emoji.shown import ShownEmoji
from ui.look.theme import Theme, Type


class Completing(QObject):
    """Of one field. ``over`` is the widget above which the list floats."""

    def __init__(
        self, bridge: Bridge, theme: Theme, edit: MessageEdit, over: QWidget, choices: EmojiChoices
    ) -> None:
        super().__init__(edit)
        self._bridge = bridge
        self._theme = theme
        self._edit = edit
        self._over = over
        self._choices = choices
        self._fonts = ShownEmoji(theme.font(Type.BODY))
        self._space: SpaceId | None = None
        self._members: tuple[Nameable, ...] = ()
        self._named: Named | None = None
        """The same, to be looked for; made where it is needed first."""
        self._judgeable: tuple[Nameable, ...] = ()
        self._was_naming = False
        self._completed: list[PublicKey] = []
        self._popup: Completion | None = None
        self.commands_allowed = True
        """Not while an own post is changed: what stands there is no command."""
        self.knows_commands = True
        """Not in a feed, where nobody answers and a slash is a slash."""
        self.place = Place.PRIVATE
        """Whose commands are completed."""
        self._channels: tuple[str, ...] = ()
        edit.cursorPositionChanged.connect(self._offer)
        edit.left.connect(self.close)
        theme.changed.connect(self._dress)

    def turn_to(self, space: SpaceId | None) -> None:
        """Another space is open."""
        self._space = space
        self._members = self._judgeable = ()
        self._named = None
        self.close()
        if space is not None:
            self._bridge.start(self._ask_members(space))

    def know_community(
        self,
        members: Sequence[Nameable],
        judgeable: Sequence[Nameable],
        channels: Sequence[str],
    ) -> None:
        """The open channel's community has these; ``judgeable`` are those who have left as well,
        ``channels`` stand by their names.
        """
        self._channels = tuple(channels)
        self._members = tuple(members)
        self._named = None
        self._judgeable = tuple(judgeable)

    def begin_with(self, keys: Sequence[PublicKey]) -> None:
        """The text that stands in the field now speaks to these."""
        self._completed[:] = keys

    @property
    def completed(self) -> tuple[PublicKey, ...]:
        """Whom that text speaks to, as far as completing brought them along, in order."""
        return tuple(self._completed)

    def mentions_in(self, text: str) -> tuple[PublicKey, ...]:
        """Whom ``text`` speaks to. Who is no member any more stays named in a changed post."""
        if "@" not in text:
            return ()
        if self._named is None:
            self._named = named_of(self._members)
        gone = [key for key in self._completed if key not in self._named.keys]
        found = mentioned(text, self._named, self._completed)
        return tuple(dict.fromkeys((*found, *gone)))

    def mention(self, key: PublicKey) -> None:
        """Begins to speak to a member: their name stands at the cursor."""
        for one in self._members:
            if one.key == key:
                self._completed.append(key)
                self._edit.insertPlainText(proposals.mention_of(one, self.place))
                self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What is listed now."""
        return () if self._popup is None else self._popup.proposals

    @property
    def is_open(self) -> bool:
        """Whether something is listed."""
        return bool(self.proposals)

    def close(self) -> None:
        """Lists nothing."""
        if self._popup is not None:
            self._popup.hide()

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key was taken: for the list, or because it ended the code of an emoji."""
        if self._popup is not None and self._popup.key(event):
            return True
        if event.key() == Qt.Key.Key_Tab and self.place is Place.COMMUNITY:
            return self._complete_nick()
        return event.text() == ":" and self._end_code()

    # ---- inside -----------------------------------------------------------------------------

    def _complete_nick(self) -> bool:
        """Takes the one member whose name begins so, or lists them; else Tab goes on its way."""
        found = proposals.of_nick(self._edit.before_cursor(), self._members)
        if len(found) == 1:
            self._take(found[0])
        elif found:
            self._list().offer(found, self._over)
        return bool(found)

    def _end_code(self) -> bool:
        before = self._edit.before_cursor()
        if begun_code(before) is None or self._edit.is_in_code():
            return False
        found = whole_code(f"{before}:", catalogue())
        if found is None:
            return False
        length, emoji = found
        sign = catalogue().toned(emoji, self._choices.tone)
        self._edit.replace_before(sign, length - 1)  # its last colon is the key
        self.close()
        return True

    def _offer(self) -> None:
        is_typed = self._edit.hasFocus() and not self._edit.is_being_filled
        before = self._edit.before_cursor() if is_typed else ""
        naming = begun_mention(before) is not None
        if naming and not self._was_naming and self._space is not None:
            self._bridge.start(self._ask_members(self._space))  # somebody may be new
        self._was_naming = naming
        found = self._proposals(before)
        if found or self._popup is not None:
            self._list().offer(found, self._over)

    def _proposals(self, before: str) -> list[Proposal]:
        if self.commands_allowed and self.knows_commands and self._edit.is_at_first_line():
            found = proposals.of_command(before, self.place)
            whole = [one for one in found if one.insert.strip() != before]
            if found and (whole or len(found) > 1):
                return found
            if self.place is Place.COMMUNITY and (
                meant := proposals.of_argument(
                    before, self._members, self._judgeable, self._channels
                )
            ):
                return meant
        language = QLocale().name().partition("_")[0]
        meant = proposals.of_mention(before, self._members, self.place) or proposals.of_emoji(
            before, self._choices.tone, language, self._fonts
        )
        return [] if meant and self._edit.is_in_code() else meant

    def _list(self) -> Completion:
        """Made when first needed: only then the field lies in its window."""
        if self._popup is None:
            self._popup = Completion(self._theme, self._edit, self._edit.window())
            self._popup.taken.connect(self._take)
        return self._popup

    def _take(self, proposal: Proposal) -> None:
        if proposal.key is not None:
            self._completed.append(proposal.key)
        self._edit.replace_before(proposal.insert, proposal.replaced)
        self._edit.setFocus(Qt.FocusReason.PopupFocusReason)
        if proposal.sign:
            emoji = catalogue().find(proposal.sign)
            if emoji is not None:
                self._choices.took(emoji)

    async def _ask_members(self, space: SpaceId) -> None:
        if self.place is Place.COMMUNITY:
            return  # its desk tells them (``know_community``)
        try:
            members = await self._bridge.ask(Members(space))
        except Refused:
            return  # it was forgotten meanwhile, which is told elsewhere
        those, named = await aside(len(members), partial(_found, members))
        if space == self._space and those != self._members:
            self._members, self._named = those, named
            if self._was_naming:
                self._offer()

    def _dress(self) -> None:
        self._fonts = ShownEmoji(self._theme.font(Type.BODY))


def _found(members: Sequence[MemberView]) -> tuple[tuple[Nameable, ...], Named]:
    those = nameable(members)
    return those, named_of(those)
