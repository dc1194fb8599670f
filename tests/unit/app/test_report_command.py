"""``tidings report`` and how it starts the job, as far as no Java is needed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NoReturn
from zoneinfo import ZoneInfo

import pytest

from app.cli.report import is_open_on_the_way
from app.profile.lock import try_lock
from app.profile.paths import paths_of
from app.reports import job
from app.reports import zone as of_this_computer
from app.reports.by_command import ReportsByCommand
from app.reports.job import (
    LetGo,
    ReportFailed,
    ReportMade,
    ReportWish,
    Told,
    arguments_of,
    check_place,
)
from app.reports.zone import own_zone, zone_of_now
from engine.api import Engine
from engine.errors import Refused
from engine.model.ids import SpaceId
from spark_reports.command import _parser
from spark_reports.java import JavaMissing
from tests.unit.app.terminal import Terminal


def test_the_job_understands_what_it_is_started_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # as it is
    wish = ReportWish(
        spaces=[SpaceId(bytes(32))],
        out=tmp_path / "out",
        since=date(2024, 1, 2),
        zone="Europe/Berlin",
        zone_else="Etc/GMT-1",
        formats=("html", "csv"),
        title="Report on Divorce",
        master="spark://127.0.0.1:7077",
    )
    (tmp_path / "place").write_bytes(os.fsencode(wish.out))
    words = arguments_of(wish)
    assert words[1:3] == ["-m", "spark_reports"]
    assert not any("Divorce" in word for word in words), "who lists processes reads it"
    read = _parser().parse_args(words[3:])
    assert (read.input, read.out) == (Path("dataset"), tmp_path / "out")
    assert (read.since, read.until, read.zone) == (date(2024, 1, 2), None, "Europe/Berlin")
    assert read.zone_else == "Etc/GMT-1"
    assert (read.formats, read.title_file) == (("html", "csv"), Path("title"))
    assert (read.master, read.secret_file, read.progress) == (wish.master, None, "json")
    assert read.while_stdin_is_open
    assert not read.pseudonyms
    words = arguments_of(replace(wish, pseudonyms=True))
    assert _parser().parse_args(words[3:]).pseudonyms


@pytest.mark.parametrize(
    "words",
    [
        ["--since", "yesterday"],
        ["--since", "0999-12-31"],
        ["--until", "0999-12-31"],
        ["--formats", "docx"],
        ["--formats", ""],
        ["--zone", "Nowhere/Else"],
        ["--zone", "posix/Europe/Berlin"],
        ["--zone", "Factory"],
        ["--master", "sprak://host:7077"],
        ["--master", ""],
        ["--since", "2024-02-01", "--until", "2024-01-01"],
        ["--secret-file", "/nowhere/secret"],
        ["--secret-file", "/"],
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(
    ann: Terminal, tmp_path: Path, words: list[str]
) -> None:
    assert ann.fail("report", "ann", "--out", str(tmp_path / "r"), *words) == (2, "usage")


def test_without_java_nothing_is_written_and_one_sentence_says_what_to_do(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> None:
        raise JavaMissing("Activity reports need Java 17 or newer: install it with “x”.")

    monkeypatch.setattr(job, "find_java", none)
    assert ann.fail("report", "ann", "--out", str(tmp_path / "r")) == (6, "java_missing")
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_a_command_made_is_remembered_for_the_window(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def make(_engine: Engine, wish: ReportWish, _told: Told, _go: LetGo) -> ReportMade:
        return ReportMade(wish.out, [], 7, 1.0)

    monkeypatch.setattr(job, "make_report", make)
    ann.do("report", "ann", "--out", str(tmp_path / "r"))
    found = ReportsByCommand(paths_of(ann.folder).reports_by_command).folders()
    assert found == [str(tmp_path / "r")]


def test_it_is_said_that_an_older_report_was_replaced(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = dict.fromkeys(("title", "input", "range", "formats", "versions", "seconds"), "")

    def written(out: Path) -> None:
        out.mkdir(exist_ok=True)
        (out / "run.json").write_text(json.dumps({**told, "posts": 7, "rows": {}}))

    async def makes(_words: Sequence[str], _room: Path, out: Path, _told: Told) -> None:
        written(out)

    ann.run("identity", "new", "Ann")
    monkeypatch.setattr(job, "check_ready", lambda: None)
    monkeypatch.setattr(job, "_run", makes)
    (tmp_path / "r").mkdir()  # an empty folder is no report
    words = ("report", "Ann", "--out", str(tmp_path / "r"))
    for said in ("", "Replaced the report that was there.\n"):
        status, out, err = ann.run(*words, as_json=False)
        assert (status, err) == (0, said)
        assert "Replaced" not in out
    assert ann.do(*words)["posts"] == 7


def test_of_a_zone_that_nobody_asked_for_the_hours_count_where_java_lacks_it(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str | None]] = []

    async def make(_engine: Engine, wish: ReportWish, _told: Told, _go: LetGo) -> ReportMade:
        asked.append((wish.zone, wish.zone_else))
        return ReportMade(wish.out, [], 7, 1.0)

    monkeypatch.setattr(job, "make_report", make)
    ann.do("report", "ann", "--out", str(tmp_path / "r"))
    ann.do("report", "ann", "--out", str(tmp_path / "r"), "--zone", "Europe/Berlin")
    assert asked == [(own_zone(), zone_of_now()), ("Europe/Berlin", None)]


def test_people_are_numbers_in_a_report_only_where_that_is_asked_for(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    async def make(_engine: Engine, wish: ReportWish, _told: Told, _go: LetGo) -> ReportMade:
        asked.append(wish.pseudonyms)
        return ReportMade(wish.out, [], 7, 1.0)

    monkeypatch.setattr(job, "make_report", make)
    for more in ([], ["--pseudonyms"]):
        ann.do("report", "ann", "--out", str(tmp_path / "r"), *more)
    assert asked == [False, True]


def test_a_community_means_all_its_channels_that_one_is_in(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def make(_engine: Engine, wish: ReportWish, _told: Told, _go: LetGo) -> ReportMade:
        asked[:] = [space.hex() for space in wish.spaces]
        return ReportMade(wish.out, [], 7, 1.0)

    monkeypatch.setattr(job, "make_report", make)
    ann.do("community", "new", "Café & Co")
    garden = ann.do("channel", "join", "Café & Co#garden")["id"]
    left = ann.do("channel", "join", "Café & Co#shed")["id"]
    ann.do("channel", "leave", "Café & Co#shed")
    ann.do("report", "Café & Co", "Café & Co#garden", "--out", str(tmp_path / "r"))
    listed = {one["name"]: one["space"] for one in ann.do("community", "channels", "Café & Co")}
    assert sorted(asked) == sorted([listed["default"], garden])
    assert left not in asked
    ann.do("channel", "post", "Café & Co#garden", "roses")
    written = ann.do("dataset", "Café & Co", "--to", str(tmp_path / "d"))
    assert written["posts"] == ann.do("dataset", "Café & Co#default", "Café & Co#garden",
                                      "--to", str(tmp_path / "e"))["posts"]  # fmt: skip
    ann.do("community", "leave", "Café & Co")
    for words in ("Café & Co", "Café & Co#fence", "nobody"):
        assert ann.fail("report", words, "--out", str(tmp_path / "r")) == (1, "space_unknown")


@pytest.mark.parametrize(
    ("master", "is_open"),
    [
        (None, False),
        ("local[*]", False),
        ("local", False),
        ("spark://127.0.0.1:7077", False),
        ("spark://localhost:7077", False),
        ("spark://10.0.0.1:7077", True),
        ("spark://localhost.example:7077", True),
        ("spark://127.0.0.1:7077,10.0.0.1:7077", True),
        ("yarn", True),
    ],
)
def test_a_cluster_without_a_secret_is_warned_of(
    master: str | None, *, is_open: bool, tmp_path: Path
) -> None:
    assert is_open_on_the_way(master, None) == is_open
    assert not is_open_on_the_way(master, tmp_path / "secret")


def test_a_folder_with_other_things_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letters").write_text("dear")
    for place in (tmp_path / "home", tmp_path / "home" / "letters", tmp_path / "a" / "b"):
        with pytest.raises(Refused):
            check_place(place)
    check_place(tmp_path / "new")
    (tmp_path / "home" / "run.json").write_text("{}")
    with pytest.raises(Refused):
        check_place(tmp_path / "home")


@pytest.fixture
def clock_of() -> Iterator[Callable[[str], None]]:
    """Sets this computer's clock by what the environment says of its zone."""

    def choose(zone: str) -> None:
        patch.setenv("TZ", zone)
        time.tzset()

    with pytest.MonkeyPatch.context() as patch:
        yield choose
    time.tzset()


