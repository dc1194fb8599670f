"""What strangers say wrong, one script a row of the list of attacks."""

from __future__ import annotations

from typing_extensions import override

from engine.model.ids import PostId, RequestId, SpaceId
from engine.protocols.peerlinks.packets import (
    Bulk,
    EncryptedInvite,
    Notification,
    Ping,
    Query,
    SyncRequest,
    SyncResponse,
)
from engine.wire.frames import encode_frame
from tests.simulation.peerlinks.liars.strangers import Line, Script

# ---- framing ------------------------------------------------------------------------------------


class LongLengths(Script):
    """A length beyond all bounds, then silence."""

    row = "P-1"

    @override
    def opens(self, line: Line) -> None:
        """Before any greeting, or after it."""
        if line.dice.random() < 0.5:
            line.raw((0xFFFF_FFFF).to_bytes(4, "big"))
        else:
            line.hello()

    @override
    def speaks(self, line: Line) -> None:
        """64 MiB are allowed, one more is not."""
        line.raw(((64 << 20) + line.dice.choice([0, 1])).to_bytes(4, "big"))


class LongNumbers(Script):
    """Varints of eleven bytes, and padded ones."""

    row = "P-2"

    @override
    def speaks(self, line: Line) -> None:
        """As a ping's number."""
        number = line.dice.choice([b"\xff" * 10 + b"\x01", b"\x81" * 9 + b"\x00", b"\x80\x00"])
        inner = b"\x08" + number
        line.raw(encode_frame(b"\x32" + bytes([len(inner)]) + inner))


class Bombs(Script):
    """Packets of many contents."""

    row = "P-3"

    @override
    def speaks(self, line: Line) -> None:
        """Each a few bytes."""
        line.raw(encode_frame(b"\x0a\x00" * 20_000))


class BadText(Script):
    """A reason that is no text."""

    row = "P-8"

    @override
    def speaks(self, line: Line) -> None:
        """Or far too long a one."""
        reason = line.dice.choice([b"\xff\xfe", b"\xed\xa0\x80", b"a" * 2_000])
        inner = b"\x0a" + _varint(len(reason)) + reason
        line.raw(encode_frame(b"\x0a" + _varint(len(inner)) + inner))


class Drips(Script):
    """A byte every so often, of a greeting or of a frame that never ends."""

    row = "P-9"

    @override
    def opens(self, line: Line) -> None:
        """Greets, or only begins to."""
        if line.dice.random() < 0.5:
            line.hello()
        else:
            self._drip(line)

    @override
    def speaks(self, line: Line) -> None:
        """Promises a megabyte."""
        line.raw((1 << 20).to_bytes(4, "big"))
        self._drip(line)

    def _drip(self, line: Line) -> None:
        line.raw(b"\x00")
        line.later(5.0, lambda: self._drip(line) if line in line.stranger.lines.values() else None)


class Twins(Script):
    """Two connections at once under one name."""

    row = "P-10"


class Mirrors(Script):
    """Says it is whom it called."""

    row = "P-11"


class Faceless(Script):
    """A new name each time, after each offence."""

    row = "P-12"

    @override
    def speaks(self, line: Line) -> None:
        """Offends."""
        line.raw(encode_frame(b""))


class UnknownPackets(Script):
    """Kinds that nobody knows, kinds before the greeting, kinds twice."""

    row = "P-13"

    @override
    def opens(self, line: Line) -> None:
        """A packet first, or as it should be."""
        if line.dice.random() < 0.3:
            line.says(Ping(1))
        line.hello()

    @override
    def speaks(self, line: Line) -> None:
        """A field 99, a Shake where a packet belongs, random bytes."""
        packets = [b"\x9a\x06\x01a", b"\x08\x00", line.stranger.entropy(40), b"\x3d\x00"]
        line.raw(encode_frame(line.dice.choice(packets)))


# ---- asking and telling ------------------------------------------------------------------------


class Questions(Script):
    """More questions than there are answers."""

    row = "L-9"

    @override
    def speaks(self, line: Line) -> None:
        """Limits of 0 and of 2^32 - 1, heights from beyond, hashes of nothing."""
        cursors: list[int | PostId | None] = [0, -1, 2**62, None, PostId(bytes(32))]
        for seq in range(40):
            query = Query(
                line.dice.choice(cursors),
                is_backward=line.dice.random() < 0.5,
                limit=line.dice.choice([0, 1, 1_024, 2**32 - 1]),
            )
            line.asks(query, seq)
        line.asks(Bulk((PostId(bytes(32)),) * 200), 99)


class Answers(Script):
    """Answers to nothing that was asked."""

    row = "L-10"

    @override
    def speaks(self, line: Line) -> None:
        """To a number nobody used."""
        space = line.stranger.channel.id if line.stranger.channel else SpaceId(bytes(32))
        line.says(SyncResponse(space, line.dice.randrange(3), line.stranger.entropy(200)))


class News(Script):
    """There is news, there is news, there is news."""

    row = "L-11"

    @override
    def speaks(self, line: Line) -> None:
        """Of a channel of theirs, and of channels made up."""
        channel = line.stranger.channel
        for _ in range(200):
            known = channel is not None and line.dice.random() < 0.8
            space = channel.id if known and channel else SpaceId(line.stranger.entropy(32))
            line.says(Notification(space))


class Letters(Script):
    """Invites that nobody asked for."""

    row = "L-12"

    @override
    def speaks(self, line: Line) -> None:
        """To any request, with anything in it."""
        entropy = line.stranger.entropy
        for _ in range(5):
            line.says(EncryptedInvite(RequestId(entropy(32)), entropy(250)))


class BoxesOfReaders(Script):
    """A reader seals a request as if it were a member."""

    row = "L-14"

    @override
    def speaks(self, line: Line) -> None:
        """With no right, or with that of somebody else."""
        chain = line.stranger.foreign_chain if line.dice.random() < 0.5 else ()
        line.asks(Query(0, is_backward=False, limit=1_024), 0, chain)


class Probes(Script):
    """Asks for channels by their names alone."""

    row = "L-15"

    @override
    def speaks(self, line: Line) -> None:
        """Boxes of chance; some under the name of a channel that is known."""
        entropy = line.stranger.entropy
        for seq in range(20):
            line.says(SyncRequest(SpaceId(entropy(32)), seq, entropy(24), entropy(60)))
        if (channel := line.stranger.channel) is not None:
            line.says(SyncRequest(channel.id, 99, entropy(24), entropy(60)))


SCRIPTS: tuple[type[Script], ...] = (
    LongLengths,
    LongNumbers,
    Bombs,
    BadText,
    Drips,
    Twins,
    Mirrors,
    Faceless,
    UnknownPackets,
    Questions,
    Answers,
    News,
    Letters,
    BoxesOfReaders,
    Probes,
)


def _varint(number: int) -> bytes:
    encoded = b""
    while number >= 0x80:
        encoded += bytes([number & 0x7F | 0x80])
        number >>= 7
    return encoded + bytes([number])
