"""The settings page; ``closed`` takes it away."""

from __future__ import annotations

from PySide6.QtWidgets import QSystemTrayIcon

from ui.equipment import Equipment
from ui.settings_page.about import AboutSection
from ui.settings_page.announcements import NotificationsSection
from ui.settings_page.appearance import AppearanceSection
from ui.settings_page.backups import BackupsSection
from ui.settings_page.beginning import BeginningSection
from ui.settings_page.feeds import FeedsSection, OtherProgramsSection
from ui.settings_page.household import ProfileSection
from ui.settings_page.network import NetworkSection
from ui.settings_page.outside import OutsideSection
from ui.settings_page.privacy import PrivacySection
from ui.settings_page.writing import WritingSection
from ui.text.language import tr
from ui.widgets.page import Page


class SettingsPage(Page):
    """All cards beneath each other."""

    def __init__(self, equipment: Equipment, *, has_tray: bool | None = None) -> None:
        """``has_tray``: whether this desktop has one; None: ask it."""
        super().__init__(equipment.theme, tr("Settings"))
        tray = QSystemTrayIcon.isSystemTrayAvailable() if has_tray is None else has_tray
        self.appearance = AppearanceSection(equipment)
        self.writing = WritingSection(equipment)
        self.notifications = NotificationsSection(equipment)
        self.privacy = PrivacySection(equipment)
        self.network = NetworkSection(equipment)
        self.outside = OutsideSection(equipment)
        self.feeds = FeedsSection(equipment)
        self.others = OtherProgramsSection(equipment)
        self.beginning = BeginningSection(equipment, has_tray=tray)
        self.profile = ProfileSection(equipment)
        self.backups = BackupsSection(equipment)
        self.about = AboutSection(equipment)
        for section in (
            self.appearance,
            self.writing,
            self.notifications,
            self.privacy,
            self.beginning,
            self.feeds,
            self.network,
            self.outside,
            self.others,
            self.profile,
            self.backups,
            self.about,
        ):
            self.column.addWidget(section)
        self.column.addStretch()
