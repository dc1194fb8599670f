"""The folder `.venv`: made, filled from a lock file, and known to be complete.

What has been done stands as facts (`name digest`, one a line) in `.venv/.tidings-setup`. A fact is
written only after the work it speaks of; while packages are being installed the file says
`unfinished`, and an environment found so is thrown away. Nothing here trusts the clock.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from system_packages import (
    Probe,
    SetupError,
    check,
    probes_for,
    provide_browser,
    provide_java,
    provide_test_tools,
    provide_venv,
)

__all__ = ["SetupError", "make_ready"]

FACTS_FILE = ".tidings-setup"
UNFINISHED = "unfinished"
BUILD_TOOL = "setuptools"  # [build-system] of pyproject.toml; a test holds them together


def make_ready(root: Path, purpose: str) -> None:
    """Make `.venv` and the system ready for `purpose` ("run" or "test"), or raise SetupError."""
    probes = probes_for(purpose, sys.platform, os.environ)
    wanted = facts_wanted(root, purpose, probes)
    if not unmet(wanted, read_facts(root)):
        if purpose == "test":
            provide_test_tools()
            provide_java(venv_python(root))
            provide_browser()
        return
    with alone_in(root):
        missing = unmet(wanted, read_facts(root))  # another set-up may have done it meanwhile
        if {packages_fact("run"), packages_fact(purpose)} & missing:
            install(root, purpose)
            add_facts(root, {name: digest for name, digest in wanted.items() if is_package(name)})
        for probe in probes:
            name = f"qt-{probe.name}"
            if name in unmet(wanted, read_facts(root)):
                check(probe, venv_python(root))
                add_facts(root, {name: wanted[name]})
    if purpose == "test":
        provide_test_tools()
        provide_java(venv_python(root))
        provide_browser()
    print("Ready.", flush=True)


# ------------------------------------------------------------------------------------------- facts


def packages_fact(purpose: str) -> str:
    return f"packages-{purpose}"


def is_package(fact: str) -> bool:
    return fact.startswith("packages-")


def lock_path(root: Path, purpose: str) -> Path:
    return root / "packaging" / "locks" / f"{purpose}.txt"


def packages_digest(lock: bytes, pyproject: str, root: Path) -> str:
    """Changes with the lock, with what an installed project depends on, and with its place."""
    tables = tomllib.loads(pyproject)
    built_from = {
        "build-system": tables.get("build-system"),
        "project": tables.get("project"),
        "setuptools": tables.get("tool", {}).get("setuptools"),
    }
    parts = [lock, json.dumps(built_from, sort_keys=True).encode(), str(root).encode()]
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def facts_wanted(root: Path, purpose: str, probes: list[Probe]) -> dict[str, str]:
    """The facts that hold when everything for `purpose` is in place."""
    pyproject = (root / "pyproject.toml").read_text(encoding="utf-8")
    # The locks agree on every version, so what was tried under one holds under the other.
    run = packages_digest(lock_path(root, "run").read_bytes(), pyproject, root)
    wanted = {packages_fact("run"): run}
    if purpose == "test":
        lock = lock_path(root, "test").read_bytes()
        wanted[packages_fact("test")] = packages_digest(lock, pyproject, root)
    return wanted | {f"qt-{probe.name}": run for probe in probes}


def unmet(wanted: Mapping[str, str], have: Mapping[str, str]) -> set[str]:
    """The names of facts that are wanted and do not hold."""
    return {name for name, digest in wanted.items() if have.get(name) != digest}


def read_facts(root: Path) -> dict[str, str]:
    """The facts on record; none if the environment's Python is gone."""
    if not venv_python(root).exists():  # follows the link: the Python below may have been removed
        return {}
    try:
        text = (root / ".venv" / FACTS_FILE).read_text(encoding="utf-8")
    except OSError:
        return {}
    return parse_facts(text)


def parse_facts(text: str) -> dict[str, str]:
    """`name digest` a line; lines of another shape are no facts."""
    pairs = (line.split() for line in text.splitlines())
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


