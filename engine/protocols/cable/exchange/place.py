"""Whose conversation it is: the community, the connection, and who is at its other end. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.ids import CommunityId, ConnectionId, PeerId, PublicKey
from engine.protocols.cable.exchange.circle import Circle
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.records import Community, Records
from engine.protocols.cable.wire.version import VERSIONS, Version


@dataclass(slots=True)
class Place:
    """Known to all parts of one conversation.

    ``static``: the key that the peer has proven to hold (None: no handshake did). ``author``: whose
    that is, as far as we know yet.
    """

    surroundings: Surroundings
    community: Community
    connection: ConnectionId
    peer: PeerId
    static: bytes | None = None
    author: PublicKey | None = None

    @property
    def id(self) -> CommunityId:
        """The community's."""
        return self.community.id

    @property
    def version(self) -> Version:
        """How everything is written here."""
        return VERSIONS[self.community.wire]

    @property
    def records(self) -> Records:
        """What is stored."""
        return self.surroundings.records

    @property
    def circle(self) -> Circle:
        """What this connection shares with the others of its community."""
        return self.surroundings.circle(self.id)

    @property
    def own(self) -> PublicKey:
        """Our author's key here."""
        return PublicKey(self.community.own.public_key)

    @property
    def passes_on(self) -> bool:
        """Whether requests are passed on here at all."""
        return self.version.has_ttl and self.surroundings.settings.passes_on

    @property
    def ttl(self) -> int:
        """How far our own requests go."""
        return self.surroundings.settings.ttl if self.version.has_ttl else 0

    def cancel_number(self, cancelled: RequestNumber) -> RequestNumber:
        """The number of a Cancel of that request: in versions M and D8 one of its own."""
        return cancelled if self.version.cancels_by_own_id else self.draw()

    def draw(self) -> RequestNumber:
        """A number for a new request of ours."""
        return RequestNumber(self.surroundings.entropy(self.version.request_id_bytes))

    def moment(self, seconds: float) -> int:
        """Unix seconds in the units of the version; never below 0."""
        return max(0, int(seconds * self.version.units_a_second))
