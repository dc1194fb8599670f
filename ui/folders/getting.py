"""Getting somebody else's shared folder: by its link, its key or its code, and where to.

``open()`` it when it is shown, or ``show_found`` with a link that was opened. ``finished`` carries
the SpaceId to open, ``closed`` takes the page away. A link previews: nothing is asked of anybody
before “Get it”.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.errors import Refusal, Refused
from engine.model.feed_commands import FollowFolder, UseDirectory
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FeedState, FolderView
from engine.model.found import FoundFolder
from engine.model.ids import SpaceId
from ui.addresses import dial
from ui.codes.preview import Preview
from ui.equipment import Equipment
from ui.folders.directory_field import without_links
from ui.folders.place_choice import PlaceChoice, prepared
from ui.scanning.panel import ScanPanel
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, Stages, stage
from ui.widgets.problem import attempt
from ui.wording.wanted import FOLDER

WHAT = QT_TR_NOOP(
    "A shared folder can be read by everyone who has its key. Bring its link, its key or its code."
)
MEANS = QT_TR_NOOP(
    "What you fetch is checked against the owner's signature and passed on to others who get the "
    "folder. People connected to you can see that you get it. No file is ever opened by itself."
)


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
        theme, spoken = self._equipment.theme, tr("Your name for this folder")
        self.preview = Preview(theme, spoken, tr("Get it"), tr(MEANS))
        self.preview.wanted.connect(self._get)
        self.preview.another_wanted.connect(self.open)
        self.name, self.problem = self.preview.name, self.preview.problem
        self.get = self.preview.proceed
        self.where = plain_label(tr("What shall be kept on this computer?"), role="title")
        self.place = PlaceChoice(theme)
        self.place.changed.connect(self._fit)
        self.preview.own.addWidget(self.where)
        self.preview.own.addWidget(self.place)

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
        nameless = tr("A shared folder without a name")
        title = shown_name(found.name) if found.name else nameless
        self.preview.show_found(title, found.public_key, found.name, found.addresses)
        self.place.propose(found.name or tr("Shared folder"))
        self._fit()
        self.stages.show_stage(self.preview)
        self.name.setFocus()
        self._equipment.bridge.start(self._look_whether_known(found))

    async def _look_whether_known(self, found: FoundFolder) -> None:
        try:
            view = await self._equipment.bridge.ask(OneFolder(SpaceId(found.public_key)))
        except Refused as refused:
            if refused.reason not in {Refusal.SPACE_UNKNOWN, Refusal.NOT_A_FOLDER}:
                raise
            return
        if found is self._found and view.feed.state is not FeedState.LEFT:
            self._known = view
            words = tr("You have this folder already, as {name}.")
            self.preview.say(words.format(name=shown_name(view.feed.name)))
            self._fit()
            self.get.setFocus()

    def _fit(self) -> None:
        is_new = self._known is None
        self.preview.call_to(tr("Get it") if is_new else tr("Open it"))
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
            await bridge.perform(UseDirectory(space, await without_links(directory), use))
        await dial(bridge, found.addresses)
        self.finished.emit(space)
