"""Every version of one file, the newest first, with its deletions; each can be fetched, and saved
elsewhere.

``open()`` it when it is shown.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from engine.model.events import BlocksArrived, FolderChanged
from engine.model.feed_queries import FileHistory
from engine.model.feeds import FolderEntryView, FolderView
from ui.equipment import Equipment
from ui.folders.acts import FolderActs
from ui.folders.words import changed_at, entry_name, size_of, state_of
from ui.look.theme import Gap
from ui.refresh import Refresh
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import number
from ui.timeline.parts.file_words import file_name
from ui.widgets.buttons import IconPushButton
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, card, row
from ui.widgets.problem import Problem, attempt

SHOWN_MAX = 100  # ours: of older ones it is said how many there are
ICON_PIXELS = 16
RENEWED_MS = 300  # ours: three times a second looks at once
WHAT = QT_TR_NOOP(
    "Earlier versions stay in a shared folder, as long as somebody has them. Save one wherever you "
    "like; the folder itself does not change by that."
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
        self._versions: tuple[FolderEntryView, ...] = ()
        self._refresh = Refresh(equipment.bridge, self._load, RENEWED_MS, self)
        for signal in (equipment.bridge.blocks_arrived, equipment.bridge.folder_changed):
            signal.connect(self._follow)
        acts.wished.connect(self._refresh.ask)
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

    def _follow(self, event: BlocksArrived | FolderChanged) -> None:
        if event.space == self._view.feed.space:
            self._refresh.ask()

    async def _load(self) -> None:
        versions = await self._equipment.bridge.ask(
            FileHistory(self._view.feed.space, self._entry.path)
        )
        if versions != self._versions:
            self._versions = versions
            self._show(versions)

    def _show(self, versions: tuple[FolderEntryView, ...]) -> None:
        focused = next((at for at, one in enumerate(self.buttons) if one.hasFocus()), None)
        self._clear()
        for place, one in enumerate(versions[:SHOWN_MAX]):
            self._list.addWidget(self._card(one, is_newest=place == 0))
        if len(versions) > SHOWN_MAX:
            more = tr("and {count} more").format(count=number(len(versions) - SHOWN_MAX))
            self._list.addWidget(plain_label(more, role="hint"))
        if focused is not None and self.buttons:
            self.buttons[min(focused, len(self.buttons) - 1)].setFocus()

    def _clear(self) -> None:
        self.cards.clear()
        self.buttons.clear()
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

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
        details = tr("Version {version} of the folder").format(version=number(one.folder_version))
        if not one.deleted:
            details = f"{size_of(one)} \N{MIDDLE DOT} {details}"
            if not one.is_here:
                here = state_of(one, own=self._view.feed.own).words
                details = f"{details} \N{MIDDLE DOT} {here}"
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
        """What brings this version back, or here at first; where neither can be, why not."""
        if one.refusal is not None:
            absent = plain_label(tr("Its content is not here."), role="hint")
            absent.setWordWrap(False)
            return absent
        theme = self._equipment.theme
        if one.is_here:
            button = IconPushButton(theme, "file-down", tr("Save it…"))
            named = tr("Save {name} as of {when}")
            button.clicked.connect(lambda: self._acts.save(self._view, [one]))
        elif one.wanted:
            button = IconPushButton(theme, "x", tr("Do not fetch"))
            named = tr("Do not fetch {name} as of {when}")
            button.clicked.connect(lambda: self._fetch(one, wanted=False))
        else:
            button = IconPushButton(theme, "download", tr("Fetch"))
            named = tr("Fetch {name} as of {when}")
            button.clicked.connect(lambda: self._fetch(one, wanted=True))
        button.setAccessibleName(named.format(name=entry_name(one), when=title))
        self.buttons.append(button)
        return button

    def _fetch(self, one: FolderEntryView, *, wanted: bool) -> None:
        self._acts.fetch(self._view, [one], one.version, wanted=wanted)
