"""What a shared folder held before: listed, fetched and written elsewhere; and a folder that is
followed without being fetched.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from app.cli import folder_past
from app.cli.folder_follow import folder_meant
from app.cli.folder_past import Wanted, get_past
from app.cli.printing import Output
from app.cli.session import Call, Session
from app.folders import placing
from app.folders.room import Room
from app.links import TidingsLinks
from app.profile.paths import Paths
from app.qr import QrCodes
from engine.model.feed_commands import WantFile
from engine.model.feed_queries import PAGE_ENTRIES_MAX
from engine.model.feeds import FREE_BYTES_MIN, FeedState, FolderUse
from engine.model.ids import PublicKey, SpaceId
from tests.fake_history import key_of
from tests.files_there import files_there, parts_there
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal

FIRST, SECOND, GONE = b"first", b"second one", b"gone"
PATIENCE_SECONDS = 5.0  # a bound for a test that fails, not a measure


@pytest.fixture
def space(faked: WatchedEngine) -> SpaceId:
    """``a.txt`` in two versions, ``old/b`` in one, then deleted. The newest alone is here."""
    space = faked.folders.add("theirs", {"a.txt": FIRST, "old/b": GONE}, here=False)
    faked.folders.write(space, "a.txt", SECOND)
    faked.folders.remove(space, "old/b")
    return space


def versions(faked: WatchedEngine, space: SpaceId, path: str) -> list[int]:
    """Of the folder, each the first with that one: oldest first."""
    return [one.folder_version for one in faked.folders.folders[space].versions[path]]


def giving(faked: WatchedEngine, space: SpaceId) -> None:
    """The peer gives every version that is wanted."""

    def give() -> None:
        for path, known in list(faked.folders.folders[space].versions.items()):
            for one in [one for one in known if one.wanted]:
                faked.folders.arrive(space, path, version=one.version)

    faked.on_wish = give


# ---- listing ------------------------------------------------------------------------------------


def test_every_version_of_a_file_is_listed_newest_first(
    tina: Terminal, faked: WatchedEngine, space: SpaceId
) -> None:
    told = tina.do("folder", "list", "theirs", "--history", "old/b")
    created, deleted = versions(faked, space, "old/b")
    assert [(one["version"], one["deleted"], one["size"]) for one in told] == [
        (deleted, True, 0),
        (created, False, 4),
    ]
    _, out, _ = tina.run("folder", "list", "theirs", "--history", "/old/b", as_json=False)
    assert "deleted" in out


def test_a_file_of_more_versions_than_a_page_is_listed_to_its_first_and_had_as_it_was_then(
    tina: Terminal, faked: WatchedEngine, space: SpaceId, tmp_path: Path
) -> None:
    giving(faked, space)
    for _ in range(PAGE_ENTRIES_MAX):
        faked.folders._enter(space, "a.txt", b"later", here=False)
    faked.folders.write(space, "a.txt", b"now")
    known = versions(faked, space, "a.txt")
    told = tina.do("folder", "list", "theirs", "--history", "a.txt")
    assert [one["version"] for one in told] == known[::-1]
    words = ("folder", "get", "theirs", str(tmp_path), "--path", "a.txt", "--version")
    tina.do(*words, str(known[0]))
    assert files_there(tmp_path) == {"a.txt": FIRST}


def test_the_files_of_an_earlier_version_are_listed(
    tina: Terminal, faked: WatchedEngine, space: SpaceId
) -> None:
    before, after = versions(faked, space, "a.txt")
    then = tina.do("folder", "list", "theirs", "--version", str(after - 1))
    assert {one["path"]: one["version"] for one in then} == {
        "a.txt": before,
        "old/b": versions(faked, space, "old/b")[0],
    }
    now = tina.do("folder", "list", "theirs", "--version", str(versions(faked, space, "old/b")[1]))
    assert [(one["path"], one["version"]) for one in now] == [("a.txt", after)]
    assert tina.fail("folder", "list", "theirs", "--version", "0") == (2, "usage")
    assert tina.fail("folder", "list", "theirs", "--version", "1", "--history", "a") == (2, "usage")


def test_a_version_that_the_folder_has_not_reached_is_refused(
    tina: Terminal, faked: WatchedEngine, space: SpaceId, tmp_path: Path
) -> None:
    """It would mean the newest, and something else later on."""
    newest = tina.do("folder", "status", "theirs")["version"]
    assert newest == versions(faked, space, "old/b")[-1]
    assert tina.do("folder", "list", "theirs", "--version", str(newest)) != []
    for beyond in map(str, (newest + 1, newest + 99)):
        assert tina.fail("folder", "list", "theirs", "--version", beyond) == (2, "usage")
        words = ("folder", "get", "theirs", str(tmp_path), "--version", beyond)
        assert tina.fail(*words) == (2, "usage")


# ---- fetching -----------------------------------------------------------------------------------


def test_an_earlier_version_is_fetched_and_written_elsewhere(
    tina: Terminal, faked: WatchedEngine, space: SpaceId, tmp_path: Path
) -> None:
    giving(faked, space)
    before, _ = versions(faked, space, "a.txt")
    words = ("folder", "get", "theirs", str(tmp_path / "then"), "--version", str(before))
    got = tina.do(*words, "--path", "a.txt")
    assert [one["path"] for one in got["written"]] == ["a.txt"]
    assert files_there(tmp_path / "then") == {"a.txt": FIRST}
    assert WantFile(space, "a.txt", version=before - 1) in faked.performed
    assert (got["directory"], got["use"]) == (None, None), "nothing is kept in step there"


def test_a_file_that_is_gone_is_had_back_with_all_that_was_there(
    tina: Terminal, faked: WatchedEngine, space: SpaceId, tmp_path: Path
) -> None:
    giving(faked, space)
    created, deleted = versions(faked, space, "old/b")
    tina.do("folder", "get", "theirs", str(tmp_path), "--version", str(created))
    assert files_there(tmp_path) == {"a.txt": FIRST, "old/b": GONE}
    words = ("folder", "get", "theirs", str(tmp_path), "--path", "old/b", "--version", str(deleted))
    assert tina.fail(*words) == (1, "file_unknown")


def test_what_lies_there_already_is_kept_and_what_was_written_is_not_written_again(
    tina: Terminal, faked: WatchedEngine, space: SpaceId, tmp_path: Path
) -> None:
    giving(faked, space)
    (tmp_path / "a.txt").write_bytes(b"mine")
    words = ("folder", "get", "theirs", str(tmp_path), "--path", "a.txt", "--version")
    tina.do(*words, str(versions(faked, space, "a.txt")[0]))
    there = files_there(tmp_path)
    assert sorted(there.values()) == [FIRST, b"mine"]
    tina.do(*words, str(versions(faked, space, "a.txt")[0]))
    assert files_there(tmp_path) == there


def test_what_nobody_gives_ends_with_5(
    tina: Terminal, faked: WatchedEngine, space: SpaceId, tmp_path: Path
) -> None:
    words = ("folder", "get", "theirs", str(tmp_path), "--version", "2", "--timeout", "0.05")
    assert tina.fail(*words) == (5, "blocks_missing")
    assert files_there(tmp_path) == {}


@pytest.mark.parametrize(
    ("state", "words"), [(FeedState.PAUSED, "feed resume"), (FeedState.FORKED, "two histories")]
)
def test_what_does_not_come_is_not_waited_for(
    tina: Terminal,
    faked: WatchedEngine,
    space: SpaceId,
    tmp_path: Path,
    state: FeedState,
    words: str,
) -> None:
    faked.folders.change(space, state=state)
    command = ("folder", "get", "theirs", str(tmp_path), "--version", "2", "--timeout", "0.05")
    _, _, told = tina.run(*command, as_json=False)
    assert words in " ".join(told.split())


def test_what_was_leaves_as_much_of_the_disk_free_as_what_is(
    tina: Terminal,
    faked: WatchedEngine,
    space: SpaceId,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    giving(faked, space)
    command = ("folder", "get", "theirs", str(tmp_path), "--path", "a.txt", "--version")
    before = str(versions(faked, space, "a.txt")[0])

    def free(left: int) -> None:
        monkeypatch.setattr(folder_past, "Room", lambda: Room(lambda _place: left))

    free(FREE_BYTES_MIN + len(FIRST) - 1)
    assert tina.fail(*command, before) == (6, "disk_full")
    assert files_there(tmp_path) == {}
    free(FREE_BYTES_MIN + len(FIRST))
    tina.do(*command, before)
    assert files_there(tmp_path) == {"a.txt": FIRST}


def test_what_was_is_not_written_where_the_folder_lies_as_it_is(
    tina: Terminal, faked: WatchedEngine, space: SpaceId, tmp_path: Path
) -> None:
    faked.folders.change(space, directory=str(tmp_path), use=FolderUse.MIRRORED)
    for place in (tmp_path, tmp_path / "inside"):
        words = ("folder", "get", "theirs", str(place), "--version", "1")
        assert tina.fail(*words) == (2, "usage")
    unwaited = ("folder", "get", "theirs", str(tmp_path / "x"), "--version", "1", "--no-wait")
    assert tina.fail(*unwaited) == (2, "usage")


def test_a_version_that_is_not_as_long_as_was_said_is_not_written(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    wrong = faked.folders.add("wrong", {})
    faked.folders.write(wrong, "a", b"short", size=9, have=9)
    version = versions(faked, wrong, "a")[0]
    words = ("folder", "get", "wrong", str(tmp_path), "--version", str(version))
    assert tina.fail(*words) == (1, "content_wrong")
    assert files_there(tmp_path) == {}


def test_nor_does_anything_make_way_for_it(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    wrong = faked.folders.add("wrong", {})
    faked.folders.write(wrong, "mine/new/a", b"short", size=9, have=9)
    (tmp_path / "mine").write_bytes(b"a file where a folder belongs")
    version = versions(faked, wrong, "mine/new/a")[0]
    words = ("folder", "get", "wrong", str(tmp_path), "--version", str(version))
    assert tina.fail(*words) == (1, "content_wrong")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    assert (tmp_path / "mine").is_file()


@pytest.mark.parametrize(
    ("where", "what"),
    [(placing.Placing, "__init__"), (placing.Placing, "write"), (placing, "_move_aside")],
)
def test_called_off_at_any_moment_it_leaves_the_new_file_or_the_old_one(
    faked: WatchedEngine,
    space: SpaceId,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: object,
    what: str,
) -> None:
    """The thread that writes is not called off: between two names nothing may lie at the place."""
    before, _ = versions(faked, space, "a.txt")
    faked.folders.arrive(space, "a.txt", version=before - 1)
    (tmp_path / "a.txt").write_bytes(b"mine")
    began, goes_on, plain = threading.Event(), threading.Event(), getattr(where, what)

    def held_up(*given: object) -> object:
        done = plain(*given)
        began.set()
        goes_on.wait(PATIENCE_SECONDS)
        return done

    monkeypatch.setattr(where, what, held_up)
    call = Call(Session(Paths(tmp_path, tmp_path), Output(as_json=True), None), faked)

    async def story() -> None:
        meant = await folder_meant(faked, "theirs", None)
        wanted = Wanted(tmp_path, ("a.txt",), before)
        getting = asyncio.create_task(get_past(call, meant, wanted, None, PATIENCE_SECONDS))
        assert await asyncio.to_thread(began.wait, PATIENCE_SECONDS)
        getting.cancel()
        for _ in range(2):  # whatever does not wait for that thread has its turn
            await asyncio.to_thread(int)
        assert not getting.done()
        goes_on.set()
        with pytest.raises(asyncio.CancelledError):
            await getting

    opened = len(list(Path("/proc/self/fd").iterdir()))
    asyncio.run(story())
    assert parts_there(tmp_path) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == opened
    there = files_there(tmp_path)
    assert b"mine" in there.values()
    assert there["a.txt"] == (FIRST if what == "_move_aside" else b"mine")


# ---- followed, and meant ------------------------------------------------------------------------


def test_a_folder_is_followed_and_listed_without_being_fetched(
    tina: Terminal, faked: WatchedEngine
) -> None:
    key = PublicKey(key_of("somebody's"))
    told = tina.do("folder", "follow", key.hex(), "--name", "Plans", "--no-wait")
    assert (told["key"], told["name"], told["directory"]) == (key.hex(), "Plans", None)
    assert tina.do("folder", "list", "Plans") == []
    faked.folders.change(SpaceId(key), length=0, downloaded=0, version=0)
    assert tina.fail("folder", "follow", "Plans", "--timeout", "0.05") == (5, "blocks_missing")
    faked.folders.write(SpaceId(key), "a", b"1", here=False)
    told = tina.do("folder", "follow", key.hex())
    assert (told["files"], told["done"]) == (1, False)


def test_a_folder_is_meant_by_a_picture_of_its_code(
    tina: Terminal, faked: WatchedEngine, space: SpaceId, tmp_path: Path
) -> None:
    link = TidingsLinks().of_folder(PublicKey(space), "theirs", ())
    picture = tmp_path / "code.png"
    picture.write_bytes(QrCodes().picture(link, ".png", 8))
    told = tina.do("folder", "follow", "--qr", str(picture))
    assert told["key"] == space.hex()
    there = tmp_path / "there"
    told = tina.do("folder", "get", str(there), "--qr", str(picture), "--no-wait")
    assert (told["key"], told["directory"]) == (space.hex(), str(there))
    assert tina.fail("folder", "get", link) == (2, "usage")
    words = ("folder", "get", link, str(there), "--qr", str(picture))
    assert tina.fail(*words) == (2, "usage")
    assert tina.fail("folder", "get") == (2, "usage")
