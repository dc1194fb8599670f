"""A folder that one program shares and another fetches: whole, in part, and as it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import eventually
from tests.files_there import files_there

pytestmark = pytest.mark.slow

FILES = {
    "readme.txt": b"hello",
    "empty": b"",
    "pictures/large.bin": bytes(range(256)) * 1_000,
    "pictures/deep/er/small": b"small",
}


def put(place: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(content)


def test_a_folder_is_shared_fetched_and_follows_its_owner(
    person: MakePerson, tmp_path: Path
) -> None:
    ann, ben = person("ann"), person("ben")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    put(ours, FILES)
    ann_serving, ben_serving = ann.serve(), ben.serve()
    shared = ann.do("folder", "share", str(ours))
    assert shared["files"] == len(FILES), "whoever gets it now gets all of it"
    link = shared["link"]

    got = ben.do("folder", "get", link, str(theirs), "--no-discovery")
    assert (got["key"], got["files"], got["done"]) == (shared["key"], len(FILES), True)
    assert files_there(theirs) == FILES
    listed = ben.do("folder", "list", "ours")
    assert {one["path"]: one["size"] for one in listed} == {
        path: len(content) for path, content in FILES.items()
    }

    (ours / "readme.txt").write_bytes(b"hello again")
    (ours / "new.txt").write_bytes(b"new")
    (ours / "empty").unlink()
    changed = {**FILES, "readme.txt": b"hello again", "new.txt": b"new"}
    del changed["empty"]
    eventually(lambda: len(ben.see("folder", "list", "ours")) == len(changed))
    eventually(lambda: {**files_there(theirs), "empty": b""} == {**changed, "empty": b""})

    ben_serving.stop()
    (ours / "later.txt").write_bytes(b"while Ben was away")
    eventually(lambda: ann.see("folder", "status", "ours")["files"] == len(changed) + 1)
    ben_serving = ben.serve()
    eventually(lambda: files_there(theirs).get("later.txt") == b"while Ben was away")
    stopped = ben.do("folder", "stop", "ours")
    assert stopped["directory"] is None
    assert files_there(theirs)["later.txt"] == b"while Ben was away"
    ben_serving.stop()
    ann_serving.stop()


def test_some_files_of_a_folder_are_fetched_by_a_command_alone(
    person: MakePerson, tmp_path: Path
) -> None:
    ann, ben = person("ann"), person("ben")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    put(ours, {path: content for path, content in FILES.items() if content})
    serving = ann.serve()
    ann.do("folder", "share", str(ours))
    eventually(lambda: ann.see("folder", "status", "ours")["files"] == len(FILES) - 1)
    link = ann.do("folder", "status", "ours")["link"]
    words = ("folder", "get", link, str(theirs), "--path", "pictures/deep", "--no-discovery")
    got = ben.do(*words)
    assert got["done"] is False
    assert files_there(theirs) == {"pictures/deep/er/small": b"small"}

    (ours / "readme.txt").unlink()
    eventually(lambda: ann.see("folder", "status", "ours")["files"] == len(FILES) - 2)
    ben.do("sync", "--no-discovery", "--until-quiet", "1")
    gone, first = ben.do("folder", "list", "ours", "--history", "readme.txt")
    assert (gone["deleted"], first["have"]) == (True, 0)
    then = ("--version", str(first["version"]), "--path", "readme.txt", "--no-discovery")
    ben.do("folder", "get", "ours", str(tmp_path / "then"), *then)
    assert files_there(tmp_path / "then") == {"readme.txt": b"hello"}
    serving.stop()


def test_commands_alone_fetch_a_folder_and_what_changed_since(
    person: MakePerson, tmp_path: Path
) -> None:
    ann, ben = person("ann"), person("ben")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    put(ours, FILES)
    ann.do("folder", "share", str(ours))  # published as soon as Ann serves
    serving = ann.serve()
    eventually(lambda: ann.see("folder", "status", "ours")["files"] == len(FILES))
    link = ann.do("folder", "status", "ours")["link"]
    assert ben.do("folder", "get", link, str(theirs), "--no-discovery")["done"] is True
    assert files_there(theirs) == FILES
    put(ours, {"readme.txt": b"hello again"})
    eventually(lambda: ann.see("folder", "list", "ours", "--path", "")[-1]["size"] == 11)
    synced = ben.do("sync", "--no-discovery", "--until-quiet", "2")
    assert sum(synced["blocks"].values()) >= 2
    assert (theirs / "readme.txt").read_bytes() == b"hello again"

    put(ours, {"readme.txt": b"as long now"})
    newest = ("folder", "list", "ours", "--history", "readme.txt")
    eventually(lambda: len(ann.see(*newest)) == 3)
    assert ben.do("folder", "get", link, str(theirs), "--no-discovery")["done"] is True
    assert (theirs / "readme.txt").read_bytes() == b"as long now"
    serving.stop()


def test_that_all_files_are_gone_goes_out_only_when_it_is_said(
    person: MakePerson, tmp_path: Path
) -> None:
    ann = person("ann")
    ours, unplugged = tmp_path / "ours", tmp_path / "unplugged"
    put(ours, {**FILES, ".hidden": b""})
    serving = ann.serve()
    ann.do("folder", "share", str(ours))

    def status() -> tuple[object, object]:
        said = ann.see("folder", "status", "ours")
        return said["files"], said["trouble"]

    eventually(lambda: status() == (len(FILES), None))
    ours.rename(unplugged)
    eventually(lambda: status() == (len(FILES), "directory_gone"))
    ours.mkdir()
    eventually(lambda: status() == (len(FILES), "directory_empty"))
    cleared = ann.do("folder", "clear", "ours", "--yes")
    assert (cleared["files"], cleared["trouble"]) == (0, None), "and not what was wrong before"
    put(ours, {"fresh": b"1"})
    eventually(lambda: status() == (1, None))
    serving.stop()
