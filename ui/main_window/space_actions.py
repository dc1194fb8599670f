"""What is done with a space: made, renamed, moved, kept, left, forgotten.

What cannot be taken back is asked first; what can is done at once and offers to be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from engine.errors import Refusal, Refused
from engine.model.commands import (
    ArchiveSpace,
    ArrangeSpaces,
    Command,
    CreateChannel,
    FollowChannel,
    ForgetSpace,
    LeaveSpace,
    MarkRead,
    PinSpace,
    RenameSpace,
    SetNotifications,
)
from engine.model.ids import NotificationLevel, OrderKey, SpaceId, SpaceKind
from engine.model.queries import Identities
from engine.model.views import SpaceView
from ui.equipment import Equipment
from ui.main_window.space_menu import SpaceMenu
from ui.models.space_groups import Group, Move
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import is_named_by_others, shown_name
from ui.widgets.dialogs import NEVER_TOLD, TOLD_LATER, NameQuestion, NewChannel, Question, answer
from ui.widgets.labels import plain_label

OWNER_LEAVES = QT_TR_NOOP(
    "You own this channel, and nobody can take your place: without you nobody can be let in any "
    "more, except by members whose own invites still hold, and all of those run out."
)
SETTING_LEVEL = "notifications.before_muting"
Undo = Callable[[], object]


class SpaceActions(QObject):
    """``made`` carries the SpaceId of a new channel; ``done`` a sentence for the toast.

    ``undoable`` carries a sentence and what to call to undo it.
    """

    made = Signal(object)
    done = Signal(str)
    undoable = Signal(str, object)

    def __init__(self, equipment: Equipment, window: QWidget) -> None:
        super().__init__(window)
        self._equipment = equipment
        self._bridge = equipment.bridge
        self._theme = equipment.theme
        self._window = window

    def serve(self, menu: SpaceMenu) -> None:
        """Does what is chosen in it, but for what opens a page."""
        menu.read.connect(lambda view: self.mark_all_read([view]))
        menu.rename.connect(self.rename)
        menu.pin.connect(self.pin)
        menu.mute.connect(self.mute)
        menu.level.connect(self.set_level)
        menu.archive.connect(self.archive)
        menu.leave.connect(self.leave)
        menu.take_part.connect(self.take_part_again)
        menu.forget.connect(self.forget)

    # ---- at once ----------------------------------------------------------------------------

    def mute(self, view: SpaceView) -> None:
        """Mutes a space, or unmutes it: then as much is announced as was before."""
        self.set_level(view, self._before_muting(view) if view.muted else NotificationLevel.NONE)

    def set_level(self, view: SpaceView, level: NotificationLevel) -> None:
        """Sets what of a space is announced."""
        if level is view.notifications:
            return
        if level is NotificationLevel.NONE:
            is_usual = view.notifications is NotificationLevel.ALL
            self._equipment.remember(_setting_of(view), "" if is_usual else view.notifications)
        self._do(SetNotifications(view.id, level))

    def _before_muting(self, view: SpaceView) -> NotificationLevel:
        stored = self._equipment.settings.text(_setting_of(view), NotificationLevel.ALL)
        mentions = stored == NotificationLevel.MENTIONS
        return NotificationLevel.MENTIONS if mentions else NotificationLevel.ALL

    def pin(self, view: SpaceView) -> None:
        """Pins a space, or unpins it."""
        words = tr("{name} is no longer pinned.") if view.pinned else tr("{name} is pinned.")
        self._bridge.start(
            self._change(
                PinSpace(view.id, not view.pinned),
                words.format(name=shown_name(view.name)),
                PinSpace(view.id, view.pinned),
            )
        )

    def archive(self, view: SpaceView) -> None:
        """Archives a space, or takes it out of the archive."""
        words = (
            tr("{name} is back in the list.")
            if view.archived
            else tr("{name} is in the archive, at the foot of the list.")
        )
        self._bridge.start(
            self._change(
                ArchiveSpace(view.id, not view.archived),
                words.format(name=shown_name(view.name)),
                ArchiveSpace(view.id, view.archived),
            )
        )

    def move(self, move: Move) -> None:
        """Puts a space where a person has put it in the list."""
        self._bridge.start(self._move(move))

    def sort_by_name(self) -> None:
        """The list is in the order of names again."""
        self._do(ArrangeSpaces(()))

    def take_part_again(self, view: SpaceView) -> None:
        """Comes back to a space that was left."""
        self._bridge.start(self._take_part_again(view))

    def mark_all_read(self, views: Sequence[SpaceView]) -> None:
        """Marks what has arrived in these spaces as read."""
        ends = [(view.id, view.last) for view in views if view.unread and view.last is not None]
        self._bridge.start(self._mark_read(ends))

    def _do(self, command: Command[object]) -> None:
        self._bridge.start(self._bridge.perform(command))

    async def _change(
        self, command: Command[SpaceView], words: str, back: Command[SpaceView]
    ) -> None:
        await self._bridge.perform(command)
        self.undoable.emit(words, lambda: self._do(back))

    async def _move(self, move: Move) -> None:
        view, group = move.view, move.group
        await self._bridge.perform(ArrangeSpaces(move.order))
        if view.archived != (group is Group.ARCHIVED):
            await self._bridge.perform(ArchiveSpace(view.id, not view.archived))
        if group is not Group.ARCHIVED and view.pinned != (group is Group.PINNED):
            await self._bridge.perform(PinSpace(view.id, not view.pinned))

    async def _mark_read(self, ends: Sequence[tuple[SpaceId, OrderKey]]) -> None:
        for space, last in ends:
            try:
                await self._bridge.perform(MarkRead(space, last))
            except Refused as refused:
                # One that was forgotten meanwhile needs no mark, and the others still do.
                if refused.reason is not Refusal.SPACE_UNKNOWN:
                    raise

    async def _take_part_again(self, view: SpaceView) -> None:
        await self._bridge.perform(FollowChannel(view.public_key, view.name, view.given_name))
        words = tr("You take part in {name} again.").format(name=shown_name(view.name))
        self.done.emit(words)

    # ---- asked first ------------------------------------------------------------------------

    def new_channel(self) -> None:
        """Asks for a name and makes a channel."""
        self._bridge.start(self._new_channel())

    def rename(self, view: SpaceView) -> None:
        """Asks for our own name of a space."""
        self._bridge.start(self._rename(view))

    def leave(self, view: SpaceView) -> None:
        """Asks, and leaves a space."""
        self._bridge.start(self._leave(view))

    def forget(self, view: SpaceView) -> None:
        """Asks, and erases a space."""
        self._bridge.start(self._forget(view))

    async def _new_channel(self) -> None:
        dialog = NewChannel(self._window, self._theme)

        async def make() -> None:
            name, public = dialog.name.text().strip(), dialog.public.isChecked()
            view = await self._bridge.perform(CreateChannel(name, public, dialog.identity))
            self.made.emit(view.id)

        self._bridge.start(self._offer_owners(dialog))  # the name can be typed meanwhile
        await self._asked(dialog, make)

    async def _offer_owners(self, dialog: NewChannel) -> None:
        identities = await self._bridge.ask(Identities(used_last_first=True))
        if isValid(dialog):
            dialog.offer(identities)

    async def _rename(self, view: SpaceView) -> None:
        dialog = NameQuestion(
            self._window,
            tr("Rename channel") if view.kind is SpaceKind.PRIVATE else tr("Rename"),
            tr(NEVER_TOLD if is_named_by_others(view) else TOLD_LATER),
            tr("Rename"),
            view.name,
        )

        async def rename() -> None:
            await self._bridge.perform(RenameSpace(view.id, dialog.name.text().strip()))

        await self._asked(dialog, rename)

    async def _asked(
        self, dialog: NameQuestion, use: Callable[[], Coroutine[object, object, None]]
    ) -> None:
        dialog.uses(use, self._bridge.start)
        await answer(dialog)

    async def _leave(self, view: SpaceView) -> None:
        name = shown_name(view.name)
        sentence = tr(
            "You can no longer write in it and receive nothing more. What was received stays "
            "readable. You can take part again from its menu; once your right to write has ended "
            "you need a new invite."
        )
        title = tr("Leave {name}?").format(name=name)
        question = Question(self._window, title, sentence, tr("Leave"), danger=True)
        _warn_owner(question, view)
        if await answer(question):
            back = FollowChannel(view.public_key, view.name, view.given_name)
            await self._change(LeaveSpace(view.id), tr("You left {name}.").format(name=name), back)

    async def _forget(self, view: SpaceView) -> None:
        name = shown_name(view.name)
        sentence = tr(
            "This leaves the channel and erases all its messages from this computer. It cannot be "
            "undone. Other members keep theirs."
        )
        title = tr("Forget {name}?").format(name=name)
        question = Question(self._window, title, sentence, tr("Erase it here"), danger=True)
        _warn_owner(question, view)
        if await answer(question):
            await self._bridge.perform(ForgetSpace(view.id))
            self.done.emit(tr("{name} was erased from this computer.").format(name=name))


def _setting_of(view: SpaceView) -> str:
    return f"{SETTING_LEVEL}.{view.id.hex()}"


def _warn_owner(question: Question, view: SpaceView) -> None:
    """Nobody can take an owner's place: all rights in a channel come from its key, and they end."""
    if view.own_path == ():
        question.insert(plain_label(tr(OWNER_LEAVES), "warn"))
