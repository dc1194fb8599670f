"""A report's page over reports that are made when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ui.report_service import FinishedReport, NoReport, ReportChoice, ReportProgress


@dataclass
class FakeReports:
    """``goes_on`` lets the one that is under way come to its end."""

    found: list[FinishedReport] = field(default_factory=list)
    lacks: NoReport | None = None
    outcome: NoReport | Exception | None = None
    asked: list[ReportChoice] = field(default_factory=list)
    steps: Sequence[ReportProgress] = ()
    called_off: int = 0
    printed: Path | None = None
    page: Path | None = None
    goes_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def trouble(self) -> NoReport | None:
        return self.lacks

    async def make(
        self, choice: ReportChoice, told: Callable[[ReportProgress], None]
    ) -> FinishedReport | NoReport:
        self.asked.append(choice)
        for step in self.steps:
            told(step)
        try:
            await self.goes_on.wait()
        except asyncio.CancelledError:
            self.called_off += 1
            raise
        if isinstance(self.outcome, Exception):
            raise self.outcome
        if self.outcome is not None:
            return self.outcome
        made = FinishedReport(
            choice.out, choice.title, 12, 1_700_000_000.0, self.page, self.printed
        )
        self.found.insert(0, made)
        return made

    async def earlier(self) -> Sequence[FinishedReport]:
        return tuple(self.found)
