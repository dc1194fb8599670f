"""The addresses at which other computers can try us."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr

from engine.model.address import Address

IPAddress = IPv4Address | IPv6Address


def reachable(bound: Address, own: Iterable[IPAddress] | None = None) -> tuple[Address, ...]:
    """Where a port bound to ``bound`` can be tried from elsewhere, the most likely first.

    ``own``: the machine's addresses, None to look them up. A port bound to one has just that.
    """
    host = ip_of(bound.host)
    if host is None or not host.is_unspecified:
        return (bound,)
    candidates = _own_addresses() if own is None else own
    usable = {ip for ip in candidates if not (ip.is_loopback or ip.is_link_local)}
    if host.version == 4:
        usable = {ip for ip in usable if ip.version == 4}
    return tuple(Address(str(ip), bound.port) for ip in sorted(usable, key=_likelihood))


def ip_of(host: str) -> IPAddress | None:
    """The IP address that ``host`` writes, None if it is a name. A mapped IPv4 address is IPv4."""
    try:
        ip = ip_address(host)
    except ValueError:
        return None
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    return ip


def _own_addresses() -> Iterator[IPAddress]:
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            text = one.ip if isinstance(one.ip, str) else one.ip[0]
            if (ip := ip_of(text)) is not None:
                yield ip


def _likelihood(ip: IPAddress) -> tuple[int, bool, int]:
    # IPv4 first: it fits a QR code best; and private before public: whoever scans is in the room.
    return (ip.version, not ip.is_private, int(ip))
