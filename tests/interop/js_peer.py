"""The other side: the published JavaScript implementation in a process of its own.

Spoken to by JSON lines (``peerlinks_js/main.js``). What it tells is kept.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from published_peers import PublishedPeer

from engine.model.address import Address
from tests.interop.news import DEADLINE_SECONDS, News
from tests.interop.seen import Seen

DRIVER = Path(__file__).parent / "peerlinks_js" / "main.js"
SHOWN_CHARACTERS = 200  # of what it told, on a failure
BAD_EVENTS = {"banned", "error", "bug", "inviteFailed"}

Told = dict[str, Any]  # JSON of our driver; its peer.js says what is in it


@dataclass(frozen=True, slots=True)
class Nature:
    """How a published peer is to be. ``journal``: what it keeps over restarts."""

    journal: Path | None = None
    peer_id: bytes | None = None
    clock_offset_seconds: float = 0.0

    @property
    def words(self) -> str:
        """For the driver."""
        return json.dumps(
            {
                "journal": None if self.journal is None else str(self.journal),
                "peerId": None if self.peer_id is None else self.peer_id.hex(),
                "clockOffsetSeconds": self.clock_offset_seconds,
            }
        )


USUAL = Nature()


class JsPeer:
    """One process. It has started when this is made; end it by ``stop`` or ``kill``."""

    def __init__(
        self,
        name: str,
        published: PublishedPeer,
        host: str,
        news: News,
        nature: Nature = USUAL,
        port: int = 0,
    ) -> None:
        self.name = name
        self._news = news
        self._process = subprocess.Popen(
            [published.node, str(DRIVER), nature.words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "NODE_PATH": str(published.modules)},
        )
        self._asked = 0
        self._replied = threading.Condition()
        self._replies: dict[int, Told] = {}
        self._events: list[Told] = []
        self._complaints: list[str] = []
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_complaints, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self.id = bytes.fromhex(self.wait_for("started")["id"])
        self.address = self.listen(host, port)

    # ---- the process

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    def ask(self, do: str, **details: object) -> Any:
        """What the method of that name gives. An error of it fails the test."""
        return self.wait_for_reply(self.begin(do, **details))

    def refuses(self, do: str, **details: object) -> str:
        """The words in which it does not do that."""
        reply = self._reply(self.begin(do, **details))
        assert "error" in reply, reply
        words = reply["error"]
        assert isinstance(words, str)
        return words

    def begin(self, do: str, **details: object) -> int:
        """As ``ask``, without waiting: its number, for ``wait_for_reply``."""
        self._asked += 1
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"n": self._asked, "do": do, **details}) + "\n")
        self._process.stdin.flush()
        return self._asked

    def wait_for_reply(self, number: int) -> Any:
        """What the method begun under that number gives."""
        reply = self._reply(number)
        assert "error" not in reply, (self.name, reply)
        return reply["value"]

    def _reply(self, number: int) -> Told:
        # No news for others: who looks would wake itself by asking.
        with self._replied:
            self._replied.wait_for(lambda: number in self._replies, DEADLINE_SECONDS)
            assert number in self._replies, (self.name, number, "never answered", self._complaints)
            return self._replies.pop(number)

    def heard(self, event: str, **fields: object) -> list[Told]:
        """All events so far of that name and with those fields."""
        wanted = {"event": event, **fields}
        return [told for told in tuple(self._events) if wanted.items() <= told.items()]

    def wait_for(self, event: str, **fields: object) -> Told:
        """The first event, told before or from now on, of that name and with those fields."""
        what = f"{event} {fields} of {self.name}"
        return self._news.wait_until(lambda: self.heard(event, **fields), what)[0]

    def troubles(self) -> list[object]:
        """What must not happen with an honest peer."""
        bad = [told for told in tuple(self._events) if told["event"] in BAD_EVENTS]
        return [*bad, *self._complaints]

    def stop(self) -> None:
        """Its input ends, and so does it. May be called twice."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._wait() in {0, -signal.SIGKILL}

    def kill(self) -> None:
        """Ends it without a word."""
        self._process.kill()
        self.wait_for_death()

    def wait_for_death(self) -> None:
        """Of one that was told to ``dieAfter`` something."""
        assert self._wait() == -signal.SIGKILL

    def _wait(self) -> int:
        status = self._process.wait(DEADLINE_SECONDS)
        for thread in self._threads:
            thread.join(DEADLINE_SECONDS)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        return status

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            if "reply" in told:
                with self._replied:
                    self._replies[told["reply"]] = told
                    self._replied.notify_all()
            else:
                self._events.append(told)
                self._news.tell(self.name, line.rstrip()[:SHOWN_CHARACTERS])

    def _read_complaints(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._complaints.append(line.rstrip())
            self._news.tell(self.name, line.rstrip())

    # ---- connections

    def listen(self, host: str, port: int = 0) -> Address:
        """Opens one more port."""
        return Address(host, self.ask("listen", host=host, port=port))

    # ---- channels

    def channels(self) -> list[str]:
        """Their names."""
        names = self.ask("channels")
        assert isinstance(names, list)
        return names

    def founds(self, name: str) -> bytes:
        """A new identity and its own private channel, both of that name; the channel's id."""
        return bytes.fromhex(self.ask("create", name=name)["channel"])

    def post(self, channel: str, author: str, texts: Iterable[str]) -> None:
        """All of them, in order."""
        self.ask("post", channel=channel, **{"as": author}, texts=list(texts))

    def begin_posting(self, channel: str, author: str, texts: Iterable[str]) -> int:
        """As ``post``, without waiting."""
        return self.begin("post", channel=channel, **{"as": author}, texts=list(texts))

    def requests(self, author: str, name: str) -> str:
        """A request to be let in, in hex; what it leads to is called ``name`` here."""
        request = self.ask("request", **{"as": author}, name=name)
        assert isinstance(request, str)
        return request

    def issues(
        self, channel: str, author: str, request: str, display: str, *, send: bool = True
    ) -> str:
        """Lets the asker in, over a connection if ``send``; the invite in hex."""
        who = {"as": author}
        invite = self.ask(
            "issue", channel=channel, **who, request=request, display=display, send=send
        )
        assert isinstance(invite, str)
        return invite

    def count(self, channel: str) -> int:
        """How many messages it holds."""
        count = self.ask("count", channel=channel)
        assert isinstance(count, int)
        return count

    def messages(self, channel: str) -> list[Seen]:
        """The whole channel, in its order."""
        return [
            Seen(
                told["hash"],
                told["height"],
                tuple(told["parents"]),
                float(told["timestamp"]),
                tuple(told["path"]),
                told["body"],
            )
            for told in self.ask("messages", channel=channel)
        ]

    def passed(self) -> list[dict[str, int]]:
        """What passed on each of its connections, oldest first: ``{"sent ping": 2}``."""
        counts = self.ask("passed")
        assert isinstance(counts, list)
        return counts
