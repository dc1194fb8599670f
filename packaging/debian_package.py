"""The Debian package: the bundle under /usr/lib, and what a desktop looks for in its places.

What it depends on is read from the bundle's own libraries, never written by hand.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bundling import PROGRAM, Bundle, size_of
from deb_archive import CONTROL_FOLDER, write_deb
from desktop_files import lay_out_desktop
from system_libraries import OPTIONAL, PACKAGES
from system_packages import SetupError

COMPRESSION = "-Zzstd"  # quick, and known to every Debian with the C library that we need
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
RECOMMENDED = ("fonts-dejavu-core | fonts-noto-core", "fonts-noto-color-emoji", "xdg-utils")
LIBRARY_ROOM = Path("usr/lib") / PROGRAM
DOCUMENTS = Path("usr/share/doc") / PROGRAM

_CONTROL = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kibibytes}
Depends: {depends}
Recommends: {recommends}
Suggests: {suggests}
Section: net
Priority: optional
Description: {summary}
 Channels, communities, feeds with comments and shared folders. No account,
 no server: what is written stays with those it is shared with, encrypted on
 their disks, and reaches them directly. Works offline and catches up when two
 of them are online at the same time.
 .
 This package brings its own Python and Qt.
"""

_COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Tidings
Comment: This package holds other programs and libraries. They are listed, each with its licence,
 in /{documents}/licences/LICENCES.txt; the texts lie beside that list.

Files: *
Copyright: The Tidings authors
License: Expat
{licence}
"""


@dataclass(frozen=True, slots=True)
class Words:
    """What the project says of itself."""

    version: str
    summary: str
    maintainer: str


def make_deb(
    root: Path, bundle: Bundle, licences: Path, words: Words, out: Path, time: int
) -> Path:
    """Writes the package into ``out``; its path. Raises SetupError. ``time``: of its files."""
    tree = bundle.folder.parent.parent / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(root, bundle, licences, words, tree)
    deb = out / f"{PROGRAM}_{words.version}_{architecture()}.deb"
    if shutil.which("dpkg-deb") is None:
        write_deb(tree, deb, time)
        return deb
    command = ["dpkg-deb", "--build", "--root-owner-group", COMPRESSION, str(tree), str(deb)]
    dated = {**os.environ, "SOURCE_DATE_EPOCH": str(time)}
    done = subprocess.run(command, stdout=subprocess.DEVNULL, env=dated, check=False)
    if done.returncode != 0:
        raise SetupError("The Debian package could not be built; dpkg's own words are above.")
    return deb


def lay_out(root: Path, bundle: Bundle, licences: Path, words: Words, tree: Path) -> None:
    """The files as they will lie under `/`, and what dpkg reads."""
    # Links to the same content: the bundle is large, and nothing is changed in it.
    shutil.copytree(bundle.folder, tree / LIBRARY_ROOM, symlinks=True, copy_function=os.link)
    shutil.copytree(licences, tree / DOCUMENTS / "licences")
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin" / PROGRAM).symlink_to(f"../lib/{PROGRAM}/{PROGRAM}")
    lay_out_desktop(root, tree / "usr")
    told = copyright_of((root / "LICENSE").read_text(encoding="utf-8"))
    (tree / DOCUMENTS / "copyright").write_text(told, encoding="utf-8")
    changes = gzip.compress((root / "CHANGELOG.md").read_bytes(), mtime=0)
    (tree / DOCUMENTS / "CHANGELOG.md.gz").write_bytes(changes)
    _set_modes(tree)
    sums, kibibytes = "".join(_sums(tree)), size_of(tree) // 1024
    control = tree / CONTROL_FOLDER
    control.mkdir()
    (control / "md5sums").write_text(sums, encoding="utf-8")
    (control / "control").write_text(control_of(bundle, words, kibibytes), encoding="utf-8")


def control_of(bundle: Bundle, words: Words, kibibytes: int) -> str:
    """What dpkg reads of a package."""
    return _CONTROL.format(
        name=PROGRAM,
        version=words.version,
        architecture=architecture(),
        maintainer=words.maintainer,
        kibibytes=kibibytes,
        depends=", ".join(depends_of(bundle)),
        recommends=", ".join(RECOMMENDED),
        suggests=", ".join(sorted(OPTIONAL.values())),
        summary=words.summary.removesuffix("."),
    )


def depends_of(bundle: Bundle) -> list[str]:
    """The packages of the libraries that the bundle leaves to the system."""
    names = sorted({PACKAGES[library] for library in bundle.system})
    major, minor = bundle.glibc
    return [f"{name} (>= {major}.{minor})" if name == "libc6" else name for name in names]


def architecture() -> str:
    """As Debian calls this machine's. Raises SetupError for one that it does not have."""
    machine = platform.machine()
    if machine not in ARCHITECTURES:
        raise SetupError(f"No Debian package is made for a machine of the kind {machine}.")
    return ARCHITECTURES[machine]


def copyright_of(licence: str) -> str:
    """Debian's own form of it, around the project's licence."""
    lines = "\n".join(f" {line}" if line.strip() else " ." for line in licence.strip().splitlines())
    return _COPYRIGHT.format(documents=DOCUMENTS, licence=lines)


def _sums(tree: Path) -> Iterator[str]:
    for path in sorted(tree.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False))
            yield f"{digest.hexdigest()}  {path.relative_to(tree).as_posix()}\n"


def _set_modes(tree: Path) -> None:
    """As all may read and nobody but root may write; whoever packs may have another habit."""
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            is_library = ".so" in path.suffixes
            runs = path.is_dir() or (path.stat().st_mode & 0o100 and not is_library)
            path.chmod(0o755 if runs else 0o644)
