"""Which hosts and addresses are believed: what a gateway may be, and what it may say of itself."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface
from urllib.parse import urljoin, urlsplit

from typing_extensions import override

HTTP_PORT = 80
URL_CHARACTERS_MAX = 1_024  # ours: the longest that are known have some 60


@dataclass(frozen=True, slots=True)
class Place:
    """Something to be asked by HTTP. ``target``: its path and query, printable ASCII."""

    host: IPv4Address
    port: int
    target: str

    @override
    def __str__(self) -> str:
        """As an absolute URL."""
        return f"http://{self.host}:{self.port}{self.target}"


def is_near(host: IPv4Address, inside: IPv4Interface) -> bool:
    """Whether ``host`` may be our gateway: in the private network in which we are ``inside``."""
    return host.is_private and host in inside.network


def is_public(host: IPv4Address) -> bool:
    """Whether others can try that address from anywhere."""
    return host.is_global and not (host.is_multicast or host.is_reserved)


def place_in(text: str, base: Place) -> Place | None:
    """What ``text``, an URL or the end of one, names at the host of ``base``; None: elsewhere.

    Only ``http``, and only that host by its number: nothing that a gateway says leads to another.
    """
    text = text.strip()
    if len(text) > URL_CHARACTERS_MAX or not is_plain(text):
        return None
    try:
        parts = urlsplit(urljoin(str(base), text))
        port = HTTP_PORT if parts.port is None else parts.port
        host = IPv4Address(parts.hostname or "")
    except ValueError:  # no port, no number, or no URL at all
        return None
    is_there = parts.scheme == "http" and host == base.host and parts.username is None
    if not is_there or port == 0:
        return None
    return Place(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_plain(text: str) -> bool:
    """Whether it is printable ASCII without blanks: it cannot end a line of ours."""
    return text.isascii() and text.isprintable() and " " not in text
