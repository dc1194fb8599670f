"""What is said where the packages that reports need are not installed."""

from __future__ import annotations

import asyncio
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.reports import installing
from app.reports.beside import ReportsBeside
from app.reports.by_command import ReportsByCommand
from app.reports.underway import Underway
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.unit.app.terminal import Terminal
from tests.unit.app.test_reports_beside import choice
from ui.report_service import NoReport


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Packages that are not there."""
    names = {"pyspark"}

    def found(name: str) -> ModuleSpec | None:
        return None if name in names else find_spec(name)

    monkeypatch.setattr(installing, "find_spec", found)
    return names


def test_the_window_says_what_to_do_at_once_and_when_it_is_asked(
    lacking: set[str], tmp_path: Path
) -> None:
    by_command = ReportsByCommand(tmp_path / "reports.json")
    reports = ReportsBeside(
        FakeEngine(), FakeSettings(), Underway(tmp_path / "underway"), by_command
    )
    told = asyncio.run(reports.trouble())
    hint = f"Install them with “{sys.executable} -m pip install 'tidings[reports]'”."
    assert told == NoReport("The packages for reports are missing.", hint)
    assert asyncio.run(reports.make(choice(tmp_path / "r"), lambda _: None)) == told
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_says_it_before_anything_is_written(
    ann: Terminal, lacking: set[str], tmp_path: Path
) -> None:
    told = (6, "reports_not_installed")
    assert ann.fail("report", "ann", "--out", str(tmp_path / "r")) == told
    assert ann.do("dataset", "ann", "--to", str(tmp_path / "d"))["posts"] == 1
    lacking.add("pyarrow")
    assert ann.fail("dataset", "ann", "--to", str(tmp_path / "e")) == told
    assert [one.name for one in tmp_path.iterdir()] == ["d"]


def test_the_doctor_says_it(ann: Terminal, lacking: set[str]) -> None:
    checks = {one["check"]: one for one in ann.do("doctor")}
    assert checks["java"]["ok"]
    if "not found" not in checks["java"]["detail"]:
        assert "packages for reports are missing" in checks["java"]["detail"]


def test_where_there_is_no_pip_uv_is_named(lacking: set[str]) -> None:
    lacking.add("pip")
    assert f"uv pip install --python {sys.executable}" in installing.how_to_install()


def test_a_bundle_cannot_be_added_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "A bundle cannot be added to" in installing.how_to_install()