def test_the_zone_of_this_computer_is_one() -> None:
    assert ZoneInfo(own_zone())


@pytest.mark.parametrize(
    "name", ["localtime", "Factory", "ROC", "posixrules", "posix/Europe/Berlin", "right/UTC"]
)
def test_a_zone_that_java_does_not_know_is_refused_before_anything_begins(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--input", str(tmp_path), "--out", str(tmp_path / "r"), "--zone", name]
    with pytest.raises(SystemExit) as ended:
        _parser().parse_args(given)
    assert ended.value.code == 2
    assert f"{name} is no time zone" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--since", "--until"])
def test_days_before_the_year_1000_are_refused_before_anything_begins(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--input", str(tmp_path), "--out", str(tmp_path / "r"), option]
    assert date(1000, 1, 1) in vars(_parser().parse_args([*given, "1000-01-01"])).values()
    with pytest.raises(SystemExit) as ended:
        _parser().parse_args([*given, "0999-12-31"])
    assert ended.value.code == 2
    assert "“0999-12-31” is before the year 1000" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (":Asia/Kolkata", "Asia/Kolkata"),
        ("posix/Europe/Berlin", "Europe/Berlin"),
        (":right/Asia/Kolkata", "Asia/Kolkata"),
        (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        ("/usr/share/zoneinfo/posix/Asia/Tokyo", "Asia/Tokyo"),
    ],
)
def test_the_zone_that_the_environment_names_counts(
    monkeypatch: pytest.MonkeyPatch, name: str, zone: str
) -> None:
    monkeypatch.setenv("TZ", name)
    assert own_zone() == zone


@pytest.mark.parametrize(
    ("rule", "zone"),
    [
        ("XYZ-9", "Etc/GMT-9"),
        ("<-03>3", "Etc/GMT+3"),
        ("XYZ0", "UTC"),
        ("", "UTC"),
    ],
)
def test_where_the_environment_has_a_rule_its_hours_count_and_not_this_computers_zone(
    monkeypatch: pytest.MonkeyPatch, clock_of: Callable[[str], None], rule: str, zone: str
) -> None:
    monkeypatch.setattr(of_this_computer, "_claimed_here", lambda: ["Pacific/Auckland"])
    clock_of(rule)
    assert own_zone() == zone


@pytest.mark.parametrize("name", ["/etc/localtime", ":/etc/localtime"])
def test_where_the_environment_names_this_computers_zone_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(of_this_computer, "_claimed_here", lambda: ["Pacific/Auckland"])
    monkeypatch.setenv("TZ", name)
    assert own_zone() == "Pacific/Auckland"


def test_where_the_environment_names_no_zone_that_java_knows_another_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TZ", "localtime")
    assert own_zone() != "localtime"


def test_a_failure_has_a_code_and_words() -> None:
    failed = ReportFailed("report_failed", "It could not be made.", "Look here.")
    assert (failed.code, failed.message, failed.hint) == (
        "report_failed", "It could not be made.", "Look here.",
    )  # fmt: skip


def test_others_have_the_profile_while_the_job_works(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: list[bool] = []

    async def looks(*_given: object) -> NoReturn:
        lock = try_lock(paths_of(ann.folder).lock)
        there.append(lock is not None)
        if lock is not None:
            lock.release()
        raise ReportFailed("report_failed", "Enough was seen.")

    ann.run("identity", "new", "Ann")
    monkeypatch.setattr(job, "check_ready", lambda: None)
    monkeypatch.setattr(job, "_run", looks)
    assert ann.fail("report", "Ann", "--out", str(tmp_path / "r"))[1] == "report_failed"
    assert there == [True]
