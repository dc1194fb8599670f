"""The packages as strangers get them: made anew, unpacked in a clean place, started on a screen.

Takes some minutes, so `make test` leaves it out; `make release-test PIECE=packages` runs it. With
TIDINGS_PACKAGES_ARE_MADE set, what lies in `dist` is looked at as it is.
"""

from __future__ import annotations

import configparser
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.x_screen import Screen, changed, screen

ROOT = Path(__file__).resolve().parents[2]
MAKING_SECONDS = 2_400.0  # on a slow computer, with everything to be fetched
DEADLINE_SECONDS = 120.0  # far beyond what anything takes, also on a busy computer
LOOK_SECONDS = 0.1
CALM_LOOKS = 10
SOME, MUCH = 4_000, 400_000  # bytes of a picture: more than what blinks; a window
PROGRAM = "tidings"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(MAKING_SECONDS + 600)]


class Place:
    """Where the program is started: nothing of ours is in its environment."""

    def __init__(self, home: Path, shown: Screen) -> None:
        self.home, self.shown = home, shown
        self.profile = home / "profile"

    @property
    def variables(self) -> dict[str, str]:
        """A stranger's."""
        return {
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.home / "run"),
            "DISPLAY": self.shown.display,
            "QT_QPA_PLATFORM": "xcb",
            "PATH": os.defpath,
            "LANG": "C.UTF-8",
        }

    def run(self, *words: str | Path) -> str:
        """What a command says that must be done; nothing on stderr but a plain sentence."""
        done = subprocess.run(
            words,
            cwd=self.home,
            env=self.variables,
            capture_output=True,
            text=True,
            timeout=DEADLINE_SECONDS,
            check=False,
        )
        assert done.returncode == 0, (words, done)
        assert "Traceback" not in done.stderr
        return done.stdout

    def open(self, *words: str | Path) -> subprocess.Popen[bytes]:
        """Starts a program that goes on."""
        return subprocess.Popen(
            words,
            cwd=self.home,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )


@pytest.fixture(scope="module")
def dist() -> Path:
    """All packages, as `make package` makes them."""
    if not os.environ.get("TIDINGS_PACKAGES_ARE_MADE"):
        command = ["make", "package", f"PYTHON={sys.executable}"]
        plain = {name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}
        subprocess.run(command, cwd=ROOT, env=plain, check=True, timeout=MAKING_SECONDS)
    return ROOT / "dist"


@pytest.fixture(scope="module")
def clean() -> Iterator[Path]:
    """A home of its own. Its path is short, as names of sockets must be."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-bundle-"))
    (folder / "run").mkdir(mode=0o700)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def unpacked(dist: Path, clean: Path, project: dict[str, Any]) -> Path:
    """What the archive holds."""
    (archive,) = dist.glob(f"{PROGRAM}-{project['version']}-linux-*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(clean, filter="tar")
    return clean / f"{PROGRAM}-{project['version']}"


@pytest.fixture(scope="module")
def place(clean: Path) -> Iterator[Place]:
    """A screen and a home."""
    with screen() as shown:
        yield Place(clean, shown)


def eventually(look: Callable[[], object]) -> None:
    """Until ``look`` finds anything true."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not look():
        assert time.monotonic() < deadline, "it was never found"
        time.sleep(LOOK_SECONDS)


def settled(shown: Screen) -> bytes:
    """The picture, once it stays as it is for some looks; the place for writing may blink."""
    looks = [shown.picture()]

    def look() -> bool:
        time.sleep(LOOK_SECONDS)
        looks.append(shown.picture())
        last = looks[-CALM_LOOKS:]
        return len(last) == CALM_LOOKS and all(changed(one, last[-1]) < SOME for one in last)

    eventually(look)
    return looks[-1]


@pytest.fixture(scope="module")
def program(unpacked: Path) -> Path:
    """The command of the archive."""
    return unpacked / "bin" / PROGRAM


