"""HyperBloom: filters, values, links and coded sets, by a peer that may write."""

from __future__ import annotations

from random import Random

from engine.crypto import ed25519
from engine.protocols.contract import Close
from engine.protocols.hyperbloom import messages, packets
from engine.protocols.hyperbloom.packets import EVERYTHING, BloomFilter, Bounds
from engine.protocols.hyperbloom.recon import packets as recon
from engine.protocols.hyperbloom.records import Summary
from engine.protocols.hyperbloom.trust.signed import greeting_hash, values_hash
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import FEED, KEYS, chain_of, comment_by

_TEXTS = ("one", "two", "three", "four")
_VALUES = [comment_by(chain_of(2), KEYS[2], text) for text in _TEXTS]
_SHAKES = 0.95
_EXTENSIONS = ((), ("tidings-recon",))


class Hyperbloom:
    """Implements ``Talk``."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._ann = ann(comment_by(chain_of(1), KEYS[1], "ours"))
        self.begins_again()

    def begins_again(self) -> None:
        self._ann.ends.clear()
        dials = self._chance.random() < 0.5
        self._nonce = self._chance.randbytes(24)
        self._peer = Scripted(self._ann, nonce=self._nonce, dials=dials).opens()
        if self._chance.random() < _SHAKES:
            self._peer.says(self._shake())

    def _shake(self) -> packets.Handshake:
        hashed = greeting_hash(self._nonce, self._peer.theirs.nonce)
        signature = ed25519.sign(hashed, KEYS[2].secret_key)
        extensions = self._chance.choice(_EXTENSIONS)
        return packets.Handshake(bytes(32), extensions, signature, chain_of(2).encoded)

    def says(self, chance: Random) -> bytes:
        return messages.encode(self._packet(chance))

    def sends(self, message: bytes) -> None:
        self._peer.says(packets.Unknown(message[0] if message else 0, message[1:]))

    def waits(self, seconds: float) -> None:
        self._peer.stage.run(seconds)

    @property
    def close(self) -> Close | None:
        return self._peer.end.close

    @property
    def buffered(self) -> int:
        return self._peer.end.machine.buffered

    def _packet(self, chance: Random) -> packets.Packet:
        bounds = chance.choice((EVERYTHING, Bounds(b"a", b"b"), Bounds(b"", None)))
        known = BloomFilter(chance.randbytes(9), 72, chance.randrange(1, 9), chance.randrange(99))
        values = tuple(chance.sample(_VALUES, chance.randrange(1, 4)))
        signature = ed25519.sign(values_hash(FEED, values), KEYS[2].secret_key)
        ids = tuple(chance.randbytes(8) for _ in range(chance.randrange(4)))
        coded = chance.choice(
            (
                Summary(chance.randrange(9), chance.getrandbits(256)),
                recon.More(chance.randrange(99), chance.randrange(99)),
                recon.Want(ids),
                recon.Done(),
                recon.ByFilters(),
            )
        )
        return chance.choice(
            (
                packets.Sync(known, chance.randrange(99), bounds),
                packets.FilterOptions(chance.randrange(1, 999), chance.randrange(1, 9)),
                packets.Data(values, signature),
                packets.Request(bounds, chance.randrange(99)),
                packets.LinkOffer(chance.randbytes(137)),
                recon.encode_recon(coded),
            )
        )
