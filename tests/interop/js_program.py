"""A published program in a Node process of its own, spoken to by JSON lines."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from published_peers import PublishedPeer

from tests.interop.news import DEADLINE_SECONDS

Told = dict[str, Any]  # JSON of a driver, which says what is in it


class JsProgram:
    """Commands are answered one at a time; what happens by itself is kept in ``told``."""

    def __init__(self, published: PublishedPeer, driver: Path, options: Told) -> None:
        """``options``: what the driver is started with."""
        self.told: list[Told] = []
        self._process = subprocess.Popen(
            [published.node, str(driver), json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NODE_PATH": str(published.modules)},
        )
        self._asked = 0
        self._replies: queue.Queue[Told] = queue.Queue()
        self._heard = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failure: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(DEADLINE_SECONDS)
        self._reader.join(DEADLINE_SECONDS)
        self._process.stdout.close()

    def ask(self, do: str, **details: object) -> Any:
        """What the driver's method of that name gives; one question at a time."""
        self._asked += 1
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"n": self._asked, "do": do, **details}) + "\n")
        self._process.stdin.flush()
        reply = self._replies.get(timeout=DEADLINE_SECONDS)
        assert "error" not in reply, reply
        assert reply["reply"] == self._asked
        return reply.get("value")

    def events(self, name: str) -> list[Told]:
        """What was told under that name."""
        return [one for one in self.told if one["event"] == name]

    def wait_for(self, name: str) -> Told:
        """The first of that name, once it was told."""
        self.wait_until(lambda: bool(self.events(name)), name)
        return self.events(name)[0]

    def wait_until(self, is_so: Callable[[], bool], what: str) -> None:
        """Looks whenever something is told."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        with self._heard:
            while not is_so():
                assert self._heard.wait(deadline - time.monotonic()), (what, self.told)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            if "reply" in told:
                self._replies.put(told)
            else:
                self.hear(told)

    def hear(self, told: Told) -> None:
        """Something happened by itself; on a thread of its own."""
        with self._heard:
            self.told.append(told)
            self._heard.notify_all()
