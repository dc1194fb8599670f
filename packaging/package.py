"""Makes the packages, into `dist`: `make package`, or one alone with `make package ARGS=wheel`.

    wheel    for pip, pipx and uv
    bundle   a folder that brings its own Python and Qt, as an archive
    deb      the same for Debian and Ubuntu

Run by the Python of `build/package/environment`, which holds what is packed and nothing else. The
bundle is made of the wheel that was just built, so that what is tested is what is packed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from bundling import PROGRAM, Bundle, make_bundle, size_of, taken_along
from debian_package import Words, architecture, make_deb
from desktop_files import lay_out_desktop
from environment import lock_path
from licences import gather
from package_environment import room_of
from system_packages import SetupError
from wheel_making import install_wheel, make_wheel

KINDS = ("wheel", "bundle", "deb")
USAGE = f"Use: make package, or make package ARGS={'|'.join(KINDS)}"
_MEBIBYTE = 1 << 20


def make_packages(root: Path, kinds: Sequence[str], out: Path) -> Sequence[Path]:
    """What was made, in this order. Raises SetupError."""
    words, when = words_of(root), time_of(root)
    say("Building the wheel ...")
    made = [make_wheel(root, out)]
    if set(kinds) == {"wheel"}:
        return made
    say("Making the bundle (this takes some minutes) ...")
    install_wheel(made[0])
    room = room_of(root)
    bundle = make_bundle(root / "packaging", room)
    licences = room / "licences"
    lock = lock_path(root, "run").read_text(encoding="utf-8")
    gather(root, lock, taken_along(bundle), licences)
    say(f"The bundle has {size_of(bundle.folder) // _MEBIBYTE} MiB.")
    if "bundle" in kinds:
        say("Packing it ...")
        made.append(make_archive(root, bundle, licences, words, out))
    if "deb" in kinds:
        say("Building the Debian package ...")
        made.append(make_deb(root, bundle, licences, words, out, when))
    return made


def make_archive(root: Path, bundle: Bundle, licences: Path, words: Words, out: Path) -> Path:
    """The bundle in one file: the program's folder, `share` for a desktop, the licences."""
    name = f"{PROGRAM}-{words.version}"
    share = room_of(root) / "share"
    shutil.rmtree(share, ignore_errors=True)
    lay_out_desktop(root, share)
    archive = out / f"{name}-linux-{architecture()}.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=6) as tar:
        tar.add(bundle.folder, f"{name}/lib/{PROGRAM}", filter=_of_nobody)
        tar.add(share / "share", f"{name}/share", filter=_of_nobody)
        tar.add(licences, f"{name}/share/doc/{PROGRAM}/licences", filter=_of_nobody)
        link = tarfile.TarInfo(f"{name}/bin/{PROGRAM}")
        link.type, link.linkname = tarfile.SYMTYPE, f"../lib/{PROGRAM}/{PROGRAM}"
        tar.addfile(link)
    return archive


def words_of(root: Path) -> Words:
    """What the project says of itself, from pyproject.toml."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    authors = ", ".join(author["name"] for author in project["authors"])
    return Words(project["version"], project["description"], authors)


def time_of(root: Path, variables: Mapping[str, str] = os.environ) -> int:
    """What the files of a package are dated: as wished, as the last commit, or now."""
    if wished := variables.get("SOURCE_DATE_EPOCH"):
        return int(wished)
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        told = ""
    return int(told) if told.isdecimal() else int(time.time())


def say(words: str) -> None:
    """At once, also where the output is kept in a file."""
    print(words, flush=True)


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parent.parent
    kinds = arguments or list(KINDS)
    if not set(kinds) <= set(KINDS):
        print(USAGE, file=sys.stderr)
        return 2
    out = root / "dist"
    out.mkdir(exist_ok=True)
    try:
        made = make_packages(root, kinds, out)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    for package in made:
        say(f"{package.relative_to(root)}  {package.stat().st_size / _MEBIBYTE:.1f} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
