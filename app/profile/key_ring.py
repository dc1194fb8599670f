"""The desktop's key ring, which may remember a profile's key for whoever is logged in.

A convenience and never the base: the passphrase always opens the profile as well, and is asked for
where there is no key ring, where it does not answer, or where it holds another key. Only a key ring
of the system counts, none that is a file of its own (reliability.md 6). An empty file beside the
profile says that something was put there; without it no key ring is ever asked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from app.profile.paths import Paths
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.store.connection import KEY_BYTES, Location
from engine.store.files import create_private, sync
from engine.store.migrate import stored_format

SERVICE = "tidings"
MARK_NAME = "in-key-ring"
PRIORITY_LEAST = 1
_FILES = ("keyrings.alt", "keyring.backends.null", "keyring.backends.fail")

_log = logging.getLogger(__name__)


class Ring(Protocol):
    """As ``keyring``'s back ends have it; tests put their own there."""

    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


FindRing = Callable[[], Ring | None]


def system_ring() -> Ring | None:
    """The key ring of this desktop; None: there is none that is safe to use."""
    import keyring  # slow to load, and rarely wanted

    backend = keyring.get_keyring()
    is_file = type(backend).__module__.startswith(_FILES)
    return None if is_file or backend.priority < PRIORITY_LEAST else backend


@contextmanager
def _asking() -> Iterator[None]:
    """Key rings are plug-ins of the desktop, and raise what they like. All of it is logged, and
    means that there is none: Refused with NO_KEY_RING.
    """
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        _log.warning("the key ring did not answer: %s", type(error).__name__)
        raise Refused(Refusal.NO_KEY_RING) from error


class KeyRing:
    """What is remembered of one profile."""

    def __init__(self, paths: Paths, find: FindRing = system_ring) -> None:
        self._paths = paths
        self._find = find

    @property
    def is_used(self) -> bool:
        """Whether this profile's key was put there."""
        return self._mark.exists()

    def trouble(self) -> Refused | None:
        """Why there is none that could be used; None: there is one. Slow, as it is asked."""
        try:
            with _asking():
                self._ring()
        except Refused as refused:
            return refused
        return None

    def key(self) -> bytes | None:
        """The key, if it is there and opens the profile. Never raises: else it is asked for."""
        if not self.is_used:
            return None
        try:
            with _asking():
                key = bytes.fromhex(self._ring().get_password(SERVICE, self._name) or "")
        except Refused:
            return None
        return key if self._opens(key) else None

    def remember(self, key: bytes) -> None:
        """Puts it there. Refused with NO_KEY_RING; Fault(DISK_*)."""
        with _asking():
            self._ring().set_password(SERVICE, self._name, key.hex())
        create_private(self._mark)

    def forget(self) -> None:
        """Takes it away; harmless where nothing is there. Refused with KEY_RING_SILENT: it may
        hold the key still, and all is as before; Fault(DISK_*).
        """
        if self.is_used:
            self._take_away()
        try:
            self._mark.unlink(missing_ok=True)
            if self._paths.profile.is_dir():
                sync(self._paths.profile)
        except OSError as error:
            raise Fault(FaultReason.DISK_FAILED, str(self._mark)) from error

    def _take_away(self) -> None:
        try:
            with _asking():
                ring = self._ring()
                if ring.get_password(SERVICE, self._name) is not None:
                    ring.delete_password(SERVICE, self._name)
        except Refused as refused:
            raise Refused(Refusal.KEY_RING_SILENT) from refused

    @property
    def _mark(self) -> Path:
        return self._paths.profile / MARK_NAME

    @property
    def _name(self) -> str:
        """Two profiles of one person are two entries."""
        return str(self._paths.profile)

    def _ring(self) -> Ring:
        ring = self._find()
        if ring is None:
            raise Refused(Refusal.NO_KEY_RING)
        return ring

    def _opens(self, key: bytes) -> bool:
        """Another profile may have lain there when it was remembered."""
        if len(key) != KEY_BYTES or not self._paths.database.exists():
            return False
        try:
            stored_format(Location(str(self._paths.database), key))
        except Fault as fault:
            return fault.reason is FaultReason.PROFILE_NEWER
        return True
