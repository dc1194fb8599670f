"""Bytes that our user waits for: in which blocks are they? (Request by byte offset.) Pure.

Where the tree is known down to both ends of a range it becomes a range of blocks, which are then
sought as any. Where it is not, the peer is asked for the block that holds the byte; its proof tells
the sizes that lack.
"""

from __future__ import annotations

from engine.model.ids import SpaceId
from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.limits import REQUEST_SECONDS_MAX, SEEKS_MAX, SEEKS_PENDING_MAX
from engine.protocols.hypercore.manner import Doing
from engine.protocols.hypercore.records import Feed, Records, Sought, SoughtBytes
from engine.protocols.hypercore.tree.places import Place, Unknown, block_at


class Seeking:
    """One lane's. Offsets are bytes of the whole feed."""

    def __init__(self, records: Records, space: SpaceId) -> None:
        self._records = records
        self._space = space
        self._pending: dict[int, tuple[int, float]] = {}  # offset: the block named with it, when
        self._tries: dict[int, int] = {}

    def look(self, feed: Feed, now: float, *, may_ask: bool) -> list[Doing]:
        """What can be said of all that is waited for."""
        said: list[Doing] = []
        for start, end in self._records.sought_bytes(self._space):
            stop = min(end, feed.byte_length)  # what lies behind may come yet
            if start < stop:
                said += self._settled(feed, (start, end), stop) or (
                    self._requests(feed, (start, stop - 1), now) if may_ask else []
                )
        return said

    def _settled(self, feed: Feed, sought: tuple[int, int], stop: int) -> list[Doing]:
        """It is known in which blocks they are; empty if it is not."""
        node = self._records.tree(self._space).node
        first = block_at(feed.length, sought[0], node)
        last = block_at(feed.length, stop - 1, node)
        if not isinstance(first, Place) or not isinstance(last, Place):
            return []
        blocks = first.block, last.block + 1
        said: list[Doing] = [Store(SoughtBytes(self._space, *sought, wanted=False))]
        if self._records.held(self._space, *blocks) != [blocks]:
            said.append(Store(Sought(self._space, *blocks)))
        return said

    def _requests(self, feed: Feed, offsets: tuple[int, int], now: float) -> list[Doing]:
        said: list[Doing] = []
        node = self._records.tree(self._space).node
        for offset in dict.fromkeys(offsets):
            place = block_at(feed.length, offset, node)
            tries = self._tries.get(offset, 0)
            is_free = len(self._pending) < SEEKS_PENDING_MAX and offset not in self._pending
            if isinstance(place, Unknown) and is_free and tries < SEEKS_MAX:
                self._tries[offset] = tries + 1
                self._pending[offset] = place.block, now
                # Nothing is said to be held, for nobody knows yet of which block.
                said.append(packets.Request(place.block, offset=offset))
        return said

    def take(self) -> bool:
        """A block has come that was not asked for by its number: whether it is such an answer."""
        if not self._pending:
            return False
        del self._pending[next(iter(self._pending))]
        return True

    def refuse(self, start: int, end: int) -> None:
        """The peer cannot tell, or will not."""
        for offset, (block, _) in list(self._pending.items()):
            if start <= block < end:
                del self._pending[offset]
                self._tries[offset] = SEEKS_MAX

    def pass_time(self, now: float) -> None:
        """Nobody waits for ever for an answer; and what is not sought any more is forgotten."""
        for offset, (_, at) in list(self._pending.items()):
            if now - at >= REQUEST_SECONDS_MAX:
                del self._pending[offset]
        if self._tries and not self._records.sought_bytes(self._space):
            self._tries.clear()
