"""The bundle's program answers as Python where the program starts parts of itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START = ROOT / "packaging" / "bundle" / "start.py"
LOADER = "import os; print(os.environ.get('LD_LIBRARY_PATH'))"


def said(*words: str, **variables: str) -> str:
    """What the start says; it must end well."""
    plain = {name: os.environ[name] for name in os.environ if not name.startswith("LD_")}
    done = subprocess.run(
        [sys.executable, START, *words],
        env={**plain, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done
    return done.stdout.strip()


def test_code_is_run_as_python_runs_it() -> None:
    code = "import sys; print(__name__, sys.argv)"
    assert said("-c", code, "one", "two") == "__main__ ['-c', 'one', 'two']"


def test_a_module_is_run_as_python_runs_it() -> None:
    assert said("-m", "json.tool", "--help").startswith("usage: ")


def test_everything_else_is_the_program() -> None:
    assert said("--version").startswith("Tidings ")


def test_what_is_started_finds_its_own_libraries_again() -> None:
    assert said("-c", LOADER) == "None"
    assert said("-c", LOADER, LD_LIBRARY_PATH="/bundle") == "None"
    kept = {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/own"}
    assert said("-c", LOADER, **kept) == "/own"
