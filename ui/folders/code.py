"""The code of a shared folder: whoever has it can get the folder's files and pass them on."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.model.feeds import FolderView
from ui.addresses import own_addresses
from ui.codes.code_view import CodeView
from ui.equipment import Equipment
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt

REVEALS = QT_TR_NOOP(
    "Whoever sees this code can read all files of the folder, also those that come later, and "
    "learns its name as you call it and this computer's addresses. This cannot be taken back."
)
HOW = QT_TR_NOOP("They open it in Tidings under “Get a folder”.")


async def link_of(equipment: Equipment, view: FolderView) -> str:
    """The folder's link, with the addresses of this moment."""
    addresses = await own_addresses(equipment.bridge)
    return equipment.links.of_folder(view.feed.key, view.feed.name, addresses)


class FolderCodePage(Page):
    """Name, what the code reveals, and the code as a picture, a text and a file."""

    def __init__(
        self, equipment: Equipment, view: FolderView, parent: QWidget | None = None
    ) -> None:
        super().__init__(equipment.theme, tr("The folder's code"), parent)
        self._equipment = equipment
        self._view = view
        self.problem = Problem(equipment.theme)
        self.code = CodeView(equipment, "folder", tr("the folder's link"))
        self.code.hide()
        self.column.addWidget(plain_label(shown_name(view.feed.name), role="title"))
        self.column.addWidget(plain_label(tr(REVEALS)))
        self.column.addWidget(plain_label(tr(HOW), role="hint"))
        self.column.addWidget(self.problem)
        self.column.addWidget(self.code)
        self.column.addStretch()

    def open(self) -> None:
        """Makes the code with the addresses of this moment."""
        attempt(self._equipment.bridge, self._load(), self.problem)

    async def _load(self) -> None:
        self.code.show_link(await link_of(self._equipment, self._view))
        self.code.show()
        self.code.copy.setFocus()