@pytest.fixture(scope="module")
def window(place: Place, program: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The program with its window, on a fresh profile, once it is seen and answers."""
    command = (program, "--profile", place.profile, "--json")
    assert json.loads(place.run(*command, "identity", "new", "Ann"))["name"] == "Ann"
    empty = place.shown.picture()
    process = place.open(program, "--profile", place.profile)
    eventually(lambda: process.poll() is not None or place.shown.titles(PROGRAM))
    eventually(lambda: process.poll() is not None or any((place.home / "run").rglob("*.sock")))
    eventually(lambda: process.poll() is not None or changed(empty, place.shown.picture()) > MUCH)
    assert process.poll() is None, process.communicate()
    yield process
    if process.poll() is None:
        process.kill()
        process.communicate()


def test_it_says_its_version_and_what_it_can_do(
    place: Place, program: Path, project: dict[str, Any]
) -> None:
    assert place.run(program, "--version").strip() == f"Tidings {project['version']}"
    assert "serve" in place.run(program, "--help")


def test_the_window_appears_and_its_engine_answers(
    place: Place, program: Path, window: subprocess.Popen[bytes]
) -> None:
    command = (program, "--profile", place.profile, "--json")
    assert [one["name"] for one in json.loads(place.run(*command, "channel", "list"))] == ["Ann"]
    found = {one["check"]: one for one in json.loads(place.run(*command, "doctor"))}
    for check in ("window", "camera", "database", "ports"):
        assert found[check]["ok"], found[check]
    assert "encrypted" in found["database"]["detail"]
    assert window.poll() is None


def test_a_link_that_is_opened_reaches_the_window_that_is_there(
    place: Place, program: Path, unpacked: Path, window: subprocess.Popen[bytes]
) -> None:
    command = (program, "--profile", place.profile, "--json")
    link = json.loads(place.run(*command, "invite", "request"))["link"]
    entry = configparser.RawConfigParser(delimiters=("=",))
    entry.read(unpacked / "share" / "applications" / f"{PROGRAM}.desktop", encoding="utf-8")
    name, *words = shlex.split(entry["Desktop Entry"]["Exec"])
    assert name == PROGRAM
    before = settled(place.shown)
    # As a desktop does it, but for the profile, which a desktop leaves to its usual place.
    words = [link if word == "%u" else word for word in words]
    place.run(program, "--profile", place.profile, *words)
    eventually(lambda: changed(before, place.shown.picture()) > SOME)
    assert window.poll() is None


def test_it_closes_cleanly(place: Place, window: subprocess.Popen[bytes]) -> None:
    window.send_signal(signal.SIGTERM)
    _, complaints = window.communicate(timeout=DEADLINE_SECONDS)
    assert (window.returncode, complaints) == (0, b"")
    assert not any((place.home / "run").rglob("*.sock"))


def test_the_licences_lie_beside_it(unpacked: Path) -> None:
    told = (unpacked / "share/doc/tidings/licences/LICENCES.txt").read_text(encoding="utf-8")
    for part in ("PySide6", "PyNaCl", "Python 3", "PyInstaller".lower()):
        assert part in told


def test_debian_can_install_its_package_and_the_program_in_it_runs(
    dist: Path, place: Place, project: dict[str, Any]
) -> None:
    (deb,) = dist.glob(f"{PROGRAM}_{project['version']}_*.deb")
    depends = place.run("dpkg-deb", "--field", deb, "Depends").strip().split(", ")
    names = [one.partition(" ")[0] for one in depends]
    assert {"libc6", "libegl1", "libxkbcommon0", "libdbus-1-3"} <= set(names)
    states = place.run("dpkg-query", "--show", "--showformat=${db:Status-Status}\n", *names)
    assert set(states.split()) == {"installed"}
    root = place.home / "debian"
    place.run("dpkg-deb", "--extract", deb, root)
    said = place.run(root / "usr" / "bin" / PROGRAM, "--version").strip()
    assert said == f"Tidings {project['version']}"
