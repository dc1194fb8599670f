"""Us and the document's peer, and the connections between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Self

from engine.model.address import Address
from engine.model.feeds import FeedForm
from engine.model.ids import SpaceId
from tests.interop.dep0010_peer.conversation import Conversation
from tests.interop.dep0010_peer.holding import Holding
from tests.interop.dep0010_peer.stream import Port, Stream, dial
from tests.interop.dep0010_peer.tree import Dep0010Hashes, Hashes
from tests.interop.our_feeds import OurFeeds
from tests.interop.scene import Scene, own_host

SEED = bytes(range(32))


class Opens(Enum):
    """Who opens the connection; the other listens."""

    WE = "we dial"
    IT = "it dials"


def text_blocks(who: str, count: int) -> list[bytes]:
    """Of many sizes, and one of none."""
    return [f"{who} {number}".encode() * (number % 5) for number in range(count)]


class Meeting:
    """``ours`` is made by ``settle``."""

    hashes: Hashes = Dep0010Hashes()
    form = FeedForm.SIGNED

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.ours: OurFeeds
        self._streams: list[Stream] = []
        self._port = Port(own_host())

    @contextmanager
    def ended(self) -> Iterator[Self]:
        """All connections end with it."""
        try:
            yield self
        finally:
            self._port.close()
            for stream in self._streams:
                stream.close()

    def settle(self, *, document: bool = False) -> OurFeeds:
        """Our profile. ``document``: the setting of that name is on."""
        self.ours = self.scene.our_feeds(document=document)
        return self.ours

    # ---- feeds

    def its(self, count: int, seed: bytes = SEED, *, whole: bool = True) -> Holding:
        """A feed of the peer's, which we follow."""
        made = Holding.written(self.hashes, seed, text_blocks("it", count))
        self.ours.follows_feed(made.key, self.form, whole=whole)
        return made

    def ours_at_it(self, count: int, name: str = "ours") -> tuple[SpaceId, Holding]:
        """A feed of ours, of which the peer has only the key."""
        made = self.ours.makes_feed(name, text_blocks("us", count))
        return made.space, Holding(self.hashes, made.key)

    # ---- connections

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
        *feeds: Holding,
        opens: Opens = Opens.IT,
        extensions: Sequence[str] = (),
        fetches: bool = True,
    ) -> Conversation:
        """Opened by both; the first feed is the connection's where the peer dials."""
        made = Conversation(self.stream(opens), feeds, extensions)
        made.fetches = fetches
        if opens is Opens.IT:
            made.open()
        else:
            made.answer_opening()
        made.live_until(lambda: made.theirs, "our Handshake")
        return made

    # ---- what both hold

    def live_until_we_hold(self, talk: Conversation, feed: Holding, count: int) -> None:
        """So many blocks, and the same."""
        space = SpaceId(feed.key)
        talk.live_until(lambda: self.ours.holds(space, count), f"{count} blocks of ours")
        assert self.ours.blocks(space) == dict(sorted(feed.blocks.items())[:count])

    def live_until_it_holds(self, talk: Conversation, feed: Holding, count: int) -> None:
        """The same, of what we have."""
        talk.live_until(lambda: len(feed.blocks) >= count, f"{count} blocks of its")
        assert feed.blocks == self.ours.blocks(SpaceId(feed.key))
