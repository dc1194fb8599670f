"""Which doors are opened: the ones asked for, or the profile's own port, kept over restarts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from app.online import Doors, go_online
from app.profile.settings import Settings, StoredSettings
from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.commands import Command
from engine.model.ids import ProtocolName
from engine.model.peer_commands import (
    AddPeer,
    Listen,
    NameAddresses,
    StartDiscovery,
    StartPortMapping,
)
from engine.model.peers import ListenerView
from tests.fake_engine import FakeEngine

FREE_PORT = 40_000
PEERLINKS = ProtocolName.PEERLINKS


class NetworkedEngine(FakeEngine):
    """Gives FREE_PORT for port 0; some places cannot be had."""

    def __init__(self, **taken: FaultReason) -> None:
        super().__init__()
        self.taken = taken
        """By host ("::") or by port ("4711")."""

    @override
    async def perform(self, command: Command[Any]) -> Any:  # any command's answer
        answer = await super().perform(command)
        if not isinstance(command, Listen):
            return answer
        host, port = command.address.host, command.address.port
        for key in (host, str(port)):
            if key in self.taken:
                raise Fault(self.taken[key], str(command.address))
        opened = Address(host, port or FREE_PORT)
        return ListenerView(command.protocol, opened, (opened,))

    @property
    def listened(self) -> list[tuple[str, int]]:
        return [
            (one.address.host, one.address.port)
            for one in self.performed
            if isinstance(one, Listen)
        ]


@pytest.fixture
def stored(tmp_path: Path) -> StoredSettings:
    return StoredSettings(tmp_path / "settings.json")


def online(engine: FakeEngine, stored: StoredSettings, doors: Doors | None = None) -> None:
    asyncio.run(go_online(engine, stored, doors or Doors()))


def test_the_first_port_is_picked_and_kept(stored: StoredSettings) -> None:
    first, second = NetworkedEngine(), NetworkedEngine()
    online(first, stored)
    assert first.listened == [("::", 0)]
    online(second, stored)
    assert second.listened == [("::", FREE_PORT)]


def test_a_port_taken_by_others_is_replaced_for_once(stored: StoredSettings) -> None:
    stored.store_text("port", "4711")
    engine = NetworkedEngine(**{"4711": FaultReason.PORT_IN_USE})
    online(engine, stored)
    assert engine.listened == [("::", 4711), ("0.0.0.0", 4711), ("::", 0)]
    assert Settings.of(stored).port == 4711


def test_where_there_is_no_ipv6_the_other_is_used(stored: StoredSettings) -> None:
    engine = NetworkedEngine(**{"::": FaultReason.ADDRESS_UNAVAILABLE})
    online(engine, stored)
    assert engine.listened == [("::", 0), ("0.0.0.0", 0)]
    assert Settings.of(stored).port == FREE_PORT


def test_nothing_to_be_had_is_a_fault(stored: StoredSettings) -> None:
    nowhere = dict.fromkeys(("::", "0.0.0.0"), FaultReason.ADDRESS_UNAVAILABLE)
    with pytest.raises(Fault) as fault:
        online(NetworkedEngine(**nowhere), stored)
    assert fault.value.reason is FaultReason.ADDRESS_UNAVAILABLE


def test_another_fault_is_not_hidden(stored: StoredSettings) -> None:
    with pytest.raises(Fault) as fault:
        online(NetworkedEngine(**{"::": FaultReason.BUG}), stored)
    assert fault.value.reason is FaultReason.BUG


def test_the_doors_asked_for_are_opened_and_no_other(stored: StoredSettings) -> None:
    engine = NetworkedEngine()
    here, there = Address("127.0.0.1", 1), Address("127.0.0.2", 2)
    online(engine, stored, Doors([(PEERLINKS, here)], [(PEERLINKS, there)], discovery=False))
    assert engine.performed == [Listen(PEERLINKS, here), AddPeer(PEERLINKS, there, remember=False)]
    assert Settings.of(stored).port == 0


def test_a_door_asked_for_that_cannot_be_had_is_a_fault(stored: StoredSettings) -> None:
    engine = NetworkedEngine(**{"4711": FaultReason.PORT_IN_USE})
    with pytest.raises(Fault) as fault:
        online(engine, stored, Doors([(PEERLINKS, Address("127.0.0.1", 4711))]))
    assert fault.value.reason is FaultReason.PORT_IN_USE


@pytest.mark.parametrize(
    ("wanted", "setting", "started"),
    [(True, "on", True), (False, "on", False), (True, "off", False)],
)
def test_discovery_is_for_who_wants_it(
    stored: StoredSettings,
    wanted: bool,  # noqa: FBT001 - a table's column
    setting: str,
    started: bool,  # noqa: FBT001 - a table's column
) -> None:
    stored.store_text("discovery", setting)
    engine = NetworkedEngine()
    online(engine, stored, Doors(discovery=wanted))
    assert (StartDiscovery() in engine.performed) is started


@pytest.mark.parametrize(
    ("wanted", "setting", "asked"),
    [
        (None, "", False),
        (None, "off", False),
        (None, "on", True),
        (True, "off", True),
        (False, "on", False),
    ],
)
def test_a_router_is_asked_where_it_is_wanted_now_or_in_the_profile(
    stored: StoredSettings,
    wanted: bool | None,  # noqa: FBT001 - a table's column
    setting: str,
    asked: bool,  # noqa: FBT001 - a table's column
) -> None:
    stored.store_text("port_mapping", setting)
    engine = NetworkedEngine()
    online(engine, stored, Doors(port_mapping=wanted))
    assert (StartPortMapping() in engine.performed) is asked


def test_addresses_from_outside_are_named_before_a_port_is_open(stored: StoredSettings) -> None:
    here, there = Address("name.example", 4711), Address("192.0.2.7", 4711)
    stored.store_text("outside", str(here))
    engine, told = NetworkedEngine(), NetworkedEngine()
    online(engine, stored)
    online(told, stored, Doors(outside=[there]))
    assert engine.performed[0] == NameAddresses((here,))
    assert told.performed[0] == NameAddresses((there,))


@pytest.mark.parametrize("written", ["", "name.example", "name.example:0", "rubbish"])
def test_an_address_from_outside_that_is_none_is_not_named(
    stored: StoredSettings, written: str
) -> None:
    stored.store_text("outside", written)
    engine = NetworkedEngine()
    online(engine, stored)
    assert isinstance(engine.performed[0], Listen)


def test_a_chosen_address_of_this_computer_is_the_only_one(stored: StoredSettings) -> None:
    stored.store_text("host", "127.0.0.7")
    engine = NetworkedEngine()
    online(engine, stored)
    assert engine.listened == [("127.0.0.7", 0)]
    with pytest.raises(Fault) as raised:
        online(NetworkedEngine(**{"127.0.0.7": FaultReason.ADDRESS_UNAVAILABLE}), stored)
    assert raised.value.detail == "127.0.0.7"
