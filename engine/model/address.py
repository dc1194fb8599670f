"""A peer's address: a host and a TCP port. Text form ``HOST:PORT`` or ``[IPV6]:PORT``."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address

from typing_extensions import override

HOST_CHARACTERS_MAX = 253  # RFC 1035: a domain name's limit
PORT_MAX = 65_535
PORT_DIGITS_MAX = 5


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """Where a peer listens. ``host`` is an IPv4, IPv6 (without brackets) or DNS name."""

    host: str
    port: int

    @override
    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @classmethod
    def parse(cls, text: str) -> Address | None:
        """The address that ``text`` writes, or None if it writes none. Port 0 is allowed."""
        host, colon, port = text.strip().rpartition(":")
        if not colon or not _is_port(port):
            return None
        if host.startswith("[") and host.endswith("]"):
            host = host[1:-1]
            return cls(host, int(port)) if _is_ipv6(host) else None
        return cls(host, int(port)) if _is_host_name(host) else None


def _is_port(text: str) -> bool:
    # Digits first: behind leading zeros a number may be of any length.
    is_number = text.isascii() and text.isdigit() and len(text) <= PORT_DIGITS_MAX
    return is_number and int(text) <= PORT_MAX


def _is_ipv6(host: str) -> bool:
    try:
        IPv6Address(host)
    except AddressValueError:
        return False
    return True


def _is_host_name(host: str) -> bool:
    labels = host.rstrip(".").split(".")
    return len(host) <= HOST_CHARACTERS_MAX and all(
        label and label.isascii() and label.replace("-", "").replace("_", "").isalnum()
        for label in labels
    )
