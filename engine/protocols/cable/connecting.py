"""Connections about communities, by the way in which they were opened (protocols/cable.md 9). Pure.

- Plain (``cable``): nothing on the wire names the community, and the same channel names are in
  all of them. So it must be clear beforehand: the only one that speaks version M, or, where none
  does, the only one there is. Otherwise nothing is said: posts of one community are not for the
  people of another.
- Secured (``cable+noise``): who is dialled finds the community by its key; who dials takes them
  in turn, since an address does not say which it is for.
- Inside the tidings port the space is named, and the handshake runs as well: it proves the key.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, ConnectionId, PeerId, SpaceId
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.exchange.plain import PlainConnection
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.records import Community
from engine.protocols.cable.secured.connection import Line, SecuredConnection
from engine.protocols.contract import Close, Connection, Ending, Role
from engine.protocols.nothing import Nothing

_PEER_ID_BYTES = 32


class Connecting:
    """Makes the machines of connections, not started."""

    __slots__ = ("_next", "_surroundings")

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._next = 0

    def plain(self, connection: ConnectionId, role: Role) -> Connection:  # noqa: ARG002 - as all have it
        """A bare ``cable`` connection: both sides say the same."""
        speaking = self._taking_part()
        living = [one for one in speaking if one.wire is WireVersion.M]
        meant = living or speaking
        if len(meant) != 1:
            return Nothing(Close(Ending.COMMUNITY_UNCLEAR if meant else Ending.NO_COMMUNITY))
        peer = PeerId(self._surroundings.entropy(_PEER_ID_BYTES))
        return PlainConnection(Place(self._surroundings, meant[0], connection, peer))

    def secured(self, connection: ConnectionId, role: Role) -> Connection:
        """A bare ``cable+noise`` connection."""
        speaking = self._taking_part()
        if not speaking:
            return Nothing(Close(Ending.NO_COMMUNITY))
        if role is Role.DIALLER:
            self._next += 1
            speaking = [speaking[self._next % len(speaking)]]
        return SecuredConnection(self._surroundings, Line(connection, role, is_bare=True), speaking)

    def inside(self, connection: ConnectionId, role: Role, space: SpaceId | None) -> Connection:
        """Inside the tidings port, about the community of that id."""
        named = None if space is None else CommunityId(space)
        community = None if named is None else self._surroundings.records.community(named)
        if community is None or community.left:
            return Nothing(Close(Ending.CLOSED_BY_US, detail="no community"))
        line = Line(connection, role, is_bare=False)
        return SecuredConnection(self._surroundings, line, [community])

    def _taking_part(self) -> Sequence[Community]:
        return [one for one in self._surroundings.records.communities() if not one.left]
