"""What sharing a directory would publish, before it is tied to a folder: for ``ui.services``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from app.folders.ignoring import TEMPORARY, is_only_a_mark, why_left_out
from app.folders.scanning import FILES_MAX, TooManyFiles, scan
from engine.errors import Refusal, Refused
from engine.protocols.hypercore.drive.names import Unsafe, collision_key
from ui.services import LeftOut, Survey


class _CalledOff(Exception):  # noqa: N818 - a wish
    """Nobody waits for it any more."""


class DirectoriesOnDisk:
    """Implements ``ui.services.SharedDirectories``. Without state; any thread may ask."""

    def survey(self, directory: Path, is_called_off: Callable[[], bool] = lambda: False) -> Survey:
        """See ``SharedDirectories``."""

        def why_not(path: str) -> str | None:
            if is_called_off():
                raise _CalledOff
            return why_left_out(path)

        try:
            found = scan(directory, why_not=why_not)
        except _CalledOff:
            return Survey(0, 0)
        except TooManyFiles as error:
            raise Refused(Refusal.FILE_TOO_LARGE, f"{FILES_MAX:,}") from error
        except OSError as error:
            raise Refused(Refusal.FILE_UNREADABLE, directory.name) from error
        for path, seen in list(found.files.items()):
            if is_only_a_mark(path, seen.size):
                del found.files[path]
                found.leave_out(path, TEMPORARY)
        clashing = _clashing(found.files)
        for path in clashing:
            del found.files[path]
            found.leave_out(path, Unsafe.COLLISION)
        return Survey(
            len(found.files),
            sum(seen.size for seen in found.files.values()),
            tuple(LeftOut(path, reason) for path, reason in found.reasons),
            found.left_out,
            len(clashing),
        )


def _clashing(paths: Iterable[str]) -> list[str]:
    """Those that are one file with another one on some systems, or lie where a file is: of these
    the first is published first, and keeps its place (F-1).
    """
    files, folders, clashing = set[str](), set[str](), list[str]()
    for path in paths:
        folded = collision_key(path)
        above = [folded[:at] for at, one in enumerate(folded) if one == "/"]
        if folded in files or folded in folders or not files.isdisjoint(above):
            clashing.append(path)
        else:
            files.add(folded)
            folders.update(above)
    return clashing
