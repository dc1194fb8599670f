"""What the cards of the settings are made of: a titled card, a switch with its explanation."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.errors import Fault
from ui.bridge import Bridge
from ui.choices import Choice
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.text.language import tr
from ui.widgets.checkbox import BOX, GAP, CheckBox
from ui.widgets.labels import plain_label
from ui.widgets.page import card

FIELD_WIDTH_MAX = 360


class Section(QWidget):
    """A title and a card beneath it; ``column`` is the card's."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        frame: QFrame
        frame, self.column = card()
        self.column.setSpacing(Gap.M)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, Gap.S, 0, 0)
        whole.setSpacing(Gap.S)
        whole.addWidget(plain_label(title, role="title"))
        whole.addWidget(frame)


def field_label(words: str, field: QWidget) -> QLabel:
    """The words over a field, which is called so for screen readers, too."""
    label = plain_label(words)
    label.setBuddy(field)
    field.setAccessibleName(words)
    return label


def next_start_label() -> QLabel:
    """Says that what stands above is not done before the program starts again."""
    return plain_label(tr("What is changed here counts from the next start on."), role="hint")


class Switch(QWidget):
    """A check box, and beneath it what it means. ``box`` is the check box."""

    def __init__(self, equipment: Equipment, words: str, explanation: str) -> None:
        super().__init__()
        self.box = CheckBox(equipment.theme, words)
        self.box.setAccessibleDescription(explanation)
        self.explanation = plain_label(explanation, role="hint")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.box)
        beneath = QHBoxLayout()  # a layout's margins do not change sides, its items do
        beneath.addSpacing(BOX + GAP)
        beneath.addWidget(self.explanation)
        column.addLayout(beneath)


class ChoiceSwitch(Switch):
    """A switch of ``equipment.choices``: stored at once, following whoever else changes it."""

    def __init__(self, equipment: Equipment, choice: Choice, words: str, explanation: str) -> None:
        super().__init__(equipment, words, explanation)
        self._choice = choice
        self._choices = equipment.choices
        self._bridge = equipment.bridge
        self.box.clicked.connect(self._store)
        self._choices.changed.connect(self._follow)
        self._follow(choice)

    def _follow(self, changed: object) -> None:
        if changed == self._choice:
            self.box.setChecked(self._choices.is_on(self._choice))

    def _store(self, checked: bool) -> None:  # noqa: FBT001 - a signal's value
        kept(self._bridge, lambda: self._choices.switch(self._choice, on=checked))
        self._follow(self._choice)


def kept(bridge: Bridge, store: Callable[[], object]) -> None:
    """Stores; a disk that refuses is told where all failures are."""
    try:
        store()
    except Fault as fault:
        bridge.failed.emit(fault)
