"""Where others can reach us, as links and codes are given it."""

from __future__ import annotations

from engine.model.address import Address
from engine.model.ids import HOME_PROTOCOL, PeerId, ProtocolName
from engine.model.peers import ConnectionsView, ListenerView

HERE, THERE, BARE = (Address(host, 4_711) for host in ("192.0.2.1", "192.0.2.2", "192.0.2.3"))


def listener(protocol: ProtocolName, *reachable: Address) -> ListenerView:
    return ListenerView(protocol, Address("0.0.0.0", 4_711), reachable)


def view(*listeners: ListenerView) -> ConnectionsView:
    return ConnectionsView(PeerId(bytes(32)), listeners, False, None, ())  # noqa: FBT003


def test_each_address_of_our_own_port_is_told_once_in_the_order_of_the_ports() -> None:
    ports = (listener(HOME_PROTOCOL, THERE, HERE), listener(HOME_PROTOCOL, HERE))
    assert view(*ports).reachable_at() == (THERE, HERE)


def test_a_bare_port_of_another_protocol_is_not_told_unless_it_is_asked_for() -> None:
    ports = (listener(ProtocolName.PEERLINKS, BARE), listener(HOME_PROTOCOL, HERE))
    assert view(*ports).reachable_at() == (HERE,)
    assert view(*ports).reachable_at(ProtocolName.PEERLINKS) == (BARE,)


def test_without_a_port_nobody_can_reach_us() -> None:
    assert view().reachable_at() == ()
