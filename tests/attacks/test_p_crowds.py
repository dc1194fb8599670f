"""Many, or the same one again and again: P-12, P-15."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.model.address import Address
from engine.model.ids import PeerId, PublicKey
from engine.protocols.contract import Charge
from engine.protocols.peerlinks.graph.acceptance import Acceptance
from engine.protocols.peerlinks.messages import encode_message
from engine.protocols.peerlinks.trust.chain import VerifiedLinks, chain_signed_items
from engine.protocols.peerlinks.trust.link import issue_link
from engine.runtime.peers.conduct import Conduct
from engine.transport.admission import Admission, Ticket
from engine.transport.limits import Limits
from tests.attacks.attack import attack, replaced
from tests.attacks.scenes import Siege, signed
from tests.conversations.scripted import ScriptedPeer
from tests.unit.runtime.world import World

ADMISSION = "engine.transport.admission.Admission"
CROWD = "engine.transport.admission._newest_of_the_crowd"
PLACES = "engine.runtime.turns.places.Places"
CONDUCT = "engine.runtime.peers.conduct.Conduct"
UNKNOWN = VerifiedLinks()
ACCEPTANCE = "engine.protocols.peerlinks.graph.acceptance.Acceptance"


@attack("P-12", without=replaced(f"{ADMISSION}._host_is_full", lambda *_: False))
def test_p12_a_thousand_names_from_one_host_are_one_host() -> None:
    limits = Limits()
    doors = Admission(limits)
    inside: list[Ticket] = []
    for number in range(1_000):
        ticket = doors.admit("192.0.2.1", monotonic=number * 10.0)
        if ticket is not None:
            doors.greeted(ticket)  # each under another peer id, none of which it has proven
            inside.append(ticket)
    assert len(inside) <= limits.unproven_per_host_max < limits.incoming_max
    assert doors.admit("192.0.2.2", monotonic=1e6) is not None


@attack("P-12", without=replaced(CROWD, lambda *_: None))
def test_p12_a_crowd_that_holds_every_place_makes_room_for_who_comes_alone() -> None:
    doors = Admission(Limits())
    for host in range(100):
        for _ in range(8):
            ticket = doors.admit(f"198.51.100.{host}", monotonic=host * 10.0)
            if ticket is not None:
                doors.greeted(ticket)
    assert doors.admit("192.0.2.2", monotonic=1e6) is not None


@attack("P-12", without=replaced(f"{ADMISSION}._host_is_full", lambda *_: False))
def test_p12_all_addresses_of_one_network_are_one_host() -> None:
    limits = Limits()
    doors = Admission(limits)
    tickets = [doors.admit(f"2001:db8::{number:x}", number * 10.0) for number in range(1, 1_000)]
    assert sum(ticket is not None for ticket in tickets) <= limits.half_open_per_host_max


@attack("P-12", without=replaced(f"{PLACES}.charged_to", lambda *_: 0.0))
def test_p12_whoever_hangs_up_and_comes_under_a_new_name_has_no_new_allowance() -> None:
    swift = 0.08  # as fast as the door lets them in
    for case in ((0.005, swift, 1), (0.05, swift, 1), (0.1, swift, 3), (0.05, 3.1, 3)):
        assert _share_of_a_host(*case) < 0.15, case


def _share_of_a_host(step: float, patience: float, together: int) -> float:
    """Of a core, in four minutes, for those who come from one host and leave one after another."""
    world = World()
    began, worked, name = world.clock.seconds, 0.0, 0x4E00
    while world.clock.seconds < began + 240.0:
        crowd = []
        for _ in range(together):
            name += 1
            address = Address("192.0.2.1", name)
            connection, machine, _ = world.open(address=address, greets=chr(name))
            machine.charge = Charge.FULL
            world.receive(connection, *[f"spend {step}"] * 200)
            crowd.append((connection, machine))
        world.settle()
        world.wait(patience)
        for connection, machine in crowd:
            world.receiver.ended(connection, "")
            world.settle()
            worked += step * sum(told.startswith("spend") for told in machine.told)
    return worked / (world.clock.seconds - began)


@attack("P-15", without=replaced(f"{ACCEPTANCE}._demand_signatures", lambda *_: None))
def test_p15_one_false_signature_ends_the_conversation() -> None:
    siege = Siege()
    siege.brings(encode_message(replace(siege.message(), signature=bytes(64))))
    assert siege.is_refused


def _remembered_too_early(patch: pytest.MonkeyPatch) -> None:
    demand = Acceptance._demand_signatures

    def remembering(self: Acceptance, bulk: Any) -> None:
        key, space = bulk.channel.public_key, bulk.channel.id
        chains = [one.message.chain for one in bulk.to_verify]
        links = [one for chain in chains for one in chain_signed_items(chain, key, space, UNKNOWN)]
        try:
            demand(self, bulk)
        finally:
            for link in links:
                self.verified.remember(link)

    patch.setattr(Acceptance, "_demand_signatures", remembering)


@attack("P-15", without=_remembered_too_early)
def test_p15_a_false_link_is_as_false_the_second_time() -> None:
    siege, guest = Siege(), ed25519.from_seed(b"g" * 32)
    forger = guest.secret_key
    now = siege.play.now
    key = PublicKey(guest.public_key)
    link = issue_link(forger, siege.channel.id, key, "guest", now - 60.0, now + 60.0)
    wire = encode_message(signed(siege.message(chain=(link,)), guest.secret_key))
    for name in ("first", "second"):
        siege.peer = ScriptedPeer(siege.play, siege.ben, peer_id=PeerId(hash32(name.encode())))
        siege.peer.greets()
        siege.brings(wire)
        assert siege.is_refused


@attack("P-15", without=replaced(f"{CONDUCT}.offend", lambda *_: None))
def test_p15_who_offends_again_and_again_is_let_in_ever_more_rarely() -> None:
    conduct = Conduct()
    let_in = 0
    for moment in range(200 * 600):  # ten minutes, trying every 5 ms
        now = moment / 200
        if not conduct.waits("192.0.2.1", now):
            let_in += 1
            conduct.offend("192.0.2.1", now)
    assert let_in <= 10


@attack("P-15", without=replaced("engine.runtime.peers.conduct.OFFENDERS_MAX", 1 << 30))
def test_p15_the_memory_of_offenders_is_bounded() -> None:
    conduct = Conduct()
    for number in range(5_000):
        conduct.offend(f"2001:db8:{number:x}::", 0.0)
    assert len(conduct) <= 1_024
