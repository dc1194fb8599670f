"""What a router could let others through to: a private IPv4 address at which our port is open."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Interface
from types import SimpleNamespace
from typing import Self

import pytest

from engine.model.address import Address
from engine.model.peers import PortMappingTrouble
from engine.transport import behind_router
from engine.transport.behind_router import inside_of

BOUND = Address("0.0.0.0", 4_711)


def adapters(*addresses: tuple[str, int]) -> Callable[[], list[SimpleNamespace]]:
    ips = [SimpleNamespace(ip=ip, network_prefix=prefix) for ip, prefix in addresses]
    return lambda: [SimpleNamespace(ips=ips)]


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with two networks; the way to others leads through the first."""
    found = adapters(("192.168.1.20", 24), ("172.17.0.1", 16), ("11.0.0.9", 24))
    monkeypatch.setattr("ifaddr.get_adapters", found)
    monkeypatch.setattr(behind_router, "_towards_others", lambda: IPv4Address("192.168.1.20"))


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    ("bound", "inside"),
    [
        ("0.0.0.0", IPv4Interface("192.168.1.20/24")),
        ("::", IPv4Interface("192.168.1.20/24")),
        ("172.17.0.1", IPv4Interface("172.17.0.1/16")),
        ("::ffff:172.17.0.1", IPv4Interface("172.17.0.1/16")),
        ("192.168.1.99", PortMappingTrouble.NO_NETWORK),
        ("11.0.0.9", PortMappingTrouble.NOT_BEHIND),
        ("127.0.0.1", PortMappingTrouble.NOT_BEHIND),
        ("fd00::20", PortMappingTrouble.NOT_BEHIND),
        ("localhost", PortMappingTrouble.NOT_BEHIND),
    ],
)
def test_a_router_leads_to_a_private_address_at_which_the_port_is_open(
    bound: str, inside: IPv4Interface | PortMappingTrouble
) -> None:
    assert inside_of(Address(bound, 4_711)) == inside


@pytest.mark.usefixtures("at_home")
def test_a_computer_in_a_public_network_is_behind_no_router(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(behind_router, "_towards_others", lambda: IPv4Address("11.0.0.9"))
    assert inside_of(BOUND) is PortMappingTrouble.NOT_BEHIND


class Probe:
    """A socket of datagrams, where all that may fail can: what was done with it is noted."""

    def __init__(self, failing: str = "") -> None:
        self._failing = failing
        self.done: list[object] = []

    def __call__(self, *kind: object) -> Probe:
        self._do("socket", *kind)
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._do("close")

    def connect(self, address: tuple[str, int]) -> None:
        self._do("connect", address)

    def getsockname(self) -> tuple[str, int]:
        self._do("getsockname")
        return "192.168.1.20", 50_000

    def _do(self, *what: object) -> None:
        self.done.append(what)
        if what[0] == self._failing:
            raise OSError(errno.EMFILE, "Too many open files")


def test_the_way_to_others_is_looked_up_without_sending_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ifaddr.get_adapters", adapters(("192.168.1.20", 24)))
    probe = Probe()
    monkeypatch.setattr("socket.socket", probe)
    assert inside_of(BOUND) == IPv4Interface("192.168.1.20/24")
    assert probe.done == [
        ("socket", socket.AF_INET, socket.SOCK_DGRAM),  # connecting one sends nothing
        ("connect", ("192.0.2.1", 9)),
        ("getsockname",),
        ("close",),
    ]


@pytest.mark.parametrize("failing", ["socket", "connect", "getsockname"])
def test_where_no_way_to_others_can_be_looked_up_there_is_no_network(
    monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    monkeypatch.setattr("socket.socket", Probe(failing))
    assert inside_of(BOUND) is PortMappingTrouble.NO_NETWORK


@pytest.mark.usefixtures("at_home")
def test_where_the_networks_cannot_be_listed_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[SimpleNamespace]:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("ifaddr.get_adapters", fail)
    assert inside_of(BOUND) is PortMappingTrouble.NO_NETWORK
