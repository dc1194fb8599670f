"""The README's first minutes on the command line, run as they are written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
ADDRESS = "127.0.4.71:4711"  # another than a person's own try on this computer
PATIENCE_SECONDS = 90.0


def first_minutes() -> str:
    """The one block of commands that begins with an identity."""
    blocks: list[str] = re.findall(r"```sh\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    (block,) = [one for one in blocks if "identity new" in one]
    return block.replace("127.0.0.1:4711", ADDRESS)


def test_the_first_minutes_of_the_readme_work_as_written(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "tidings"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m app "$@"\n')
    program.chmod(0o755)
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    surroundings = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(README.parent),
        "XDG_RUNTIME_DIR": str(runtime),
    }
    done = subprocess.run(
        ["bash", "-ec", first_minutes()],
        cwd=tmp_path,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Ann (owner): Hello Ben, this is **Ann**." in done.stdout
