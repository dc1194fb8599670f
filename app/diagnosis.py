"""What on this computer might be in the way. Looks only; changes nothing, and never raises."""

from __future__ import annotations

import platform
import socket
import stat
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.own_process import surroundings
from app.profile.paths import Paths
from app.screen import screen_trouble
from engine.api import Engine
from engine.errors import Fault, Refused
from engine.model.peers import PortMappingState, PortMappingView
from engine.model.queries import Connections, Health
from ui.wording.sentences import sentence_of, sentence_of_port_mapping

QT_PACKAGES = (  # of Debian and Ubuntu; what they need in their turn comes with them
    "libegl1 libgl1 libdbus-1-3 libfontconfig1 libglib2.0-0 libxkbcommon-x11-0 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-keysyms1 libxcb-randr0 libxcb-shape0 libpulse0"
)
QT_HINT = f"On Debian and Ubuntu this brings what Qt needs: sudo apt install {QT_PACKAGES}"
SCREEN_HINT = "Start it in a desktop session; “tidings serve” and the commands need no screen."
DAMAGED_HINT = (
    "Move the profile's folder away and keep it; then “tidings restore FILE” brings a backup back."
)
NO_PROFILE_HINT = (
    "“tidings” or “tidings identity new NAME” begins one, “tidings restore FILE” brings one back."
)
LOST_CHANGES_HINT = (
    "Meet the people you share channels with: their posts come again, and so do yours that they "
    "hold. Have the disk checked, then delete the copy of the log."
)
PROBE_SECONDS = 20.0  # ours: loading Qt from a cold disk
_OTHERS = 0o077
_QT_PROBES = {
    "libraries": "from PySide6.QtWidgets import QApplication",
    "window": "from PySide6.QtWidgets import QApplication; app = QApplication(['tidings'])",
    "camera": "from PySide6.QtMultimedia import QMediaDevices",
}
_CAMERAS = (
    "from PySide6.QtGui import QGuiApplication; from PySide6.QtMultimedia import QMediaDevices; "
    "app = QGuiApplication(['tidings', '-platform', 'offscreen']); "
    "print(len(QMediaDevices.videoInputs()))"
)


@dataclass(frozen=True, slots=True)
class Check:
    """``hint`` is empty where nothing needs doing."""

    check: str
    ok: bool
    detail: str
    hint: str = ""


def of_machine(paths: Paths) -> Sequence[Check]:
    """Everything that can be seen without the engine."""
    return [
        _python(),
        _window(),
        _camera(),
        _keyring(),
        _java(),
        _profile(paths),
        _log(paths),
        _ipv6(),
    ]


async def of_engine(engine: Engine) -> Sequence[Check]:
    """The database's health and our ports."""
    checks = []
    try:
        health = await engine.ask(Health())
    except (Refused, Fault) as problem:
        words = sentence_of(problem)
        checks.append(Check("database", ok=False, detail=words.message, hint=words.hint))
    else:
        found = (
            f"{'encrypted' if health.encrypted else 'not encrypted'}, format "
            f"{health.format_version}, {health.posts} posts in {health.spaces} spaces, "
            f"{health.bytes_on_disk / 1e6:.1f} MB"
        )
        checks.append(_sound(found) if health.intact else _damaged(found))
    return [*checks, *await _ports(engine)]


def of_no_profile(paths: Paths) -> Sequence[Check]:
    """The same where there is no profile yet, which is no fault."""
    detail = f"no profile in {paths.profile} yet"
    return [
        Check("database", ok=True, detail=detail, hint=NO_PROFILE_HINT),
        Check("ports", ok=True, detail=f"not looked at: {detail}"),
    ]


def of_unopened(message: str, hint: str) -> Sequence[Check]:
    """The same of a profile that cannot be opened; ``message`` and ``hint`` say why."""
    return [
        Check("database", ok=False, detail=message, hint=hint),
        Check("ports", ok=True, detail="not looked at: the profile cannot be opened"),
    ]


def _sound(found: str) -> Check:
    return Check("database", ok=True, detail=found)


def _damaged(found: str) -> Check:
    detail = f"a part of it is damaged, and what lies there cannot be read ({found})"
    return Check("database", ok=False, detail=detail, hint=DAMAGED_HINT)


async def _ports(engine: Engine) -> Sequence[Check]:
    try:
        view = await engine.ask(Connections())
    except (Refused, Fault) as problem:
        words = sentence_of(problem)
        return [Check("ports", ok=False, detail=words.message, hint=words.hint)]
    addresses = [str(a) for listener in view.listeners for a in listener.reachable]
    detail = ", ".join(addresses) if addresses else "none open now"
    return [Check("ports", ok=True, detail=detail), _router(view.port_mapping)]


