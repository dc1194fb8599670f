"""What the operating system must bring: Qt's libraries, Python's venv, the tools of the tests.

Whether something is missing is found by trying it, never from a list of installed packages. The
decisions (which command, may it be run) are pure functions; only `provide` installs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


class SetupError(Exception):
    """The set-up cannot go on; its text says what is missing and what to do."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing to try in a process of its own, and the Debian packages that make it work."""

    name: str
    does: str  # what fails without it, to follow "... is needed"
    code: str
    packages: tuple[str, ...]
    platform: str = "offscreen"


@dataclass(frozen=True, slots=True)
class Apt:
    """What is known of this machine's apt: is it there, are we root, may sudo be used silently."""

    present: bool
    root: bool
    sudo_silent: bool

    @property
    def usable(self) -> bool:
        return self.present and (self.root or self.sudo_silent)


APT_OPTIONS = ("-qq", "-o", "DPkg::Lock::Timeout=300")  # seconds; another apt may be at work

# Loading the plug-in by hand names the missing library, and needs no screen that answers.
_LOAD_PLUGIN = (
    "import ctypes, pathlib, PySide6.QtGui as gui; "
    "ctypes.CDLL(str(pathlib.Path(gui.__file__).parent / 'Qt/plugins/{}'))"
)

WIDGETS = Probe(
    name="widgets",
    does="Qt's windows",
    code="from PySide6.QtWidgets import QApplication; QApplication([])",
    packages=(
        "libegl1",
        "libgl1",
        "libxkbcommon0",
        "libdbus-1-3",
        "libfontconfig1",
        "libfreetype6",
        "libglib2.0-0",
        "fontconfig",
        "fonts-dejavu-core",
    ),
)
MULTIMEDIA = Probe(
    name="multimedia",
    does="the camera",
    code="import PySide6.QtMultimedia, PySide6.QtMultimediaWidgets",
    packages=("libpulse0",),
)
XCB = Probe(
    name="xcb",
    does="a window on this screen (X11)",
    code=_LOAD_PLUGIN.format("platforms/libqxcb.so"),
    packages=(
        "libxcb-icccm4",
        "libxcb-keysyms1",
        "libxcb-cursor0",
        "libxcb-image0",
        "libxcb-render-util0",
        "libxcb-randr0",
        "libxcb-shape0",
        "libxcb-xkb1",
        "libxkbcommon-x11-0",
        "libx11-xcb1",
    ),
)
WAYLAND = Probe(
    name="wayland",
    does="a window on this screen (Wayland)",
    code=_LOAD_PLUGIN.format("platforms/libqwayland.so"),
    packages=("libwayland-client0", "libwayland-cursor0", "libwayland-egl1"),
)

# Programs of the tests on Linux, with their packages: a screen without a screen, and its key.
# What follows looks at our packages: at windows, libraries, and the files that a desktop reads.
TEST_TOOLS = {
    "Xvfb": "xvfb",
    "xauth": "xauth",
    "fc-list": "fontconfig",
    "xwininfo": "x11-utils",
    "objdump": "binutils",
    "desktop-file-validate": "desktop-file-utils",
    "appstreamcli": "appstream",
}
# Activity reports are computed on Java; Debian 12 and Ubuntu 24.04 and newer have one that will do.
JAVA_PACKAGES = ("default-jre-headless",)
JAVA_MISSING = "The tests of activity reports need Java 17 or newer; without it they are NOT RUN."
BROWSERS = ("chromium", "chromium-browser")
BROWSER_MISSING = "The tests of a report's page need Chromium; without it they are NOT RUN."
TEST_FONTS = ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core")


def probes_for(purpose: str, system: str, environ: Mapping[str, str]) -> list[Probe]:
    """What has to be tried before `purpose` ("run" or "test") on this system and screen."""
    probes = [WIDGETS, MULTIMEDIA]
    if not system.startswith("linux"):
        return probes
    if purpose == "test" or environ.get("DISPLAY"):
        probes.append(XCB)
    if purpose == "run" and environ.get("WAYLAND_DISPLAY"):
        probes.append(WAYLAND)
    return probes


def apt_command(packages: Sequence[str], *, root: bool) -> str:
    """The command that installs these packages, as a person would type it."""
    sudo = "" if root else "sudo "
    names = " ".join(packages)
    return f"{sudo}apt-get update && {sudo}apt-get install --yes --no-install-recommends {names}"


