"""People with profiles of their own, the program they run, and what it tells them.

Every process is the real one (``python -m app``). Waiting is always for something, with a deadline:
events are read on a thread as they come, and each new one wakes whoever waits. Where a program
serves, a command that was shown to work as a process asks it from this one (``asking.py``).
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from app.compose import open_engine
from app.profile.lock import try_lock
from app.profile.paths import PROGRAM, Paths
from engine.model.commands import CreateIdentity
from engine.model.ids import SpaceId
from engine.store.files import make_private_folder
from tests.e2e.asking import ask

R = TypeVar("R")

ROOT = Path(__file__).parents[2]
DEADLINE_SECONDS = 60.0  # far beyond what anything takes, also on a busy computer
LOOK_SECONDS = 0.05  # between two looks
ASKED = {"channel", "comment", "community", "feed", "folder", "invite", "moderate", "peers"}
"""Commands that ask the engine and nothing else of the computer."""
_shown: set[tuple[str, ...]] = set()
"""Those, by their first two words, that were done by a process of their own."""
WITHOUT_PASSPHRASE = "This profile is made without a passphrase"

Document = Any  # what a command's JSON is, its test says


def environment(runtime: Path) -> dict[str, str]:
    """Ours, with a runtime folder of the test's own; warnings of our own code would be seen."""
    return {
        **os.environ,
        "XDG_RUNTIME_DIR": str(runtime),
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "default::ResourceWarning,default::RuntimeWarning",
        "PYTHONUNBUFFERED": "1",
    }


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that has ended."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Document:
        """The one document it wrote."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Document]:
        """The stream it wrote."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self) -> Document:
        """The one error it wrote, and nothing else."""
        assert self.out == "", self.out
        (line,) = (line for line in self.err.splitlines() if WITHOUT_PASSPHRASE not in line)
        told = json.loads(line)
        assert set(told) == {"error"}
        assert set(told["error"]) == {"code", "message", "hint"}
        assert told["error"]["message"]
        return told["error"]


