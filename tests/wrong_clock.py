"""Engines whose clock is wrong, or is what it was long ago."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from typing_extensions import override

from app import compose
from engine.runtime.clock import SystemClock


class _WrongClock(SystemClock):
    def __init__(self, offset_seconds: float) -> None:
        self._offset_seconds = offset_seconds

    @override
    def now(self) -> float:
        return super().now() + self._offset_seconds


@contextmanager
def clock_set_wrong(offset_seconds: float) -> Iterator[None]:
    """Engines opened inside see the time so many seconds ahead of the right one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compose, "SystemClock", lambda: _WrongClock(offset_seconds))
        yield
