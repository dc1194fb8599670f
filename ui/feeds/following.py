"""Following a feed, by its key, its link or its code.

``open()`` it when it is shown, or ``show_found`` with a link that was opened. ``finished`` carries
the SpaceId to open, ``closed`` takes the page away. A link previews: nothing is asked of anybody
before “Follow”.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.model.feed_commands import FollowFeed
from engine.model.feeds import FeedForm, FeedState
from engine.model.found import FoundFeed
from engine.model.ids import SpaceId
from ui.addresses import dial
from ui.codes.preview import Preview
from ui.equipment import Equipment
from ui.feeds.book import FeedBook
from ui.scanning.panel import ScanPanel
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.checkbox import CheckBox
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, Stages, stage
from ui.widgets.problem import attempt
from ui.wording.feeds import FORMS
from ui.wording.wanted import FEED

WHAT = QT_TR_NOOP(
    "A feed is written by one person and read by anyone who has its key. Bring its link, its key "
    "or its code."
)
MEANS = QT_TR_NOOP(
    "Tidings downloads it, keeps it for reading offline, and passes it on to others who follow it. "
    "People connected to you can see that you follow it."
)
KNOWN = QT_TR_NOOP("You follow this feed already, as {name}.")


class FollowFeedPage(Page):
    """Stages: bring the link; preview, name, how much of it, and follow.

    ``meant`` carries a shared folder that it may be instead.
    """

    finished = Signal(object)
    meant = Signal(object)

    def __init__(self, equipment: Equipment, book: FeedBook, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("Follow a feed"), parent)
        self._equipment = equipment
        self._book = book
        self._found: FoundFeed | None = None
        self.scanning, column = stage()
        self.scan = ScanPanel(equipment, FEED)
        self.scan.found.connect(self.show_found)
        column.addWidget(plain_label(tr(WHAT)))
        column.addWidget(self.scan)
        self._make_preview()
        self.stages = Stages(self.scanning, self.preview)
        self.column.addWidget(self.stages)
        self.column.addStretch()

    def _make_preview(self) -> None:
        theme, spoken = self._equipment.theme, tr("Your name for this feed")
        self.preview = Preview(theme, spoken, tr("Follow"), tr(MEANS))
        self.preview.wanted.connect(self._follow)
        self.preview.another_wanted.connect(self.open)
        self.preview.others.chosen.connect(self.meant)
        self.name, self.problem = self.preview.name, self.preview.problem
        self.follow = self.preview.proceed
        self.whole = CheckBox(theme, tr("Download all of it, and what is new as it comes"))
        self.whole.setChecked(True)
        self.preview.own.addWidget(self.whole)
        sparse = plain_label(tr("Otherwise only what you read is downloaded."), "meta")
        self.preview.own.addWidget(sparse)

    def open(self) -> None:
        """Begins anew."""
        self._found = None
        self.scan.clear()
        self.stages.show_stage(self.scanning)
        self.scan.take_focus()

    def show_found(self, found: FoundFeed) -> None:
        """Previews a feed; nothing is done yet."""
        self._found = found
        preview = self.preview
        preview.others.show_of(found)
        known = self._book.one(SpaceId(found.public_key))
        named = found.name or (known.name if known is not None else "")
        title = shown_name(named) if named else tr("A feed without a name")
        preview.show_found(title, found.public_key, named, found.addresses)
        preview.form.setText(tr(FORMS[found.form]))
        preview.form.setVisible(found.form is not FeedForm.SIGNED)
        is_open = known is not None and known.state is not FeedState.LEFT
        preview.call_to(tr("Open it") if is_open else tr("Follow"))
        if is_open and known is not None:
            preview.say(tr(KNOWN).format(name=shown_name(known.name)))
        for widget in (self.name, self.whole):
            widget.setEnabled(not is_open)
        self.stages.show_stage(preview)
        (self.follow if is_open else self.name).setFocus()

    def _follow(self) -> None:
        if self._found is None:
            return
        known = self._book.one(SpaceId(self._found.public_key))
        if known is not None and known.state is not FeedState.LEFT:
            self.finished.emit(known.space)
            return
        work = self._followed(self._found, self.name.text().strip() or None)
        attempt(self._equipment.bridge, work, self.problem, self.follow)

    async def _followed(self, found: FoundFeed, name: str | None) -> None:
        bridge = self._equipment.bridge
        whole = self.whole.isChecked()
        feed = await bridge.perform(FollowFeed(found.public_key, name, found.form, whole))
        self._book.take(feed)
        await dial(bridge, found.addresses)
        self.finished.emit(feed.space)
