"""An invite on its way: issued, and handed to whoever asked if they can be reached right now."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from engine.api import Engine
from engine.model.address import Address
from engine.model.commands import IssueInvite, RenewInvite
from engine.model.events import Event, InviteDelivered, PeerGone
from engine.model.ids import HOME_PROTOCOL, RequestId
from engine.model.peer_commands import AddPeer
from engine.model.views import IssuedInviteView

DELIVERY_SECONDS = 5.0  # ours: as long as a handshake may take


async def deliver(
    engine: Engine, wish: IssueInvite | RenewInvite, addresses: Sequence[Address]
) -> tuple[IssuedInviteView, bool]:
    """Issues it, dials whoever asked, and waits some seconds until it went out."""
    delivered = asyncio.Event()
    unreachable = asyncio.Event()
    waiting = set(addresses)
    numbers: set[RequestId] = set()
    loop = asyncio.get_running_loop()

    def hear(told: tuple[Event, ...]) -> None:
        for event in told:
            match event:
                case InviteDelivered(request_id=number):
                    numbers.add(number)
                    loop.call_soon_threadsafe(delivered.set)
                case PeerGone(address=address):
                    waiting.discard(address)
                    if not waiting:
                        loop.call_soon_threadsafe(unreachable.set)
                case _:
                    pass

    unsubscribe = engine.subscribe(hear)
    try:
        issued = await engine.perform(wish)
        await add_peers(engine, addresses)
        if not issued.delivered and addresses:
            await _first_of(delivered, unreachable)
    finally:
        unsubscribe()
    return issued, issued.delivered or not numbers.isdisjoint(issued.request_ids)


async def _first_of(*events: asyncio.Event) -> None:
    """Until one of them is set, or DELIVERY_SECONDS have passed."""
    waits = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waits, timeout=DELIVERY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


async def add_peers(engine: Engine, addresses: Sequence[Address]) -> None:
    """Has them dialled, now and after every start."""
    for address in addresses:
        await engine.perform(AddPeer(HOME_PROTOCOL, address))
