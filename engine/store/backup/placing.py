"""Puts a restored profile in the place of the one that was there, and tidies after crashes.

Light to import: whoever takes a profile's lock does this first. The rest is ``restoring``.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from engine.store.backup.beside import sweep_beside
from engine.store.files import fault_of, sync

STAGING_NAME = "restored"
OUTGOING_NAME = "outgoing"
PASSING_NAMES = (OUTGOING_NAME, "incoming")
"""What only passes through, and is left there by nothing but a crash."""
WHOLE_NAME = "whole"
"""Is there once all the others are, and goes last."""

DATABASE_NAME = "tidings.db"
_LOG_ENDINGS = ("-wal", "-shm")


def has_staged(profile: Path) -> bool:
    """Whether a restored profile lies ready in that folder."""
    with suppress(OSError):
        return (profile / STAGING_NAME / WHOLE_NAME).exists()
    return False


def take_up(profile: Path) -> bool:
    """Puts in place what lies ready; whether there was anything. What is not whole goes, and so
    does what a killed move left beside the profile.

    The caller holds the profile's lock, and nothing of it is open. Raises Fault; then the next call
    goes on from there.
    """
    staging = profile / STAGING_NAME
    try:
        is_whole = (staging / WHOLE_NAME).exists()
        if is_whole:
            _replace_all(profile, staging)
    except OSError as error:
        raise fault_of(error, staging) from error
    discard(staging)
    for name in PASSING_NAMES:
        discard(profile / name)
    sweep_beside(profile)
    return is_whole


def _replace_all(profile: Path, staging: Path) -> None:
    ready = sorted(path for path in staging.iterdir() if path.name != WHOLE_NAME)
    if any(path.name == DATABASE_NAME for path in ready):
        for ending in _LOG_ENDINGS:  # SQLite would put the old log into the new file
            (profile / (DATABASE_NAME + ending)).unlink(missing_ok=True)
        sync(profile)
    for path in ready:
        path.replace(profile / path.name)
    sync(profile)
    sync(staging)
    (staging / WHOLE_NAME).unlink()
    sync(staging)


def discard(folder: Path) -> None:
    """``folder`` with the files in it goes; one that is not there, or cannot, is left."""
    with suppress(OSError):
        if not folder.is_symlink():
            for path in folder.iterdir():
                path.unlink(missing_ok=True)
            folder.rmdir()
