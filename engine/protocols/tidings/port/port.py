"""The tidings port as the runtime sees it: a wire protocol that carries the others. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.crypto.blake2b import hash32
from engine.crypto.boxes import BoxKeyPair
from engine.crypto.entropy import Entropy
from engine.model.address import Address
from engine.model.commands import Command
from engine.model.ids import ConnectionId, PeerId, ProtocolName
from engine.protocols.contract import Effect, Role
from engine.protocols.tidings.port.connection import TidingsConnection
from engine.protocols.tidings.port.messages import can_be_told
from engine.protocols.tidings.port.neighbours import Neighbours
from engine.protocols.tidings.port.records import Carried
from engine.protocols.tidings.port.surroundings import PortSurroundings


class TidingsPort:
    """Implements ``WireProtocol``."""

    __slots__ = ("_addresses", "_refuses", "_surroundings")

    def __init__(self, *, static: BoxKeyPair, entropy: Entropy, carried: Sequence[Carried]) -> None:
        """``carried``: what can run inside, in the order in which it is opened."""
        peer_id = PeerId(hash32(static.public_key))
        self._addresses: tuple[Address, ...] = ()
        self._refuses: Callable[[PeerId], bool] = lambda _: False
        self._surroundings = PortSurroundings(
            static=static,
            peer_id=peer_id,
            entropy=entropy,
            carried={one.name: one for one in carried},
            neighbours=Neighbours(peer_id),
            addresses=lambda: self._addresses,
            refuses=self._is_refused,
        )

    @property
    def name(self) -> ProtocolName:
        """See ``WireProtocol``."""
        return ProtocolName.TIDINGS

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``: nothing of its own."""
        return frozenset()

    def reachable_at(self, addresses: Sequence[Address]) -> None:
        """Where our port can be dialled from now on; peers with spaces in common are told.

        Names are left out.
        """
        self._addresses = tuple(filter(can_be_told, addresses))

    def refuse(self, refuses: Callable[[PeerId], bool]) -> None:
        """Whom it is true for is told nothing but that, once its key is proven."""
        self._refuses = refuses

    def _is_refused(self, peer: PeerId) -> bool:
        return self._refuses(peer)

    def perform(self, command: Command[object], now: float) -> list[Effect]:  # noqa: ARG002
        """See ``Performer``."""
        raise TypeError(command)

    def connect(self, connection: ConnectionId, role: Role) -> TidingsConnection:
        """See ``WireProtocol``. What we dial is a meeting."""
        return TidingsConnection(self._surroundings, connection, role)

    def wake(self, now: float) -> list[Effect]:  # noqa: ARG002
        """See ``WireProtocol``: nothing expires."""
        return []
