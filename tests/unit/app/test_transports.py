"""What an engine reaches the world by, and the order in which it lets go of it."""

from __future__ import annotations

from app.offline import Offline
from app.transports import Transports, connected, unconnected
from engine.transport.discovery import NoticeBoard
from engine.transport.tcp import Tcp
from engine.transport.upnp import UpnpGateway


def test_a_command_of_its_own_reaches_nobody() -> None:
    transports = unconnected()
    assert isinstance(transports.network, Offline)
    assert transports.closing == (transports.network,)


def test_who_is_online_closes_the_router_first_then_what_is_announced_then_the_port() -> None:
    transports = connected()
    assert [type(one) for one in transports.closing] == [UpnpGateway, NoticeBoard, Tcp]


def test_without_a_router_or_a_board_the_rest_is_closed() -> None:
    network, gateway = Tcp(), UpnpGateway()
    assert Transports(network, gateway=gateway).closing == (gateway, network)
