"""Seeds by the thousand: batches of fresh worlds, with a log from which a later run goes on.

A line of the log is one seed as JSON: what it did, under which code. Seeds that stand there are not
run again; a line that was cut short by the power counts for nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path

from tests.simulation.simulate import HOURS, Outcome, simulate

PROCESSES = 2
BATCH = 40
KINDS = (
    *("honest", "liars", "port", "portliars", "portmany", "renew", "renewliars"),
    *("feeds", "feedliars", "feedport", "comments", "commentliars"),
    *("communities", "communityliars"),
)
TREE = Path(__file__).resolve().parents[2]

Say = Callable[[str], None]


@dataclass(slots=True)
class Log:
    """``path`` None: nothing is kept. ``hours`` and ``broken`` are of all that it holds."""

    path: Path | None
    hours: float = 0.0
    broken: int = 0
    done: set[str] = field(default_factory=set)  # for membership only
    code: str = ""

    def __post_init__(self) -> None:
        self.code = code_digest()
        if self.path is None or not self.path.exists():
            return
        for line in self.path.read_text("utf-8").splitlines():
            try:
                entry = json.loads(line)
                self._count(entry["seed"], entry["hours"], entry["broken"])
            except (ValueError, KeyError):
                continue

    def add(self, outcome: Outcome) -> None:
        """On the disk when this returns, as far as the program's own end goes."""
        self._count(outcome.seed, outcome.hours, outcome.broken)
        if self.path is None:
            return
        entry = {
            "seed": outcome.seed,
            "hours": outcome.hours,
            "broken": outcome.broken,
            "trace": outcome.digest,
            "code": self.code,
            "seconds": round(outcome.seconds, 2),
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def _count(self, seed: str, hours: float, broken: str) -> None:
        self.done.add(seed)
        self.hours += hours
        self.broken += bool(broken)


def code_digest() -> str:
    """Of the engine and of the simulator: the same code gives the same worlds."""
    digest = blake2b(digest_size=6)
    for folder in ("engine", "tests/simulation", "tests/durability"):
        for file in sorted((TREE / folder).rglob("*")):
            if file.suffix in {".py", ".sql"}:
                digest.update(file.relative_to(TREE).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def run_batches(hours: float, first: int, log: Log, say: Say, each: float = HOURS) -> None:
    """Fresh seeds from that number on, of ``each`` hours, until the log holds so many."""
    began, hours_before = time.perf_counter(), log.hours
    seeds = _fresh(first, log)
    while log.hours < hours:
        # A pool a batch: what one world leaves in memory, no other has to live with.
        with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
            for outcome in pool.map(partial(simulate, hours=each), list(islice(seeds, BATCH))):
                log.add(outcome)
                if outcome.broken:
                    say(outcome.report)
        seconds = time.perf_counter() - began
        speed = (log.hours - hours_before) * 3_600 / seconds / PROCESSES
        say(
            f"{len(log.done)} seeds, {log.hours:g} hours, {log.broken} broken, {seconds:.0f} s:"
            f" {speed:,.0f} x real time a process"
        )


def _fresh(first: int, log: Log) -> Iterator[str]:
    for number in count(first):
        for kind in KINDS:
            if (seed := f"{kind}-{number}") not in log.done:
                yield seed
