"""What is done with a feed: paused, fetched whole, limited, continued, left, dropped, forgotten.

What erases something is asked first, in plain words; the rest is done at once and can be undone.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.model.commands import Command, ForgetSpace, LeaveSpace
from engine.model.comment_queries import Network
from engine.model.feed_commands import (
    ContinueFeed,
    DropBlocks,
    FetchWhole,
    FollowFeed,
    LimitFeed,
    PauseFeed,
)
from engine.model.feeds import FeedView
from ui.bridge import Bridge
from ui.feeds.book import FeedBook
from ui.feeds.limit_question import LimitQuestion
from ui.look.theme import Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.numbers import size_words
from ui.widgets.dialogs import Question, answer
from ui.widgets.labels import plain_label

OWN_IS_LOST = QT_TR_NOOP(
    "This is your own feed. With it the key that signs it is erased: nobody, you included, can "
    "ever post in it again."
)
RIGHT_IS_LOST = QT_TR_NOOP(
    "Your right to comment there is erased, too. What you wrote stays with others, and you may not "
    "be able to change it or take it back any more."
)
NOBODY_HEARD = QT_TR_NOOP(
    "Nobody who follows this feed is connected, so it is not known whether it went on after the "
    "backup. Continue only if nothing was published since, and no other copy of this profile "
    "exists."
)


class FeedActs(QObject):
    """``done`` carries a sentence for the toast; ``undoable`` one and what takes it back."""

    done = Signal(str)
    undoable = Signal(str, object)

    def __init__(self, bridge: Bridge, theme: Theme, book: FeedBook, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._theme = theme
        self._book = book
        self._window = window

    # ---- at once ----------------------------------------------------------------------------

    def pause(self, feed: FeedView) -> None:
        """Nothing is fetched and nothing passed on any more."""
        words = tr("{name} is paused: nothing is downloaded or passed on.")
        self._change(
            PauseFeed(feed.space),
            words.format(name=shown_name(feed.name)),
            PauseFeed(feed.space, paused=False),
        )

    def resume(self, feed: FeedView) -> None:
        """It goes on."""
        words = tr("{name} goes on.").format(name=shown_name(feed.name))
        self._change(PauseFeed(feed.space, paused=False), words, PauseFeed(feed.space))

    def fetch_whole(self, feed: FeedView, *, whole: bool) -> None:
        """All of it as it comes, or only what is read."""
        words = (
            tr("All of {name} is downloaded, and what is new as it comes.")
            if whole
            else tr("Of {name} only what you read is downloaded.")
        )
        self._change(
            FetchWhole(feed.space, whole),
            words.format(name=shown_name(feed.name)),
            FetchWhole(feed.space, not whole),
        )

    def follow_again(self, feed: FeedView) -> None:
        """One that was left."""
        again = FollowFeed(feed.key, feed.name, feed.form, feed.whole)
        words = tr("You follow {name} again.").format(name=shown_name(feed.name))
        self._bridge.start(self._told(again, words))

    # ---- asked first ------------------------------------------------------------------------

    def limit(self, feed: FeedView) -> None:
        """Asks how much of the disk it may take."""
        self._bridge.start(self._limit(feed))

    def leave(self, feed: FeedView) -> None:
        """Asks, and follows it no more."""
        self._bridge.start(self._leave(feed))

    def drop(self, feed: FeedView) -> None:
        """Asks, and erases what is here of it."""
        self._bridge.start(self._drop(feed))

    def forget(self, feed: FeedView) -> None:
        """Asks, and erases all of it from this computer."""
        self._bridge.start(self._forget(feed))

    def carry_on(self, feed: FeedView) -> None:
        """Asks, and posts here again in our own feed that was used elsewhere."""
        self._bridge.start(self._carry_on(feed))

    async def _limit(self, feed: FeedView) -> None:
        question = LimitQuestion(self._window, self._theme, feed)
        if await answer(question):
            limit = question.limit_bytes
            await self._performed(LimitFeed(feed.space, limit))
            size = tr("the setting for every feed") if limit is None else size_words(limit)
            words = tr("Storage for {name}: {size}.")
            self.done.emit(words.format(name=shown_name(feed.name), size=size))

    async def _leave(self, feed: FeedView) -> None:
        name = shown_name(feed.name)
        sentence = tr(
            "Nothing new of it is downloaded and nothing is passed on to others. What is here "
            "stays readable, and you can follow it again from its menu."
        )
        title = tr("Stop following {name}?").format(name=name)
        if await answer(Question(self._window, title, sentence, tr("Stop following"))):
            words = tr("You do not follow {name} any more.").format(name=name)
            again = FollowFeed(feed.key, feed.name, feed.form, feed.whole)
            await self._performed(LeaveSpace(feed.space))
            self.undoable.emit(words, lambda: self._do(again))

    async def _drop(self, feed: FeedView) -> None:
        name = shown_name(feed.name)
        sentence = tr(
            "{size} are erased from this computer, and others are told that you do not have them "
            "any more. You still follow the feed; to read entries again they must be downloaded "
            "again, which needs somebody who has them."
        )
        question = Question(
            self._window,
            tr("Erase what is here of {name}?").format(name=name),
            sentence.format(size=size_words(feed.downloaded_bytes)),
            tr("Erase it here"),
            danger=True,
        )
        if feed.whole:
            question.insert(
                plain_label(tr("From then on only what you read is downloaded."), "hint")
            )
        if await answer(question):
            self._book.erasing.emit(feed.space)
            if feed.whole:  # else all of it would come again at once
                await self._performed(FetchWhole(feed.space, whole=False))
            await self._performed(DropBlocks(feed.space, 0, feed.length))
            self.done.emit(tr("What was here of {name} is erased.").format(name=name))

    async def _forget(self, feed: FeedView) -> None:
        name = shown_name(feed.name)
        sentence = tr(
            "This stops following the feed and erases all of it from this computer. It cannot be "
            "undone; whoever else has it keeps it."
        )
        title = tr("Forget {name}?").format(name=name)
        question = Question(self._window, title, sentence, tr("Erase it here"), danger=True)
        if feed.own and feed.signed:
            question.insert(plain_label(tr(OWN_IS_LOST), "warn"))
        elif feed.signed and (await self._bridge.ask(Network(feed.space))).own_path:
            question.insert(plain_label(tr(RIGHT_IS_LOST), "warn"))
        if await answer(question):
            await self._bridge.perform(ForgetSpace(feed.space))
            self.done.emit(tr("{name} was erased from this computer.").format(name=name))

    async def _carry_on(self, feed: FeedView) -> None:
        name = shown_name(feed.name)
        sentence = tr(
            "Do this only if no other copy of your profile will post in this feed again. If two "
            "copies both post, the feed splits into two histories, and nobody can add to it any "
            "more."
        )
        question = Question(
            self._window,
            tr("Continue {name} here?").format(name=name),
            sentence,
            tr("Continue here"),
            danger=True,
        )
        alone = feed.restored and not feed.holders
        if alone:
            question.insert(plain_label(tr(NOBODY_HEARD), "warn"))
        if await answer(question):
            await self._performed(ContinueFeed(feed.space, alone))
            self.done.emit(tr("You post in {name} from this computer now.").format(name=name))

    # ---- inside -----------------------------------------------------------------------------

    def _change(self, command: Command[FeedView], words: str, back: Command[FeedView]) -> None:
        self._bridge.start(self._changed(command, words, lambda: self._do(back)))

    async def _changed(
        self, command: Command[FeedView], words: str, back: Callable[[], object]
    ) -> None:
        await self._performed(command)
        self.undoable.emit(words, back)

    async def _told(self, command: Command[FeedView], words: str) -> None:
        await self._performed(command)
        self.done.emit(words)

    def _do(self, command: Command[FeedView]) -> None:
        self._bridge.start(self._performed(command))

    async def _performed(self, command: Command[FeedView] | LeaveSpace) -> None:
        answered = await self._bridge.perform(command)
        if isinstance(answered, FeedView):
            self._book.take(answered)
