"""Where a profile keeps its things. Names only: nothing here opens or makes a file.

What the store calls its files is asked of it only when they are wanted: it takes long to load.
Everything of a profile lies in its own folder, the control socket excepted: its name may have at
most 107 bytes, so it lies in the user's runtime folder under a hash of the profile's path (D14).
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "tidings"
SOCKET_PATH_BYTES_MAX = 107  # sockaddr_un on Linux: 108 with the closing zero
_HASH_BYTES = 10  # ours: 80 bits keep two profiles of one person apart
_RUNTIME_VARIABLE = "XDG_RUNTIME_DIR"


@dataclass(frozen=True, slots=True)
class Paths:
    """The places of one profile; all of them absolute.

    ``profile`` and ``runtime`` are folders for their owner alone (0700), the files in them too
    (0600).
    """

    profile: Path
    runtime: Path

    @property
    def database(self) -> Path:
        from engine.store.opening import DATABASE_NAME

        return self.profile / DATABASE_NAME

    @property
    def key(self) -> Path:
        from engine.store.keys import KEY_NAME

        return self.profile / KEY_NAME

    @property
    def key_copy(self) -> Path:
        from engine.store.keys import COPY_NAME

        return self.profile / COPY_NAME

    @property
    def lock(self) -> Path:
        return self.profile / "lock"

    @property
    def settings(self) -> Path:
        return self.profile / "settings.json"

    @property
    def logs(self) -> Path:
        return self.profile / "logs"

    @property
    def reports(self) -> Path:
        return self.profile / "reports"

    @property
    def reports_by_command(self) -> Path:
        return self.profile / "reports.json"

    @property
    def backup(self) -> Path:
        from engine.store.opening import BACKUP_NAME

        return self.profile / BACKUP_NAME

    @property
    def socket(self) -> Path:
        """The control socket: one name for one profile, whatever way its path was written."""
        digest = hashlib.blake2b(os.fsencode(self.profile), digest_size=_HASH_BYTES)
        return self.runtime / f"{digest.hexdigest()}.sock"


def paths_of(profile: Path | None = None) -> Paths:
    """The places of the profile in that folder, or of the user's default profile."""
    folder = profile if profile is not None else _default_profile()
    return Paths(Path(os.path.realpath(folder.expanduser())), _runtime_folder())


def _default_profile() -> Path:
    import platformdirs

    return platformdirs.user_data_path(PROGRAM, appauthor=False)


def _runtime_folder() -> Path:
    """The user's own runtime folder, or one in the folder for temporary files where there is none.

    The second also serves where the first is too long for a socket's name.
    """
    named = Path(os.environ.get(_RUNTIME_VARIABLE, ""))
    candidates = [named / PROGRAM] if named.is_absolute() else []  # the XDG rule for relative ones
    candidates.append(Path(tempfile.gettempdir()) / f"{PROGRAM}-{os.getuid()}")
    candidates.append(Path("/tmp") / f"{PROGRAM}-{os.getuid()}")  # noqa: S108 - 0700 and checked
    return next(c for c in candidates if _fits(c))


def _fits(folder: Path) -> bool:
    longest_name = 2 * _HASH_BYTES + len(".sock")
    return len(os.fsencode(folder)) + 1 + longest_name <= SOCKET_PATH_BYTES_MAX
