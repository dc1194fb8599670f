"""What was said to be done outlasts a power cut at once: reports and datasets."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from spark_reports.dataset import POSTS, SpaceRow, as_table
from spark_reports.dataset_writer import writing
from spark_reports.outputs import alone_in, clear_left
from tests.spark.disk_calls import FOR_GOOD, disk_calls
from tests.spark.rows import DAY, GARDEN, NOON, dataset, post
from tests.spark.without_java import report_without_java

pytestmark = pytest.mark.usefixtures("signals")

PARTS = ".out.part"
MONTH = f"posts/space={GARDEN}/month=2024-03"


class Disk:
    """What is done to what lies in ``folder``."""

    def __init__(self, folder: Path) -> None:
        """See the class."""
        self._folder = folder
        self.calls: list[tuple[str, str]] = []

    def hear(self, call: str, place: Path) -> None:
        """One more."""
        if place.is_relative_to(self._folder):
            self.calls.append((call, place.relative_to(self._folder).as_posix()))

    def synced_before(self, call: tuple[str, str]) -> set[str]:
        """Whatever was on the disk for good when that was done."""
        return {name for one, name in self.calls[: self.calls.index(call)] if one == "fsync"}

    def first(self, *calls: str) -> int:
        """When one of those was done for the first time."""
        return next(n for n, (call, _) in enumerate(self.calls) if call in calls)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """From the call of this on."""
    disk = Disk(tmp_path)
    disk_calls(monkeypatch, disk.hear, FOR_GOOD)
    return disk


def test_a_report_is_on_the_disk_before_it_takes_its_place_and_then_its_place_is(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert report_without_java(tmp_path, monkeypatch) == 0
    disk.calls.clear()
    assert report_without_java(tmp_path, monkeypatch) == 0
    fresh = f"{PARTS}/report"
    assert disk.synced_before(("rename", f"{PARTS}/older")) == {
        *(fresh, f"{fresh}/run.json", f"{fresh}/tables", f"{fresh}/tables/authors.csv"),
    }
    placed = disk.calls.index(("rename", "out"))
    assert disk.calls[placed + 1] == ("fsync", "."), "the older one goes only then"
    assert disk.first("unlink", "rmdir") > placed + 1


def test_a_dataset_is_on_the_disk_before_its_manifest_says_so_and_then_that_is(
    tmp_path: Path, disk: Disk
) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    disk.calls.clear()
    dataset(tmp_path, {GARDEN: [post(2), post(3, NOON + 30 * DAY)]})
    later = MONTH.replace("-03", "-04")
    folders = {".", "posts", f"posts/space={GARDEN}", MONTH, later}
    parts = {f"{MONTH}/part-000002.parquet", f"{later}/part-000003.parquet"}
    others = {f"{name}.new" for name in ("spaces.parquet", "authors.parquet", "_manifest.json")}
    assert disk.synced_before(("replace", "spaces.parquet")) == folders | parts | others
    placed = disk.calls.index(("replace", "_manifest.json"))
    assert disk.calls[placed + 1] == ("fsync", ".")


def test_a_part_that_was_replaced_goes_only_once_the_manifest_is_on_the_disk(
    tmp_path: Path, disk: Disk
) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    disk.calls.clear()
    dataset(tmp_path, {GARDEN: [post(1)]}, include_text=True)  # which is written anew
    gone = disk.calls.index(("unlink", f"{MONTH}/part-000001.parquet"))
    assert ("fsync", ".") in disk.calls[disk.calls.index(("replace", "_manifest.json")) : gone]


def test_a_part_that_is_begun_anew_is_not_waited_for(tmp_path: Path, disk: Disk) -> None:
    with writing(tmp_path) as writer:
        writer.add_batch(GARDEN, "2024-03", as_table([post(1)], POSTS))
        writer.begin_anew(GARDEN)
        writer.add_batch(GARDEN, "2024-03", as_table([post(1)], POSTS))
        writer.finish([SpaceRow(GARDEN, "peerlinks", "Garden")], [])
    synced = {name for call, name in disk.calls if call == "fsync"}
    assert {one for one in synced if "part-" in one} == {f"{MONTH}/part-000002.parquet"}


def test_the_folders_that_a_dataset_made_above_itself_are_on_the_disk(
    tmp_path: Path, disk: Disk
) -> None:
    dataset(tmp_path / "a" / "b", {GARDEN: [post(1)]})
    assert {".", "a", "a/b"} <= {name for call, name in disk.calls if call == "fsync"}


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP, errno.EBADF])
def test_a_disk_that_syncs_no_folders_takes_reports_and_datasets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    sync = os.fsync

    def sync_files(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        sync(handle)

    monkeypatch.setattr(os, "fsync", sync_files)
    assert report_without_java(tmp_path, monkeypatch) == 0
    assert (tmp_path / "out" / "run.json").exists()


def failing_in(folder: Path, *, itself_alone: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its disk syncs nothing any more, or only not which names are in ``folder`` itself."""
    sync = os.fsync

    def fail(handle: int) -> None:
        if itself_alone and not os.path.samestat(os.fstat(handle), folder.stat()):
            sync(handle)
            return
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fail)


