"""Formats: forward only, a copy before, a later program's profile untouched."""

from __future__ import annotations

import stat
from pathlib import Path

import apsw
import pytest

from engine.crypto.entropy import SeededEntropy
from engine.errors import FaultReason
from engine.protocols.peerlinks.packets import Layout
from engine.protocols.peerlinks.records import ChannelStored
from engine.store import keys
from engine.store.connection import Location
from engine.store.database import Database, open_read_only
from engine.store.migrate import (
    BACKUPS_KEPT,
    Step,
    latest_format,
    migrate,
    shipped_steps,
    stored_format,
)
from engine.store.opening import DATABASE_NAME, open_store
from engine.store.peerlinks import private_channels
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY, Opened, contents, fault_of

FIRST = Step(1, "CREATE TABLE t (x); INSERT INTO t VALUES ('old');")
SECOND = Step(2, "ALTER TABLE t ADD COLUMN y; UPDATE t SET y = 'new';")
BROKEN = Step(3, "CREATE TABLE u (x); INSERT INTO nowhere VALUES (1);")


@pytest.fixture
def location(profile: Path) -> Location:
    return Location(str(profile / DATABASE_NAME), KEY)


def migrated(location: Location, profile: Path, *steps: Step) -> None:
    database = Database(location)
    try:
        migrate(database, profile / "backup", steps)
    finally:
        database.close()


def test_the_steps_of_this_program_have_no_gap() -> None:
    steps = shipped_steps()
    assert [step.number for step in steps] == list(range(1, latest_format() + 1))


def test_a_new_profile_is_made_in_the_latest_format_without_a_backup(
    here: Opened, profile: Path
) -> None:
    assert here.store.database.value("PRAGMA user_version") == latest_format()
    assert not (profile / "backup").exists()
    assert here.store.database.rows("PRAGMA foreign_key_check") == []
    tables = here.store.database.rows("SELECT name FROM pragma_table_list WHERE NOT strict")
    loose = {name for (name,) in tables}
    assert not {name for name in loose if not name.startswith(("sqlite_", "timeline_words"))}


def test_an_existing_file_is_copied_encrypted_before_its_first_step(
    location: Location, profile: Path
) -> None:
    migrated(location, profile, FIRST)
    assert not (profile / "backup").exists()
    migrated(location, profile, FIRST, SECOND)
    copy = profile / "backup" / "pre-v2.db"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert b"old" not in copy.read_bytes()
    reading = open_read_only(Location(str(copy), KEY))
    assert reading.rows("SELECT * FROM t") == [("old",)]
    assert reading.value("PRAGMA user_version") == 1
    reading.close()
    reading = open_read_only(location)
    assert reading.rows("SELECT * FROM t") == [("old", "new")]
    reading.close()


def test_whoever_opens_an_older_file_hears_how_far_it_has_come(
    location: Location, profile: Path
) -> None:
    """A new file, and one that is as it should be, are nothing to wait for."""
    third = Step(3, "CREATE TABLE u (x);")
    heard: list[tuple[int, int]] = []

    def opened(*steps: Step) -> list[tuple[int, int]]:
        heard.clear()
        database = Database(location)
        migrate(database, profile / "backup", steps, lambda done, of: heard.append((done, of)))
        database.close()
        return list(heard)

    assert opened(FIRST) == []
    assert opened(FIRST, SECOND, third) == [(0, 3), (1, 3), (2, 3)]
    assert opened(FIRST, SECOND, third) == []


def test_a_file_in_the_latest_format_is_not_copied_again(location: Location, profile: Path) -> None:
    migrated(location, profile, FIRST, SECOND)
    migrated(location, profile, FIRST, SECOND)
    assert not (profile / "backup").exists()


def test_a_step_that_fails_leaves_the_step_before_it(location: Location, profile: Path) -> None:
    migrated(location, profile, FIRST)
    with pytest.raises(apsw.SQLError):
        migrated(location, profile, FIRST, SECOND, BROKEN)
    assert stored_format(location) == 2
    reading = open_read_only(location)
    assert reading.rows("SELECT name FROM sqlite_schema") == [("t",)]
    reading.close()


def test_a_backup_cut_short_is_made_anew(location: Location, profile: Path) -> None:
    migrated(location, profile, FIRST)
    (profile / "backup").mkdir(mode=0o700)
    (profile / "backup" / "pre-v2.db").write_bytes(b"half")
    migrated(location, profile, FIRST, SECOND)
    assert stored_format(Location(str(profile / "backup" / "pre-v2.db"), KEY)) == 1


def test_only_the_latest_backups_are_kept(location: Location, profile: Path) -> None:
    steps = [FIRST]
    migrated(location, profile, *steps)
    for number in range(2, 6):
        steps.append(Step(number, f"CREATE TABLE t{number} (x)"))
        migrated(location, profile, *steps)
    assert sorted(file.name for file in (profile / "backup").iterdir()) == [
        f"pre-v{number}.db" for number in range(6 - BACKUPS_KEPT, 6)
    ]


def make_newer(here: Opened) -> None:
    here.keep(ChannelStored(a.channel("garden"), a.NOW))
    here.store.database.run(f"PRAGMA user_version = {latest_format() + 1}")


def test_a_database_of_a_later_program_is_refused_unchanged(here: Opened, profile: Path) -> None:
    make_newer(here)
    here.close()
    before = contents(profile)
    assert fault_of(lambda: open_store(profile, KEY)) is FaultReason.PROFILE_NEWER
    assert contents(profile) == before


def test_so_it_is_when_a_crash_has_left_its_log(
    here: Opened, profile: Path, tmp_path: Path
) -> None:
    make_newer(here)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for name in (DATABASE_NAME, DATABASE_NAME + "-wal"):
        (crashed / name).write_bytes((profile / name).read_bytes())
    before = contents(crashed)
    assert fault_of(lambda: open_store(crashed, KEY)) is FaultReason.PROFILE_NEWER
    assert contents(crashed) == before


def test_the_key_file_names_the_format_once_it_is_reached(profile: Path) -> None:
    key = keys.create(profile, None, SeededEntropy(b"x"), 0)
    open_store(profile, key).close()
    assert keys.format_version(profile) == latest_format()


def test_a_restored_backup_opens_like_any_profile(here: Opened, profile: Path) -> None:
    here.keep(ChannelStored(a.channel("garden"), a.NOW))
    copy = profile / "copy.db"
    here.store.database.copy_to(copy)
    here.close()
    copy.replace(profile / DATABASE_NAME)
    store = open_store(profile, KEY)
    assert store.database.value("PRAGMA journal_mode") == "wal"
    assert list(store.spaces.names().values()) == ["garden"]
    store.close()


def test_a_profile_of_the_first_format_keeps_what_it_holds(
    location: Location, profile: Path
) -> None:
    database = Database(location)
    migrate(database, None, shipped_steps()[:1])
    garden = a.channel("garden")
    database.run(
        "INSERT INTO space (id, kind, name, public_key, created_at) VALUES (?, ?, ?, ?, ?)",
        (garden.id, "private", "garden", garden.public_key, a.NOW),
    )
    database.run(
        "INSERT INTO peerlinks_layout VALUES (?, ?)", (a.key("bob"), Layout.DOCUMENT.value)
    )
    database.close()
    store = open_store(profile, KEY)
    assert list(store.spaces.names().values()) == ["garden"]
    assert private_channels.repository(store).layout_of(a.key("bob")) is Layout.DOCUMENT
    store.close()
    assert [file.name for file in (profile / "backup").iterdir()] == [f"pre-v{latest_format()}.db"]
