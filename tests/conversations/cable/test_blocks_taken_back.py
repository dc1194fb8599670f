"""Who was kept apart from somebody, and meets a peer that does not know yet that this is over."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.model.communities import WireVersion
from engine.protocols.cable import packets, posts
from engine.protocols.cable.limits import RENEWAL_SECONDS
from tests.conversations.cable.stage import HALL, NOON, Peer, Script, Stage, secured

LATER = [WireVersion.M, WireVersion.DRAFT_8]


def trio(wire: WireVersion) -> tuple[Peer, Peer, Peer]:
    ann, ben, cleo = (Peer(name, wire) for name in ("ann", "ben", "cleo"))
    both = ann.makes(posts.Text(HALL, "by ann"))
    ann.holds(both)
    ben.holds(both, cleo.makes(posts.Text(HALL, "by cleo")))
    return ann, ben, cleo


def ranges(said: Sequence[packets.Packet]) -> int:
    """How often the posts of a channel were asked for."""
    return sum(isinstance(one, packets.TimeRange) for one in said)


@pytest.mark.parametrize("wire", LATER)
@pytest.mark.parametrize("is_ours", [True, False])
def test_what_a_peer_held_back_is_had_once_it_has_heard_that_the_block_is_over(
    wire: WireVersion, *, is_ours: bool
) -> None:
    """It was away when the block was taken back, and refuses what it names until it knows."""
    ann, ben, cleo = trio(wire)
    who, whom = (ann, cleo) if is_ours else (cleo, ann)
    block = who.makes(posts.Block("", 0, (whom.author,), 0, 0), NOON + 1)
    over = who.makes(posts.Unblock("", 0, (whom.author,), 0), NOON + 2)
    ben.holds(block)
    ann.holds(block, over)
    stage = Stage(opens=secured)
    stage.connect(ann, ben)
    stage.run()
    assert over.hash in ben.held
    assert ann.texts() == ["by ann"]
    stage.run(RENEWAL_SECONDS)
    assert ann.texts() == ["by ann", "by cleo"]


def test_what_others_say_of_each_other_has_nothing_named_once_more() -> None:
    ann, ben, cleo = trio(WireVersion.M)
    dan = Peer("dan", WireVersion.M)
    ann.holds(cleo.makes(posts.Unblock("", 0, (dan.author,), 0), NOON + 2))
    ann.holds(ann.makes(posts.Block("", 0, (dan.author,), 0, 0), NOON + 2))
    stage = Stage()
    end, _ = stage.connect(ann, ben)
    stage.run(2 * RENEWAL_SECONDS)
    assert ann.held == ben.held
    assert ranges(end.said) == 1


def test_who_asks_for_the_end_of_a_block_all_the_time_is_asked_once_a_minute() -> None:
    ann, _, cleo = trio(WireVersion.M)
    over = cleo.makes(posts.Unblock("", 0, (ann.author,), 0), NOON + 2)
    ann.holds(over)
    script = Script(ann)
    said: list[packets.Packet] = []
    for count in range(18):
        number = packets.RequestNumber(count.to_bytes(4, "big"))
        said += script.hears(packets.RequestByHash(number, 0, (over.hash,)))
        said += script.waits(RENEWAL_SECONDS / 6)
    assert ranges(said) == 18 / 6
