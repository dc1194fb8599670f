"""SSDP: who near us is a gateway (UPnP Device Architecture 1.1, section 1.3).

Any program of the network can answer; a datagram is worth a look at one document of its sender.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface

from engine.model.address import Address
from engine.transport.gateway.places import HTTP_PORT, Place, is_near, place_in

SEARCH_ADDRESS = Address("239.255.255.250", 1900)  # 1.3.2
DATAGRAM_BYTES_MAX = 2_048  # ours: an answer has some 400
ANSWER_WITHIN_SECONDS = 2  # 1.3.2, MX
_KIND = "urn:schemas-upnp-org:device:InternetGatewayDevice:"
_VERSIONS = (1, 2)  # a newer one answers to its elders, and some do not
_STATUS = re.compile(r"HTTP/1\.[01] 200(?: |$)")


def searches() -> tuple[bytes, ...]:
    """What is sent to SEARCH_ADDRESS."""
    return tuple(_search(f"{_KIND}{version}") for version in _VERSIONS)


def _search(target: str) -> bytes:
    lines = (
        "M-SEARCH * HTTP/1.1",
        f"HOST: {SEARCH_ADDRESS}",
        'MAN: "ssdp:discover"',
        f"MX: {ANSWER_WITHIN_SECONDS}",
        f"ST: {target}",
    )
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode("ascii")


def described_at(datagram: bytes, source: IPv4Address, inside: IPv4Interface) -> Place | None:
    """Where a gateway that has answered describes itself; None: it is no answer to us.

    It must come from our own network, and lead to the very host that has sent it.
    """
    if len(datagram) > DATAGRAM_BYTES_MAX or not is_near(source, inside):
        return None
    status, *lines = datagram.decode("latin-1").split("\r\n")
    if not _STATUS.match(status):
        return None
    fields = dict(_fields(lines))
    if not fields.get("st", "").startswith(_KIND):
        return None
    location = fields.get("location", "")
    if not location.lower().startswith("http://"):  # it stands alone: what would it be relative to
        return None
    return place_in(location, Place(source, HTTP_PORT, "/"))


def _fields(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, colon, value = line.partition(":")
        if colon:
            yield name.strip().lower(), value.strip()
