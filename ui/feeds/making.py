"""Making a feed: one that grows, or a fixed one from files.

``open()`` it when it is shown. ``finished`` carries the SpaceId to open.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPlainTextEdit, QSizePolicy, QWidget

from engine.model.feed_commands import CreateFeed
from engine.model.feeds import FeedView
from engine.model.ids import SpaceId
from engine.model.limits import NAME_UNITS_MAX
from ui.attaching.attachments import Attachments
from ui.attaching.chips import Chips
from ui.attaching.drop_target import DropTarget
from ui.equipment import Equipment
from ui.feeds.fixed import fixed_feed
from ui.feeds.pieces import blocks_of
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import size_words
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, Stages, stage
from ui.widgets.problem import Problem, attempt
from ui.widgets.segments import Segments

GROWING, FIXED = "growing", "fixed"
FIELD_WIDTH_MAX = 360
NOTE_HEIGHT = 96
STATIC_BYTES_MAX = 60_000_000  # ours: as many pieces as an entry may have (posts/entries.py)
WHAT = QT_TR_NOOP(
    "A feed is what you publish: entries with text and files, in one order that nobody can change, "
    "you included. Whoever has its key can follow it and pass it on, also while you are offline."
)
GROWS = QT_TR_NOOP(
    "Signed with a key that is made now and stays in this profile. You post in it whenever you "
    "like; entries cannot be taken back."
)
IS_FIXED = QT_TR_NOOP(
    "Its key is the fingerprint of exactly these files: they can be handed on by anyone and never "
    "change. Nothing can be added later."
)
_PLACE = SpaceId(b"a feed that is not made yet".ljust(32, b"\0"))


class NewFeedPage(Page):
    """A name, and either nothing more or the files of a fixed feed."""

    finished = Signal(object)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("New feed"), parent)
        self._equipment = equipment
        theme = equipment.theme
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setMaximumWidth(FIELD_WIDTH_MAX)
        self.name.setAccessibleName(tr("Name of the feed"))
        label = plain_label(tr("Name (those who follow it by its link see it at first)"))
        label.setBuddy(self.name)
        segments = (
            (GROWING, "rss", tr("A feed that grows")),
            (FIXED, "files", tr("A fixed feed from files")),
        )
        self.kind = Segments(theme, tr("Kind of feed"), segments)
        self.kind.chosen.connect(self._choose)
        self.problem = Problem(theme)
        self.name.textChanged.connect(self.problem.clear)
        self.make = push_button(tr("Make the feed"), "primary")
        self.make.clicked.connect(self._make)
        # Return is the button: pressed twice it does nothing while the first is under way.
        self.name.returnPressed.connect(self.make.click)
        self._make_stages()
        for widget in (
            plain_label(tr(WHAT)),
            label,
            self.name,
            self.kind,
            self.stages,
            self.problem,
        ):
            self.column.addWidget(widget)
        self.column.addLayout(flow(self.make))
        self.column.addStretch()

    def _make_stages(self) -> None:
        theme = self._equipment.theme
        self.growing, column = stage()
        column.addWidget(plain_label(tr(GROWS), role="hint"))
        self.fixed, column = stage()
        self.note = QPlainTextEdit()
        self.note.setAccessibleName(tr("Description"))
        self.note.setPlaceholderText(tr("What it is (may be empty)"))
        self.note.setFixedHeight(NOTE_HEIGHT)
        self.note.setTabChangesFocus(True)
        self.attachments = Attachments(self._equipment.bridge, self._confirmed, self)
        self.attachments.turn_to(_PLACE)
        self.attachments.changed.connect(self._show_files)
        self.attachments.told.connect(lambda _place, words: self.problem.say(words))
        self.chips = Chips(theme)
        self.chips.removed.connect(self.attachments.remove)
        self.choose = IconPushButton(theme, "paperclip", tr("Choose files…"))
        self.choose.clicked.connect(self._choose_files)
        self.amount = plain_label(role="hint")
        for widget in (plain_label(tr(IS_FIXED), role="hint"), self.note, self.chips, self.amount):
            column.addWidget(widget)
        column.addLayout(flow(self.choose))
        self.stages = Stages(self.growing, self.fixed)
        policy = QSizePolicy.Policy
        self.stages.setSizePolicy(policy.Preferred, policy.Maximum)
        drops = DropTarget(theme, self, lambda: self.kind.value == FIXED)
        drops.dropped.connect(self.attach)

    def open(self) -> None:
        """Begins anew."""
        self.kind.show_value(GROWING)
        self._choose(GROWING)
        self._show_files()
        self.name.setFocus()

    def attach(self, paths: Sequence[Path]) -> None:
        """Takes files of this computer."""
        self.attachments.add_paths([Path(path) for path in paths])

    # ---- inside -----------------------------------------------------------------------------

    async def _confirmed(self, _sentence: str) -> bool:
        """Who makes a feed of files has chosen them for that."""
        return True

    def _choose(self, kind: str) -> None:
        self.stages.show_stage(self.growing if kind == GROWING else self.fixed)
        self.problem.clear()

    def _choose_files(self) -> None:
        dialog = QFileDialog(self, tr("Files of the feed"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda paths: self.attach([Path(path) for path in paths]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _show_files(self) -> None:
        waiting = self.attachments.waiting
        self.chips.show_files(waiting)
        size = sum(len(one.attachment.data) for one in waiting)
        words = tr("%n files", "", len(waiting))
        self.amount.setText(f"{words}, {size_words(size)}" if waiting else tr("No files yet."))

    def _make(self) -> None:
        name = self.name.text().strip()
        if not name:
            self.problem.say(tr("Write a name first."), tr("You can change it later."))
            self.name.setFocus()
        elif self.kind.value == FIXED:
            self._make_fixed(name)
        else:
            bridge = self._equipment.bridge
            self._attempt(bridge.perform(CreateFeed(name)))

    def _make_fixed(self, name: str) -> None:
        files = [one.attachment for one in self.attachments.waiting]
        if not files:
            self.problem.say(
                tr("There are no files yet."), tr("Choose some, or drop them on this page.")
            )
            self.choose.setFocus()
            return
        if sum(len(file.data) for file in files) > STATIC_BYTES_MAX:
            words = tr("That is more than one fixed feed can hold: about {size}.")
            most = size_words(STATIC_BYTES_MAX)
            self.problem.say(words.format(size=most), tr("Share them as a folder instead."))
            return
        text = self.note.toPlainText().strip()
        blocks = blocks_of(text, self._equipment.now(), files)
        self._attempt(fixed_feed(self._equipment.bridge, name, blocks))

    def _attempt(self, making: Coroutine[object, object, FeedView]) -> None:
        attempt(self._equipment.bridge, self._made(making), self.problem, self.make)

    async def _made(self, making: Coroutine[object, object, FeedView]) -> None:
        feed = await making
        self.finished.emit(feed.space)
