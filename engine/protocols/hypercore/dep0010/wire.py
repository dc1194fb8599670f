"""DEP-0010 as a ``Wire``: lanes over one stream, encrypted under the first feed's key. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.stream import Incoming, Outgoing
from engine.protocols.hypercore.keys import discovery_key
from engine.protocols.hypercore.limits import NONCE_BYTES, NONCE_BYTES_AS_WRITTEN
from engine.protocols.hypercore.manner import DEP0010, Manner
from engine.protocols.hypercore.records import Feed, Naming
from engine.protocols.hypercore.wire import KeyOf, Said

_SECTION = "Encryption Scheme"


class Dep0010Wire:
    """Implements ``Wire``. ``document``: to the letter, where published programs differ (D8), with
    whoever does not dial us as they do: they are answered as they speak.
    """

    manner: Manner = DEP0010

    def __init__(self, entropy: Entropy, key_of: KeyOf, *, document: bool = False) -> None:
        self._entropy = entropy
        self._key_of = key_of
        self._document = document
        self._naming = Naming.AS_WRITTEN if document else Naming.PUBLISHED
        self._outgoing = Outgoing()
        self._incoming = Incoming()
        self._nonce: bytes | None = None
        self._is_unlocked = False

    @property
    def buffered(self) -> int:
        """See ``Wire``."""
        return self._incoming.buffered

    def open(self, lane: int, feed: Feed, naming: Naming | None) -> bytes:
        """See ``Wire``. Only the first opening has a nonce."""
        if self._nonce is not None:
            return self.say(lane, packets.Feed(discovery_key(feed.key, naming or self._naming)))
        self._naming = naming or self._naming
        is_as_written = self._document and self._naming is Naming.AS_WRITTEN
        self._nonce = self._entropy(NONCE_BYTES_AS_WRITTEN if is_as_written else NONCE_BYTES)
        first = packets.Feed(discovery_key(feed.key, self._naming), self._nonce)
        return self._outgoing.open(feed.key, first)

    def say(self, lane: int, *said: packets.Packet) -> bytes:
        """See ``Wire``."""
        return self._outgoing.say(lane, *said)

    def keep_alive(self) -> bytes:
        """See ``Wire``."""
        return self._outgoing.keep_alive()

    def feed(self, data: bytes) -> None:
        """See ``Wire``."""
        self._incoming.feed(data)

    def __iter__(self) -> Iterator[Said]:
        """See ``Wire``."""
        if not self._is_unlocked:
            first = self._incoming.first()
            if first is None:
                return
            self._unlock(first)
            yield Said(0, first)
        if self._is_unlocked:
            yield from self._incoming

    def _unlock(self, first: packets.Feed) -> None:
        assert first.nonce is not None
        if self._nonce is not None and self._nonce[:NONCE_BYTES] == first.nonce:
            # The same key and nonce both ways is the same keystream (reliability H-7).
            raise PeerViolation("our own nonce", _SECTION)
        key = self._key_of(first.discovery_key)
        if key is not None:
            self._incoming.unlock(key, first)
            self._is_unlocked = True
