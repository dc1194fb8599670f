"""What is done with a shared folder as a whole, from the list: paused, left, forgotten."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from engine.model.commands import ForgetSpace, LeaveSpace
from engine.model.feed_commands import FollowFolder, PauseFeed
from engine.model.feeds import FeedState, FolderView
from engine.model.views import SpaceView
from ui.bridge import Bridge
from ui.folders.book import FolderBook
from ui.look.theme import Theme
from ui.main_window.space_menu import SpaceMenu
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.dialogs import Question, answer
from ui.widgets.labels import plain_label

OWN_IS_LOST = QT_TR_NOOP(
    "This is your own folder. With it the key that signs it is erased: nobody, you included, can "
    "ever change it again."
)
ON_DISK = QT_TR_NOOP("Files in {directory} stay as they are.")


class FolderSpaceMenu(QObject):
    """``about_wanted``, ``code_wanted`` and ``place_wanted`` carry the FolderView.

    ``done`` carries a sentence for the toast, ``undoable`` one and what takes it back.
    """

    about_wanted = Signal(object)
    code_wanted = Signal(object)
    place_wanted = Signal(object)
    done = Signal(str)
    undoable = Signal(str, object)

    def __init__(
        self, bridge: Bridge, theme: Theme, book: FolderBook, spaces: SpaceMenu, window: QWidget
    ) -> None:
        """``spaces`` has what can be done with every space."""
        super().__init__(spaces)
        self._bridge = bridge
        self._theme = theme
        self._book = book
        self._spaces = spaces
        self._window = window

    def fill(self, menu: QMenu, space: SpaceView) -> None:
        """All of it, for the state that the folder is in."""
        view = self._book.folders.get(space.id)
        pin = ("pin-off", tr("Unpin")) if space.pinned else ("pin", tr("Pin"))
        self._add(menu, *pin, lambda: self._spaces.pin.emit(space))
        menu.addSeparator()
        if view is not None:
            self._add_folder(menu, view)
        self._spaces.add_rename(menu, space)
        menu.addSeparator()
        self._spaces.add_report(menu, space)
        self._spaces.add_archive(menu, space)
        if view is not None:
            if space.left:
                self._add(menu, "folder-open", tr("Get it again"), lambda: self._again(view))
            elif not view.feed.own:
                self._add(menu, "log-out", tr("Leave…"), lambda: self.leave(view))
            self._add(menu, "trash-2", tr("Forget…"), lambda: self.forget(view))

    def _add_folder(self, menu: QMenu, view: FolderView) -> None:
        paused = view.feed.paused
        icon, words = ("play", tr("Resume")) if paused else ("pause", tr("Pause"))
        pause = self._add(menu, icon, words, lambda: self._pause(view))
        pause.setEnabled(view.feed.state not in {FeedState.LEFT, FeedState.FORKED})
        place = tr("Where it lies…")
        self._add(menu, "folder-open", place, lambda: self.place_wanted.emit(view))
        self._add(menu, "info", tr("About this folder…"), lambda: self.about_wanted.emit(view))
        code = tr("Show the folder's code")
        self._add(menu, "qr-code", code, lambda: self.code_wanted.emit(view))

    def _add(self, menu: QMenu, icon: str, words: str, act: Callable[[], object]) -> QAction:
        action = menu.addAction(self._theme.icon(icon), words)
        action.triggered.connect(lambda _on: act())
        return action

    # ---- doing ------------------------------------------------------------------------------

    def _pause(self, view: FolderView) -> None:
        self._bridge.start(self._bridge.perform(PauseFeed(view.feed.space, not view.feed.paused)))

    def _again(self, view: FolderView) -> None:
        self._bridge.start(self._bridge.perform(FollowFolder(view.feed.key, view.feed.name)))

    def leave(self, view: FolderView) -> None:
        """Asks, and fetches nothing of it any more."""
        self._bridge.start(self._leave(view))

    def forget(self, view: FolderView) -> None:
        """Asks, and erases all that is known of it."""
        self._bridge.start(self._forget(view))

    async def _leave(self, view: FolderView) -> None:
        name = shown_name(view.feed.name)
        sentence = tr(
            "Nothing new of it is fetched and nothing is given to others. What is here stays, and "
            "you can get it again from its menu."
        )
        title = tr("Leave {name}?").format(name=name)
        if await answer(Question(self._window, title, sentence, tr("Leave"))):
            await self._bridge.perform(LeaveSpace(view.feed.space))
            self.undoable.emit(tr("You left {name}.").format(name=name), lambda: self._again(view))

    async def _forget(self, view: FolderView) -> None:
        name = shown_name(view.feed.name)
        sentence = tr(
            "This erases the list of files, their history and all content that Tidings holds. It "
            "cannot be undone; whoever else has the folder keeps it."
        )
        title = tr("Forget {name}?").format(name=name)
        question = Question(self._window, title, sentence, tr("Erase it here"), danger=True)
        if view.feed.own:
            question.insert(plain_label(tr(OWN_IS_LOST), "warn"))
        if view.directory is not None:
            stays = tr(ON_DISK).format(directory=view.directory)
            question.insert(plain_label(stays, "hint"))
        if await answer(question):
            await self._bridge.perform(ForgetSpace(view.feed.space))
            self.done.emit(tr("{name} was erased from this computer.").format(name=name))
