"""What we ask of a peer, and what is told of its answers (protocols/cable.md 3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import PeerId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.limits import (
    ANSWER_SECONDS,
    FAREWELL_SECONDS,
    LIST_SECONDS,
    LIST_SECONDS_A_NAME,
    OWN_TTL,
    RENEWAL_SECONDS,
    UNREQUESTED_MAX,
)
from engine.protocols.cable.packets import UNLIMITED
from engine.protocols.cable.records import (
    ChannelKept,
    ChannelsHeard,
    CommunityErased,
    CommunityStored,
    HeldByPeer,
    PostsStored,
)
from engine.protocols.contract import Close, Ending, Send
from tests.conversations.cable.answers import (
    asked,
    range_of,
)
from tests.conversations.cable.stage import HALL, NOON, Open, Peer, Script, Stage, plain, secured
from tests.conversations.cable.stored import StoredCable

# ---- what is asked for --------------------------------------------------------------------------


def test_on_connecting_each_joined_channel_is_asked_about_and_the_names_of_all() -> None:
    peer = Peer("ann", channels=("a", "b"))
    script = Script(peer)
    ranges = [one for one in script.asked if isinstance(one, packets.TimeRange)]
    assert [(one.channel, one.start, one.end, one.ttl) for one in ranges] == [
        ("a", 0, 0, OWN_TTL),
        ("b", 0, 0, OWN_TTL),
    ]
    states = [one for one in script.asked if isinstance(one, packets.ChannelState)]
    assert [one.channel for one in states] == ["a", "b"]
    assert all(one.limit >= 1_000 and one.updates == UNLIMITED for one in states)
    assert len(asked(script, packets.ChannelList)) == 1
    numbers = [*(one.id for one in ranges), *(one.id for one in states)]
    assert len(frozenset(numbers)) == len(numbers)


@pytest.mark.parametrize("wire", [WireVersion.M, WireVersion.DRAFT_8])
def test_later_versions_are_asked_for_moderation_too(wire: WireVersion) -> None:
    script = Script(Peer("ann", wire, channels=("a", "b")))
    (one,) = asked(script, packets.ModerationState)
    assert isinstance(one, packets.ModerationState)
    assert (one.channels, one.future) == (("a", "b"), 1)
    assert 0 < one.oldest < NOON * 1_000


def test_a_channel_that_we_join_is_asked_about_and_one_that_we_leave_cancelled() -> None:
    script = Script(Peer("ann"))
    peer = script.peer
    said = script.learns(ChannelKept(peer.id, "new", joined=True, at=NOON))
    assert {type(one) for one in said} == {packets.TimeRange, packets.ChannelState}
    numbers = {one.id for one in said if isinstance(one, packets.TimeRange | packets.ChannelState)}
    left = script.learns(ChannelKept(peer.id, "new", joined=False, at=NOON))
    assert {one.cancels for one in left if isinstance(one, packets.Cancel)} == numbers
    assert len(left) == len(numbers)


def test_names_are_asked_for_now_and_then_and_kept_as_far_as_they_are_names() -> None:
    script = Script(Peer("ann"))
    (one,) = asked(script, packets.ChannelList)
    assert isinstance(one, packets.ChannelList)
    data = (b"garden", b"\xff", b"x" * 257, "höhle".encode())
    script.hears(packets.DataResponse(one.id, data))
    script.hears(packets.DataResponse(one.id, ()))
    heard = [record for record in script.stored if isinstance(record, ChannelsHeard)]
    assert [record.names for record in heard] == [("garden", "höhle")]
    assert script.waits(LIST_SECONDS - 10) == []
    again = script.waits(20)
    assert [type(one) for one in again] == [packets.ChannelList]


def test_the_longer_a_list_of_names_is_the_more_seldom_it_is_asked_for() -> None:
    script = Script(Peer("ann"))
    (one,) = asked(script, packets.ChannelList)
    assert isinstance(one, packets.ChannelList)
    names = tuple(b"channel %d" % number for number in range(1_000))
    script.hears(packets.DataResponse(one.id, names))
    script.hears(packets.DataResponse(one.id, ()))
    assert script.waits(LIST_SECONDS + 1_000 * LIST_SECONDS_A_NAME - 10) == []
    assert [type(one) for one in script.waits(20)] == [packets.ChannelList]


def test_a_list_that_nobody_answers_is_given_up() -> None:
    script = Script(Peer("ann"))
    (one,) = asked(script, packets.ChannelList)
    assert isinstance(one, packets.ChannelList)
    script.waits(ANSWER_SECONDS + 1)
    late = tuple(b"too late %d" % number for number in range(2 * UNREQUESTED_MAX))
    script.hears(packets.DataResponse(one.id, late))
    assert script.stored == []
    assert script.close is None


def test_a_list_that_comes_as_it_is_to_be_given_up_is_heard_to_its_end() -> None:
    script = Script(Peer("ann"))
    (one,) = asked(script, packets.ChannelList)
    assert isinstance(one, packets.ChannelList)
    names = tuple(b"channel %d" % number for number in range(200))
    script.now += ANSWER_SECONDS + 1
    script.peer.records._kept[script.peer.id].times_anew += 1  # all is asked for once more
    script.hears(packets.DataResponse(one.id, names))
    heard = [record.names for record in script.stored if isinstance(record, ChannelsHeard)]
    assert sum(map(len, heard)) == len(names)
    assert script.close is None


def test_a_list_that_is_on_its_way_is_not_asked_for_once_more() -> None:
    script = Script(Peer("ann"))
    (one,) = asked(script, packets.ChannelList)
    for _ in range(3):
        assert not [a for a in script.machine.reconcile(NOON) if isinstance(a, Send)]
    assert isinstance(one, packets.ChannelList)
    script.hears(packets.DataResponse(one.id, (b"garden",)))
    script.hears(packets.DataResponse(one.id, ()))
    assert [a for a in script.machine.reconcile(NOON) if isinstance(a, Send)]


def test_names_come_by_an_answer_of_their_own_in_later_versions() -> None:
    script = Script(Peer("ann", WireVersion.M))
    (one,) = asked(script, packets.ChannelList)
    assert isinstance(one, packets.ChannelList)
    script.hears(packets.ChannelListResponse(one.id, ("a", "b")))
    script.hears(packets.ChannelListResponse(one.id, ("c",)))
    assert [record.names for record in script.stored if isinstance(record, ChannelsHeard)] == [
        ("a", "b")
    ]


def test_a_subscription_that_the_peer_ends_is_asked_for_again_a_little_later() -> None:
    script = Script(Peer("ann"))
    number = range_of(script.asked).id
    script.hears(packets.HashResponse(number, ()))
    assert script.waits(RENEWAL_SECONDS - 1) == []
    again = script.waits(2)
    assert [type(one) for one in again] == [packets.TimeRange]
    assert range_of(again).id != number


# ---- what is told of it -------------------------------------------------------------------------


def test_what_was_stored_is_told_to_subscribers_but_not_to_who_named_it() -> None:
    stage = Stage()
    ann, ben, cleo = Peer("ann"), Peer("ben"), Peer("cleo")
    stage.connect(ann, ben)
    (to_cleo, _) = stage.connect(ann, cleo)
    stage.run(1)
    made = stage.say(ben, "hello")
    stage.run(1)
    assert made.hash in cleo.held
    named = [
        one
        for end in ann.ends
        for one in end.said
        if isinstance(one, packets.HashResponse) and made.hash in one.hashes
    ]
    assert len(named) == 1
    assert any(made.hash in getattr(one, "hashes", ()) for one in to_cleo.said)


def test_a_peer_that_asks_for_a_post_of_ours_holds_it() -> None:
    stage = Stage()
    ann, ben, cleo = Peer("ann"), Peer("ben"), Peer("cleo")
    (made,) = ann.says("mine")
    stage.connect(ann, ben)
    stage.run(5)
    assert ann.records.held_by(ann.id, made.hash) == 1
    stage.connect(ben, cleo)
    stage.run(5)
    assert ben.records.held_by(ben.id, made.hash) == 0


def test_a_community_that_we_leave_is_talked_about_no_more() -> None:
    script = Script(Peer("ann"))
    peer = script.peer
    community = peer.records.community(peer.id)
    assert community is not None
    script.learns(CommunityStored(peer.id, replace(community, left=True), NOON))
    assert script.close == Close(Ending.CLOSED_BY_US, detail="a community that we left")


@pytest.mark.parametrize("wire", list(WireVersion))
@pytest.mark.parametrize("opens", [plain, secured], ids=["plain", "secured"])
def test_those_who_are_connected_fetch_that_we_leave_before_the_link_is_closed(
    wire: WireVersion, opens: Open
) -> None:
    ann = Peer("ann", wire, records=StoredCable())
    ben = Peer("ben", wire, records=StoredCable())
    stage = Stage(opens=opens)
    pair = stage.connect(ann, ben)
    stage.run(2)
    community = ann.records.community(ann.id)
    assert community is not None
    farewell = ann.makes(posts.Leave(HALL), stage.now)
    stage.store(
        ann,
        PostsStored(ann.id, (farewell,), stage.now),
        ChannelKept(ann.id, HALL, joined=False, at=stage.now),
        CommunityStored(ann.id, replace(community, left=True), stage.now),
    )
    late = stage.say(ben, "who is still there?")
    stage.run(FAREWELL_SECONDS - 1)
    was_open = pair[0].close is None
    stage.run(2)
    assert was_open
    assert pair[0].close == Close(Ending.CLOSED_BY_US, detail="a community that we left")
    assert farewell.hash in ben.held
    assert late.hash not in ann.held


def test_of_a_community_that_was_erased_nobody_is_told_anything_more() -> None:
    """Though that we leave was stored just before: who is to fetch it would be given nothing."""
    script = Script(Peer("ann", records=StoredCable()))
    farewell = script.peer.makes(posts.Leave(HALL), script.now)
    stored = PostsStored(script.peer.id, (farewell,), script.now)
    script.learns(stored, CommunityErased(script.peer.id))
    assert script.ending() is Ending.CLOSED_BY_US


def test_somebody_elses_records_are_not_ours() -> None:
    script = Script(Peer("ann"))
    other = Peer("ann", key=hash32(b"another key"))
    said = script.machine.notice([ChannelKept(other.id, "there", joined=True, at=NOON)], NOON)
    assert said == []
    held = HeldByPeer(other.id, PeerId(hash32(b"peer")), (), NOON)
    assert script.machine.notice([held], NOON) == []


@pytest.mark.parametrize("wire", [WireVersion.M, WireVersion.DRAFT_8])
def test_of_every_channel_that_is_known_it_is_asked_what_moderates_it(wire: WireVersion) -> None:
    """Also of those that we are not in: they are in the list, until a moderator takes them out."""
    script = Script(Peer("ann", wire))
    (request,) = asked(script, packets.ModerationState)
    assert isinstance(request, packets.ModerationState)
    assert request.channels == (HALL,)
    said = script.learns(ChannelsHeard(script.peer.id, ("garden",), NOON))
    (again,) = [one for one in said if isinstance(one, packets.ModerationState)]
    assert set(again.channels) == {HALL, "garden"}
    assert script.learns(ChannelsHeard(script.peer.id, ("garden",), NOON)) == []


def test_what_was_held_off_and_may_come_again_is_asked_for_once_more() -> None:
    script, ben = Script(Peer("ann")), Peer("ben")
    before = range_of(script.asked)
    script.peer.records._kept[script.peer.id].times_anew += 1
    made = ben.makes(posts.Text(HALL, "anything"), NOON)
    said = script.learns(PostsStored(script.peer.id, (made,), NOON))
    again = range_of(said)
    assert again.channel == before.channel
    assert packets.Cancel(before.id, 0, before.id) in said
    later = range_of(script.waits(2 * RENEWAL_SECONDS))
    assert later.id != again.id
