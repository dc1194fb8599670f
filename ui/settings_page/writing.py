"""How messages are written."""

from __future__ import annotations

from ui.choices import Choice
from ui.equipment import Equipment
from ui.settings_page.parts import ChoiceSwitch, Section
from ui.text.language import tr


class WritingSection(Section):
    """Which key sends."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Writing"))
        self.enter = ChoiceSwitch(
            equipment,
            Choice.ENTER_SENDS,
            tr("Enter sends the message"),
            tr("Shift+Enter begins a new line. Without this Enter does, and Ctrl+Enter sends."),
        )
        self.column.addWidget(self.enter)
