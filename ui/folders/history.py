"""Every version of one file, the newest first, with its deletions; each can be saved elsewhere.

``open()`` it when it is shown.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from engine.model.feed_queries import FileHistory
from engine.model.feeds import FolderEntryView, FolderView
from ui.equipment import Equipment
from ui.folders.acts import FolderActs
from ui.folders.words import changed_at, entry_name, size_of
from ui.look.theme import Gap
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import number
from ui.timeline.parts.file_words import file_name
from ui.widgets.buttons import IconPushButton
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, card, row
from ui.widgets.problem import Problem, attempt

SHOWN_MAX = 100  # ours: of older ones it is said how many there are
ICON_PIXELS = 16
WHAT = QT_TR_NOOP(
    "Earlier versions stay in a shared folder. Save one wherever you like; the folder itself does "
    "not change by that."
)


class HistoryPage(Page):
    """One card a version."""

    def __init__(
        self,
        equipment: Equipment,
        acts: FolderActs,
        view: FolderView,
        entry: FolderEntryView,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(equipment.theme, tr("History of a file"), parent)
        self._equipment = equipment
        self._acts = acts
        self._view = view
        self._entry = entry
        self.cards: list[QFrame] = []
        self.buttons: list[IconPushButton] = []
        self.problem = Problem(equipment.theme)
        self._list = QVBoxLayout()
        self._list.setSpacing(Gap.S)
        path = " / ".join(file_name(part) for part in entry.path.split("/"))
        self.column.addWidget(plain_label(path, role="title"))
        self.column.addWidget(plain_label(tr(WHAT), role="hint"))
        self.column.addWidget(self.problem)
        self.column.addLayout(self._list)
        self.column.addStretch()

    def open(self) -> None:
        """Asks which versions there are."""
        self.back.setFocus()
        attempt(self._equipment.bridge, self._load(), self.problem)

    async def _load(self) -> None:
        versions = await self._equipment.bridge.ask(
            FileHistory(self._view.feed.space, self._entry.path)
        )
        for place, one in enumerate(versions[:SHOWN_MAX]):
            self._list.addWidget(self._card(one, is_newest=place == 0))
        if len(versions) > SHOWN_MAX:
            more = tr("and {count} more").format(count=number(len(versions) - SHOWN_MAX))
            self._list.addWidget(plain_label(more, role="hint"))

    def _card(self, one: FolderEntryView, *, is_newest: bool) -> QFrame:
        theme = self._equipment.theme
        frame, column = card()
        mark = QLabel()
        mark.setTextFormat(Qt.TextFormat.PlainText)
        mark.setFixedSize(QSize(ICON_PIXELS, ICON_PIXELS))
        icon, colour = ("trash-2", "danger") if one.deleted else ("file", "text2")
        mark.setPixmap(theme.pixmap(icon, ICON_PIXELS, colour, self.devicePixelRatioF()))
        title = tr("Deleted") if one.deleted else changed_at(one) or tr("Without a date")
        if is_newest and not one.deleted:
            title = tr("{when} (as it is now)").format(when=title)
        details = tr("Version {version} of the folder").format(version=number(one.version))
        if not one.deleted:
            details = f"{size_of(one)} \N{MIDDLE DOT} {details}"
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(plain_label(title))
        words.addWidget(plain_label(details, role="meta"))
        line = row(mark, stretch=False)
        line.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        if not one.deleted:
            line.addWidget(self._button(one, title))
        column.addLayout(line)
        frame.setAccessibleName(f"{title}, {details}")
        self.cards.append(frame)
        return frame

    def _button(self, one: FolderEntryView, title: str) -> QWidget:
        """What brings this version back; where it is not here, why not."""
        if one.refusal is not None or not one.is_here:
            absent = plain_label(tr("Its content is not here."), role="hint")
            absent.setWordWrap(False)
            return absent
        button = IconPushButton(self._equipment.theme, "file-down", tr("Save it…"))
        named = tr("Save {name} as of {when}").format(name=entry_name(one), when=title)
        button.setAccessibleName(named)
        button.clicked.connect(lambda: self._acts.save(self._view, [one]))
        self.buttons.append(button)
        return button
