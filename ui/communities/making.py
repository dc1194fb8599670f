"""Making a community: its name, what others see us as, and in which form of cable it speaks.

``open()`` it when it is shown. ``finished`` carries the CommunityView to open.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.model.communities import NICKNAME_CHARACTERS_MAX, CommunityView, WireVersion
from engine.model.community_commands import CreateCommunity
from engine.model.limits import NAME_UNITS_MAX
from ui.communities.words import CHOOSE_WIRE, FOR_EVER, TRAVELS, WHAT, WIRES
from ui.equipment import Equipment
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt
from ui.widgets.segments import Segments

FIELD_WIDTH_MAX = 360
STAYS = QT_TR_NOOP("This cannot be changed later: {wire}.")
_ICONS = {WireVersion.S: "messages-square", WireVersion.M: "network"}


class NicknameField(QLineEdit):
    """What others in a community will see us as; it may be left empty."""

    def __init__(self) -> None:
        super().__init__()
        self.setMaxLength(NICKNAME_CHARACTERS_MAX)
        self.setMaximumWidth(FIELD_WIDTH_MAX)
        self.setAccessibleName(tr("Your name in the community"))
        self.setPlaceholderText(tr("Your name"))


class NewCommunityPage(Page):
    """One form; nothing is made before its button is pressed."""

    finished = Signal(object)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("New community"), parent)
        self._equipment = equipment
        theme = equipment.theme
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setMaximumWidth(FIELD_WIDTH_MAX)
        self.name.setAccessibleName(tr("Name of the community"))
        self.nickname = NicknameField()
        segments = tuple(
            (wire.value, _ICONS[wire], tr(words)) for wire, words in CHOOSE_WIRE.items()
        )
        self.wire = Segments(theme, tr("Form of cable"), segments)
        self.wire.chosen.connect(self._show_wire)
        self.wire_words = plain_label(role="meta")
        self.problem = Problem(theme)
        self.make = push_button(tr("Make the community"), "primary")
        self.make.clicked.connect(self._make)
        for field in (self.name, self.nickname):
            field.returnPressed.connect(self._make)
            field.textChanged.connect(self.problem.clear)
        self._lay_out()

    def _lay_out(self) -> None:
        named = plain_label(tr("Name (those who join by its link see it at first)"))
        named.setBuddy(self.name)
        called = plain_label(tr("What others see you as there (all members see it)"))
        called.setBuddy(self.nickname)
        for widget in (
            plain_label(tr(WHAT)),
            plain_label(tr(TRAVELS), role="hint"),
            named,
            self.name,
            called,
            self.nickname,
            plain_label(tr("Who shall be able to join?")),
            self.wire,
            self.wire_words,
            plain_label(tr(FOR_EVER), role="hint"),
            self.problem,
        ):
            self.column.addWidget(widget)
        self.column.addLayout(flow(self.make))
        self.column.addStretch()

    def open(self) -> None:
        """Begins anew."""
        self.wire.show_value(WireVersion.S.value)
        self._show_wire()
        self.name.setFocus()

    def _show_wire(self) -> None:
        wire = tr(WIRES[WireVersion(self.wire.value)])
        self.wire_words.setText(tr(STAYS).format(wire=wire))

    def _make(self) -> None:
        name = self.name.text().strip()
        if not name:
            self.problem.say(tr("Write a name first."), tr("You can change it later."))
            self.name.setFocus()
        elif self.make.isEnabled():  # Return may be pressed twice
            command = CreateCommunity(
                name, WireVersion(self.wire.value), self.nickname.text().strip()
            )
            attempt(self._equipment.bridge, self._made(command), self.problem, self.make)

    async def _made(self, command: CreateCommunity) -> None:
        view: CommunityView = await self._equipment.bridge.perform(command)
        self.finished.emit(view)
