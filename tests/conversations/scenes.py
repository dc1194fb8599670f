"""How plays begin: people with identities, a private channel, somebody let in."""

from __future__ import annotations

import json
from typing import TypeVar

from engine.model.commands import (
    AcceptInvite,
    CreateChannel,
    CreateIdentity,
    IssueInvite,
    Post,
    RequestInvite,
)
from engine.model.ids import PostId, SpaceId
from engine.model.queries import OnePost, Space
from engine.model.views import AcceptedInviteView
from engine.protocols.peerlinks.packets import Abbreviated
from engine.protocols.peerlinks.records import Channel, Identity
from tests.conversations.play import Person, Play

Q = TypeVar("Q")

FIRST = (0, PostId(bytes(32)))


def owner(play: Play, name: str) -> tuple[Person, Channel]:
    """Somebody with an identity and its channel."""
    person = play.person(name)
    return person, owned_by(person)


def owned_by(person: Person) -> Channel:
    """Makes an identity of the person's name; gives the channel made with it."""
    space = person.does(CreateIdentity(person.name)).channel
    assert space is not None
    return channel_of(person, space)


def channel_of(person: Person, space: SpaceId) -> Channel:
    """As that person has it."""
    channel = person.records.channel(space)
    assert channel is not None
    return channel


def identity_of(person: Person) -> Identity:
    """The first one."""
    return person.records.identities()[0]


def lets_in(
    inviter: Person, space: SpaceId, guest: Person, *, valid_to: float | None = None
) -> AcceptedInviteView:
    """By pasted texts: no connection is needed."""
    if not guest.records.identities():
        owned_by(guest)
    asked = guest.does(RequestInvite())
    issued = inviter.does(IssueInvite(space, asked.request, guest.name, valid_to))
    return guest.does(AcceptInvite(issued.invite))


def posts(person: Person, space: SpaceId, text: str, identity: str | None = None) -> PostId:
    """A message of that text."""
    return _asked_for(person.does(Post(space, json.dumps({"text": text}), identity)), OnePost).id


def creates_channel(person: Person, name: str, *, public: bool = False) -> Channel:
    """A further channel."""
    meant = _asked_for(person.does(CreateChannel(name, public=public)), Space)
    return channel_of(person, meant.space)


def _asked_for(answer: object, kind: type[Q]) -> Q:
    """The query that stands for the answer of a command."""
    assert isinstance(answer, kind)
    return answer


def posts_many(person: Person, space: SpaceId, count: int, text: str = "number") -> None:
    """That many messages, each on top of the one before, a second apart."""
    for number in range(count):
        person.play.now += 1.0
        posts(person, space, f"{text} {number}")


def timeline(person: Person, space: SpaceId) -> list[Abbreviated]:
    """All that the person holds of the channel, in its order."""
    count = person.records.count(space)
    return list(person.records.page_from(space, FIRST, count + 1))


def hashes(person: Person, space: SpaceId) -> list[PostId]:
    """Their names."""
    return [one.hash for one in timeline(person, space)]
