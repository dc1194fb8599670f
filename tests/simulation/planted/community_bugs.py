"""Bugs of communities: what is stored, named or asked for without the look that it needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.answering.answering import Answering
from engine.protocols.cable.exchange.answering.passing import Passing
from engine.protocols.cable.exchange.asking import subscriptions
from engine.protocols.cable.exchange.asking.acceptance import Acceptance, Piece
from engine.protocols.cable.exchange.asking.fetching import Fetching
from engine.protocols.cable.exchange.asking.subscriptions import Subscriptions
from engine.protocols.cable.exchange.budget import Recently
from engine.protocols.cable.exchange.circle import Circle
from engine.protocols.cable.exchange.doing import Doing
from engine.protocols.cable.limits import BARREN_SECONDS
from engine.protocols.cable.packets import UNLIMITED
from engine.protocols.cable.posts import Post
from engine.protocols.cable.wire.posts import read_post
from engine.protocols.contract import Effect
from tests.simulation.planted.bugs import sent_before_it_is_stored
from tests.simulation.planted.declared import bug

HONEST = "communities"
SOON_SECONDS = 1.0


@bug(HONEST)
def posts_are_named_before_they_are_stored(patch: pytest.MonkeyPatch) -> None:
    """Hashes and posts leave before the commit."""
    sent_before_it_is_stored(patch)


@bug("communityliars-C-2", first=3)
def posts_are_kept_whoever_signed_them(patch: pytest.MonkeyPatch) -> None:
    """Their signatures are not looked at."""

    def verified(self: Acceptance, pieces: Sequence[Piece]) -> list[Post]:
        return [read_post(self._place.version, piece.data)[0] for piece in pieces]

    patch.setattr(Acceptance, "_verified", verified)


@bug(HONEST)
def what_was_posted_while_apart_is_never_asked_for(patch: pytest.MonkeyPatch) -> None:
    """Channels are asked for from now on."""

    def ask_for_posts(self: Subscriptions, channel: str, now: float) -> Doing:
        number = self._draw(packets.TimeRange, now)
        since = self._place.moment(now)
        request = packets.TimeRange(number, self._place.ttl, channel, since, 0, UNLIMITED)
        return self._opened(request, channel, UNLIMITED)

    patch.setattr(Subscriptions, "_ask_for_posts", ask_for_posts)


@bug(HONEST)
def only_our_own_posts_are_told_live(patch: pytest.MonkeyPatch) -> None:
    """Whoever stands further down the line hears of the others' at the next connection."""

    tell = Answering.news

    def news(
        self: Answering, posts: Sequence[Post], _deleted: Mapping[PostId, str], theirs: Recently
    ) -> list[Doing]:
        own = [post for post in posts if post.author == self._place.own]
        return tell(self, own, {}, theirs)

    patch.setattr(Answering, "news", news)


@bug(HONEST)
def what_an_ended_connection_asked_for_stays_claimed(patch: pytest.MonkeyPatch) -> None:
    """Nobody else is asked for it any more."""

    def fail(_self: Circle, _hashes: Iterable[PostId], _by: ConnectionId) -> list[Effect]:
        return []

    patch.setattr(Circle, "fail", fail)


@bug("communityliars-C-1", first=29)
def a_request_that_goes_on_is_forgotten_and_goes_round_again(patch: pytest.MonkeyPatch) -> None:
    """Only what was asked lately is known to be a loop."""

    def pass_on_to_newcomers(self: Passing, now: float) -> list[Effect]:
        return [effect for key in list(self._live) for effect in self._pass_on_live(key, now)]

    patch.setattr(Passing, "pass_on_to_newcomers", pass_on_to_newcomers)


@bug("communityliars-C-2")
def names_that_come_late_are_taken_for_posts_that_nobody_asked_for(
    patch: pytest.MonkeyPatch,
) -> None:
    """In version S, where both come by one message, and an answer is waited for for a second."""
    patch.setattr(subscriptions, "ANSWER_SECONDS", SOON_SECONDS)
    patch.setattr(subscriptions, "LIST_SECONDS", SOON_SECONDS)
    patch.setattr(Subscriptions, "was_list", Subscriptions.is_list)


@bug("communityliars-C-3", first=9)
def a_relays_own_posts_wait_behind_all_that_others_made_up(patch: pytest.MonkeyPatch) -> None:
    """What was named before a pause is asked for after it, in the order in which it came."""

    def pause(self: Fetching, now: float) -> None:
        self._barren, self._pauses_until, self._probes = 0, now + BARREN_SECONDS, True

    patch.setattr(Fetching, "_pause", pause)
