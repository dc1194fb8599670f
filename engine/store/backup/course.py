"""How far one backup has come, and whether it is still wanted. Any thread may look, or call it off.

A byte counts in halves: when it was sealed, and when it was read again from the file.
"""

from __future__ import annotations

import threading


class CalledOff(Exception):  # noqa: N818 - as whoever asked for it wished
    """The backup was called off; nothing of it is left."""


class Course:
    """Of one backup."""

    def __init__(self) -> None:
        self._is_called_off = threading.Event()
        self._halves = 0
        self._total = 0

    @property
    def is_called_off(self) -> bool:
        """Whether ``call_off`` was called."""
        return self._is_called_off.is_set()

    @property
    def progress(self) -> tuple[int, int]:
        """Bytes of how many; of 0 while the database is still being copied."""
        return min(self._halves // 2, self._total), self._total

    def call_off(self) -> None:
        """It stops at its next step."""
        self._is_called_off.set()

    def demand_wanted(self) -> None:
        """Raises CalledOff."""
        if self.is_called_off:
            raise CalledOff

    def begin(self, total: int) -> None:
        """So many bytes are sealed, and read again. For whoever writes, as ``advance``."""
        self._total = total

    def advance(self, count: int) -> None:
        """So many more were sealed, or read again."""
        self._halves += count
