"""``tidings sync``: meet peers, reconcile every space, and leave when nothing comes or goes."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Collection, Sequence
from typing import Annotated

import typer

from app.cli import cautions
from app.cli.arguments import endpoint_of
from app.cli.encounters import Encounters, Verdict
from app.cli.failures import no_peer, timed_out, usage
from app.cli.printing import facts
from app.cli.session import Call, run_online
from app.online import Endpoint
from engine.api import Engine
from engine.model.community_queries import Communities
from engine.model.peer_commands import AddPeer, ForgetPeer, ReconcileNow
from engine.model.queries import Connections, Spaces

LOOK_SECONDS = 0.05  # ours: how often it is looked whether all is quiet


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
    if not 0 <= until_quiet < math.inf:
        raise usage("--until-quiet must be a number of seconds, 0 or more.")
    if not 0 < timeout < math.inf:
        raise usage("--timeout must be a number of seconds, more than 0.")
    endpoints = list(dict.fromkeys(endpoint_of(text) for text in peer or ()))

    async def work(call: Call) -> None:
        met = Encounters(endpoints, until_quiet, time.monotonic())
        unsubscribe = call.engine.subscribe(lambda events: met.hear(events, time.monotonic()))
        try:
            known = await _set_going(call.engine, endpoints)
            await _tell_of(call, endpoints)
            verdict = await _verdict(call.engine, met, met.began + timeout)
            unreached = met.unreached(await call.engine.ask(Connections()))
            for endpoint in unreached:
                if endpoint not in known:  # a running engine would go on dialling it
                    await call.engine.perform(ForgetPeer(endpoint[1]))
        finally:
            unsubscribe()
        if not met.peers or (endpoints and len(unreached) == len(endpoints)):
            raise no_peer({_written(one): error for one, error in unreached.items()})
        if verdict is Verdict.GOES_ON:
            raise timed_out(timeout)
        await _show(call, met, unreached)

    run_online(context, work, discovery=not no_discovery)


async def _set_going(engine: Engine, endpoints: Sequence[Endpoint]) -> set[Endpoint]:
    """Has them dialled and all peers asked for news; the addresses that were known before."""
    view = await engine.ask(Connections())
    known = {(peer.protocol, peer.address) for peer in view.peers if peer.address is not None}
    for protocol, address in endpoints:
        await engine.perform(AddPeer(protocol, address, remember=False))
    await engine.perform(ReconcileNow())
    return known


async def _tell_of(call: Call, endpoints: Sequence[Endpoint]) -> None:
    communities = await call.engine.ask(Communities())
    for protocol, address in endpoints:
        for told in cautions.of_dialling(protocol, address, communities):
            call.output.caution(told.code, told.message)


async def _verdict(engine: Engine, met: Encounters, deadline: float) -> Verdict:
    """The first that ends it; GOES_ON if the deadline comes first."""
    while time.monotonic() < deadline:
        view = await engine.ask(Connections())
        verdict = met.look(view, time.monotonic(), time.time())
        if verdict is not Verdict.GOES_ON:
            return verdict
        await asyncio.sleep(LOOK_SECONDS)
    return Verdict.GOES_ON


def _written(endpoint: Endpoint) -> str:
    protocol, address = endpoint
    return f"{protocol}:{address}"


async def _show(call: Call, met: Encounters, unreached: Collection[Endpoint]) -> None:
    names = {view.id: view.name for view in await call.engine.ask(Spaces())}
    document = {
        "peers": len(met.peers),
        "received": {space.hex(): count for space, count in met.received.items() if count},
        "sent": {space.hex(): count for space, count in met.sent.items() if count},
        "blocks": {space.hex(): count for space, count in met.blocks.items() if count},
        "comments": {space.hex(): count for space, count in met.comments.items() if count},
        "seconds": time.monotonic() - met.began,
        "unreachable": [_written(endpoint) for endpoint in unreached],
    }
    pairs = [("peers", str(len(met.peers)))]
    amounts = [("received", met.received), ("sent", met.sent)]
    amounts += [("blocks", met.blocks)] if met.blocks else []
    amounts += [("comments", met.comments)] if any(met.comments.values()) else []
    for word, counts in amounts:
        told = (
            f"{count} in {names.get(space, space.hex()[:8])}"
            for space, count in counts.items()
            if count
        )
        pairs.append((word, ", ".join(told) or "nothing"))
    if unreached:
        pairs.append(("unreachable", ", ".join(map(_written, unreached))))
    call.output.document(document, lambda: facts(pairs))