def missing_library(output: str) -> str | None:
    """The library named by the loader's complaint in `output`, if there is one."""
    found = re.search(r"(\S+\.so\S*): cannot open shared object file", output)
    return found.group(1) if found else None


def missing_sentence(what: str, packages: Sequence[str], apt: Apt) -> str:
    """What to tell a person who must install `packages` with their own hands."""
    command = apt_command(packages, root=apt.root)
    if apt.present:
        return f"{what} Install it with this command, then start again:\n\n    {command}\n"
    return (
        f"{what} Install it with your system's package manager, then start again. "
        f"On Debian and Ubuntu the command is:\n\n    {command}\n"
    )


def this_apt() -> Apt:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    present = shutil.which("apt-get") is not None
    silent = present and not root and shutil.which("sudo") is not None and _sudo_is_silent()
    return Apt(present, root, silent)


def _sudo_is_silent() -> bool:
    outcome = subprocess.run(
        ["sudo", "-n", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    return outcome.returncode == 0


def provide(what: str, packages: Sequence[str]) -> None:
    """Install Debian packages, or raise SetupError with the command to type."""
    apt = this_apt()
    if not apt.usable:
        raise SetupError(missing_sentence(what, packages, apt))
    print(f"{what} Installing: {' '.join(packages)}", flush=True)
    prefix = [] if apt.root else ["sudo", "-n"]
    install = ["install", "--yes", "--no-install-recommends", *packages]
    for step in (["update"], install):
        command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *APT_OPTIONS, *step]
        outcome = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        # A stale list of one foreign repository must not stop us: the install decides.
        if outcome.returncode != 0 and step is install:
            raise SetupError(f"{outcome.stdout.strip()}\n{missing_sentence(what, packages, apt)}")


def provide_venv() -> None:
    """Debian and Ubuntu ship Python without venv's half: add it, or raise SetupError."""
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    provide("This Python cannot make environments of its own.", [package])


def provide_test_tools() -> None:
    """Xvfb and fonts for the tests on Linux: installed where we may, else a sentence and on we go.

    Not required: a test that needs one of them fails in its own words.
    """
    if not sys.platform.startswith("linux"):
        return
    wanted = [package for tool, package in TEST_TOOLS.items() if shutil.which(tool) is None]
    if not Path(TEST_FONTS[0]).exists():
        wanted.append(TEST_FONTS[1])
    if not wanted:
        return
    try:
        provide("The tests draw on a screen of their own, and look at what is packed.", wanted)
    except SetupError as error:
        print(f"Going on without: {error}", file=sys.stderr)


def provide_java(python: Path) -> None:
    """Java for the tests of reports: installed where we may, else a sentence and on we go.

    The program itself knows where to look. Without Java those tests say loudly that they did not
    run.
    """
    look = "import sys; from spark_reports.java import find_java; find_java()"
    root = Path(__file__).resolve().parent.parent
    outcome = subprocess.run(
        [str(python), "-c", look],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if outcome.returncode == 0:
        return
    try:
        provide(JAVA_MISSING, JAVA_PACKAGES)
    except SetupError as error:
        print(f"Going on without: {error}", file=sys.stderr)


def provide_browser() -> None:
    """Chromium for the tests that look at a report's page: as ``provide_java``."""
    if not sys.platform.startswith("linux") or any(map(shutil.which, BROWSERS)):
        return
    try:
        provide(BROWSER_MISSING, BROWSERS[:1])
    except SetupError as error:
        print(f"Going on without: {error}", file=sys.stderr)


def check(probe: Probe, python: Path) -> None:
    """Try `probe` under the environment's Python; where it fails install and try again."""
    output = _complaint(probe, python)
    if output is None:
        return
    library = missing_library(output)
    named = f" ({library} is missing)" if library else ""
    provide(f"A system library for {probe.does} is needed{named}.", probe.packages)
    output = _complaint(probe, python)
    if output is not None:
        raise SetupError(f"{probe.does[0].upper()}{probe.does[1:]} cannot be used here:\n{output}")


def _complaint(probe: Probe, python: Path) -> str | None:
    """What the attempt printed when it failed; None when it went well."""
    outcome = subprocess.run(
        [str(python), "-c", probe.code],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "QT_QPA_PLATFORM": probe.platform},
        check=False,
    )
    if outcome.returncode == 0:
        return None
    return outcome.stdout.strip() or f"It ended with status {outcome.returncode}."
