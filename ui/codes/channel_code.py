"""The code of a public channel: whoever has it can read the channel and pass it on.

``open()`` it when it is shown.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.model.views import SpaceView
from ui.addresses import own_addresses
from ui.codes.code_view import CodeView
from ui.equipment import Equipment
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import is_named_by_others, shown_name, told_name
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt

REVEALS = QT_TR_NOOP(
    "Whoever sees this code can read everything in the channel, and learns its name as you call it"
    " and this computer's addresses."
)
REVEALS_OF_OTHERS = QT_TR_NOOP(
    "Whoever sees this code can read everything in the channel, and learns the name under which it"
    " came to you and this computer's addresses. What you call it is not told."
)
HOW = QT_TR_NOOP("They open it in Tidings under “Follow a public channel”.")


class ChannelCodePage(Page):
    """Name, what the code reveals, and the code as a picture, a text and a file."""

    def __init__(
        self, equipment: Equipment, view: SpaceView, parent: QWidget | None = None
    ) -> None:
        super().__init__(equipment.theme, tr("The channel's code"), parent)
        self._equipment = equipment
        self._view = view
        self.problem = Problem(equipment.theme)
        self.code = CodeView(equipment, "channel", tr("the channel's link"))
        self.code.hide()
        reveals = REVEALS_OF_OTHERS if is_named_by_others(view) else REVEALS
        self.column.addWidget(plain_label(shown_name(view.name), role="title"))
        self.column.addWidget(plain_label(tr(reveals)))
        self.column.addWidget(plain_label(tr(HOW), role="hint"))
        self.column.addWidget(self.problem)
        self.column.addWidget(self.code)
        self.column.addStretch()

    def open(self) -> None:
        """Makes the code with the addresses of this moment."""
        attempt(self._equipment.bridge, self._load(), self.problem)

    async def _load(self) -> None:
        addresses = await own_addresses(self._equipment.bridge)
        links, view = self._equipment.links, self._view
        self.code.show_link(links.of_channel(view.public_key, told_name(view), addresses))
        self.code.show()
        self.code.copy.setFocus()
