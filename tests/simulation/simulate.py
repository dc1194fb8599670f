"""Runs one seed and says how it went."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

from engine.crypto.blake2b import hash32
from tests.simulation.broken import LawBroken
from tests.simulation.comments.scenario import COMMENTS, CommentScenario
from tests.simulation.communities.scenario import COMMUNITIES, CommunityScenario
from tests.simulation.disk import CutDisk, Disk
from tests.simulation.feeds.scenario import FEEDS, FeedScenario
from tests.simulation.peerlinks.scenario import Scenario
from tests.simulation.seeds import Seed
from tests.simulation.together.scenario import TOGETHER, TogetherScenario
from tests.simulation.weather import Climate

HOURS = 2.0
POWER_FAILS = Climate({"power": 60.0, "crash": 120.0}, skewed=False, drifting=False, slow=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """``broken``: the law that was broken, empty if none was. ``report``: what a person needs."""

    seed: str
    hours: float
    digest: str
    happened: int
    counts: dict[str, int]
    seconds: float
    broken: str = ""
    report: str = ""


class _Bugs(logging.Handler):
    """Keeps what the turn says of bugs, with their tracebacks."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(message)s"))

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))
        del self.lines[:-5]


AnyScenario = Scenario | FeedScenario | CommentScenario | CommunityScenario | TogetherScenario


def _kind_of(seed: str) -> type[AnyScenario]:
    if seed.startswith(TOGETHER):
        return TogetherScenario
    if seed.startswith(COMMUNITIES):
        return CommunityScenario
    if seed.startswith(COMMENTS):
        return CommentScenario
    return FeedScenario if seed.startswith(FEEDS) else Scenario


def simulate(seed: str, hours: float = HOURS, folder: Path | None = None) -> Outcome:
    """Never raises for what the simulated engines do.

    ``folder``, an empty one: profiles lie there, on disks whose power can be cut; else in memory.
    """
    began = time.process_time()
    log, bugs = logging.getLogger("engine.turn"), _Bugs()
    propagated, log.propagate = log.propagate, False
    log.addHandler(bugs)
    disks: list[CutDisk] = []

    def cut_disk(name: str) -> Disk:
        assert folder is not None
        (folder / name).mkdir(mode=0o700)
        disks.append(CutDisk(folder / name, hash32(name.encode())))
        return disks[-1]

    kind = _kind_of(seed)
    scenario = kind(Seed(seed), hours)
    if folder is not None:
        scenario = kind(Seed(seed), hours, cut_disk, POWER_FAILS)
    world = scenario.world
    broken = report = ""
    try:
        scenario.run()
    except LawBroken as error:
        broken = error.law
        again = f"make simulate SEED={seed} HOURS={hours:g}" + (" ARGS=--disks" if folder else "")
        lines = [*world.trace.lines(), *bugs.lines]
        report = "\n".join([*lines, "", f"BROKEN: {error}", f"seed {seed}; again: {again}"])
    finally:
        for disk in disks:
            disk.close()
        log.removeHandler(bugs)
        log.propagate = propagated
    return Outcome(
        seed,
        hours,
        world.trace.digest,
        world.trace.count,
        world.counts,
        time.process_time() - began,
        broken,
        report,
    )
