"""The profile that is open, for its owner to look after in the settings: ``ui.services``."""

from __future__ import annotations

from app.profile.key_ring import KeyRing
from app.profile.opening import change_passphrase
from app.profile.paths import Paths
from engine.errors import Refused
from engine.store import keys
from engine.store.migrate import latest_format


class OwnProfileOnDisk:
    """``ui.services.OwnProfile``. Only the key file is ever written; the database stays."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths

    @property
    def folder(self) -> str:
        """See ``OwnProfile``."""
        return str(self._paths.profile)

    @property
    def key_ring(self) -> OwnKeyRingOfDesktop:
        """See ``OwnProfile``."""
        return OwnKeyRingOfDesktop(self._paths)

    def has_passphrase(self) -> bool:
        """See ``OwnProfile``."""
        return keys.needs_passphrase(self._paths.profile, latest_format())

    def change_passphrase(self, old: str | None, new: str | None) -> None:
        """See ``OwnProfile``."""

        def until_now(*, is_new: bool) -> str | None:  # noqa: ARG001 - as it is asked for
            return old

        change_passphrase(self._paths, until_now, lambda: new)


class OwnKeyRingOfDesktop:
    """``ui.services.OwnKeyRing``."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._ring = KeyRing(paths)

    @property
    def is_used(self) -> bool:
        """See ``OwnKeyRing``."""
        return self._ring.is_used

    def trouble(self) -> Refused | None:
        """See ``OwnKeyRing``."""
        return self._ring.trouble()

    def remember(self, passphrase: str) -> None:
        """See ``OwnKeyRing``."""
        self._ring.remember(keys.unlock(self._paths.profile, passphrase, latest_format()))

    def forget(self) -> None:
        """See ``OwnKeyRing``."""
        self._ring.forget()
