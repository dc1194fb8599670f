"""Somebody with posts of their own, who asks and answers over one line."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from tests.interop.cable_peer import posts
from tests.interop.cable_peer.line import PATIENCE_SECONDS, Plain
from tests.interop.cable_peer.posts import DELETE, INFO, JOIN, LEAVE, TOPIC, Post
from tests.interop.cable_peer.wire import (
    BY_HASH,
    CANCEL,
    DATA_RESPONSE,
    HASH_RESPONSE,
    LIST,
    RANGE,
    STATE,
    Message,
    read_message,
    write_message,
)


class Person:
    """``held``: all posts by hash. ``heard``: every message that came, in order."""

    def __init__(self, name: str) -> None:
        self.keys = posts.keys(posts.hash_of(name.encode()))
        self.held: dict[bytes, bytes] = {}
        self.heard: list[Message] = []
        self.line: Plain | None = None
        self._live: dict[bytes, Message] = {}

    # ---- what they say ------------------------------------------------------------------------

    def make(self, post: bytes) -> bytes:
        """Keeps it, tells who has subscribed, and gives its hash."""
        hashed = posts.hash_of(post)
        self.held[hashed] = post
        for number, request in list(self._live.items()):
            if self._belongs(posts.read(post), request):
                self._say(Message(HASH_RESPONSE, number, (hashed,)))
        return hashed

    def ask(self, kind: int, channel: str = "", *numbers: int, ttl: int = 0) -> bytes:
        """A request without hashes; its number."""
        number = os.urandom(4)
        self._say(Message(kind, number, channel=channel, numbers=(ttl, *numbers)))
        return number

    def ask_for(self, *hashes: bytes) -> bytes:
        """Posts by their hashes; the request's number."""
        number = os.urandom(4)
        self._say(Message(BY_HASH, number, hashes, numbers=(0,)))
        return number

    def cancel(self, number: bytes) -> None:
        """No more answers to that one."""
        self._say(Message(CANCEL, number))

    # ---- what they hear -----------------------------------------------------------------------

    def listen_until(self, done: Callable[[], object]) -> None:
        """Takes and answers messages; what is named and not held is asked for."""
        assert self.line is not None
        latest = time.monotonic() + PATIENCE_SECONDS
        while not done():
            assert time.monotonic() < latest, "it never came"
            if self.line.has_more():
                data = self.line.receive()
                assert data is not None, "the line was closed"
                self._hear(read_message(data))

    def answers_to(self, number: bytes) -> list[Message]:
        """Those that have come."""
        answers = (HASH_RESPONSE, DATA_RESPONSE)
        return [one for one in self.heard if one.id == number and one.kind in answers]

    def ended(self, number: bytes) -> bool:
        """Whether the last answer to it was an empty one."""
        answers = self.answers_to(number)
        return bool(answers) and not answers[-1].hashes and not answers[-1].data

    def requests(self, kind: int) -> list[Message]:
        """Those of that kind that have come."""
        return [one for one in self.heard if one.kind == kind]

    def hashes(self, number: bytes) -> list[bytes]:
        """All that were named in answer to it."""
        return [hashed for one in self.answers_to(number) for hashed in one.hashes]

    def names(self, number: bytes) -> list[str]:
        """All channels that were named in answer to it."""
        return [name.decode() for one in self.answers_to(number) for name in one.data]

    def fetch(self, hashes: list[bytes]) -> None:
        """Asks for those and waits until they are there."""
        number = self.ask_for(*hashes)
        self.listen_until(lambda: self.ended(number))
        for one in self.answers_to(number):
            for data in one.data:
                assert posts.hash_of(data) in hashes, "a post that nobody asked for"
                posts.read(data)
                self.held[posts.hash_of(data)] = data

    def _hear(self, heard: Message) -> None:
        self.heard.append(heard)
        if heard.kind == BY_HASH:
            given = tuple(self.held[one] for one in heard.hashes if one in self.held)
            self._say(Message(DATA_RESPONSE, heard.id, data=given))
            self._say(Message(DATA_RESPONSE, heard.id))
        elif heard.kind == LIST:
            names = {one.channel for one in self._all() if one.kind not in (DELETE, INFO)}
            data = tuple(name.encode() for name in sorted(names))[: heard.numbers[1]]
            self._say(Message(DATA_RESPONSE, heard.id, data=data))
        elif heard.kind in (RANGE, STATE):
            named = [one.hash for one in self._all() if self._belongs(one, heard)]
            if named:
                self._say(Message(HASH_RESPONSE, heard.id, tuple(named)))
            self._live[heard.id] = heard
        elif heard.kind == CANCEL:
            self._live.pop(heard.id, None)

    def _all(self) -> list[Post]:
        return [posts.read(post) for post in self.held.values()]

    def _belongs(self, post: Post, request: Message) -> bool:
        if post.kind in (DELETE, INFO):
            return request.kind == STATE
        is_state = post.kind in (TOPIC, JOIN, LEAVE)
        return post.channel == request.channel and (request.kind == RANGE or is_state)

    def _say(self, said: Message) -> None:
        assert self.line is not None
        self.line.send(write_message(said))
