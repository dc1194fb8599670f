"""A folder of ten thousand files, one GiB: published, mirrored, cut off in the middle, equal.

Two programs (``serve``) over loopback, their databases and both directories on the disk. The one
that mirrors is killed when half of the files lie there, and started again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from app.compose import open_engine
from app.profile.paths import Paths
from engine.model.feed_commands import CreateFolder, FollowFolder, UseDirectory
from engine.model.feed_queries import FolderListing, OneFolder
from engine.model.ids import PublicKey, SpaceId
from engine.store.files import make_private_folder
from tests.e2e.processes import ROOT, environment
from tests.load.process import Used, ended

FILES, BYTES = 10_000, 1 << 30
A_FOLDER = 100
SECONDS_MAX = 1_800.0
LISTINGS = 20
_POLL_SECONDS = 0.2


class _Serving:
    """``tidings serve`` on a profile."""

    def __init__(self, profile: Path, *words: str) -> None:
        command = [sys.executable, "-m", "app", "--profile", str(profile), "--json", "serve"]
        self._told = profile.parent / "told.jsonl"
        with self._told.open("wb") as told:  # nobody has to read it for the program to go on
            self._process = subprocess.Popen(
                [*command, "--no-discovery", *words],
                stdout=told,
                env=environment(profile.parent),
                cwd=ROOT,
            )

    def address(self) -> str:
        """Where it listens."""
        found: list[str] = []

        def is_listening() -> bool:
            lines = self._told.read_text().splitlines(keepends=True)
            events = [json.loads(line) for line in lines if line.endswith("\n")]
            found.extend(str(one["address"]) for one in events if one["event"] == "listening")
            return bool(found)

        _wait(is_listening)
        return found[0]

    def end(self, *, kill: bool = False) -> Used:
        """Asks it to end, or (``kill``) cuts it off."""
        return ended(self._process, by=signal.SIGKILL if kill else signal.SIGTERM)


def measures(folder: Path, files: int = FILES, size: int = BYTES) -> Iterator[Mapping[str, object]]:
    """One of the whole, one of listings; ``folder`` is removed afterwards."""
    source, target = folder / "source", folder / "target"
    target.mkdir(parents=True)
    fill(source, files, size)
    ann, ben = folder / "ann" / "profile", folder / "ben" / "profile"
    for profile in (ann, ben):
        make_private_folder(profile.parent)
    key = asyncio.run(_share(ann, source))
    asyncio.run(_follow(ben, key, target))
    yield _mirrored(ann, ben, SpaceId(key), (source, target))
    yield asyncio.run(_listed(ben, SpaceId(key)))


def _mirrored(
    ann: Path, ben: Path, space: SpaceId, directories: tuple[Path, Path]
) -> Mapping[str, object]:
    source, target = directories
    wanted = _names(source)
    began = time.monotonic()
    with _ending(_Serving(ann, "--listen", "tidings:127.0.0.1:0")) as (sharing, ended):
        address = sharing.address()
        with _ending(_Serving(ben, "--peer", f"tidings:{address}")) as (mirroring, cut_off):
            _wait(lambda: len(_names(target)) >= len(wanted) // 2)
            there = len(_names(target))
            cut_off.append(mirroring.end(kill=True))
        with _ending(_Serving(ben, "--peer", f"tidings:{address}")) as (mirroring, resumed):
            _wait(lambda: _names(target) == wanted)
            seconds = time.monotonic() - began
            resumed.append(mirroring.end())
        ended.append(sharing.end())
    assert digests(source) == digests(target), "some file is another one"
    return {
        "name": "folder_mirrored",
        "files": len(wanted),
        "mebibytes": sum(path.stat().st_size for path in source.rglob("*") if path.is_file()) >> 20,
        "there_when_cut_off": there,
        "seconds": round(seconds, 1),
        "sharing": _words(ended[0]),
        "mirroring_until_cut_off": _words(cut_off[0]),
        "mirroring_resumed": _words(resumed[0]),
        "equal_sha256": True,
        "space": space.hex()[:8],
        "load": round(os.getloadavg()[0], 1),
    }


def _words(used: Used) -> Mapping[str, object]:
    return {
        "cpu_seconds": round(used.cpu_seconds, 1),
        "mebibytes_max": used.peak_bytes // 2**20,
    }


@contextmanager
def _ending(serving: _Serving) -> Iterator[tuple[_Serving, list[Used]]]:
    """Ends it in any case; what it used is put into the list by who ends it well."""
    used: list[Used] = []
    try:
        yield serving, used
    finally:
        if not used:
            serving.end(kill=True)


def fill(source: Path, files: int, size: int) -> None:
    """Folders of A_FOLDER files each, of all sizes, ``size`` bytes in all; always the same ones."""
    draw = random.Random(1)
    weights = [draw.expovariate(1.0) for _ in range(files)]
    scale = size / sum(weights)
    for number, weight in enumerate(weights):
        path = source / f"folder {number // A_FOLDER:03}" / f"file {number % A_FOLDER:02}.bin"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(draw.randbytes(max(1, round(weight * scale))))


def digests(directory: Path) -> Mapping[str, str]:
    """The SHA-256 of every file, by path; parts of ours, and hidden ones, left out."""
    return {
        name: hashlib.sha256((directory / name).read_bytes()).hexdigest()
        for name in sorted(_names(directory))
    }


def _names(directory: Path) -> set[str]:
    found = set()
    for place, _, names in os.walk(directory):
        inside = os.path.relpath(place, directory)
        found |= {f"{inside}/{name}" for name in names if not name.startswith(".")}
    return found


def _wait(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS_MAX
    while not done():
        assert time.monotonic() < deadline, "it does not come to an end"
        time.sleep(_POLL_SECONDS)


def _paths(profile: Path) -> Paths:
    return Paths(profile, profile.parent)


async def _share(profile: Path, source: Path) -> PublicKey:
    async with open_engine(_paths(profile), _no_passphrase) as opened:
        view = await opened.engine.perform(CreateFolder("Measured"))
        await opened.engine.perform(UseDirectory(view.feed.space, str(source)))
        return view.feed.key


async def _follow(profile: Path, key: PublicKey, target: Path) -> None:
    async with open_engine(_paths(profile), _no_passphrase) as opened:
        view = await opened.engine.perform(FollowFolder(key))
        await opened.engine.perform(UseDirectory(view.feed.space, str(target)))


def _no_passphrase(*, is_new: bool) -> str | None:
    return None


async def _listed(profile: Path, space: SpaceId) -> Mapping[str, object]:
    async with open_engine(_paths(profile), _no_passphrase) as opened:
        asked = {
            "top": FolderListing(space),
            "inside": FolderListing(space, "folder 005"),
            "view": OneFolder(space),
        }
        found: dict[str, float] = {}
        for name, query in asked.items():
            took = []
            for _ in range(LISTINGS):
                began = time.perf_counter()
                await opened.engine.ask(query)
                took.append(time.perf_counter() - began)
            found[f"{name}_ms"] = round(sorted(took)[LISTINGS // 2] * 1_000, 2)
    return {"name": "folder_listed", "load": round(os.getloadavg()[0], 1), **found}


if __name__ == "__main__":  # python -m tests.benchmarks.folders FOLDER [FILES BYTES]
    for _measured in measures(Path(sys.argv[1]), *map(int, sys.argv[2:])):
        sys.stdout.write(json.dumps(_measured) + "\n")
