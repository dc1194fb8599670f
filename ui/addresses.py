"""Addresses in codes: which of ours are put in, and dialling those of others after a yes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.address import Address
from engine.model.ids import HOME_PROTOCOL
from engine.model.limits import LINK_ADDRESSES_MAX
from engine.model.peer_commands import AddPeer
from engine.model.queries import Connections
from ui.bridge import Bridge
from ui.text.language import tr
from ui.text.names import plain_name


async def own_addresses(bridge: Bridge) -> tuple[Address, ...]:
    """Where others can reach us, the most likely first."""
    return (await bridge.ask(Connections())).reachable_at()


async def dial(bridge: Bridge, addresses: Sequence[Address]) -> None:
    """Dials what a code named. Only after the person has confirmed what the code is for."""
    for address in addresses[:LINK_ADDRESSES_MAX]:
        await bridge.perform(AddPeer(HOME_PROTOCOL, address))


def dialling_sentence(addresses: Sequence[Address]) -> str:
    """What a yes will connect to, in words; nothing if the code names no address."""
    if not addresses:
        return ""
    shown = ", ".join(shown_address(address) for address in addresses[:LINK_ADDRESSES_MAX])
    return tr("Tidings will then connect to {addresses}.").format(addresses=shown)


def shown_address(address: Address) -> str:
    """An address somebody else wrote, without what could deceive."""
    if len(str(address)) <= 64 and str(address).isascii() and str(address).isprintable():
        return str(address)
    return f"{plain_name(address.host)}:{address.port}"
