"""The whole job as a process: its files, its words, hostile names through every output, its end."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typing_extensions import override

from spark_reports import VERSION
from spark_reports.dataset import AuthorRow, SpaceRow, post_files
from spark_reports.tables import TABLES
from tests.spark.hostile import hostile
from tests.spark.rows import GARDEN, dataset, post
from tests.spark.test_page_in_chromium import seen

pytestmark = [pytest.mark.needs_java, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
NAME = 'Ann: "Bob", 10:30 [2026] {a,b} *? \\ $x'
FORMULAS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"


@dataclass(frozen=True)
class Ended:
    """How a run went."""

    status: int
    lines: Sequence[Mapping[str, object]]
    complaint: str


def command(folder: Path, out: Path, *more: str) -> list[str]:
    """As the program starts it."""
    words = [f"--input={folder}", f"--out={out}", "--master=local[2]", "--progress=json"]
    return [sys.executable, "-m", "spark_reports", *words, *more]


def report(folder: Path, out: Path, *more: str) -> Ended:
    """Runs it to its end."""
    done = subprocess.run(
        command(folder, out, *more), cwd=ROOT, capture_output=True, text=True, check=False
    )
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return Ended(done.returncode, lines, done.stderr)


class Seen(HTMLParser):
    """What a browser would make of the page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, Mapping[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    @override
    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """A report on hostile people, in a folder of a hostile name, and how its making went."""
    folder = tmp_path_factory.mktemp("hostile") / NAME
    folder.mkdir()
    hostile(folder / "dataset")
    ended = report(folder / "dataset", folder / "report", "--title=<i>Ours</i> $x$")
    assert ended.status == 0, ended.complaint
    return folder, ended


def test_a_report_is_all_of_its_files_for_its_owner_alone(made: tuple[Path, Ended]) -> None:
    folder, _ = made
    out = folder / "report"
    tables = {f"tables/{t.name}.{kind}" for t in TABLES for kind in ("csv", "parquet")}
    found = {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()}
    assert found == tables | {"report.html", "report.pdf", "run.json"}
    assert (out / "report.pdf").read_bytes().startswith(b"%PDF-")
    assert all(path.stat().st_mode & 0o077 == 0 for path in out.rglob("*"))
    assert sorted(p.name for p in folder.iterdir()) == ["dataset", "report"]
    assert [p.name for p in folder.parent.iterdir()] == [NAME]


def test_a_report_says_which_version_made_it_though_nobody_told_the_job(
    made: tuple[Path, Ended],
) -> None:
    out = made[0] / "report"
    assert json.loads((out / "run.json").read_text())["versions"]["tidings"] == VERSION
    assert f"Tidings {VERSION}" in Seen((out / "report.html").read_text(encoding="utf-8")).texts


def test_progress_names_every_stage_in_order_and_ends_with_done(
    made: tuple[Path, Ended],
) -> None:
    lines = made[1].lines
    assert [line["stage"] for line in lines] == sorted(line["stage"] for line in lines)  # type: ignore[type-var]  # numbers
    assert lines[-1]["name"] == "done"
    names = list(dict.fromkeys(line["name"] for line in lines))
    assert names[:2] == ["start", "read"]
    assert {table.name for table in TABLES} < set(names)
    assert all(0 <= int(str(line["done"])) <= int(str(line["total"])) for line in lines)


def test_no_cell_of_a_csv_file_is_a_formula_and_nothing_else_changed(
    made: tuple[Path, Ended],
) -> None:
    for table in TABLES:
        file = made[0] / "report" / "tables" / f"{table.name}.csv"
        csv.field_size_limit(2**24)
        with file.open(newline="", encoding="utf-8") as source:
            rows = list(csv.DictReader(source))
        kept = pq.read_table(file.with_suffix(".parquet")).to_pylist()
        assert len(rows) == len(kept)
        for row, before in zip(rows, kept, strict=True):
            for column, value in before.items():
                if isinstance(value, str):
                    guarded = f"'{value}" if value[:1] and value[0] in FORMULAS else value
                    assert row[column] == guarded, (table.name, column)


def test_names_are_shown_as_text_alone(made: tuple[Path, Ended]) -> None:
    page = (made[0] / "report" / "report.html").read_text(encoding="utf-8")
    seen = Seen(page)
    tags = {tag for tag, _ in seen.tags}
    assert not tags & {"script", "img", "i", "b", "iframe", "object", "form"}
    given = {name for _, attributes in seen.tags for name in attributes}
    assert not {one for one in given if one.startswith("on")} | (given & {"src"})
    targets = [v for t, a in seen.tags for n, v in a.items() if n in {"href", "xlink:href"}]
    assert all(target and target.startswith(("#", "data:image/svg+xml,")) for target in targets)
    assert "url(" not in page
    assert not {"\u202e", "\u2066", "\x00", "\x1b"} & set(page)
    assert "<script>alert(1)</script>" in "".join(seen.texts)
    assert len(page) < 3_000_000


def test_the_first_page_says_who_and_what_is_never_in_a_report(made: tuple[Path, Ended]) -> None:
    seen = Seen((made[0] / "report" / "report.html").read_text())
    at = seen.texts.index("Always left out")
    facts = [text for text in seen.texts[at:] if text.strip()]
    assert facts[1] == "hidden people, and messages deleted for oneself"
    assert facts[2:4] == [
        "Taken back by their authors",
        "counted as posts, without words, links and files",
    ]


def test_every_chart_has_a_name_and_a_text_and_its_numbers(made: tuple[Path, Ended]) -> None:
    page = (made[0] / "report" / "report.html").read_text(encoding="utf-8")
    tags = Seen(page).tags
    charts = [attributes for tag, attributes in tags if tag == "svg"]
    known = {attributes.get("id") for _, attributes in tags}
    assert len(charts) >= 8
    for chart in charts:
        assert chart["role"] == "img"
        assert set((chart["aria-labelledby"] or "").split()) <= known
    assert sum(tag == "details" for tag, _ in tags) == len(charts)


@pytest.mark.needs_browser
def test_a_browser_draws_all_of_the_page_and_complains_of_nothing(
    made: tuple[Path, Ended], tmp_path: Path
) -> None:
    page = (made[0] / "report" / "report.html").read_text(encoding="utf-8")
    told, log = seen(tmp_path, page, dark=False)
    assert told["charts"] == told["drawn"] >= 8
    assert told["unnamed"] == []
    assert told["contrast"] >= 4.5, told["worst"]
    assert told["wide"], "the page itself never scrolls sideways"
    assert "CONSOLE" not in log


def test_a_report_called_off_leaves_nothing_and_the_older_one_stays(
    made: tuple[Path, Ended], tmp_path: Path
) -> None:
    out = tmp_path / "report"
    out.mkdir()
    shutil.copy(made[0] / "report" / "run.json", out)
    older = (out / "run.json").read_bytes()
    process = subprocess.Popen(
        command(made[0] / "dataset", out, "--while-stdin-is-open"),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for line in process.stdout:
        if '"links"' in line:
            process.stdin.close()  # whoever wanted it has gone
            break
    process.stdout.read()
    assert process.wait() == 130
    process.stdout.close()
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
    assert (out / "run.json").read_bytes() == older
    assert [path.name for path in out.iterdir()] == ["run.json"]


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_called_off_while_java_is_only_beginning_it_leaves_no_java(
    tmp_path: Path, sent: signal.Signals
) -> None:
    dataset(tmp_path / "dataset", {GARDEN: [post(1)]})
    process = subprocess.Popen(
        command(tmp_path / "dataset", tmp_path / "report"),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (java := [one for one in running_in(process.pid) if "SparkSubmit" in one]):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert not any(str(tmp_path) in words for words in java), "others here can read it"
    os.kill(process.pid, sent)
    assert process.wait() == 130
    assert running_in(process.pid) == []
    assert [path.name for path in tmp_path.iterdir()] == ["dataset"]


def running_in(session: int) -> list[str]:
    """The command lines of the processes of a session that have not ended (proc(5))."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            state, _, _, its_session = (place / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(its_session) == session and state != "Z":
                found.append((place / "cmdline").read_text(errors="replace"))
    return found


@pytest.fixture
def not_outlived() -> Iterator[None]:
    """What is started hears of a terminal that closes, also where we were told not to (nohup)."""
    before = signal.signal(signal.SIGHUP, lambda _number, _frame: None)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_calls_it_off(tmp_path: Path, sent: signal.Signals, not_outlived: None) -> None:
    dataset(tmp_path / "dataset", {GARDEN: [post(1)]})
    process = subprocess.Popen(
        command(tmp_path / "dataset", tmp_path / "report"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if '"read"' in line:
            os.kill(process.pid, sent)
            break
    _, told = process.communicate()
    assert process.returncode == 130
    assert told.endswith("\nCalled off; nothing half done was kept.\n")
    assert "Interrupt" not in told
    assert "Exception" not in told
    assert [path.name for path in tmp_path.iterdir()] == ["dataset"]


def test_a_folder_with_other_things_is_never_touched(tmp_path: Path) -> None:
    dataset(tmp_path / "dataset", {GARDEN: [post(1)]})
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letters").write_text("dear")
    ended = report(tmp_path / "dataset", tmp_path / "home")
    assert (ended.status, ended.lines) == (
        1,
        [{"error": f"{tmp_path / 'home'} holds other things, such as letters"}],
    )


def test_no_dataset_and_a_cut_one_are_told_in_one_sentence(tmp_path: Path) -> None:
    ended = report(tmp_path, tmp_path / "out")
    assert (ended.status, ended.lines) == (1, [{"error": f"{tmp_path} holds no dataset"}])
    manifest = dataset(tmp_path / "dataset", {GARDEN: [post(1)]})
    [part] = (tmp_path / "dataset" / name for name in post_files(manifest))
    part.write_bytes(part.read_bytes()[:-1])
    ended = report(tmp_path / "dataset", tmp_path / "out")
    strange = f"{part} is not what the dataset was written with, or cannot be read"
    told = {"error": f"{strange}: write it once more"}
    assert (ended.status, ended.lines[-1]) == (1, told)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("table", ["spaces.parquet", "authors.parquet"])
def test_tables_newer_than_what_the_dataset_says_of_itself_are_told(
    tmp_path: Path, table: str
) -> None:
    """Whoever wrote it was killed among the last steps."""
    folder, other = tmp_path / "dataset", tmp_path / "other"
    dataset(folder, {GARDEN: [post(1)]})
    names = [AuthorRow(GARDEN, "ab" * 32, "Bob")]
    dataset(other, {}, spaces=[SpaceRow(GARDEN, "peerlinks", "newer")], authors=names)
    shutil.copy(other / table, folder)
    ended = report(folder, tmp_path / "out")
    strange = f"{folder / table} is not what the dataset was written with, or cannot be read"
    told = {"error": f"{strange}: write it once more"}
    assert (ended.status, ended.lines[-1]) == (1, told)


def test_missing_java_is_one_sentence_with_the_command(tmp_path: Path) -> None:
    from spark_reports.java import JavaMissing, find_java, missing_sentence

    found = find_java({"JAVA_HOME": str(tmp_path), "PATH": str(tmp_path)})
    assert found.version >= 17  # the usual places are looked at as well
    sentence = missing_sentence(11)
    assert "Java 17 or newer" in sentence
    assert "Java 11" in sentence
    assert "install" in sentence
    assert sentence.count(". ") == 0
    assert str(JavaMissing(sentence)) == sentence
