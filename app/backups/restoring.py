"""A profile out of a backup. The caller holds the lock of the profile's folder."""

from __future__ import annotations

import os
from pathlib import Path

from app.backups.engine import SETTINGS_NAME
from app.profile.opening import AskPassphrase
from app.profile.paths import Paths
from engine.crypto.entropy import Entropy
from engine.crypto.wrap import MODERATE, Cost
from engine.errors import Refusal, Refused
from engine.store import keys
from engine.store.backup import going_back
from engine.store.backup.contents import Manifest
from engine.store.backup.placing import take_up
from engine.store.backup.restoring import Restoring
from engine.store.database import Database
from engine.store.hypercore.restored import (
    hold_back_own_feeds,
    take_over,
    untie_missing_directories,
)
from engine.store.migrate import latest_format
from engine.store.peers import Peers


def stage(
    paths: Paths,
    file: Path,
    passphrase: str,
    entropy: Entropy = os.urandom,
    cost: Cost = MODERATE,
) -> Manifest:
    """Lays the profile in ``file`` ready in that folder; the next who takes its lock finds it.

    The one that is there is replaced then: to be called only where it holds nothing, or for a
    folder without one. Raises Refused or Fault, see ``Restoring``; then nothing has changed.
    """
    restoring = Restoring(_prepare, frozenset({SETTINGS_NAME}), entropy, cost)
    return restoring.stage(paths.profile, file, passphrase)


def stage_moved(
    paths: Paths,
    file: Path,
    sealed: str,
    passphrase: str | None,
    feeds: frozenset[bytes],
    entropy: Entropy = os.urandom,
) -> Manifest:
    """The same of what another computer hands over: ``sealed`` opens the file, ``passphrase`` the
    profile. It has given up ``feeds``, so that they go on here at once.
    """

    def prepare(database: Database) -> None:
        _prepare(database)
        with database.atomic():
            take_over(database, sorted(feeds))

    restoring = Restoring(prepare, frozenset({SETTINGS_NAME}), entropy)
    return restoring.stage(paths.profile, file, sealed, passphrase)


def restore(
    paths: Paths,
    file: Path,
    passphrase: str,
    entropy: Entropy = os.urandom,
    cost: Cost = MODERATE,
) -> Manifest:
    """The profile in ``file``, in a folder without one, to be opened with ``passphrase``.

    Raises Refused(PROFILE_THERE) and what ``stage`` raises.
    """
    if keys.exists(paths.profile) or paths.database.exists():
        raise Refused(Refusal.PROFILE_THERE, str(paths.profile))
    manifest = stage(paths, file, passphrase, entropy, cost)
    take_up(paths.profile)
    return manifest


def go_back(paths: Paths, passphrase: AskPassphrase) -> int:
    """The profile as it was before a later version of the program changed it; its format then.

    Raises Refused (NO_COPY, PASSPHRASE_*) or Fault; then nothing has changed.
    """

    def key_in(content: bytes) -> bytes:
        newest = latest_format()
        try:
            return keys.opened(content, None, newest)
        except Refused:
            return keys.opened(content, passphrase(is_new=False), newest)

    return going_back.go_back(paths.profile, key_in, _prepare_older)


def _prepare_older(database: Database) -> None:
    """Of a format that may be older than any with feeds; a device it stays."""
    with database.atomic():
        if database.value("SELECT 1 FROM sqlite_schema WHERE name = 'hypercore_feed'"):
            hold_back_own_feeds(database)


def _prepare(database: Database) -> None:
    """Another copy of this profile may be alive: nothing here may take it for itself, nor go on
    where only one of the two may.
    """
    with database.atomic():
        hold_back_own_feeds(database)
        untie_missing_directories(database)
        Peers(database).forget_static_seed()
