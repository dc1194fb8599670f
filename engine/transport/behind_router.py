"""Where in a private network we are, if anywhere: what a router could let others through to."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv4Interface, IPv6Address

import ifaddr

from engine.model.address import Address
from engine.model.peers import PortMappingTrouble
from engine.transport.gateway.effects import Inside
from engine.transport.local_addresses import ip_of

_SOMEWHERE = ("192.0.2.1", 9)  # RFC 5737: nobody's; only the way there is of interest


def inside_of(bound: Address) -> Inside:
    """Our private IPv4 address at which a port bound to ``bound`` is reached from the gateway.

    Of a port that is open everywhere it is the address from which we reach everybody else. Where
    the system cannot tell (no more files may be opened, say) it is as if it were in no network.
    """
    host = ip_of(bound.host)
    if host is None:
        return PortMappingTrouble.NOT_BEHIND
    try:
        return _network_of(_towards_others() if host.is_unspecified else host)
    except OSError:
        return PortMappingTrouble.NO_NETWORK


def _network_of(own: IPv4Address | IPv6Address) -> Inside:
    """Raises OSError."""
    if not isinstance(own, IPv4Address) or own.is_loopback or not own.is_private:
        return PortMappingTrouble.NOT_BEHIND
    networks = (
        IPv4Interface((one.ip, one.network_prefix))
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if one.ip == str(own)
    )
    return next(networks, PortMappingTrouble.NO_NETWORK)


def _towards_others() -> IPv4Address:
    """OSError: no way leads anywhere. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_SOMEWHERE)
        return IPv4Address(probe.getsockname()[0])
