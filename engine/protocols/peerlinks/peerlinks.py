"""PeerLinks as the runtime sees it: connections for peers, and commands of our own user. Pure."""

from __future__ import annotations

from engine.crypto.ed25519 import VerifyMany, verify_each
from engine.crypto.entropy import Entropy
from engine.crypto.wrap import MODERATE, Cost
from engine.model.commands import Command
from engine.model.ids import ConnectionId, PeerId, ProtocolName, SpaceId
from engine.protocols.contract import Effect, Performer, Role
from engine.protocols.peerlinks.commands.channels import Channels
from engine.protocols.peerlinks.commands.identities import Identities
from engine.protocols.peerlinks.commands.inviting import Inviting
from engine.protocols.peerlinks.commands.renewing import Renewals
from engine.protocols.peerlinks.commands.saying import Saying
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.scope import Scope, Shares, everything
from engine.protocols.peerlinks.conversation.surroundings import (
    USUAL,
    PeerlinksSurroundings,
    Policy,
)
from engine.protocols.peerlinks.graph.acceptance import Acceptance
from engine.protocols.peerlinks.records import Records
from engine.protocols.peerlinks.request_view import Fingerprint
from engine.protocols.peerlinks.trust.chain import VerifiedLinks
from engine.protocols.spaces import SpaceNames


class Peerlinks:
    """Implements ``WireProtocol``."""

    __slots__ = ("_inviting", "_neighbours", "_performers", "_surroundings")

    def __init__(
        self,
        *,
        records: Records,
        names: SpaceNames,
        entropy: Entropy,
        peer_id: PeerId,
        fingerprint: Fingerprint,
        verify_many: VerifyMany = verify_each,
        policy: Policy = USUAL,
        export_cost: Cost = MODERATE,
    ) -> None:
        """``names``: of all the profile's spaces. ``fingerprint``: protocols/tidings.md 2."""
        acceptance = Acceptance(records, verify_many, VerifiedLinks())
        self._surroundings = PeerlinksSurroundings(
            records, names, acceptance, entropy, peer_id, policy
        )
        self._neighbours = Neighbours()
        self._inviting = Inviting(self._surroundings, self._neighbours, fingerprint)
        performers: tuple[Performer, ...] = (
            Identities(self._surroundings, export_cost),
            Channels(self._surroundings),
            Saying(self._surroundings),
            self._inviting,
            Renewals(self._surroundings, self._neighbours),
        )
        self._performers = {kind: one for one in performers for kind in one.performs}

    @property
    def name(self) -> ProtocolName:
        """See ``WireProtocol``."""
        return ProtocolName.PEERLINKS

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset(self._performers)

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        return self._performers[type(command)].perform(command, now)

    def connect(
        self,
        connection: ConnectionId,
        role: Role,  # noqa: ARG002 - who dialled does not matter in this protocol
        shares: Shares = everything,
    ) -> PeerlinksConnection:
        """See ``WireProtocol``. ``shares``: where the peer has shown what it takes part in."""
        return PeerlinksConnection(self._surroundings, self._neighbours, connection, Scope(shares))

    def takes_part(self, space: SpaceId, peer: PeerId, now: float) -> bool:
        """Whether that peer, whose key is proven, may know what is held of that channel: it has
        proven a right there, or the channel is public.
        """
        channel = self._surroundings.records.channel(space)
        if channel is None:
            return False
        return channel.public or self._neighbours.has_right(peer, space, now)

    def wake(self, now: float) -> list[Effect]:
        """See ``WireProtocol``."""
        return self._inviting.wake(now)
