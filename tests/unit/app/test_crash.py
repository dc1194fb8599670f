"""What nobody foresaw is logged with its traceback and told; and no memory is ever dumped."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import crash

ROOT = Path(__file__).parents[3]
PROCESS_SECONDS = 60.0

BURIED = """
import resource, sys
from app.crash import forbid_core_dumps
forbid_core_dumps()
print(resource.getrlimit(resource.RLIMIT_CORE))
if sys.platform == "linux":
    import ctypes
    print(ctypes.CDLL(None).prctl(3))
"""


class Unforeseen(Exception):  # noqa: N818 - a test's own
    pass


@pytest.fixture
def told() -> Iterator[list[BaseException]]:
    """What the user is told while the hooks are in place."""
    hooks = sys.excepthook, threading.excepthook
    heard: list[BaseException] = []
    crash.install_crash_hooks(heard.append)
    yield heard
    sys.excepthook, threading.excepthook = hooks


def test_of_the_main_thread(told: list[BaseException], caplog: pytest.LogCaptureFixture) -> None:
    error = Unforeseen("where did that come from")
    sys.excepthook(Unforeseen, error, None)
    assert told == [error]
    assert "where did that come from" in caplog.text


def test_of_any_other_thread(told: list[BaseException], caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise Unforeseen

    thread = threading.Thread(target=fail, name="some thread")
    thread.start()
    thread.join(PROCESS_SECONDS)
    assert [type(error) for error in told] == [Unforeseen]
    assert "thread some thread" in caplog.text
    assert "Traceback" in caplog.text


def test_of_a_loop(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[BaseException] = []

    def fail() -> None:
        raise Unforeseen

    async def live() -> None:
        loop = asyncio.get_running_loop()
        crash.watch_loop(loop, heard.append)
        loop.call_soon(fail)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(live())
    assert [type(error) for error in heard] == [Unforeseen]
    assert "Traceback" in caplog.text


def test_what_a_loop_complains_of_without_an_exception_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[BaseException] = []
    with caplog.at_level(logging.ERROR):
        loop = asyncio.new_event_loop()
        crash.watch_loop(loop, heard.append)
        loop.call_exception_handler({"message": "something is odd"})
        loop.close()
    assert heard == []
    assert "something is odd" in caplog.text


def test_an_interrupt_is_no_crash(
    told: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == []
    assert "KeyboardInterrupt" in capsys.readouterr().err


def test_no_memory_is_dumped_and_no_debugger_attached() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BURIED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROCESS_SECONDS,
        check=True,
    )
    limits, *dumpable = done.stdout.splitlines()
    assert limits == "(0, 0)"
    assert dumpable == (["0"] if sys.platform == "linux" else [])
