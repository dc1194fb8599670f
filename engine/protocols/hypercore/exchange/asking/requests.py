"""What one peer is asked for about one feed. Pure.

Blocks are asked for as ``Downloads`` chooses them; hashes alone where a feed is to be measured, or
where two histories are to be compared.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import BlockRanges
from engine.protocols.hypercore.exchange.asking.downloads import Download
from engine.protocols.hypercore.exchange.asking.pace import Pace
from engine.protocols.hypercore.exchange.asking.planning import nodes_of, size_of_runs
from engine.protocols.hypercore.exchange.asking.refusals import Refusals
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    CANCELLED_KEPT,
    IN_FLIGHT_BYTES_AIMED,
    IN_FLIGHT_IN_RUNS_MAX,
    PATIENCE_SECONDS,
    REQUEST_SECONDS_MAX,
    REQUESTS_IN_FLIGHT_MAX,
    REQUESTS_IN_FLIGHT_MIN,
    ROOM_SHARE,
    SOUGHT_IN_FLIGHT_MAX,
)
from engine.protocols.hypercore.records import Feed, Records
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.digest import NOTHING_HELD, Holds, digest_at


@dataclass(frozen=True, slots=True)
class Asked:
    """A request on its way. ``alone``: the answer is to be verified without our own tree.

    ``late``: others may be asked for the block as well. ``behind``: so much was on its way that the
    answer tells how wide the line is.
    """

    at: float
    hash_only: bool = False
    alone: bool = False
    late: bool = False
    behind: bool = False

    @property
    def counts(self) -> bool:
        """Whether nobody else is asked for the block meanwhile."""
        return not self.hash_only and not self.late


class Requests:
    """One lane's. While it is ``suspended`` no block is asked for."""

    __slots__ = (
        "_asked",
        "_asks_for_runs",
        "_cancelled",
        "_compared",
        "_newest_answered",
        "_pace",
        "_records",
        "_refusals",
        "_remote",
        "_search",
        "_stored",
        "download",
        "suspended",
    )

    def __init__(
        self, records: Records, download: Download, remote: Remote, *, asks_for_runs: bool
    ) -> None:
        """``remote`` is what is known of the peer, and changes. ``asks_for_runs``: it has them."""
        self._records = records
        self._asks_for_runs = asks_for_runs
        self.download = download
        self._remote = remote
        self._search = download.search(remote)
        self._asked: dict[int, Asked] = {}
        self._cancelled: dict[int, None] = {}
        self._stored: set[int] = set()
        self._compared = False
        self._pace = Pace()
        self._newest_answered: Asked | None = None
        self._refusals = Refusals()
        self.suspended = False

    @property
    def oldest(self) -> float | None:
        """When the request was sent that has waited longest for an answer that has to come."""
        must_come = (
            one.at
            for one in self._asked.values()
            if not one.hash_only or (one.alone and self.suspended)
        )
        return min(must_come, default=None)

    @property
    def are_under_way(self) -> bool:
        """Whether an answer is awaited."""
        return bool(self._asked)

    def is_looking(self, feed: Feed) -> bool:
        """Whether more could be asked for, and not all was looked through for it."""
        is_searched = self.download.is_searched(feed, self._search)
        return not is_searched and self._room(feed) > 0 and self.may_ask(feed)

    def is_idle(self, feed: Feed) -> bool:
        """Whether the peer has nothing more that we want."""
        sought = self._records.sought(feed.space)
        is_sought = self.download.has_sought(feed, self._search, sought)
        return not self._asked and not is_sought and self.download.is_searched(feed, self._search)

    def is_alone_asked(self, start: int, end: int) -> bool:
        """Whether an answer that is to be verified without our own tree is awaited from there."""
        return any(start <= block < end and one.alone for block, one in self._asked.items())

    def look_again(self, start: int) -> None:
        """From ``start`` on the peer may have something new."""
        self._search.again(start)

    def seek_again(self, start: int) -> None:
        """From ``start`` on we may lack something again that somebody waits for."""
        self._search.seek_again(start)

    # ---- asking -----------------------------------------------------------------------------

    def blocks(self, feed: Feed, now: float) -> list[packets.Request | packets.RunRequest]:
        """As many as may be on their way, some at a time; what is sought goes beyond that, so that
        it waits behind no more than those.
        """
        if self._newest_answered is not None:
            newest = self._newest_answered
            self._pace.came(newest.at, now, was_full=newest.behind)
            self._newest_answered = None
        if not self.may_ask(feed):
            return []
        sought, window = self._records.sought(feed.space), self._window(feed)
        room = window - len(self._asked)
        most = room + SOUGHT_IN_FLIGHT_MAX
        found = self.download.next_sought(feed, self._search, sought, most)
        room -= len(found)
        if feed.whole and room > 0 and (room * ROOM_SHARE >= window or sought):
            found += self._in_whole_runs(feed, room, found)
        return self._requests(feed, found, now) if found else []

    def _requests(
        self, feed: Feed, found: list[int], now: float
    ) -> list[packets.Request | packets.RunRequest]:
        """For those blocks, which are asked for now, in the order in which they were found."""
        window, holds = self._window(feed), self._holds(feed)
        distinct = list(dict.fromkeys(found))  # ranges that are sought may overlap
        requests: list[packets.Request | packets.RunRequest] = []
        for node in nodes_of(distinct, self._size_of_runs(feed)):
            start, end = flat.blocks_below(node)
            asked = Asked(now, behind=len(self._asked) * ROOM_SHARE >= window)
            self._asked.update(dict.fromkeys(range(start, end), asked))
            self.download.ask(start, end)
            digest = self._digest(feed, holds, node)
            if end - start == 1:
                requests.append(packets.Request(start, digest=digest))
            else:
                requests.append(packets.RunRequest(node, digest))
        return requests

    def _size_of_runs(self, feed: Feed) -> int:
        return size_of_runs(feed) if self._asks_for_runs else 1

    def _in_whole_runs(self, feed: Feed, room: int, but: Container[int]) -> list[int]:
        """The next blocks but those; where there are more, the last of them end a run."""
        found = self.download.next_blocks(feed, self._search, room, but)
        if len(found) < room:
            return found
        lone = (found[-1] + 1) % self._size_of_runs(feed)
        if 0 < lone < len(found) and found[-1] - found[-1 - lone] == lone:
            self._search.again(found[-lone])
            del found[-lone:]
        return found

    def length(self, feed: Feed, now: float) -> list[packets.Request]:
        """Of a feed that is not had whole: the hash that tells how long it is now."""
        is_due = (not feed.whole or feed.is_full) and feed.common is None and self.may_ask(feed)
        block = self._search.measuring.next(feed.length) if is_due else None
        if block is None or block in self._asked:
            return []
        self._search.measuring.ask(block)
        self._ask_hash(block, Asked(now, hash_only=True))
        digest = self._digest(feed, self._holds(feed), flat.leaf(block))
        return [packets.Request(block, hash_only=True, digest=digest)]

    def comparison(self, feed: Feed, now: float, *, behind: bool) -> list[packets.Request]:
        """Once: the last block that both have, with all that signs it, to find silent forks.

        ``behind``: rather the first that we lack. Published programs of draft 1 answer nothing
        about a block that we have told to have.
        """
        block = min(feed.length, self._remote.has.end) - 1
        if behind and feed.length and feed.length in self._remote.has:
            block = feed.length
        is_due = not self._compared and feed.signed and feed.common is None and block >= 0
        if not is_due or block in self._asked or not self.may_ask(feed):
            return []
        self._compared = True
        return self.alone(block, now)

    def alone(self, block: int, now: float) -> list[packets.Request]:
        """The hash of a block with all that signs it; nothing while the block itself is on its way,
        whose answer would be taken for this one's.
        """
        under_way = self._asked.get(block)
        if under_way is not None and not under_way.hash_only:
            return []
        self._ask_hash(block, Asked(now, hash_only=True, alone=True))
        return [packets.Request(block, hash_only=True)]

    def _ask_hash(self, block: int, asked: Asked) -> None:
        self._asked[block] = asked
        self._skip(block)  # until it is here: one block, one request

    # ---- waiting ----------------------------------------------------------------------------

    def pass_time(self, now: float) -> None:
        """Who keeps us waiting for a block is not the only one to be asked for it."""
        for block, asked in list(self._asked.items()):
            if asked.counts and now - asked.at >= PATIENCE_SECONDS:
                self._asked[block] = replace(asked, late=True)
                self._skip(block)
                self.download.lost(block)
            elif block == self._search.measuring.asked and now - asked.at >= REQUEST_SECONDS_MAX:
                self._forget(block)
                self._search.measuring.fail(block, now)
        self._search.measuring.pass_time(now)
        if self._refusals.pass_time(now):
            waited_for = [block for block, asked in self._asked.items() if not asked.counts]
            self._search.skipped = BlockRanges((block, block + 1) for block in waited_for)
            self._search.again()

    def _skip(self, block: int) -> None:
        self._search.skipped.add(block, block + 1)

    def _forget(self, block: int) -> Asked | None:
        asked = self._asked.pop(block, None)
        if asked is not None and not asked.counts:
            self._search.skipped.remove(block, block + 1)
            self._search.again(block)
        self._search.measuring.forget(block)
        return asked

    # ---- answers ----------------------------------------------------------------------------

    def take(self, block: int) -> Asked | None:
        """Its answer has come: how it was asked for; None if it was not.

        A block still counts as on its way to us, until ``arrived`` or ``lost``.
        """
        asked = self._forget(block)
        if asked is not None and asked.counts:
            self._newest_answered = asked
        return asked

    def take_blocks(self, start: int, end: int) -> dict[int, Asked | None]:
        """Their contents have come together: which of them were asked for, and how; None where that
        was taken back.
        """
        taken: dict[int, Asked | None] = {}
        for block in range(start, end):
            asked = self._asked.get(block)
            if asked is not None and not asked.hash_only:
                taken[block] = self._forget(block)
                self._newest_answered = asked
            elif self.take_late(block):
                taken[block] = None
        return taken

    def take_late(self, block: int) -> bool:
        """Whether it had been asked for, before that was taken back: it may have crossed."""
        if block not in self._cancelled:
            return False
        del self._cancelled[block]
        return True

    def cancel(self, blocks: Iterable[int]) -> list[packets.Cancel]:
        """These are here from somebody else."""
        late = self._asked.keys() & set(blocks) if self._asked else ()
        asked = [block for block in sorted(late) if not self._asked[block].hash_only]
        return [self._take_back(block) for block in asked]

    def cancel_unwanted(self, feed: Feed) -> list[packets.Cancel]:
        """Nobody waits any more for what was asked for, or not now."""
        if feed.whole and not feed.paused and not feed.is_full:
            return []
        sought = BlockRanges(() if feed.paused else self._records.sought(feed.space))
        if feed.whole and not feed.paused:
            sought.add(feed.gathers_from, BLOCK_LIMIT)
        asked = [block for block, one in self._asked.items() if not one.hash_only]
        return [self._give_back(block) for block in asked if block not in sought]

    def give_up(self) -> None:
        """The peer answers no more requests for now: others are asked."""
        for block, asked in list(self._asked.items()):
            if not asked.hash_only:
                self._give_back(block)

    def _give_back(self, block: int) -> packets.Cancel:
        """It is to be had from others, who look for it again."""
        if self._asked[block].counts:
            self.download.lost(block)
        return self._take_back(block)

    def _take_back(self, block: int) -> packets.Cancel:
        self._forget(block)
        self._cancelled[block] = None
        if len(self._cancelled) > CANCELLED_KEPT:
            del self._cancelled[next(iter(self._cancelled))]
        return packets.Cancel(block)

    def keep(self, start: int, end: int) -> None:
        """They are to be stored: on their way until ``arrived``, for that may still fail."""
        self.download.ask(start, end)
        self._stored.update(range(start, end))

    def arrived(self, block: int) -> bool:
        """It is stored for good, from whomever it came; whether from this peer."""
        is_from_here = block in self._stored
        self._stored.discard(block)
        self.download.arrived(block)
        return is_from_here

    def lost(self, block: int) -> None:
        """What came was no good: others may be asked."""
        self.download.lost(block)

    def refuse(self, start: int, end: int, now: float) -> None:
        """The peer will not give these, whatever it said: others are asked, and for a while only
        they, else it could keep a block from us by offering it again and again.
        """
        for block in [one for one in self._asked if start <= one < end]:
            asked = self._forget(block)
            self._search.measuring.fail(block, now)
            if asked is not None and not asked.hash_only:
                self.note_refused(block, now)
                if asked.counts:
                    self.download.lost(block)

    def prove_wrong(self, block: int, now: float) -> None:
        """What came for it proves nothing."""
        self._search.measuring.fail(block, now)

    def note_refused(self, block: int, now: float) -> None:
        """It was asked for this one and did not give it."""
        self._skip(block)
        self._refusals.note(now)

    def close(self) -> None:
        """Nothing comes any more."""
        self.download.end(self._search)
        unsettled = [block for block, asked in self._asked.items() if asked.counts]
        for block in (*unsettled, *sorted(self._stored)):
            self.download.lost(block)
        self._asked.clear()
        self._stored.clear()

    def _room(self, feed: Feed) -> int:
        """For how many more requests; 0 where looking for so few is not worth it yet."""
        window = self._window(feed)
        room = window - len(self._asked)
        is_worth_it = room * ROOM_SHARE >= window or bool(self._records.sought(feed.space))
        return room if is_worth_it else 0

    def may_ask(self, feed: Feed) -> bool:
        """Whether the peer is to be asked for anything now."""
        is_open = self._remote.gives and not self.suspended and not feed.paused
        return is_open and not self._refusals.are_too_many

    def _window(self, feed: Feed) -> int:
        is_little = self._asks_for_runs and self._pace.is_quick
        most = IN_FLIGHT_IN_RUNS_MAX if is_little else REQUESTS_IN_FLIGHT_MAX
        return self._pace.window(_usual_window(feed, most))

    def _holds(self, feed: Feed) -> Holds:
        return self._records.tree(feed.space).node

    def _digest(self, feed: Feed, holds: Holds, node: int) -> int:
        digest = digest_at(node, feed.length, holds)
        return digest if digest < self._remote.limit else NOTHING_HELD


def _usual_window(feed: Feed, most: int) -> int:
    """How many blocks may be on their way: about a megabyte's, within bounds."""
    size = feed.byte_length // feed.length if feed.length else IN_FLIGHT_BYTES_AIMED
    aimed = IN_FLIGHT_BYTES_AIMED // max(1, size)
    return max(REQUESTS_IN_FLIGHT_MIN, min(most, aimed))
