"""The paces a window is put through over a long channel; a JSON object a measurement.

Times are of this process's own clock. A frame is a forced repaint with what had to be done for it;
between frames the loop runs. ``cpu`` is the same without what other programs on this computer took.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import time
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.model.queries import Search, Spaces
from ui.main_window.window import MainWindow
from ui.timeline.view import TimelineView

FRAMES = 600
FRAME_SECONDS = 0.0166
OPENINGS = 9
JUMPS = 25
SEARCHES = 7
WAIT_SECONDS = 60.0
SCROLLS = (24.0, 300.0, 1_500.0)
COMMON_WORD, PREFIX = "the", "mou"


def say(name: str, **values: object) -> None:
    """One line of what is measured."""
    sys.stdout.write(json.dumps({"name": name, **values}) + "\n")
    sys.stdout.flush()


class PaintWatch(QObject):
    """Tells when a widget was painted."""

    def __init__(self, view: TimelineView) -> None:
        super().__init__(view)
        self._view = view
        self.painted_at: float | None = None
        view.viewport().installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._shows_posts():
            QTimer.singleShot(0, self, self._painted)
        return False

    def _shows_posts(self) -> bool:
        return self._view.source.is_open and len(self._view.source.run) > 0

    def _painted(self) -> None:
        if self.painted_at is None:
            self.painted_at = time.monotonic()

    async def next_paint(self, space: SpaceId | None = None) -> float:
        """When the posts (of ``space``) are next seen, on the clock of ``time.monotonic``."""
        end = time.monotonic() + WAIT_SECONDS
        while self.painted_at is None or space not in {None, self._view.source.space}:
            if space not in {None, self._view.source.space}:
                self.painted_at = None
            if time.monotonic() > end:
                raise TimeoutError
            await asyncio.sleep(0.001)
        return self.painted_at


class Paces:
    """One window's."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._page = window.pages.channel
        self._view = self._page.timeline
        self._watch = PaintWatch(self._view)
        self._random = random.Random(7)

    async def run(self, wanted: str) -> None:
        usable = await self._watch.next_paint()
        cpu = round(time.process_time(), 2)
        say("window_usable", at=usable, cpu_seconds=cpu, posts=self._view.source.run.total)
        if wanted == "start":
            return
        if wanted == "arrivals":
            await self._arrivals()
            return
        await asyncio.sleep(1.0)
        say("window_rss_after_start", mebibytes=rss_mebibytes())
        views = sorted(await self._page._bridge.ask(Spaces()), key=lambda view: view.posts)
        await self._openings([view.id for view in views])
        await self._jumps()
        for pixels in SCROLLS:
            await self._scroll(pixels)
        await self._searches()
        say("window_rss", mebibytes=rss_mebibytes())

    async def _openings(self, spaces: list[SpaceId]) -> None:
        other, long = spaces[0], spaces[-1]
        taken: list[float] = []
        for _ in range(OPENINGS):
            for space in (other, long):
                self._watch.painted_at = None
                began = time.monotonic()
                self._window.open_space(space)
                seconds = await self._watch.next_paint(space) - began
                taken += [seconds] if space == long else []
                await asyncio.sleep(0.3)
        summary("window_open_channel", taken)

    async def _jumps(self) -> None:
        taken: list[float] = []
        source, view = self._view.source, self._view
        for _ in range(JUMPS):
            rank = self._random.randrange(source.run.total)
            arrived = asyncio.get_running_loop().create_future()
            source.jumped.connect(lambda _at, told=arrived: told.done() or told.set_result(None))
            began = time.monotonic()
            view._go_to_rank(rank)
            if not source.run.before <= rank < source.run.before + len(source.run):
                await asyncio.wait_for(arrived, WAIT_SECONDS)
            view.viewport().repaint()
            taken.append(time.monotonic() - began)
            source.jumped.disconnect()
            source.jumped.connect(view._on_jumped)
            await asyncio.sleep(0.2)
        summary("window_jump", taken)

    async def _scroll(self, pixels: float) -> None:
        """Frames are due every 16.6 ms; what a frame costs includes what made it late."""
        view = self._view
        view.to_end()
        await asyncio.sleep(0.5)
        costs: list[float] = []
        cpu: list[float] = []
        due = time.monotonic()
        for _ in range(FRAMES):
            await sleep_until(due)
            worked = time.thread_time()
            view.scroll_by(-pixels)
            view.viewport().repaint()
            cpu.append(time.thread_time() - worked)
            ended = time.monotonic()
            costs.append(ended - due)
            due = max(due + FRAME_SECONDS, ended)
        say(
            f"window_scroll_{pixels:.0f}",
            p50_ms=milliseconds(statistics.median(costs)),
            p95_ms=milliseconds(quantile(costs, 0.95)),
            p99_ms=milliseconds(quantile(costs, 0.99)),
            worst_ms=milliseconds(max(costs)),
            cpu_p95_ms=milliseconds(quantile(cpu, 0.95)),
            cpu_p99_ms=milliseconds(quantile(cpu, 0.99)),
        )

    async def _searches(self) -> None:
        rare = next(
            word
            for entry in reversed(self._view.source.run.entries)
            for word in entry.post.text.split()
            if len(word) > 6 and word.isalpha()
        )
        for kind, words in (("rare", rare), ("common", COMMON_WORD), ("prefix", PREFIX)):
            taken: list[float] = []
            for _ in range(SEARCHES):
                began = time.monotonic()
                await self._page._bridge.ask(Search(words, limit=50))
                taken.append(time.monotonic() - began)
            summary(f"window_search_{kind}", taken)

    async def _arrivals(self) -> None:
        """A timer of 16 ms runs while posts come in; how far apart its calls are."""
        gaps: list[float] = []
        last = [time.monotonic()]

        def tick() -> None:
            now = time.monotonic()
            gaps.append(now - last[0])
            last[0] = now
            self._view.viewport().repaint()

        views = await self._page._bridge.ask(Spaces())
        self._window.open_space(next(view.id for view in views if not view.posts))
        await asyncio.sleep(1.0)
        timer = QTimer(self._view, interval=16, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(tick)
        wanted = int(sys.argv[3])
        source = self._view.source
        last[0] = began = time.monotonic()
        timer.start()
        say("window_waits")
        ends = began + 5 * WAIT_SECONDS
        while source.run.total < wanted and time.monotonic() < ends:  # noqa: ASYNC110 - a count
            await asyncio.sleep(0.05)
        seconds = time.monotonic() - began
        timer.stop()
        say(
            "window_frame_gaps",
            posts=source.run.total,
            seconds=round(seconds, 2),
            p50_ms=milliseconds(statistics.median(gaps)),
            p99_ms=milliseconds(quantile(gaps, 0.99)),
            worst_ms=milliseconds(max(gaps)),
            over_100_ms=sum(gap > 0.1 for gap in gaps),
            mebibytes=rss_mebibytes(),
        )


async def sleep_until(due: float) -> None:
    """Lets the loop run until then, at least once."""
    await asyncio.sleep(0)
    while (left := due - time.monotonic()) > 0:  # noqa: ASYNC110 - in small steps, to be on time
        await asyncio.sleep(min(left, 0.002))


def summary(name: str, taken: list[float]) -> None:
    """Median and worst of some runs."""
    say(
        name,
        median_ms=milliseconds(statistics.median(taken)),
        worst_ms=milliseconds(max(taken)),
        fastest_ms=milliseconds(min(taken)),
        runs=len(taken),
    )


def milliseconds(seconds: float) -> float:
    return round(seconds * 1_000, 1)


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def rss_mebibytes() -> int:
    """The resident set as Linux counts it (proc(5))."""
    status = Path("/proc/self/status").read_text().splitlines()
    line = next(line for line in status if line.startswith("VmRSS:"))
    return int(line.split()[1]) // 1024
