"""What takes a while with many things is done on another thread; the window goes on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

AT_ONCE_MAX = 300  # ours: so many are dealt with between two frames

T = TypeVar("T")


async def aside(count: int, work: Callable[[], T]) -> T:
    """What ``work`` gives, which deals with ``count`` things: pure, and without any widget."""
    return work() if count <= AT_ONCE_MAX else await asyncio.to_thread(work)
