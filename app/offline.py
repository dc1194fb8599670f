"""The network of a command that only reads and writes the profile: it reaches nobody."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import Fault
from engine.model.address import Address
from engine.model.ids import ProtocolName
from engine.runtime.surroundings import Receiver


class Offline:
    """A ``Network`` for commands that only read and write the profile: reaches nobody."""

    def dial(self, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        """Never ends."""

    def listen(
        self,
        protocol: ProtocolName,
        address: Address,
        receiver: Receiver,
        done: Callable[[Address | Fault], None],
    ) -> None:
        """Never ends; commands that listen are given the real network."""

    def reachable(self, address: Address) -> tuple[Address, ...]:  # noqa: ARG002
        """Nowhere."""
        return ()

    async def close(self) -> None:
        """Nothing is open."""
