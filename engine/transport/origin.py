"""What counts as one host: the unit in which strangers are limited. Pure."""

from __future__ import annotations

from ipaddress import IPv6Address

from engine.transport.local_addresses import ip_of

_NETWORK_BITS = 64


def origin_of(host: str) -> str:
    """``host`` as it is counted: an IPv6 address as its network, a name as it is written."""
    ip = ip_of(host)
    if ip is None or ip.version == 4:
        return host
    # Whoever has one IPv6 address has the 2^64 beside it too.
    return str(IPv6Address(int(ip) >> _NETWORK_BITS << _NETWORK_BITS))
