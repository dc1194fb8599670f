"""What attackers do, each until it is thrown out or has done what it came for.

All of them are members: they know the channel's key and hold a chain that is valid, so that they
reach whatever a peer can reach.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from engine.crypto import ed25519
from engine.model.ids import PostId, PublicKey
from engine.protocols.peerlinks.limits import FRAME_BYTES_MAX, QUERY_LIMIT_MAX
from engine.protocols.peerlinks.messages import encode_hello
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Chain,
    Notification,
    Ping,
    Pong,
    Query,
    QueryResponse,
    SyncRequest,
)
from engine.protocols.peerlinks.trust.link import issue_link
from engine.wire.frames import LENGTH_BYTES, encode_frame
from tests.load.line import Line

DRIP_SECONDS = 0.2
PIECE_BYTES = 64 << 10
AT_ONCE = 32  # packets in one write
NEWEST = Query(0, is_backward=False, limit=QUERY_LIMIT_MAX)
NOTHING = QueryResponse((), None, None)

Attack = Callable[[Line], Awaitable[None]]


async def drips_a_greeting(line: Line) -> None:
    """A place is held without ever saying who one is."""
    line.begins()
    for byte in encode_frame(encode_hello(line.peer_id, ours=True)):
        await line.write(bytes([byte]))
        await asyncio.sleep(DRIP_SECONDS)


async def drips_a_packet(line: Line) -> None:
    """A megabyte is announced and never comes."""
    await line.greets()
    line.begins()
    await line.write((1 << 20).to_bytes(LENGTH_BYTES, "big"))
    while True:
        await line.write(b"\0")
        await asyncio.sleep(DRIP_SECONDS)


async def greets_again_and_again(line: Line) -> None:
    """A storm of greetings, each under a new id."""
    await line.greets()
    line.begins()


async def sends_huge_frames(line: Line) -> None:
    """As large as a frame may be, and nothing in it."""
    await line.greets()
    line.begins()
    await line.write(FRAME_BYTES_MAX.to_bytes(LENGTH_BYTES, "big"))
    for _ in range(FRAME_BYTES_MAX // PIECE_BYTES):
        await line.write(bytes(PIECE_BYTES))
    while True:
        await line.payload()


async def forges_signatures(line: Line) -> None:
    """Questions that somebody else signed."""
    foothold = line.target.foothold
    await line.greets()
    line.begins()
    forger = ed25519.from_seed(line.dice.randbytes(32)).secret_key
    while True:
        await line.says(line.request(NEWEST, foothold.chain, forger))


async def mints_signatures(line: Line) -> None:
    """Every question under a new chain, all of whose signatures are true."""
    await line.greets()
    line.begins()
    while True:
        chain, secret_key = _longest_chain(line)
        await line.says(line.request(NEWEST, chain, secret_key))


async def floods_questions(line: Line) -> None:
    """The same few dear questions, as fast as they can be sent; the answers are read."""
    await line.greets()
    line.begins()
    reading = asyncio.create_task(_read_all(line))
    try:
        await flood(line)
    finally:
        reading.cancel()


async def never_reads(line: Line) -> None:
    """The same, and the answers pile up."""
    await line.greets()
    line.begins()
    await flood(line)


async def storms_with_news(line: Line) -> None:
    """News without end, and nothing behind it."""
    await line.greets()
    line.begins()
    news = [Notification(line.target.foothold.space)] * AT_ONCE
    listening = asyncio.create_task(has_nothing(line))
    try:
        while not listening.done():
            await line.says(*news)
    finally:
        listening.cancel()


async def leads_nowhere(line: Line) -> None:
    """Pages of messages that are not there, whose parents are not there."""
    await line.greets()
    line.begins()
    await line.says(Notification(line.target.foothold.space))
    while True:
        match await line.hears():
            case SyncRequest() as asked:
                await line.answers(asked, _invented_page(line))
            case _:
                pass


async def flood(line: Line) -> None:
    """Asks the same few dear questions again and again, as fast as they are taken."""
    foothold = line.target.foothold
    asked = [line.request(NEWEST, foothold.chain, foothold.secret_key) for _ in range(AT_ONCE)]
    while True:
        await line.says(*asked)


async def has_nothing(line: Line) -> None:
    """Answers whatever it is asked: that it has nothing to give."""
    while True:
        match await line.hears():
            case SyncRequest() as asked:
                await line.answers(asked, NOTHING)
            case Ping(seq):
                await line.says(Pong(seq))
            case _:
                pass


ATTACKS: Mapping[str, Attack] = {
    attack.__name__: attack
    for attack in (
        drips_a_greeting,
        drips_a_packet,
        greets_again_and_again,
        sends_huge_frames,
        forges_signatures,
        mints_signatures,
        floods_questions,
        never_reads,
        storms_with_news,
        leads_nowhere,
    )
}


async def _read_all(line: Line) -> None:
    while True:
        await line.payload()


def _longest_chain(line: Line) -> tuple[Chain, bytes]:
    """Our own chain and two links to keys that were made just now; the last key's secret."""
    foothold = line.target.foothold
    chain, secret_key = foothold.chain, foothold.secret_key
    own = chain[-1]
    for _ in range(2):
        pair = ed25519.from_seed(line.dice.randbytes(32))
        trustee = PublicKey(pair.public_key)
        times = own.valid_from, own.valid_to
        chain = (*chain, issue_link(secret_key, foothold.space, trustee, "nobody", *times))
        secret_key = pair.secret_key
    return chain, secret_key


def _invented_page(line: Line) -> QueryResponse:
    def invented() -> PostId:
        return PostId(line.dice.randbytes(32))

    page = tuple(Abbreviated((invented(),), invented()) for _ in range(QUERY_LIMIT_MAX))
    return QueryResponse(page, invented(), invented())
