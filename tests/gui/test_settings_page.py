"""The settings: each takes effect at once, is stored, and follows whoever else changes it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model import peer_commands
from engine.model.address import Address
from engine.model.ids import NotificationLevel
from tests.code_scene import click, strike
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, started
from ui.choices import AT_FIRST, Choice, Choices, Value
from ui.equipment import Equipment
from ui.look.theme import SETTING_MOTION, SchemeChoice, Type
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.services import Newer, UpdateTrouble
from ui.settings_page.about import LicencesSheet, licences
from ui.settings_page.page import SettingsPage
from ui.settings_page.passphrase import PassphraseQuestion


class OneProfile:
    """A profile with the passphrase ``words``; None: without one."""

    folder = "/srv/june/tidings"
    key_ring = None

    def __init__(self, words: str | None = None) -> None:
        self.words = words

    def has_passphrase(self) -> bool:
        return self.words is not None

    def change_passphrase(self, old: str | None, new: str | None) -> None:
        if old != self.words:
            raise Refused(Refusal.PASSPHRASE_WRONG)
        self.words = new


class OneAnswer:
    """Updates that always answer the same."""

    place = "updates.example.org"

    def __init__(self, answer: Newer | UpdateTrouble | None) -> None:
        self.answer = answer
        self.asked = 0

    async def newest(self) -> Newer | UpdateTrouble | None:
        self.asked += 1
        return self.answer


@pytest.fixture
def page(equipment: Equipment, qtbot: QtBot) -> SettingsPage:
    return shown(SettingsPage(equipment, has_tray=True), qtbot)


def shown(page: SettingsPage, qtbot: QtBot) -> SettingsPage:
    qtbot.addWidget(page)
    page.resize(900, 1_600)
    page.show()
    return page


def test_the_scheme_changes_at_once(page: SettingsPage, equipment: Equipment) -> None:
    click(page.appearance.scheme.buttons["dark"])
    assert equipment.theme.scheme == "dark"
    equipment.theme.choose(SchemeChoice.CONTRAST)
    assert page.appearance.scheme.value == "contrast"


def test_the_text_grows_and_stops_at_the_largest(
    page: SettingsPage, equipment: Equipment, qtbot: QtBot
) -> None:
    before = equipment.theme.pixels(Type.BODY)
    click(page.appearance.larger)
    qtbot.waitUntil(lambda: equipment.theme.pixels(Type.BODY) > before)
    assert page.appearance.percent.text() == "110 %"
    equipment.theme.choose_text_percent(200)
    assert not page.appearance.larger.isEnabled()
    assert page.appearance.smaller.isEnabled()


def test_motion_is_reduced_at_once_and_stays_so(
    page: SettingsPage, equipment: Equipment, settings: FakeSettings
) -> None:
    click(page.appearance.motion.box)
    assert equipment.theme.reduced_motion
    assert QApplication.cursorFlashTime() == 0
    assert settings.texts[SETTING_MOTION] == "reduced"
    equipment.theme.choose_motion(reduced=False)
    assert not page.appearance.motion.box.isChecked()
    assert QApplication.cursorFlashTime() > 0


def test_a_language_is_chosen_and_told(
    page: SettingsPage, equipment: Equipment, settings: FakeSettings
) -> None:
    heard: list[object] = []
    equipment.choices.changed.connect(heard.append)
    field = page.appearance.language
    field.setCurrentIndex(field.findData("de"))
    field.activated.emit(field.currentIndex())
    assert heard == [Choice.LANGUAGE]
    assert settings.texts["appearance.language"] == "de"


def test_the_level_of_notifications_is_a_ceiling(page: SettingsPage, equipment: Equipment) -> None:
    levels = NotificationLevel
    click(page.notifications.level.buttons[levels.MENTIONS])
    choices = equipment.choices
    assert choices.notifications is levels.MENTIONS
    assert [choices.level_for(level) for level in (levels.ALL, levels.NONE)] == [
        levels.MENTIONS,
        levels.NONE,
    ]


@pytest.mark.parametrize("choice", sorted(AT_FIRST))
def test_every_switch_is_stored_at_once_and_follows(
    equipment: Equipment, settings: FakeSettings, qtbot: QtBot, choice: Choice
) -> None:
    asked = replace(equipment, updates=OneAnswer(None))
    page = shown(SettingsPage(asked, has_tray=True), qtbot)
    box = {
        Choice.NOTIFICATION_TEXT: page.notifications.text,
        Choice.DISCOVERY: page.privacy.discovery,
        Choice.PORT_MAPPING: page.outside.mapping,
        Choice.UPDATE_CHECK: page.privacy.updates,
        Choice.CLOSE_TO_TRAY: page.beginning.closing,
        Choice.START_HIDDEN: page.beginning.hidden,
        Choice.ENTER_SENDS: page.writing.enter,
        Choice.DOCUMENT: page.others.document,
        Choice.FEEDS_RELAXED: page.others.relaxed,
        Choice.FEEDS_UNENCRYPTED: page.others.unencrypted,
        Choice.CABLE_SHORT_PROLOGUE: page.others.short_prologue,
    }[choice].box
    assert box.isChecked() is AT_FIRST[choice]
    click(box)
    assert Choices(settings).is_on(choice) is not AT_FIRST[choice]
    asked.choices.switch(choice, on=AT_FIRST[choice])
    assert box.isChecked() is AT_FIRST[choice]


def test_discovery_goes_on_and_off_without_a_restart(
    page: SettingsPage, engine: FakeEngine, run: Run[Any]
) -> None:
    async def twice() -> None:
        click(page.privacy.discovery.box)
        await until(lambda: peer_commands.StopDiscovery() in engine.performed)
        click(page.privacy.discovery.box)
        await until(lambda: peer_commands.StartDiscovery() in engine.performed)

    run(twice())


def test_the_router_is_asked_and_left_alone_without_a_restart(
    page: SettingsPage, engine: FakeEngine, run: Run[Any]
) -> None:
    async def twice() -> None:
        click(page.outside.mapping.box)
        await until(lambda: peer_commands.StartPortMapping() in engine.performed)
        click(page.outside.mapping.box)
        await until(lambda: peer_commands.StopPortMapping() in engine.performed)

    run(twice())


def test_an_address_from_outside_is_named_at_once_and_erased_at_once(
    page: SettingsPage, engine: FakeEngine, settings: FakeSettings, run: Run[Any]
) -> None:
    def write(text: str) -> None:
        page.outside.address.setText(text)
        QTest.keyClick(page.outside.address, Qt.Key.Key_Return)

    async def story() -> None:
        write("name.example:4711")
        named = peer_commands.NameAddresses((Address("name.example", 4711),))
        await until(lambda: named in engine.performed)
        write("")
        await until(lambda: peer_commands.NameAddresses(()) in engine.performed)

    run(story())
    assert settings.texts.get(Value.OUTSIDE, "") == ""


@pytest.mark.parametrize("text", ["name.example", "name.example:0", "[::1:4711", "two words:1"])
def test_an_address_from_outside_that_is_none_is_said_and_not_kept(
    page: SettingsPage, engine: FakeEngine, settings: FakeSettings, text: str
) -> None:
    page.outside.address.setText(text)
    QTest.keyClick(page.outside.address, Qt.Key.Key_Return)
    assert "is not an address" in page.outside.problem.sentence.text()
    assert Value.OUTSIDE not in settings.texts
    assert engine.performed == []
    page.outside.address.setText(f"{text}1")
    assert not page.outside.problem.isVisible()


def test_without_an_address_to_ask_the_update_switch_says_so(page: SettingsPage) -> None:
    assert not page.privacy.updates.box.isEnabled()
    assert not page.privacy.ask.isVisible()
    assert "named no address" in page.privacy.updates.explanation.text()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "This is the newest version."),
        (Newer("2.0", "https://a.example/"), "Version 2.0 is there: https://a.example/"),
        (UpdateTrouble.UNREACHABLE, "did not answer"),
        (UpdateTrouble.UNREADABLE, "could not be read"),
        (UpdateTrouble.NOT_SECURE, "not a secure one"),
    ],
)
def test_asking_for_updates_says_what_came_of_it(
    equipment: Equipment,
    qtbot: QtBot,
    run: Run[Any],
    answer: Newer | UpdateTrouble | None,
    words: str,
) -> None:
    updates = OneAnswer(answer)
    page = shown(SettingsPage(replace(equipment, updates=updates), has_tray=True), qtbot)

    async def ask() -> None:
        click(page.privacy.ask)
        await until(page.privacy.answer.isVisible)

    run(ask())
    assert words in page.privacy.answer.text()
    assert updates.asked == 1


def test_without_a_tray_what_needs_one_is_off_and_says_why(
    equipment: Equipment, qtbot: QtBot
) -> None:
    page = shown(SettingsPage(equipment, has_tray=False), qtbot)
    for switch in (page.beginning.closing, page.beginning.hidden):
        assert not switch.box.isEnabled()
        assert "tray" in switch.explanation.text()


def test_a_first_passphrase_is_set(equipment: Equipment, qtbot: QtBot, run: Run[Any]) -> None:
    profile = OneProfile()
    page = shown(SettingsPage(replace(equipment, profile=profile)), qtbot)
    assert page.profile.passphrase.change.text() == "Set a passphrase…"

    async def set_it() -> None:
        click(page.profile.passphrase.change)
        await until(lambda: bool(page.findChildren(PassphraseQuestion)))
        (question,) = page.findChildren(PassphraseQuestion)
        assert not question.old.isVisibleTo(question)
        click(question.proceed)
        assert "Write a passphrase." in question.problem.sentence.text()
        question.new.setText("one")
        question.again.setText("other")
        click(question.proceed)
        assert "not the same" in question.problem.sentence.text()
        question.again.setText("one")
        strike(question.again, Qt.Key.Key_Return)
        await until(page.profile.passphrase.told.isVisible)

    run(set_it())
    assert profile.words == "one"
    assert page.profile.passphrase.change.text() == "Change the passphrase…"


def test_a_wrong_old_passphrase_is_said_beside_its_field(
    equipment: Equipment, qtbot: QtBot, run: Run[Any]
) -> None:
    profile = OneProfile("right")
    page = shown(SettingsPage(replace(equipment, profile=profile)), qtbot)

    async def change() -> None:
        click(page.profile.passphrase.change)
        await until(lambda: bool(page.findChildren(PassphraseQuestion)))
        (question,) = page.findChildren(PassphraseQuestion)
        await until(question.isVisible)
        question.old.setText("wrong")
        click(question.remove)
        await until(question.problem.isVisible)
        assert question.problem.sentence.text() == "The passphrase is wrong."
        assert question.old.hasFocus()
        question.old.setText("right")
        click(question.remove)
        await until(page.profile.passphrase.told.isVisible)

    run(change())
    assert profile.words is None


def test_the_database_is_looked_over_when_asked(page: SettingsPage, run: Run[Any]) -> None:
    async def look() -> None:
        click(page.profile.look)
        await until(lambda: "sound" in page.profile.facts.text())

    run(look())


def test_a_disk_that_refuses_is_told_and_the_switch_shows_what_holds(
    page: SettingsPage, equipment: Equipment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_name: str, _value: str) -> None:
        raise Fault(FaultReason.SETTINGS_FULL)

    told: list[object] = []
    equipment.bridge.failed.connect(told.append)
    monkeypatch.setattr(equipment.settings, "store_text", refuse)
    click(page.beginning.closing.box)
    assert [getattr(problem, "reason", None) for problem in told] == [FaultReason.SETTINGS_FULL]
    assert not page.beginning.closing.box.isChecked()


def test_the_licences_of_what_is_shipped_can_be_read(page: SettingsPage, run: Run[Any]) -> None:
    assert "Lucide" in licences()

    async def read() -> None:
        click(page.about.licences)
        await until(lambda: bool(page.findChildren(LicencesSheet)))
        (sheet,) = page.findChildren(LicencesSheet)
        assert "ISC License" in sheet.words.toPlainText()
        sheet.accept()

    run(read())


def test_the_page_is_reached_from_the_rail_and_by_its_keys(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    channel(engine, "Garden")
    run(started(window))
    click(window.rail.settings)
    assert window.pages.is_shown(PageName.SETTINGS)
    window.pages.close_page()
    window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.is_shown(PageName.SETTINGS)


def test_its_controls_have_names_and_room(page: SettingsPage, equipment: Equipment) -> None:
    controls = [
        widget
        for widget in page.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not isinstance(widget, QLabel)
        and not isinstance(widget.parent(), QSpinBox)  # what is typed into lies inside of it
    ]
    assert len(controls) > 12
    for control in controls:
        assert control.accessibleName(), control
        assert min(control.width(), control.height()) >= equipment.theme.hit or not (
            control.isVisible()
        ), control.accessibleName()
