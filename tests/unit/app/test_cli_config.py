"""``tidings config``: the settings of a profile, listed, read and set at the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest

from app.cli.config import LOCK_MINUTES, SETTINGS
from app.profile.paths import paths_of
from app.profile.settings import Settings, StoredSettings
from tests.unit.app.terminal import Terminal
from ui.choices import Value
from ui.settings_page.locking import MINUTES


def of_profile(terminal: Terminal) -> Settings:
    """What a start of the program would read."""
    return Settings.of(StoredSettings(paths_of(terminal.folder).settings))


def test_everything_the_program_asks_at_its_start_has_a_name() -> None:
    of_program = {field.name for field in fields(Settings)}
    assert set(SETTINGS) == of_program | {Value.LOCK_MINUTES.value}
    assert tuple(map(int, LOCK_MINUTES)) == MINUTES


def test_all_are_as_at_first_where_nothing_was_chosen(shell: Callable[[str], Terminal]) -> None:
    nobody = shell("nobody")
    listed = {one["name"]: one["value"] for one in nobody.do("config", "list")}
    assert listed["document"] == "off"
    assert listed["discovery"] == "on"
    assert listed["feed_bytes_max"] == str(Settings().feed_bytes_max)
    assert set(listed) == set(SETTINGS)
    assert not nobody.folder.exists(), "looking makes nothing"


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("document", "on", True),
        ("feeds_relaxed", "on", True),
        ("discovery", "off", False),
        ("port", "4711", 4711),
        ("host", "192.168.1.20", "192.168.1.20"),
        ("outside", "name.example:4711", "name.example:4711"),
        ("feed_bytes_max", "2 GiB", 2 << 30),
    ],
)
def test_what_is_set_holds_at_the_next_start(
    ann: Terminal, name: str, value: str, kept: object
) -> None:
    told = ann.do("config", "set", name, value)
    assert told == ann.do("config", "get", name)
    assert getattr(of_profile(ann), name) == kept
    ann.do("config", "set", name, "")
    assert getattr(of_profile(ann), name) == getattr(Settings(), name)


def test_the_window_locks_itself_after_the_minutes_that_were_set(ann: Terminal) -> None:
    assert ann.do("config", "set", "lock.minutes", "15")["value"] == "15"
    stored = StoredSettings(paths_of(ann.folder).settings)
    assert stored.text(Value.LOCK_MINUTES, "") == "15"


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("document", "yes", "“on” or “off”"),
        ("port", "65536", "65535"),
        ("host", "nowhere", "192.168.1.20"),
        ("outside", "name.example", "HOST:PORT"),
        ("feed_bytes_max", "much", "2 GiB"),
        ("feed_bytes_max", "999999999999999999 TB", "2 GiB"),
        ("lock.minutes", "7", "0, 1, 5, 15, 60"),
    ],
)
def test_a_wrong_value_is_answered_by_what_is_allowed(
    ann: Terminal, name: str, value: str, allowed: str
) -> None:
    before = of_profile(ann)
    status, out, told = ann.run("config", "set", name, value, as_json=False)
    assert (status, out) == (2, "")
    assert allowed in told
    assert of_profile(ann) == before


def test_a_name_that_there_is_not_is_answered_by_those_there_are(ann: Terminal) -> None:
    for words in (("get", "colour"), ("set", "colour", "on")):
        status, _, told = ann.run("config", *words, as_json=False)
        assert status == 2
        assert all(name in told for name in SETTINGS)


@pytest.mark.parametrize(
    ("name", "stored", "told"),
    [("host", "nowhere", "nowhere"), ("port", "many", "0"), ("lock.minutes", "7", "7")],
)
def test_what_somebody_else_wrote_is_told_as_the_program_takes_it(
    ann: Terminal, name: str, stored: str, told: str
) -> None:
    StoredSettings(paths_of(ann.folder).settings).store_now(name, stored)
    assert ann.do("config", "get", name)["value"] == told
