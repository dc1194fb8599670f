"""The commands of README.md (beyond its first minutes) and docs/relay.md, run as they are written.

What these cannot run here (packages, systemd's services, reports, windows) is looked at word by
word in ``tests/unit/test_documents.py``. A move to another computer is ``test_moving.py``'s.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import pytest

from engine.store import keys
from engine.store.migrate import latest_format
from tests.e2e.processes import DEADLINE_SECONDS, ROOT, eventually
from tests.formats.fixtures import make_profile

README = (ROOT / "README.md").read_text("utf-8")
RELAY = (ROOT / "docs" / "relay.md").read_text("utf-8")
NO_PEER = 5  # what the command line answers then
_LINK = re.compile(r"\btidings:[A-Z2-7]{40,}")
_NOUN_AND_VERB = re.compile(r"tidings (?:--\S+ \S+ )*(\w+ \w+)")
_PRINTED_BY = {
    "feed follow": "feed new",
    "folder get": "folder share",
    "community join": "community link",
    "comment trust": "comment key",
    "comment accept": "comment trust",
    "invite show": "invite request",
    "invite issue": "invite request",
}
"""Whose link a command of the documents is to be given."""

MakeShell = Callable[[str], "Shell"]


class Shell:
    """A home folder, and what is typed in it. ``links`` are those that were printed, of anybody."""

    def __init__(self, home: Path, runtime: Path, links: dict[str, str], stack: ExitStack) -> None:
        self.home = home
        self._links = links
        self._stack = stack
        program = home / "bin" / "tidings"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m app "$@"\n')
        program.chmod(0o755)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self._environment = {
            **kept,
            "HOME": str(home),
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "XDG_RUNTIME_DIR": str(runtime),
        }

    def type_all(self, lines: str, address: str) -> None:
        """A block of a document; its address is replaced by ours. What is shared in it is published
        by who serves: a person types no faster.
        """
        for line in lines.splitlines():
            self.type(line.replace("203.0.113.5:4711", address))
            if " folder share " in line:
                self._wait_for_files(line.replace("folder share", "--json folder list"))

    def type(self, line: str) -> str:
        """One line, with the links it asks for; what it said. ``serve`` is listening then."""
        found = _NOUN_AND_VERB.search(line)
        command = found[1] if found else ""
        if command in _PRINTED_BY:
            line = re.sub(r"\b(LINK|REQUEST)\b", lambda _: self._links[_PRINTED_BY[command]], line)
        if command == "folder get" and "--no-wait" not in line:
            line += " --no-discovery"  # the tests' network is this computer
        if re.search(r"\bserve --listen\b", line):
            self._serve(line)
            return ""
        done = self._run(line)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        if printed := _LINK.search(done.stdout):
            self._links[command] = printed[0]
        return done.stdout

    def has_done(self, line: str) -> bool:
        """Whether the line could be done; somebody may not have been reached yet (status 5)."""
        done = self._run(line)
        assert done.returncode in {0, NO_PEER}, (line, done.stdout, done.stderr)
        return done.returncode == 0

    def _wait_for_files(self, listing: str) -> None:
        eventually(lambda: self._run(listing).stdout.strip() not in {"", "[]"})

    def _run(self, line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-ec", line],
            cwd=self.home,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=DEADLINE_SECONDS,
            check=False,
        )

    def _serve(self, line: str) -> None:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {line}"],
            cwd=self.home,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        self._stack.callback(_end, process)
        is_listening = threading.Event()
        heard: list[str] = []
        reader = threading.Thread(target=_read, args=(process.stdout, heard, is_listening))
        reader.start()
        self._stack.callback(reader.join, DEADLINE_SECONDS)
        self._stack.callback(process.terminate)
        assert is_listening.wait(DEADLINE_SECONDS), heard


def _read(stream: IO[str], heard: list[str], is_listening: threading.Event) -> None:
    for line in stream:
        heard.append(line)
        if line.startswith("listening"):
            is_listening.set()


def _end(process: subprocess.Popen[str]) -> None:
    assert process.wait(DEADLINE_SECONDS) == 0
    assert process.stdout is not None
    process.stdout.close()


@pytest.fixture
def shell(runtime: Path, tmp_path: Path) -> Iterator[MakeShell]:
    """Makes shells; what serves in them is ended as a person ends it, and has to end well."""
    links: dict[str, str] = {}
    with ExitStack() as stack:
        yield lambda name: Shell(tmp_path / name, runtime, links, stack)


def blocks(text: str, who: str = "") -> list[str]:
    """The blocks of commands that are typed by ``who``, in their order."""
    kind = f"sh {who}".strip()
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def block(text: str, word: str) -> str:
    """The one of them, by anybody, that holds ``word``."""
    (found,) = [one for who in ("", "relay", "member") for one in blocks(text, who) if word in one]
    return found


def test_feeds_folders_comments_and_communities_of_the_readme_work_as_written(
    shell: MakeShell,
) -> None:
    here, address = shell("both"), "127.0.4.73:4712"
    (here.home / "pictures").mkdir()
    (here.home / "pictures" / "apple.txt").write_text("an apple")
    here.type("tidings --profile ann identity new Ann")
    here.type("tidings --profile ben identity new Ben")
    meet = f"tidings --profile ben sync --no-discovery --peer tidings:{address}"
    here.type(f"tidings --profile ann serve --listen tidings:{address} --no-discovery")
    here.type_all(block(README, "feed new"), address)
    assert (here.home / "ben-pictures" / "apple.txt").read_text() == "an apple"
    here.type_all(block(README, "community new"), address)
    for inline in re.findall(r"`(tidings --profile \w+ comment [^`]+)`", README):
        here.type(meet)
        here.type(inline)
    (adding,) = re.findall(r"`(comment add [^`]+)`", README)
    here.type(f"tidings --profile ben {adding}")
    here.type(meet)
    assert "A good one" in here.type("tidings --profile ann comment list Orchard")
    assert "Hello, everybody." in here.type("tidings --profile ann channel read 'Makers#default'")
    (exporting,) = re.findall(r"`(tidings --profile ann export [^`]+)`", README)
    here.type(exporting)
    assert "<html" in (here.home / "ann.html").read_text()


def test_a_relay_is_set_up_and_carries_as_its_document_says(shell: MakeShell) -> None:
    relay, ann, ben, address = shell("relay"), shell("ann"), shell("ben"), "127.0.4.74:4713"
    (ann.home / "pictures").mkdir()
    (ann.home / "pictures" / "apple.txt").write_text("an apple")
    for line in ("identity new Ann", "community new Makers", "community link Makers"):
        ann.type(f"tidings {line}")
    for line in ("feed new Orchard", "feed post Orchard 'The first.'", "folder share pictures"):
        ann.type(f"tidings {line}")
    who = {"relay": relay, "member": ann}
    ordered = re.findall(r"^```sh (\w+)\n(.*?)^```", RELAY, re.DOTALL | re.MULTILINE)
    assert len(ordered) == 8
    for name, lines in ordered:
        who[name].type_all(lines, address)
    ann.type("tidings sync --no-discovery")
    _assert_ben_gets_it_of_the_relay_alone(ann, ben, address)
    assert "The first." in relay.type("tidings feed read Orchard")
    ann.type("tidings serve --listen tidings:127.0.4.75:4714 --no-discovery")
    carried = relay.home / "carried" / "apple.txt"
    eventually(lambda: relay.type("tidings folder status") and carried.exists())
    assert carried.read_text() == "an apple"
    assert (relay.home / ".config/tidings/passphrase").stat().st_mode & 0o777 == 0o600


def _assert_ben_gets_it_of_the_relay_alone(ann: Shell, ben: Shell, address: str) -> None:
    ben.type("tidings identity new Ben")
    ben.type("tidings invite request")
    ann.type("tidings invite issue Ann REQUEST --name Ben --out ben.txt")
    ben.type(f"tidings invite accept $(cat {ann.home}/ben.txt)")
    ben.type(f"tidings peers add {address}")  # as everybody who wants to use the relay does
    eventually(lambda: ben.has_done("tidings sync --no-discovery"))  # a busy relay sends one away
    assert "Whoever comes later finds this at the relay." in ben.type("tidings channel read Ann")


def said(text: str, command: str, **names: str) -> str:
    """The command as the document has it, with something in place of what it leaves open."""
    (found,) = set(re.findall(rf"(?:^|`)(tidings {command}[^`\n]*)", text, re.MULTILINE))
    return re.sub(r"\b[A-Z]{4,}\b", lambda word: names[word[0]], str(found))


def test_what_is_chosen_and_refused_as_the_documents_say(shell: MakeShell) -> None:
    ann, ben, address = shell("ann"), shell("ben"), "127.0.4.76:4715"
    for line in ("identity new Ann", "feed new Orchard", "feed post Orchard 'The first.'"):
        ann.type(f"tidings {line}")
    ben.type("tidings identity new Ben")
    ben.type(said(RELAY, "config set"))
    assert "2147483648" in ben.type("tidings --json config list")
    ann.type(f"tidings serve --listen tidings:{address} --no-discovery")
    ben.type(f"tidings peers add {address}")
    ben.type("tidings feed follow LINK")
    ben.type(f"tidings sync --no-discovery --peer tidings:{address}")
    ben.type(said(RELAY, "feed limit", FEED="Orchard"))
    ben.type(said(RELAY, "peers ban", ADDRESS=address))
    assert not ben.has_done("tidings sync --no-discovery")
    ben.type(said(RELAY, "peers forget", ADDRESS=address))
    ben.type(f"tidings sync --no-discovery --peer tidings:{address}")


def test_a_backup_comes_back_and_its_feed_goes_on_as_the_documents_say(shell: MakeShell) -> None:
    ann, ben, again, address = shell("ann"), shell("ben"), shell("again"), "127.0.4.77:4716"
    for line in ("identity new Ann", "feed new Orchard", "feed post Orchard 'The first.'"):
        ann.type(f"tidings {line}")
    ben.type("tidings identity new Ben")
    ben.type("tidings feed follow LINK")
    ben.type(f"tidings serve --listen tidings:{address} --no-discovery")
    ann.type(f"tidings peers add {address}")
    ann.type("tidings sync --no-discovery")
    secret = ann.home / "secret"  # a person is asked for it
    secret.write_text("copper window nine\n")
    kept = ann.home / "ann.backup"
    ann.type(f"{said(README, 'backup', FILE=str(kept))} --secret-file {secret}")
    restored = said(README, "restore", FILE=str(kept))
    assert restored == said(RELAY, "restore FILE", FILE=str(kept))
    again.type(f"{restored} --secret-file {secret}")
    for text in (RELAY, README):
        going_on = said(text, "feed continue", FEED="Orchard").removeprefix("tidings ")
        again.type(f"tidings --passphrase-file {secret} {going_on} --no-discovery")
    assert "The first." in again.type(f"tidings --passphrase-file {secret} feed read Orchard")


def test_a_profile_goes_back_to_before_an_update_as_the_relays_document_says(
    shell: MakeShell,
) -> None:
    here = shell("older")
    profile = here.home / ".local" / "share" / "tidings"
    profile.parent.mkdir(parents=True)
    older = latest_format() - 1
    make_profile(profile, older)
    here.type("tidings channel list")
    assert keys.format_version(profile) == latest_format()
    here.type(said(RELAY, "restore --before-update"))
    assert keys.format_version(profile) == older


def test_the_unit_of_a_relay_is_one_that_systemd_takes(tmp_path: Path) -> None:
    (unit,) = re.findall(r"^```ini\n(.*?)^```", RELAY, re.DOTALL | re.MULTILINE)
    (started,) = re.findall(r"^ExecStart=/usr/bin/tidings (.*)$", unit, re.MULTILINE)
    by_hand = blocks(RELAY, "relay")[1].strip().removeprefix("tidings ")
    assert started.replace("%h", "~") == by_hand
    file = tmp_path / "tidings.service"
    file.write_text(unit.replace("/usr/bin/tidings", shutil.which("true") or "/bin/true"))
    sections = re.findall(r"^\[(\w+)\]$", unit, re.MULTILINE)
    assert sections == ["Unit", "Service", "Install"]
    if judge := shutil.which("systemd-analyze"):  # part of systemd, which not every computer has
        done = subprocess.run(
            [judge, "--user", "verify", str(file)],
            env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=DEADLINE_SECONDS,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
