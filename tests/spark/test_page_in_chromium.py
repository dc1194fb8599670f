"""The page of a report in a real browser: nothing complained of, charts drawn, readable by all."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from spark_reports.render.charts import Bars, Grid, Lines, Report, Rows, Section, Series
from spark_reports.render.html import page

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or ""
CHECKS = (Path(__file__).parent / "page_checks.js").read_text()
NAME = "<b>\u202eA very long name of a person who $wrote$ =1+1</b>"
LONG = (f"{'Village ' * 5}#{'W' * 40}", f"{'m' * 40} → {'LÄÖ' * 13}", "山田太郎" * 10)
VILLAGE = "The Gardening Friends of Berlin and Brandenburg"
A4_WITHIN_MARGINS = 718  # pixels of CSS
_TOLD = re.compile(r'data-told="([^"]*)"')

pytestmark = [pytest.mark.needs_browser, pytest.mark.timeout(600)]


def a_report() -> Report:
    """Every kind of chart and table."""
    numbers = Rows(("Name", "Posts"), [(NAME, "1")] * 300, frozenset({1}))
    days = [f"2024-01-{day:02d}" for day in range(1, 31)]
    counts = [1_000_000 * day for day in range(30)]
    lines = Lines(days, [Series(n, counts) for n in ("one", "two", "three")], "posts")
    grid = Grid(["Monday", "Tuesday"], ["0", "1"], [[0, 1], [None, 7]], "posts", "months since")
    return Report(
        NAME,
        [("Posts", "1,000"), ("Made by", NAME)],
        [
            Section("Lines", "Over time.", lines, "Thirty days, rising.", numbers),
            Section(
                "One", "A point.", Lines(["x"], [Series("y", [1e-9])], "z"), "One day.", numbers
            ),
            Section(
                "Bars", NAME, Bars([NAME, "b", *LONG], [2.5, 1, 1, 1, 1], "posts"), "Bars.", numbers
            ),
            Section("Grid", "A week.", grid, "Four fields.", numbers),
            Section("Table", "Alone.", table=numbers),
        ],
    )


def seen(
    folder: Path, html: str, *, dark: bool, width: int = 1_000
) -> tuple[Mapping[str, Any], str]:  # Any: JSON
    """What the browser computed, and its log."""
    # Our own checks run in a copy, whose policy lets them.
    policy = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
    copy = folder / "page.html"
    copy.write_text(policy.replace("</body>", f"<script>{CHECKS}</script></body>"))
    told = _browse(folder, copy, dark=dark, width=width)
    found = _TOLD.search(told.stdout)
    assert found is not None, told.stderr
    return json.loads(unescape(found.group(1))), told.stderr


def _browse(
    folder: Path, file: Path, *, dark: bool, width: int = 1_000
) -> subprocess.CompletedProcess[str]:
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    words += ["--enable-logging=stderr", "--v=0", f"--user-data-dir={folder / 'browser'}"]
    words += ["--host-resolver-rules=MAP * ~NOTFOUND", f"--window-size={width},900"]
    words += ["--blink-settings=preferredColorScheme=0"] if dark else []
    return subprocess.run(
        [BROWSER, *words, "--dump-dom", file.as_uri()],
        capture_output=True,
        text=True,
        timeout=500,
        check=True,
    )


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_charts_are_drawn_named_and_readable(tmp_path: Path, dark: bool) -> None:  # noqa: FBT001
    told, log = seen(tmp_path, page(a_report()), dark=dark)
    assert told["charts"] == told["drawn"] == 4
    assert told["unnamed"] == []
    assert told["cut"] == []
    assert told["texts"] > 1_000
    assert (sum(told["ground"][:3]) < 128) == dark
    assert told["contrast"] >= 4.5, told["worst"]
    assert (told["landmarks"], told["lang"]) == (1, "en")
    assert told["headings"] == ["H1", *["H2"] * 5]
    assert told["wide"], "the page itself never scrolls sideways"
    assert "CONSOLE" not in log


@pytest.mark.parametrize("width", [500, 1_280])
def test_charts_are_read_on_a_narrow_screen_as_well(tmp_path: Path, width: int) -> None:
    told, _ = seen(tmp_path, page(a_report()), dark=False, width=width)
    assert told["smallest"] >= 10, "pixels"
    assert told["unreached"] == 0, "what is wider is moved by keys, too"
    assert told["outside"] == []
    assert told["wide"], "the page itself never scrolls sideways"


def with_wide_tables() -> Report:
    """As wide as a report's are: who answers whom, how sound the data is, the hours of the week."""
    names = [f"{VILLAGE[:40]} → Anna Lena", f"{'W' * 40} → {'m' * 40}", "Bob → Ann (0a0a0a0a)"]
    answers = Rows(
        ("Who, to whom", "Where", "Answers", "Reactions", "Builds on", "Back", "Mutual"),
        [(name, f"{VILLAGE[:40]} #allotments", *["1,234,567"] * 4, "100%") for name in names],
        frozenset({2, 3, 4, 5, 6}),
    )
    sound = Rows(
        (
            *("Where", "Rows", "Twice", "Misdated", "Ahead", "Most ahead", "Half arrive within"),
            *("99 of 100 within", "Ended rights"),
        ),
        [("Village #allotments", *["1,234,567"] * 4, *["86,400.0 s"] * 3, "1,234")],
        frozenset(range(1, 9)),
    )
    people = Rows(
        ("Name", "Where", "Posts", "Share", "Active days", "Median length", "First", "Last"),
        [
            (one, VILLAGE[:40], "1,234", "10.0%", "365", "80", "2024-01-01", "2024-12-31")
            for one in names
        ],
        frozenset({2, 3, 4, 5}),
    )
    words = Rows(
        ("Month", "Where", "Words"), [("2024-01", VILLAGE[:40], ", ".join(VILLAGE.split()))]
    )
    hours = tuple(f"{hour:02d}" for hour in range(24))
    week = Rows(("", *hours), [("Wednesday", *["60,000"] * 24)] * 7, frozenset(range(1, 25)))
    tables = (answers, sound, people, words, week)
    chart = Bars(["a"], [1], "posts")
    return Report("t", [], [Section(f"s{n}", "", chart, "x", one) for n, one in enumerate(tables)])


@pytest.mark.parametrize("width", [500, 1_280])
def test_no_column_is_narrower_than_its_words(tmp_path: Path, width: int) -> None:
    told, _ = seen(tmp_path, page(with_wide_tables()), dark=False, width=width)
    assert told["broken"] == []
    assert told["outside"] == []
    assert told["wide"], "what is wider is moved inside the page"


def test_on_paper_no_column_is_cut_off_or_narrower_than_its_words(tmp_path: Path) -> None:
    """Where nothing can be moved. A browser prints by the rules for print, on A4 so wide."""
    printed = page(with_wide_tables()).replace("@media print", "@media all")
    told, _ = seen(tmp_path, printed, dark=False, width=A4_WITHIN_MARGINS)
    assert told["broken"] == []
    assert told["outside"] == []


def test_the_page_as_it_is_complains_of_nothing_and_asks_for_nothing(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(page(a_report()))
    told = _browse(tmp_path, file, dark=False)
    assert "CONSOLE" not in told.stderr
    assert "<svg" in told.stdout
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", told.stdout)
