"""What all connections of one profile share, and how they go about it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.crypto.entropy import Entropy
from engine.model.ids import PeerId, SpaceId
from engine.protocols.hyperbloom.exchange.nonces import Nonces
from engine.protocols.hyperbloom.exchange.policy import Policy
from engine.protocols.hyperbloom.recon.kept import KeptCells
from engine.protocols.hyperbloom.records import Records


@dataclass(frozen=True, slots=True)
class Surroundings:
    """``own_id``: what we call ourselves. ``document``: by the document's letter, without our
    extensions (protocols/hyperbloom.md 10). ``reads``: inside the tidings port, where who may not
    write may read. ``is_crowded``: there are more feeds than a peer has connections for, so one
    that has nothing to say makes room for another. ``has_room``: the disk takes more.
    ``is_shared``: peers may hear of that feed's comments now. ``refused``: of each feed's set, how
    many values that peers gave were dropped since the start, for they prove nothing (D11): one
    number a feed. ``kept``: cells of ours that peers read.
    """

    records: Records
    policy: Policy
    entropy: Entropy
    own_id: PeerId
    document: bool = False
    reads: bool = False
    nonces: Nonces = field(default_factory=Nonces)
    is_crowded: Callable[[], bool] = field(default=lambda: False)
    refused: Counter[SpaceId] = field(default_factory=Counter)
    has_room: Callable[[], bool] = field(default=lambda: True)
    kept: KeptCells = field(default_factory=KeptCells)
    is_shared: Callable[[SpaceId], bool] = field(default=lambda _space: True)
