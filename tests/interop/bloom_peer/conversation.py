"""One connection about one feed's set, as the document has it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tests.interop.bloom_peer import messages
from tests.interop.bloom_peer.bloom import bloom_of
from tests.interop.bloom_peer.messages import Message, Range
from tests.interop.bloom_peer.trust import Keys, hashed, holder_of, is_signed
from tests.interop.dep0010_peer.cipher import XSalsa20
from tests.interop.dep0010_peer.stream import Stream, StreamClosedError, framed, unframed

R = TypeVar("R")

MAGIC = bytes.fromhex("d572c875")
DEADLINE_SECONDS = 30.0
MOMENT_SECONDS = 0.05


@dataclass
class Conversation:
    """``values``: what the peer holds. ``heard``: all that we have said, in order."""

    stream: Stream
    feed: bytes
    keys: Keys
    chain: Sequence[bytes] = ()
    values: set[bytes] = field(default_factory=set)
    heard: list[Message] = field(default_factory=list)
    theirs: messages.Handshake | None = None
    answers: bool = True
    _nonce: bytes = field(default_factory=lambda: os.urandom(24))
    _their_nonce: bytes = b""
    _waiting: bytes = b""
    _from_us: XSalsa20 | None = None

    def __post_init__(self) -> None:
        self._to_them = XSalsa20(self.feed, self._nonce)

    # ---- saying

    def open(self) -> None:
        """Sent at once, by both."""
        body = messages.opening(hashed(self.feed), self._nonce)
        self.stream.send(MAGIC + framed(body))

    def says(self, *said: Message) -> None:
        """Encrypted, in order."""
        clear = b"".join(framed(messages.written(one)) for one in said)
        self.stream.send(self._to_them.over(clear))

    def shakes(self) -> None:
        """With a signature of the nonce sent, and the one received."""
        signature = self.keys.signs(self._nonce + self._their_nonce)
        chain = tuple(self.chain)
        self.says(messages.Handshake(os.urandom(32), (), signature, chain))

    def gives(self, values: Iterable[bytes]) -> None:
        """Signed together."""
        listed = tuple(values)
        signature = self.keys.signs(messages.signed_values(self.feed, listed))
        self.says(messages.Data(listed, signature))

    def syncs(self, limit: int | None = None, within: Range | None = None) -> None:
        """What have they that we have not?"""
        within_all = [value for value in self.values if within is None or within.holds(value)]
        self.says(messages.Sync(bloom_of(within_all), limit, within))

    # ---- hearing

    def live_until(self, look: Callable[[], R | None], what: str) -> R:
        """Reads and answers until ``look`` finds something true."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not (found := look()):
            assert time.monotonic() < deadline, f"never came: {what}; heard {self.heard}"
            self._hear(self.stream.receive(MOMENT_SECONDS))
        return found

    def live_until_closed(self) -> None:
        """The other side ends it."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        try:
            while time.monotonic() < deadline:
                self._hear(self.stream.receive(MOMENT_SECONDS))
        except StreamClosedError:
            return
        raise AssertionError("it was never closed")

    def _hear(self, data: bytes) -> None:
        self._waiting += data if self._from_us is None else self._from_us.over(data)
        if self._from_us is None and not self._open_theirs():
            return
        while True:
            content, self._waiting = unframed(self._waiting)
            if content is None:
                return
            self._take(messages.read(content))

    def _open_theirs(self) -> bool:
        if len(self._waiting) < len(MAGIC):
            return False
        assert self._waiting.startswith(MAGIC)
        content, rest = unframed(self._waiting[len(MAGIC) :])
        if content is None:
            return False
        discovery_key, self._their_nonce = messages.read_opening(content)
        assert discovery_key == hashed(self.feed)
        assert len(self._their_nonce) == 24
        self._from_us = XSalsa20(self.feed, self._their_nonce)
        self._waiting = self._from_us.over(rest)
        self.shakes()
        return True

    def _take(self, message: Message) -> None:
        self.heard.append(message)
        match message:
            case messages.Handshake():
                assert self.theirs is None
                self._verify(message)
                self.theirs = message
            case messages.Data(values, signature):
                assert values
                assert len(set(values)) == len(values)
                signed = messages.signed_values(self.feed, values)
                assert is_signed(signed, signature, self.their_key)
                self.values |= set(values)
            case messages.Sync(bloom, limit, within):
                assert bloom.is_lawful
                assert limit != 0
                wanted = [one for one in self._within(within) if not bloom.has(one)]
                self._answer(wanted, limit)
            case messages.Request(within, limit):
                assert limit != 0
                self._answer(self._within(within), limit)
            case _:
                pass

    def _within(self, within: Range | None) -> list[bytes]:
        return sorted(value for value in self.values if within is None or within.holds(value))

    def _answer(self, values: Sequence[bytes], limit: int | None) -> None:
        if self.answers and values:
            self.gives(values[:limit])

    def _verify(self, said: messages.Handshake) -> None:
        assert len(said.id) == 32
        key = holder_of(self.feed, said.chain, time.time())
        assert key is not None
        assert is_signed(self._their_nonce + self._nonce, said.signature, key)

    @property
    def their_key(self) -> bytes:
        """Under which we have shown ourselves."""
        assert self.theirs is not None, "something before the Handshake"
        key = holder_of(self.feed, self.theirs.chain, time.time())
        assert key is not None
        return key

    def said(self, kind: type[R]) -> list[R]:
        """Of all that was heard, those of one kind."""
        return [one for one in self.heard if isinstance(one, kind)]
