"""The notice of a newer version: fetched from a loopback server, bounded, and nothing else."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from typing_extensions import override

from app.updates import asking
from app.updates.checking import UpdateCheck, is_allowed, packager_address
from app.updates.notice import NOTICE_BYTES_MAX, is_newer, read_notice
from ui.services import Newer, UpdateTrouble

PAGE = "https://tidings.example/news"


class Server(ThreadingHTTPServer):
    """Answers every question with ``body``, or leads to ``elsewhere``."""

    daemon_threads = True

    def __init__(
        self, body: bytes, elsewhere: str = "", drips: threading.Event | None = None
    ) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.body, self.elsewhere, self.drips = body, elsewhere, drips
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/newest.json"


class Answering(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.server.elsewhere:
            self.send_response(302)
            self.send_header("Location", self.server.elsewhere)
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        try:
            self.wfile.write(self.server.body)
            while self.server.drips is not None and not self.server.drips.wait(0.01):
                self.wfile.write(b" ")
        except OSError:
            pass  # who asked has had enough

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        if server.drips is not None:
            server.drips.set()
        server.shutdown()
        server.server_close()
        thread.join()


def notice(version: str = "1.4.0", page: str = PAGE) -> bytes:
    return json.dumps({"version": version, "page": page}).encode()


@pytest.mark.asyncio
async def test_a_newer_version_is_told_with_its_page() -> None:
    with serving(Server(notice())) as server:
        found = await UpdateCheck(server.address, "1.3.9").newest()
    assert found == Newer("1.4.0", PAGE)
    assert server.asked == ["/newest.json"]


@pytest.mark.asyncio
@pytest.mark.parametrize("own", ["1.4.0", "1.4.1", "2.0"])
async def test_the_same_or_an_older_version_is_no_news(own: str) -> None:
    with serving(Server(notice())) as server:
        assert await UpdateCheck(server.address, own).newest() is None


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b'{"version": 3, "page": "https://a.example"}',
        notice("newest"),
        notice("9.9", "http://plain.example"),
        notice("9.9", "file:///etc/passwd"),
        notice("9.9", "javascript:alert(1)"),
        notice("9.9\n"),
        b"[" * 10_000,
        notice() + b" " * NOTICE_BYTES_MAX,
    ],
)
async def test_whatever_else_is_answered_is_unreadable(body: bytes) -> None:
    with serving(Server(body)) as server:
        assert await UpdateCheck(server.address, "1.0").newest() is UpdateTrouble.UNREADABLE


@pytest.mark.asyncio
async def test_no_redirect_is_followed() -> None:
    with serving(Server(notice())) as there, serving(Server(b"", there.address)) as server:
        assert await UpdateCheck(server.address, "1.0").newest() is UpdateTrouble.UNREACHABLE
        assert there.asked == []


@pytest.mark.asyncio
async def test_a_server_that_drips_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "ANSWER_SECONDS_MAX", 0.2)
    with serving(Server(b"{", drips=threading.Event())) as server:
        assert await UpdateCheck(server.address, "1.0").newest() is UpdateTrouble.UNREACHABLE


@pytest.mark.asyncio
async def test_nobody_there_is_said_and_not_raised() -> None:
    with serving(Server(b"")) as server:
        gone = server.address
    assert await UpdateCheck(gone, "1.0").newest() is UpdateTrouble.UNREACHABLE


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://tidings.example/newest.json",
        "http://localhost.example/",
        "http://192.168.1.2/",
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "https://user:word@tidings.example/",
        "https://",
        "https://[broken/",
        "https://a.example:99999/",
    ],
)
async def test_only_https_and_this_computer_are_asked(address: str) -> None:
    assert not is_allowed(address)
    check = UpdateCheck(address, "1.0")
    assert check.place == ""
    assert await check.newest() is UpdateTrouble.NOT_SECURE


def test_the_place_that_is_asked_is_named() -> None:
    assert UpdateCheck("https://tidings.example/newest.json", "1.0").place == "tidings.example"


def test_no_address_is_set_in_the_source_tree() -> None:
    assert packager_address() == ""


@pytest.mark.parametrize(
    ("version", "than", "expected"),
    [
        ("1.10", "1.9", True),
        ("1.0.0", "1.0", False),
        ("1.0", "1.0.dev3", True),
        ("0.9", "1.0", False),
        ("2", "1.99.99", True),
        ("1.0", "unknown", False),
    ],
)
def test_versions_are_compared_number_by_number(version: str, than: str, expected: bool) -> None:  # noqa: FBT001 - a table
    assert is_newer(version, than) is expected


def test_a_notice_may_hold_more_than_is_read() -> None:
    body = b'{"version": "2.0", "page": "https://a.example/", "further": [1, 2]}'
    assert read_notice(body) == Newer("2.0", "https://a.example/")
