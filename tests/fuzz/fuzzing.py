"""Runs targets in processes of their own, two at a time, and says what was found."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz import corpus
from tests.fuzz.target import INPUT_BYTES_MAX

IS_GUIDED = find_spec("atheris") is not None
"""Whether libFuzzer is to be had here; else inputs are changed at random."""

AT_A_TIME = 2
_WAIT_SECONDS = 60
_EXECUTED = re.compile(r"number_of_executed_units: *(\d+)")
_SAID_CHARACTERS = 4_000
_SECONDS_AN_INPUT = 5  # libFuzzer's own watch, for what never comes back
_WITH_A_PEAK_OF_ITS_OWN = ("/bin/sh", "-c", '"$@"; exit $?', "sh")
"""Linux hands the peak of a process on to the program it turns into. libFuzzer, started by a large
one, would take that for its own and stop at once; what a shell starts has the shell's."""


@dataclass(frozen=True, slots=True)
class Amount:
    """``runs`` executions of each target, or as many as ``seconds`` allow (0: no limit)."""

    runs: int = 0
    seconds: int = 0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """``said``: the end of what the process wrote. ``new``: inputs that reached something new.

    ``executions``: as the process counted them; 0 where it did not come to that.
    """

    name: str
    is_clean: bool
    said: str
    executions: int
    new: tuple[bytes, ...]


def fuzz(names: Iterable[str], amount: Amount, folder: Path) -> list[Outcome]:
    """``folder``: an empty one, for what is found."""
    with ThreadPoolExecutor(AT_A_TIME) as threads:
        return list(threads.map(lambda name: _fuzz_one(name, amount, folder / name), names))


def least(name: str, inputs: Iterable[bytes], folder: Path) -> list[bytes]:
    """So few of them that all of them together reach nothing more. Needs libFuzzer."""
    corpus.unpack(inputs, folder / "all")
    (folder / "least").mkdir()
    again = folder / "again"  # libFuzzer starts itself anew, by the name it was started with
    again.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tests.fuzz.guided {name} "$0" "$@"\n')
    again.chmod(0o700)
    limits = ["-merge=1", f"-max_len={INPUT_BYTES_MAX}"]
    subprocess.run(
        [str(again), *limits, str(folder / "least"), str(folder / "all")],
        capture_output=True,
        check=True,
    )
    return corpus.packed(folder / "least")


def _fuzz_one(name: str, amount: Amount, folder: Path) -> Outcome:
    corpus.unpack(corpus.kept(name), folder / "known")
    (folder / "new").mkdir()
    module = "guided" if IS_GUIDED else "unguided"
    command = [
        sys.executable,
        "-m",
        f"tests.fuzz.{module}",
        name,
        name,
        *_arguments(amount, folder),
    ]
    ended = started([*command, str(folder / "new"), str(folder / "known")], amount.seconds)
    said = ended.stdout[-_SAID_CHARACTERS:] + ended.stderr[-_SAID_CHARACTERS:]
    executed = _EXECUTED.search(said)
    executions = int(executed[1]) if executed else 0
    new = tuple(corpus.packed(folder / "new"))
    return Outcome(name, ended.returncode == 0, said, executions, new)


def started(command: list[str], seconds: int = 0) -> subprocess.CompletedProcess[str]:
    """Ended, that is; ``seconds``: how long it means to take (0: as long as it likes)."""
    return subprocess.run(
        [*_WITH_A_PEAK_OF_ITS_OWN, *command],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=seconds + _WAIT_SECONDS if seconds else None,
    )


def _arguments(amount: Amount, folder: Path) -> list[str]:
    limits = [f"-runs={amount.runs}"] if amount.runs else []
    limits += [f"-max_total_time={amount.seconds}"] if amount.seconds else []
    return [
        *limits,
        f"-seed={amount.seed}",
        f"-max_len={INPUT_BYTES_MAX}",
        f"-timeout={_SECONDS_AN_INPUT}",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
    ]
