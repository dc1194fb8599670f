"""``python -m tests.benchmarks.set_core JSON``: one side of a measurement of comment sets.

The real conversation over a socket, and the real repository over a database, as a turn
plays them: what a read leads to is stored, and only then sent. What was measured is told in JSON.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import sys
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from engine.crypto import ed25519
from engine.model.ids import PeerId, PublicKey, SpaceId, SpaceKind
from engine.protocols.contract import Close, Effect, Ready, Role, Send, Store, WakeAt
from engine.protocols.hyperbloom.comments.value import Comment, Kind, write_comment
from engine.protocols.hyperbloom.exchange.conversation import Conversation
from engine.protocols.hyperbloom.exchange.policy import Comments, Raw
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.records import Ledger, LedgerStored, Taken, ValuesStored
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import issue_link
from engine.runtime.turns.verifying import ThreadedVerification
from engine.store.hyperbloom.records import HyperbloomRepository
from engine.store.opening import open_memory_store, open_store
from tests.benchmarks.reconciliation import cost_of

AUTHOR, MEMBER = (ed25519.from_seed(bytes([number]) * 32) for number in (1, 2))
FEED = PublicKey(AUTHOR.public_key)
SPACE = SpaceId(FEED)
READ_BYTES = 1 << 18  # as the event loop reads
STORED_AT_ONCE = 10_000
WRITTEN_AT = 1_700_000_000.0
AUTHORS = 50

Asked = dict[str, Any]  # JSON of our own driver


def main() -> None:
    """Does what is asked, and ends with its standard input."""
    import_module("numpy")  # as in a program that has met somebody before: it is loaded once
    asked: Asked = json.loads(sys.argv[1])
    side = _Side(asked)
    threading.Thread(target=_end_with_input, daemon=True).start()
    {"serve": side.serve, "ask": side.ask}[asked["do"]]()


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


def say(told: str, **values: object) -> None:
    """A line of what was measured."""
    sys.stdout.write(json.dumps({"told": told, **values}) + "\n")
    sys.stdout.flush()


def held_by(asked: Asked) -> Iterator[int]:
    """The numbers of the values that this side holds: of all ``count``, without its ``lacks``.

    Each side lacks others than the other one.
    """
    count, lacks = asked["count"], asked["lacks"]
    stride = count // lacks if lacks else 0
    offset = 0 if asked["do"] == "ask" else 1
    for number in range(count):
        if not (stride and number % stride == offset and number // stride < lacks):
            yield number


class _Side:
    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._is_author = asked["do"] == "serve"
        folder = asked["folder"]
        store = open_store(Path(folder), bytes(32)) if folder else open_memory_store()
        self._database = store.database
        self._sets = HyperbloomRepository(store.database, list)
        chain = Chain(FEED)
        if not self._is_author:
            link = issue_link(
                AUTHOR.secret_key, PublicKey(MEMBER.public_key), float("inf"), bytes(32)
            )
            chain = chain.with_link(link)
        keys = AUTHOR if self._is_author else MEMBER
        self._database.begin()
        store.spaces.store(SPACE, SpaceKind.FEED, "a feed", FEED, 0.0)
        ledger = Ledger(SPACE, FEED, keys.secret_key, chain)
        self._sets.apply(LedgerStored(SPACE, ledger, 0.0))
        self._database.commit()
        self._fill()
        is_raw = asked["kind"] == "raw"
        self._around = Surroundings(
            self._sets,
            Raw() if is_raw else Comments(ThreadedVerification()),
            os.urandom,
            PeerId(os.urandom(32)),
            document=not asked["recon"],
        )
        self._line: socket.socket
        self._machine: Conversation
        self._wake_at: float | None = None
        self._ready_at = self._last_at = 0.0
        self._cpu_before = 0.0
        self._sent = 0

    def _fill(self) -> None:
        make = _raw if self._asked["kind"] == "raw" else _Comments()
        numbers = held_by(self._asked)
        while some := list(islice(numbers, STORED_AT_ONCE)):
            taken = tuple(make(number, self._asked["size"]) for number in some)
            self._database.begin()
            self._sets.apply(ValuesStored(SPACE, taken, 0.0))
            self._database.commit()

    # ---- both roles

    def serve(self) -> None:
        """Waits for one connection."""
        listener = socket.create_server((self._asked["host"], 0))
        say("filled", port=listener.getsockname()[1])
        self._line, _ = listener.accept()
        self._begin(Role.LISTENER)
        self._run(lambda: False)
        self._tell("served")

    def ask(self) -> None:
        """Dials, and goes on until both must hold all."""
        self._line = socket.create_connection((self._asked["host"], self._asked["port"]))
        self._begin(Role.DIALLER)
        quiet = self._asked["quiet_seconds"]
        aimed = self._asked["aimed"]

        def is_done() -> bool:
            has_all = bool(self._ready_at and self._sets.summary(SPACE).count >= aimed)
            return has_all and time.monotonic() - self._last_at > quiet

        self._run(is_done)
        self._line.close()
        self._tell("asked")
        os._exit(0)

    def _tell(self, told: str) -> None:
        cost = cost_of(os.getpid())
        say(
            told,
            seconds=self._last_at - self._ready_at,
            cpu_seconds=cost.cpu_seconds - self._cpu_before,
            held=self._sets.summary(SPACE).count,
            sent=self._sent,
            peak_rss_bytes=cost.peak_rss_bytes,
        )

    # ---- as a turn does it

    def _begin(self, role: Role) -> None:
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ledger = self._sets.ledger(SPACE)
        assert ledger is not None
        self._machine = Conversation(self._around, ledger, role)
        self._turn([self._machine.start(time.time())])

    def _run(self, is_done: Any) -> None:
        self._line.settimeout(0.0)
        with selectors.DefaultSelector() as selector:
            selector.register(self._line, selectors.EVENT_READ)
            while not is_done():
                now = time.time()
                wait = 0.01 if self._wake_at is None else min(0.01, max(0.0, self._wake_at - now))
                if selector.select(wait):
                    data = self._read()
                    if not data:
                        return
                    self._turn(self._machine.receive(data, time.time()))
                elif self._wake_at is not None and time.time() >= self._wake_at:
                    self._wake_at = None
                    self._turn([self._machine.wake(time.time())])

    def _read(self) -> bytes:
        try:
            return self._line.recv(READ_BYTES)
        except ConnectionError:
            return b""

    def _turn(self, steps: Any) -> None:
        said: list[bytes] = []
        self._database.begin()
        for effects in steps:
            for effect in effects:
                self._do(effect, said)
        self._database.commit()
        data = b"".join(said)
        if data:
            self._sent += len(data)
            self._line.settimeout(None)
            self._line.sendall(data)
            self._line.settimeout(0.0)

    def _do(self, effect: Effect, said: list[bytes]) -> None:
        match effect:
            case Send(data):
                said.append(data)
            case Store(record):
                self._sets.apply(record)
                if isinstance(record, ValuesStored):
                    self._last_at = time.monotonic()
            case WakeAt(deadline):
                self._wake_at = deadline
            case Ready():
                self._ready_at = self._last_at = time.monotonic()
                self._cpu_before = cost_of(os.getpid()).cpu_seconds
                self._sent = -sum(map(len, said))  # behind the Handshakes
                Path("/proc/self/clear_refs").write_text("5")  # the peak from here on
            case Close():
                raise AssertionError(effect)
            case _:
                pass


def _raw(number: int, size: int) -> Taken:
    return Taken((b"%08d" % number).ljust(size, b"."))


class _Comments:
    """By some authors of one link each."""

    def __init__(self) -> None:
        self._keys = [ed25519.from_seed((1_000 + n).to_bytes(32, "big")) for n in range(AUTHORS)]
        self._chains = [
            Chain(FEED).with_link(
                issue_link(AUTHOR.secret_key, PublicKey(k.public_key), float("inf"), bytes(32))
            )
            for k in self._keys
        ]

    def __call__(self, number: int, size: int) -> Taken:
        of = number % AUTHORS
        text = f"comment {number} ".ljust(size, ".")
        comment = Comment(Kind.COMMENT, self._chains[of], WRITTEN_AT + number, text, number % 100)
        return Taken(write_comment(comment, self._keys[of].secret_key), comment)


if __name__ == "__main__":
    main()
