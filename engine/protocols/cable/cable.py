"""cable as the runtime sees it: connections for peers, and commands of our own user. Pure."""

from __future__ import annotations

from engine.crypto.entropy import Entropy
from engine.model.commands import Command
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.cable.commands.keeping import Keeping
from engine.protocols.cable.commands.moderating import Moderating
from engine.protocols.cable.commands.moderating_posts import ModeratingPosts
from engine.protocols.cable.commands.own import OwnCommunities
from engine.protocols.cable.commands.speaking import Speaking
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.own_records import OwnRecords, Tidied
from engine.protocols.contract import Connection, Effect, Performer, Role, Store, WakeAt
from engine.protocols.spaces import SpaceNames

TIDY_SECONDS = 60.0  # ours: between two looks at what its authors want to be gone by now
GOING_ON_SECONDS = 0.05  # ours: where there is more of it than goes at one time


class Cable:
    """Implements ``WireProtocol``: plain frames, as published programs speak them over TCP."""

    __slots__ = ("_connecting", "_performers", "_records")

    def __init__(
        self,
        *,
        records: OwnRecords,
        names: SpaceNames,
        entropy: Entropy,
        connecting: Connecting,
    ) -> None:
        """``names``: of all the profile's spaces. ``connecting`` is shared with ``CableNoise``."""
        own = OwnCommunities(records, names)
        performers: tuple[Performer, ...] = (
            Keeping(own, entropy),
            Speaking(own),
            Moderating(own),
            ModeratingPosts(own),
        )
        self._performers = {kind: one for one in performers for kind in one.performs}
        self._records = records
        self._connecting = connecting

    @property
    def name(self) -> ProtocolName:
        """See ``WireProtocol``."""
        return ProtocolName.CABLE

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset(self._performers)

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        return self._performers[type(command)].perform(command, now)

    def connect(self, connection: ConnectionId, role: Role) -> Connection:
        """See ``WireProtocol``."""
        return self._connecting.plain(connection, role)

    def wake(self, now: float) -> list[Effect]:
        """See ``WireProtocol``. A part of what has to go by itself goes."""
        due = [
            one.id for one in self._records.communities() if self._records.is_untidy(one.id, now)
        ]
        tidied: list[Effect] = [Store(Tidied(community, now)) for community in due]
        return [*tidied, WakeAt(now + (GOING_ON_SECONDS if due else TIDY_SECONDS))]


class CableNoise:
    """Implements ``WireProtocol``: the same inside the published handshake. Performs nothing."""

    __slots__ = ("_connecting",)

    def __init__(self, connecting: Connecting) -> None:
        """Shares ``connecting`` with ``Cable``."""
        self._connecting = connecting

    @property
    def name(self) -> ProtocolName:
        """See ``WireProtocol``."""
        return ProtocolName.CABLE_NOISE

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset()

    def perform(self, command: Command[object], now: float) -> list[Effect]:  # noqa: ARG002 - as all have it
        """See ``Performer``."""
        raise TypeError(command)

    def connect(self, connection: ConnectionId, role: Role) -> Connection:
        """See ``WireProtocol``."""
        return self._connecting.secured(connection, role)

    def wake(self, now: float) -> list[Effect]:  # noqa: ARG002 - as all have it
        """See ``WireProtocol``."""
        return []
