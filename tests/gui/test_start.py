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
from tests.fake_engine import FakeEngine, FakeSettings
from ui.starting.start import run_window
from ui.main_window.window import MainWindow
from ui.services import Services

engine = FakeEngine()
case = sys.argv[1]

async def ready(window: MainWindow) -> None:
    print("painted", window.isVisible(), len(engine.performed), flush=True)
    if case == "fails":
        from engine.errors import Fault, FaultReason
        asyncio.get_running_loop().call_soon(window.close)
        raise Fault(FaultReason.PORT_IN_USE, "47000")
    window.close()

if case == "unlocks":
    from pathlib import Path
    from PySide6.QtCore import QTimer
    from ui.starting.start import make_application
    from ui.starting.unlocking import UnlockWindow, ask_passphrase
    application = make_application(["tidings"])

    def unlock() -> None:
        (window,) = [w for w in application.topLevelWidgets() if isinstance(w, UnlockWindow)]
        window.passphrase.setText("correct horse")
        window.unlock.click()

    QTimer.singleShot(0, unlock)
    taken = ask_passphrase(lambda words: words, Path("profile"), FakeSettings())
    assert taken == "correct horse"

code = run_window(engine, Services(FakeSettings(), QrCodes(), TidingsLinks()), ready)
print("ended", code, len(engine._hearing), flush=True)
"""


@pytest.mark.parametrize("case", ["closes", "fails", "unlocks"])
def test_it_is_painted_first_and_ends_when_it_is_closed(case: str) -> None:
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
    assert ended.stdout.splitlines() == ["painted True 0", "ended 0 0"]
    assert "Traceback" not in ended.stderr
    assert "never awaited" not in ended.stderr
