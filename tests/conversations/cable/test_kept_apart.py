"""What is not given to somebody, since they and its author are kept apart, is not named either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from typing_extensions import override

from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, PostId
from engine.protocols.cable import posts
from engine.protocols.cable.exchange.surroundings import Settings
from engine.protocols.cable.records import PostsStored
from tests.conversations.cable.stage import HALL, NOON, Peer, Stage, secured
from tests.conversations.cable.stored import StoredCable
from tests.memory_cable import MemoryCable

LATER = pytest.mark.parametrize("wire", [WireVersion.M, WireVersion.DRAFT_8])
EITHER = pytest.mark.parametrize("blocks", ["reader", "author"])


class Listens(MemoryCable):
    """Keeps what was named: all of it is looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[PostId] = set()

    @override
    def unknown(self, community: CommunityId, hashes: Sequence[PostId]) -> Sequence[PostId]:
        self.heard |= set(hashes)
        return super().unknown(community, hashes)


@dataclass
class Apart:
    """``ben`` keeps ``ann``, who asks, and ``cleo`` apart; ``dan`` has nothing to do with it.

    ``records``: of ann. ``in_hall``: whether ben takes part in the channel that is asked about.
    """

    wire: WireVersion
    blocks: str = "author"
    records: MemoryCable = field(default_factory=Listens)
    in_hall: bool = True

    def __post_init__(self) -> None:
        self.stage = Stage(opens=secured)
        self.ann = Peer("ann", self.wire, settings=Settings(ttl=1), records=self.records)
        self.ben = Peer("ben", self.wire, (HALL,) if self.in_hall else ())
        self.cleo, self.dan = Peer("cleo", self.wire), Peer("dan", self.wire)
        who, whom = (self.ann, self.cleo) if self.blocks == "reader" else (self.cleo, self.ann)
        self.block = who.makes(posts.Block("", 0, (whom.author,), 0, 0), NOON)
        self.ben.holds(self.ann.makes(posts.Info((("name", "ann"),)), NOON), self.block)

    def everything(self, who: Peer) -> list[posts.Post]:
        """Of each kind that is asked about; dan's are the newest."""
        first = NOON + (10 if who is self.dan else 1)
        contents: list[posts.Content] = [
            posts.Join(HALL),
            posts.Info((("name", who.name),)),
            posts.Text(HALL, f"by {who.name}"),
            posts.Topic(HALL, f"of {who.name}"),
            posts.Block("", 0, (self.ben.author,), 0, 0),
            posts.Unblock("", 0, (self.ben.author,), 0),
        ]
        return [who.makes(one, first + at) for at, one in enumerate(contents)]

    def hears(self, some: Sequence[posts.Post]) -> int:
        """How many of them were named."""
        assert isinstance(self.records, Listens)
        return len(self.records.heard & {post.hash for post in some})


@LATER
@EITHER
def test_of_what_there_is_nothing_is_named_that_would_not_be_given(
    wire: WireVersion, blocks: str
) -> None:
    apart = Apart(wire, blocks)
    by_cleo, by_dan = apart.everything(apart.cleo), apart.everything(apart.dan)
    apart.ben.holds(*by_cleo, *by_dan)
    apart.stage.connect(apart.ann, apart.ben)
    apart.stage.run()
    assert apart.hears(by_cleo) == 0
    assert apart.hears(by_dan) == len(by_dan)


@LATER
@EITHER
def test_of_what_comes_nothing_is_named_that_would_not_be_given(
    wire: WireVersion, blocks: str
) -> None:
    apart = Apart(wire, blocks)
    by_cleo, by_dan = apart.everything(apart.cleo), apart.everything(apart.dan)
    apart.stage.connect(apart.ann, apart.ben)
    apart.stage.run()
    for some in (by_cleo, by_dan):
        apart.stage.store(apart.ben, PostsStored(apart.ben.id, tuple(some), NOON))
    apart.stage.run()
    assert apart.hears(by_cleo) == 0
    assert apart.hears(by_dan) == len(by_dan)


def test_what_others_name_is_not_passed_on_where_it_is_here_and_would_not_be_given() -> None:
    apart = Apart(WireVersion.M, in_hall=False)
    (here,) = apart.cleo.says("here")
    (there,) = apart.dan.says("there")
    apart.ben.holds(here)
    apart.dan.holds(here)
    apart.stage.connect(apart.ben, apart.dan)
    apart.stage.run()
    assert there.hash not in apart.ben.held
    apart.stage.connect(apart.ann, apart.ben)
    apart.stage.run()
    assert apart.hears([here]) == 0
    assert apart.ann.texts() == ["there"]


@LATER
def test_what_was_not_named_is_had_once_the_block_is_over(wire: WireVersion) -> None:
    apart = Apart(wire, records=StoredCable())
    apart.ben.holds(apart.cleo.makes(posts.Text(HALL, "before"), NOON + 1))
    apart.stage.connect(apart.ann, apart.ben)
    apart.stage.run()
    assert apart.ann.texts() == []
    over = apart.cleo.makes(posts.Unblock("", 0, (apart.ann.author,), 0), NOON + 2)
    apart.stage.store(apart.ben, PostsStored(apart.ben.id, (over,), NOON))
    apart.stage.run()
    assert apart.ann.texts() == ["before"]
