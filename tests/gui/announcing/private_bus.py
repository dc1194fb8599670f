"""A message bus and a notification service of the test's own, in processes of their own."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parents[3]
PROCESS_SECONDS = 60.0
HAS_DAEMON = shutil.which("dbus-daemon") is not None
NO_BUS = "unix:path=/nonexistent/bus"


def environment(**more: str) -> dict[str, str]:
    """Ours, without any bus or screen of this computer."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DBUS_")}
    kept.pop("DISPLAY", None)
    kept.update(QT_QPA_PLATFORM="offscreen", PYTHONPATH=str(ROOT))
    return {**kept, **more}


@contextmanager
def bus_of_our_own() -> Iterator[str]:
    """Its address."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    quiet = subprocess.DEVNULL
    daemon = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=quiet, text=True, env=environment()
    )
    assert daemon.stdout is not None
    try:
        yield daemon.stdout.readline().strip()
    finally:
        daemon.terminate()
        daemon.communicate(timeout=PROCESS_SECONDS)


@dataclass
class Service:
    """A notification service that runs. ``calls`` waits for its end and gives what it was told."""

    process: subprocess.Popen[str]
    _lines: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue)
    _reader: Thread = field(init=False)

    def __post_init__(self) -> None:
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def next_call(self) -> list[object]:
        """What it is told next. Raises queue.Empty if that is nothing for a long time."""
        call: list[object] = json.loads(self._lines.get(timeout=PROCESS_SECONDS))
        return call

    def calls(self) -> list[list[object]]:
        """All that was not read by ``next_call``; it has ended then."""
        self.end()
        return [json.loads(self._lines.get_nowait()) for _ in range(self._lines.qsize())]

    def end(self) -> None:
        """Its input is closed; it says no more."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(timeout=PROCESS_SECONDS)
        self._reader.join(timeout=PROCESS_SECONDS)
        self.process.stdout.close()


@contextmanager
def service_on(bus: str, *capabilities: str) -> Iterator[Service]:
    """A service that answers on ``bus``."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("fake_service.py")), *capabilities],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(DBUS_SESSION_BUS_ADDRESS=bus),
    )
    service = Service(process)
    try:
        assert service.next_call() == ["ready"]
        yield service
    finally:
        service.end()
