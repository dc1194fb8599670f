"""The command that makes a dataset up: it ends with a sentence, and leaves nothing half done."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE
from typing import IO

import pytest

from spark_reports import synthetic
from spark_reports.calling_off import SIGNALS
from spark_reports.dataset_writer import DatasetWriter
from spark_reports.manifest import load
from spark_reports.outputs import alone_in
from tests.spark.disk_calls import disk_calls

pytestmark = pytest.mark.usefixtures("signals")

CALLED_OFF = 130
FULL = Path("/dev/full")


def interrupted(*_arguments: object) -> None:
    raise KeyboardInterrupt


def closed_alone(writer: DatasetWriter) -> None:
    for part in writer._open.values():
        part.close()
    raise KeyboardInterrupt


def unfinished(*_arguments: object) -> None:
    raise OSError(28, "No space left on device")


def made(out: Path) -> int:
    return synthetic.main(["--posts", "50", "--spaces", "2", "--out", str(out)])


def all_below(folder: Path) -> set[str]:
    return {one.relative_to(folder).as_posix() for one in folder.rglob("*")}


@pytest.fixture(params=["once", "twice"])
def ctrl_c(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressed when the posts are written; perhaps again while they are taken away."""
    monkeypatch.setattr(synthetic._Space, "people", interrupted)
    if request.param == "twice":
        monkeypatch.setattr(DatasetWriter, "abandon", closed_alone)


@pytest.mark.usefixtures("ctrl_c")
def test_called_off_it_says_so_and_keeps_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made(tmp_path / "fresh") == CALLED_OFF
    assert capsys.readouterr() == ("", "Called off; nothing half done was kept.\n")
    assert all_below(tmp_path) == set()


@pytest.mark.usefixtures("ctrl_c")
def test_called_off_in_a_folder_that_was_there_it_leaves_that_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / ".DS_Store").touch()
    assert made(tmp_path / "there") == CALLED_OFF
    assert all_below(tmp_path) == {"there", "there/.DS_Store"}


@pytest.mark.parametrize("number", SIGNALS)
def test_whatever_signal_calls_it_off_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(synthetic._Space, "people", lambda _space: signal.raise_signal(number))
    assert made(tmp_path / "fresh") == CALLED_OFF
    assert all_below(tmp_path) == set()


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("end", ["/spaces.parquet", "/_manifest.json"])
def test_once_it_takes_its_place_the_dataset_is_there_and_said_to_be(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: int,
    end: str,
) -> None:
    def heard(_call: str, place: Path) -> None:
        if f"{place}".endswith(end):
            signal.raise_signal(number)

    disk_calls(monkeypatch, heard, ("replace",))
    assert made(tmp_path / "fresh") == 0
    assert capsys.readouterr() == (f"50 posts in {tmp_path / 'fresh'}\n", "")
    assert load(tmp_path / "fresh") is not None


def test_of_a_full_disk_nothing_half_done_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(DatasetWriter, "make_ready", unfinished)
    assert made(tmp_path / "fresh") == 1
    assert "No space left on device" in capsys.readouterr().err
    assert all_below(tmp_path) == set()


def test_where_another_run_is_at_work_nothing_of_it_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / "posts").mkdir()
    (tmp_path / "spaces.parquet.new").touch()
    before = all_below(tmp_path)
    with alone_in(tmp_path):
        assert made(tmp_path) == 1
    assert all_below(tmp_path) == before


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        (lambda here: here / "f.bin", "{0}/f.bin is no folder\n"),
        (
            lambda here: here / "no" / "such",
            "{0}/no/such cannot be made: there is no folder {0}/no\n",
        ),
        (
            lambda here: here / "f.bin" / "x",
            "{0}/f.bin/x cannot be made: there is no folder {0}/f.bin\n",
        ),
    ],
)
def test_where_no_folder_can_be_it_is_said_and_none_is_made(
    place: Callable[[Path], Path],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "f.bin").touch()
    assert made(place(tmp_path)) == 1
    assert capsys.readouterr() == ("", sentence.format(tmp_path))
    assert all_below(tmp_path) == {"f.bin"}


def in_a_process(folder: Path, stdout: IO[str] | int) -> subprocess.CompletedProcess[str]:
    """Made in ``folder``, whatever standard output is."""
    words = [sys.executable, "-m", "spark_reports.synthetic", "--posts=50", "--out", "fresh"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(
        words, cwd=folder, env=environment, stdout=stdout, stderr=PIPE, text=True, check=False
    )


def test_where_its_answer_cannot_be_written_that_is_said_and_the_dataset_stays(
    tmp_path: Path,
) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        done = in_a_process(tmp_path, full)
    why = "standard output: No space left on device"
    assert (done.returncode, done.stderr) == (1, f"50 posts in fresh ({why})\n")
    assert load(tmp_path / "fresh") is not None


def test_where_nobody_reads_its_answer_the_dataset_is_made(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = in_a_process(tmp_path, writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
    assert load(tmp_path / "fresh") is not None


def test_a_name_that_is_no_utf_8_is_escaped_in_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(said, "utf-8", errors="strict"))
    out = tmp_path / os.fsdecode(b"fresh-\xff")
    assert made(out) == 0
    assert said.getvalue() == f"50 posts in {tmp_path}/fresh-\\udcff\n".encode()
    assert load(out) is not None


@pytest.mark.parametrize(("posts", "spaces"), [(4, 4), (5, 5), (10, 8), (100, 100), (1, 1)])
def test_each_space_has_a_post_where_there_are_as_few(
    tmp_path: Path, posts: int, spaces: int
) -> None:
    words = ["--posts", f"{posts}", "--spaces", f"{spaces}", "--out", str(tmp_path / "fresh")]
    assert synthetic.main(words) == 0
    dataset = load(tmp_path / "fresh")
    assert dataset is not None
    sizes = [one.rows for one in dataset.spaces.values()]
    assert (len(sizes), sum(sizes), min(sizes) > 0) == (spaces, posts, True)


def test_it_needs_no_spark(tmp_path: Path) -> None:
    words = ["--posts", "50", "--out", str(tmp_path / "fresh")]
    program = (
        "import sys\n"
        "sys.modules['pyspark'] = None\n"  # as where it is not installed
        "from spark_reports.synthetic import main\n"
        f"sys.exit(main({words!r}))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    assert load(tmp_path / "fresh") is not None
