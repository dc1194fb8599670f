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
    owner,
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
