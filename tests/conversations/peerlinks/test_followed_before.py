"""A channel whose key we took for a public one's before we came in (reliability L-14)."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import (
    ExportIdentity,
    FollowChannel,
    ForgetSpace,
    ImportIdentity,
    LeaveSpace,
)
from engine.protocols.peerlinks.records import Channel
from tests.conversations.play import Person, Play
from tests.conversations.scenes import (
    channel_of,
    creates_channel,
    hashes,
    lets_in,
    owner,
    posts,
)


def channel_of_ada(play: Play, *, public: bool) -> tuple[Person, Channel]:
    ada, _ = owner(play, "ada")
    channel = creates_channel(ada, "club", public=public)
    posts(ada, channel.id, "hello")
    return ada, channel


def follower(play: Play, name: str, channel: Channel) -> Person:
    person = play.person(name)
    person.does(FollowChannel(channel.public_key, ""))
    return person


def meet(one: Person, other: Person) -> None:
    one.play.connect(one, other)
    one.play.pass_time(5.0)
    for end in list(one.ends):
        one.play.hang_up(end)
    one.play.run()


def test_who_followed_a_private_channel_and_is_let_in_gives_it_to_members_alone() -> None:
    play = Play()
    ada, club = channel_of_ada(play, public=False)
    ben, cleo, dora = (follower(play, name, club) for name in ("ben", "cleo", "dora"))
    meet(ada, ben)
    assert not hashes(ben, club.id)
    lets_in(ada, club.id, ben)
    lets_in(ada, club.id, dora)
    meet(ada, ben)
    assert hashes(ben, club.id) == hashes(ada, club.id)
    meet(ben, cleo)
    meet(ben, dora)
    assert not hashes(cleo, club.id)
    assert hashes(dora, club.id) == hashes(ada, club.id)


def test_who_left_it_before_they_were_let_in_does_so_too() -> None:
    play = Play()
    ada, club = channel_of_ada(play, public=False)
    ben = follower(play, "ben", club)
    ben.does(LeaveSpace(club.id))
    lets_in(ada, club.id, ben)
    known = channel_of(ben, club.id)
    assert (known.public, known.left) == (False, False)


def test_a_public_channel_that_was_read_stays_public_for_who_is_let_in() -> None:
    play = Play()
    ada, news = channel_of_ada(play, public=True)
    ben, cleo = follower(play, "ben", news), follower(play, "cleo", news)
    meet(ada, ben)
    lets_in(ada, news.id, ben)
    meet(ben, cleo)
    assert hashes(cleo, news.id) == hashes(ada, news.id)


def test_following_never_opens_a_channel_that_we_are_in() -> None:
    play = Play()
    ada, club = channel_of_ada(play, public=False)
    ben = follower(play, "ben", club)
    lets_in(ada, club.id, ben)
    with pytest.raises(Refused, match=Refusal.SPACE_KNOWN):
        ben.does(FollowChannel(club.public_key, ""))
    assert not channel_of(ben, club.id).public
    ben.does(LeaveSpace(club.id))
    ben.does(FollowChannel(club.public_key, ""))
    assert not channel_of(ben, club.id).public


def test_a_public_channel_taken_for_a_private_one_is_followed_anew_once_it_is_forgotten() -> None:
    play = Play()
    ada, news = channel_of_ada(play, public=True)
    ben = follower(play, "ben", news)  # and reads nothing before he is let in
    lets_in(ada, news.id, ben)
    assert not channel_of(ben, news.id).public
    ben.does(ForgetSpace(news.id))
    ben.does(FollowChannel(news.public_key, ""))
    meet(ada, ben)
    lets_in(ada, news.id, ben)
    assert channel_of(ben, news.id).public
    assert hashes(ben, news.id) == hashes(ada, news.id)


@pytest.mark.parametrize("public", [False, True])
def test_an_identity_brings_what_it_knows_of_a_channel_that_was_only_followed(
    *, public: bool
) -> None:
    play = Play()
    ada, club = channel_of_ada(play, public=public)
    ben = play.person("ben")
    lets_in(ada, club.id, ben)
    for person in (ada, ben):
        expects_public = channel_of(person, club.id).public
        elsewhere = follower(play, f"{person.name} elsewhere", club)
        exported = person.does(ExportIdentity(person.name, "x"))
        elsewhere.does(ImportIdentity(exported, "x"))
        assert channel_of(elsewhere, club.id).public is expects_public
