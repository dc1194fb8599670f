"""Published feeds in a process of their own, and feeds of ours over a socket."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from published_peers import PublishedPeer
from typing_extensions import override

from engine.model.ids import ConnectionId
from engine.protocols.contract import Close, Connection, Effect, Role, Send, Store, WakeAt
from engine.protocols.hypercore.exchange.surroundings import Settings
from engine.protocols.hypercore.hypercore import Hypercore
from engine.protocols.hypercore.records import HypercoreRecord
from tests.interop.js_program import JsProgram, Told
from tests.interop.news import DEADLINE_SECONDS, News
from tests.unit.hypercore.memory_feeds import MemoryFeeds

DRIVER = Path(__file__).parent / "hypercore_js" / "main.js"
READ_BYTES = 1 << 16
HOST = "127.0.0.1"


class JsFeeds(JsProgram):
    """One Node process with feeds of one published version (7, 6 or 4)."""

    def __init__(self, published: PublishedPeer, version: int, news: News | None = None) -> None:
        """``news``: hears what is told."""
        self.version = version
        self.made: list[bytes] = []
        """The keys of feeds that it made, as far as a test keeps count of them."""
        self._news = news
        super().__init__(published, DRIVER, {"version": version})

    def blocks(self, feed: int, count: int) -> list[bytes]:
        """The first so many blocks of a feed; waits until it has them."""
        return [bytes.fromhex(self.ask("block", feed=feed, index=n)) for n in range(count)]

    def append(self, feed: int, blocks: Sequence[bytes]) -> None:
        """All of them at once."""
        self.ask("append", feed=feed, blocks=[block.hex() for block in blocks])

    def troubles(self) -> list[Told]:
        """What must not happen with an honest peer."""
        return [
            told
            for told in self.told
            if told["event"] in {"error", "bug"} or told.get("error") is not None
        ]

    @override
    def hear(self, told: Told) -> None:
        """See ``JsProgram``."""
        super().hear(told)
        if self._news is not None:
            self._news.tell(f"js {self.version}", told)


class JsFolders(JsProgram):
    """One Node process with folders of published hyperdrive 9."""

    VERSION = 9

    def __init__(self, published: PublishedPeer, news: News) -> None:
        """``news``: hears what is told."""
        self._news = news
        super().__init__(published, DRIVER, {"version": self.VERSION, "folders": True})

    def troubles(self) -> list[Told]:
        """What must not happen with an honest peer."""
        return [one for one in self.told if one["event"] in {"error", "bug"} or one.get("error")]

    def writes(self, path: str, content: bytes, drive: int = 0) -> None:
        """A file of theirs."""
        self.ask("write", drive=drive, path=path, content=content.hex())

    def reads(self, path: str, drive: int = 0) -> bytes:
        """A file; waits until it is there."""
        return bytes.fromhex(self.ask("read", drive=drive, path=path))

    @override
    def hear(self, told: Told) -> None:
        """See ``JsProgram``."""
        super().hear(told)
        self._news.tell("hyperdrive", told)


@dataclass
class OurFeeds:
    """Feeds of ours in memory, and one connection at a time, played in the test's own thread."""

    feeds: MemoryFeeds
    document: bool = False
    closed: list[Close] = field(default_factory=list)
    _stored: list[HypercoreRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hypercore = Hypercore(
            records=self.feeds,
            entropy=Random(7).randbytes,
            settings=Settings(document=self.document),
        )
        self._end: Connection | None = None
        self._socket: socket.socket | None = None
        self._listener: socket.socket | None = None
        self._wake_at: float | None = None

    def dial(self, port: int) -> None:
        """A connection, opened by us."""
        self._begin(socket.create_connection((HOST, port), DEADLINE_SECONDS), Role.DIALLER)

    def listen(self) -> int:
        """Where one connection is awaited (``accept``)."""
        self._listener = socket.create_server((HOST, 0))
        port: int = self._listener.getsockname()[1]
        return port

    def accept(self) -> None:
        """The connection that was made to us."""
        assert self._listener is not None
        accepted, _ = self._listener.accept()
        self._listener.close()
        self._begin(accepted, Role.LISTENER)

    def store(self, record: HypercoreRecord) -> None:
        """Our own program stored it (and ``feeds`` has it): the peer is told."""
        assert self._end is not None
        self._do(self._end.notice([record], time.monotonic()))

    def until(self, is_there: Callable[[], bool], seconds: float = DEADLINE_SECONDS) -> None:
        """Talks until that is so."""
        deadline = time.monotonic() + seconds
        assert self._socket is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            while not is_there():
                assert time.monotonic() < deadline, (self.closed, "it never came to that")
                assert not self.closed, self.closed
                self._wake()
                if selector.select(0.02):
                    self._read()

    def close(self) -> None:
        """The connection ends, without a word."""
        if self._socket is not None:
            self._socket.close()

    def _begin(self, line: socket.socket, role: Role) -> None:
        line.setblocking(True)  # noqa: FBT003
        self._socket = line
        self._end = self.hypercore.connect(ConnectionId(1), role)
        self._do(self._end.start(time.monotonic()))

    def _wake(self) -> None:
        now = time.monotonic()
        if self._wake_at is not None and now >= self._wake_at and self._end is not None:
            self._wake_at = None
            self._do(self._end.wake(now))

    def _read(self) -> None:
        assert self._socket is not None
        assert self._end is not None
        data = self._socket.recv(READ_BYTES)
        if not data:
            raise EOFError("the peer has closed the connection")
        for effects in self._end.receive(data, time.monotonic()):
            self._do(effects)

    def _do(self, effects: list[Effect]) -> None:
        stored: list[HypercoreRecord] = []
        for effect in effects:
            match effect:
                case Send(data):
                    assert self._socket is not None
                    self._socket.sendall(data)
                case Store(record):
                    assert isinstance(record, HypercoreRecord)
                    self.feeds.apply(record)
                    stored.append(record)
                case Close():
                    self.closed.append(effect)
                case WakeAt(deadline):
                    self._wake_at = deadline
                case _:
                    pass
        if stored:
            assert self._end is not None
            self._do(self._end.notice(stored, time.monotonic()))
