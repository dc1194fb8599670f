"""Whom and what of a gateway we believe."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface

import pytest

from engine.transport.gateway.places import URL_CHARACTERS_MAX, Place, is_near, is_public, place_in
from tests.fake_router import INSIDE

ROUTER = IPv4Address("192.168.1.1")
BASE = Place(ROUTER, 5_000, "/one/description.xml")


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("192.168.1.1", True),
        ("192.168.1.254", True),
        ("192.168.2.1", False),
        ("10.0.0.1", False),
        ("8.8.8.8", False),
        ("127.0.0.1", False),
    ],
)
def test_a_gateway_stands_in_our_own_private_network(host: str, *, near: bool) -> None:
    assert is_near(IPv4Address(host), INSIDE) is near


def test_in_a_public_network_nobody_is_our_gateway() -> None:
    assert not is_near(IPv4Address("11.0.0.1"), IPv4Interface("11.0.0.20/24"))


@pytest.mark.parametrize(
    "host",
    [
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",  # a provider's own translation
        "169.254.1.1",
        "127.0.0.1",
        "0.0.0.0",
        "224.0.1.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "203.0.113.5",
    ],
)
def test_an_address_that_nobody_can_try_from_anywhere_is_not_public(host: str) -> None:
    assert not is_public(IPv4Address(host))


def test_any_other_address_is_public() -> None:
    assert is_public(IPv4Address("11.22.33.44"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("http://192.168.1.1:80/control", Place(ROUTER, 80, "/control")),
        ("http://192.168.1.1/control?a=b#part", Place(ROUTER, 80, "/control?a=b")),
        ("http://192.168.1.1", Place(ROUTER, 80, "/")),
        ("HTTP://192.168.1.1:65535/", Place(ROUTER, 65_535, "/")),
        ("/control", Place(ROUTER, 5_000, "/control")),
        ("control", Place(ROUTER, 5_000, "/one/control")),
        (" control\n", Place(ROUTER, 5_000, "/one/control")),
        ("", BASE),
    ],
)
def test_a_place_is_named_whole_or_from_where_one_stands(text: str, place: Place) -> None:
    assert place_in(text, BASE) == place


@pytest.mark.parametrize(
    "text",
    [
        "https://192.168.1.1/control",
        "ftp://192.168.1.1/control",
        "file:///etc/passwd",
        "http://192.168.1.2/control",
        "http://127.0.0.1:631/",
        "//8.8.8.8/control",
        "http://router.example/control",
        "http://3232235777/control",
        "http://user@192.168.1.1/control",
        "http://192.168.1.1:0/",
        "http://192.168.1.1:65536/",
        "http://192.168.1.1:http/",
        "http://[::ffff:192.168.1.1]/",
        "http://[/",
        "/a b",
        "/a\r\nHost: elsewhere",
        "/ä",
        "/" + "x" * URL_CHARACTERS_MAX,
    ],
)
def test_nothing_leads_to_another_host_or_into_our_own_lines(text: str) -> None:
    assert place_in(text, BASE) is None
