"""One serving process, and the honest peers who are members of its channel. Nothing is judged."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from app.compose import open_engine
from app.control.client import connect
from engine.api import Engine
from engine.crypto import boxes, ed25519
from engine.crypto.blake2b import hash32
from engine.model.address import Address
from engine.model.commands import AcceptInvite, CreateIdentity, IssueInvite, Post, RequestInvite
from engine.model.ids import PeerId, PostId, ProtocolName, PublicKey, SpaceId
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_invite,
    encode_invite_request,
)
from engine.protocols.peerlinks.packets import InviteRequest
from tests.e2e.processes import Person, Serve
from tests.load.figures import NEVER
from tests.load.honest import Honest, honest, shown
from tests.load.line import Foothold, Target
from tests.load.pace import DEADLINE_SECONDS

SERVER_HOST = "127.1.0.1"
HONEST_NETWORK = "127.1.1"
OPEN_FILES = 8_192


@dataclass(frozen=True, slots=True)
class House:
    """``home``: where honest peers dial. ``target``: both of its ports, and what a member has."""

    server: Person
    serving: Serve
    space: SpaceId
    history: int
    peers: Sequence[Honest]
    home: tuple[ProtocolName, Address]
    target: Target

    async def join(self, peers: Sequence[Honest]) -> list[float]:
        """How long each took until it had the whole history; ``NEVER`` if it was not given all."""
        return list(await asyncio.gather(*map(self._join, peers)))

    async def orders(self) -> set[tuple[PostId, ...]]:
        """The distinct orders in which all peers and the server hold the channel."""
        server = await asyncio.to_thread(self.server.ids, self.space.hex())
        orders = [await peer.ids() for peer in self.peers]
        return {*orders, tuple(PostId(bytes.fromhex(one)) for one in server)}

    @asynccontextmanager
    async def window(self) -> AsyncIterator[Honest]:
        """Somebody who looks at the server's own channel, until left."""
        engine = await connect(self.server.paths.socket)
        assert engine is not None
        try:
            async with shown(Honest("server", engine, self.space)) as window:
                yield window
        finally:
            await engine.close()

    async def _join(self, peer: Honest) -> float:
        began = time.perf_counter()
        await peer.dial(*self.home)
        try:
            async with asyncio.timeout(DEADLINE_SECONDS):
                await peer.has(self.history + 1)  # and the root
        except TimeoutError:
            return NEVER
        return time.perf_counter() - began


@asynccontextmanager
async def house(folder: Path, peers: int, history: int) -> AsyncIterator[House]:
    """It stands in ``folder`` until left; nobody has dialled yet."""
    _allow_open_files()
    (folder / "run").mkdir(mode=0o700)
    server = Person("server", folder / "server", folder / "run", SERVER_HOST)
    async with AsyncExitStack() as stack:
        members = [
            await stack.enter_async_context(
                honest(f"peer{number}", folder / f"peer{number}", f"{HONEST_NETWORK}.{number}")
            )
            for number in range(1, peers + 1)
        ]
        async with open_engine(server.paths, lambda *, is_new: None) as opened:
            space, foothold = await _founded(opened.engine, members, history)
        bare = f"{ProtocolName.PEERLINKS}:{SERVER_HOST}:0"
        serving = await asyncio.to_thread(server.serve, "--listen", bare)
        stack.push_async_callback(asyncio.to_thread, serving.stop)
        told = await asyncio.to_thread(
            serving.wait_for, "listening", protocol=str(ProtocolName.PEERLINKS)
        )
        bare_port = int(told["address"].rpartition(":")[2])
        target = Target(SERVER_HOST, bare_port, server.port, foothold)
        home = ProtocolName(server.protocol), Address(SERVER_HOST, server.port)
        yield House(server, serving, space, history, members, home, target)


def _allow_open_files() -> None:
    """A hundred profiles in one process, and a crowd in another, need more than is usual."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    bound = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft < bound:
        resource.setrlimit(resource.RLIMIT_NOFILE, (bound, hard))


async def _founded(
    engine: Engine, peers: Sequence[Honest], history: int
) -> tuple[SpaceId, Foothold]:
    """The server's channel, with a history; all peers are members of it, and one more."""
    space = (await engine.perform(CreateIdentity("server"))).channel
    assert space is not None
    for number in range(history):
        await engine.perform(Post(space, f'{{"text":"{number} before anybody came"}}'))
    for peer in peers:
        await peer.engine.perform(CreateIdentity(peer.name))
        asked = await peer.engine.perform(RequestInvite())
        issued = await engine.perform(IssueInvite(space, asked.request, peer.name))
        peer.space = (await peer.engine.perform(AcceptInvite(issued.invite))).space
    return space, await _foothold(engine, space)


async def _foothold(engine: Engine, space: SpaceId) -> Foothold:
    """Somebody who was let in as anybody else, and whose keys are known here."""
    pair = ed25519.from_seed(hash32(b"a bad member"))
    box = boxes.from_seed(hash32(b"its box"))
    asked = InviteRequest(
        PeerId(hash32(b"its peer id")), PublicKey(pair.public_key), box.public_key
    )
    issued = await engine.perform(IssueInvite(space, encode_invite_request(asked), "Bad"))
    opened = boxes.open_sealed(decode_encrypted_invite(issued.invite).box, box)
    assert opened is not None
    invite = decode_invite(opened)
    return Foothold(invite.channel_public_key, invite.chain, pair.secret_key)
