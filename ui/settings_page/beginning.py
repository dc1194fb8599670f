"""How the program starts and ends."""

from __future__ import annotations

from ui.choices import Choice
from ui.equipment import Equipment
from ui.settings_page.parts import ChoiceSwitch, Section
from ui.text.language import tr


class BeginningSection(Section):
    """Whether closing the window ends the program, and whether its window shows at the start."""

    def __init__(self, equipment: Equipment, *, has_tray: bool) -> None:
        super().__init__(tr("Start and end"))
        self.closing = ChoiceSwitch(
            equipment,
            Choice.CLOSE_TO_TRAY,
            tr("Closing the window keeps Tidings running"),
            tr("Messages go on arriving; an icon in the system's tray brings the window back.")
            if has_tray
            else tr("This desktop has no tray, so closing the window ends Tidings."),
        )
        self.hidden = ChoiceSwitch(
            equipment,
            Choice.START_HIDDEN,
            tr("Start without a window"),
            tr("Only the icon in the tray is there at first.")
            if has_tray
            else tr("This needs a tray, which this desktop does not have."),
        )
        for switch in (self.closing, self.hidden):
            switch.box.setEnabled(has_tray)
            self.column.addWidget(switch)
