"""What a report is doing, as JSON lines ``{"stage", "name", "done", "total"}``.

``stage`` counts from 1, ``name`` says what is made; ``done`` of ``total`` are Spark's tasks where
it works, else the step itself. The last line has the name ``done``.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from spark_reports.aside import say_aside

if TYPE_CHECKING:  # who makes a dataset up, and can be called off, needs no Spark
    from pyspark import SparkContext

LOOK_SECONDS = 0.4  # ours: a bar that moves so often looks alive


@dataclass(frozen=True, slots=True)
class Step:
    """Where it stands."""

    stage: int
    stages: int
    name: str
    done: int
    total: int


Told = Callable[[Step], None]


def json_lines(file: TextIO) -> Told:
    """Writes each step as a line, flushed. Where nobody reads it any more the work goes on: its
    report may be in its place by then.
    """

    def told(step: Step) -> None:
        line = {
            "stage": step.stage,
            "stages": step.stages,
            "name": step.name,
            "done": step.done,
            "total": step.total,
        }
        say_aside(json.dumps(line) + "\n", file)

    return told


def plain_lines(file: TextIO) -> Told:
    """A line a stage, for a person; where nobody reads it, as ``json_lines``."""

    def told(step: Step) -> None:
        if step.done == 0 or step.name == "done":
            say_aside(f"{step.stage} of {step.stages}: {step.name}\n", file)

    return told


class Stages:
    """Goes through ``names`` in order, and measures how long each takes."""

    def __init__(self, names: Sequence[str], told: Told) -> None:
        """``told`` is called from this thread and, while Spark works, from another."""
        self._names = names
        self._told = told
        self._gate = threading.Lock()
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str, context: SparkContext | None = None) -> Iterator[None]:
        """The block is that stage; with ``context`` its tasks are counted."""
        number = self._names.index(name) + 1
        self._tell(number, name, 0, 1)
        began = time.monotonic()
        if context is None:
            yield
        else:
            with self._watching(number, name, context):
                yield
        self.seconds[name] = round(time.monotonic() - began, 3)
        self._tell(number, name, 1, 1)

    def ended(self) -> None:
        """All is done."""
        self._tell(len(self._names), "done", 1, 1)

    def _tell(self, number: int, name: str, done: int, total: int) -> None:
        with self._gate:
            self._told(Step(number, len(self._names), name, done, total))

    @contextmanager
    def _watching(self, number: int, name: str, context: SparkContext) -> Iterator[None]:
        ends = threading.Event()

        def look() -> None:
            seen = (0, 0)
            while not ends.wait(LOOK_SECONDS):
                found = _tasks(context)
                if found is not None and found != seen:
                    seen = found
                    self._tell(number, name, *found)

        watcher = threading.Thread(target=look, name="progress", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            ends.set()
            watcher.join()


def _tasks(context: SparkContext) -> tuple[int, int] | None:
    """Tasks done and tasks there are, of what Spark works on now; None: of nothing."""
    tracker = context.statusTracker()
    infos = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    known = [info for info in infos if info is not None]
    total = sum(info.numTasks for info in known)
    if not total:
        return None
    return min(sum(info.numCompletedTasks for info in known), total - 1), total
