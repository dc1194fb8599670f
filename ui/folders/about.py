"""All that is known of a shared folder: what others see, who has it, where it lies, its key.

``open()`` it when it is shown. Its signals carry the FolderView.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from engine.errors import Fault, Refused
from engine.model.feed_commands import LimitFeed
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FolderView
from ui.equipment import Equipment
from ui.feeds.fork_card import ForkCard
from ui.feeds.limit_question import LimitQuestion
from ui.folders.status import status_of_folder, who_words
from ui.folders.trouble import trouble_of
from ui.folders.words import use_words
from ui.look.theme import Gap, Type
from ui.text.keys import grouped_key
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.numbers import number, size_words
from ui.widgets.buttons import push_button
from ui.widgets.dialogs import answer
from ui.widgets.flow import flow
from ui.widgets.fresh_page import FreshPage
from ui.widgets.labels import plain_label
from ui.widgets.page import card
from ui.widgets.problem import Problem, attempt
from ui.wording.feeds import author_words, when_words

PAUSE_MS = 500
FORK_MEANS = QT_TR_NOOP(
    "A shared folder is a list of changes that its owner signs one by one, so that nobody can "
    "change what was published. Two signatures over two different lists prove that this promise "
    "was broken: by the owner, by somebody who has their key, or by two copies of one profile. "
    "Tidings keeps both signatures and shows them to others who follow the folder."
)
FORK_DO = QT_TR_NOOP(
    "Ask the owner by another way which history is right, and whether there is a new folder."
)


class AboutFolderPage(FreshPage):
    """Cards: two histories, if there are; what others see, this computer, its key."""

    code_wanted = Signal(object)
    place_wanted = Signal(object)

    def __init__(
        self, equipment: Equipment, view: FolderView, parent: QWidget | None = None
    ) -> None:
        bridge = equipment.bridge
        super().__init__(bridge, equipment.theme, tr("About this folder"), PAUSE_MS, parent)
        self._equipment = equipment
        self.view = view
        self.problem = Problem(equipment.theme)
        self.name = plain_label(role="title")
        self.state = plain_label()
        self.column.addWidget(self.name)
        self.column.addWidget(self.state)
        self.column.addWidget(self.problem)
        self.fork = ForkCard(tr(FORK_MEANS), tr(FORK_DO))
        self.column.addWidget(self.fork.frame)
        self._make_seen()
        self._make_here()
        self._make_key()
        self.column.addStretch()
        for signal in (bridge.folder_changed, bridge.space_changed, bridge.feed_forked):
            signal.connect(self._on_changed)
        self._show(view)

    # ---- making -----------------------------------------------------------------------------

    def _make_seen(self) -> None:
        column = self._card(tr("What others see") if self.view.feed.own else tr("What is in it"))
        self.sum = _line(column)
        self.changed = _line(column)
        self.refused = _line(column, "hint")
        self.holders = _line(column)
        self.author = _line(column)

    def _make_here(self) -> None:
        column = self._card(tr("On this computer"))
        self.where = _line(column)
        self.limit = _line(column)
        self.place = push_button(tr("Change where it lies…"))
        self.place.clicked.connect(lambda: self.place_wanted.emit(self.view))
        self.change_limit = push_button(tr("Change the limit…"))
        self.change_limit.clicked.connect(self._ask_for_limit)
        column.addLayout(flow(self.place, self.change_limit))

    def _make_key(self) -> None:
        column = self._card(tr("Its key"))
        self.key = plain_label()
        self.key.setFont(self._equipment.theme.mono_font(Type.UI))
        self.key.setAccessibleName(tr("Public key"))
        column.addWidget(self.key)
        self.code = push_button(tr("Show link and code"))
        self.code.clicked.connect(lambda: self.code_wanted.emit(self.view))
        column.addLayout(flow(self.code))

    def _card(self, title: str) -> QVBoxLayout:
        frame, column = card()
        column.setSpacing(Gap.XS)
        column.addWidget(plain_label(title, role="title"))
        frame.setAccessibleName(title)
        self.column.addWidget(frame)
        return column

    # ---- showing ----------------------------------------------------------------------------

    def open(self) -> None:
        """Takes the focus."""
        self.back.setFocus()

    def _on_changed(self, event: object) -> None:
        if getattr(event, "space", None) == self.view.feed.space:
            self._follow()

    @override
    async def _load(self) -> None:
        try:
            view = await self._equipment.bridge.ask(OneFolder(self.view.feed.space))
        except (Refused, Fault) as problem:
            self.problem.show_problem(problem)
            return
        self._show(view)

    def _show(self, view: FolderView) -> None:
        self.view = view
        feed, now = view.feed, self._equipment.now()
        self.name.setText(shown_name(feed.name))
        trouble = trouble_of(view)
        status = status_of_folder(view).words
        said = status if trouble is None else f"{trouble.message} {trouble.hint}"
        _say(self.state, said)
        self.fork.say(feed.fork, "", own=feed.own)  # the state above is the warning
        files = tr("%n files", "", view.files)
        words = tr("{files}, {size}, version {version}")
        version = number(view.version)
        _say(self.sum, words.format(files=files, size=size_words(view.bytes), version=version))
        when = when_words(view.mtime, now) if view.mtime else ""  # 0: its author does not say
        _say(self.changed, tr("Last changed {when}").format(when=when) if when else "")
        refused = tr(
            "%n of them have names that no computer should write: they are listed as refused.",
            "files",
            view.refused,
        )
        _say(self.refused, refused if view.refused else "")
        who = who_words(view)
        _say(self.holders, f"{who[:1].upper()}{who[1:]}")
        _say(self.author, author_words(feed, now))
        _say(self.where, use_words(view))
        _say(self.limit, "" if feed.own else _limit_words(view))
        self.change_limit.setVisible(not feed.own)
        self.key.setText(grouped_key(feed.key))

    # ---- doing ------------------------------------------------------------------------------

    def _ask_for_limit(self) -> None:
        attempt(self._equipment.bridge, self._limit(), self.problem)

    async def _limit(self) -> None:
        question = LimitQuestion(self.window(), self._equipment.theme, self.view.feed)
        if await answer(question):
            command = LimitFeed(self.view.feed.space, question.limit_bytes)
            await self._equipment.bridge.perform(command)
            self._refresh.ask_now()


def _line(column: QVBoxLayout, role: str = "") -> QLabel:
    label = plain_label(role=role)
    column.addWidget(label)
    return label


def _say(label: QLabel, words: str) -> None:
    label.setText(words)
    label.setVisible(bool(words))


def _limit_words(view: FolderView) -> str:
    limit = view.feed.limit_bytes
    if limit is None:
        return tr("It may take as much of your disk as the settings allow.")
    return tr("It may take {size} of your disk.").format(size=size_words(limit))
