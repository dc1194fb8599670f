"""A profile's settings: what the program asks once at its start, and what the window remembers.

One small JSON object of texts in ``settings.json``. Names we do not know are kept, so that an older
program does not lose what a newer one wrote. Nothing secret is ever in it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.private_files import fault_of, replace_file
from engine.model.address import PORT_MAX

SETTINGS_BYTES_MAX = 4 * 1024 * 1024  # ours: drafts of some hundred channels

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the program itself goes by; read once.

    ``port``: the one to listen on, so that a shown address stays good over restarts (0: none was
    chosen yet). ``host``: the one address of this computer to listen on (empty: all of them).
    ``discovery``: whether we announce ourselves on the local network. ``document``:
    whether the protocols follow their documents to the letter where we else follow the published
    programs (D8).
    """

    port: int = 0
    host: str = ""
    discovery: bool = True
    document: bool = False

    @classmethod
    def of(cls, stored: StoredSettings) -> Settings:
        """What is stored; anything unreadable counts as not stored."""
        port = stored.text("port", "0")
        is_port = port.isascii() and port.isdigit() and int(port[:6]) <= PORT_MAX
        return cls(
            port=int(port) if is_port else 0,
            host=stored.text("host", ""),
            discovery=stored.text("discovery", "on") != "off",
            document=stored.text("document", "off") == "on",
        )


class StoredSettings:
    """``ui.services.Settings`` in a file. One process uses it at a time: the one that holds the
    lock.
    """

    def __init__(self, path: Path) -> None:
        """Reads ``path``. A damaged file counts as empty and is kept beside as ``*.damaged``."""
        self._path = path
        self._values: dict[str, object] = dict(_read(path))

    def text(self, name: str, default: str) -> str:
        """The stored text of that name, or ``default``."""
        value = self._values.get(name)
        return value if isinstance(value, str) else default

    def store_text(self, name: str, value: str) -> None:
        """Remembers it, on the disk before this returns. Raises Fault; then nothing changed."""
        if self._values.get(name) == value:
            return
        changed = {**self._values, name: value}
        try:
            replace_file(self._path, msgspec.json.format(msgspec.json.encode(changed), indent=1))
        except OSError as error:
            raise fault_of(error, self._path) from error
        self._values = changed


def _read(path: Path) -> Mapping[str, object]:
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
