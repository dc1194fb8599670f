"""What strangers say wrong about feeds, one script a row of reliability H-1, H-4 to H-7."""

from __future__ import annotations

from typing_extensions import override

from engine.crypto.ed25519 import from_seed
from engine.model.ids import PublicKey
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.limits import BLOCK_LIMIT
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.wire.varint import encode_varint
from tests.simulation.feeds.liars.strangers import Line, Script
from tests.unit.hypercore.feeds import giant

ALL = packets.Have(((0, 1 << 40),))
GIANT = from_seed(bytes([62]) * 32)
"""Whose feed everybody follows."""


def _nonsense(line: Line, block: int) -> packets.Data:
    entropy, dice = line.stranger.entropy, line.dice
    nodes = [
        Node(dice.randrange(4 * block + 8), entropy(32), dice.randrange(1 << 20))
        for _ in range(dice.randrange(6))
    ]
    value = None if dice.random() < 0.1 else entropy(dice.choice([0, 1, 100]))
    return packets.Data(block, value, Proof(tuple(nodes), entropy(dice.choice([0, 64]))))


class ForgedAnswers(Script):
    """H-1: claims to have everything, and answers whatever it is asked with nonsense."""

    @override
    def shaken(self, line: Line) -> None:
        """A holder of all."""
        line.says(ALL)

    @override
    def heard(self, line: Line, packet: packets.Packet) -> None:
        """An answer for each question, and some that nobody asked."""
        match packet:
            case packets.Request(block=block):
                line.says(_nonsense(line, block))
                if line.dice.random() < 0.1:
                    line.says(_nonsense(line, block + 1))
            case packets.Want():
                line.says(ALL)
            case _:
                pass


class SilentHolders(Script):
    """H-5: claims to have everything, and gives none of it."""

    @override
    def shaken(self, line: Line) -> None:
        """Else nobody would ask."""
        line.says(ALL)

    @override
    def heard(self, line: Line, packet: packets.Packet) -> None:
        """Sometimes it says that it has it no more, and then that it has it after all."""
        if isinstance(packet, packets.Request) and line.dice.random() < 0.3:
            line.says(packets.Unhave(packet.block, packet.block + 1), ALL)


class Bombs(Script):
    """H-4: what would be 2^60 of anything."""

    @override
    def shaken(self, line: Line) -> None:
        """All of them, again and again."""
        top = BLOCK_LIMIT - 1
        said: list[packets.Packet] = [
            packets.Have(((0, BLOCK_LIMIT),)),
            packets.Want(0, None),
            packets.Unwant(5, None),
            packets.Want(top, None),
            packets.Unhave(0, BLOCK_LIMIT),
            packets.Request(top, digest=(1 << 64) - 1),
            packets.Request(0, offset=1 << 63),
            packets.Cancel(top),
            packets.Have(((top, BLOCK_LIMIT),)),
            packets.Bitfield((0, 1 << 40), b"\xff" * (1 << 12)),
            packets.Bitfield((0, 1 << 40), b"\xaa" * (1 << 12)),
        ]
        line.dice.shuffle(said)
        line.says(*said)
        line.later(5.0, lambda: self.shaken(line))


class Giants(Script):
    """H-4: its own feed, of which it has signed ever more blocks, up to 2^62, and has one."""

    @override
    def opens(self, line: Line) -> None:
        """Whatever it was told to dial about."""
        line.about(PublicKey(GIANT.public_key))
        line.opens()

    @override
    def shaken(self, line: Line) -> None:
        """It wants to hear of all."""
        line.says(packets.Have(((0, 1),)), packets.Want(0, None))
        line.later(15.0, lambda: self.shaken(line))

    @override
    def heard(self, line: Line, packet: packets.Packet) -> None:
        """That one is given, or its hash, and nothing else."""
        match packet:
            case packets.Request(block=0, hash_only=hash_only):
                suite = SUITES[SuiteName.BLAKE2B]
                data = giant(suite, line.dice.choice([8, 30, 53, 62]), GIANT)
                leaf = suite.leaf(0, data.value or b"")
                proof = Proof((leaf, *data.proof.nodes), data.proof.signature)
                line.says(packets.Data(0, None, proof) if hash_only else data)
            case packets.Request(block=block):
                line.says(packets.Unhave(block, block + 1))
            case _:
                pass


