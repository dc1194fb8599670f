"""Open and Handshake: which set it is, and who is there ("Open", "0 Handshake"). Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.model.ids import PeerId
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.keys import discovery_key
from engine.protocols.hyperbloom.limits import EXTENSION_READER, EXTENSION_RECON, SIGNATURE_BYTES
from engine.protocols.hyperbloom.records import Ledger, Membership
from engine.protocols.hyperbloom.stream import Incoming, Outgoing
from engine.protocols.hyperbloom.trust.chain import Chain, read_chain
from engine.protocols.hyperbloom.trust.signed import greeting_hash

_SECTION = "0 Handshake"


@dataclass(frozen=True, slots=True)
class Remote:
    """Who is there. ``chain`` is None for somebody who only reads, as two of ours may agree."""

    id: PeerId
    extensions: tuple[str, ...]
    chain: Chain | None


class AnotherSet(Exception):  # noqa: N818 - an address does not say which one is kept there
    """The peer speaks of another set than we do; that breaks no rule."""


class Greeting:
    """Both streams of a connection, from their first byte on."""

    __slots__ = ("_around", "_ledger", "_nonce", "_own", "_theirs", "incoming", "outgoing")

    def __init__(self, around: Surroundings, ledger: Ledger, own: Membership | None) -> None:
        """``own``: as whom we speak; None: as a reader."""
        self._around = around
        self._ledger = ledger
        self._own = own
        self._nonce = around.nonces.draw(around.entropy)
        self._theirs: packets.Open | None = None
        opening = packets.Open(discovery_key(ledger.feed), self._nonce)
        self.incoming = Incoming()
        self.outgoing = Outgoing(ledger.feed, opening)

    @property
    def is_open(self) -> bool:
        """Whether the peer's Open was read."""
        return self._theirs is not None

    def open(self) -> bytes | None:
        """Our Handshake, once the peer's Open is there (None: it is not yet).

        Raises PeerViolation, or AnotherSet where there is nothing to talk about.
        An Open with our own nonce is our own, sent back (protocols/hyperbloom.md 1, "Handshake").
        """
        theirs = self.incoming.opening()
        if theirs is None:
            return None
        if theirs.discovery_key != discovery_key(self._ledger.feed):
            raise AnotherSet
        self._around.nonces.hear(theirs.nonce)
        self._theirs = theirs
        self.incoming.unlock(self._ledger.feed, theirs)
        return self.outgoing.say(self._handshake(theirs))

    def _handshake(self, theirs: packets.Open) -> packets.Handshake:
        extensions = () if self._around.document else (EXTENSION_RECON,)
        own, own_id = self._own, self._around.own_id
        if own is None:
            names = (*extensions, EXTENSION_READER)
            return packets.Handshake(own_id, names, bytes(SIGNATURE_BYTES))
        hashed = greeting_hash(self._nonce, theirs.nonce)
        signature = ed25519.sign(hashed, own.secret_key)
        return packets.Handshake(own_id, extensions, signature, own.chain.encoded)

    def meet(self, said: packets.Handshake, now: float) -> Remote:
        """Who that is. Raises PeerViolation unless they have proven it."""
        assert self._theirs is not None
        self._demand_another(said)
        reads = self._around.reads
        if reads and EXTENSION_READER in said.extensions and not said.chain:
            return Remote(PeerId(said.id), said.extensions, None)
        chain = read_chain(self._ledger.feed, said.chain, -math.inf)
        hashed = greeting_hash(self._theirs.nonce, self._nonce)
        if not ed25519.verify(said.signature, hashed, chain.holder):
            raise PeerViolation("a handshake that its chain's holder did not sign", _SECTION)
        if not chain.holds_at(now):
            if reads:
                return Remote(PeerId(said.id), said.extensions, None)
            raise PeerViolation("a trust link that has ended", "Signature Chain")
        self.incoming.trust()
        return Remote(PeerId(said.id), said.extensions, chain)

    def _demand_another(self, said: packets.Handshake) -> None:
        """Raises PeerViolation where we talk to ourselves."""
        if said.id == self._around.own_id:
            raise PeerViolation("our own peer id", _SECTION)
