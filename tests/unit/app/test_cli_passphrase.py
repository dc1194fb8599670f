"""``tidings passphrase change``: what opens the profile before and after."""

from __future__ import annotations

import getpass
import json
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.profile.paths import paths_of
from tests.unit.app.terminal import Terminal


@pytest.fixture
def first(tmp_path: Path) -> str:
    file = tmp_path / "first"
    file.write_text("correct horse\n")
    return str(file)


def names(who: Terminal, *options: str) -> list[str]:
    return [identity["name"] for identity in who.do(*options, "identity", "list")]


def test_a_first_passphrase_is_needed_from_then_on(ann: Terminal, first: str) -> None:
    assert ann.do("passphrase", "change", "--new-file", first) == {"passphrase": True}
    assert ann.fail("identity", "list") == (1, "passphrase_needed")
    assert names(ann, "--passphrase-file", first) == ["ann"]


def test_another_one_and_none_take_its_place(ann: Terminal, first: str, tmp_path: Path) -> None:
    second = tmp_path / "second"
    second.write_text("battery staple\n")
    ann.do("passphrase", "change", "--new-file", first)
    change = ("passphrase", "change", "--new-file", str(second))
    assert ann.fail("--passphrase-file", str(second), *change) == (1, "passphrase_wrong")
    ann.do("--passphrase-file", first, *change)
    assert ann.fail("--passphrase-file", first, "identity", "list") == (1, "passphrase_wrong")
    remove = ("passphrase", "change", "--remove")
    assert ann.do("--passphrase-file", str(second), *remove) == {"passphrase": False}
    assert names(ann) == ["ann"]


def test_it_is_typed_twice_at_a_terminal(
    ann: Terminal, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["correct horse", "correct hoarse", "", "correct horse", "correct horse"])
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: next(typed))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    assert ann.fail("passphrase", "change") == (1, "passphrases_differ")
    assert ann.fail("passphrase", "change") == (2, "usage")
    assert ann.do("passphrase", "change") == {"passphrase": True}
    assert names(ann, "--passphrase-file", first) == ["ann"]


def test_what_cannot_be_changed_is_refused(
    ann: Terminal, first: str, shell: Callable[[str], Terminal], tmp_path: Path
) -> None:
    (tmp_path / "empty").write_text("\n")
    new = shell("new")
    assert ann.fail("passphrase", "change") == (2, "usage")
    empty = str(tmp_path / "empty")
    assert ann.fail("passphrase", "change", "--new-file", empty) == (1, "file_passphrase_needed")
    assert ann.fail("passphrase", "change", "--remove", "--new-file", first) == (2, "usage")
    assert new.fail("passphrase", "change", "--new-file", first) == (2, "usage")
    assert not new.folder.exists()
    assert names(ann) == ["ann"]


def test_a_passphrase_that_the_profile_has_no_use_for_is_told(ann: Terminal, first: str) -> None:
    status, _, err = ann.run("--passphrase-file", first, "identity", "list")
    assert status == 0
    assert json.loads(err)["warning"]["code"] == "no_passphrase"

    ann.do("passphrase", "change", "--new-file", first)

    assert ann.run("--passphrase-file", first, "identity", "list")[2] == ""


@pytest.mark.parametrize("name", ["key", "key.copy"])
def test_a_key_that_others_could_read_is_closed_to_them_and_told_once(
    ann: Terminal, name: str
) -> None:
    key = paths_of(ann.folder).profile / name
    key.chmod(0o640)

    status, _, err = ann.run("identity", "list", as_json=False)

    assert status == 0
    assert len(err.splitlines()) == 1
    assert "could read this profile's key" in err
    assert "tidings passphrase change" in err
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert ann.run("identity", "list")[2] == ""
