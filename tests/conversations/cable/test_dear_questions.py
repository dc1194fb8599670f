"""Questions with a short answer for which much is looked through: they are paid for by that."""

from __future__ import annotations

from dataclasses import replace

from engine.model.communities import WireVersion
from engine.protocols.cable import packets, posts
from engine.protocols.cable.limits import NEEDS_A_POST, NEEDS_ALWAYS, WALKED_A_NEED
from engine.protocols.contract import Charge
from tests.conversations.cable.questions import number
from tests.conversations.cable.stage import HALL, NOON, Peer, Script
from tests.conversations.cable.stored import StoredCable

ROWS = 800
WALKED = ROWS // WALKED_A_NEED
QUESTION = 1  # counts by itself, though nothing is found
TRIED_MAX = 600


def free(peer: Peer) -> int:
    """How much who asks that peer has for nothing."""
    return NEEDS_ALWAYS + NEEDS_A_POST * peer.records.read.count(peer.id)


def times_free(script: Script, asked: packets.TimeRange | packets.ChannelState) -> int:
    """How often it may be asked, and taken back, at no charge."""
    for one in range(TRIED_MAX):
        script.hears(replace(asked, id=number(one)))
        if script.charge() is not Charge.NONE:
            return one
        script.hears(packets.Cancel(number(one), 0, number(one)))
    return TRIED_MAX


def test_a_short_state_of_many_members_is_paid_for() -> None:
    ann = Peer("ann", channels=(), records=StoredCable())
    people = [Peer(f"person {one}") for one in range(ROWS // 2)]
    ann.holds(*[one.makes(posts.Join(HALL)) for one in people])
    ann.holds(*[one.makes(posts.Info((("name", one.name),))) for one in people])
    asked = packets.ChannelState(number(0), 0, HALL, 1, 0)
    assert times_free(Script(ann), asked) == free(ann) // (QUESTION + 1 + WALKED)


def test_a_state_of_many_members_of_which_only_updates_are_wanted_is_paid_for() -> None:
    ann = Peer("ann", channels=(), records=StoredCable())
    ann.holds(*[Peer(f"person {one}").makes(posts.Join(HALL)) for one in range(ROWS)])
    asked = packets.ChannelState(number(0), 0, HALL, 0, 1)
    assert times_free(Script(ann), asked) == free(ann) // (2 * QUESTION + ROWS + WALKED)


def test_a_short_span_of_a_channel_of_many_deletes_is_paid_for() -> None:
    ann = Peer("ann", WireVersion.M, channels=(), records=StoredCable())
    texts = ann.says(*(f"text {one}" for one in range(ROWS)))
    ann.holds(ann.makes(posts.Delete(tuple(one.hash for one in texts)), NOON + ROWS))
    asked = packets.TimeRange(number(0), 0, HALL, 0, 1 << 50, 1)
    assert times_free(Script(ann), asked) == free(ann) // (QUESTION + 1 + WALKED)


def test_a_short_span_of_a_channel_of_many_members_costs_no_more_than_it_gives() -> None:
    ann = Peer("ann", channels=(), records=StoredCable())
    ann.holds(*[Peer(f"person {one}").makes(posts.Join(HALL)) for one in range(ROWS)])
    asked = packets.TimeRange(number(0), 0, HALL, 0, 1 << 40, 1)
    assert times_free(Script(ann), asked) == TRIED_MAX
