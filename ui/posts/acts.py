"""Carries out what a person wishes about a message (``ui.timeline.wishes``), and tells the end.

Answering and editing begin in the composer: the channel's page connects those two itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.errors import Fault, Refused
from engine.model.commands import HidePost, Say
from engine.model.contents import Reaction, ReactionTakenBack, Retraction
from engine.model.ids import PostId, SpaceId
from engine.model.views import PostView
from ui.emoji.choices import EmojiChoices
from ui.emoji.picker import EmojiPicker
from ui.equipment import Equipment
from ui.feeds.fetching import Fetching
from ui.people.hiding import Hiding
from ui.posts.details import PostDetails
from ui.posts.picture import PictureDialog
from ui.posts.reacting import QuickReactions
from ui.posts.saving import FileSaving
from ui.text.language import tr
from ui.text.message_link import message_link
from ui.timeline.loading.rows import author_name
from ui.timeline.view import TimelineView
from ui.widgets.dialogs import Question, answer


class PostActs(QObject):
    """For the posts that ``timeline`` shows.

    ``done`` carries a sentence for the toast; ``undoable`` a sentence and what takes it back.
    """

    done = Signal(str)
    undoable = Signal(str, object)

    def __init__(self, equipment: Equipment, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._equipment = equipment
        self._bridge = equipment.bridge
        self._timeline = timeline
        fetching = Fetching(equipment.bridge, equipment.theme, timeline)
        self.saving = FileSaving(equipment.bridge, timeline, fetching.bring)
        self.saving.saved.connect(self.done)
        self.saving.brought.connect(timeline.pictures.try_again)
        self.hiding = Hiding(equipment.bridge, self)
        self.hiding.undoable.connect(self.undoable)
        self._picker: EmojiPicker | None = None
        self._reacting_to: tuple[SpaceId, PostView] | None = None
        self.as_whom: Callable[[], str | None] = lambda: None
        """The identity that reacts; None: the engine's own choice."""
        wishes = timeline.wishes
        wishes.react.connect(self.react)
        wishes.choose_reaction.connect(self.choose_reaction)
        wishes.take_back.connect(self._take_back)
        wishes.delete_for_us.connect(self.hide)
        wishes.hide_author.connect(self._hide_author)
        wishes.show_author.connect(self._show_author)
        wishes.details.connect(self.show_details)
        wishes.copy_link.connect(self.copy_link)
        wishes.save_file.connect(self._save)
        wishes.save_files.connect(self._save_all)
        wishes.show_picture.connect(self.show_picture)

    @property
    def _space(self) -> SpaceId | None:
        return self._timeline.source.space

    # ---- reactions --------------------------------------------------------------------------

    def react(self, post: PostView, emoji: str, wanted: bool) -> None:  # noqa: FBT001 - a signal's value
        """Our reaction ``emoji`` to ``post`` shall be there, or not. Whichever of ours has reacted
        takes it back.
        """
        if self._space is None:
            return
        if wanted:
            say = Say(self._space, Reaction(post.id, emoji), self.as_whom())
        else:
            say = Say(self._space, ReactionTakenBack(post.id, emoji))
        self._bridge.start(self._bridge.perform(say))

    def choose_reaction(self, post: PostView, beside: QRect) -> QuickReactions:
        """Offers six emoji beside that place of the screen, and all others behind them."""
        strip = QuickReactions(self._equipment.theme, self._window)
        space = self._space
        strip.chosen.connect(lambda emoji: self._chosen(space, post, emoji))
        self._timeline.turned.connect(strip.close)
        strip.all_wanted.connect(lambda: self.open_picker(post, beside))
        strip.open_at(beside)
        return strip

    def open_picker(self, post: PostView, beside: QRect) -> EmojiPicker:
        """Offers all emoji."""
        if self._picker is None:
            choices = EmojiChoices(self._equipment.settings, self._equipment.remember)
            self._picker = EmojiPicker(self._equipment.theme, choices, self._window)
            self._picker.chosen.connect(self._picked)
            self._timeline.turned.connect(self._picker.close)
        self._reacting_to = None if self._space is None else (self._space, post)
        self._picker.open_at(beside)
        return self._picker

    def _picked(self, emoji: str) -> None:
        if self._reacting_to is not None:
            self._chosen(*self._reacting_to, emoji)

    def _chosen(self, space: SpaceId | None, post: PostView, emoji: str) -> None:
        """Choosing what we have chosen before takes it back, as a press on its chip does.

        It is for ``post`` of ``space`` alone: of another one, open by now, nothing is meant.
        """
        if space != self._space:
            return
        ours = any(one.ours for one in post.reactions if one.emoji == emoji)
        self.react(post, emoji, not ours)

    # ---- taking away ------------------------------------------------------------------------

    def hide(self, posts: Sequence[PostView]) -> None:
        """Deletes them for ourselves; that can be undone, at once for all."""
        if self._space is not None:
            self._bridge.start(self._hide(self._space, posts))

    async def _hide(self, space: SpaceId, posts: Sequence[PostView]) -> None:
        gone: list[PostId] = []
        try:
            for post in posts:
                await self._bridge.perform(HidePost(space, post.id))
                gone.append(post.id)
        except (Refused, Fault):
            self._timeline.deleting.stay(posts[len(gone) :])
            self._say_deleted(space, gone)
            raise
        self._say_deleted(space, gone)

    def _say_deleted(self, space: SpaceId, gone: Sequence[PostId]) -> None:
        if gone:
            self.undoable.emit(_deleted_words(len(gone)), self._unhide(space, gone))

    def _unhide(self, space: SpaceId, gone: Sequence[PostId]) -> Callable[[], object]:
        async def show() -> None:
            for post in gone:
                await self._bridge.perform(HidePost(space, post, hidden=False))

        return lambda: self._bridge.start(show())

    def _hide_author(self, post: PostView) -> None:
        reading = self._timeline.reading
        if self._space is not None and not reading.is_community:  # there it is moderation
            name = author_name(post, reading)
            self.hiding.hide(self._space, post.author.public_key, name)

    def _show_author(self, post: PostView) -> None:
        if self._space is not None:
            name = author_name(post, self._timeline.reading)
            self.hiding.show(self._space, post.author.public_key, name)

    def _take_back(self, post: PostView) -> None:
        if self._space is not None:
            self._bridge.start(self._ask_to_take_back(self._space, post))

    async def _ask_to_take_back(self, space: SpaceId, post: PostView) -> None:
        question = Question(
            self._window,
            tr("Take this message back?"),
            tr(
                "Others are asked to hide it. It cannot be unsent: whoever has read or copied it "
                "still has it, and it stays in the history that is passed on."
            ),
            tr("Take back"),
            danger=True,
        )
        if await answer(question):
            await self._bridge.perform(Say(space, Retraction(post.id)))

    # ---- looking ----------------------------------------------------------------------------

    def show_details(self, post: PostView) -> PostDetails:
        """All that is known of it."""
        assert self._space is not None, "posts are shown of a space"
        dialog = PostDetails(self._window, self._bridge, self._space, post, self._timeline.reading)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def copy_link(self, post: PostView) -> None:
        """Puts the line that names it on the clipboard."""
        if self._space is not None:
            QGuiApplication.clipboard().setText(message_link(self._space, post.id))
            self.done.emit(tr("Copied. It works for members of this channel."))

    def show_picture(self, post: PostView, number: int) -> PictureDialog:
        """Large, in a window of its own."""
        assert self._space is not None, "posts are shown of a space"
        dialog = PictureDialog(self._window, self._equipment.theme, self.saving)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show_file(self._bridge, self._space, post, number)
        dialog.open()
        return dialog

    def _save(self, post: PostView, number: int) -> None:
        if self._space is not None:
            self.saving.ask(self._space, post, number)

    def _save_all(self, post: PostView) -> None:
        if self._space is not None:
            self.saving.ask_folder(self._space, post)

    @property
    def _window(self) -> QWidget:
        return self._timeline.window()


def _deleted_words(count: int) -> str:
    if count == 1:
        return tr("Deleted for you. Others still have it.")
    return tr("Deleted %n messages for you. Others still have them.", "", count)
