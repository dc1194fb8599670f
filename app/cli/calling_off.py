"""A command that writes histories in the clear is called off in good order, whoever asks for it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterator

import typer

from app.cli.printing import Output
from ui.starting.ending import ending_signals


@contextlib.contextmanager
def in_good_order(output: Output) -> Iterator[None]:
    """SIGTERM, or a terminal that closes, calls the block off as Ctrl-C does: what it has begun it
    takes away again.

    Raises typer.Abort then. On the main thread, inside ``asyncio.run``.
    """
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None, "inside asyncio.run"
    others = [number for number in ending_signals() if number is not signal.SIGINT]
    with contextlib.suppress(NotImplementedError):  # on Windows
        for number in others:
            loop.add_signal_handler(number, task.cancel)
    try:
        yield
    except asyncio.CancelledError as called_off:
        output.note("Called off; nothing half done was kept.")
        raise typer.Abort from called_off
    finally:
        with contextlib.suppress(NotImplementedError):
            for number in others:
                loop.remove_signal_handler(number)