@dataclass(slots=True)
class Person:
    """A profile, and the address its program listens on: of this person alone."""

    name: str
    folder: Path
    runtime: Path
    host: str
    passphrase: Path | None = None
    protocol: str = "tidings"
    """What is spoken on it."""
    port: int = 0
    """The one to listen on: picked by the first ``serve``, kept by the next."""
    asks_from_here: bool = False
    """Whether what serves is asked from this process, where a process of its own shows no more."""
    started: list[Serve] = field(default_factory=list)

    @property
    def paths(self) -> Paths:
        """Where the profile keeps its things."""
        return Paths(self.folder.resolve(), self.runtime / PROGRAM)

    @property
    def endpoint(self) -> str:
        """The same with the protocol."""
        return f"{self.protocol}:{self.address}"

    @property
    def address(self) -> str:
        """Where others dial."""
        assert self.port, "nothing was listened on yet"
        return f"{self.host}:{self.port}"

    def settle(self) -> str:
        """Makes the profile with an identity of this person's name; the id of its channel.

        In this process: that the command line can do it is shown once, and each command takes long.
        """

        async def create() -> SpaceId | None:
            async with open_engine(self.paths, lambda *, is_new: None) as opened:
                return (await opened.engine.perform(CreateIdentity(self.name))).channel

        make_private_folder(self.paths.profile)
        lock = try_lock(self.paths.lock)
        assert lock is not None, "something runs on the profile"
        channel = asyncio.run(create())
        lock.release()
        assert channel is not None
        return channel.hex()

    def run(self, *words: str, stdin: str | None = None) -> Ended:
        """The command, to its end."""
        if stdin is None and words[:2] in _shown and self._is_asked(words):
            return self._ask(words)
        done = subprocess.run(
            self.words(*words),
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            text=True,
            timeout=DEADLINE_SECONDS,
            env=environment(self.runtime),
            cwd=ROOT,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        if done.returncode == 0:
            _shown.add(words[:2])
        return Ended(done.returncode, done.stdout, done.stderr)

    def look(self, *words: str) -> Ended:
        """The same of a command that changes nothing; without a process where a program serves."""
        return self._ask(words) if self._is_asked(words) else self.run(*words)

    def _is_asked(self, words: Sequence[str]) -> bool:
        return (
            self.asks_from_here
            and bool(words)
            and words[0] in ASKED
            and any(one.is_running for one in self.started)
            and threading.current_thread() is threading.main_thread()  # our streams become its own
        )

    def _ask(self, words: Sequence[str]) -> Ended:
        ended = Ended(*ask(self.runtime, self.words(*words)[3:]))
        assert "Traceback" not in ended.err, ended.err
        return ended

    def see(self, *words: str) -> Document:
        """The document of a look."""
        ended = self.look(*words)
        assert ended.status == 0, (words, ended)
        return ended.document

    def do(self, *words: str, stdin: str | None = None) -> Document:
        """The document of a command that must be done."""
        ended = self.run(*words, stdin=stdin)
        assert ended.status == 0, (words, ended)
        rest = [line for line in ended.err.splitlines() if WITHOUT_PASSPHRASE not in line]
        assert rest == [], (words, rest)
        return ended.document

    def refused(self, *words: str, status: int = 1) -> str:
        """The code of a command that must not be done."""
        ended = self.run(*words)
        assert ended.status == status, (words, ended)
        code = ended.error["code"]
        assert isinstance(code, str)
        return code

    def read(self, space: str) -> list[Document]:
        """The whole channel, oldest first."""
        ended = self.look("channel", "read", space, "--all")
        assert ended.status == 0, ended
        return ended.lines

    def ids(self, space: str) -> list[str]:
        """The ids of the whole channel, in its order."""
        return [post["id"] for post in self.read(space)]

    def texts(self, space: str) -> list[str]:
        """What can be read there, in its order, without the root."""
        return [post["text"] for post in self.read(space) if post["kind"] == "message"]

    def serve(self, *words: str) -> Serve:
        """Starts serving on this person's address; listening when this returns."""
        listen = f"{self.protocol}:{self.host}:{self.port}"
        serving = Serve(self, self.words("serve", "--no-discovery", "--listen", listen, *words))
        self.started.append(serving)
        heard = serving.wait_for("listening")
        host, _, port = heard["address"].rpartition(":")
        assert host == self.host
        self.port = int(port)
        return serving

    def words(self, *words: str) -> list[str]:
        """The whole command line of a command on this profile."""
        secret = () if self.passphrase is None else ("--passphrase-file", str(self.passphrase))
        profile = ("--profile", str(self.folder), "--json", *secret)
        return [sys.executable, "-m", "app", *profile, *words]


class Serve:
    """A serving process. Ends by ``stop``, which asserts how, or by ``kill``."""

    def __init__(self, person: Person, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(person.runtime),
            cwd=ROOT,
        )
        self._news = threading.Condition()
        self._heard: list[Document] = []
        self._complaints: list[str] = []
        self._open_streams = 2
        self._threads = [
            threading.Thread(target=self._read_events, daemon=True),
            threading.Thread(target=self._read_complaints, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    def heard(self, event: str, **fields: object) -> list[Document]:
        """All events so far of that name and with those fields."""
        with self._news:
            return [told for told in self._heard if _fits(told, event, fields)]

    def wait_for(self, event: str, **fields: object) -> Document:
        """The first event, told before or from now on, of that name and with those fields."""
        return self.wait_until(lambda: self.heard(event, **fields), f"{event} {fields}")[0]

    def wait_until(
        self, look: Callable[[], R], what: str = "", seconds: float = DEADLINE_SECONDS
    ) -> R:
        """What ``look`` finds (anything true). It looks at once, and after every new event."""
        deadline = time.monotonic() + seconds
        while True:
            with self._news:
                seen = len(self._heard)
            if found := look():
                return found
            with self._news:
                rest = deadline - time.monotonic()
                self._news.wait_for(partial(self._has_news, seen), rest)
                if len(self._heard) == seen:
                    trouble = "it ended" if not self._open_streams else "nothing more was told"
                    raise AssertionError((what, trouble, self._heard, self._complaints))

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Ends it as a user does, and demands that it ends well."""
        self._process.send_signal(number)
        assert self.wait() == 0, self._complaints
        assert self._heard[-1] == {"event": "closed"}

    def kill(self) -> None:
        """Ends it without a word (SIGKILL)."""
        self._process.kill()
        assert self.wait() == -signal.SIGKILL

    def wait(self) -> int:
        """Its exit status, once it has ended and all it told was read."""
        status = self._process.wait(DEADLINE_SECONDS)
        for thread in self._threads:
            thread.join(DEADLINE_SECONDS)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        complaints = [line for line in self._complaints if WITHOUT_PASSPHRASE not in line]
        assert complaints == []
        return status

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def _has_news(self, seen: int) -> bool:
        return len(self._heard) > seen or not self._open_streams

    def _read_events(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._news:
                self._heard.append(json.loads(line))
                self._news.notify_all()
        self._end_stream()

    def _read_complaints(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._complaints.append(line.rstrip())
        self._end_stream()

    def _end_stream(self) -> None:
        with self._news:
            self._open_streams -= 1
            self._news.notify_all()


def _fits(told: Document, event: str, fields: dict[str, object]) -> bool:
    return told["event"] == event and all(told.get(name) == fields[name] for name in fields)


def eventually(look: Callable[[], R]) -> R:
    """What ``look`` finds (anything true), looked for again until the deadline.

    For what no event tells.
    """
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not (found := look()):
        assert time.monotonic() < deadline, "it was never found"
        time.sleep(LOOK_SECONDS)
    return found


def end_what_is_left(people: Sequence[Person]) -> None:
    """Kills whatever of theirs still serves."""
    for person in people:
        for serving in person.started:
            if serving.is_running:
                serving.kill()
