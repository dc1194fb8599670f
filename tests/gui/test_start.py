"""The window as the program starts it, in a process of its own: shown, usable, closed, gone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROCESS_SECONDS = 60.0

PROGRAM = """
import asyncio, sys
from app.links import TidingsLinks
from app.qr import QrCodes
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from ui.starting.start import run_window
from ui.main_window.window import MainWindow
from ui.services import Services

engine = FakeEngine()
case = sys.argv[1]

async def ready(window: MainWindow, _opening: object) -> None:
    print("painted", window.isVisible(), len(engine.performed), flush=True)
    if case == "reads emoji":
        while not read_on:
            await asyncio.sleep(0.01)
        print("emoji read", *read_on, flush=True)
    if case == "fails":
        from engine.errors import Fault, FaultReason
        asyncio.get_running_loop().call_soon(window.close)
        raise Fault(FaultReason.PORT_IN_USE, "47000")
    window.close()

if case == "unlocks":
    from pathlib import Path
    from PySide6.QtCore import QTimer
    from ui.starting.application import make_application
    from ui.starting.unlocking import UnlockWindow, ask_passphrase
    application = make_application(["tidings"])

    def unlock() -> None:
        (window,) = [w for w in application.topLevelWidgets() if isinstance(w, UnlockWindow)]
        window.passphrase.setText("correct horse")
        window.unlock.click()

    QTimer.singleShot(0, unlock)
    taken = ask_passphrase(lambda words: words, Path("profile"), FakeSettings())
    assert taken == "correct horse"

read_on: list[str] = []
if case == "reads emoji":
    import threading
    from ui.starting import start
    start.EMOJI_AFTER_MS = 0
    read = start.catalogue

    def watched() -> object:
        is_main = threading.current_thread() is threading.main_thread()
        read_on.append("on the window's thread" if is_main else "beside it")
        return read()

    start.catalogue = watched

code = run_window(engine, Services(FakeSettings(), QrCodes(), TidingsLinks()), ready)
print("ended", code, len(engine._hearing), flush=True)
"""


def ended_lines(case: str) -> list[str]:
    """What the program of that case said, once it has ended."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, case],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PROCESS_SECONDS,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "never awaited" not in ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.parametrize("case", ["closes", "fails", "unlocks"])
def test_it_is_painted_first_and_ends_when_it_is_closed(case: str) -> None:
    assert ended_lines(case) == ["painted True 0", "ended 0 0"]


def test_the_table_of_emoji_is_read_beside_the_window() -> None:
    assert ended_lines("reads emoji")[1:] == ["emoji read beside it", "ended 0 0"]
