"""A permission to comment that was given by another way: its code or link is brought here.

``open()`` it when it is shown. Nothing is taken up here: ``found`` carries the FoundTrustLink.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.equipment import Equipment
from ui.scanning.panel import ScanPanel
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.wording.wanted import TRUST_LINK

BRING = QT_TR_NOOP("Bring the permission: the code, or the link that they have sent you.")


class BringTrustPage(Page):
    """``found`` carries the permission that was brought."""

    found = Signal(object)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("A permission to comment"), parent)
        self.scan = ScanPanel(equipment, TRUST_LINK)
        self.scan.found.connect(self.found)
        self.column.addWidget(plain_label(tr(BRING)))
        self.column.addWidget(self.scan)
        self.column.addStretch()

    def open(self) -> None:
        """It is in sight."""
        self.scan.take_focus()
