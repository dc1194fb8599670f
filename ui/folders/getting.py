"""Getting somebody else's shared folder: by its link, its key or its code, and where to.

``open()`` it when it is shown, or ``show_found`` with a link that was opened. ``finished`` carries
the SpaceId to open, ``closed`` takes the page away. A link previews: nothing is asked of anybody
before “Get it”.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.errors import Refusal, Refused
from engine.model.feed_commands import FollowFolder, UseDirectory
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FeedState, FolderView
from engine.model.found import FoundFolder
from engine.model.ids import SpaceId
from engine.model.limits import NAME_UNITS_MAX
from ui.addresses import dial, dialling_sentence
from ui.equipment import Equipment
from ui.folders.place_choice import PlaceChoice, prepared
from ui.look.theme import Type
from ui.scanning.panel import ScanPanel
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, Stages, card, stage
from ui.widgets.problem import Problem, attempt
from ui.wording.wanted import FOLDER

WHAT = QT_TR_NOOP(
    "A shared folder can be read by everyone who has its key. Bring its link, its key or its code."
)
MEANS = QT_TR_NOOP(
    "What you fetch is checked against the owner's signature and passed on to others who get the "
    "folder. People connected to you can see that you get it. No file is ever opened by itself."
)
KEY_GROUP_DIGITS = 8
FIELD_WIDTH_MAX = 360


class GetFolderPage(Page):
    """Stages: bring the link; preview, name, where to, and get it."""

    finished = Signal(object)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("Get a folder"), parent)
        self._equipment = equipment
        self._found: FoundFolder | None = None
        self._known: FolderView | None = None
        self.scanning, column = stage()
        self.scan = ScanPanel(equipment, FOLDER)
        self.scan.found.connect(self.show_found)
        column.addWidget(plain_label(tr(WHAT)))
        column.addWidget(self.scan)
        self._make_preview()
        self.stages = Stages(self.scanning, self.preview)
        self.column.addWidget(self.stages)
        self.column.addStretch()

    def _make_preview(self) -> None:
        theme = self._equipment.theme
        self.preview, column = stage()
        frame, inside = card()
        self.folder_name = plain_label(role="title")
        self.key = plain_label()
        self.key.setFont(theme.mono_font(Type.UI))
        inside.addWidget(self.folder_name)
        inside.addWidget(plain_label(tr("Public key"), role="hint"))
        inside.addWidget(self.key)
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setMaximumWidth(FIELD_WIDTH_MAX)
        self.name.setAccessibleName(tr("Your name for this folder"))
        self.name.returnPressed.connect(self._get)
        label = plain_label(tr("Your name for it (only you see it)"))
        label.setBuddy(self.name)
        self.where = plain_label(tr("What shall be kept on this computer?"), role="title")
        self.place = PlaceChoice(theme)
        self.place.changed.connect(self._fit)
        self.problem = Problem(theme)
        self.name.textChanged.connect(self.problem.clear)
        self.dialling = plain_label(role="hint")
        self.get = push_button(tr("Get it"), "primary")
        self.get.clicked.connect(self._get)
        self.other = push_button(tr("Another one"), "flat")
        self.other.clicked.connect(self.open)
        means = plain_label(tr(MEANS), role="hint")
        parts = (frame, label, self.name, self.where, self.place, means, self.dialling)
        for widget in (*parts, self.problem):
            column.addWidget(widget)
        column.addLayout(flow(self.get, self.other))

    def open(self) -> None:
        """Begins anew."""
        self._found = None
        self.scan.clear()
        self.stages.show_stage(self.scanning)
        self.scan.take_focus()

    def show_found(self, found: FoundFolder) -> None:
        """Previews a folder; nothing is done yet."""
        self._found = found
        self._known = None
        named = tr("A shared folder without a name")
        self.folder_name.setText(shown_name(found.name) if found.name else named)
        digits = found.public_key.hex()
        starts = range(0, len(digits), KEY_GROUP_DIGITS)
        self.key.setText(" ".join(digits[start : start + KEY_GROUP_DIGITS] for start in starts))
        self.name.setText(found.name)
        self.dialling.setText(dialling_sentence(found.addresses))
        self.dialling.setVisible(bool(found.addresses))
        self.problem.clear()
        self.place.propose(found.name or tr("Shared folder"))
        self._fit()
        self.stages.show_stage(self.preview)
        self.name.setFocus()
        self._equipment.bridge.start(self._look_whether_known(found))

    async def _look_whether_known(self, found: FoundFolder) -> None:
        try:
            view = await self._equipment.bridge.ask(OneFolder(SpaceId(found.public_key)))
        except Refused as refused:
            if refused.reason not in {Refusal.SPACE_UNKNOWN, Refusal.NOT_A_FEED}:
                raise
            return
        if found is self._found and view.feed.state is not FeedState.LEFT:
            self._known = view
            words = tr("You have this folder already, as {name}.")
            self.dialling.setText(words.format(name=shown_name(view.feed.name)))
            self.dialling.show()
            self._fit()
            self.get.setFocus()

    def _fit(self) -> None:
        is_new = self._known is None
        self.get.setText(tr("Get it") if is_new else tr("Open it"))
        self.get.setAccessibleName(self.get.text())
        self.get.setEnabled(not is_new or self.place.is_complete)
        for widget in (self.name, self.where, self.place):
            widget.setVisible(is_new)

    # ---- getting ----------------------------------------------------------------------------

    def _get(self) -> None:
        if self._known is not None:
            self.finished.emit(self._known.feed.space)
        elif self._found is not None and self.get.isEnabled():
            work = self._got(self._found, self.name.text().strip() or None)
            attempt(self._equipment.bridge, work, self.problem, self.get, self.name)

    async def _got(self, found: FoundFolder, name: str | None) -> None:
        bridge, use, directory = self._equipment.bridge, self.place.use, self.place.directory
        if directory is not None and not await prepared(self, directory):
            return
        view = await bridge.perform(FollowFolder(found.public_key, name))
        space = view.feed.space
        if directory is not None:
            await bridge.perform(UseDirectory(space, str(directory), use))
        await dial(bridge, found.addresses)
        self.finished.emit(space)
