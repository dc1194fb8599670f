"""What the window needs to make activity reports. ``app`` implements it; no Qt here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from engine.model.ids import SpaceId


class ReportForm(StrEnum):
    """What a report can be. The values are the command line's words."""

    HTML = "html"
    PDF = "pdf"
    CSV = "csv"
    PARQUET = "parquet"


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """Which report. ``out`` is the folder that it becomes; the days are inclusive; ``pseudonyms``:
    people are numbers in it.
    """

    spaces: tuple[SpaceId, ...]
    out: Path
    forms: tuple[ReportForm, ...]
    since: date | None = None
    until: date | None = None
    include_text: bool = False
    title: str = ""
    pseudonyms: bool = False


@dataclass(frozen=True, slots=True)
class ReportProgress:
    """``stage`` of ``stages`` (0: messages are read, and nobody knows yet), and how far it is."""

    stage: int
    stages: int
    name: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class FinishedReport:
    """A report on the disk. ``page`` and ``printed`` are None where it has none."""

    out: Path
    title: str
    posts: int
    made_at: float
    page: Path | None
    printed: Path | None


@dataclass(frozen=True, slots=True)
class NoReport:
    """Why there is none, and what to do; plain text."""

    message: str
    hint: str = ""


class Reports(Protocol):
    """Made by a process of its own, on everything that this profile holds."""

    async def trouble(self) -> NoReport | None:
        """Why this computer can make none; None: it can."""

    async def make(
        self, choice: ReportChoice, told: Callable[[ReportProgress], None]
    ) -> FinishedReport | NoReport:
        """Whole, or not at all. ``told`` is called on this loop.

        Cancelling leaves nothing, unless the report was in its place already: then it is among the
        earlier ones.

        Refused with what stands in the way in its folder; Fault where the disk fails.
        """

    async def earlier(self) -> Sequence[FinishedReport]:
        """Those made by this profile that are still there, the newest first."""
