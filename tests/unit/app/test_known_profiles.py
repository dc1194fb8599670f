"""The list of a person's profiles: names and folders in a small file, and windows of their own."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

import pytest

from app.own_process import program
from app.profile.known import LIST_NAME, PROFILES_MAX, KnownProfiles, _Entry
from engine.errors import Fault, FaultReason
from tests.unit.app.terminal import Terminal


class Here:
    """A user's folders, and what was started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "config" / "tidings" / LIST_NAME
        self.started: list[Path] = []

    def profiles(self, own: Path | None = None) -> KnownProfiles:
        return KnownProfiles(self.file, own, self.started.append)

    def made(self, name: str) -> Path:
        """A folder with something of a profile in it."""
        place = self.folder / name
        place.mkdir()
        (place / "tidings.db").write_bytes(b"")
        return place


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Here:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Here(tmp_path)


def names(profiles: KnownProfiles) -> list[str]:
    return [one.name for one in profiles.known()]


def test_there_is_nothing_at_first(here: Here) -> None:
    assert names(here.profiles()) == []
    assert not here.file.exists()


def test_what_was_added_is_listed_by_name_and_what_is_open_first(here: Here) -> None:
    open_one, other = here.made("open"), here.made("other")
    profiles = here.profiles(open_one)
    profiles.add("Zoe", open_one)
    profiles.add("Ben", other)
    profiles.add("ann", here.folder / "gone")
    listed = here.profiles(open_one).known()
    assert [(one.name, one.is_own, one.is_there) for one in listed] == [
        ("Zoe", True, True),
        ("ann", False, False),
        ("Ben", False, True),
    ]


def test_the_main_profile_is_listed_once_it_is_there(here: Here) -> None:
    main = here.folder / "data" / "tidings"
    main.mkdir(parents=True)
    (main / "tidings.db").write_bytes(b"")
    assert names(here.profiles()) == ["Main profile"]
    here.profiles().add("Home", main)
    assert names(here.profiles()) == ["Home"]


def test_a_profile_that_was_only_named_at_the_start_is_shown_and_not_kept(here: Here) -> None:
    assert names(here.profiles(here.made("allotment"))) == ["allotment"]
    assert names(here.profiles()) == []


def test_the_file_holds_names_and_folders_for_its_owner_alone(here: Here) -> None:
    place = here.made("one")
    here.profiles().add("One", place)
    assert json.loads(here.file.read_bytes()) == [{"name": "One", "folder": str(place)}]
    assert here.file.stat().st_mode & 0o777 == 0o600
    assert here.file.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_has_one_name_and_is_removed_alone(here: Here) -> None:
    place, other = here.made("one"), here.made("two")
    profiles = here.profiles()
    profiles.add("One", place)
    profiles.add("Two", other)
    profiles.add("Uno", place / ".." / "one")
    assert names(profiles) == ["Two", "Uno"]
    profiles.remove(place)
    assert names(profiles) == ["Two"]
    assert place.is_dir()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b'[{"name": 1, "folder": "/x"}]', b"[" * 300_000, b"\xff"]
)
def test_what_cannot_be_read_counts_as_not_there(here: Here, content: bytes) -> None:
    here.file.parent.mkdir(parents=True)
    here.file.write_bytes(content)
    assert names(here.profiles()) == []
    here.profiles().add("One", here.made("one"))
    assert names(here.profiles()) == ["One"]


def test_the_list_has_an_end(here: Here) -> None:
    profiles = here.profiles()
    for number in range(3):
        profiles.add(str(number), here.folder / str(number))
    entries = [{"name": str(n), "folder": f"/nowhere/{n}"} for n in range(PROFILES_MAX + 1)]
    here.file.write_text(json.dumps(entries))
    assert len(profiles.known()) == PROFILES_MAX


def test_a_disk_that_refuses_is_a_fault(here: Here) -> None:
    here.file.parent.parent.mkdir()
    here.file.parent.write_bytes(b"no folder")
    with pytest.raises(Fault) as caught:
        here.profiles().add("One", here.made("one"))
    assert caught.value.reason is FaultReason.DISK_FAILED


def test_only_a_profile_or_an_empty_folder_can_hold_one(here: Here) -> None:
    empty, other = here.folder / "empty", here.folder / "other"
    empty.mkdir()
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    profiles = here.profiles()
    assert profiles.can_hold(here.made("one"))
    assert profiles.can_hold(empty)
    assert not profiles.can_hold(other)
    assert not profiles.can_hold(here.folder / "missing")


@pytest.mark.parametrize("name", ["Allotment", "../../etc", "\u202e\n", "x" * 300, "ä ö"])
def test_a_new_profile_gets_a_folder_of_its_own(here: Here, name: str) -> None:
    profiles = here.profiles()
    first = profiles.suggested(name)
    assert first.parent == here.folder / "data" / "tidings-profiles"
    assert not first.exists()
    first.mkdir(parents=True)
    assert profiles.suggested(name) not in {first, first.parent}


def test_opening_starts_the_program_on_that_folder(here: Here) -> None:
    place = here.made("one")
    here.profiles().open(place)
    assert here.started == [place]
    assert program()[0] == sys.executable


def test_a_program_that_cannot_be_started_is_a_fault(here: Here) -> None:
    def refuse(_folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    with pytest.raises(Fault):
        KnownProfiles(here.file, None, refuse).open(here.folder)


# ---- the command line ---------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("identity", "list"), ("channel", "list")])
def test_only_the_window_asks_for_a_profile(
    shell: Callable[[str], Terminal], words: tuple[str, ...]
) -> None:
    assert shell("ann").run("--choose-profile", *words)[0] == 2


def test_a_list_that_cannot_be_read_now_is_not_written_over(here: Here) -> None:
    here.file.parent.mkdir(parents=True)
    here.file.symlink_to(here.file.name)  # it leads to itself: no system opens it
    profiles = here.profiles()
    with pytest.raises(Fault) as adding:
        profiles.add("Ben", here.folder)
    with pytest.raises(Fault) as removing:
        profiles.remove(here.folder)
    assert {adding.value.reason, removing.value.reason} == {FaultReason.DISK_FAILED}
    assert here.file.is_symlink()
    assert names(profiles) == []


def test_two_windows_that_add_at_once_lose_nothing(here: Here) -> None:
    """Each reads the list, changes it and writes it whole: one after the other."""
    places = [here.made(f"place-{number}") for number in range(24)]

    def add(place: Path) -> None:
        here.profiles().add(place.name, place)

    with ThreadPoolExecutor(max_workers=8) as windows:
        list(windows.map(add, places))
    assert sorted(names(here.profiles())) == sorted(place.name for place in places)


def test_while_another_window_changes_the_list_ours_waits(here: Here) -> None:
    one, other = here.made("one"), here.made("other")
    mine, theirs = here.profiles(), here.profiles()
    with theirs._alone():
        adding = Thread(target=lambda: mine.add("One", one))
        adding.start()
        theirs._store([_Entry("Other", str(other))])
    adding.join()
    assert names(here.profiles()) == ["One", "Other"]
