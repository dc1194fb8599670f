"""UPnP Device Architecture 1.1, 1.3: a search of ours, and who may answer it."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest

from engine.transport.gateway.places import Place
from engine.transport.gateway.search import DATAGRAM_BYTES_MAX, described_at, searches
from tests.fake_router import INSIDE, KIND, found_at

ROUTER = IPv4Address("192.168.1.1")
LOCATION = "http://192.168.1.1:5000/description.xml"


def test_gateways_of_both_versions_are_searched_for() -> None:
    first, second = searches()
    assert first == (
        b"M-SEARCH * HTTP/1.1\r\n"
        b"HOST: 239.255.255.250:1900\r\n"
        b'MAN: "ssdp:discover"\r\n'
        b"MX: 2\r\n"
        b"ST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\n\r\n"
    )
    assert second == first.replace(b"Device:1", b"Device:2")


@pytest.mark.parametrize(
    "datagram",
    [
        found_at(LOCATION),
        found_at(LOCATION, KIND.replace(":1", ":2")),
        found_at(LOCATION).replace(b"LOCATION", b"Location").replace(b": ", b":"),
        found_at(LOCATION) + b"\xff\xfe: rubbish\r\n",
    ],
)
def test_a_gateway_says_where_it_describes_itself(datagram: bytes) -> None:
    assert described_at(datagram, ROUTER, INSIDE) == Place(ROUTER, 5_000, "/description.xml")


@pytest.mark.parametrize(
    "datagram",
    [
        b"",
        b"\x00" * 64,
        found_at(LOCATION).replace(b"200 OK", b"404 Not Found"),
        found_at(LOCATION).replace(b"HTTP/1.1 200 OK", b"NOTIFY * HTTP/1.1"),
        found_at(LOCATION, "upnp:rootdevice"),
        found_at(LOCATION).replace(b"LOCATION", b"X-LOCATION"),
        found_at("/description.xml"),
        found_at("http://192.168.1.2:5000/description.xml"),
        found_at("http://127.0.0.1:5000/description.xml"),
        found_at("https://192.168.1.1/description.xml"),
        found_at(LOCATION + "x" * DATAGRAM_BYTES_MAX),
    ],
)
def test_what_is_no_answer_of_a_gateway_about_itself_is_nothing(datagram: bytes) -> None:
    assert described_at(datagram, ROUTER, INSIDE) is None


def test_nobody_outside_of_our_network_is_heard() -> None:
    there = IPv4Address("11.22.33.44")
    assert described_at(found_at(f"http://{there}/d.xml"), there, INSIDE) is None
