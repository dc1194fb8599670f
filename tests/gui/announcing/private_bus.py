"""A message bus and a notification service of the test's own, in processes of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

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

    def next_call(self) -> list[object]:
        """What it is told next."""
        assert self.process.stdout is not None
        call: list[object] = json.loads(self.process.stdout.readline())
        return call

    def calls(self) -> list[list[object]]:
        """All that was not read by ``next_call``; it has ended then."""
        heard, _nothing = self.process.communicate(timeout=PROCESS_SECONDS)
        return [json.loads(line) for line in heard.splitlines()]


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
        if process.poll() is None:
            process.communicate(timeout=PROCESS_SECONDS)
