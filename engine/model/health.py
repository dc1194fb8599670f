"""What ``doctor`` asks of the database."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HealthView:
    """The state of the database, for ``doctor``."""

    format_version: int
    bytes_on_disk: int
    encrypted: bool
    intact: bool
    spaces: int
    posts: int
