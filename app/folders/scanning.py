"""What lies in a directory: its regular files, by path with slashes. On a thread of its own."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.folders.ignoring import is_part, why_left_out
from app.folders.inside import PROFILE_MARKS, Folder, NotPlain, Seen, enter
from engine.protocols.hypercore.drive.names import DEPTH_MAX, Unsafe

FILES_MAX = 250_000  # ours: of one directory
REASONS_MAX = 500  # ours: more are counted, but nobody reads on
UNREADABLE = "unreadable"
PROFILE = "profile"  # ours or another one: whoever got its key could speak for its person


class TooManyFiles(Exception):  # noqa: N818 - a finding, told as a trouble
    """There are more than FILES_MAX."""


@dataclass(slots=True)
class Found:
    """``files`` by path. ``left_out`` counts files and folders that are not shared: for what they
    are, for their name, or as they cannot be read; ``reasons`` says so of the first of them, path
    and stable code. ``unread``: of which nobody knows what they are, or what lies in them.
    ``parts`` are files of ours that a crash left. ``folders`` were looked into: ``empty`` are those
    in which nothing at all lies, ``mounts`` those that lie on another disk than the one above.
    """

    files: dict[str, Seen] = field(default_factory=dict)
    left_out: int = 0
    parts: list[str] = field(default_factory=list)
    reasons: list[tuple[str, str]] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)
    empty: set[str] = field(default_factory=set)
    mounts: set[str] = field(default_factory=set)

    def leave_out(self, path: str, reason: str) -> None:
        """It is not shared."""
        self.left_out += 1
        if len(self.reasons) < REASONS_MAX:
            self.reasons.append((path, reason))


def scan(
    directory: Path,
    enter_it: Callable[[Path], Folder] = enter,
    why_not: Callable[[str], str | None] = why_left_out,
) -> Found:
    """All files that can be shared; ``why_not`` is the stable code for why one of that path cannot.
    Raises OSError where the directory itself cannot be read, and TooManyFiles.
    """
    found = Found()
    top = enter_it(directory)
    try:
        _scan(top, _Way(directory.stat().st_dev, why_not), found)
    finally:
        top.close()
    return found


@dataclass(frozen=True, slots=True)
class _Way:
    """Down to a folder that lies on the disk ``device``. ``path`` ends with a slash."""

    device: int
    why_not: Callable[[str], str | None]
    path: str = ""
    depth: int = 1


def _scan(folder: Folder, way: _Way, found: Found) -> None:
    names, path = sorted(folder.names()), way.path
    if path and set(names) >= PROFILE_MARKS:
        found.leave_out(path[:-1], PROFILE)
        return
    if path:
        found.folders.add(path[:-1])
        if not names:
            found.empty.add(path[:-1])
    for name in names:
        if is_part(name):
            found.parts.append(path + name)
        elif way.depth > DEPTH_MAX:
            found.leave_out(path + name, Unsafe.TOO_DEEP)
        elif (reason := way.why_not(path + name)) is not None:
            found.leave_out(path + name, reason)
        else:
            _note(folder, name, way, found)


def _note(folder: Folder, name: str, way: _Way, found: Found) -> None:
    path = way.path
    try:
        status = folder.status(name)
        if stat.S_ISREG(status.st_mode):
            if len(found.files) >= FILES_MAX:
                raise TooManyFiles
            found.files[path + name] = Seen.of(status)
        elif stat.S_ISDIR(status.st_mode):
            if status.st_dev != way.device:
                found.mounts.add(path + name)
            below = _Way(status.st_dev, way.why_not, f"{path}{name}/", way.depth + 1)
            _scan_below(folder, name, below, found)
        else:
            found.leave_out(path + name, Unsafe.LINK)  # or a device: never followed, never opened
    except NotPlain:
        found.leave_out(path + name, Unsafe.LINK)
    except PermissionError:
        found.leave_out(path + name, UNREADABLE)
        found.unread.add(path + name)
    except FileNotFoundError:
        found.leave_out(path + name, UNREADABLE)  # it went away just now


def _scan_below(folder: Folder, name: str, way: _Way, found: Found) -> None:
    below = folder.down(name)
    try:
        _scan(below, way, found)
    finally:
        below.close()
