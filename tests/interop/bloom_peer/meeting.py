"""Us and the document's peer, and the connections between them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Self

from engine.model.address import Address
from engine.model.comment_commands import AcceptTrust, CommentKey, GiveShorterChains, WriteComment
from engine.model.comment_queries import Comments
from engine.model.ids import ProtocolName, PublicKey, SpaceId
from tests.interop.bloom_peer.comments import comment
from tests.interop.bloom_peer.conversation import Conversation
from tests.interop.bloom_peer.trust import Keys
from tests.interop.dep0010_peer.stream import Port, Stream, dial
from tests.interop.news import News
from tests.interop.our_feeds import OurFeeds
from tests.interop.our_peer import Ways
from tests.interop.scene import own_host

AUTHOR, MEMBER, OTHER, THIRD = (Keys.of(number) for number in range(1, 5))


SPACE = SpaceId(AUTHOR.public)


class Opens(Enum):
    """Who opens the connection; the other listens."""

    WE = "we dial"
    IT = "it dials"


class OurComments(OurFeeds):
    """One profile that comments. The feed is the peer's, so that all trust comes from there."""

    def joins(self, *through: Keys) -> None:
        """Follows the feed, and is let in through these."""
        self.follows_feed(AUTHOR.public)
        key = self.perform(CommentKey(SPACE))
        links = chain_to(key, *through)
        self.perform(AcceptTrust(PublicKey(AUTHOR.public), tuple(links)))

    def says(self, text: str) -> None:
        """About the feed as a whole."""
        self.perform(WriteComment(SPACE, text))

    def shortens(self) -> None:
        """Gives shorter chains unasked."""
        self.perform(GiveShorterChains(SPACE, gives=True))

    def texts(self) -> list[str]:
        """All that was said, sorted."""
        page = self.ask(Comments(SPACE, everything=True, limit=500))
        return sorted(one.text for one in page.comments)


def chain_to(key: bytes, *through: Keys, until: float = float("inf")) -> list[bytes]:
    """From the feed's author."""
    links: list[bytes] = []
    issuer = AUTHOR
    for one in through:
        links.append(issuer.trusts(one.public, until))
        issuer = one
    return [*links, issuer.trusts(key, until)]


class Meeting:
    """``ours`` is made by ``settle``."""

    def __init__(self, folder: Path, news: News) -> None:
        self._folder = folder
        self.news = news
        self.ours: OurComments
        self._streams: list[Stream] = []
        self._port = Port(own_host())

    @contextmanager
    def ended(self) -> Iterator[Self]:
        """All connections end with it, and we do."""
        try:
            yield self
        finally:
            self._port.close()
            for stream in self._streams:
                stream.close()
            self.ours.stop()

    def settle(self, *through: Keys, document: bool = True) -> OurComments:
        """Our profile, let in. ``document``: the setting of that name is on."""
        ways = Ways(document=document, protocol=ProtocolName.HYPERBLOOM)
        self.ours = OurComments("ours", self._folder / "ours", own_host(), self.news, ways)
        self.ours.joins(*through)
        return self.ours

    def stream(self, opens: Opens = Opens.IT) -> Stream:
        """A connection before its first byte."""
        if opens is Opens.IT:
            stream = dial(self.ours.address.host, self.ours.address.port)
        else:
            self.ours.dial(Address(self._port.host, self._port.number))
            stream = self._port.accept()
        self._streams.append(stream)
        return stream

    def conversation(
        self,
        opens: Opens = Opens.IT,
        keys: Keys = MEMBER,
        chain: Sequence[bytes] | None = None,
        values: Sequence[bytes] = (),
    ) -> Conversation:
        """Both have shaken hands."""
        links = chain_to(keys.public) if chain is None else chain
        made = Conversation(self.stream(opens), AUTHOR.public, keys, links, set(values))
        made.open()
        made.live_until(lambda: made.theirs, "our Handshake")
        return made


def comments(count: int, keys: Keys = MEMBER, chain: Sequence[bytes] | None = None) -> list[bytes]:
    """True ones."""
    links = chain_to(keys.public) if chain is None else chain
    at = time.time() - count
    return [
        comment(AUTHOR.public, keys, links, f"number {number}", at + number)
        for number in range(count)
    ]
