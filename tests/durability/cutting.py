"""Cuts the power at many places of one recording, and lets the oracle look at each outcome."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.durability.disk import Disk, Image, Mark, Sync, lay_down
from tests.durability.facts import NOTHING, Began, Known
from tests.durability.folders import quick_folder
from tests.durability.oracle import Finding, Oracle
from tests.durability.recording import Recording, record, record_return

COMPLAINTS_MAX = 5


@dataclass(frozen=True, slots=True)
class Cut:
    """What one cut left. ``syncs`` were done before it; ``told`` to the person, ``whole`` soon."""

    position: int
    image: Image
    syncs: int
    told: Known
    whole: Known


@dataclass(slots=True)
class Report:
    """``lost``: cuts after which something was missing; ``unsound``: or refused, or half done."""

    cuts: int = 0
    lost: int = 0
    unsound: int = 0
    complaints: list[str] = field(default_factory=list)

    def complain(self, cut: Cut, words: str) -> None:
        """The first few are kept."""
        if len(self.complaints) < COMPLAINTS_MAX:
            self.complaints.append(f"cut {self.cuts} at call {cut.position}: {words}")


def cuts(recording: Recording, seed: str, count: int) -> Iterator[Cut]:
    """``count`` cuts, spread over all places where one could lose anything."""
    dice = random.Random(seed)
    places = [place for place, disk, _ in _replayed(recording) if disk.unsure()]
    wanted = dict.fromkeys(places, 0)
    for number in range(count):
        wanted[places[number * len(places) // count]] += 1
    told, whole = _told(recording)
    for place, disk, syncs in _replayed(recording):
        for _ in range(wanted.get(place, 0)):
            yield Cut(place, disk.cut(dice), syncs, told[place], whole[place])


def _replayed(recording: Recording) -> Iterator[tuple[int, Disk, int]]:
    disk, syncs = Disk(recording.start), 0
    for place, operation in enumerate(recording.calls):
        disk.do(operation)
        syncs += isinstance(operation, Sync)
        yield place, disk, syncs


def _told(recording: Recording) -> tuple[list[Known], list[Known]]:
    """At each place what was told so far, and what will be told by the end of the act."""
    told: list[Known] = []
    whole: list[Known] = []
    known = recording.known
    for operation in recording.calls:
        if isinstance(operation, Mark):
            if isinstance(operation.fact, Began):
                whole += [known] * (len(told) - len(whole))
            known = known.with_fact(operation.fact)  # type: ignore[arg-type]  # only facts are marked
        told.append(known)
    whole += [known] * (len(told) - len(whole))
    return told, whole


def states(recording: Recording, examine: Callable[[Image], Finding]) -> list[bytes]:
    """The content after each sync, the empty beginning first: a cut may leave one of them."""
    contents = [b""]
    last = 0
    for _, disk, syncs in _replayed(recording):
        if syncs > last:
            last = syncs
            contents.append(examine(disk.live()).content)
    return contents


def cut_everywhere(recording: Recording, folder: Path, seed: str, count: int) -> Report:
    """What ``synchronous=FULL`` promises: nothing lost, and nothing between two states."""
    oracle = Oracle(folder)
    wholes = states(recording, oracle.examine)
    report = Report()
    for cut in cuts(recording, seed, count):
        finding = _judge(report, cut, oracle)
        may_be = wholes[cut.syncs : cut.syncs + 2]
        if cut.told != NOTHING and not finding.trouble and finding.content not in may_be:
            report.unsound += 1
            report.complain(cut, "a state that never was, or is long past")
    return report


def cut_scene(seed: str, count: int) -> Report:
    """The scene of that seed, recorded and cut."""
    with quick_folder() as folder:
        return cut_everywhere(record(folder / "here", seed), folder / "there", seed, count)


def cut_until(recording: Recording, folder: Path, seed: str, count: int) -> Report:
    """The same without a rule for states: for disks and settings that promise less."""
    oracle = Oracle(folder, syncs=False)
    report = Report()
    for cut in cuts(recording, seed, count):
        _judge(report, cut, oracle)
    return report


def cut_again(
    recording: Recording, folder: Path, seed: str, cuts_before: int, cuts_each: int
) -> Report:
    """The power goes, and goes again while the program recovers, and is used, and ends."""
    report = Report()
    for number, first in enumerate(cuts(recording, seed, cuts_before)):
        oracle = Oracle(folder / str(number))
        found = _judge(report, first, oracle)
        if found.trouble:
            continue
        again = folder / f"{number} again"
        lay_down(first.image, again)
        for second in cuts(record_return(again, found.known), f"{seed} {number}", cuts_each):
            _judge(report, second, oracle)
        shutil.rmtree(again)
    return report


def _judge(report: Report, cut: Cut, oracle: Oracle) -> Finding:
    report.cuts += 1
    finding = oracle.examine(cut.image)
    if finding.trouble:
        report.unsound += 1
        report.complain(cut, finding.trouble)
    elif (missing := cut.told.missing_in(finding.known)) and cut.whole.missing_in(finding.known):
        report.lost += 1
        report.complain(cut, missing)
    return finding
