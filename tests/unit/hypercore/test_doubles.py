"""What is said to programs that count in doubles: no number of 2^53 and more (D17)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.doubles import in_doubles
from engine.protocols.hypercore.exchange.lane import STRANGERS, Lane
from engine.protocols.hypercore.exchange.lanes import Lanes
from engine.protocols.hypercore.exchange.speech import Speech
from engine.protocols.hypercore.exchange.trust.extensions import Terms
from engine.protocols.hypercore.limits import BLOCK_LIMIT, JS_NUMBER_LIMIT
from engine.protocols.hypercore.manner import DEP0010, DRAFT1, KIN, Manner
from engine.protocols.hypercore.records import Sought
from engine.protocols.hypercore.tree.node import HASH_BYTES, Node
from engine.protocols.hypercore.tree.proof import Proof
from tests.unit.hypercore.memory_feeds import followed
from tests.unit.hypercore.test_giants import follower

LIMIT = JS_NUMBER_LIMIT
OURS = Terms(theirs=(KIN,))


def data(index: int, size: int) -> packets.Data:
    return packets.Data(3, b"three", Proof((Node(index, bytes(HASH_BYTES), size),)))


@pytest.mark.parametrize(
    ("said", "beyond"),
    [
        (packets.Have(((5, LIMIT),)), packets.Have(((5, LIMIT + 1),))),
        (packets.Bitfield((0, LIMIT), b"1"), packets.Bitfield((8, LIMIT + 1), b"1")),
        (packets.Unhave(5, LIMIT), packets.Unhave(5, LIMIT + 1)),
        (packets.Want(5, LIMIT), packets.Want(5, LIMIT + 1)),
        (packets.Want(LIMIT - 1, None), packets.Want(LIMIT, None)),
        (packets.Unwant(5, LIMIT), packets.Unwant(5, LIMIT + 1)),
        (packets.Request(LIMIT - 1), packets.Request(LIMIT)),
        (packets.Request(0, offset=LIMIT - 1), packets.Request(0, offset=LIMIT)),
        (packets.Request(0, digest=LIMIT - 1), packets.Request(0, digest=LIMIT)),
        (packets.Cancel(LIMIT - 1), packets.Cancel(LIMIT)),
        (packets.Cancel(0, offset=LIMIT - 1), packets.Cancel(0, offset=LIMIT)),
    ],
)
def test_a_number_below_2_53_is_said_and_no_other(
    said: packets.Packet, beyond: packets.Packet
) -> None:
    assert in_doubles(said) == said
    assert in_doubles(beyond) is None


@pytest.mark.parametrize("place", ["index", "size"])
def test_a_block_that_only_such_numbers_prove_is_not_had(place: str) -> None:
    numbers = {"index": 1, "size": 1}
    low, high = ({**numbers, place: number} for number in (LIMIT - 1, LIMIT))
    assert in_doubles(data(**low)) == data(**low)
    assert in_doubles(data(**high)) == packets.Unhave(3, 4)


def test_programs_like_ours_are_told_whatever_there_is() -> None:
    class Heard:
        def say(self, _lane: int, *said: packets.Packet) -> bytes:
            return repr(said).encode()

    beyond = packets.Have(((5, LIMIT + 1),))
    lanes = Lanes()
    (feed,) = follower(9).feeds()
    lanes.number(feed.space)
    for terms, is_said in ((STRANGERS, False), (OURS, True)):
        speech = Speech(Heard(), lanes, terms)  # type: ignore[arg-type]  # a wire that we can read
        assert bool(speech.do(feed.space, [beyond], 0.0)) is is_said


@pytest.mark.parametrize("manner", [DEP0010, DRAFT1])
@pytest.mark.parametrize("terms", [STRANGERS, OURS])
def test_nothing_is_asked_about_a_block_that_could_not_be_named(
    manner: Manner, terms: Terms
) -> None:
    """Else they would end it for an answer that cannot come."""
    is_ours = terms is OURS
    feeds, space = followed(whole=False)
    lane = Lane(feeds, Downloads(feeds), space, manner, terms)
    lane.open(0.0)
    feeds.apply(Sought(space, LIMIT - 1, LIMIT + 1))
    said = lane.receive(packets.Have(((LIMIT - 1, LIMIT + 9),)), 0.0)
    blocks = {one.block for one in said if isinstance(one, packets.Request)}
    assert blocks == ({LIMIT - 1, LIMIT, LIMIT + 8} if is_ours else {LIMIT - 1})
    lane.receive(packets.Want(0, None), 0.0)
    assert lane.remote.wants.end == (BLOCK_LIMIT if is_ours else LIMIT)


def test_a_digest_that_could_not_be_said_is_none() -> None:
    """Then all that proves it is sent."""
    feeds, block = follower(62), 1 << 52
    (feed,) = feeds.feeds()
    feeds.shelves[feed.space].feed = replace(feed, whole=False)
    for terms in (STRANGERS, OURS):
        lane = Lane(feeds, Downloads(feeds), feed.space, DEP0010, terms)
        lane.open(0.0)
        feeds.apply(Sought(feed.space, block, block + 1))
        said = lane.receive(packets.Have(((block, block + 9),)), 0.0)
        requests = [one for one in said if isinstance(one, packets.Request)]
        (digest,) = [one.digest for one in requests if not one.hash_only]
        assert (digest == 0) is (terms is STRANGERS)
        assert digest == 0 or digest >= LIMIT
