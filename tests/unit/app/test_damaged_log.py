"""A bit flips in the log of a real profile: what the person at the terminal is told of it."""

from __future__ import annotations

from app.profile.opening import open_profile
from app.profile.paths import Paths
from engine.store.settings import set_setting
from tests.unit.app.terminal import Terminal


def _killed_after_changes(ann: Terminal) -> dict[str, bytes]:
    """The database's files as a program leaves them that is killed after some changes."""
    store = open_profile(Paths(ann.folder, ann.folder), lambda *, is_new: None)
    try:
        for number in range(3):
            set_setting(store.database, "example", b"%d" % number)
        return {path.name: path.read_bytes() for path in ann.folder.glob("tidings.db*")}
    finally:
        store.close()


def test_changes_that_the_disk_undid_are_told_by_the_command_that_finds_it(ann: Terminal) -> None:
    for name, data in _killed_after_changes(ann).items():
        (ann.folder / name).write_bytes(data)
    log = ann.folder / "tidings.db-wal"
    damaged = bytearray(log.read_bytes())
    damaged[20] ^= 1  # of its header: nothing that stands in it counts any more
    log.write_bytes(bytes(damaged))

    status, _, told = ann.run("channel", "list", as_json=False)
    assert status == 0
    assert "A fault of the disk has undone this profile's last changes" in told
    assert "come again by themselves" in told
    assert ann.run("channel", "list", as_json=False)[2] == "", "it is told once"
    (found,) = [check for check in ann.do("doctor") if check["check"] == "log"]
    assert not found["ok"]
    assert "damaged-log-1.wal" in found["detail"]
