"""What the conversations of communities are given. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.crypto.ed25519 import VerifyMany
from engine.crypto.entropy import Entropy
from engine.model.ids import CommunityId
from engine.protocols.cable.exchange.circle import Circle
from engine.protocols.cable.limits import OWN_TTL
from engine.protocols.cable.records import Records

PROLOGUE = b"CABLE/1.0"
"""protocols/cable.md 5."""
SHORT_PROLOGUE = b"CABLE1.0"
"""What one published program (cable-handshake.ts) says."""


@dataclass(frozen=True, slots=True)
class Settings:
    """``ttl``: how many peers behind a peer our requests may reach. ``passes_on``: those of others.

    ``prologue``: what both sides of a bare handshake have to agree on; inside the tidings port it
    is always the document's.
    """

    ttl: int = OWN_TTL
    passes_on: bool = True
    prologue: bytes = PROLOGUE


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Shared by all conversations of one profile."""

    records: Records
    entropy: Entropy
    verify_many: VerifyMany
    settings: Settings = field(default_factory=Settings)
    _circles: dict[CommunityId, Circle] = field(default_factory=dict)

    def circle(self, community: CommunityId) -> Circle:
        """What the connections of that community share."""
        circle = self._circles.get(community)  # asked for with every step, and made once
        if circle is None:
            circle = self._circles[community] = Circle()
        return circle
