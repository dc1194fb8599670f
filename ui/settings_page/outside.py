"""How people outside of this network reach us: a router that is asked, or an address we are told.

Both take effect at once.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from engine.errors import Refusal, Refused
from engine.model.address import HOST_CHARACTERS_MAX, Address
from engine.model.peer_commands import NameAddresses, StartPortMapping, StopPortMapping
from ui.choices import Choice, Value
from ui.equipment import Equipment
from ui.settings_page.parts import FIELD_WIDTH_MAX, ChoiceSwitch, Section, field_label, kept
from ui.text.language import tr
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem, attempt

ADDRESS_CHARACTERS_MAX = HOST_CHARACTERS_MAX + len("[]:65535")


class OutsideSection(Section):
    """What comes of it is shown with the connections."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Reached from outside"))
        self._equipment = equipment
        self._values = equipment.choices
        self.problem = Problem(equipment.theme)
        self._make_mapping()
        self._make_address()

    def _make_mapping(self) -> None:
        self.mapping = ChoiceSwitch(
            self._equipment,
            Choice.PORT_MAPPING,
            tr("Ask the router to let others through"),
            tr(
                "For people outside of this network. While Tidings runs, the router is asked (by"
                " UPnP) to pass on whoever knocks at one of its ports, and that address goes into"
                " your invites and links. Anybody can knock there. The page of connections says"
                " what came of it."
            ),
        )
        self.mapping.box.clicked.connect(self._set_mapping)
        self.column.addWidget(self.mapping)

    def _make_address(self) -> None:
        self.address = QLineEdit(self._values.value(Value.OUTSIDE))
        self.address.setPlaceholderText(tr("name.example:4711 or 203.0.113.5:4711"))
        self.address.setMaxLength(ADDRESS_CHARACTERS_MAX)
        self.address.setMaximumWidth(FIELD_WIDTH_MAX)
        self.address.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.address.textChanged.connect(self.problem.clear)
        self.address.editingFinished.connect(self._keep_address)
        explanation = tr(
            "Where a router forwards to this computer already, or a name leads to it: others are"
            " told this address before all others, in invites and links, too."
        )
        self.address.setAccessibleDescription(explanation)
        self.column.addWidget(field_label(tr("Address from outside"), self.address))
        self.column.addWidget(self.address)
        self.column.addWidget(self.problem)
        self.column.addWidget(plain_label(explanation, role="hint"))

    def _set_mapping(self, on: bool) -> None:  # noqa: FBT001 - a signal's value
        bridge = self._equipment.bridge
        wish = StartPortMapping() if on else StopPortMapping()
        attempt(bridge, bridge.perform(wish), self.problem)

    def _keep_address(self) -> None:
        text = self.address.text().strip()
        if text == self._values.value(Value.OUTSIDE):
            return
        address = Address.parse(text) if text else None
        if text and (address is None or not address.port):
            self.problem.show_problem(Refused(Refusal.ADDRESS_INVALID, text))
            return
        bridge = self._equipment.bridge
        kept(bridge, lambda: self._values.keep(Value.OUTSIDE, text))
        named = () if address is None else (address,)
        attempt(bridge, bridge.perform(NameAddresses(named)), self.problem)
