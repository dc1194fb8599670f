"""What strangers say wrong about comments, one or more scripts a row of reliability H-6 to H-13."""

from __future__ import annotations

import math
import struct

from typing_extensions import override

from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.comments.value import Comment, Kind, write_comment
from engine.protocols.hyperbloom.limits import EXTENSION_RECON
from engine.protocols.hyperbloom.packets import BloomFilter, Bounds
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import issue_link
from tests.simulation.comments.liars.strangers import Line, Script

OFTEN_SECONDS = 2.0
QUESTIONS = 20


def comment_by(line: Line, chain: Chain, text: str, at: float | None = None) -> bytes:
    """A true one, as far as the chain is."""
    at = line.stranger.now() if at is None else at
    return write_comment(Comment(Kind.COMMENT, chain, at, text), line.stranger.keys.secret_key)


class Flips(Script):
    """H-6: a bit here and there is another one."""

    @override
    def opened(self, line: Line) -> None:
        """From the Handshake on."""

        def bent(data: bytes) -> bytes:
            flipped = bytearray(data)
            for _ in range(line.dice.choice([0, 1, 1, 3])):
                flipped[line.dice.randrange(len(flipped))] ^= 1 << line.dice.randrange(8)
            return bytes(flipped)

        line.bends = bent
        line.shakes()

    @override
    def shaken(self, line: Line) -> None:
        """True words, to be bent."""
        for number in range(4):
            line.gives(comment_by(line, line.chain, f"word {number}"))


class Recuts(Script):
    """H-6: values cut anew on their way, which the signature of a Data does not show."""

    @override
    def shaken(self, line: Line) -> None:
        """Whole, then in two pieces, then two that are one."""
        value = comment_by(line, line.chain, "to be cut")
        cut = line.dice.randrange(1, len(value))
        line.gives(value[:cut], value[cut:])
        line.gives(value + value)
        line.gives(value, b"\0" + value)


class Replays(Script):
    """H-7: what somebody said on another connection, nonce and all."""

    def __init__(self) -> None:
        self._heard = b""

    @override
    def begins(self, line: Line) -> None:
        """What was recorded, or something to be recorded."""
        line.raw(self._heard or line.outgoing.open())

    @override
    def heard_raw(self, line: Line, data: bytes) -> None:
        """The first that was ever said, from its Open on, is kept for the next time."""
        self._heard = (self._heard + data)[:4_096]


class Echoes(Script):
    """H-8: says back what is said: who is dialled waits for an Open, so first one of their own."""

    def __init__(self) -> None:
        self._heard = b""

    @override
    def begins(self, line: Line) -> None:
        """What somebody said on another line, or something to have them say it."""
        line.raw(self._heard or line.outgoing.open())

    @override
    def heard_raw(self, line: Line, data: bytes) -> None:
        """Word for word."""
        if self._heard:
            line.raw(data)
        self._heard = self._heard or data

    @override
    def opened(self, line: Line) -> None:
        """Nothing of its own."""


class Swallows(Script):
    """H-9: claims to hold everything, and asks again."""

    @override
    def shaken(self, line: Line) -> None:
        """With more or fewer ones."""
        byte = line.dice.choice([b"\xff", b"\xfe", b"\x7f\xff"])
        bits = (byte * 512)[:512]
        line.says(packets.Sync(BloomFilter(bits, 4_096, line.dice.randint(1, 64), 1), 0))
        line.later(OFTEN_SECONDS, lambda: self.shaken(line))


class Burdens(Script):
    """H-10: filters of many hashes, and questions without end."""

    @override
    def shaken(self, line: Line) -> None:
        """Over and over."""
        hashes = line.dice.choice([64, 65, 1_000, 2**32 - 1])
        known = BloomFilter(b"\x55" * 64, 512, hashes, line.dice.getrandbits(32))
        questions: list[packets.Packet] = [packets.Sync(known), packets.Request(Bounds())]
        line.says(*questions * line.dice.randint(1, QUESTIONS))
        line.later(OFTEN_SECONDS, lambda: self.shaken(line))


