"""What is announced by a notification, and how much of it."""

from __future__ import annotations

from engine.model.ids import NotificationLevel
from ui.choices import Choice
from ui.equipment import Equipment
from ui.settings_page.parts import ChoiceSwitch, Section, kept
from ui.text.language import tr
from ui.widgets.labels import plain_label
from ui.widgets.segments import Segments


class NotificationsSection(Section):
    """The level that holds everywhere, and whether the words are shown."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Notifications"))
        self._choices = equipment.choices
        self.level = Segments(
            equipment.theme,
            tr("Announce"),
            (
                (NotificationLevel.ALL, "bell", tr("All messages")),
                (NotificationLevel.MENTIONS, "at-sign", tr("Mentions and replies")),
                (NotificationLevel.NONE, "bell-off", tr("Nothing")),
            ),
        )
        self.level.chosen.connect(
            lambda value: kept(
                equipment.bridge,
                lambda: self._choices.choose_notifications(NotificationLevel(value)),
            )
        )
        self.text = ChoiceSwitch(
            equipment,
            Choice.NOTIFICATION_TEXT,
            tr("Show what was written"),
            tr(
                "Without it a notification names the channel only: nobody who sees your screen can"
                " read along."
            ),
        )
        self.column.addWidget(plain_label(tr("Announce")))
        self.column.addWidget(self.level)
        per_channel = tr(
            "A channel can be quieter than this: its menu in the list has a level too."
        )
        self.column.addWidget(plain_label(per_channel, role="hint"))
        self.column.addWidget(self.text)
        self._choices.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self.level.show_value(self._choices.notifications)
