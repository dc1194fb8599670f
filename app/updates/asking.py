"""Asks one address for the notice of the newest version: one answer, and nothing besides."""

from __future__ import annotations

import time
from http.client import HTTPException
from typing import IO, TYPE_CHECKING
from urllib.error import URLError
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from typing_extensions import override

from app.updates.notice import NOTICE_BYTES_MAX

if TYPE_CHECKING:
    from http.client import HTTPMessage

ANSWER_SECONDS_MAX = 10.0  # ours: for each step of the connection, and for all of the answer
PIECE_BYTES = 4_096


def fetched(address: str, program: str) -> bytes | None:
    """At most one byte more than a notice may have. None: it was not to be had.

    ``program``: what we call ourselves there.
    """
    try:
        return _fetched(address, program)
    except (OSError, URLError, HTTPException, ValueError):
        # No network, no such host, a bad certificate, a redirect, a broken answer.
        return None


def _fetched(address: str, program: str) -> bytes:
    request = Request(address, headers={"Accept": "application/json", "User-Agent": program})  # noqa: S310 - is_allowed
    until = time.monotonic() + ANSWER_SECONDS_MAX
    content = b""
    with _opener().open(request, timeout=ANSWER_SECONDS_MAX) as answer:
        while len(content) <= NOTICE_BYTES_MAX and (piece := answer.read1(PIECE_BYTES)):
            content += piece
            if time.monotonic() > until:  # a server that drips
                raise TimeoutError
    return content


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
