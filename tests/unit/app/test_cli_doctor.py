"""The doctor on the command line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.profile.paths import paths_of
from engine.store import keys
from tests.unit.app.terminal import Terminal


def test_doctor(ann: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.diagnosis._probe", lambda _: None)
    monkeypatch.setattr("app.diagnosis._output", lambda _: "0")
    checks = ann.do("doctor")
    assert all(set(check) == {"check", "ok", "detail", "hint"} for check in checks)
    assert {"python", "window", "camera", "keyring", "java", "database", "ports"} <= {
        check["check"] for check in checks
    }


@pytest.mark.parametrize("trouble", ["key_file_damaged", "database_corrupt", "profile_newer"])
def test_a_profile_that_cannot_be_opened_is_one_failing_check_among_all_the_others(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    monkeypatch.setattr("app.diagnosis._probe", lambda _: None)
    monkeypatch.setattr("app.diagnosis._output", lambda _: "0")
    _spoil(ann, trouble)
    assert ann.fail("channel", "list")[1] == trouble

    checks = {check["check"]: check for check in ann.do("doctor")}

    assert {"python", "window", "camera", "keyring", "java", "profile", "ports"} <= set(checks)
    assert not checks["database"]["ok"]
    assert checks["database"]["detail"]
    assert checks["database"]["hint"]
    assert "doctor" not in checks["database"]["hint"], "that is what is being asked"


def _spoil(ann: Terminal, trouble: str) -> None:
    paths = paths_of(ann.folder)
    match trouble:
        case "key_file_damaged":
            paths.key.write_bytes(b"broken")
            paths.key_copy.write_bytes(b"broken")
        case "database_corrupt":
            paths.database.write_bytes(bytes(8_192))
        case _:
            keys.set_format_version(paths.profile, 9_999)


def test_what_others_could_read_is_told_as_it_was_found(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.diagnosis._probe", lambda _: None)
    monkeypatch.setattr("app.diagnosis._output", lambda _: "0")
    key = paths_of(ann.folder).key
    key.chmod(0o644)

    (found,) = (check for check in ann.do("doctor") if check["check"] == "profile")

    assert not found["ok"]
    assert key.name in found["detail"]


def test_where_there_is_no_profile_it_says_so_and_makes_none(
    shell: Callable[[str], Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.diagnosis._probe", lambda _: None)
    monkeypatch.setattr("app.diagnosis._output", lambda _: "0")
    nobody = shell("nobody")

    status, out, told = nobody.run("doctor", as_json=False)
    checks = {check["check"]: check for check in nobody.do("doctor")}

    assert status == 0
    assert "no profile" in out
    assert told == "", "nothing is made, so nobody is warned of it"
    assert not nobody.folder.exists()
    assert all(checks[name]["ok"] for name in ("profile", "database", "ports"))
    assert "tidings restore" in checks["database"]["hint"]


def test_a_damaged_profile_is_not_sent_where_restoring_refuses(ann: Terminal) -> None:
    for trouble in ("database_corrupt", "key_file_damaged"):
        _spoil(ann, trouble)
        (found,) = (check for check in ann.do("doctor") if check["check"] == "database")
        assert "folder away" in found["hint"]
        assert "tidings restore FILE" in found["hint"]
