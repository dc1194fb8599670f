"""``tidings sync``: meet peers, reconcile every space, and leave when nothing comes or goes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import typer

from app.cli.arguments import endpoint_of
from app.cli.failures import no_peer, timed_out, usage
from app.cli.printing import facts
from app.cli.session import Call, run_online
from app.online import Endpoint
from engine.model.commands import AddPeer, ReconcileNow
from engine.model.events import (
    Event,
    InviteArrived,
    InviteDelivered,
    PeerReady,
    PostsArrived,
    ReconciliationDone,
    Reconciling,
)
from engine.model.ids import PeerId, SpaceId
from engine.model.queries import Connections, Spaces
from engine.model.views import PeerState

LOOK_SECONDS = 0.05  # ours: how often it is looked whether all is quiet


@dataclass(slots=True)
class Traffic:
    """What was heard since the start. Times are of ``time.monotonic``."""

    peers: set[PeerId] = field(default_factory=set)
    received: dict[SpaceId, int] = field(default_factory=dict)
    sent: dict[SpaceId, int] = field(default_factory=dict)
    moved_at: float = field(default_factory=time.monotonic)

    def hear(self, events: tuple[Event, ...]) -> None:
        """Adds to it."""
        for event in events:
            match event:
                case PeerReady(peer_id=peer_id):
                    self.peers.add(peer_id)
                case PostsArrived(space, count, own=own):
                    self.received[space] = self.received.get(space, 0) + count - own
                case ReconciliationDone(space, sent=sent):
                    self.sent[space] = self.sent.get(space, 0) + sent
                case Reconciling() | InviteArrived() | InviteDelivered():
                    pass
                case _:
                    continue
            self.moved_at = time.monotonic()


def add_to(root: typer.Typer) -> None:
    """Puts the command into the command line."""
    root.command("sync")(sync)


def sync(
    context: typer.Context,
    peer: Annotated[
        list[str] | None,
        typer.Option(metavar="PROTOCOL:ADDRESS", help="Dial this peer (several may be given)."),
    ] = None,
    until_quiet: Annotated[
        float, typer.Option(metavar="S", help="Leave when nothing came or went for S seconds.")
    ] = 2.0,
    timeout: Annotated[float, typer.Option(metavar="S", help="Give up after S seconds.")] = 60.0,
    *,
    no_discovery: Annotated[
        bool, typer.Option("--no-discovery", help="Only dial: open no port, announce nothing.")
    ] = False,
) -> None:
    """Connect, reconcile every space, and leave."""
    if not until_quiet >= 0:
        raise usage("--until-quiet cannot be less than 0 seconds.")
    if not timeout > 0:
        raise usage("--timeout must be more than 0 seconds.")
    endpoints = [endpoint_of(text) for text in peer or ()]

    async def work(call: Call) -> None:
        started = time.monotonic()
        traffic = Traffic()
        unsubscribe = call.engine.subscribe(traffic.hear)
        try:
            await _set_going(call, endpoints, traffic)
            finished = await _quiet(traffic, until_quiet, started + timeout)
        finally:
            unsubscribe()
        if not traffic.peers:
            raise no_peer()
        if not finished:
            raise timed_out(timeout)
        await _show(call, traffic, time.monotonic() - started)

    run_online(context, work, discovery=not no_discovery)


async def _set_going(call: Call, endpoints: Sequence[Endpoint], traffic: Traffic) -> None:
    for protocol, address in endpoints:
        await call.engine.perform(AddPeer(protocol, address, remember=False))
    await call.engine.perform(ReconcileNow())
    here = await call.engine.ask(Connections())
    traffic.peers.update(
        view.peer_id
        for view in here.peers
        if view.state is PeerState.READY and view.peer_id is not None
    )


async def _quiet(traffic: Traffic, seconds: float, deadline: float) -> bool:
    """Whether it fell quiet, with a peer there, before the deadline."""
    while time.monotonic() < deadline:
        if traffic.peers and time.monotonic() - traffic.moved_at >= seconds:
            return True
        await asyncio.sleep(LOOK_SECONDS)
    return False


async def _show(call: Call, traffic: Traffic, seconds: float) -> None:
    names = {view.id: view.name for view in await call.engine.ask(Spaces())}
    document = {
        "peers": len(traffic.peers),
        "received": {space.hex(): count for space, count in traffic.received.items() if count},
        "sent": {space.hex(): count for space, count in traffic.sent.items() if count},
        "seconds": seconds,
    }
    pairs = [("peers", str(len(traffic.peers)))]
    for word, counts in (("received", traffic.received), ("sent", traffic.sent)):
        told = (
            f"{count} in {names.get(space, space.hex()[:8])}"
            for space, count in counts.items()
            if count
        )
        pairs.append((word, ", ".join(told) or "nothing"))
    call.output.document(document, lambda: facts(pairs))