class Floods(Script):
    """H-5: requests, cancels, wants, lanes, extensions: by the thousand."""

    @override
    def shaken(self, line: Line) -> None:
        """One kind, and again."""
        entropy, dice = line.stranger.entropy, line.dice
        match dice.randrange(5):
            case 0:
                line.says(*(packets.Request(dice.randrange(50)) for _ in range(2_000)))
            case 1:
                line.says(*(packets.Cancel(dice.randrange(50)) for _ in range(2_000)))
            case 2:
                line.says(*(packets.Want(dice.randrange(9) << 20, None) for _ in range(200)))
            case 3:
                for lane in range(1, 300):
                    line.says(packets.Feed(entropy(32)), lane=lane)
            case _:
                line.says(*(packets.Extension(dice.randrange(99), bytes(999)) for _ in range(500)))
        line.later(20.0, lambda: self.shaken(line))


class Askers(Script):
    """H-2, H-5: asks for blocks, whatever it is told of them: paused, forked, not held."""

    @override
    def shaken(self, line: Line) -> None:
        """Every so often, those at the beginning of the feed."""
        line.says(*(packets.Request(block) for block in range(60)))
        line.later(15.0, lambda: self.shaken(line))


class FlippedBits(Script):
    """H-6: whoever carries the stream changes what it says, for nothing proves who wrote it."""

    @override
    def opens(self, line: Line) -> None:
        """Here and there, one bit."""

        def bent(data: bytes) -> bytes:
            changed = bytearray(data)
            if changed and line.dice.random() < 0.5:
                changed[line.dice.randrange(len(changed))] ^= 1 << line.dice.randrange(8)
            return bytes(changed)

        line.bends = bent
        line.opens()

    @override
    def shaken(self, line: Line) -> None:
        """What an honest peer would say."""
        line.says(ALL, packets.Want(0, 1 << 20), packets.Info(uploading=True, downloading=True))
        line.says(*(packets.Request(block) for block in range(20)))

    @override
    def heard(self, line: Line, packet: packets.Packet) -> None:
        """Its answers, too."""
        if isinstance(packet, packets.Request):
            line.says(packets.Unhave(packet.block, packet.block + 1))


class Mirrors(Script):
    """H-7: sends back what it hears, byte for byte, under the same nonce."""

    @override
    def opens(self, line: Line) -> None:
        """It lets the other begin, where that is who listens; else it repeats itself."""
        line.opens()

    @override
    def heard_raw(self, line: Line, data: bytes) -> None:
        """All of it."""
        line.raw(data)


class UsedNonces(Script):
    """H-7: the same nonce on every line."""

    @override
    def opens(self, line: Line) -> None:
        """Drawn once."""
        entropy = line.stranger.entropy.fork("nonce")
        line.wire._entropy = lambda size: entropy(size)[:1] * size
        line.opens()


class Nothings(Script):
    """Half an opening, noise, one byte at a time, frames that are too long."""

    @override
    def opens(self, line: Line) -> None:
        """One of them."""
        noise = line.stranger.entropy(line.dice.choice([1, 61, 62, 5_000]))
        openings = [b"", noise, encode_varint(1 << 40), b"\x3d\x00" + bytes(30), b"\x00" * 500]
        chosen = line.dice.choice(openings)
        for place in range(min(len(chosen), 64)):
            byte = chosen[place : place + 1]
            line.later(0.05 * place, lambda byte=byte: line.raw(byte))  # type: ignore[misc]  # a default binds it
        line.raw(chosen[64:])


SCRIPTS: dict[str, tuple[type[Script], ...]] = {
    "H-1": (ForgedAnswers,),
    "H-2": (Askers,),
    "H-4": (Bombs, Giants),
    "H-5": (Floods, SilentHolders, Askers),
    "H-6": (FlippedBits, Nothings),
    "H-7": (Mirrors, UsedNonces),
}
