"""What one peer is asked for about one feed. Pure.

Blocks are asked for as ``Downloads`` chooses them; hashes alone where a feed is to be measured, or
where two histories are to be compared.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.downloads import Download, Search
from engine.protocols.hypercore.exchange.remote import Remote
from engine.protocols.hypercore.limits import (
    IN_FLIGHT_BYTES_AIMED,
    REQUESTS_IN_FLIGHT_MAX,
    REQUESTS_IN_FLIGHT_MIN,
)
from engine.protocols.hypercore.records import Feed, Records
from engine.protocols.hypercore.tree.digest import digest_of


@dataclass(frozen=True, slots=True)
class Asked:
    """A request on its way. ``alone``: the answer is to be verified without our own tree."""

    at: float
    hash_only: bool = False
    alone: bool = False


class Requests:
    """One lane's. While it is ``suspended`` no block is asked for."""

    __slots__ = (
        "_asked",
        "_compared",
        "_download",
        "_measured",
        "_records",
        "_remote",
        "_search",
        "suspended",
    )

    def __init__(self, records: Records, download: Download, remote: Remote) -> None:
        """``remote`` is what is known of the peer, and changes."""
        self._records = records
        self._download = download
        self._remote = remote
        self._search = Search()
        self._asked: dict[int, Asked] = {}
        self._measured = 0
        self._compared = False
        self.suspended = False

    @property
    def oldest(self) -> float | None:
        """When the request for a block was sent that has waited longest for its answer."""
        return min((one.at for one in self._asked.values() if not one.hash_only), default=None)

    def is_idle(self, feed: Feed) -> bool:
        """Whether nothing is on its way, and there is nothing to ask for."""
        is_searched = self._download.is_searched(feed, self._remote, self._search)
        return not self._asked and is_searched

    def look_again(self, start: int) -> None:
        """From ``start`` on the peer may have something new."""
        self._search.again(start)

    # ---- asking -----------------------------------------------------------------------------

    def blocks(self, feed: Feed, now: float) -> list[packets.Request]:
        """As many as may be on their way."""
        room = _window(feed) - len(self._asked)
        if not self._may_ask(feed) or room <= 0:
            return []
        requests: list[packets.Request] = []
        for block in self._download.next_blocks(feed, self._remote, self._search, room):
            if block in self._asked:
                self._search.again(block)  # its hash is on its way
            else:
                self._asked[block] = Asked(now)
                self._download.ask(block)
                requests.append(packets.Request(block, digest=self._digest(feed, block)))
        return requests

    def length(self, feed: Feed, now: float) -> list[packets.Request]:
        """Of a feed that is not had whole: the hash that tells how long it is now."""
        block = self._remote.has.end - 1
        is_known = feed.whole or block < max(feed.length, self._measured)
        if is_known or block in self._asked or not self._may_ask(feed):
            return []
        self._measured = block + 1
        self._asked[block] = Asked(now, hash_only=True)
        return [packets.Request(block, hash_only=True, digest=self._digest(feed, block))]

    def comparison(self, feed: Feed, now: float) -> list[packets.Request]:
        """Once: the last block that both have, with all that signs it, to find silent forks."""
        block = min(feed.length, self._remote.has.end) - 1
        is_due = not self._compared and feed.signed and feed.common is None and block >= 0
        if not is_due or block in self._asked or not self._may_ask(feed):
            return []
        self._compared = True
        return self.alone(block, now)

    def alone(self, block: int, now: float) -> list[packets.Request]:
        """The hash of a block with all that signs it."""
        self._asked[block] = Asked(now, hash_only=True, alone=True)
        return [packets.Request(block, hash_only=True)]

    # ---- answers ----------------------------------------------------------------------------

    def take(self, block: int) -> Asked | None:
        """Its answer has come: how it was asked for; None if it was not.

        A block still counts as on its way to us, until ``arrived`` or ``lost``.
        """
        return self._asked.pop(block, None)

    def arrived(self, block: int) -> None:
        """It is stored."""
        self._download.arrived(block)

    def lost(self, block: int) -> None:
        """What came was no good: others may be asked."""
        self._download.lost(block)

    def give_up(self, start: int, end: int) -> None:
        """The peer will not give these."""
        for block in [one for one in self._asked if start <= one < end]:
            if not self._asked.pop(block).hash_only:
                self._download.lost(block)

    def close(self) -> None:
        """Nothing comes any more."""
        for block, asked in self._asked.items():
            if not asked.hash_only:
                self._download.lost(block)
        self._asked.clear()

    def _may_ask(self, feed: Feed) -> bool:
        return self._remote.gives and not self.suspended and not feed.paused

    def _digest(self, feed: Feed, block: int) -> int:
        node = self._records.tree(feed.space).node
        return digest_of(block, feed.length, lambda index: node(index) is not None)


def _window(feed: Feed) -> int:
    """How many requests may be on their way: about a megabyte's, within bounds."""
    size = feed.byte_length // feed.length if feed.length else IN_FLIGHT_BYTES_AIMED
    aimed = IN_FLIGHT_BYTES_AIMED // max(1, size)
    return max(REQUESTS_IN_FLIGHT_MIN, min(REQUESTS_IN_FLIGHT_MAX, aimed))
