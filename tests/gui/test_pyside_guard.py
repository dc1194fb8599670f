"""The guard of the PySide6 pin: a build that drops references aborts here, not at a user's desk.

PySide6 6.12.0 gave back one reference to None or True too many in every call from Qt on CPython
3.11; the interpreter died after some hundred signals, and a short test suite never noticed.
"""

import os
import subprocess
import sys

CALLS = 20_000

PROGRAM = f"""
import sys
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QTextLayout
from PySide6.QtWidgets import QApplication, QLabel, QWidget

CALLS = {CALLS}

class Source(QObject):
    spoke = Signal(int)

class Canvas(QWidget):
    painted = 0
    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += 1

class Clock(QTimer):
    def __init__(self):
        super().__init__()
        self.ticks = 0
        self.setInterval(0)
        self.timeout.connect(self.tick)
    def tick(self):
        self.ticks += 1
        if self.ticks == CALLS:
            self.stop()
            app.quit()

app = QApplication([])
heard = []
source = Source()
source.spoke.connect(heard.append)
for number in range(CALLS):
    source.spoke.emit(number)

canvas = Canvas()
canvas.resize(8, 8)
canvas.show()
while not canvas.painted:  # the first paint comes when the window is shown, later ones at once
    app.processEvents()
for _ in range(CALLS):
    canvas.repaint()

label = QLabel()
for number in range(CALLS):
    label.setText(str(number))
    QTextLayout("x")

clock = Clock()
clock.start()
app.exec()
print(len(heard), canvas.painted >= CALLS, clock.ticks)
"""


def test_twenty_thousand_signals_paints_and_timers_leave_the_interpreter_alive() -> None:
    outcome = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", PROGRAM],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert (outcome.returncode, outcome.stdout.split()) == (
        0,
        [str(CALLS), "True", str(CALLS)],
    ), outcome.stderr
