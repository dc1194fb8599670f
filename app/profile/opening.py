"""Opens a profile's key and its store. The caller holds the profile's lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from app.profile.key_ring import KeyRing
from app.profile.paths import Paths
from engine.store import keys
from engine.store.backup import placing
from engine.store.files import make_private_folder
from engine.store.migrate import Told, latest_format
from engine.store.opening import Store, open_store

Entropy = Callable[[int], bytes]


class AskPassphrase(Protocol):
    """Whoever can get a passphrase from the person."""

    def __call__(self, *, is_new: bool) -> str | None:
        """``is_new``: the profile is being made; None means without one. Raises Refused."""


def is_there(paths: Paths) -> bool:
    """Whether there is a profile, whole or not, or a restored one that lies ready."""
    return (
        keys.exists(paths.profile) or paths.database.exists() or placing.has_staged(paths.profile)
    )


def open_profile(
    paths: Paths, passphrase: AskPassphrase | bytes, told: Told | None = None
) -> Store:
    """The store of the profile, made if it is not there.

    ``passphrase`` may be the key that ``unlock_profile`` gave: unlocking is slow on purpose.
    ``told`` hears how far it is with a profile of an older version, which may take minutes.
    Raises Refused (PASSPHRASE_WRONG, PASSPHRASE_NEEDED) or Fault: PROFILE_NEWER (nothing was
    written), KEY_FILE_MISSING, KEY_FILE_DAMAGED, DATABASE_*, DISK_*.
    """
    key = passphrase if isinstance(passphrase, bytes) else unlock_profile(paths, passphrase)
    return open_store(paths.profile, key, told=told)


def unlock_profile(paths: Paths, passphrase: AskPassphrase, entropy: Entropy = os.urandom) -> bytes:
    """The profile's key, made if there is none. Raises what ``open_profile`` does."""
    newest = latest_format()
    if not keys.exists(paths.profile) and not paths.database.exists():
        make_private_folder(paths.profile)
        return keys.create(paths.profile, passphrase(is_new=True), entropy)
    if not keys.needs_passphrase(paths.profile, newest):
        return keys.unlock(paths.profile, None, newest)
    remembered = KeyRing(paths).key()
    return remembered or keys.unlock(paths.profile, passphrase(is_new=False), newest)


def change_passphrase(
    paths: Paths,
    passphrase: AskPassphrase,
    ask_new: Callable[[], str | None],
    entropy: Entropy = os.urandom,
) -> None:
    """Another passphrase for the same key. ``passphrase`` is asked first, where one is needed.

    ``ask_new``: None means none from now on. Raises Refused (PASSPHRASE_*) or Fault, as
    ``open_profile`` does; then the old one holds.
    """
    newest = latest_format()
    old = passphrase(is_new=False) if keys.needs_passphrase(paths.profile, newest) else None
    keys.unlock(paths.profile, old, newest)  # so that nobody thinks of a new one for nothing
    keys.change_passphrase(paths.profile, old, ask_new(), entropy, newest)
