"""All that is known of one feed: what goes on, what is here, who has it, and its keys.

``open()`` it when it is shown; what changes is followed while it is in sight.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engine.model.feeds import FeedState, FeedView
from ui.equipment import Equipment
from ui.feeds.acts import FeedActs
from ui.feeds.book import FeedBook
from ui.feeds.fork_card import ForkCard
from ui.feeds.pace import progress_words
from ui.look.theme import Gap, Type
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.numbers import size_words
from ui.text.peers import connected_words
from ui.widgets.buttons import IconPushButton
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.pill import Pill
from ui.wording.feeds import (
    FORMS,
    amount_words,
    author_words,
    brief_state,
    fork_sentence,
    holders_words,
    state_sentence,
    status_of_feed,
)

FORK_MEANS = QT_TR_NOOP(
    "A feed is a list that its author signs block by block, so that nobody can change what was "
    "published. Two signatures over two different lists prove that this promise was broken: by "
    "the author, by somebody who has their key, or by two copies of one profile. Tidings keeps "
    "both signatures and shows them to others who follow the feed."
)
FORK_DO = QT_TR_NOOP(
    "Ask the author by another way which history is right, and whether there is a new feed."
)


class AboutFeedPage(Page):
    """``code_wanted`` carries the FeedView."""

    code_wanted = Signal(object)

    def __init__(
        self, equipment: Equipment, book: FeedBook, acts: FeedActs, feed: FeedView
    ) -> None:
        super().__init__(equipment.theme, tr("About this feed"))
        self._equipment = equipment
        self._book = book
        self._acts = acts
        self._feed = feed
        self.name = plain_label(role="title")
        self.pill = Pill(equipment.theme)
        self.sentence = plain_label()
        self.facts: dict[str, QLabel] = {}
        self.fields: dict[str, QLineEdit] = {}
        self._titles: dict[str, QLabel] = {}
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(Gap.L)
        self._grid.setVerticalSpacing(Gap.S)
        self._grid.setColumnStretch(1, 1)
        self._keys = QVBoxLayout()
        self._keys.setContentsMargins(0, 0, 0, 0)
        self._keys.setSpacing(Gap.XS)
        self._make_buttons()
        self.fork = ForkCard(tr(FORK_MEANS), tr(FORK_DO))
        self._make_facts()
        self._lay_out()
        book.changed.connect(self._changed)
        self._show()

    def _make_buttons(self) -> None:
        theme, acts = self._equipment.theme, self._acts
        self.code = self._button("qr-code", tr("Show its code"), self.code_wanted.emit, "primary")
        self.pause = self._button("pause", tr("Pause"), acts.pause)
        self.resume = self._button("play", tr("Resume"), acts.resume)
        self.carry_on = self._button("check", tr("Continue here…"), acts.carry_on)
        self.all = self._button(
            "download", tr("Download all of it"), lambda one: acts.fetch_whole(one, whole=True)
        )
        self.some = self._button(
            "eye", tr("Download only what I read"), lambda one: acts.fetch_whole(one, whole=False)
        )
        self.limit = self._button("hard-drive", tr("Storage limit…"), acts.limit)
        self.drop = self._button("x", tr("Erase what is here…"), acts.drop)
        self.again = self._button("rss", tr("Follow again"), acts.follow_again)
        self.leave = self._button("log-out", tr("Stop following…"), acts.leave)
        self.copy_key = IconPushButton(theme, "copy", tr("Copy the key"))
        self.copy_key.clicked.connect(self._copy_key)
        self.told = plain_label(role="good")
        self.told.hide()

    def _button(
        self, icon: str, words: str, act: Callable[[FeedView], object], kind: str = ""
    ) -> QPushButton:
        button = IconPushButton(self._equipment.theme, icon, words, kind)
        button.clicked.connect(lambda: act(self._feed))
        return button

    def _make_facts(self) -> None:
        rows = (
            ("form", tr("Kind")),
            ("amount", tr("Content")),
            ("disk", tr("On this computer")),
            ("limit", tr("Storage limit")),
            ("download", tr("Download")),
            ("holders", tr("Copies")),
            ("peers", tr("Connections")),
            ("author", tr("Author")),
        )
        for name, title in rows:
            value = plain_label()
            value.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            self.facts[name] = value
            self._add_row(name, title, value)
        keys = (
            ("key", tr("Public key")),
            ("discovery", tr("Discovery key")),
            ("tree", tr("Fingerprint of the content")),
        )
        for name, title in keys:
            field = QLineEdit()
            field.setReadOnly(True)
            field.setFont(self._equipment.theme.mono_font(Type.UI))
            self.fields[name] = field
            label = plain_label(title, "hint")
            label.setBuddy(field)
            self._titles[name] = label
            self._keys.addWidget(label)
            self._keys.addWidget(field)

    def _add_row(self, name: str, title: str, value: QWidget) -> None:
        row = self._grid.rowCount()
        label = plain_label(title, "hint")
        label.setWordWrap(False)
        self._titles[name] = label
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignTop)

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setSpacing(Gap.S)
        head.addWidget(self.name)
        head.addWidget(self.pill, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addLayout(head)
        self.column.addWidget(self.sentence)
        transfer = (self.code, self.pause, self.resume, self.carry_on, self.all, self.some)
        self.column.addLayout(flow(*transfer, self.limit))
        self.column.addWidget(self.fork.frame)
        self.column.addLayout(self._grid)
        self.column.addLayout(self._keys)
        self.column.addLayout(flow(self.copy_key, self.drop, self.leave, self.again))
        self.column.addWidget(self.told)
        self.column.addStretch()

    # ---- what is shown ----------------------------------------------------------------------

    def open(self) -> None:
        """Asks for it anew, and takes the focus."""
        self._book.ask(self._feed.space)
        self.code.setFocus()

    def _changed(self) -> None:
        feed = self._book.one(self._feed.space)
        if feed is None:
            self._book.changed.disconnect(self._changed)  # it was forgotten, and never comes back
            self.closed.emit()
        else:
            self._feed = feed
            self._show()

    def _show(self) -> None:
        feed, now = self._feed, self._equipment.now()
        status = status_of_feed(feed)
        self.name.setText(shown_name(feed.name))
        self.pill.say(status.icon, status.colour, brief_state(feed))
        self.sentence.setText(self._sentence(feed, now))
        self.sentence.setVisible(feed.state is not FeedState.FORKED)
        self.fork.say(feed.fork, fork_sentence(feed), own=feed.own)
        self._show_facts(feed, now)
        self._show_buttons(feed)

    def _sentence(self, feed: FeedView, now: float) -> str:
        words = state_sentence(feed, now)
        if feed.state is FeedState.DOWNLOADING and feed.length:
            return f"{progress_words(feed, self._book.pace_of(feed.space), now)}. {words}"
        return words

    def _show_facts(self, feed: FeedView, now: float) -> None:
        limit = feed.limit_bytes
        usual = tr("As the settings say for every feed")
        author = author_words(feed, now)
        own = tr("You. What you post is signed with a key of this profile.")
        said = {
            "form": tr(FORMS[feed.form]),
            "amount": amount_words(feed),
            "disk": size_words(feed.downloaded_bytes),
            "limit": usual if limit is None else size_words(limit),
            "download": tr("All of it") if feed.whole else tr("Only what I read"),
            "holders": holders_words(feed),
            "peers": connected_words(feed.peers),
            "author": own if feed.own else author,
        }
        hidden = {"limit", "download"} if feed.own else set()
        for name, label in self.facts.items():
            label.setText(said[name])
            label.setAccessibleName(f"{self._titles[name].text()}: {said[name]}")
            shown = bool(said[name]) and name not in hidden
            label.setVisible(shown)
            self._titles[name].setVisible(shown)
        tree = b"" if feed.tree_hash is None else feed.tree_hash
        keys = {"key": feed.key, "discovery": feed.discovery_key, "tree": tree}
        for name, field in self.fields.items():
            if field.text() != keys[name].hex():
                field.setText(keys[name].hex())
                field.setCursorPosition(0)
            field.setAccessibleName(self._titles[name].text())
            field.setVisible(bool(keys[name]))
            self._titles[name].setVisible(bool(keys[name]))

    def _show_buttons(self, feed: FeedView) -> None:
        moves = feed.state not in {FeedState.LEFT, FeedState.FORKED}
        follows = feed.state is not FeedState.LEFT
        shown = {
            self.pause: moves and not feed.paused,
            self.resume: moves and feed.paused,
            self.carry_on: feed.state is FeedState.ELSEWHERE and feed.downloaded >= feed.length,
            self.all: moves and not feed.own and not feed.whole,
            self.some: moves and not feed.own and feed.whole,
            self.limit: not feed.own,
            self.drop: not feed.own and feed.downloaded > 0,
            self.leave: not feed.own and follows,
            self.again: not follows,
        }
        for button, wanted in shown.items():
            button.setVisible(wanted)

    def _copy_key(self) -> None:
        QGuiApplication.clipboard().setText(self._feed.key.hex())
        self.told.setText(tr("The key is in the clipboard."))
        self.told.show()
