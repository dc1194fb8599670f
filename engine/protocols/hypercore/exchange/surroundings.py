"""What the conversations of one profile share, and how they behave. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.crypto.entropy import Entropy
from engine.model.ids import PeerId, SpaceId
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.nonces import Nonces
from engine.protocols.hypercore.exchange.trust.extensions import (
    Sign,
    Terms,
    our_extensions,
    signs_nothing,
)
from engine.protocols.hypercore.limits import (
    KEEP_ALIVE_SECONDS,
    RELAXED_KEEP_ALIVE_SECONDS,
    RELAXED_SILENCE_SECONDS_MAX,
    SILENCE_SECONDS_MAX,
)
from engine.protocols.hypercore.records import Records

Shares = Callable[[SpaceId], bool]
"""Whether the peer has shown, before this connection, that it knows that feed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What our user may choose, for bare connections above all (protocols/hypercore.md 14).

    ``document``: the documents to the letter (D8). ``unencrypted``: draft 1 without boxes.
    ``relaxed``: keep-alives as seldom as DEP-0010 suggests; published programs hang up then.
    ``live``: we stay for what is still to come; else a conversation ends when all was exchanged.
    """

    document: bool = False
    unencrypted: bool = False
    relaxed: bool = False
    live: bool = True

    @property
    def keep_alive_seconds(self) -> float:
        """Without a byte of ours for so long, one is sent."""
        return RELAXED_KEEP_ALIVE_SECONDS if self.relaxed else KEEP_ALIVE_SECONDS

    @property
    def silence_seconds_max(self) -> float:
        """Without a byte of the peer's for so long, it is given up."""
        return RELAXED_SILENCE_SECONDS_MAX if self.relaxed else SILENCE_SECONDS_MAX


USUAL = Settings()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Shared by all conversations of one profile.

    ``own_id``: what a Handshake calls us. ``is_proven``: both sides' ids are, by who carries the
    conversation. ``sign``: with our own feeds' keys.
    """

    records: Records
    downloads: Downloads
    entropy: Entropy
    own_id: bytes
    nonces: Nonces = field(default_factory=Nonces)
    is_proven: bool = False
    sign: Sign = signs_nothing
    settings: Settings = USUAL

    def offered(self) -> Terms:
        """What we say of ourselves."""
        document = self.settings.document
        ours = our_extensions(is_proven=self.is_proven, document=document)
        return Terms(ours=ours, sign=self.sign)

    def agreed(self, shake: packets.Handshake, peer: PeerId) -> Terms:
        """With what the peer says of itself.

        Inside the tidings port nobody can say another id than the one that was proven there.
        """
        known, theirs = self.offered(), shake.extensions
        terms = replace(known, acknowledges=shake.acknowledge, theirs=theirs)
        terms = replace(terms, live=shake.live and self.settings.live)
        if not self.is_proven:
            return terms
        return replace(terms, own_id=PeerId(self.own_id), peer_id=peer)
