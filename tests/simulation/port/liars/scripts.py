"""What strangers say wrong to the tidings port (protocols/tidings.md 1), one script a rule."""

from __future__ import annotations

from typing_extensions import override

from engine.model.address import Address
from engine.model.ids import PostId
from engine.protocols.contract import Role
from engine.protocols.tidings.port.common_spaces import (
    ENTRIES_MAX,
    ENTRY_BYTES,
    Padding,
    Shared,
    Tagging,
)
from engine.protocols.tidings.port.messages import (
    Acknowledge,
    Addresses,
    Message,
    Ping,
    Spaces,
    Wish,
    encode_message,
)
from engine.protocols.tidings.port.records import SpaceCode
from engine.wire.frames import encode_frame
from tests.simulation.port.liars.strangers import Line, Script
from tests.simulation.port.program import CARRIED_NAME

_SPACES = b"\x01"
LOW_ORDER = bytes(32)


# ---- the handshake ------------------------------------------------------------------------------


class NoHandshake(Script):
    """Something else altogether: another protocol, a length of 0, of too much, of nothing."""

    @override
    def opens(self, line: Line) -> None:
        """At once."""
        others = [
            b"GET / HTTP/1.1\r\n\r\n",
            bytes(2),
            b"\x00\x1f" + bytes(31),
            b"\xff\xff",
            bytes(99),
        ]
        line.raw(line.dice.choice(others))


class LowOrderKeys(Script):
    """A key whose agreement anybody can compute."""

    @override
    def opens(self, line: Line) -> None:
        """As the ephemeral one."""
        line.raw(b"\x00\x20" + LOW_ORDER)


class BentHandshakes(Script):
    """The right messages with a bit that is another one."""

    @override
    def opens(self, line: Line) -> None:
        """In the first message; else in the third."""
        first = bytearray(line.channel.start())
        if line.dice.random() < 0.5:
            first[2 + line.dice.randrange(len(first) - 2)] ^= 1
        line.raw(bytes(first))

    @override
    def secured(self, line: Line) -> None:
        """A record that does not open."""
        line.raw(b"\x00\x20" + line.stranger.entropy(32))


class DrippingHandshakes(Script):
    """A byte every so often."""

    @override
    def opens(self, line: Line) -> None:
        """Of the first message."""
        first = line.channel.start()
        pause = line.dice.choice([0.01, 0.5, 2.0])
        for place in range(len(first)):
            byte = first[place : place + 1]
            line.later(pause * place, lambda byte=byte: line.raw(byte))  # type: ignore[misc]  # a default binds it


class HalfOpen(Script):
    """Begins, and leaves it at that; some say nothing at all, some no Select."""

    @override
    def opens(self, line: Line) -> None:
        """Or not even that."""
        if line.dice.random() < 0.7:
            line.raw(line.channel.start())

    @override
    def secured(self, line: Line) -> None:
        """Nothing."""


# ---- Select -------------------------------------------------------------------------------------


class FalseSelects(Script):
    """Another version, names that none has, hints of another length, in pieces."""

    @override
    def secured(self, line: Line) -> None:
        """One of them."""
        wrong = [
            b"\x02\x09tidings/1\x00",
            b"\x01\x00\x00",
            b"\x01\x21" + b"a" * 33 + b"\x00",
            b"\x01\x04caf\xe9\x00",
            b"\x01\x09tidings/1\x05hello",
            b"\x01\x09tidings/1\x10" + bytes(16),
            b"\x01",
        ]
        line.says(line.dice.choice(wrong))


class UnknownProtocols(Script):
    """What this Tidings does not speak."""

    @override
    def secured(self, line: Line) -> None:
        """By its name."""
        line.selects(line.dice.choice(["cable/S", "hypercore/1", "nonsense/9", "tidings/2"]))


# ---- records ------------------------------------------------------------------------------------


class Replays(Script):
    """Records twice, in another order, cut short, with a bit flipped."""

    @override
    def inside(self, line: Line) -> None:
        """Of a meeting."""
        one = line.channel.seal(encode_message(Ping(1)))
        two = line.channel.seal(encode_message(Ping(2)))
        flipped = bytearray(one)
        flipped[-1] ^= 1
        line.raw(
            line.dice.choice([one + one, two + one, one + two[:-1], bytes(flipped), one + bytes(2)])
        )


class EmptyRecords(Script):
    """Lawful, and a thousand of them."""

    @override
    def inside(self, line: Line) -> None:
        """Each 18 bytes, for nothing."""
        sending = line.channel.secured
        assert sending is not None
        records = [sending.sending.encrypt(b"") for _ in range(1_000)]
        line.raw(b"".join(len(one).to_bytes(2, "big") + one for one in records))


# ---- the meeting --------------------------------------------------------------------------------


