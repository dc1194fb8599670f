"""What a PeerLinks machine is given: reads, entropy, verdicts, who we are, what was chosen."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.crypto.entropy import Entropy
from engine.model.ids import PeerId
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.graph.acceptance import Acceptance
from engine.protocols.peerlinks.records import Records
from engine.protocols.spaces import SpaceNames


@dataclass(frozen=True, slots=True)
class Policy:
    """What can be chosen. ``document``: follow the text where our default follows the published
    program. ``extent`` is how far reconciliations go.
    """

    document: bool = False
    extent: Extent = field(default_factory=Extent)


USUAL = Policy()


@dataclass(frozen=True, slots=True)
class PeerlinksSurroundings:
    """Shared by all conversations of one profile. ``acceptance`` reads the same ``records``."""

    records: Records
    names: SpaceNames
    acceptance: Acceptance
    entropy: Entropy
    peer_id: PeerId
    policy: Policy
