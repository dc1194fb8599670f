"""Goes online: opens our ports, is found and finds others. For the window and ``serve`` alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.profile.settings import Settings, StoredSettings
from engine.api import Engine
from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.ids import HOME_PROTOCOL, ProtocolName
from engine.model.peer_commands import (
    AddPeer,
    Listen,
    NameAddresses,
    StartDiscovery,
    StartPortMapping,
)
from engine.model.peers import ListenerView

Endpoint = tuple[ProtocolName, Address]

EVERYWHERE = ("::", "0.0.0.0")  # noqa: S104 - others are to reach us; the second where IPv6 is off
_TAKEN = {FaultReason.PORT_IN_USE, FaultReason.ADDRESS_UNAVAILABLE}


@dataclass(frozen=True, slots=True)
class Doors:
    """What is to be opened. Without ``listen``: the profile's own port, on all interfaces.

    ``outside``: where else that is reached; none: what the profile says. ``port_mapping``: whether
    a router is asked to let others through; None: what the profile says.
    """

    listen: Sequence[Endpoint] = ()
    peers: Sequence[Endpoint] = ()
    discovery: bool = True
    outside: Sequence[Address] = ()
    port_mapping: bool | None = None


async def go_online(engine: Engine, stored: StoredSettings, doors: Doors) -> None:
    """Opens the doors in order. Raises Fault if a port that was asked for cannot be had."""
    if outside := tuple(doors.outside) or _outside(stored):
        await engine.perform(NameAddresses(outside))  # before anybody is told where we are
    if doors.listen:
        for protocol, address in doors.listen:
            await engine.perform(Listen(protocol, address))
    else:
        await _listen_as_usual(engine, stored)
    for protocol, address in doors.peers:
        await engine.perform(AddPeer(protocol, address, remember=False))
    settings = Settings.of(stored)
    if doors.discovery and settings.discovery:
        await engine.perform(StartDiscovery())
    wanted = settings.port_mapping if doors.port_mapping is None else doors.port_mapping
    if wanted:
        await engine.perform(StartPortMapping())


def _outside(stored: StoredSettings) -> tuple[Address, ...]:
    address = Address.parse(Settings.of(stored).outside)
    return (address,) if address is not None and address.port else ()


async def _listen_as_usual(engine: Engine, stored: StoredSettings) -> None:
    """The port chosen once, so that an address shown yesterday holds today; else any free one."""
    settings = Settings.of(stored)
    hosts = (settings.host,) if settings.host else EVERYWHERE
    listener = await _listen_on_one(engine, hosts, settings.port)
    if listener is None and settings.port:
        listener = await _listen_on_one(engine, hosts, 0)
    elif listener is not None and not settings.port:
        stored.store_now("port", str(listener.address.port))
    if listener is None:
        raise Fault(FaultReason.ADDRESS_UNAVAILABLE, hosts[0])


async def _listen_on_one(engine: Engine, hosts: Sequence[str], port: int) -> ListenerView | None:
    """The first of ``hosts`` that can be had."""
    for host in hosts:
        try:
            return await engine.perform(Listen(HOME_PROTOCOL, Address(host, port)))
        except Fault as fault:
            if fault.reason not in _TAKEN:
                raise
    return None