class Riddles(Script):
    """H-10: says things of our own extension that mean nothing, or cost much."""

    @override
    def opened(self, line: Line) -> None:
        """As one of ours."""
        line.shakes(extensions=(EXTENSION_RECON,))

    @override
    def shaken(self, line: Line) -> None:
        """One after the other, until it is thrown out."""
        number = line.dice.choice([64, 65, 66, 67, 68, 69])
        entropy = line.stranger.entropy
        bodies = {
            64: struct.pack(">Q", line.dice.getrandbits(20)) + entropy(32),
            65: struct.pack(
                ">II", line.dice.choice([0, 0, 64, 1 << 31]), line.dice.choice([64, 1 << 20])
            ),
            66: struct.pack(">I", 0) + entropy(28 * line.dice.choice([1, 64])),
            67: entropy(16 * line.dice.choice([0, 1, 300])),
            68: b"",
            69: b"",
        }
        line.says(packets.Unknown(number, bodies[number]))
        line.later(OFTEN_SECONDS / 4, lambda: self.shaken(line))


class FalseSizes(Script):
    """H-11: filters whose size is not theirs."""

    @override
    def shaken(self, line: Line) -> None:
        """One of them; it is enough."""
        size = line.dice.choice([0, 1, 8_192, 2**32 - 1])
        line.says(packets.Sync(BloomFilter(bytes(line.dice.choice([0, 4, 4_096])), size, 7, 0)))


class OneSeed(Script):
    """H-12: asks under one seed for ever, and advises what would hide much."""

    @override
    def shaken(self, line: Line) -> None:
        """Tiny filters."""
        line.says(packets.FilterOptions(line.dice.choice([0, 1, 2_048]), line.dice.choice([0, 1])))
        line.says(packets.Sync(BloomFilter(b"\xaa\x55\0\0", 32, 1, 7)))
        line.later(OFTEN_SECONDS, lambda: self.shaken(line))


class Ended(Script):
    """H-13: a chain that has ended, ends at no time, or was never one."""

    @override
    def opened(self, line: Line) -> None:
        """One of them."""
        keys, now = line.stranger.keys, line.stranger.now()
        until = line.dice.choice([now - 1.0, math.nan, -math.inf, now + 30.0, math.inf])
        trustee = line.chain.holder
        link = issue_link(keys.secret_key, trustee, until, line.stranger.entropy(32))
        line.shakes(Chain(line.feed, (*line.chain.links[:4], link)))


class Forgers(Script):
    """H-13: comments by those who may not, of another time, or signed by nobody."""

    @override
    def shaken(self, line: Line) -> None:
        """True ones among them."""
        chain, now, text = line.chain, line.stranger.now(), f"word {line.dice.random()}"
        true = comment_by(line, chain, text)
        elsewhere = Chain(line.feed, chain.links[:-1])
        flipped = bytearray(true)
        flipped[line.dice.randrange(len(true))] ^= 1
        for value in (
            true,
            comment_by(line, chain, text, now + 86_400.0 * 400),
            comment_by(line, chain, text, -1.0),
            comment_by(line, elsewhere, text),
            bytes(flipped),
            line.stranger.entropy(200),
            b"",
        ):
            line.gives(value)
        line.says(packets.Data((true,), bytes(64)))
        line.says(packets.LinkOffer(line.stranger.entropy(line.dice.choice([0, 137]))))
        line.later(OFTEN_SECONDS, lambda: self.shaken(line))


SCRIPTS: dict[str, tuple[type[Script], ...]] = {
    "H-6": (Flips, Recuts),
    "H-7": (Replays,),
    "H-8": (Echoes,),
    "H-9": (Swallows,),
    "H-10": (Burdens, Riddles),
    "H-11": (FalseSizes,),
    "H-12": (OneSeed,),
    "H-13": (Ended, Forgers),
}