@pytest.mark.parametrize("at_its_place_alone", [False, True])
def test_a_disk_that_fails_while_a_report_is_synced_leaves_the_older_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    at_its_place_alone: bool,
) -> None:
    assert report_without_java(tmp_path, monkeypatch) == 0
    before = (tmp_path / "out" / "run.json").stat().st_ino
    failing_in(tmp_path, itself_alone=at_its_place_alone, monkeypatch=monkeypatch)
    assert report_without_java(tmp_path, monkeypatch) == 1
    assert os.strerror(errno.EIO) in capsys.readouterr().err
    assert (tmp_path / "out" / "run.json").stat().st_ino == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["dataset", "out"]


def test_a_disk_that_fails_where_there_was_no_report_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset(tmp_path / "dataset", {GARDEN: [post(1)]})
    failing_in(tmp_path, itself_alone=True, monkeypatch=monkeypatch)
    assert report_without_java(tmp_path, monkeypatch) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["dataset"]


def killed_before_its_place_was_synced(folder: Path) -> Path:
    """The new report, in the place of an older one that lies there still, as does what was needed
    on the way: people's names among it.
    """
    out = folder / "out"
    (out / "tables").mkdir(parents=True, exist_ok=True)
    (folder / PARTS / "scratch" / "tables").mkdir(parents=True)
    (folder / PARTS / "scratch" / "tables" / "authors.parquet").touch()
    (folder / PARTS / "older").mkdir(parents=True)
    (folder / PARTS / "older" / "run.json").write_text("{}")
    return out


def test_an_older_report_whose_run_was_killed_goes_once_the_new_one_is_on_the_disk(
    tmp_path: Path, disk: Disk
) -> None:
    clear_left(killed_before_its_place_was_synced(tmp_path))
    gone = disk.calls.index(("unlink", f"{PARTS}/older/run.json"))
    assert ("fsync", ".") in disk.calls[:gone]
    assert not (tmp_path / PARTS).exists()


def test_an_older_report_stays_where_the_disk_cannot_say_so_of_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    out = killed_before_its_place_was_synced(tmp_path)
    monkeypatch.setattr(os, "fsync", fail)
    clear_left(out)
    assert [one.name for one in (tmp_path / PARTS).iterdir()] == ["older"]


def test_an_older_report_stays_where_the_disk_cannot_say_what_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    out = killed_before_its_place_was_synced(tmp_path)
    with monkeypatch.context() as broken:
        for call in ("fsync", "listdir", "scandir"):
            broken.setattr(os, call, fail)
        clear_left(out)
    assert (tmp_path / PARTS / "older" / "run.json").exists()


def test_of_a_run_at_work_the_next_is_told_though_the_disk_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report_without_java(tmp_path, monkeypatch) == 0
    killed_before_its_place_was_synced(tmp_path)
    failing_in(tmp_path, itself_alone=True, monkeypatch=monkeypatch)
    with alone_in(tmp_path / PARTS):
        assert report_without_java(tmp_path, monkeypatch) == 1
    assert "is being written by another run" in capsys.readouterr().err


def test_while_an_older_report_stays_so_the_next_run_tells_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report_without_java(tmp_path, monkeypatch) == 0
    killed_before_its_place_was_synced(tmp_path)
    failing_in(tmp_path, itself_alone=True, monkeypatch=monkeypatch)
    assert report_without_java(tmp_path, monkeypatch) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'out'}: {os.strerror(errno.EIO)}\n"
