"""A profile's settings: what the program asks once at its start, and what the window remembers.

One small JSON object of texts in ``settings.json``. Names we do not know are kept, so that an older
program does not lose what a newer one wrote. Nothing secret is ever in it. It is never written
larger than it is read; the last part is kept for what is short, so that nothing long takes the
place of the program's own choices. (Drafts of older versions lie in it until the window has carried
them over into the database: ``ui.composing.drafts``.)
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from engine.errors import Fault, FaultReason
from engine.model.address import PORT_MAX
from engine.store.files import fault_of, make_private, replace_file

SETTINGS_BYTES_MAX = 4 * 1024 * 1024  # ours: drafts of older versions are in it
SHORT_BYTES_MAX = 4 * 1024  # ours: a window's geometry has some hundred
KEPT_FOR_SHORT_BYTES = 256 * 1024  # ours
FEED_BYTES_MAX = 10 << 30  # reliability F-5
NUMBER_DIGITS_MAX = 18  # ours: what SQLite can count
WRITING_SECONDS = 0.4  # ours: a moved splitter is many values, and one write

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the program itself goes by; read once.

    ``port``: the one to listen on, so that a shown address stays good over restarts (0: none was
    chosen yet). ``host``: the one address of this computer to listen on (empty: all of them).
    ``discovery``: whether we announce ourselves on the local network. ``port_mapping``: whether a
    router is asked to let others through to our port. ``outside``: where that is reached besides,
    ``HOST:PORT`` (empty: nowhere that is known). ``document``: whether the protocols follow their
    documents to the letter where we else follow the published programs (D8). ``feed_bytes_max``:
    how much of our disk a feed of somebody else may take, where it has no limit of its own.
    ``feeds_relaxed``, ``feeds_unencrypted``: see Hypercore's settings; both are for programs of
    others that cannot do otherwise. ``cable_short_prologue``: the bare handshake of communities
    begins as one published program has it, not as the document does.
    """

    port: int = 0
    host: str = ""
    discovery: bool = True
    port_mapping: bool = False
    outside: str = ""
    document: bool = False
    feed_bytes_max: int = FEED_BYTES_MAX
    feeds_relaxed: bool = False
    feeds_unencrypted: bool = False
    cable_short_prologue: bool = False

    @classmethod
    def of(cls, stored: StoredSettings) -> Settings:
        """What is stored; anything unreadable counts as not stored."""
        port = stored.text("port", "0")
        is_port = port.isascii() and port.isdigit() and int(port[:6]) <= PORT_MAX
        return cls(
            port=int(port) if is_port else 0,
            host=stored.text("host", ""),
            discovery=stored.text("discovery", "on") != "off",
            port_mapping=stored.text("port_mapping", "off") == "on",
            outside=stored.text("outside", ""),
            document=stored.text("document", "off") == "on",
            feed_bytes_max=_number(stored.text("feed_bytes_max", ""), FEED_BYTES_MAX),
            feeds_relaxed=stored.text("feeds_relaxed", "off") == "on",
            feeds_unencrypted=stored.text("feeds_unencrypted", "off") == "on",
            cable_short_prologue=stored.text("cable_short_prologue", "off") == "on",
        )


def _number(text: str, default: int) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= NUMBER_DIGITS_MAX
    return int(text) if is_number else default


class StoredSettings:
    """``ui.services.Settings`` in a file. One process uses it at a time: the one that holds the
    lock.
    """

    def __init__(self, path: Path) -> None:
        """Reads ``path``. A damaged file counts as empty and is kept beside as ``*.damaged``."""
        self._file = _SettingsFile(path, dict(_read(path)))
        # What is left is written when nobody uses us any more, at the latest when the program ends.
        weakref.finalize(self, self._file.flush)

    def text(self, name: str, default: str) -> str:
        """The stored text of that name, or ``default``."""
        value = self._file.values.get(name)
        return value if isinstance(value, str) else default

    def store_text(self, name: str, value: str) -> None:
        """Remembers it at once; it is on the disk within half a second. Never waits for the disk.

        An empty text erases what was stored. What the disk refuses is logged, holds until the end,
        and is tried again with the next one. Raises Fault(SETTINGS_FULL) for what would make the
        file too large to be read again; then nothing changed.
        """
        self._file.put(name, value)

    def store_now(self, name: str, value: str) -> None:
        """The same, on the disk before this returns. Raises Fault; then nothing changed."""
        self._file.put_now(name, value)

    def flush(self) -> None:
        """Writes what is not on the disk yet. What the disk refuses is logged."""
        self._file.flush()


