"""All that the program speaks, as it is shipped: only chance and the clock are the world's.

What the shipped one does when nothing else is to be done (erasing, the words of comments) is not
part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.profile.settings import Settings
from app.reading_parts import reading_parts
from app.speaking import Speaking
from engine.crypto.entropy import SeededEntropy
from engine.model.ids import HOME_PROTOCOL, ProtocolName
from engine.store.opening import Store
from tests.simulation.computer import PORT, Parts
from tests.simulation.peerlinks.program import Verdicts


@dataclass(frozen=True, slots=True)
class WholeProgram:
    """Implements ``Program``."""

    verdicts: Verdicts

    @property
    def ports(self) -> Mapping[ProtocolName, int]:
        """See ``Program``."""
        return {HOME_PROTOCOL: PORT}

    def parts(self, store: Store, entropy: SeededEntropy) -> Parts:
        """See ``Program``."""
        speaking = Speaking(store, Settings(), self.verdicts, entropy.fork("speaking"))
        return Parts(
            peer_id=speaking.peer_id,
            home=HOME_PROTOCOL,
            protocols=speaking.protocols,
            performers=speaking.performers,
            repositories=speaking.repositories,
            reader=store.reader(reading_parts),
            sources=speaking.sources,
            keeper=speaking.keeper,
            traffic=speaking.traffic,
            reachable=speaking.port.reachable_at,
            refuse=speaking.port.refuse,
        )
