"""Following a feed, by its key, its link or its code.

``open()`` it when it is shown, or ``show_found`` with a link that was opened. ``finished`` carries
the SpaceId to open, ``closed`` takes the page away. A link previews: nothing is asked of anybody
before “Follow”.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.model.feed_commands import FollowFeed
from engine.model.feeds import FeedForm, FeedState, FeedView
from engine.model.found import FoundFeed
from engine.model.ids import SpaceId
from ui.addresses import dial, dialling_sentence
from ui.codes.form_choice import FormChoice, may_be_another
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
        self.kind = FormChoice(theme)
        self.kind.changed.connect(self._offer)
        self.preview.own.addWidget(self.kind)
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
        form = found.form or (known.form if known is not None else FeedForm.SIGNED)
        is_asked = found.form is None and may_be_another(known)
        self.kind.show_form(form)
        self.kind.setVisible(is_asked)
        preview.form.setText(tr(FORMS[form]))
        preview.form.setVisible(form is not FeedForm.SIGNED and not is_asked)
        self._offer()
        self.stages.show_stage(preview)
        (self.name if self._followed_already(found) is None else self.follow).setFocus()

    def _offer(self) -> None:
        """What the button does: it follows, or opens what is followed like that already."""
        if self._found is None:
            return
        known, preview = self._followed_already(self._found), self.preview
        preview.call_to(tr("Follow") if known is None else tr("Open it"))
        if known is not None:
            preview.say(tr(KNOWN).format(name=shown_name(known.name)))
        else:
            addresses = self._found.addresses
            preview.say(dialling_sentence(addresses) if addresses else "")
        for widget in (self.name, self.whole):
            widget.setEnabled(known is None)

    def _form(self, found: FoundFeed) -> FeedForm | None:
        return found.form if self.kind.isHidden() else self.kind.form

    def _followed_already(self, found: FoundFeed) -> FeedView | None:
        """The feed, unless it was left, or nothing of it came and it is wanted in another form."""
        known, form = self._book.one(SpaceId(found.public_key)), self._form(found)
        if known is None or known.state is FeedState.LEFT:
            return None
        is_other = form not in {None, known.form} and may_be_another(known)
        return None if is_other else known

    def _follow(self) -> None:
        if self._found is None:
            return
        known = self._followed_already(self._found)
        if known is not None:
            self.finished.emit(known.space)
            return
        work = self._followed(self._found, self.name.text().strip() or None)
        attempt(self._equipment.bridge, work, self.problem, self.follow)

    async def _followed(self, found: FoundFeed, name: str | None) -> None:
        bridge = self._equipment.bridge
        form, whole = self._form(found), self.whole.isChecked()
        feed = await bridge.perform(FollowFeed(found.public_key, name, form, whole))
        self._book.take(feed)
        await dial(bridge, found.addresses)
        self.finished.emit(feed.space)