class _SettingsFile:
    """The values and their file; any thread. ``_state`` is never held while the disk works."""

    def __init__(self, path: Path, values: dict[str, object]) -> None:
        self.values = _without_empty(values)
        self._path = path
        self._state = threading.Lock()
        self._writing = threading.Lock()
        self._bytes = _bytes_of(self.values)
        """At most what is written: each entry is counted with what surrounds it."""
        self._is_ahead = False
        self._timer: threading.Timer | None = None

    def put(self, name: str, value: str) -> None:
        """Takes it, and sees to it that it is written soon. Raises Fault."""
        with self._state:
            if self.values.get(name, "") == value:
                return
            self._take(name, value)
            self._is_ahead = True
            if self._timer is None:
                self._timer = threading.Timer(WRITING_SECONDS, self.flush)
                self._timer.daemon = True
                self._timer.start()

    def put_now(self, name: str, value: str) -> None:
        """Takes it if it can be written. Raises Fault."""
        with self._writing:
            with self._state:
                if self.values.get(name, "") == value and not self._is_ahead:
                    return
                self._demand_room(name, value)
            try:
                self._write({name: value})
            except OSError as error:
                raise fault_of(error, self._path) from error
            with self._state:
                self._take(name, value)

    def flush(self) -> None:
        """Writes now what waits for it."""
        with self._writing:
            with self._state:
                if self._timer is not None:
                    self._timer.cancel()
                self._timer = None
                if not self._is_ahead:
                    return
            try:
                self._write({})
            except OSError as error:
                _log.warning("the settings could not be written: %s", error)

    def _take(self, name: str, value: str) -> None:
        """Into memory. Raises Fault(SETTINGS_FULL); then nothing changed. ``_state`` is held."""
        self._bytes = self._demand_room(name, value)
        self.values = _without_empty({**self.values, name: value})

    def _demand_room(self, name: str, value: str) -> int:
        """How large the file would be with it. Raises Fault(SETTINGS_FULL). ``_state`` is held."""
        before = {name: self.values[name]} if name in self.values else {}
        added = _bytes_of(_without_empty({name: value}))
        grown = self._bytes + added - _bytes_of(before)
        kept = KEPT_FOR_SHORT_BYTES if added > SHORT_BYTES_MAX else 0
        if grown > max(self._bytes, SETTINGS_BYTES_MAX - kept):
            raise Fault(FaultReason.SETTINGS_FULL)
        return grown

    def _write(self, added: Mapping[str, object]) -> None:
        """The values and ``added``. Raises OSError; then they wait on. ``_writing`` is held."""
        with self._state:
            content = _without_empty({**self.values, **added})
            was_ahead, self._is_ahead = self._is_ahead, False
        try:
            replace_file(self._path, _encoded(content))
        except OSError:
            with self._state:
                self._is_ahead = self._is_ahead or was_ahead
            raise


def _without_empty(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if value != ""}


def _encoded(values: Mapping[str, object]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(values), indent=1)


def _bytes_of(values: Mapping[str, object]) -> int:
    return sum(len(_encoded({name: value})) for name, value in values.items())


def _read(path: Path) -> Mapping[str, object]:
    make_private(path)
    try:
        with path.open("rb") as file:
            content = file.read(SETTINGS_BYTES_MAX + 1)
        if len(content) <= SETTINGS_BYTES_MAX:
            return msgspec.json.decode(content, type=dict[str, object])
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise fault_of(error, path) from error
    except (msgspec.DecodeError, RecursionError):
        pass
    _log.warning("the settings could not be read and start afresh; the old file is kept beside")
    path.replace(path.with_name(f"{path.name}.damaged"))
    return {}
