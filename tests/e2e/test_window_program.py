"""The program with its window: one a profile, raised by a second start, ended well by a signal."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.control.client import connect
from app.screen import DISPLAY_VARIABLES
from engine.store import keys
from engine.store.migrate import latest_format
from tests.e2e.conftest import MakePerson
from tests.e2e.processes import (
    DEADLINE_SECONDS,
    ROOT,
    Ended,
    Person,
    environment,
    eventually,
)

pytestmark = pytest.mark.slow

LOOK_SECONDS = 0.05
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


@pytest.fixture(scope="module")
def ann(person: MakePerson) -> Person:
    made = person("ann")
    made.settle()
    made.paths.settings.write_text(f'{{"discovery": "off", "host": "{made.host}"}}')
    return made


@pytest.fixture(scope="module")
def window(ann: Person) -> Iterator[subprocess.Popen[bytes]]:
    process = _open_window(ann)
    yield process
    process.terminate()
    _, complaints = process.communicate(timeout=DEADLINE_SECONDS)
    assert (process.returncode, _without_qt(complaints)) == (0, [])


def test_commands_are_handed_to_the_window(ann: Person, window: subprocess.Popen[bytes]) -> None:
    stored = ann.do("channel", "post", "ann", "written beside the window")
    assert stored["text"] == "written beside the window"
    (listener,) = eventually(lambda: [c for c in ann.do("doctor") if c["check"] == "ports"])
    assert listener["ok"]
    assert window.poll() is None


def test_a_second_start_raises_the_window_and_is_done(
    ann: Person, window: subprocess.Popen[bytes]
) -> None:
    raised = ann.run()
    assert (raised.status, raised.out, raised.err) == (0, "", "")
    assert window.poll() is None


def test_a_link_is_handed_to_the_window(ann: Person, window: subprocess.Popen[bytes]) -> None:
    link = ann.do("invite", "request")["link"]
    shown = ann.run("open", link)
    assert (shown.status, shown.out, shown.err) == (0, "", "")
    assert ann.refused("open", "https://example.org/") == "link_foreign"
    assert window.poll() is None


def test_serving_beside_it_is_refused(ann: Person, window: subprocess.Popen[bytes]) -> None:
    assert ann.refused("serve", "--no-discovery") == "already_serving"
    assert window.poll() is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_it_well(person: MakePerson, number: signal.Signals) -> None:
    one = person("one")
    one.settle()
    one.paths.settings.write_text(f'{{"discovery": "off", "host": "{one.host}"}}')
    process = _open_window(one)
    process.send_signal(number)
    _, complaints = process.communicate(timeout=DEADLINE_SECONDS)
    assert (process.returncode, _without_qt(complaints)) == (0, [])
    assert not one.paths.socket.exists()
    assert [view["name"] for view in one.do("identity", "list")] == ["one"]


def test_what_stands_in_its_way_is_said_before_it_opens(person: MakePerson, tmp_path: Path) -> None:
    locked = person("locked")
    locked.passphrase = tmp_path / "right"
    locked.passphrase.write_text("correct horse\n")
    locked.do("identity", "new", "locked")
    locked.passphrase = tmp_path / "wrong"
    locked.passphrase.write_text("wrong horse\n")
    before = _contents(locked)
    assert _refused_window(locked, OFFSCREEN) == (1, "passphrase_wrong")
    assert _contents(locked) == before
    keys.set_format_version(locked.folder, latest_format() + 1)
    before = _contents(locked)
    assert _refused_window(locked, OFFSCREEN) == (4, "profile_newer")
    assert _contents(locked) == before


def test_without_a_screen_it_says_so(ann: Person) -> None:
    alone = Person("nobody", ann.folder.with_name("nobody"), ann.runtime, ann.host)
    assert _refused_window(alone, {}) == (6, "no_display")
    nowhere = {"DISPLAY": "127.0.0.1:59000"}  # far above any port: nobody can listen there
    assert _refused_window(alone, nowhere) == (6, "no_display")


def _refused_window(who: Person, screen: dict[str, str]) -> tuple[int, str]:
    """The exit status and the code of a window that does not open."""
    words = environment(who.runtime)
    without_screen = {name: words[name] for name in words if name not in DISPLAY_VARIABLES}
    done = subprocess.run(
        who.words(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=DEADLINE_SECONDS,
        env={**without_screen, "PYTHONWARNINGS": "", **screen},
        cwd=ROOT,
        check=False,
    )
    return done.returncode, Ended(done.returncode, done.stdout, done.stderr).error["code"]


def _contents(who: Person) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in who.folder.rglob("*") if path.is_file()}


def _without_qt(complaints: bytes) -> list[bytes]:
    """What was said on stderr, but for what the offscreen platform says of itself."""
    return [line for line in complaints.splitlines() if b"This plugin does not support" not in line]


def _open_window(who: Person) -> subprocess.Popen[bytes]:
    """The program with its window, once it answers."""
    process = subprocess.Popen(
        who.words(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**environment(who.runtime), "PYTHONWARNINGS": "", **OFFSCREEN},
        cwd=ROOT,
    )
    eventually(lambda: process.poll() is not None or asyncio.run(_answers(who)))
    assert process.poll() is None, process.communicate()
    return process


async def _answers(who: Person) -> bool:
    """Whether it can be talked to; if not, only after a moment, so that others may work."""
    engine = await connect(who.paths.socket)
    if engine is None:
        await asyncio.sleep(LOOK_SECONDS)
        return False
    await engine.close()
    return True
