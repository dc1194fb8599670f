"""A published HyperBloom node in a process of its own, and a set of ours over a socket."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from published_peers import PublishedPeer

from engine.protocols.contract import Close, Effect, Role, Send, Store, WakeAt
from engine.protocols.hyperbloom.exchange.conversation import Conversation
from engine.protocols.hyperbloom.records import HyperbloomRecord, Taken, ValuesStored
from engine.protocols.hyperbloom.trust.chain import Chain
from tests.conversations.hyperbloom.stage import FEED, KEYS, SPACE, Peer
from tests.interop.js_program import JsProgram
from tests.interop.news import DEADLINE_SECONDS

DRIVER = Path(__file__).parent / "hyperbloom_js" / "main.js"
READ_BYTES = 1 << 16
HOST = "127.0.0.1"


class JsSet(JsProgram):
    """One node, as one of the people of the stage."""

    def __init__(
        self, published: PublishedPeer, chain: Chain, person: int, *, issues: bool = False
    ) -> None:
        links = [link.hex() for link in chain.encoded]
        seed = KEYS[person].seed.hex()
        options = {"feed": FEED.hex(), "seed": seed, "chain": links, "issues": issues}
        super().__init__(published, DRIVER, options)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.wait_for("started")["port"])

    def insert(self, *values: bytes) -> None:
        """As its own program does."""
        self.ask("insert", values=[value.hex() for value in values])

    def values(self) -> set[bytes]:
        """All that it holds."""
        return {bytes.fromhex(value) for value in self.ask("values")}

    def troubles(self) -> list[str]:
        """What it found wrong with us."""
        return [one["error"] for one in self.told if one["event"] in {"error", "bug"}]


@dataclass
class OurSet:
    """A person of the stage, and one connection at a time, played in the test's own thread."""

    peer: Peer
    closed: list[Close] = field(default_factory=list)
    _machine: Conversation | None = None
    _line: socket.socket | None = None
    _wake_at: float | None = None

    def dial(self, port: int) -> None:
        """A connection, opened by us."""
        self._begin(socket.create_connection((HOST, port), DEADLINE_SECONDS), Role.DIALLER)

    def is_dialled_by(self, js: JsSet) -> None:
        """A connection, opened by the other side."""
        with socket.create_server((HOST, 0)) as listener:
            js.ask("dial", port=listener.getsockname()[1])
            line, _ = listener.accept()
        self._begin(line, Role.LISTENER)

    def stores(self, *values: bytes) -> None:
        """Our own program stored them: the peer is told."""
        assert self._machine is not None
        record = ValuesStored(SPACE, tuple(map(Taken, values)), time.time())
        self.peer.records.apply(record)
        self._do(self._machine.notice([record], time.time()))

    def until(self, is_so: Callable[[], bool], seconds: float = DEADLINE_SECONDS) -> None:
        """Talks until that is so."""
        deadline = time.monotonic() + seconds
        assert self._line is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._line, selectors.EVENT_READ)
            while not is_so():
                assert time.monotonic() < deadline, (self.closed, "it never came to that")
                assert not self.closed, self.closed
                self._wake()
                if selector.select(0.02):
                    self._read()

    def close(self) -> None:
        """The connection ends, without a word."""
        if self._line is not None:
            self._line.close()

    def _begin(self, line: socket.socket, role: Role) -> None:
        self._line = line
        self._machine = self.peer.talks(role)
        self._do(self._machine.start(time.time()))

    def _wake(self) -> None:
        now = time.time()
        if self._wake_at is not None and now >= self._wake_at and self._machine is not None:
            self._wake_at = None
            self._do(self._machine.wake(now))

    def _read(self) -> None:
        assert self._line is not None
        assert self._machine is not None
        data = self._line.recv(READ_BYTES)
        if not data:
            raise EOFError("the peer has closed the connection")
        for effects in self._machine.receive(data, time.time()):
            self._do(effects)

    def _do(self, effects: list[Effect]) -> None:
        stored: list[HyperbloomRecord] = []
        for effect in effects:
            match effect:
                case Send(data):
                    assert self._line is not None
                    self._line.sendall(data)
                case Store(record):
                    assert isinstance(record, HyperbloomRecord)
                    self.peer.records.apply(record)
                    stored.append(record)
                case Close():
                    self.closed.append(effect)
                case WakeAt(deadline):
                    self._wake_at = deadline
                case _:
                    pass
        if stored and self._machine is not None:
            self._do(self._machine.notice(stored, time.time()))