class FalseLists(Script):
    """Spaces that are not sorted, not padded, too many, of half an entry."""

    @override
    def inside(self, line: Line) -> None:
        """One of them."""
        entries = sorted(b"\x01" + line.stranger.entropy(16) for _ in range(64))
        wrong = [
            b"".join(reversed(entries)),
            b"".join(entries[:63]),
            b"".join([entries[0], *entries[:63]]),
            b"".join(entries)[:-1],
            b"",
            bytes(ENTRY_BYTES * (ENTRIES_MAX + 64)),
        ]
        line.says(encode_frame(_SPACES + line.dice.choice(wrong)))


class GuessedLists(Script):
    """Lists that look right, one after another: somebody may share one of them."""

    @override
    def inside(self, line: Line) -> None:
        """Until nobody listens any more."""
        self._guess(line)

    def _guess(self, line: Line) -> None:
        count = 64 * line.dice.choice([1, 4, 64])
        entries = sorted(b"\x01" + line.stranger.entropy(16) for _ in range(count))
        line.tells(Spaces(entries))
        line.later(line.dice.choice([0.01, 1.0]), lambda: self._guess(line))


class MirroredLists(Script):
    """What the peer lists, handed back to it: as if all of it were shared."""

    @override
    def told(self, line: Line, message: Message) -> None:
        """With acknowledgements of each."""
        if isinstance(message, Spaces):
            line.tells(Spaces(message.entries))
            head = PostId(line.stranger.entropy(32))
            line.tells(*(Acknowledge(entry, (head,)) for entry in message.entries))


class FalseAcknowledgements(Script):
    """Of spaces nobody has; of no head, of too many; a thousand."""

    @override
    def inside(self, line: Line) -> None:
        """Lawful ones first."""
        entropy = line.stranger.entropy
        heads = tuple(PostId(entropy(32)) for _ in range(3))
        line.tells(*(Acknowledge(b"\x01" + entropy(16), heads) for _ in range(1_000)))
        body = b"\x03" + bytes(ENTRY_BYTES) + bytes(32 * line.dice.choice([0, 129])) + b"\x01"
        line.says(encode_frame(body))


class NamesFromHearsay(Script):
    """Lists channels that it knows by name alone, and says that it holds what it was told of."""

    @override
    def inside(self, line: Line) -> None:
        """Those of the people it has met, and no post of theirs."""
        secured = line.channel.secured
        assert secured is not None
        tagging = Tagging(secured.hash, Role.DIALLER)
        names = [
            tagging.entry(Shared(SpaceCode.PRIVATE, space, CARRIED_NAME))
            for space in line.stranger.names()
        ]
        line.tells(Spaces(Padding(line.stranger.entropy(32)).fill(names)))
        heads = tuple(line.stranger.heads())
        if heads:
            line.tells(*(Acknowledge(entry, heads) for entry in names))


class Wishes(Script):
    """Connections, please: of all kinds, again and again."""

    @override
    def inside(self, line: Line) -> None:
        """Two thousand."""
        names = [CARRIED_NAME, "cable/S", "nonsense/9"]
        line.tells(*(Wish(line.dice.choice(names)) for _ in range(2_000)))


class AddressesOfOthers(Script):
    """Says it lives where others live, everywhere, nowhere."""

    @override
    def inside(self, line: Line) -> None:
        """And changes its mind."""
        for _ in range(20):
            others = [Address(f"10.0.0.{line.dice.randrange(1, 9)}", 7_010) for _ in range(4)]
            line.tells(Addresses(tuple(others)))
        line.says(encode_frame(b"\x02\x01\x04\xe0\x00\x00\x01\x1b\x62"))
        line.says(encode_frame(b"\x02\x01\x00\x04evil\x00\x50"))


class UnknownMessages(Script):
    """Kinds of later versions; an empty one; a frame of too much."""

    @override
    def inside(self, line: Line) -> None:
        """The lawful ones first."""
        line.says(b"".join(encode_frame(bytes((kind,)) + b"later") for kind in range(7, 60)))
        line.says(
            line.dice.choice([encode_frame(b""), b"\xff\xff\xff\xff", encode_frame(b"\x04a")])
        )


# ---- inside -------------------------------------------------------------------------------------


class LooksAround(Script):
    """Opens ``peerlinks/1`` without a meeting, greets, and waits for channels to be named."""

    @override
    def secured(self, line: Line) -> None:
        """At once."""
        line.selects(CARRIED_NAME)

    @override
    def inside(self, line: Line) -> None:
        """Politely."""
        line.hello()


class Impostors(LooksAround):
    """Under the name of somebody who was heard of."""

    @override
    def inside(self, line: Line) -> None:
        """So that whoever bears it is taken for a second one."""
        others = line.stranger.others()
        line.hello(line.dice.choice(others) if others else None)


SCRIPTS: tuple[type[Script], ...] = (
    NoHandshake,
    LowOrderKeys,
    BentHandshakes,
    DrippingHandshakes,
    HalfOpen,
    FalseSelects,
    UnknownProtocols,
    Replays,
    EmptyRecords,
    FalseLists,
    GuessedLists,
    MirroredLists,
    FalseAcknowledgements,
    NamesFromHearsay,
    Wishes,
    AddressesOfOthers,
    UnknownMessages,
    LooksAround,
    Impostors,
)
