"""How long a command takes, alone and handed over, and how soon ``serve`` listens."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.e2e.processes import Person

RUNS = 7


def measures(folder: Path) -> Iterator[Mapping[str, object]]:
    """Medians of some runs, in seconds."""
    folder.mkdir(parents=True)
    person = Person("ann", folder / "profile", folder / "run", "127.0.1.251")
    person.runtime.mkdir(mode=0o700)
    person.do("identity", "new", "ann")
    yield _measure("channel_list_alone", lambda: person.do("channel", "list"))
    yield _serve(person)
    serving = person.serve()
    yield _measure("channel_list_handed_over", lambda: person.do("channel", "list"))
    serving.stop()


def _serve(person: Person) -> Mapping[str, object]:
    taken = []
    for _ in range(RUNS):
        began = time.perf_counter()
        serving = person.serve()  # returns when it listens
        taken.append(time.perf_counter() - began)
        serving.stop()
    return _summary("serve_to_listening", taken)


def _measure(name: str, act: Callable[[], object]) -> Mapping[str, object]:
    taken = []
    for _ in range(RUNS):
        began = time.perf_counter()
        act()
        taken.append(time.perf_counter() - began)
    return _summary(name, taken)


def _summary(name: str, taken: list[float]) -> Mapping[str, object]:
    return {
        "name": name,
        "seconds": round(statistics.median(taken), 4),
        "fastest": round(min(taken), 4),
        "runs": RUNS,
    }
