"""A peer that has shown what it shares is told of no other channel (protocols/tidings.md 1)."""

from __future__ import annotations

from engine.model.ids import SpaceId
from engine.protocols.contract import Role
from engine.protocols.peerlinks.records import Channel
from tests.conversations.play import End, Person, Play
from tests.conversations.scenes import creates_channel, hashes, lets_in, owner, posts


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
