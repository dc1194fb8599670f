"""What is done with a space: made, renamed, muted, left, forgotten. It asks first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.model.commands import (
    CreateChannel,
    FollowChannel,
    ForgetSpace,
    LeaveSpace,
    MarkRead,
    RenameSpace,
    SetNotifications,
)
from engine.model.ids import NotificationLevel, SpaceId
from engine.model.queries import Timeline
from engine.model.views import SpaceView
from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.text.names import shown_name
from ui.widgets.dialogs import NameQuestion, NewChannel, Question, answer
from ui.widgets.labels import plain_label

OWNER_LEAVES = (
    "You own this channel, and nobody can take your place: without you nobody can be let in any "
    "more, except by members whose own invites still hold, and all of those run out."
)


class SpaceActions(QObject):
    """``made`` carries the SpaceId of a new channel; ``done`` a sentence for the toast."""

    made = Signal(object)
    done = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._theme = theme
        self._window = window

    def new_channel(self) -> None:
        """Asks for a name and makes a channel."""
        self._bridge.start(self._new_channel())

    def rename(self, view: SpaceView) -> None:
        """Asks for our own name of a space."""
        self._bridge.start(self._rename(view))

    def mute(self, view: SpaceView) -> None:
        """Mutes a space, or unmutes it."""
        level = NotificationLevel.ALL if view.muted else NotificationLevel.NONE
        self._bridge.start(self._bridge.perform(SetNotifications(view.id, level)))

    def leave(self, view: SpaceView) -> None:
        """Asks, and leaves a space."""
        self._bridge.start(self._leave(view))

    def take_part_again(self, view: SpaceView) -> None:
        """Comes back to a space that was left."""
        self._bridge.start(self._take_part_again(view))

    def forget(self, view: SpaceView) -> None:
        """Asks, and erases a space."""
        self._bridge.start(self._forget(view))

    def mark_all_read(self, views: Sequence[SpaceView]) -> None:
        """Marks what has arrived in these spaces as read."""
        self._bridge.start(self._mark_all_read([view.id for view in views if view.unread]))

    async def _mark_all_read(self, spaces: Sequence[SpaceId]) -> None:
        for space in spaces:
            for post in (await self._bridge.ask(Timeline(space, limit=1))).posts:
                await self._bridge.perform(MarkRead(space, post.order))

    async def _new_channel(self) -> None:
        dialog = NewChannel(self._window, self._theme)

        async def make() -> None:
            command = CreateChannel(dialog.name.text().strip(), dialog.public.isChecked())
            view = await self._bridge.perform(command)
            self.made.emit(view.id)

        dialog.uses(make, self._bridge.start)
        await answer(dialog)

    async def _rename(self, view: SpaceView) -> None:
        sentence = "Only you see this name; nobody else's changes."
        dialog = NameQuestion(self._window, "Rename channel", sentence, "Rename", view.name)

        async def rename() -> None:
            await self._bridge.perform(RenameSpace(view.id, dialog.name.text().strip()))

        dialog.uses(rename, self._bridge.start)
        await answer(dialog)

    async def _leave(self, view: SpaceView) -> None:
        sentence = (
            "You can no longer write in it and receive nothing more. What was received stays "
            "readable. You can take part again from its menu; once your right to write has ended "
            "you need a new invite."
        )
        title = f"Leave {shown_name(view.name)}?"
        question = Question(self._window, title, sentence, "Leave", danger=True)
        _warn_owner(question, view)
        if await answer(question):
            await self._bridge.perform(LeaveSpace(view.id))
            self.done.emit(f"You left {shown_name(view.name)}.")

    async def _take_part_again(self, view: SpaceView) -> None:
        await self._bridge.perform(FollowChannel(view.public_key, view.name))
        self.done.emit(f"You take part in {shown_name(view.name)} again.")

    async def _forget(self, view: SpaceView) -> None:
        sentence = (
            "This leaves the channel and erases all its messages from this computer. It cannot be "
            "undone. Other members keep theirs."
        )
        title = f"Forget {shown_name(view.name)}?"
        question = Question(self._window, title, sentence, "Erase it here", danger=True)
        _warn_owner(question, view)
        if await answer(question):
            await self._bridge.perform(ForgetSpace(view.id))
            self.done.emit(f"{shown_name(view.name)} was erased from this computer.")


def _warn_owner(question: Question, view: SpaceView) -> None:
    """Nobody can take an owner's place: all rights in a channel come from its key, and they end."""
    if view.own_path == ():
        question.insert(plain_label(OWNER_LEAVES, "warn"))
