"""Work that is waited for also by whoever is called off: a thread goes on in any case, and what it
holds, or what was begun elsewhere, can be let go only when it has ended.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


async def to_its_end(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """As ``asyncio.to_thread``. Cancelled, it raises so once the work has ended, however it did."""
    return await seen_through(asyncio.to_thread(work, *args, **kwargs))


async def to_its_end_or_called_off(work: Callable[[Callable[[], bool]], R]) -> R:
    """The same of work that may be long: it is given what says whether it is called off, and ends
    soon where it is, whatever it gives then.
    """
    called_off = threading.Event()
    return await seen_through(asyncio.to_thread(work, called_off.is_set), called_off.set)


async def to_its_end_all_the_same(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The same of work that is not to be called off: whoever cancels it comes too late, and hears
    what comes of it, or what it raises: it has begun, so nobody may say that nothing was done.
    """
    running = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
    try:
        return await seen_through(running)
    except asyncio.CancelledError:
        take_back_cancelling()
        return running.result()


async def seen_through(
    work: Coroutine[Any, Any, R] | asyncio.Task[R], call_off: Callable[[], object] = lambda: None
) -> R:
    """What ``work`` gives or raises. Cancelled, however often, it calls ``call_off`` and raises so
    once the work has ended.
    """
    running = work if isinstance(work, asyncio.Task) else asyncio.ensure_future(work)
    is_called_off = False
    while not running.done():
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError:
            is_called_off = True
            call_off()
    if is_called_off:
        if not running.cancelled():
            running.exception()  # looked at: it is nobody's any more
        raise asyncio.CancelledError
    return running.result()


def take_back_cancelling() -> None:
    """Whoever cancelled the task came too late: it goes on as if nobody had."""
    task = asyncio.current_task()
    assert task is not None, "somebody cancelled it"
    while task.cancelling():
        task.uncancel()
