"""Writes a Debian package where there is no dpkg-deb: an `ar` archive of two tarballs. Pure format.

Everything in it belongs to root, has the time that was given and stands in order of its name, so
that the same folder gives the same bytes. As deb(5) describes it.
"""

from __future__ import annotations

import io
import tarfile
from pathlib import Path
from typing import Final

AR_MAGIC = b"!<arch>\n"
FORMAT = b"2.0\n"
CONTROL_FOLDER = "DEBIAN"
COMPRESSION_LEVEL: Final = 6


def write_deb(tree: Path, out: Path, time: int) -> None:
    """``tree``: the files as they will lie under `/`, and the folder DEBIAN."""
    control = _tarball(tree / CONTROL_FOLDER, "", time)
    data = _tarball(tree, CONTROL_FOLDER, time)
    with out.open("wb") as file:
        file.write(AR_MAGIC)
        members = (("debian-binary", FORMAT), ("control.tar.xz", control), ("data.tar.xz", data))
        for name, content in members:
            file.write(_member(name, content, time))


def _member(name: str, content: bytes, time: int) -> bytes:
    """A file of an `ar` archive; each begins at an even place."""
    head = f"{name:<16}{time:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
    return head.encode("ascii") + content + b"\n" * (len(content) % 2)


def _tarball(folder: Path, without: str, time: int) -> bytes:
    """``without``: a folder directly in it that stays out."""

    def normal(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = time
        return entry

    made = io.BytesIO()
    with tarfile.open(
        fileobj=made, mode="w:xz", format=tarfile.GNU_FORMAT, preset=COMPRESSION_LEVEL
    ) as tar:
        tar.add(folder, ".", recursive=False, filter=normal)
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if inside.parts[0] != without:
                tar.add(path, f"./{inside.as_posix()}", recursive=False, filter=normal)
    return made.getvalue()
