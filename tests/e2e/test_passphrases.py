"""A profile with a passphrase opens with it, and with nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import Person

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def locked(person: MakePerson, tmp_path_factory: pytest.TempPathFactory) -> Person:
    made = person("ann")
    made.passphrase = tmp_path_factory.mktemp("secrets") / "right"
    made.passphrase.write_text("correct horse\n")
    made.do("identity", "new", "ann")
    return made


def test_the_right_one_opens_it(locked: Person) -> None:
    assert [identity["name"] for identity in locked.do("identity", "list")] == ["ann"]


def test_a_wrong_one_and_none_are_refused_differently(locked: Person, tmp_path: Path) -> None:
    right = locked.passphrase
    try:
        locked.passphrase = tmp_path / "wrong"
        assert locked.refused("identity", "list") == "file_unreadable"
        locked.passphrase.write_text("wrong horse\n")
        assert locked.refused("identity", "list") == "passphrase_wrong"
        assert locked.refused("serve", "--no-discovery") == "passphrase_wrong"
        locked.passphrase = None
        assert locked.refused("identity", "list") == "passphrase_needed"
    finally:
        locked.passphrase = right


def test_who_holds_the_files_reads_nothing_in_them(locked: Person) -> None:
    locked.do("channel", "post", "ann", "a word nobody else may read")
    for path in locked.folder.rglob("*"):
        if path.is_file():
            assert b"nobody else" not in path.read_bytes(), path


def test_a_serving_engine_is_used_without_giving_it_again(locked: Person) -> None:
    right = locked.passphrase
    serving = locked.serve()
    try:
        locked.passphrase = None
        assert locked.do("channel", "list")[0]["name"] == "ann"
    finally:
        locked.passphrase = right
    serving.stop()
