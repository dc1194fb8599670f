"""Where others reach this computer: the port, and the one address it is opened on."""

from __future__ import annotations

from ipaddress import ip_address

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from ui.choices import Value
from ui.equipment import Equipment
from ui.settings_page.parts import FIELD_WIDTH_MAX, Section, field_label, kept, next_start_label
from ui.text.language import tr
from ui.widgets.fields import NumberField
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem

PORT_MAX = 65_535
HOST_CHARACTERS_MAX = 64  # ours: an address has 45


class NetworkSection(Section):
    """Ports are opened when the program starts, so what is chosen here counts from then on."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Network"))
        self._equipment = equipment
        self._values = equipment.choices
        self.problem = Problem(equipment.theme)
        self._make_port()
        self._make_host()
        self.column.addWidget(next_start_label())

    def _make_port(self) -> None:
        self.port = NumberField(0, PORT_MAX)
        self.port.setSpecialValueText(tr("Any that is free"))  # 0
        self.port.setMaximumWidth(FIELD_WIDTH_MAX)
        self.port.setValue(self._values.number(Value.PORT, 0))
        self.port.valueChanged.connect(self._keep_port)
        explanation = tr(
            "Others reach this computer at it. It stays the same, so that an address you gave"
            " away stays good; while another program has it, a free one is taken."
        )
        self.port.setAccessibleDescription(explanation)
        self.column.addWidget(field_label(tr("Port"), self.port))
        self.column.addWidget(self.port)
        self.column.addWidget(plain_label(explanation, role="hint"))

    def _make_host(self) -> None:
        self.host = QLineEdit(self._values.value(Value.HOST))
        self.host.setPlaceholderText(tr("All addresses of this computer"))
        self.host.setMaxLength(HOST_CHARACTERS_MAX)
        self.host.setMaximumWidth(FIELD_WIDTH_MAX)
        self.host.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.host.textChanged.connect(self.problem.clear)
        self.host.editingFinished.connect(self._keep_host)
        explanation = tr(
            "With one of this computer's own addresses here, Tidings can be reached there alone."
        )
        self.host.setAccessibleDescription(explanation)
        self.column.addWidget(field_label(tr("Address"), self.host))
        self.column.addWidget(self.host)
        self.column.addWidget(self.problem)
        self.column.addWidget(plain_label(explanation, role="hint"))

    def _keep_port(self, port: int) -> None:
        kept(self._equipment.bridge, lambda: self._values.keep(Value.PORT, str(port)))

    def _keep_host(self) -> None:
        host = self.host.text().strip()
        if host and not _is_address(host):
            self.problem.say(
                tr("That is no address of a computer."),
                tr("Give one like 192.168.1.20 or fd00::20, or nothing for all of them."),
            )
            return
        kept(self._equipment.bridge, lambda: self._values.keep(Value.HOST, host))


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
