"""What attackers do at the tidings port: to its handshake, its Select, and what runs inside.

They have a new key for each connection, which is all it takes to prove an identity.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from engine.protocols.tidings.port.limits import PLAINTEXT_BYTES_MAX
from engine.protocols.tidings.port.messages import Ping, encode_message
from tests.load.attacks import AT_ONCE, DRIP_SECONDS, leads_nowhere, sends_huge_frames
from tests.load.line import Line, PortLine

MEETING, PRIVATE_CHANNELS = "tidings/1", "peerlinks/1"
SILENCE_SECONDS = 3_600.0

PortAttack = Callable[[PortLine], Awaitable[None]]


async def drips_a_handshake(line: PortLine) -> None:
    """A place is held, one byte after another."""
    line.begins()
    for byte in line.first_message:
        await Line.write(line, bytes([byte]))
        await asyncio.sleep(DRIP_SECONDS)


async def floods_with_handshakes(line: PortLine) -> None:
    """One whole handshake after another, each under a new key."""
    await line.shakes_hands()
    line.begins()


async def says_nothing_after_the_handshake(line: PortLine) -> None:
    """A place is held by somebody with a key."""
    await line.shakes_hands()
    line.begins()
    await asyncio.sleep(SILENCE_SECONDS)


async def selects_garbage(line: PortLine) -> None:
    """As much as fits a record, and nothing that could be asked for."""
    await line.shakes_hands()
    line.begins()
    await line.write(line.dice.randbytes(PLAINTEXT_BYTES_MAX))
    await line.payload()


async def floods_a_meeting(line: PortLine) -> None:
    """Small talk without end."""
    await line.opens(MEETING)
    line.begins()
    while True:
        await line.write(b"".join(encode_message(Ping(number)) for number in range(AT_ONCE)))


async def sends_huge_frames_inside(line: PortLine) -> None:
    """The largest frames there are, in records."""
    await line.opens(PRIVATE_CHANNELS)
    await sends_huge_frames(line)


async def leads_nowhere_inside(line: PortLine) -> None:
    """Pages without end, behind a key."""
    await line.opens(PRIVATE_CHANNELS)
    await leads_nowhere(line)


PORT_ATTACKS: Mapping[str, PortAttack] = {
    attack.__name__: attack
    for attack in (
        drips_a_handshake,
        floods_with_handshakes,
        says_nothing_after_the_handshake,
        selects_garbage,
        floods_a_meeting,
        sends_huge_frames_inside,
        leads_nowhere_inside,
    )
}
