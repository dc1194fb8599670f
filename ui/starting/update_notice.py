"""Once a day, where the person allowed it: is there a newer version? One quiet banner says so."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from ui.choices import Choice
from ui.equipment import Equipment
from ui.services import Newer
from ui.text.language import tr
from ui.widgets.dialogs import LinkQuestion, answer
from ui.widgets.toast import Notice

DAY_SECONDS = 86_400.0
LOOK_MS = 30 * 60 * 1_000  # ours: a computer that slept over the hour is asked soon after
FIRST_LOOK_MS = 20_000  # ours: a start has better things to do
SETTING_ASKED_AT = "updates.asked_at"
DIGITS_MAX = 15  # so many are exact


class UpdateNotice(QObject):
    """Asks through ``equipment.updates`` and tells in ``banner``. Never fetches anything else."""

    def __init__(
        self,
        equipment: Equipment,
        banner: Notice,
        open_address: Callable[[str], object],
        window: QWidget,
    ) -> None:
        """``open_address`` hands an address to the desktop, once the person has confirmed it."""
        super().__init__(window)
        self._window = window
        self._equipment = equipment
        self._banner = banner
        self._open_address = open_address
        self._timer = QTimer(self, interval=FIRST_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        equipment.choices.changed.connect(self._chosen)

    def look(self) -> None:
        """Asks, if the person allowed it, a day has passed and there is room to tell it."""
        self._timer.setInterval(LOOK_MS)
        has = self._equipment
        since = has.now() - _seconds(has.settings.text(SETTING_ASKED_AT, ""))
        is_due = not 0 <= since < DAY_SECONDS  # the clock may have been wrong the last time
        allowed = has.choices.is_on(Choice.UPDATE_CHECK)
        if allowed and is_due and self._banner.isHidden() and has.updates is not None:
            has.remember(SETTING_ASKED_AT, f"{has.now():.0f}")
            has.bridge.start(self._ask())

    def _chosen(self, choice: object) -> None:
        if choice == Choice.UPDATE_CHECK:
            self.look()

    async def _ask(self) -> None:
        updates = self._equipment.updates
        assert updates is not None
        found = await updates.newest()
        if isinstance(found, Newer) and self._banner.isHidden():
            words = tr("Version {version} of Tidings is there.").format(version=found.version)
            self._banner.say_with(
                "download",
                "accent",
                tr("What is new…"),
                words,
                lambda: self._equipment.bridge.start(self._show(found)),
            )

    async def _show(self, newer: Newer) -> None:
        question = LinkQuestion(self._window, newer.page)
        if await answer(question):
            self._open_address(newer.page)


def _seconds(text: str) -> float:
    return float(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX else 0.0
