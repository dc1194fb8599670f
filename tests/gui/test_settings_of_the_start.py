"""The settings that the program's start reads: every one has a control, and means what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.profile.settings import Settings, StoredSettings
from tests.code_scene import click
from tests.fake_settings import FakeSettings
from ui.equipment import Equipment
from ui.settings_page.page import SettingsPage
from ui.widgets.fields import NumberField

ENTER = Qt.Key.Key_Return


@pytest.fixture
def stored(tmp_path: Path) -> StoredSettings:
    return StoredSettings(tmp_path / "settings.json")


@pytest.fixture
def page(equipment: Equipment, stored: StoredSettings, qtbot: QtBot) -> SettingsPage:
    return _page(replace(equipment, settings=stored), qtbot)


def _page(equipment: Equipment, qtbot: QtBot) -> SettingsPage:
    made = SettingsPage(equipment, has_tray=True)
    qtbot.addWidget(made)
    made.resize(900, 2_400)
    made.show()
    return made


def _type(field: NumberField, number: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, number)
    QTest.keyClick(field, ENTER)


def _write_address(page: SettingsPage) -> None:
    page.network.host.setText(" fd00::20 ")
    QTest.keyClick(page.network.host, ENTER)


def _write_outside(page: SettingsPage) -> None:
    page.outside.address.setText(" name.example:4711 ")
    QTest.keyClick(page.outside.address, ENTER)


CHANGES: dict[str, tuple[Callable[[SettingsPage], object], object]] = {
    "port": (lambda page: _type(page.network.port, "4711"), 4_711),
    "host": (_write_address, "fd00::20"),
    "discovery": (lambda page: click(page.privacy.discovery.box), False),
    "port_mapping": (lambda page: click(page.outside.mapping.box), True),
    "outside": (_write_outside, "name.example:4711"),
    "document": (lambda page: click(page.others.document.box), True),
    "feed_bytes_max": (lambda page: _type(page.feeds.limit, "250"), 250_000_000),
    "feeds_relaxed": (lambda page: click(page.others.relaxed.box), True),
    "feeds_unencrypted": (lambda page: click(page.others.unencrypted.box), True),
    "cable_short_prologue": (lambda page: click(page.others.short_prologue.box), True),
}


def test_every_setting_of_the_start_can_be_chosen_in_the_window() -> None:
    assert {field.name for field in fields(Settings)} == set(CHANGES)


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_chosen_is_what_the_next_start_goes_by(
    page: SettingsPage, stored: StoredSettings, name: str
) -> None:
    change, meant = CHANGES[name]
    before = Settings.of(stored)
    change(page)
    assert Settings.of(stored) == replace(before, **{name: meant})  # type: ignore[arg-type]  # by name


def test_looking_at_the_settings_changes_none(page: SettingsPage, stored: StoredSettings) -> None:
    for field in (page.network.port, page.feeds.limit):
        field.setFocus()
        QTest.keyClick(field, ENTER)
    page.network.host.setFocus()
    page.network.port.setFocus()
    assert Settings.of(stored) == Settings()


def test_what_was_stored_is_shown(equipment: Equipment, qtbot: QtBot) -> None:
    stored = FakeSettings({"port": "4711", "host": "10.0.0.1", "feed_bytes_max": "250000000"})
    page = _page(replace(equipment, settings=stored), qtbot)
    assert page.network.port.value() == 4_711
    assert page.network.host.text() == "10.0.0.1"
    assert page.feeds.limit.text() == "250 MB"
    nonsense = FakeSettings({"port": "-1", "feed_bytes_max": "9" * 40})
    page = _page(replace(equipment, settings=nonsense), qtbot)
    assert page.network.port.text() == "Any that is free"
    assert page.feeds.limit.value() == 10_737


@pytest.mark.parametrize("wrong", ["garden", "192.168.1", "10.0.0.1:4711", "::1::"])
def test_what_is_no_address_is_said_and_not_kept(
    page: SettingsPage, stored: StoredSettings, wrong: str
) -> None:
    page.network.host.setText(wrong)
    QTest.keyClick(page.network.host, ENTER)
    assert page.network.problem.isVisible()
    assert Settings.of(stored).host == ""
    page.network.host.setText("")
    assert not page.network.problem.isVisible()
