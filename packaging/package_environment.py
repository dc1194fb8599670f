"""The environment that packs: `build/package/environment`, filled from `locks/package.txt` alone.

It is apart from `.venv`, so that nothing of the tests can get into a package, and it is made anew
whenever its lock changes. What it holds is what the program needs to run, and PyInstaller.
"""

from __future__ import annotations

import hashlib
import shutil
import sysconfig
import tempfile
from ctypes.util import find_library
from pathlib import Path

from environment import BUILD_TOOL, alone_in, create, lock_entry, lock_path, pip
from system_packages import SetupError, provide

PURPOSE = "package"
COMPLETE_FILE = ".complete"


def room_of(root: Path) -> Path:
    """The folder of everything that is made on the way to the packages."""
    return root / "build" / PURPOSE


def environment_of(root: Path) -> Path:
    return room_of(root) / "environment"


def python_of(root: Path) -> Path:
    return environment_of(root) / "bin" / "python"


def make_ready(root: Path) -> None:
    """The environment and the system's tools are there, or SetupError is raised."""
    provide_tools()
    lock = lock_path(root, PURPOSE).read_text(encoding="utf-8")
    wanted = digest_of(lock, root)
    if _complete(root) == wanted:
        return
    with alone_in(root):
        if _complete(root) != wanted:  # another may have done it meanwhile
            _fill(root, lock)
            (environment_of(root) / COMPLETE_FILE).write_text(wanted, encoding="utf-8")


def digest_of(lock: str, root: Path) -> str:
    """Changes with the lock and with the place, which the environment's programs hold."""
    return hashlib.blake2b(f"{root}\n{lock}".encode(), digest_size=16).hexdigest()


def provide_tools() -> None:
    """`objdump`, and Python as a library; installed where we may. Raises SetupError."""
    if shutil.which("objdump") is None:
        provide("Packing reads libraries with objdump.", ["binutils"])
    if not has_python_library():
        version = sysconfig.get_config_var("py_version_short")
        provide("A bundle needs Python as a library.", [f"libpython{version}"])
        if not has_python_library():
            raise SetupError("This Python has no library of itself, so no bundle can be made.")


def has_python_library() -> bool:
    """Whether this Python can be taken along: as a shared library, here or of the system."""
    name = sysconfig.get_config_var("INSTSONAME") or ""
    folder = sysconfig.get_config_var("LIBDIR") or ""
    if ".so" in name and Path(folder, name).exists():
        return True
    return find_library(f"python{sysconfig.get_config_var('py_version_short')}") is not None


def _complete(root: Path) -> str:
    try:
        return (environment_of(root) / COMPLETE_FILE).read_text(encoding="utf-8")
    except OSError:
        return ""


def _fill(root: Path, lock: str) -> None:
    place, python = environment_of(root), python_of(root)
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    create(place, python)
    print("Installing what packs (the first time this takes some minutes) ...", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        first = Path(scratch) / "build.txt"
        first.write_text(lock_entry(lock, BUILD_TOOL), encoding="utf-8")
        pip(python, "--require-hashes", "--no-deps", "-r", str(first))
    locked = ("--require-hashes", "--no-deps", "--no-build-isolation", "--use-pep517")
    pip(python, *locked, "-r", str(lock_path(root, PURPOSE)))
