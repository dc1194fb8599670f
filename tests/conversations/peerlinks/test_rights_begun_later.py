"""A right that was taken by a clock ahead does not hold yet once that is set back: it will."""

from __future__ import annotations

from engine.model.commands import LeaveSpace
from tests.conversations.play import Person, Play
from tests.conversations.scenes import hashes, lets_in, owner, posts

AHEAD_SECONDS = 420.0
BEGINS_IN_SECONDS = 300.0  # since a link is dated back by two minutes


def _let_in_by_clocks_ahead(play: Play) -> tuple[Person, Person]:
    """Ada has let Ben in while the clocks of both were ahead; now they are right."""
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    play.now += AHEAD_SECONDS
    lets_in(ada, channel.id, ben)
    play.now -= AHEAD_SECONDS
    return ada, ben


def test_whoever_has_a_right_that_begins_later_asks_as_soon_as_it_does() -> None:
    play = Play()
    ada, ben = _let_in_by_clocks_ahead(play)
    space = ada.records.channels()[0].id
    ends = play.connect(ada, ben)
    play.pass_time(BEGINS_IN_SECONDS - 1.0)
    assert hashes(ben, space) == []
    play.pass_time(2.0)
    assert hashes(ben, space) == hashes(ada, space)
    assert all(end.ready for end in ends)


def test_news_that_come_before_a_right_begins_are_asked_for_as_soon_as_it_does() -> None:
    play = Play()
    ada, ben = _let_in_by_clocks_ahead(play)
    space = ada.records.channels()[0].id
    play.connect(ada, ben)
    play.pass_time(10.0)
    news = posts(ada, space, "news")
    play.pass_time(BEGINS_IN_SECONDS - 11.0)
    assert hashes(ben, space) == []
    play.pass_time(2.0)
    assert news in hashes(ben, space)


def test_who_left_before_their_right_began_does_not_ask_when_it_does() -> None:
    play = Play()
    ada, ben = _let_in_by_clocks_ahead(play)
    space = ada.records.channels()[0].id
    play.connect(ada, ben)
    ben.does(LeaveSpace(space))
    play.pass_time(BEGINS_IN_SECONDS + 1.0)
    assert hashes(ben, space) == []
