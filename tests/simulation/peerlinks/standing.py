"""Where a post would stand that somebody wrote now, once all is quiet."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Refused
from engine.model.events import Event
from engine.model.ids import PostId
from engine.protocols.peerlinks.graph.posting import compose_message
from engine.protocols.peerlinks.graph.ripeness import ripe_at
from engine.protocols.peerlinks.records import Channel
from engine.protocols.peerlinks.trust.rights import right_now
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.peerlinks.people import Circle, Person
from tests.simulation.peerlinks.program import repository_of

_FIRST = (0, PostId(bytes(32)))
_ALL = 1 << 30


@dataclass(slots=True)
class WhoPostsStandsLast:
    """A post comes after all that others accept by now, whatever others have planted."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``. Nothing of it is kept."""
        for person in self.circle.people:
            for channel in repository_of(person.computer).channels():
                if not channel.left:
                    self._demand(person, channel)

    def _demand(self, person: Person, channel: Channel) -> None:
        records, now = repository_of(person.computer), person.computer.clock.now()
        right = right_now(records, channel, now)
        if right is None:
            return
        try:
            post, _, _ = compose_message(records, channel.id, right.chain, right.key_pair, "1", now)
        except Refused:
            return  # its right is about to end, or there is nothing yet
        held = [one.hash for one in records.page_from(channel.id, _FIRST, _ALL)]
        places = records.places(channel.id, held)
        ripe = [place.height for place in places if ripe_at(place.timestamp) <= now]
        highest = max(ripe, default=0)
        if post.height <= highest:
            detail = f"{person.name} at {post.height}, in {channel.id.hex()[:8]} there is {highest}"
            raise LawBroken("who posts at rest stands last", detail)
        self.circle.world.count("posts that would stand last")