def add_facts(root: Path, facts: Mapping[str, str]) -> None:
    write_facts(root, {**read_facts(root), **facts})


def write_facts(root: Path, facts: Mapping[str, str]) -> None:
    text = "".join(f"{name} {digest}\n" for name, digest in sorted(facts.items()))
    _replace(root / ".venv" / FACTS_FILE, text)


def _replace(path: Path, text: str) -> None:
    """Write whole or not at all."""
    beside = path.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


# ------------------------------------------------------------------------------------- environment


def venv_python(root: Path) -> Path:
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return root / ".venv" / folder / name


def must_begin_anew(venv: Path, python: Path) -> bool:
    """Is this environment one that cannot be mended: half made, or without its Python?"""
    if not venv.exists():
        return False
    record = venv / FACTS_FILE
    half_made = record.exists() and record.read_text(encoding="utf-8").strip() == UNFINISHED
    return half_made or not python.exists()


def install(root: Path, purpose: str) -> None:
    """Fill `.venv` from the lock of `purpose` and make the project itself importable."""
    venv, python = root / ".venv", venv_python(root)
    if must_begin_anew(venv, python):
        print("The environment in .venv is incomplete: making it anew.", flush=True)
        shutil.rmtree(venv)
    if not venv.exists():
        create(venv, python)
    _replace(venv / FACTS_FILE, UNFINISHED)
    lock = lock_path(root, purpose)
    print(
        "Installing the locked packages into .venv (the first time this takes some minutes) ...",
        flush=True,
    )
    # What builds others comes first and from the lock too, so that nothing unlocked is ever used.
    with tempfile.TemporaryDirectory() as scratch:
        first = Path(scratch) / "build.txt"
        entry = lock_entry(lock.read_text(encoding="utf-8"), BUILD_TOOL)
        first.write_text(entry, encoding="utf-8")
        pip(python, "--require-hashes", "--no-deps", "-r", str(first))
    locked = ("--require-hashes", "--no-deps", "--no-build-isolation", "--use-pep517")
    pip(python, *locked, "-r", str(lock))
    pip(python, "--no-deps", "--no-build-isolation", "--no-index", "-e", str(root))
    write_facts(root, {})


def create(venv: Path, python: Path) -> None:
    """Make an empty environment; where Python's own half of it is not installed, install that."""
    if importlib.util.find_spec("ensurepip") is None:
        provide_venv()
    print(f"Making the environment {os.path.relpath(venv)} ...", flush=True)
    venv.mkdir()
    _replace(venv / FACTS_FILE, UNFINISHED)
    made = subprocess.run(
        [sys.executable, "-m", "venv", str(venv)], stdin=subprocess.DEVNULL, check=False
    )
    if made.returncode != 0 or not python.exists():
        raise SetupError("The environment .venv could not be made; Python's own words are above.")


def pip(python: Path, *arguments: str) -> None:
    """`pip install` in the environment: only errors unless a person watches; raises SetupError."""
    quiet = [] if sys.stdout.isatty() else ["--quiet", "--quiet"]
    fixed = ["--disable-pip-version-check", "--no-input", *quiet]
    outcome = subprocess.run(
        [str(python), "-m", "pip", "install", *fixed, *arguments],
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if outcome.returncode != 0:
        raise SetupError(
            "The packages could not be installed; pip's own words are above. "
            "Check the network connection and the free disk space, then start again."
        )


def lock_entry(lock: str, name: str) -> str:
    """The requirement of one package with its hashes, as it stands in the lock."""
    lines = iter(lock.splitlines(keepends=True))
    entry = ""
    for line in lines:
        if line.startswith(f"{name}=="):
            entry = line
            break
    for line in lines:
        if not line.startswith("    --hash"):
            break
        entry += line
    return entry


@contextlib.contextmanager
def alone_in(root: Path) -> Iterator[None]:
    """Hold the folder against a second set-up, waiting for one that is under way."""
    if os.name == "nt":
        yield
        return
    import fcntl  # not on Windows

    folder = os.open(root, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up is under way in this folder: waiting for it ...", flush=True)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
