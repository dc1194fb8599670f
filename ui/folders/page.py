"""One shared folder: its files as in a file browser that fills itself, and what goes on with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.events import BlocksArrived, FeedForked, FolderChanged, SpaceChanged
from engine.model.feed_commands import ContinueFeed, PauseFeed
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FeedState, FolderEntryView, FolderView
from engine.model.ids import SpaceId
from ui.equipment import Equipment
from ui.feeds.pace import Pace
from ui.folders.acts import FolderActs, hand_to_desktop
from ui.folders.adding import Adding
from ui.folders.browser import Browser
from ui.folders.code import link_of
from ui.folders.emptying import emptying_question, remove_all
from ui.folders.head import FolderHead
from ui.folders.menu import FolderMenu
from ui.folders.strips import ProgressStrip, TroubleStrip, WorkStrip
from ui.folders.words import use_words
from ui.look.theme import Gap
from ui.refresh import Refresh
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.buttons import push_button
from ui.widgets.dialogs import Question, answer
from ui.widgets.labels import ElidedLabel, plain_label
from ui.widgets.space_place import SpacePlace

GO_ON = QT_TR_NOOP(
    "Do this only if no other copy of your profile will share this folder again. If two copies "
    "both share it, it splits into two histories, and nobody can change it any more."
)
NOBODY_HEARD = QT_TR_NOOP(
    "Nobody who has this folder is connected, so it is not known whether it was changed after the "
    "backup. Go on only if it was not, and no other copy of this profile exists."
)
VIEW_PAUSE_MS = 300  # ours: a number that is read cannot change more often
TICK_MS = 1_000


class FolderPage(SpacePlace):
    """Its signals carry the ``FolderView`` that is meant; ``history_wanted`` an entry behind it."""

    code_wanted = Signal(object)
    about_wanted = Signal(object)
    place_wanted = Signal(object)
    history_wanted = Signal(object, object)
    connections_wanted = Signal()

    def __init__(
        self, equipment: Equipment, hand_over: Callable[[Path], object] = hand_to_desktop
    ) -> None:
        """``hand_over`` gives a file or directory to the desktop."""
        super().__init__()
        self._equipment = equipment
        self._bridge = equipment.bridge
        self._space: SpaceId | None = None
        self.view: FolderView | None = None
        self._pace = Pace()
        self.setProperty("surface", "bg")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.acts = FolderActs(self._bridge, equipment.theme, self, hand_over)
        self.adding = Adding(self._bridge, self)
        self._make_parts()
        self._lay_out()
        self._connect_parts()
        self._connect_menu()
        self._connect_bridge()

    @property
    @override
    def space(self) -> SpaceId | None:
        return self._space

    # ---- making -----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        theme = self._equipment.theme
        self.head = FolderHead(theme)
        self.trouble = TroubleStrip(theme)
        self.progress = ProgressStrip(theme)
        self.work = WorkStrip(theme)
        self.browser = Browser(self._equipment)
        self.menu = FolderMenu(theme, self)
        self.where = ElidedLabel(role="meta", elide=Qt.TextElideMode.ElideMiddle)
        self.where.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.counted = ElidedLabel(role="meta")
        self.add = push_button(tr("Add files…"))
        self.change = push_button(tr("Change…"), "flat")

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setContentsMargins(Gap.L, Gap.XS, Gap.M, Gap.S)
        foot.setSpacing(Gap.S)
        foot.addWidget(self.where, 1)
        for widget in (self.counted, self.add, self.change):
            foot.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, self.trouble, self.progress, self.work):
            column.addWidget(part)
        column.addWidget(self.browser, 1)
        column.addLayout(foot)

    def _connect_parts(self) -> None:
        head, browser = self.head, self.browser
        head.back_wanted.connect(self.back_wanted)
        head.pause_wanted.connect(self._pause)
        head.code_wanted.connect(lambda: self._want(self.code_wanted.emit))
        head.about_wanted.connect(lambda: self._want(self.about_wanted.emit))
        self.trouble.place_wanted.connect(lambda: self._want(self.place_wanted.emit))
        self.trouble.emptying_wanted.connect(
            lambda: self._want(lambda view: self._bridge.start(self._ask_and_empty(view)))
        )
        self.trouble.continue_wanted.connect(self._go_on)
        self.change.clicked.connect(lambda: self._want(self.place_wanted.emit))
        self.add.clicked.connect(self._choose_files)
        browser.chosen.connect(self._open)
        browser.menu_wanted.connect(self._show_menu)
        browser.dragged.connect(self._drag)
        browser.dropped.connect(self._add)
        browser.counted.connect(self.counted.setText)
        browser.empty_pressed.connect(self._do_what_empty_says)
        for worker in (self.acts, self.adding):
            worker.done.connect(self.done)
            worker.began.connect(self.work.begin)
            worker.ended.connect(self.work.end)

    def _connect_menu(self) -> None:
        menu, acts = self.menu, self.acts
        menu.opened.connect(lambda entries: self.browser.choose(entries[0]))
        menu.fetch.connect(self._fetch)
        menu.unfetch.connect(lambda entries: self._fetch(entries, wanted=False))
        acts.wished.connect(self.browser.loading.ask)
        menu.save.connect(self._save)
        menu.show_in_files.connect(self._show_in_files)
        menu.history.connect(
            lambda entries: self._want(lambda view: self.history_wanted.emit(view, entries[0]))
        )
        menu.link.connect(self.copy_link)
        menu.add.connect(self._choose_files)
        menu.past.connect(self.browser.show_past)

    def _connect_bridge(self) -> None:
        self._refresh = Refresh(self._bridge, self._load, VIEW_PAUSE_MS, self)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._refresh.ask)
        bridge = self._bridge
        for signal in (
            bridge.folder_changed,
            bridge.space_changed,
            bridge.blocks_arrived,
            bridge.feed_forked,
        ):
            signal.connect(self._follow)

    # ---- what is open -----------------------------------------------------------------------

    @override
    def open(self, space: SpaceId) -> None:
        if space != self._space:
            self.close_space()
            self._space = space
        self._refresh.ask_now()

    @override
    def close_space(self) -> None:
        self._space = self.view = None
        self._pace = Pace()
        self._tick.stop()
        self.browser.close_folder()

    @override
    def show_back(self, *, shown: bool) -> None:
        self.head.back.setVisible(shown)

    @override
    def escape(self) -> None:
        self.browser.escape()

    @property
    @override
    def main(self) -> QWidget:
        return self.browser.main

    def _follow(self, event: FolderChanged | SpaceChanged | BlocksArrived | FeedForked) -> None:
        if event.space == self._space:
            self._refresh.ask()

    async def _load(self) -> None:
        space = self._space
        if space is not None:
            view = await self._bridge.ask(OneFolder(space))
            if space == self._space:
                self._show(view)
            elif self._space is not None:
                self._refresh.ask()

    def _show(self, view: FolderView) -> None:
        now, before = self._equipment.now(), self.view
        if before is not None and view.done_bytes > before.done_bytes:
            self._pace.came(0, view.done_bytes - before.done_bytes, now)
        self.view = view
        self.head.show_folder(view)
        self.trouble.show_folder(view)
        self.progress.show_folder(view, self._pace, now)
        self._keep_time()
        self._show_place(view)
        if before is None:
            self.browser.open(view)
        self.browser.renew(view)

    def _keep_time(self) -> None:
        """A speed is of the last seconds, as long as anybody sees it."""
        view = self.view
        comes = view is not None and view.feed.state is FeedState.DOWNLOADING and self.isVisible()
        if comes != self._tick.isActive():
            (self._tick.start if comes else self._tick.stop)()

    def _show_place(self, view: FolderView) -> None:
        self.add.setVisible(view.feed.own and view.directory is not None)
        self.where.setText(use_words(view))
        words = tr("Change…") if view.directory else tr("Choose a directory…")
        self.change.setText(words)
        self.change.setAccessibleName(words)
        self.change.setAccessibleDescription(self.where.text())

    # ---- doing ------------------------------------------------------------------------------

    def _want(self, use: Callable[[FolderView], object]) -> None:
        if self.view is not None:
            use(self.view)

    def _open(self, entry: FolderEntryView) -> None:
        if self.browser.version is None:
            self._want(lambda view: self.acts.open(view, entry))
        elif entry.is_here or entry.refusal is not None:
            self._save([entry])
        else:
            self._fetch([entry])

    def _fetch(self, entries: Sequence[FolderEntryView], *, wanted: bool = True) -> None:
        version = self.browser.version
        self._want(lambda view: self.acts.fetch(view, entries, version, wanted=wanted))

    def _save(self, entries: Sequence[FolderEntryView]) -> None:
        version = self.browser.version
        self._want(lambda view: self.acts.save(view, entries, version))

    def _choose_files(self) -> None:
        self._want(lambda view: self.adding.choose(view, self.browser.path))

    def _add(self, paths: Sequence[Path]) -> None:
        self._want(lambda view: self.adding.add(view, self.browser.path, paths))

    def _drag(self, entries: Sequence[FolderEntryView]) -> None:
        table, version = self.browser.table, self.browser.version
        self._want(lambda view: self.acts.drag(view, entries, table, version))

    def _show_in_files(self, entries: Sequence[FolderEntryView]) -> None:
        entry = entries[0] if entries else None
        self._want(lambda view: self.acts.show_in_files(view, entry))

    def _show_menu(self, entries: Sequence[FolderEntryView], at: QPoint) -> None:
        if self.view is not None:
            in_past = self.browser.version is not None
            menu = self.menu.menu_for(self.view, entries, in_past=in_past)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(at)

    def _pause(self) -> None:
        if self._space is not None and self.view is not None:
            self._bridge.start(self._do(PauseFeed(self._space, not self.view.feed.paused)))

    def _go_on(self) -> None:
        self._want(lambda view: self._bridge.start(self._ask_and_go_on(view)))

    async def _ask_and_go_on(self, view: FolderView) -> None:
        title = tr("Go on with {name} here?").format(name=shown_name(view.feed.name))
        words = tr("Go on here")
        question = Question(self.window(), title, tr(GO_ON), words, danger=True)
        alone = view.feed.restored and not view.feed.holders
        if alone:
            question.insert(plain_label(tr(NOBODY_HEARD), "warn"))
        if await answer(question):
            await self._do(ContinueFeed(view.feed.space, alone))

    async def _ask_and_empty(self, view: FolderView) -> None:
        if await answer(emptying_question(self.window(), view)):
            await remove_all(self._bridge, view.feed.space)
            self._refresh.ask_now()

    async def _do(self, command: PauseFeed | ContinueFeed) -> None:
        await self._bridge.perform(command)
        self._refresh.ask_now()

    def _do_what_empty_says(self) -> None:
        if self.view is None:
            return
        if self.view.feed.own and self.view.directory is None:
            self.place_wanted.emit(self.view)
        elif self.view.feed.own:
            self._choose_files()
        elif self.view.feed.paused:
            self._pause()
        else:
            self.connections_wanted.emit()

    def copy_link(self) -> None:
        """Puts the folder's link into the clipboard."""
        self._want(lambda view: self._bridge.start(self._copy_link(view)))

    async def _copy_link(self, view: FolderView) -> None:
        QGuiApplication.clipboard().setText(await link_of(self._equipment, view))
        self.done.emit(tr("The folder's link is in the clipboard."))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._keep_time()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._tick.stop()
        super().hideEvent(event)
