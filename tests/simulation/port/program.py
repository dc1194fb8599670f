"""The program with its port, as ``app/speaking.py`` puts it together, but with dice for chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.entropy import SeededEntropy
from engine.model.address import Address
from engine.model.ids import PeerId, ProtocolName
from engine.protocols.peerlinks.conversation.surroundings import USUAL, Policy
from engine.protocols.peerlinks.peerlinks import Peerlinks
from engine.protocols.peerlinks.records import Records
from engine.protocols.peerlinks.shared import SharedChannels
from engine.protocols.spaces import Spaces
from engine.protocols.tidings.port.port import TidingsPort
from engine.protocols.tidings.port.records import Carried, SharedSpaces, SpaceCode
from engine.store.opening import Store
from engine.store.peerlinks import private_channels
from tests.simulation.computer import PORT, Parts
from tests.simulation.peerlinks.program import Verdicts, peerlinks_over

TIDINGS_PORT = PORT + 10
CARRIED_NAME = "peerlinks/1"

Told = Callable[[Sequence[Address]], Sequence[Address]]


@dataclass(slots=True)
class TidingsProgram:
    """Implements ``Program``. A bare port beside is for those who have no other.

    The rest is what a liar does otherwise: ``bent`` reads, ``shared`` spaces, ``told`` addresses.
    """

    verdicts: Verdicts
    policy: Policy = USUAL
    bent: Callable[[Records], Records] = field(default=lambda records: records)
    shared: Callable[[SharedSpaces], SharedSpaces] = field(default=lambda spaces: spaces)
    told: Told = field(default=lambda addresses: addresses)

    @property
    def ports(self) -> Mapping[ProtocolName, int]:
        """See ``Program``."""
        return {ProtocolName.TIDINGS: TIDINGS_PORT, ProtocolName.PEERLINKS: PORT}

    def parts(self, store: Store, entropy: SeededEntropy) -> Parts:
        """See ``Program``."""
        static = boxes.from_seed(store.peers.static_seed(entropy.fork("static")))
        peer_id = PeerId(hash32(static.public_key))
        repository = private_channels.repository(store)
        peerlinks = peerlinks_over(
            store, self.bent(repository), entropy, peer_id, self.verdicts, self.policy
        )
        shared = self.shared(SharedChannels(repository))
        carried = _carried(peerlinks, shared)
        port = TidingsPort(static=static, entropy=entropy.fork("port"), carried=[carried])
        return Parts(
            peer_id=peer_id,
            home=ProtocolName.TIDINGS,
            protocols={ProtocolName.TIDINGS: port, ProtocolName.PEERLINKS: peerlinks},
            performers=[Spaces(store.spaces)],
            repositories={ProtocolName.PEERLINKS: repository},
            sources=[repository.news],
            reader=store.reader(private_channels.reading_parts),
            reachable=lambda addresses: port.reachable_at(self.told(addresses)),
            refuse=port.refuse,
        )


def _carried(peerlinks: Peerlinks, shared: SharedSpaces) -> Carried:
    return Carried(
        name=CARRIED_NAME,
        protocol=ProtocolName.PEERLINKS,
        kind=SpaceCode.PRIVATE,
        spaces=shared,
        connect=lambda connection, role, _, shares: peerlinks.connect(connection, role, shares),
        takes_part=peerlinks.takes_part,
    )
