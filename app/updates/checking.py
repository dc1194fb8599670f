"""Fetches the notice of the newest version. Never downloads anything else, and follows nothing.

``https`` only, but for a server on this very computer (tests). No redirect is followed, no cookie
kept, nothing about this computer said but that it asks.
"""

from __future__ import annotations

import asyncio
import json
import time
from http.client import HTTPException
from importlib.metadata import version
from importlib.resources import files
from ipaddress import ip_address
from typing import IO, TYPE_CHECKING
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from typing_extensions import override

from app.updates.notice import NOTICE_BYTES_MAX, is_newer, read_notice
from ui.services import Newer, UpdateTrouble

if TYPE_CHECKING:
    from http.client import HTTPMessage

ANSWER_SECONDS_MAX = 10.0  # ours: for each step of the connection, and for all of the answer
PIECE_BYTES = 4_096
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
        self._own_version = own_version or version(PROGRAM)

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
        try:
            content = _fetched(self._address)
        except (OSError, URLError, HTTPException, ValueError):
            # No network, no such host, a bad certificate, a redirect, a broken answer.
            return UpdateTrouble.UNREACHABLE
        notice = read_notice(content)
        if notice is None:
            return UpdateTrouble.UNREADABLE
        return notice if is_newer(notice.version, self._own_version) else None


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


class _NoRedirect(HTTPRedirectHandler):
    """Where an address leads elsewhere, whoever packed the program shall say so in it."""

    @override
    def redirect_request(
        self,
        req: Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> Request | None:
        return None


def _opener() -> OpenerDirector:
    return build_opener(_NoRedirect)


def _fetched(address: str) -> bytes:
    """At most one byte more than a notice may have. Raises OSError, URLError or HTTPException."""
    request = Request(address, headers={"Accept": "application/json", "User-Agent": PROGRAM})  # noqa: S310 - is_allowed
    until = time.monotonic() + ANSWER_SECONDS_MAX
    content = b""
    with _opener().open(request, timeout=ANSWER_SECONDS_MAX) as answer:
        while len(content) <= NOTICE_BYTES_MAX and (piece := answer.read1(PIECE_BYTES)):
            content += piece
            if time.monotonic() > until:  # a server that drips
                raise TimeoutError
    return content
