"""Draft 1 as a ``Wire``: every lane opened in clear, with a key and nonces of its own. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.draft1.stream import (
    KEEP_ALIVE,
    Boxes,
    Framed,
    Incoming,
    Unboxed,
    decode_open,
    encode_open,
    frame,
)
from engine.protocols.hypercore.keys import discovery_key
from engine.protocols.hypercore.limits import (
    HELD_BYTES_MAX,
    HELD_MAX,
    LANES_MAX,
    NONCE_BYTES,
)
from engine.protocols.hypercore.manner import DRAFT1, Manner
from engine.protocols.hypercore.records import Feed, Naming
from engine.protocols.hypercore.wire import KeyOf, Said

_SECTION = "Open"


class Draft1Wire:
    """Implements ``Wire``. ``document``: nodes are written as the draft prints them (D8), and
    nothing is said that it has no message for (Unhave and Unwant).

    ``unencrypted``: messages go in clear, both ways; both sides must have agreed on it elsewhere.
    """

    manner: Manner = DRAFT1

    def __init__(
        self,
        entropy: Entropy,
        key_of: KeyOf,
        *,
        document: bool = False,
        unencrypted: bool = False,
    ) -> None:
        self._entropy = entropy
        self._key_of = key_of
        self._document = document
        self._boxes = Unboxed if unencrypted else Boxes
        self._incoming = Incoming()
        self._ours: dict[int, Boxes] = {}
        self._theirs: dict[int, _Theirs] = {}
        self._has_shaken = False
        self._held_bytes = 0

    @property
    def buffered(self) -> int:
        """See ``Wire``."""
        return self._incoming.buffered + self._held_bytes

    def open(self, lane: int, feed: Feed, naming: Naming | None) -> bytes:  # noqa: ARG002
        """See ``Wire``. Draft 1 has one name for a feed."""
        nonce = self._entropy(NONCE_BYTES)
        self._ours[lane] = self._boxes(feed.key, nonce)
        opened = packets.Feed(discovery_key(feed.key, Naming.OLDER), nonce)
        return frame(lane, encode_open(opened))

    def say(self, lane: int, *said: packets.Packet) -> bytes:
        """See ``Wire``. Its Handshake is only said behind the first opening; it has no Info."""
        return b"".join([self._say(lane, packet) for packet in said])

    def _say(self, lane: int, packet: packets.Packet) -> bytes:
        if isinstance(packet, packets.EndOfLane):
            del self._ours[lane]
            return frame(lane)
        if self._document and isinstance(packet, packets.Unhave | packets.Unwant):
            return b""
        return frame(lane, self._ours[lane].seal(packet, document=self._document))

    def keep_alive(self) -> bytes:
        """See ``Wire``."""
        return KEEP_ALIVE

    def feed(self, data: bytes) -> None:
        """See ``Wire``."""
        self._incoming.feed(data)

    def __iter__(self) -> Iterator[Said]:
        """See ``Wire``. Raises PeerViolation as well for anything said before the Handshake."""
        for lane, theirs in list(self._theirs.items()):
            yield from self._readable(lane, theirs)
        for framed in self._incoming:
            known = None if framed is None else self._theirs.get(framed.lane)
            if framed is None:
                yield Said(0, packets.Unknown(-1))
            elif known is None:
                yield self._opened(framed)
            elif framed.content:
                self._hold(known, framed.content)
                yield from self._readable(framed.lane, known)
            else:
                self._held_bytes -= sum(map(len, known.held))
                del self._theirs[framed.lane]
                yield Said(framed.lane, packets.EndOfLane())

    def _opened(self, framed: Framed) -> Said:
        opened = decode_open(framed.content)
        assert opened.nonce is not None
        if len(self._theirs) >= LANES_MAX:
            raise PeerViolation("more than 256 lanes", _SECTION)
        self._theirs[framed.lane] = _Theirs(opened.discovery_key, opened.nonce)
        return Said(framed.lane, opened)

    def _readable(self, lane: int, theirs: _Theirs) -> Iterator[Said]:
        """What is held on that lane, if we have its key by now."""
        if theirs.boxes is None and theirs.held:
            key = self._key_of(theirs.discovery_key)
            theirs.boxes = None if key is None else self._boxes(key, theirs.nonce)
        while theirs.boxes is not None and theirs.held:
            box = theirs.held.popleft()
            self._held_bytes -= len(box)
            packet = theirs.boxes.unseal(box)
            if not self._has_shaken and not isinstance(packet, packets.Handshake):
                raise PeerViolation("something else before the handshake", _SECTION)
            self._has_shaken = True
            yield Said(lane, packet)

    def _hold(self, theirs: _Theirs, box: bytes) -> None:
        """PeerViolation for more than is held without a key."""
        is_full = len(theirs.held) >= HELD_MAX
        is_too_much = is_full or self._held_bytes + len(box) > HELD_BYTES_MAX
        if is_too_much and self._key_of(theirs.discovery_key) is None:
            raise PeerViolation("too much said about a feed that we do not have", _SECTION)
        theirs.held.append(box)
        self._held_bytes += len(box)


@dataclass(slots=True)
class _Theirs:
    """A lane of the peer's. ``held``: boxes that cannot be opened yet, for lack of the key."""

    discovery_key: bytes
    nonce: bytes
    boxes: Boxes | None = None
    held: deque[bytes] = field(default_factory=deque)
