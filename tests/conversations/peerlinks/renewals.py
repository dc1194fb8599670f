"""Who was let in at noon, and the days that follow."""

from __future__ import annotations

from engine.model.commands import (
    RenewInvite,
)
from engine.model.ids import PublicKey, SpaceId
from engine.model.views import IssuedInviteView
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import Channel
from tests.conversations.play import NOON, Person, Play
from tests.conversations.scenes import (
    identity_of,
    lets_in,
    owned_by,
    owner,
    posts,
)

DAY = 86_400.0
EIGHTY = 80 * DAY
NINETY_NINE = 99 * DAY


def circle(play: Play) -> tuple[Person, Channel, Person]:
    """An owner, the channel, and somebody whom the owner let in at noon."""
    anna, channel = owner(play, "anna")
    ben = play.person("ben")
    lets_in(anna, channel.id, ben)
    return anna, channel, ben


def three(play: Play) -> tuple[Person, Channel, Person, Person]:
    """Anna let Ben in, and Ben let Cleo in, all at noon."""
    anna, channel, ben = circle(play)
    cleo = play.person("cleo")
    owned_by(cleo)
    play.connect(ben, anna)
    posts(ben, channel.id, "here I am")
    lets_in(ben, channel.id, cleo)
    part(play, ben)
    return anna, channel, ben, cleo


def led_elsewhere(play: Play) -> tuple[Channel, Person, Person]:
    """Ben, who let Cleo in, is a member through Dan by now."""
    anna, channel, ben, cleo = three(play)
    dan = play.person("dan")
    lets_in(anna, channel.id, dan)
    play.connect(dan, anna)
    play.pass_time(1.0)
    lets_in(dan, channel.id, ben)
    part(play, dan)
    return channel, ben, cleo


def chain(person: Person, space: SpaceId) -> Chain:
    return person.records.own_chains(space)[0].chain


def asks(inviter: Person) -> list[PublicKey]:
    """Who waits for a fresh link."""
    return [renewal.trustee for renewal in inviter.records.renewals()]


def renews(inviter: Person, space: SpaceId, member: Person) -> IssuedInviteView:
    return inviter.does(RenewInvite(space, identity_of(member).public_key))


def meet_at(play: Play, at: float, *pairs: tuple[Person, Person]) -> None:
    play.now = NOON + at
    for one, other in pairs:
        play.connect(one, other)


def part(play: Play, person: Person) -> None:
    for end in list(person.ends):
        play.hang_up(end)
    play.run()
