"""A profile of a later program is refused with exit status 4, and not a byte of it is touched."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from engine.crypto.blake2b import hash_of_size
from engine.store import keys
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import latest_format
from tests.e2e.conftest import MakePerson
from tests.e2e.processes import Person

pytestmark = pytest.mark.slow


@pytest.fixture
def ann(person: MakePerson) -> Person:
    made = person("ann")
    made.settle()
    return made


def test_told_by_the_key_file(ann: Person) -> None:
    for name in (keys.KEY_NAME, keys.COPY_NAME):
        _raise_format(ann.folder / name)
    _demand_untouched_refusals(
        ann, ["channel", "list"], ["serve", "--no-discovery"], ["config", "set", "port", "4711"]
    )


def test_told_by_the_database(ann: Person) -> None:
    """Where a crash came between the database's step and the key file's note of it."""
    key = keys.unlock(ann.folder, None, latest_format())
    database = Database(Location(str(ann.paths.database), key))
    database.run(f"PRAGMA user_version = {latest_format() + 1}")
    database.close()
    _demand_untouched_refusals(ann, ["identity", "new", "x"], ["serve", "--no-discovery"])


def _demand_untouched_refusals(person: Person, *commands: list[str]) -> None:
    before = _contents(person.folder)
    for words in commands:
        assert person.refused(*words, status=4) == "profile_newer"
    assert _contents(person.folder) == before


def _raise_format(file: Path) -> None:
    """The first 14 bytes, which keep their meaning: magic 8, format 2, their hash 4."""
    data = file.read_bytes()
    header = data[:8] + (latest_format() + 1).to_bytes(2, "big")
    file.write_bytes(header + hash_of_size(header, 4) + b"whatever a later program writes")


def _contents(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
