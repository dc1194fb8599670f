"""What a person chose about this window, by name, and what holds where they chose nothing.

The look of it (scheme, text size, motion) is the theme's. Both lie in ``ui.services.Settings``; a
change is told at once, so that whoever goes by it need not wait for the next start.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from engine.model.ids import NotificationLevel
from ui.services import Settings

ON, OFF = "on", "off"
NUMBER_DIGITS_MAX = 18  # as the program's start reads them


class Choice(StrEnum):
    """The names under which they are stored. Those without a dot the program's start reads, too."""

    LANGUAGE = "appearance.language"
    NOTIFICATIONS = "notifications.level"
    NOTIFICATION_TEXT = "notifications.text"
    DISCOVERY = "discovery"
    PORT_MAPPING = "port_mapping"
    UPDATE_CHECK = "updates.check"
    CLOSE_TO_TRAY = "start.close_to_tray"
    START_HIDDEN = "start.hidden"
    ENTER_SENDS = "writing.enter_sends"
    DOCUMENT = "document"
    FEEDS_RELAXED = "feeds_relaxed"
    FEEDS_UNENCRYPTED = "feeds_unencrypted"
    CABLE_SHORT_PROLOGUE = "cable_short_prologue"


class Value(StrEnum):
    """What is chosen besides, by the names under which the program's start reads it.

    ``PORT`` (0: any), ``HOST`` (empty: all), ``OUTSIDE``: where the port is reached besides (empty:
    nowhere that is known), ``FEED_BYTES``: how much one feed may take;
    ``LOCK_MINUTES``: after how long the window locks itself (0: never).
    """

    PORT = "port"
    HOST = "host"
    OUTSIDE = "outside"
    FEED_BYTES = "feed_bytes_max"
    LOCK_MINUTES = "lock.minutes"


AT_FIRST = {
    Choice.NOTIFICATION_TEXT: True,
    Choice.DISCOVERY: True,
    Choice.PORT_MAPPING: False,  # nobody's router is changed unasked
    Choice.UPDATE_CHECK: False,  # nothing is fetched from anywhere unasked
    Choice.CLOSE_TO_TRAY: False,
    Choice.START_HIDDEN: False,
    Choice.ENTER_SENDS: True,
    Choice.DOCUMENT: False,
    Choice.FEEDS_RELAXED: False,
    Choice.FEEDS_UNENCRYPTED: False,
    Choice.CABLE_SHORT_PROLOGUE: False,
}
"""What holds of each switch until the person has chosen."""

_STRICTEST_LAST = (NotificationLevel.ALL, NotificationLevel.MENTIONS, NotificationLevel.NONE)


class Choices(QObject):
    """Read and changed by all parts of one window; ``changed`` carries the ``Choice``."""

    changed = Signal(object)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def is_on(self, choice: Choice) -> bool:
        """Whether that switch is on."""
        return self._settings.text(choice, ON if AT_FIRST[choice] else OFF) == ON

    def switch(self, choice: Choice, *, on: bool) -> None:
        """Stores it. Raises Fault where it cannot be stored; then nothing changed."""
        self._store(choice, ON if on else OFF)

    def value(self, which: Value) -> str:
        """What is stored there; empty: nothing was chosen."""
        return self._settings.text(which, "")

    def number(self, which: Value, at_first: int) -> int:
        """What is stored there as a number, or ``at_first``."""
        stored = self.value(which)
        is_number = stored.isascii() and stored.isdigit() and len(stored) <= NUMBER_DIGITS_MAX
        return int(stored) if is_number else at_first

    def keep(self, which: Value, text: str) -> None:
        """Stores it; empty: the program chooses again. Raises Fault."""
        self._settings.store_text(which, text)

    @property
    def language(self) -> str:
        """The chosen language (``de``); empty: that of the system."""
        return self._settings.text(Choice.LANGUAGE, "")

    def choose_language(self, code: str) -> None:
        """Stores it; empty for the system's. Raises Fault."""
        self._store(Choice.LANGUAGE, code)

    @property
    def notifications(self) -> NotificationLevel:
        """The most that is announced, in whatever channel."""
        stored = self._settings.text(Choice.NOTIFICATIONS, NotificationLevel.ALL)
        known = stored in set(NotificationLevel)
        return NotificationLevel(stored) if known else NotificationLevel.ALL

    def choose_notifications(self, level: NotificationLevel) -> None:
        """Stores it. Raises Fault."""
        self._store(Choice.NOTIFICATIONS, level)

    def level_for(self, channel: NotificationLevel) -> NotificationLevel:
        """What is announced in a channel of that level: the stricter of the two holds."""
        return max(self.notifications, channel, key=_STRICTEST_LAST.index)

    def _store(self, choice: Choice, value: str) -> None:
        self._settings.store_text(choice, value)
        self.changed.emit(choice)
