"""A command loads what it needs and no more: a start is what people and scripts wait for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
HEAVY = {
    *("PIL", "PySide6", "apsw", "google.protobuf", "keyring", "nacl", "numpy", "platformdirs"),
    *("rich", "segno", "zeroconf", "zxingcpp"),
}
STORED = {"apsw", "google.protobuf", "nacl"}  # what a profile is opened with
RUN = """
import json, sys
from app.cli.root import main
status = main(sys.argv[2:])
heavy = set(json.loads(sys.argv[1]))
print(json.dumps([status, sorted(heavy & set(sys.modules))]), file=sys.stderr)
"""
WINDOW = """
import sys
from app.cli import root, window
window.show = lambda *_call: None
assert root.main([]) == 0
assert "pydantic" not in sys.modules
"""
PAINTED = """
import sys
import app.window_start
assert not {"app.speaking", "engine.runtime.node", "engine.transport.tcp"} & set(sys.modules)
"""


def loaded(short: Path, *words: str) -> set[str]:
    """Which of the heavy ones a command loads, in a process of its own, on a profile there is."""
    line = [sys.executable, "-c", RUN, json.dumps(sorted(HEAVY)), "--profile", str(short / "p")]
    done = subprocess.run(
        [*line, *words],
        env={**os.environ, "XDG_RUNTIME_DIR": str(short), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    status, found = json.loads(done.stderr.splitlines()[-1])
    assert status == 0, done.stderr
    return set(found)


def test_the_version_needs_none_of_them(short: Path) -> None:
    assert loaded(short, "--version") == set()


@pytest.mark.parametrize(
    "words", [("channel", "list"), ("invite", "list"), ("peers",)], ids=" ".join
)
def test_a_command_on_the_profile_needs_its_keys_and_its_protocol(
    short: Path, words: tuple[str, ...]
) -> None:
    assert loaded(short, "--json", *words) <= STORED


def test_the_window_alone_needs_nobody_to_read_options(short: Path) -> None:
    around = {"XDG_DATA_HOME": str(short), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", WINDOW], env={**os.environ, **around}, check=True)


def test_a_window_needs_nothing_of_what_is_spoken_before_it_is_painted() -> None:
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", PAINTED], env=around, check=True)


def test_words_for_people_need_what_draws_them(short: Path) -> None:
    assert loaded(short, "channel", "list") == STORED | {"rich"}


def test_only_a_picture_needs_what_draws_and_reads_codes(short: Path) -> None:
    loaded(short, "--json", "identity", "new", "Ann")
    asked = ("--json", "invite", "request")
    assert not loaded(short, *asked) & {"PIL", "numpy", "segno", "zxingcpp"}
    assert "segno" in loaded(short, *asked, "--qr", str(short / "code.svg"))
