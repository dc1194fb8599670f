"""The whole of it: one serving process, honest peers who post and read, and a crowd of attackers.

Half of the honest peers are there before the attack, half come in the middle of it. Nothing is
judged here: ``Outcome`` has the facts.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from app.compose import open_engine
from engine.api import Engine
from engine.crypto import boxes, ed25519
from engine.crypto.blake2b import hash32
from engine.model.address import Address
from engine.model.commands import AcceptInvite, CreateIdentity, IssueInvite, Post, RequestInvite
from engine.model.events import Event
from engine.model.ids import PeerId, PostId, ProtocolName, PublicKey, SpaceId
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_invite,
    encode_invite_request,
)
from engine.protocols.peerlinks.packets import InviteRequest
from tests.e2e.processes import ROOT, Person, Serve, environment
from tests.load.attackers import Orders
from tests.load.attacks import ATTACKS
from tests.load.honest import Honest, honest
from tests.load.line import Foothold, Target
from tests.load.port_attacks import PORT_ATTACKS

SERVER_HOST = "127.1.0.1"
HONEST_NETWORK = "127.1.1"
HOSTILE_NETWORK = "127.1.2"
DEADLINE_SECONDS = 60.0  # far beyond what anything takes, also on a busy computer
NEVER = math.inf  # what has not come to be by then
OPEN_FILES_SLACK = 5  # reliability P-9
LOOK_SECONDS = 0.02  # between two looks at what no event tells


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything. ``attacks``: names of ``ATTACKS``, at the bare port of the document,
    and of ``PORT_ATTACKS``, at the tidings port where honest peers come in; given out in turn.
    """

    honest: int = 20
    attackers: int = 80
    history: int = 400
    posts: int = 60
    posts_a_second: float = 2.0
    attacks: Sequence[str] = (*ATTACKS, *PORT_ATTACKS)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts. ``delays``: of each honest post, from the wish until all honest peers showed it.

    ``joining``: of each honest peer that came during the attack, until it had the whole channel;
    either may be ``NEVER``.
    ``troubles``: all that befell honest peers, but for what ``fruitless`` counts: of each of them,
    how often it dialled and came to no greeting. ``greetings``: of each, how often it did.
    ``orders`` are the distinct orders in which honest peers and server hold the channel.
    ``open_files_due``: what the server needs for its honest peers alone; ``open_files``: what it
    has open ``closing_seconds`` after the attack.
    """

    delays: Sequence[float]
    joining: Sequence[float]
    troubles: Sequence[Event]
    fruitless: Sequence[int]
    greetings: Sequence[int]
    orders: set[tuple[PostId, ...]]
    expected: frozenset[PostId]
    open_files_due: int
    open_files: int
    peak_rss_bytes: int
    cpu_seconds: float
    seconds: float
    closing_seconds: float
    connections: Mapping[str, int]


def run(folder: Path, size: Size) -> Outcome:
    """Plays it in ``folder``, to its end."""
    return asyncio.run(besieged(folder, size))


async def besieged(folder: Path, size: Size) -> Outcome:
    """Plays it in ``folder``."""
    (folder / "run").mkdir(mode=0o700)
    server = Person("server", folder / "server", folder / "run", SERVER_HOST)
    async with AsyncExitStack() as stack:
        peers = [
            await stack.enter_async_context(
                honest(f"peer{number}", folder / f"peer{number}", f"{HONEST_NETWORK}.{number}")
            )
            for number in range(1, size.honest + 1)
        ]
        async with open_engine(server.paths, lambda *, is_new: None) as opened:
            space, foothold = await _founded(opened.engine, peers, size.history)
        bare = f"{ProtocolName.PEERLINKS}:{SERVER_HOST}:0"
        serving = await asyncio.to_thread(server.serve, "--listen", bare)
        stack.push_async_callback(asyncio.to_thread, serving.stop)
        told = await asyncio.to_thread(
            serving.wait_for, "listening", protocol=str(ProtocolName.PEERLINKS)
        )
        bare_port = int(told["address"].rpartition(":")[2])
        target = Target(SERVER_HOST, bare_port, server.port, foothold)
        home = ProtocolName(server.protocol), Address(SERVER_HOST, server.port)
        outcome = await _played(_Scene(peers, home, serving, target, size))
        outcome.orders.add(tuple(PostId(bytes.fromhex(one)) for one in server.ids(space.hex())))
        return outcome


@dataclass(frozen=True, slots=True)
class _Scene:
    """``home``: where honest peers dial."""

    peers: Sequence[Honest]
    home: tuple[ProtocolName, Address]
    serving: Serve
    target: Target
    size: Size


async def _played(scene: _Scene) -> Outcome:
    peers, serving, size = scene.peers, scene.serving, scene.size
    early, late = peers[: size.honest // 2], peers[size.honest // 2 :]
    alone = _open_files(serving.pid)
    assert max(await _join(scene, early)) < NEVER, "before the attack all is well"
    # Those who come later need as many.
    files = alone + (_open_files(serving.pid) - alone) * len(peers) // len(early)
    async with _attacked(scene.target, size) as tallies:
        cpu, began = _cpu_seconds(serving.pid), time.perf_counter()
        joining = await _join(scene, late)
        # Whoever was given nothing cannot post; that it was not is told by ``joining``.
        given = [peer for peer, took in zip(late, joining, strict=True) if took < NEVER]
        posted = await _post([*early, *given], size)
        await _until(lambda: all(posted.keys() <= peer.seen.keys() for peer in peers))
        cpu = _cpu_seconds(serving.pid) - cpu
        seconds = time.perf_counter() - began
    began_closing = time.perf_counter()
    await _until(lambda: _open_files(serving.pid) <= files + OPEN_FILES_SLACK)
    closing = time.perf_counter() - began_closing
    orders = [await peer.ids() for peer in peers]
    return Outcome(
        delays=[
            max(peer.seen.get(one, NEVER) for peer in peers) - at for one, at in posted.items()
        ],
        joining=joining,
        troubles=[trouble for peer in peers for trouble in peer.troubles],
        fruitless=[peer.fruitless for peer in peers],
        greetings=[peer.greetings for peer in peers],
        orders={tuple(order) for order in orders},
        expected=frozenset(posted),
        open_files_due=files,
        open_files=_open_files(serving.pid),
        peak_rss_bytes=_peak_rss_bytes(serving.pid),
        cpu_seconds=cpu,
        seconds=seconds,
        closing_seconds=closing,
        connections=tallies,
    )


# ---- before -------------------------------------------------------------------------------------


async def _founded(
    engine: Engine, peers: Sequence[Honest], history: int
) -> tuple[SpaceId, Foothold]:
    """The server's channel, with a history; all peers are members of it, and one bad member."""
    space = (await engine.perform(CreateIdentity("server"))).channel
    assert space is not None
    for number in range(history):
        await engine.perform(Post(space, f'{{"text":"{number} before the attack"}}'))
    for peer in peers:
        await peer.engine.perform(CreateIdentity(peer.name))
        asked = await peer.engine.perform(RequestInvite())
        issued = await engine.perform(IssueInvite(space, asked.request, peer.name))
        peer.space = (await peer.engine.perform(AcceptInvite(issued.invite))).space
    return space, await _foothold(engine, space)


