"""What several share: how something is said there, and whether all of them hold the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.feed_commands import WantFile
from engine.model.ids import SpaceId
from engine.protocols.cable.keys import channel_space
from tests.simulation.comments import laws as of_comments
from tests.simulation.comments import people as comment_people
from tests.simulation.communities import laws as of_communities
from tests.simulation.communities import people as community_people
from tests.simulation.computer import Computer
from tests.simulation.feeds import people as feed_people
from tests.simulation.feeds.folders import Shelf, entries_of
from tests.simulation.feeds.program import feeds_of
from tests.simulation.peerlinks import people as private_people
from tests.simulation.peerlinks.program import repository_of

CHANNEL = "default"
BLOCK_BYTES = 1_000
ALL = 1 << 20


class Place(Protocol):
    """``holders``: all who share it."""

    @property
    def kind(self) -> str: ...
    @property
    def holders(self) -> Sequence[Computer]: ...

    def say(self, dice: random.Random) -> None:
        """By somebody who may."""

    def held(self, by: Computer) -> object:
        """All that was said, in a form that is equal where the same is held."""


def is_even(place: Place) -> bool:
    """Whether all who share it are there, and hold the same."""
    if not all(computer.is_on for computer in place.holders):
        return False
    first, *others = place.holders
    ours = place.held(first)
    return all(place.held(other) == ours for other in others)


@dataclass(frozen=True, slots=True, eq=False)
class Channel:
    """A ``Place``: a private channel."""

    space: SpaceId
    members: Sequence[private_people.Person]
    kind: str = "private channel"

    @property
    def holders(self) -> Sequence[Computer]:
        """See ``Place``."""
        return [member.computer for member in self.members]

    def say(self, dice: random.Random) -> None:
        """See ``Place``."""
        dice.choice(self.members).posts_to(self.space)

    def held(self, by: Computer) -> object:
        """See ``Place``. Whoever has the newest posts has all that they build on."""
        return [leaf.hash for leaf in repository_of(by).leaves(self.space, ALL)]


@dataclass(frozen=True, slots=True, eq=False)
class Community:
    """A ``Place``: a community's first channel."""

    circle: community_people.Circle
    kind: str = "community"

    @property
    def holders(self) -> Sequence[Computer]:
        """See ``Place``."""
        return [person.computer for person in self.circle.people]

    def say(self, dice: random.Random) -> None:
        """See ``Place``."""
        (town,) = self.circle.towns
        dice.choice(self.circle.people).says(channel_space(town.key, CHANNEL))

    def held(self, by: Computer) -> object:
        """See ``Place``."""
        (town,) = self.circle.towns
        return of_communities.texts_in(by, town.id, CHANNEL)


@dataclass(frozen=True, slots=True, eq=False)
class Feed:
    """A ``Place``: a feed, which its author alone can write."""

    space: SpaceId
    author: feed_people.Person
    followers: Sequence[Computer]
    kind: str = "feed"

    @property
    def holders(self) -> Sequence[Computer]:
        """See ``Place``."""
        return [self.author.computer, *self.followers]

    def say(self, dice: random.Random) -> None:
        """See ``Place``."""
        self.author.appends_to(self.space, (dice.randbytes(BLOCK_BYTES),))

    def held(self, by: Computer) -> object:
        """See ``Place``."""
        feed = feeds_of(by).feed(self.space)
        return feed and (feed.length, tuple(feeds_of(by).held(self.space, 0, feed.length)))


@dataclass(frozen=True, slots=True, eq=False)
class Folder:
    """A ``Place``: a shared folder, all of whose files the others want."""

    space: SpaceId
    shelf: Shelf
    owner: feed_people.Person
    others: Sequence[feed_people.Person]
    kind: str = "folder"

    @property
    def holders(self) -> Sequence[Computer]:
        """See ``Place``."""
        return [self.owner.computer, *(other.computer for other in self.others)]

    def say(self, dice: random.Random) -> None:
        """See ``Place``. Its owner has dice of their own; what came before is asked for."""
        self.shelf.puts(self.owner)
        for other in self.others:
            other.does(WantFile(self.space, ""))

    def held(self, by: Computer) -> object:
        """See ``Place``. Which files there are: their contents come when they are asked for."""
        return [(one.path, one.version, one.size) for one in entries_of(by, self.space)]


@dataclass(frozen=True, slots=True, eq=False)
class Comments:
    """A ``Place``: what is said beside a feed."""

    circle: comment_people.Circle
    kind: str = "comments"

    @property
    def holders(self) -> Sequence[Computer]:
        """See ``Place``."""
        return [person.computer for person in self.circle.people]

    def say(self, dice: random.Random) -> None:
        """See ``Place``."""
        (space,) = self.circle.feeds
        dice.choice(self.circle.people).comments(space)

    def held(self, by: Computer) -> object:
        """See ``Place``."""
        (space,) = self.circle.feeds
        return frozenset(of_comments.values(by, space))
