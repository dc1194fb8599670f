"""A peer that says what a test tells it to, in any order; time by hand."""

from __future__ import annotations

from engine.crypto import ed25519
from engine.protocols.contract import Close, Ending, Role
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.keys import discovery_key
from engine.protocols.hyperbloom.stream import Incoming, Outgoing
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.signed import greeting_hash, values_hash
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, End, Peer, Stage, chain_of

NONCE = bytes(range(24))


class Scripted:
    """Says what a test tells it to, to a machine of ``peer``. ``dials``: that one has dialled."""

    def __init__(
        self, peer: Peer, *, nonce: bytes = NONCE, person: int = 2, dials: bool = False
    ) -> None:
        self.stage = Stage()
        self.end = End(peer, peer.talks(Role.DIALLER if dials else Role.LISTENER))
        self.answers = End(peer, peer.talks(Role.DIALLER))  # it only keeps bytes
        self.answers.close = Close(Ending.CLOSED_BY_US)
        self.stage.pairs.append((self.end, self.answers))
        peer.ends.append(self.end)
        self.person = person
        self.opening = packets.Open(discovery_key(FEED), nonce)
        self.outgoing, self.incoming = Outgoing(FEED, self.opening), Incoming()
        self.stage.do(self.end, self.end.machine.start(NOON))

    def opens(self) -> Scripted:
        self.raw(self.outgoing.open())
        self.incoming.feed(self._said())
        theirs = self.incoming.opening()
        assert theirs is not None
        self.theirs = theirs
        self.incoming.unlock(FEED, theirs)
        return self

    def shakes(
        self,
        chain: Chain | None = None,
        peer_id: bytes = bytes(32),
        extensions: tuple[str, ...] = (),
    ) -> Scripted:
        chain = chain if chain is not None else chain_of(self.person)
        hashed = greeting_hash(NONCE, self.theirs.nonce)
        signature = ed25519.sign(hashed, KEYS[self.person].secret_key)
        self.says(packets.Handshake(peer_id, extensions, signature, chain.encoded))
        return self

    def says(self, *said: packets.Packet) -> None:
        self.raw(b"".join(self.outgoing.say(one) for one in said))

    def gives(self, *values: bytes, signer: int | None = None) -> None:
        self.raw(self.said_as_data(*values, signer=signer))

    def said_as_data(self, *values: bytes, signer: int | None = None) -> bytes:
        """Its bytes, still to be handed over."""
        hashed = values_hash(FEED, values)
        keys = KEYS[self.person if signer is None else signer]
        return self.outgoing.say(packets.Data(values, ed25519.sign(hashed, keys.secret_key)))

    def raw(self, data: bytes) -> None:
        if self.end.close is None:
            for effects in self.end.machine.receive(data, self.stage.now):
                self.stage.do(self.end, effects)

    def hears(self) -> list[packets.Packet]:
        self.incoming.feed(self._said())
        return list(self.incoming)

    def _said(self) -> bytes:
        data = b"".join(self.answers.waiting)
        self.answers.waiting.clear()
        return data

    @property
    def is_closed_upon(self) -> bool:
        return self.blamed_for is not None

    @property
    def blamed_for(self) -> str | None:
        """The section of the rule it broke; None: it broke none, or was not caught yet."""
        close = self.end.close
        return None if close is None or close.violation is None else close.violation.section


def ann(*values: bytes, **changes: object) -> Peer:
    return Peer("ann", chain_of(1), KEYS[1], values, **changes)  # type: ignore[arg-type]  # fields
