"""Trust chains of a feed's comments."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from random import Random

from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.trust.chain import read_chain
from tests.fuzz.signed.trial import Verdicts
from tests.interop.bloom_peer.trust import Keys, holder_of

NOW = 1_700_000_000.0
_PEOPLE = 9
_UNTIL = (math.inf, NOW + 1, NOW, NOW - 1, 0.0, -1.0, -math.inf)
_BODY = struct.Struct(">B32sd32s")


class Chains:
    """Up to six links between a few people, most of them as they should be."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._people = [Keys.of(number) for number in range(1, _PEOPLE + 1)]

    def once(self) -> Verdicts:
        feed = self._people[0].public
        links = self._made_up()
        ours = self._holder(feed, links)
        theirs = holder_of(feed, links, NOW)
        return Verdicts(ours, theirs, f"{len(links)} links")

    @staticmethod
    def _holder(feed: bytes, links: Sequence[bytes]) -> bytes | None:
        try:
            return read_chain(PublicKey(feed), links, NOW).holder
        except PeerViolation:
            return None

    def _made_up(self) -> list[bytes]:
        chance = self._chance
        issuer, links = self._people[0], []
        for _ in range(chance.randint(0, 6)):
            trustee = chance.choice(self._people)
            by = issuer if chance.random() < 0.95 else chance.choice(self._people)
            until = chance.choice(_UNTIL) if chance.random() < 0.15 else NOW + 5
            version = 1 if chance.random() < 0.97 else chance.randrange(256)
            body = _BODY.pack(version, trustee.public, until, chance.randbytes(32))
            links.append(body + by.signs(body))
            issuer = trustee
        if links and chance.random() < 0.15:
            self._spoil(links)
        return links

    def _spoil(self, links: list[bytes]) -> None:
        place = self._chance.randrange(len(links))
        link = bytearray(links[place])
        match self._chance.randrange(4):
            case 0:
                link[self._chance.randrange(33)] ^= (
                    1  # not its time: no number is refused by ruling
                )
            case 1:
                link[self._chance.randrange(73, 137)] ^= 1 << self._chance.randrange(8)
            case 2:
                del link[self._chance.randrange(len(link)) :]
            case _:
                self._chance.shuffle(links)
                return
        links[place] = bytes(link)
