"""A peer that has shown what it shares is told of no other channel (protocols/tidings.md 1)."""

from __future__ import annotations

from engine.model.ids import SpaceId
from engine.protocols.contract import Role
from engine.protocols.peerlinks.packets import Notification
from engine.protocols.peerlinks.records import Channel, MemberSeen
from tests.conversations.peerlinks.asking import ALL, DAY, MEMBER, OUTSIDER, membership
from tests.conversations.play import End, Person, Play
from tests.conversations.scenes import creates_channel, hashes, lets_in, owner, posts
from tests.conversations.scripted import ScriptedPeer


def scoped(play: Play, a: Person, b: Person, *shared: SpaceId) -> tuple[End, End]:
    """Connected, each having shown that it shares these channels."""
    ends = play.open(a, Role.DIALLER), play.open(b)
    for end in ends:
        end.machine = end.person.protocol.connect(end.id, Role.DIALLER, lambda one: one in shared)
    ends[0].other, ends[1].other = ends[1], ends[0]
    for end in ends:
        play.start(end)
    play.run()
    return ends


def named(end: End, channel: Channel) -> bool:
    return b"".join(end.sent).find(channel.id) >= 0


def test_a_channel_that_the_peer_does_not_share_is_never_named() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    kitchen = creates_channel(ann, "kitchen")
    ben = play.person("ben")
    lets_in(ann, garden.id, ben)
    posts(ann, garden.id, "hello")
    end, _ = scoped(play, ann, ben, garden.id)
    posts(ann, kitchen.id, "for others")
    play.pass_time(1.0)
    assert named(end, garden)
    assert not named(end, kitchen)
    assert hashes(ann, garden.id) == hashes(ben, garden.id)


def test_a_channel_joined_by_way_of_another_peer_is_not_named_either() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    ben = play.person("ben")
    lets_in(ann, garden.id, ben)
    end, _ = scoped(play, ann, ben, garden.id)
    attic = creates_channel(ann, "attic")
    play.pass_time(1.0)
    assert not named(end, attic)


def test_what_the_peer_names_itself_is_asked_for_and_told_of() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    ben = play.person("ben")
    lets_in(ann, garden.id, ben)
    ends = play.open(ann, Role.DIALLER), play.open(ben)
    ends[0].machine = ann.protocol.connect(ends[0].id, Role.DIALLER, lambda _: False)
    ends[0].other, ends[1].other = ends[1], ends[0]
    for end in ends:
        play.start(end)
    play.run()
    posts(ann, garden.id, "news")
    play.pass_time(1.0)
    posts(ben, garden.id, "an answer")
    play.pass_time(1.0)
    assert hashes(ann, garden.id) == hashes(ben, garden.id)
    assert len(hashes(ann, garden.id)) == 3


def test_without_such_knowledge_every_channel_is_asked_for_as_the_document_has_it() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    kitchen = creates_channel(ann, "kitchen")
    end, _ = play.connect(ann, play.person("ben"))
    assert named(end, garden)
    assert named(end, kitchen)


# ---- who takes part -----------------------------------------------------------------------------


def test_of_two_that_have_asked_each_other_both_know_that_the_other_takes_part() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    ben = play.person("ben")
    lets_in(ann, garden.id, ben)
    end, _ = scoped(play, ann, ben, garden.id)
    assert ann.protocol.takes_part(garden.id, ben.peer_id, play.now)
    assert ben.protocol.takes_part(garden.id, ann.peer_id, play.now)
    assert not ann.protocol.takes_part(garden.id, ben.peer_id, play.now + 365 * DAY)
    play.hang_up(end)
    play.run()
    assert not ann.protocol.takes_part(garden.id, ben.peer_id, play.now)


def test_that_the_owner_is_there_is_stored_for_whoever_waits_to_know_it() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    ben = play.person("ben")
    lets_in(ann, garden.id, ben)
    scoped(play, ann, ben, garden.id)
    assert MemberSeen(garden.id, ()) in ben.stored
    assert all(key != garden.public_key for _, key in ben.records.members)


def listed_by(play: Play, ann: Person) -> ScriptedPeer:
    """Inside the port, a peer that lists all that Ann has."""
    return ScriptedPeer(play, ann, shares=lambda _: True).greets()


def test_who_only_lists_a_channel_neither_takes_part_nor_hears_of_news() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    peer = listed_by(play, ann)
    posts(ann, garden.id, "news")
    play.pass_time(1.0)
    assert peer.said(Notification) == []
    assert not ann.protocol.takes_part(garden.id, peer.peer_id, play.now)


def test_who_has_the_key_and_no_right_hears_of_news_and_takes_no_part() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    peer = listed_by(play, ann)
    assert peer.asks(garden, ALL, OUTSIDER.secret_key) is None
    posts(ann, garden.id, "news")
    play.pass_time(1.0)
    assert peer.said(Notification) == [Notification(garden.id)]
    assert not ann.protocol.takes_part(garden.id, peer.peer_id, play.now)


def test_a_member_takes_part_from_its_first_question_on() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    peer = listed_by(play, ann)
    peer.asks(garden, ALL, MEMBER.secret_key, membership(garden))
    assert ann.protocol.takes_part(garden.id, peer.peer_id, play.now)
    assert not ann.protocol.takes_part(garden.id, peer.peer_id, play.now + DAY)


def test_a_peer_id_that_is_merely_said_takes_part_in_nothing() -> None:
    play = Play()
    ann, garden = owner(play, "ann")
    peer = ScriptedPeer(play, ann).greets()
    peer.asks(garden, ALL, MEMBER.secret_key, membership(garden))
    assert not ann.protocol.takes_part(garden.id, peer.peer_id, play.now)


def test_in_a_public_channel_everybody_takes_part() -> None:
    play = Play()
    ann, _ = owner(play, "ann")
    square = creates_channel(ann, "square", public=True)
    assert ann.protocol.takes_part(square.id, play.person("ben").peer_id, play.now)
    assert not ann.protocol.takes_part(SpaceId(bytes(32)), ann.peer_id, play.now)
