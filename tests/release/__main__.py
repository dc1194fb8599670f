"""Runs the pieces, one after another; the last line says how many passed.

``python -m tests.release`` (``make release-test``) runs all of them, with names only those
(``make release-test PIECE=kills``). A piece that takes more than 75 minutes is ended, and failed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.release.pieces import Command, Piece, all_pieces
from tests.simulation.batches import code_digest

ROOT = Path(__file__).resolve().parents[2]
SECONDS_MAX = 75 * 60.0
ENDING_SECONDS = 30.0
LOOK_SECONDS = 0.2


def main(names: Sequence[str]) -> int:
    """How it ended: 0, 1 (something failed) or 2 (there is no such piece)."""
    room = ROOT / "build" / "release" / code_digest()  # other code, other worlds
    room.mkdir(parents=True, exist_ok=True)
    pieces = {piece.name: piece for piece in all_pieces(room)}
    if unknown := [name for name in names if name not in pieces]:
        say(f"There is no piece {', '.join(unknown)}. There are: {', '.join(pieces)}.")
        return 2
    passed = [run(pieces[name], SECONDS_MAX) for name in names or pieces]
    say(f"{sum(passed)} passed, {len(passed) - sum(passed)} failed")
    return 0 if all(passed) else 1


def run(piece: Piece, seconds: float) -> bool:
    """Whether all its commands ended with 0, in time."""
    say(f"== {piece.name}: {piece.proves}")
    began = time.monotonic()
    trouble = _run_all(piece, began + seconds)
    minutes = (time.monotonic() - began) / 60
    say(f"== {piece.name}: {trouble or 'passed'}, {minutes:.1f} minutes")
    return not trouble


def _run_all(piece: Piece, until: float) -> str:
    """What went wrong; empty: nothing."""
    waiting, running = list(piece.commands), list[subprocess.Popen[bytes]]()
    try:
        while waiting or running:
            while waiting and len(running) < piece.at_a_time:
                running.append(_start(waiting.pop(0)))
            if time.monotonic() > until:
                return "ended, as it took too long"
            over = [one for one in running if one.poll() is not None]
            if failed := [one for one in over if one.returncode != 0]:
                return f"failed with status {failed[0].returncode}"
            running = [one for one in running if one not in over]
            time.sleep(0 if over else LOOK_SECONDS)
    finally:
        for one in running:
            _end(one)
    return ""


def _start(command: Command) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join([str(ROOT), str(ROOT / "packaging")])
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,  # so that what it started ends with it
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, number)
            try:
                process.wait(ENDING_SECONDS)
            except subprocess.TimeoutExpired:
                continue


def say(words: str) -> None:
    """At once, also where the output is kept in a file."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
