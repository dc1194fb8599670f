"""Fetches the notice of the newest version. Never downloads anything else, and follows nothing.

``https`` only, but for a server on this very computer (tests). No redirect is followed, no cookie
kept, nothing about this computer said but that it asks.
"""

from __future__ import annotations

import asyncio
import json
from importlib.resources import files
from ipaddress import ip_address
from urllib.parse import urlsplit

from app.updates.notice import is_newer, read_notice
from ui.services import Newer, UpdateTrouble

PROGRAM = "tidings"


def packager_address() -> str:
    """The address that whoever packed this program set; empty: none."""
    content = json.loads(files("resources").joinpath("packager.json").read_text("utf-8"))
    address = content.get("update_address", "")
    return address if isinstance(address, str) else ""


class UpdateCheck:
    """``ui.services.Updates`` at one address."""

    def __init__(self, address: str, own_version: str = "") -> None:
        """``own_version``: the installed one, unless a test says otherwise."""
        self._address = address
        self._own_version = own_version

    @property
    def place(self) -> str:
        """See ``Updates``."""
        return urlsplit(self._address).hostname or "" if is_allowed(self._address) else ""

    async def newest(self) -> Newer | UpdateTrouble | None:
        """See ``Updates``."""
        if not is_allowed(self._address):
            return UpdateTrouble.NOT_SECURE
        return await asyncio.to_thread(self._asked)

    def _asked(self) -> Newer | UpdateTrouble | None:
        # Slow to load, and rarely wanted.
        from importlib.metadata import version

        from app.updates.asking import fetched

        content = fetched(self._address, PROGRAM)
        if content is None:
            return UpdateTrouble.UNREACHABLE
        notice = read_notice(content)
        if notice is None:
            return UpdateTrouble.UNREADABLE
        own_version = self._own_version or version(PROGRAM)
        return notice if is_newer(notice.version, own_version) else None


def is_allowed(address: str) -> bool:
    """``https``, or ``http`` to this very computer."""
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.username is not None or not host:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and _is_here(host))


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
