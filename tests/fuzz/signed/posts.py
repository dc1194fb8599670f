"""Posts of a community, as the document of 2021 has them."""

from __future__ import annotations

from random import Random

from nacl.exceptions import BadSignatureError, CryptoError

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.protocols.cable.wire.posts import read_post
from engine.protocols.cable.wire.version import S
from tests.fuzz.signed.trial import Verdicts
from tests.interop.cable_peer import posts as document
from tests.interop.cable_peer.wire import sized, varint

_KINDS = 6
_NUMBER_LIMIT = 1 << 64


class Posts:
    """Each signed as it stands: whole, cut, longer, or with fields of another length."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._keys = [document.keys(bytes((number,)) * 32) for number in range(1, 5)]

    def once(self) -> Verdicts:
        post, about = self._made_up()
        return Verdicts(self._ours(post), self._theirs(post), f"{about}, {post.hex()}")

    @staticmethod
    def _ours(post: bytes) -> tuple[bytes, int, bytes] | None:
        try:
            read, item = read_post(S, post)
        except PeerViolation:
            return None
        if not ed25519.verify(item.signature, item.message, item.public_key):
            return None
        return read.author, read.timestamp, read.hash

    @staticmethod
    def _theirs(post: bytes) -> tuple[bytes, int, bytes] | None:
        try:
            read = document.read(post)
        except (BadSignatureError, CryptoError, IndexError, ValueError, AssertionError):
            return None
        if read.at >= _NUMBER_LIMIT:
            return None  # a ruling: no number has more than 64 bits
        return read.author, read.at, read.hash

    def _made_up(self) -> tuple[bytes, str]:
        chance = self._chance
        kind = chance.randrange(_KINDS)
        fields = self._fields(kind)
        if chance.random() < 0.2:
            fields = self._spoilt(fields)
        post = document._signed(chance.choice(self._keys), self._link(), kind, fields)
        if chance.random() < 0.1:
            changed = bytearray(post)
            changed[chance.randrange(len(post))] ^= 1 << chance.randrange(8)
            post = bytes(changed)
        return post, f"kind {kind}"

    def _fields(self, kind: int) -> bytes:
        chance = self._chance
        at = varint(chance.choice((0, 1, 127, 128, 1 << 31, (1 << 53) - 1)))
        channel = sized(b"c" * chance.choice((1, 7, 64)))
        words = sized("grüße 👍"[: chance.randint(0, 7)].encode() * chance.choice((1, 40)))
        match kind:
            case document.TEXT | document.TOPIC:
                return channel + at + words
            case document.JOIN | document.LEAVE:
                return channel + at
            case document.DELETE:
                return at + chance.randbytes(32)
            case _:
                return at + sized(b"name") + words

    def _spoilt(self, fields: bytes) -> bytes:
        chance = self._chance
        place = chance.randrange(len(fields) + 1)
        match chance.randrange(3):
            case 0:
                return fields[:place]
            case 1:
                return fields[:place] + chance.randbytes(chance.randint(1, 3)) + fields[place:]
            case _:
                return fields + chance.randbytes(chance.randint(1, 40))

    def _link(self) -> bytes:
        return self._chance.choice((document.NO_LINK, self._chance.randbytes(32)))
