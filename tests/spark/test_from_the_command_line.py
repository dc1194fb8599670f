"""From what people wrote to the report on it: ``tidings report`` over a real profile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

pytestmark = [pytest.mark.needs_java, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
SAID = ("hello", "hello to you", "=1+1", "see https://example.org")


def tidings(folder: Path, *words: str) -> Any:  # Any: whatever the command's document is
    """The document of a command on the profile in ``folder``."""
    place = {"XDG_RUNTIME_DIR": str(folder), "TZ": "Europe/Berlin"}
    done = subprocess.run(
        [sys.executable, "-m", "app", "--profile", str(folder / "p"), "--json", *words],
        cwd=ROOT,
        env={**os.environ, **place},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_report_says_what_people_did(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    tidings(tmp_path, "identity", "new", "ann")
    posts = [tidings(tmp_path, "channel", "post", "ann", text) for text in SAID]
    tidings(tmp_path, "channel", "post", "ann", "☺", "--react-to", posts[0]["id"])
    out = tmp_path / "report"
    told = tidings(tmp_path, "report", "ann", "--out", str(out), "--formats", "html,parquet")
    assert (told["out"], told["posts"]) == (str(out), len(SAID))
    files = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert set(told["files"]) == files
    assert {"report.html", "run.json", "tables/authors.parquet"} < files
    [author] = pq.read_table(out / "tables" / "authors.parquet").to_pylist()
    assert (author["name"], author["posts"]) == ("ann", len(SAID))
    run = json.loads((out / "run.json").read_text())
    assert run["range"]["zone"] == "Europe/Berlin"
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "hello" not in page, "no word of a message, unless it was asked for"
    left = sorted(path.name for path in tmp_path.iterdir() if path.name not in {"p", "report"})
    assert not [name for name in left if name.startswith(".report")]


def test_who_ends_the_command_finds_nothing_lying_about(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    tidings(tmp_path, "identity", "new", "ann")
    words = ["--profile", str(tmp_path / "p"), "report", "ann", "--out", str(tmp_path / "report")]
    process = subprocess.Popen(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    part = tmp_path / ".report.part"  # the job has begun
    while not part.exists() and process.poll() is None:
        time.sleep(0.05)
    process.terminate()
    _, complaint = process.communicate()
    assert process.returncode == 130, complaint
    assert not [path.name for path in tmp_path.iterdir() if "report" in path.name]
