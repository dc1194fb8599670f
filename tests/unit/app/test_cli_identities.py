"""Identities on the command line: made, listed, and taken elsewhere in an encrypted file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.app.terminal import IDENTITY, SPACE, Terminal


def test_identities(ann: Terminal) -> None:
    (listed,) = ann.do("identity", "list")
    made = ann.do("identity", "new", "second")
    assert set(made) >= IDENTITY
    assert set(made["channel"]) >= SPACE
    assert bytes.fromhex(listed["public_key"]).hex() == listed["public_key"]
    assert listed["name"] == listed["channel"]["name"] == "ann"


def test_an_identity_goes_to_another_profile_in_an_encrypted_file(
    ann: Terminal, shell: Callable[[str], Terminal], tmp_path: Path
) -> None:
    secret, wrong, file = tmp_path / "secret", tmp_path / "wrong", tmp_path / "ann.identity"
    secret.write_text("open sesame\n")
    wrong.write_text("open barley\n")
    written = ann.do("identity", "export", "ann", str(file), "--secret-file", str(secret))
    assert written["bytes"] == file.stat().st_size
    assert file.stat().st_mode & 0o077 == 0
    laptop = shell("laptop")
    taking = ("identity", "import", str(file), "--secret-file")
    assert laptop.run(*taking, str(wrong))[0] == 1
    taken = laptop.do(*taking, str(secret))
    assert taken["public_key"] == ann.do("identity", "list")[0]["public_key"]
    assert ann.fail("identity", "export", "ann", str(file)) == (1, "file_passphrase_needed")
    assert laptop.fail(*("identity", "import", str(wrong)), "--secret-file", str(secret)) == (
        1,
        "file_no_export",
    )


def test_a_first_line_without_end_is_no_passphrase(ann: Terminal, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"x" * 10_000)
    secret = str(tmp_path / "secret")
    file = str(tmp_path / "file")
    export = ("identity", "export", "ann", file, "--secret-file", secret)
    assert ann.fail(*export) == (1, "file_unreadable")
    assert not os.path.exists(file)  # noqa: PTH110 - nothing was written


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("nobody", "x.identity"), "identity_unknown"),
        (("ann", "/nowhere/x"), "file_unwritable"),
        (("ann", "/"), "file_unwritable"),
        (("ann", "a" * 5_000), "file_unwritable"),
    ],
    ids=["who", "where", "a folder", "too long a name"],
)
def test_an_export_is_refused_before_its_passphrase_is_asked_for(
    ann: Terminal, words: tuple[str, ...], code: str
) -> None:
    assert ann.fail("identity", "export", *words) == (1, code)


def test_a_file_that_gives_no_passphrase_says_why(ann: Terminal, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"\xff\n")
    export = ("identity", "export", "ann", str(tmp_path / "x"), "--secret-file", str(secret))
    status, _, err = ann.run(*export, as_json=False)
    assert status == 1
    assert "(its first line is not UTF-8 text)" in err


def test_a_new_passphrase_typed_in_two_ways_is_said_to_be(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["open sesame", "open barley"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("getpass.getpass", lambda _: next(typed))
    file = tmp_path / "ann.identity"
    assert ann.fail("identity", "export", "ann", str(file)) == (1, "passphrases_differ")
    assert not file.exists()