async def _foothold(engine: Engine, space: SpaceId) -> Foothold:
    """Somebody who was let in as anybody else."""
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


# ---- what happens -------------------------------------------------------------------------------


async def _join(scene: _Scene, peers: Sequence[Honest]) -> list[float]:
    """How long each took until it had the whole history; ``NEVER`` if it was not given all."""

    async def join(peer: Honest) -> float:
        began = time.perf_counter()
        await peer.dial(*scene.home)
        try:
            async with asyncio.timeout(DEADLINE_SECONDS):
                await peer.has(scene.size.history + 1)  # and the root
        except TimeoutError:
            return NEVER
        return time.perf_counter() - began

    return list(await asyncio.gather(*map(join, peers)))


async def _post(peers: Sequence[Honest], size: Size) -> dict[PostId, float]:
    """One after another posts, at an even pace; when each wished to."""
    posted: dict[PostId, float] = {}
    began = time.perf_counter()
    for number in range(size.posts):
        await asyncio.sleep(began + number / size.posts_a_second - time.perf_counter())
        at = time.perf_counter()
        posted[await peers[number % len(peers)].post(f"{number} in the attack")] = at
    return posted


@asynccontextmanager
async def _attacked(target: Target, size: Size) -> AsyncIterator[dict[str, int]]:
    """By all attackers, until left. What is given holds what they did, once it was left."""
    attackers = [
        (f"{HOSTILE_NETWORK}.{number + 1}", size.attacks[number % len(size.attacks)])
        for number in range(size.attackers)
    ]
    crowd = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.load.attackers",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(ROOT),
        cwd=ROOT,
    )
    assert crowd.stdin is not None
    assert crowd.stdout is not None
    tallies: dict[str, int] = {}
    try:
        crowd.stdin.write(Orders(target, attackers).encode().encode() + b"\n")
        async with asyncio.timeout(DEADLINE_SECONDS):
            told = json.loads(await crowd.stdout.readline())
        assert told == {"attacking": len(attackers)}
        yield tallies
        crowd.stdin.close()
        async with asyncio.timeout(DEADLINE_SECONDS):
            tallies.update(json.loads(await crowd.stdout.readline())["connections"])
            assert await crowd.wait() == 0
    finally:
        if crowd.returncode is None:
            crowd.kill()
            await crowd.wait()


async def _until(look: Callable[[], bool]) -> None:
    """Looks until it is so, or the deadline has come."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not look():
        if time.monotonic() > deadline:
            return
        await asyncio.sleep(LOOK_SECONDS)


# ---- as Linux counts it (proc(5)) ---------------------------------------------------------------


def _open_files(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def _peak_rss_bytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmHWM:")).split()[1]) * 1_024


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least that share of all do not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]
