"""What feeds promise inside the tidings port, where a peer is who it says."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.events import Event
from engine.model.ids import ProtocolName
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.feeds.laws import pairs
from tests.simulation.feeds.people import Circle
from tests.simulation.feeds.program import feeds_of


@dataclass(slots=True)
class SharedFeedsAreSpokenOf:
    """At rest two who meet talk about each feed that both follow, and about no other."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        spoken = {(one.here.name, one.there.name, one.feed.space) for one in pairs(self.circle)}
        for one in self.circle.people:
            for other in self.circle.people:
                if one is not other and _meet(one.computer, other.computer):
                    for space in _common(one.computer, other.computer):
                        if (one.name, other.name, space) not in spoken:
                            detail = f"{one.name} and {other.name}: {space.hex()[:8]}"
                            raise LawBroken("what both follow is spoken of", detail)
                        self.circle.world.count("feeds spoken of in the port")


@dataclass(slots=True)
class AuthorsAreKnown:
    """At rest whoever talks to an author's device knows it; nobody else is taken for one."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for pair in pairs(self.circle):
            is_author = pair.their_feed.own and pair.feed.signed
            seen = pair.lane.author.seen_as
            if (seen is not None) != is_author:
                detail = f"{pair.here.name} of {pair.there.name}: {pair.feed.space.hex()[:8]}"
                raise LawBroken("authors are known, and nobody else is taken for one", detail)
            self.circle.world.count("authors known at rest", int(is_author))


def _common(one: Computer, other: Computer) -> list[bytes]:
    theirs = {feed.space for feed in feeds_of(other).feeds()}  # for membership only
    both = [feed.space for feed in feeds_of(one).feeds() if feed.space in theirs]
    return list(both)


def _meet(one: Computer, other: Computer) -> bool:
    """Whether a meeting of the two runs, as both see it."""
    return _has_met(one, other) and _has_met(other, one)


def _has_met(one: Computer, other: Computer) -> bool:
    if one.node is None or other.parts is None:
        return False
    return any(
        conversation.peer_id == other.parts.peer_id and not conversation.further
        for conversation in one.node._work.conversations
        if conversation.protocol is ProtocolName.TIDINGS
    )
