"""The crash hook: what no other place foresaw is logged with its traceback, and told in one
sentence.

Besides it only the turn and the outermost function of the command line handle any exception
whatever. It also forbids core dumps: they would hold our keys.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable
from types import TracebackType

_log = logging.getLogger("tidings.crash")

_PR_SET_DUMPABLE = 4  # linux/prctl.h

Tell = Callable[[BaseException], None]
"""Tells the user; called on the thread where it happened."""


def forbid_core_dumps() -> None:
    """No dump of our memory is ever written; on Linux nobody but root may attach to us either."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0)


def install_crash_hooks(tell: Tell) -> None:
    """From now on unforeseen exceptions of the main thread and all others are logged and told."""

    def on_main(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        _report(error, "main thread", tell)

    def on_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            name = args.thread.name if args.thread is not None else "unknown"
            _report(args.exc_value, f"thread {name}", tell)

    sys.excepthook = on_main
    threading.excepthook = on_thread


def watch_loop(loop: asyncio.AbstractEventLoop, tell: Tell) -> None:
    """The same for what a loop's tasks and callbacks left unhandled."""

    def on_loop(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            _report(error, f"loop: {context.get('message', '')}", tell)
        else:
            _log.error("loop: %s", context.get("message", ""))

    loop.set_exception_handler(on_loop)


def told_of_failure(task: asyncio.Task[None]) -> bool:
    """Whether that task has ended by a bug, which its loop's exception handler is then told: at
    once, where nobody waits for the task before the program ends.
    """
    error = None if task.cancelled() else task.exception()
    if error is None:
        return False
    context = {"message": "a task beside the engine failed", "exception": error, "task": task}
    task.get_loop().call_exception_handler(context)
    return True


def report(error: BaseException, where: str) -> None:
    """Logs what nobody foresaw, with its traceback."""
    _log.critical(
        "unforeseen, in the %s", where, exc_info=(type(error), error, error.__traceback__)
    )


def _report(error: BaseException, where: str, tell: Tell) -> None:
    report(error, where)
    tell(error)
