"""A message as each side shows it, so that two can be compared whole."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """One message of a channel. Hashes are lower-case hex; ``body`` is None for the root."""

    hash: str
    height: int
    parents: tuple[str, ...]
    timestamp: float
    path: tuple[str, ...]
    body: str | None
