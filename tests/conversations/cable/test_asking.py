"""What we ask of a peer, and what becomes of its answers (protocols/cable.md 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import ConnectionId, PeerId, PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.limits import (
    ANSWER_SECONDS,
    BARREN_MAX,
    BARREN_SECONDS,
    BATCH_HASHES,
    BATCH_HASHES_FIRST,
    BATCHES_IN_FLIGHT,
    ELSEWHERE_SECONDS,
    FUTURE_SECONDS,
    LIST_SECONDS,
    OWN_TTL,
    PIECE_POSTS,
    RENEWAL_SECONDS,
)
from engine.protocols.cable.packets import UNLIMITED, RequestNumber
from engine.protocols.cable.records import (
    ChannelKept,
    ChannelsHeard,
    CommunityStored,
    HeldByPeer,
    PostsRefused,
    PostsStored,
    Reason,
)
from engine.protocols.contract import Close, Ending, Record
from tests.conversations.cable.stage import HALL, NOON, Peer, Script, Stage

VERSION_S = WireVersion.S
ALL = pytest.mark.parametrize("wire", list(WireVersion))


def asked(script: Script, kind: type[packets.Packet]) -> list[packets.Packet]:
    return [one for one in script.asked if isinstance(one, kind)]


def range_of(said: Sequence[packets.Packet]) -> packets.TimeRange:
    return next(one for one in said if isinstance(one, packets.TimeRange))


def by_hash(said: Sequence[packets.Packet]) -> list[packets.RequestByHash]:
    return [one for one in said if isinstance(one, packets.RequestByHash)]


def texts(author: Peer, count: int, *, start: int = 0) -> list[posts.Post]:
    return [
        author.makes(posts.Text(HALL, f"text {one}"), NOON - 10_000 + one)
        for one in range(start, start + count)
    ]


def stored_hashes(records: Sequence[Record]) -> list[PostId]:
    return [
        post.hash for record in records if isinstance(record, PostsStored) for post in record.posts
    ]


class Answered:
    """One of ours, and somebody who answers it by hand."""

    def __init__(self, wire: WireVersion = VERSION_S) -> None:
        self.ben = Peer("ben", wire)
        self.script = Script(Peer("ann", wire))

    def names(self, made: Sequence[posts.Post]) -> list[packets.RequestByHash]:
        """Ben names these; what we ask for."""
        number = range_of(self.script.asked).id
        hashes = tuple(one.hash for one in made)
        return by_hash(self.script.hears(packets.HashResponse(number, hashes)))

    def gives(
        self, request: packets.RequestByHash, made: Sequence[posts.Post], *, ends: bool = True
    ) -> list[packets.RequestByHash]:
        """He gives those of ``made`` that were asked for; what we ask for next."""
        found = {post.hash: post.encoded for post in made}
        data = tuple(found[one] for one in request.hashes if one in found)
        said = by_hash(self.script.hears(packets.DataResponse(request.id, data)))
        if ends:
            said += by_hash(self.script.hears(packets.DataResponse(request.id, ())))
        return said


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


def test_names_are_asked_for_daily_and_kept_as_far_as_they_are_names() -> None:
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


def test_a_list_that_nobody_answers_is_given_up() -> None:
    script = Script(Peer("ann"))
    (one,) = asked(script, packets.ChannelList)
    assert isinstance(one, packets.ChannelList)
    script.waits(ANSWER_SECONDS + 1)
    script.hears(packets.DataResponse(one.id, (b"too late",)))
    assert script.stored == []
    assert script.close is None


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


# ---- posts by their hashes ----------------------------------------------------------------------


@ALL
def test_what_is_named_is_asked_for_of_who_named_it_first_a_few(wire: WireVersion) -> None:
    answered = Answered(wire)
    made = texts(answered.ben, 2_000)
    requests = answered.names(made[:1_000]) + answered.names(made[1_000:])
    assert len(requests) == BATCHES_IN_FLIGHT
    sizes = [len(one.hashes) for one in requests]
    assert sizes[0] == BATCH_HASHES_FIRST
    assert sizes == sorted(sizes)
    assert max(sizes) <= BATCH_HASHES
    named = [one.hash for one in made]
    asked_for = [hashed for one in requests for hashed in one.hashes]
    assert asked_for == named[: len(asked_for)]
    while requests:
        requests += answered.gives(requests.pop(0), made)
        assert all(len(one.hashes) <= BATCH_HASHES for one in requests)
    assert answered.script.peer.held == frozenset(named)
    stored = [one for one in answered.script.stored if isinstance(one, PostsStored)]
    assert all(len(one.posts) <= PIECE_POSTS for one in stored)


def test_what_is_known_or_being_asked_for_is_not_asked_for_again() -> None:
    answered = Answered()
    made = texts(answered.ben, 3)
    answered.script.peer.holds(made[0])
    (request,) = answered.names(made)
    assert request.hashes == (made[1].hash, made[2].hash)
    assert answered.names(made) == []
    answered.gives(request, made)
    assert answered.names(made) == []


def test_hashes_without_a_request_are_not_looked_at() -> None:
    answered = Answered()
    made = texts(answered.ben, 1)
    strange = packets.HashResponse(RequestNumber(b"????"), (made[0].hash,))
    assert answered.script.hears(strange) == []


def test_data_is_stored_only_if_it_was_asked_for_by_its_hash() -> None:
    answered = Answered()
    made = texts(answered.ben, 2)
    (request,) = answered.names(made[:1])
    both = tuple(post.encoded for post in made)
    answered.script.hears(packets.DataResponse(request.id, both))
    assert answered.script.peer.held == {made[0].hash}


def test_a_post_that_its_author_did_not_sign_is_not_stored_nor_asked_for_again() -> None:
    answered = Answered()
    (made,) = texts(answered.ben, 1)
    forged = made.encoded[:-1] + bytes([made.encoded[-1] ^ 1])
    hashed = PostId(hash32(forged))
    number = range_of(answered.script.asked).id
    (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (hashed,))))
    answered.script.hears(packets.DataResponse(request.id, (forged,)))
    assert answered.script.stored == []
    assert by_hash(answered.script.hears(packets.HashResponse(number, (hashed,)))) == []
    assert answered.script.close is None


def test_a_post_of_an_unknown_type_is_remembered_and_not_asked_for_again() -> None:
    answered = Answered()
    signed = bytes(32) + bytes([40]) + b"of a later time"
    ben = answered.ben.keys
    encoded = ben.public_key + ed25519.sign(signed, ben.secret_key) + signed
    hashed = PostId(hash32(encoded))
    number = range_of(answered.script.asked).id
    (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (hashed,))))
    answered.script.hears(packets.DataResponse(request.id, (encoded,)))
    (record,) = answered.script.stored
    assert isinstance(record, PostsRefused)
    assert [(one.hash, one.why) for one in record.refused] == [(hashed, Reason.UNKNOWN_TYPE)]
    assert by_hash(answered.script.hears(packets.HashResponse(number, (hashed,)))) == []
    given = answered.script.hears(packets.RequestByHash(RequestNumber(b"give"), 0, (hashed,)))
    assert given == [packets.DataResponse(RequestNumber(b"give"), ())]


@ALL
def test_a_post_of_next_week_is_not_taken_and_one_of_this_week_is(wire: WireVersion) -> None:
    answered = Answered(wire)
    units = 1 if wire is VERSION_S else 1_000
    early = answered.ben.makes(posts.Text(HALL, "in a week"), NOON + FUTURE_SECONDS)
    just = answered.ben.makes(posts.Text(HALL, "soon"), NOON + FUTURE_SECONDS - 1 / units)
    (request,) = answered.names([early, just])
    answered.gives(request, [early, just])
    assert answered.script.peer.held == {just.hash}


def test_posts_by_somebody_whom_we_block_are_fetched_once_and_refused() -> None:
    answered = Answered()
    peer = answered.script.peer
    blocks = f'{{"{answered.ben.author.hex()}":{{}}}}'
    answered.script.posts(posts.Info((("blocks", blocks),)))
    made = texts(answered.ben, 2)
    (request,) = answered.names(made)
    answered.gives(request, made)
    assert not peer.held & {post.hash for post in made}
    assert set(peer.records.refused(peer.id).values()) == {Reason.BLOCKED}
    assert answered.names(made) == []
    answered.script.now += 1
    answered.script.posts(posts.Info((("blocks", "{}"),)))
    assert len(answered.names(made)) == 1


def test_a_deleted_post_that_comes_later_is_refused() -> None:
    answered = Answered()
    (made,) = texts(answered.ben, 1)
    delete = answered.ben.makes(posts.Delete((made.hash,)))
    (request,) = answered.names([delete])
    answered.gives(request, [delete])
    (request,) = answered.names([made])
    answered.gives(request, [made])
    assert answered.script.peer.held == {delete.hash}
    assert answered.names([made]) == []


def test_max_age_of_its_author_keeps_old_posts_out() -> None:
    answered = Answered()
    age = answered.ben.makes(posts.Info((("max_age", "100"),)))
    old = answered.ben.makes(posts.Text(HALL, "old"), NOON - 101)
    new = answered.ben.makes(posts.Text(HALL, "new"), NOON - 50)
    for made in (age, old, new):
        (request,) = answered.names([made])
        answered.gives(request, [made])
    assert answered.script.peer.held == {age.hash, new.hash}


# ---- what does not come -------------------------------------------------------------------------


def test_where_a_peer_lets_us_wait_another_who_named_it_is_asked() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    silent = Script(ann)
    made = texts(ben, 3)
    hashes = tuple(one.hash for one in made)
    (request,) = by_hash(silent.hears(packets.HashResponse(range_of(silent.asked).id, hashes)))
    other = Script(ann, number=ConnectionId(2))
    named = other.hears(packets.HashResponse(range_of(other.asked).id, hashes))
    assert by_hash(named) == []
    silent.waits(ELSEWHERE_SECONDS)
    (again,) = by_hash(other.waits(ELSEWHERE_SECONDS + 5))
    assert again.hashes == hashes
    other.hears(packets.DataResponse(again.id, tuple(one.encoded for one in made)))
    assert ann.held == frozenset(hashes)
    assert silent.hears(packets.DataResponse(request.id, (made[0].encoded,))) == []


def test_where_a_peer_has_no_more_another_is_asked_at_once() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    made = texts(ben, 3)
    hashes = tuple(one.hash for one in made)
    poor = Script(ann)
    (request,) = by_hash(poor.hears(packets.HashResponse(range_of(poor.asked).id, hashes)))
    rich = Script(ann, number=ConnectionId(2))
    rich.hears(packets.HashResponse(range_of(rich.asked).id, hashes))
    poor.hears(packets.DataResponse(request.id, (made[0].encoded,)))
    poor.hears(packets.DataResponse(request.id, ()))
    (again,) = by_hash(rich.waits(6))
    assert again.hashes == hashes[1:]


def test_where_a_connection_ends_another_is_asked() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    (made,) = texts(ben, 1)
    gone = Script(ann)
    gone.hears(packets.HashResponse(range_of(gone.asked).id, (made.hash,)))
    other = Script(ann, number=ConnectionId(2))
    assert by_hash(other.hears(packets.HashResponse(range_of(other.asked).id, (made.hash,)))) == []
    assert list(gone.machine.receive(b"", gone.now)) == []
    (again,) = by_hash(other.waits(6))
    assert again.hashes == (made.hash,)


def test_who_names_what_does_not_exist_is_left_alone_for_a_while() -> None:
    answered = Answered()
    number = range_of(answered.script.asked).id
    for one in range(BARREN_MAX):
        hashed = PostId(hash32(bytes([one])))
        (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (hashed,))))
        answered.script.hears(packets.DataResponse(request.id, ()))
    (made,) = texts(answered.ben, 1)
    assert answered.names([made]) == []
    assert by_hash(answered.script.waits(BARREN_SECONDS - 1)) == []
    (request,) = by_hash(answered.script.waits(2))
    assert request.hashes == (made.hash,)
    assert answered.gives(request, [made]) == []
    assert answered.script.peer.held == {made.hash}


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


def test_somebody_elses_records_are_not_ours() -> None:
    script = Script(Peer("ann"))
    other = Peer("ann", key=hash32(b"another key"))
    said = script.machine.notice([ChannelKept(other.id, "there", joined=True, at=NOON)], NOON)
    assert said == []
    held = HeldByPeer(other.id, PeerId(hash32(b"peer")), (), NOON)
    assert script.machine.notice([held], NOON) == []
