"""The command of a report without Spark: what is around the work, and its last step."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from spark_reports import job
from spark_reports.command import main
from tests.spark.rows import GARDEN, dataset, post
from tests.spark.test_outputs import RUN

TABLE = "tables/authors.csv"


def finish(_fresh: Path) -> None:
    """All went well."""


def report_without_java(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[Path], None] = finish,
    progress: str = "json",
) -> int:
    """The exit status of a report at ``folder / "out"``, of files that are written at once; then
    ``end`` is called with the folder they are in.
    """
    written_at_once(folder, monkeypatch, end)
    words = [f"--input={folder / 'dataset'}", f"--out={folder / 'out'}"]
    return main([*words, f"--progress={progress}"])


def written_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[Path], None] = finish
) -> None:
    """So are the files of each report from now on, of ``folder / "dataset"``, which is made."""

    class Written:
        def __init__(self, *given: object) -> None:
            self._fresh = Path(f"{given[3]}")

        def run(self) -> None:
            (self._fresh / "tables").mkdir()
            (self._fresh / TABLE).write_text("space")
            (self._fresh / "run.json").write_text(json.dumps(RUN))
            end(self._fresh)

    monkeypatch.setattr(job, "_Job", Written)
    monkeypatch.setattr(job, "session", contextlib.nullcontext)
    monkeypatch.setattr(job, "zone_known", lambda _spark, zone, _else: zone)
    if not (folder / "dataset").exists():
        dataset(folder / "dataset", {GARDEN: [post(1)]})
