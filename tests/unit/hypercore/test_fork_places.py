"""Where two histories part is looked for beside the blocks that are on their way."""

from __future__ import annotations

from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.exchange.serving import answer
from engine.protocols.hypercore.exchange.trust.extensions import Terms
from engine.protocols.hypercore.manner import DEP0010, Doing
from engine.protocols.hypercore.records import HypercoreRecord
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import MemoryFeeds, append, followed

BLOCKS = [block_of("places", n, 50) for n in range(40)]
PARTING = 21
LACKING = 16  # of whose hash is asked to find that place


def with_blocks(blocks: list[bytes]) -> MemoryFeeds:
    feeds, space = followed()
    append(feeds, space, blocks)
    return feeds


class Reader:
    """Lacks one block, and asks one who has another history."""

    def __init__(self) -> None:
        self.feeds = with_blocks(BLOCKS)
        self.theirs = with_blocks([*BLOCKS[:PARTING], *(b + b"!" for b in BLOCKS[PARTING:])])
        (feed,) = self.feeds.feeds()
        self.shelf = self.feeds.shelves[feed.space]
        del self.shelf.blocks[LACKING]
        self.shelf.held.remove(LACKING, LACKING + 1)
        self.downloads = Downloads(self.feeds)
        self.lane = Lane(self.feeds, self.downloads, feed.space, DEP0010, Terms())
        self.waiting: list[packets.Request] = []
        self.do(self.lane.open(0.0))
        self.do(self.lane.receive(packets.Have(((0, len(BLOCKS)),)), 0.0))

    def do(self, doings: list[Doing]) -> None:
        for doing in doings:
            if isinstance(doing, Store):
                assert isinstance(doing.record, HypercoreRecord)
                self.feeds.apply(doing.record)
                self.do(self.lane.notice(doing.record, 0.0))
            elif isinstance(doing, packets.Request):
                self.waiting.append(doing)

    def hear(self, *, hash_only: bool, now: float = 0.0) -> None:
        """Answers to all questions for hashes, or for blocks, until there are no more of them."""
        (theirs,) = self.theirs.feeds()
        while asked := [one for one in self.waiting if one.hash_only is hash_only]:
            self.waiting.remove(asked[0])
            self.do(self.lane.receive(answer(self.theirs, theirs, asked[0], None), now))


def test_a_block_on_its_way_comes_before_its_hash_is_asked_for_and_is_not_lost() -> None:
    reader = Reader()
    reader.hear(hash_only=True)
    assert [one.block for one in reader.waiting] == [LACKING], "the block, and no second question"
    reader.hear(hash_only=False)
    assert not reader.downloads.of(reader.lane.space).asked, "it may be asked of anybody"
    reader.do(reader.lane.wake(1.0))
    reader.hear(hash_only=True, now=1.0)
    assert reader.shelf.feed.common == PARTING
    reader.do(reader.lane.wake(2.0))
    reader.hear(hash_only=False, now=2.0)
    assert reader.shelf.blocks[LACKING] == BLOCKS[LACKING]


def test_a_block_that_does_not_come_is_not_waited_for_without_end() -> None:
    reader = Reader()
    reader.hear(hash_only=True)
    for second in (1.0, 2.0, 3.0):
        reader.do(reader.lane.wake(second))
    assert reader.shelf.feed.common is not None
    assert not reader.downloads.of(reader.lane.space).is_narrowing
