"""What is done with a community and its channels: renamed, named, left, joined, forgotten.

What cannot be taken back is asked first; what can is done and offers to be undone.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.model.commands import Command, ForgetSpace, LeaveSpace
from engine.model.communities import ChannelView, CommunityView
from engine.model.community_commands import (
    DropChannel,
    ForgetCommunity,
    JoinChannel,
    JoinCommunity,
    LeaveCommunity,
    RenameCommunity,
    SetInfo,
    SetTopic,
)
from engine.model.community_queries import CommunityChannels, OneCommunity
from engine.model.ids import SpaceId
from engine.model.views import SpaceView
from ui.bridge import Bridge
from ui.communities.asking import ChannelQuestion, NicknameQuestion, ReasonQuestion, is_checked
from ui.communities.book import CommunityBook
from ui.communities.words import knows_roles
from ui.look.theme import Theme
from ui.text.channels import channel_name
from ui.text.language import tr
from ui.text.names import shown_name
from ui.widgets.dialogs import TOLD_LATER, NameQuestion, Question, answer
from ui.widgets.labels import plain_label


class CommunityActs(QObject):
    """``done`` carries a sentence for the toast, ``undoable`` one and what takes it back.

    ``opened`` carries the SpaceId of a channel that was just joined.
    """

    done = Signal(str)
    undoable = Signal(str, object)
    opened = Signal(object)

    def __init__(self, bridge: Bridge, theme: Theme, book: CommunityBook, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._theme = theme
        self._book = book
        self._window = window

    # ---- a community ------------------------------------------------------------------------

    def rename(self, view: CommunityView) -> None:
        """Asks for our own name of it."""
        self._bridge.start(self._rename(view))

    def change_nickname(self, view: CommunityView) -> None:
        """Asks what others shall see us as."""
        self._bridge.start(self._change_nickname(view))

    def leave(self, view: CommunityView) -> None:
        """Asks, and takes part no more."""
        self._bridge.start(self._leave(view))

    def take_part_again(self, view: CommunityView) -> None:
        """Comes back to one that was left."""
        self._bridge.start(self._take_part_again(view))

    def forget(self, view: CommunityView) -> None:
        """Asks, and erases all of it from this computer."""
        self._bridge.start(self._forget(view))

    async def _rename(self, view: CommunityView) -> None:
        dialog = NameQuestion(
            self._window,
            tr("Rename community"),
            tr(TOLD_LATER),
            tr("Rename"),
            view.name,
        )

        async def rename() -> None:
            command = RenameCommunity(view.id, dialog.name.text().strip())
            self._book.take(await self._bridge.perform(command))

        dialog.uses(rename, self._bridge.start)
        await answer(dialog)

    async def _change_nickname(self, view: CommunityView) -> None:
        dialog = NicknameQuestion(self._window, view)

        async def use() -> None:
            name = dialog.name.text().strip()
            await self._bridge.perform(SetInfo(view.id, "name", name))
            self._book.ask()

        dialog.uses(use, self._bridge.start)
        if await answer(dialog):
            words = tr("Others in {community} see you under your new name.")
            self.done.emit(words.format(community=shown_name(view.name)))

    async def _leave(self, view: CommunityView) -> None:
        view = await self._bridge.ask(OneCommunity(view.id))
        name = shown_name(view.name)
        sentence = tr(
            "You leave all its channels, and those who are connected see that at once. Then you "
            "connect for it no more. What was received stays readable. You can take part again "
            "from its menu, at first in #default alone."
        )
        title = tr("Leave {name}?").format(name=name)
        question = Question(self._window, title, sentence, tr("Leave"), danger=True)
        if view.lists_us and not view.peers:
            words = tr("Nobody is connected: the others go on listing you.")
            question.insert(plain_label(words, "warn"))
        if await answer(question):
            channels = await self._bridge.ask(CommunityChannels(view.id))
            joined = [one.name for one in channels if one.joined]
            self._book.take(await self._bridge.perform(LeaveCommunity(view.id)))
            self.undoable.emit(
                tr("You left {name}.").format(name=name),
                lambda: self._bridge.start(self._back_in(view, joined)),
            )

    async def _back_in(self, view: CommunityView, channels: Sequence[str]) -> None:
        """As it was before it was left: in just those of its channels that we were in."""
        back = JoinCommunity(
            view.key, view.name, view.wire, view.nickname, channels=tuple(channels)
        )
        await self._bridge.perform(back)
        self._book.ask()

    async def _take_part_again(self, view: CommunityView) -> None:
        again = JoinCommunity(view.key, view.name, view.wire, view.nickname)
        self._book.take(await self._bridge.perform(again))
        words = tr("You take part in {name} again.").format(name=shown_name(view.name))
        self.done.emit(words)

    async def _forget(self, view: CommunityView) -> None:
        name = shown_name(view.name)
        sentence = tr(
            "This erases all channels of the community from this computer, and with them your key "
            "in it: you can never again write there as the one you are now. Other members keep "
            "what they have."
        )
        title = tr("Forget {name}?").format(name=name)
        question = Question(self._window, title, sentence, tr("Erase it here"), danger=True)
        if view.lists_us:
            words = tr("Leave it first, while others are connected: else they go on listing you.")
            question.insert(plain_label(words, "warn"))
        question.insert(plain_label(tr("Without its key or link you cannot come back."), "warn"))
        if await answer(question):
            await self._bridge.perform(ForgetCommunity(view.id))
            self._book.ask()
            self.done.emit(tr("{name} was erased from this computer.").format(name=name))

    # ---- its channels -----------------------------------------------------------------------

    def new_channel(self, view: CommunityView) -> None:
        """Asks for a name, and joins the channel of that name."""
        self._bridge.start(self._new_channel(view))

    def join_channel(self, community: CommunityView, channel: str) -> None:
        """Joins a channel and opens it."""
        self._bridge.start(self._join_channel(community, channel))

    def leave_channel(self, view: SpaceView) -> None:
        """Leaves a channel; it can be undone."""
        self._bridge.start(self._leave_channel(view))

    def forget_channel(self, view: SpaceView) -> None:
        """Asks, and erases a channel from this computer."""
        self._bridge.start(self._forget_channel(view))

    async def set_topic(self, space: SpaceId, topic: str) -> None:
        """Says what a channel is about; raises what is refused."""
        await self._bridge.perform(SetTopic(space, topic))

    def drop_channel(self, community: CommunityView, channel: ChannelView) -> None:
        """Asks, and takes a channel out of the list, or puts it back at once."""
        self._bridge.start(self._drop_channel(community, channel))

    async def _new_channel(self, view: CommunityView) -> None:
        dialog = ChannelQuestion(self._window, view)

        async def make() -> None:
            await self._join_channel(view, dialog.channel)

        dialog.uses(make, self._bridge.start)
        await answer(dialog)

    async def _join_channel(self, community: CommunityView, channel: str) -> None:
        space = await self._bridge.perform(JoinChannel(community.id, channel))
        self._book.ask()
        self.opened.emit(space.id)

    async def _leave_channel(self, view: SpaceView) -> None:
        await self._bridge.perform(LeaveSpace(view.id))
        words = tr("You left {channel}. Others see that; what was received stays readable.")
        community = view.community
        assert community is not None, "a channel of a community"
        name = self._book.channel_of(view)
        back = JoinChannel(community, name)
        said = words.format(channel=channel_name(name))
        self.undoable.emit(said, lambda: self._do(back))

    async def _forget_channel(self, view: SpaceView) -> None:
        name = channel_name(self._book.channel_of(view))
        sentence = tr(
            "This leaves the channel and erases what is here of it. Other members keep theirs: if "
            "you join it again, you receive again what they still have."
        )
        title = tr("Forget {name}?").format(name=name)
        question = Question(self._window, title, sentence, tr("Erase it here"), danger=True)
        if await answer(question):
            await self._bridge.perform(ForgetSpace(view.id))
            self.done.emit(tr("{name} was erased from this computer.").format(name=name))

    async def _drop_channel(self, community: CommunityView, channel: ChannelView) -> None:
        name = channel_name(channel.name)
        if channel.dropped:
            await self._bridge.perform(DropChannel(community.id, channel.name, dropped=False))
            self.done.emit(tr("{name} is in the list again.").format(name=name))
            return
        sentence = tr(
            "It goes from the list of channels, and nothing of it is stored here any more until "
            "you take this back."
        )
        words = (tr("Take {name} out of the list?").format(name=name), sentence, tr("Take it out"))
        question = ReasonQuestion(self._window, self._theme, words, community.wire, danger=True)
        if knows_roles(community.wire):
            question.offer_private()
        if await answer(question):
            private = is_checked(question.private)
            command = DropChannel(community.id, channel.name, reason=question.why, private=private)
            await self._bridge.perform(command)
            back = DropChannel(community.id, channel.name, dropped=False, private=private)
            said = tr("{name} is out of the list.").format(name=name)
            self.undoable.emit(said, lambda: self._do(back))

    # ---- inside -----------------------------------------------------------------------------

    def _do(self, command: Command[object]) -> None:
        self._bridge.start(self._performed(command))

    async def _performed(self, command: Command[object]) -> None:
        await self._bridge.perform(command)
        self._book.ask()
