"""A profile whose files were lost, damaged or left open to others, as the command line meets it."""

from __future__ import annotations

import json
import stat
from pathlib import Path

from engine.store import keys
from tests.unit.app.terminal import Terminal

BRING_BACK = (
    "Move the profile's folder away; then “Restore backup” on the first page, or “tidings restore "
    "FILE”, brings a backup back."
)


def told_of(who: Terminal) -> tuple[int, str, str, str]:
    """Status, code, sentence and next step of a command that fails."""
    status, out, err = who.run("identity", "list")
    assert out == ""
    error = json.loads(err)["error"]
    return status, error["code"], error["message"], error["hint"]


def files(who: Terminal) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in who.folder.iterdir() if path.is_file()}


def test_a_missing_database_is_never_made_anew(ann: Terminal) -> None:
    database = ann.folder / "tidings.db"
    database.unlink()
    before = files(ann)
    assert told_of(ann) == (
        6,
        "database_missing",
        f"The profile's database {database} is missing or empty, though its key is there.",
        BRING_BACK,
    )
    assert files(ann) == before


def test_a_damaged_first_page_and_another_key_are_one_sentence(ann: Terminal) -> None:
    database = ann.folder / "tidings.db"
    damaged = bytearray(database.read_bytes())
    damaged[1_000] ^= 1
    database.write_bytes(damaged)
    assert told_of(ann) == (
        6,
        "database_unreadable",
        "The profile's database tidings.db is damaged, or belongs to another key.",
        BRING_BACK,
    )


def test_a_newer_copy_of_the_key_is_left_alone(ann: Terminal) -> None:
    old = (ann.folder / "key").read_bytes()
    keys.set_format_version(ann.folder, 60_000)
    (ann.folder / "key").write_bytes(old)
    before = files(ann)
    assert told_of(ann)[:2] == (4, "profile_newer")
    assert files(ann) == before


def test_a_copied_profile_is_closed_to_others_at_its_first_use(ann: Terminal) -> None:
    (ann.folder / "settings.json").write_text("{}")
    names = ("", "key", "key.copy", "tidings.db", "settings.json")
    for name in names:
        path = ann.folder / name
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert [one["name"] for one in ann.do("identity", "list")] == ["ann"]
    for name in names:
        path = ann.folder / name
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), name
    log = (ann.folder / "logs" / "tidings.log").read_text()
    assert "key was open to others (644); now it is not" in log