def _router(view: PortMappingView) -> Check:
    """Whether it lets others through to our port, as far as it was asked."""
    words = sentence_of_port_mapping(view)
    is_well = view.state is not PortMappingState.FAILED
    return Check("router", ok=is_well, detail=words.message, hint=words.hint)


def _python() -> Check:
    return Check("python", ok=True, detail=f"{platform.python_version()} on {platform.system()}")


def _window() -> Check:
    missing = _probe(_QT_PROBES["libraries"])
    if missing is not None:
        detail = f"Qt cannot be loaded: {missing}"
        return Check("window", ok=False, detail=detail, hint=QT_HINT)
    if trouble := screen_trouble():
        return Check("window", ok=False, detail=f"no screen: {trouble}", hint=SCREEN_HINT)
    error = _probe(_QT_PROBES["window"])
    if error is not None:
        detail = f"no window can be opened: {error}"
        return Check("window", ok=False, detail=detail, hint=QT_HINT)
    return Check("window", ok=True, detail="can be opened on this screen")


def _camera() -> Check:
    error = _probe(_QT_PROBES["camera"])
    if error is not None:
        hint = "Codes can still be read from pictures, the screen and pasted text."
        return Check("camera", ok=False, detail=f"Qt's camera part is missing: {error}", hint=hint)
    found = _output(_CAMERAS)
    if found in {"", "0"}:
        hint = "Codes can be read from pictures, the screen and pasted text."
        return Check("camera", ok=True, detail="none found", hint=hint)
    return Check("camera", ok=True, detail=f"{found} found")


def _keyring() -> Check:
    from app.profile.key_ring import system_ring

    detail = "none that is safe to use" if system_ring() is None else "usable"
    hint = "“tidings passphrase remember” keeps a profile's key there; else it is asked for."
    return Check("keyring", ok=True, detail=detail, hint=hint)


def _java() -> Check:
    from app.reports.installing import are_installed, how_to_install
    from spark_reports.java import JavaMissing, find_java, install_command

    reports = are_installed()
    try:
        java = find_java()
    except JavaMissing as missing:
        if reports:
            return Check("java", ok=False, detail=str(missing), hint=install_command())
        hint = "Only activity reports will need it."
        return Check("java", ok=True, detail="not found", hint=hint)
    detail = f"Java {java.version} in {java.home}"
    if reports:
        return Check("java", ok=True, detail=f"{detail}; activity reports can be made")
    detail = f"{detail}; the packages for reports are missing"
    return Check("java", ok=True, detail=detail, hint=how_to_install())


def _profile(paths: Paths) -> Check:
    if not paths.profile.exists():
        return Check("profile", ok=True, detail=f"{paths.profile} is not there yet")
    loose = [path.name for path in _secret_files(paths) if _is_open_to_others(path)]
    if not loose:
        return Check("profile", ok=True, detail=f"{paths.profile}, for its owner alone")
    hint = f"chmod -R go-rwx {paths.profile}"
    return Check("profile", ok=False, detail=f"others can read: {', '.join(loose)}", hint=hint)


def _log(paths: Paths) -> Check:
    """Logs of which a part was lost are kept until the person removes them."""
    from engine.store.database import DAMAGED_LOG

    kept = sorted(paths.backup.glob(DAMAGED_LOG.format(number="*")))
    if not kept:
        return Check("log", ok=True, detail="no change was ever lost to the disk")
    days = {datetime.fromtimestamp(file.stat().st_mtime, UTC).astimezone().date() for file in kept}
    names = ", ".join(file.name for file in kept)
    detail = (
        f"a fault of the disk undid changes, found on {', '.join(map(str, sorted(days)))}; "
        f"the damaged log is kept in the folder “{paths.backup.name}”: {names}"
    )
    return Check("log", ok=False, detail=detail, hint=LOST_CHANGES_HINT)


def _secret_files(paths: Paths) -> Sequence[Path]:
    return [paths.profile, paths.database, paths.key, paths.key_copy, paths.logs, paths.backup]


def _is_open_to_others(path: Path) -> bool:
    try:
        return bool(stat.S_IMODE(path.stat().st_mode) & _OTHERS)
    except OSError:
        return False


def _ipv6() -> Check:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return Check("ipv6", ok=True, detail="off; addresses are IPv4 only")
    return Check("ipv6", ok=True, detail="on")


def _probe(code: str) -> str | None:
    """Why ``code`` does not run, in one line; None if it does. In a process of its own."""
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            timeout=PROBE_SECONDS,
            env=surroundings(),
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    if done.returncode == 0:
        return None
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else f"exit status {done.returncode}"


def _output(code: str) -> str:
    try:
        return subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            timeout=PROBE_SECONDS,
            env=surroundings(),
            check=False,
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""
