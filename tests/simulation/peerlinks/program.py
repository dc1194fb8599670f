"""The program as ``app/speaking.py`` puts it together, with dice in place of chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import SignedItem, verify_each
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.model.ids import PeerId, ProtocolName
from engine.protocols.peerlinks.conversation.surroundings import USUAL, Policy
from engine.protocols.peerlinks.peerlinks import Peerlinks
from engine.protocols.peerlinks.records import Records
from engine.protocols.spaces import Spaces
from engine.protocols.tidings.fingerprint import request_fingerprint
from engine.store.opening import Store
from engine.store.peerlinks import private_channels
from engine.store.peerlinks.records import PeerlinksRepository
from tests.simulation.computer import PORT, Computer, Parts


class Verdicts:
    """A ``VerifyMany`` shared by a world: the same signature is judged once. Pure, only faster."""

    def __init__(self) -> None:
        self._known: dict[SignedItem, bool] = {}

    def __call__(self, items: Sequence[SignedItem]) -> list[bool]:
        """Verdicts in the order of the items."""
        fresh = [item for item in items if item not in self._known]
        self._known.update(zip(fresh, verify_each(fresh), strict=True))
        return [self._known[item] for item in items]


@dataclass(slots=True)
class PeerlinksProgram:
    """Implements ``Program``. ``bent``: what a liar reads in place of what is stored."""

    verdicts: Verdicts
    policy: Policy = USUAL
    bent: Callable[[Records], Records] = field(default=lambda records: records)

    @property
    def ports(self) -> Mapping[ProtocolName, int]:
        """See ``Program``."""
        return {ProtocolName.PEERLINKS: PORT}

    def parts(self, store: Store, entropy: SeededEntropy) -> Parts:
        """See ``Program``."""
        static = boxes.from_seed(store.peers.static_seed(entropy.fork("static")))
        peer_id = PeerId(hash32(static.public_key))
        repository = private_channels.repository(store)
        peerlinks = peerlinks_over(
            store, self.bent(repository), entropy, peer_id, self.verdicts, self.policy
        )
        return Parts(
            peer_id=peer_id,
            home=ProtocolName.PEERLINKS,
            protocols={ProtocolName.PEERLINKS: peerlinks},
            performers=[Spaces(store.spaces)],
            repositories={ProtocolName.PEERLINKS: repository},
            sources=[repository.news],
            reader=store.reader(private_channels.reading_parts),
        )


def peerlinks_over(
    store: Store,
    records: Records,
    entropy: SeededEntropy,
    peer_id: PeerId,
    verdicts: Verdicts,
    policy: Policy,
) -> Peerlinks:
    """The protocol over one store, for one life."""
    return Peerlinks(
        records=records,
        names=store.spaces,
        entropy=entropy.fork("peerlinks"),
        peer_id=peer_id,
        fingerprint=request_fingerprint,
        verify_many=verdicts,
        policy=policy,
        export_cost=MINIMAL,
    )


def repository_of(computer: Computer) -> PeerlinksRepository:
    """What a running computer has stored."""
    assert computer.parts is not None
    repository = computer.parts.repositories[ProtocolName.PEERLINKS]
    assert isinstance(repository, PeerlinksRepository)
    return repository
