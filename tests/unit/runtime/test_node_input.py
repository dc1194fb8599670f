"""How much input may wait in memory, and who gives way where it is too much."""

from __future__ import annotations

from engine.model.address import Address
from engine.model.events import PeerGone
from engine.protocols.contract import Ending
from engine.runtime.outfit import InputBounds
from engine.runtime.turns.conversations import INPUT_BYTES_MAX
from engine.runtime.turns.heeding import regulate
from tests.unit.runtime.world import FakeLink, World

TOTAL = 10 * INPUT_BYTES_MAX
HOST = 4 * INPUT_BYTES_MAX
BOUNDS = InputBounds(total_bytes_max=TOTAL, host_bytes_max=HOST)


def holding(world: World, host: str, size: int, line: str = "ready x") -> FakeLink:
    """A peer at ``host`` in the middle of a packet of which ``size`` bytes have come."""
    connection, machine, link = world.open(host, address=Address(host, 1))
    world.receive(connection, line)
    world.settle()
    machine.buffered = size
    return link


def look(world: World) -> None:
    """So much came since the last look that it is worth another."""
    world.node._switchboard._received_bytes = INPUT_BYTES_MAX
    world.node.advance()


def drip(world: World, name: str) -> None:
    """That one has sent a little of late."""
    for conversation in world.node._work.conversations:
        if conversation.address.host == name:
            conversation.pace.hear(1_000, world.clock.monotonic())


def test_a_host_holds_as_much_as_it_may_and_no_byte_more() -> None:
    world = World(input_bounds=BOUNDS)
    first = holding(world, "127.0.0.2", HOST // 2)
    second = holding(world, "127.0.0.2", HOST // 2)
    look(world)
    assert first.is_open()
    assert second.is_open()

    holding(world, "127.0.0.2", 1)
    look(world)

    assert [first.is_open(), second.is_open()].count(False) == 1


def test_what_few_bytes_had_us_hold_is_looked_at_within_a_second() -> None:
    world = World(input_bounds=BOUNDS)
    link = holding(world, "127.0.0.2", HOST + 1)

    world.wait(0.5)
    world.node.advance()
    assert link.is_open()
    world.wait(0.5)
    world.node.advance()

    assert not link.is_open()


def test_all_together_hold_as_much_as_they_may_and_no_byte_more() -> None:
    world = World(input_bounds=BOUNDS)
    links = [holding(world, f"127.0.0.{number}", TOTAL // 5) for number in range(2, 7)]
    look(world)
    assert all(link.is_open() for link in links)

    holding(world, "127.0.0.9", 1)
    look(world)

    assert [link.is_open() for link in links].count(False) == 1


def test_a_crowd_gives_way_before_a_lone_peer_with_a_larger_packet() -> None:
    world = World(input_bounds=BOUNDS)
    lone = holding(world, "127.0.0.2", 4 * INPUT_BYTES_MAX)
    world.events()
    crowd = [holding(world, f"127.0.0.{3 + n % 2}", 2 * INPUT_BYTES_MAX) for n in range(4)]

    look(world)

    assert lone.is_open()
    assert [link.is_open() for link in crowd].count(False) == 1
    assert any(
        isinstance(event, PeerGone) and event.reason == Ending.TOO_MANY for event in world.events()
    )


def test_of_lone_peers_the_slowest_gives_way() -> None:
    world = World(input_bounds=BOUNDS)
    links = {f"127.0.0.{n}": holding(world, f"127.0.0.{n}", 3 * INPUT_BYTES_MAX) for n in (2, 3, 4)}
    slowest = "127.0.0.3"
    for host in links:
        if host != slowest:
            drip(world, host)
    holding(world, "127.0.0.5", 2 * INPUT_BYTES_MAX, "prove y")
    drip(world, "127.0.0.5")

    look(world)

    assert [host for host, link in links.items() if not link.is_open()] == [slowest]


def test_peers_with_a_proven_id_may_share_a_host_as_long_as_all_together_hold_little() -> None:
    world = World(input_bounds=BOUNDS)
    links = [holding(world, "127.0.0.2", 3 * INPUT_BYTES_MAX, f"prove {x}") for x in "abc"]

    look(world)
    assert all(link.is_open() for link in links)

    lone = holding(world, "127.0.0.3", 2 * INPUT_BYTES_MAX)
    look(world)
    assert lone.is_open()
    assert [link.is_open() for link in links].count(False) == 1


def test_who_gave_way_may_come_again_at_once() -> None:
    world = World(input_bounds=BOUNDS)
    for _ in range(5):
        link = holding(world, "127.0.0.2", HOST + 1)
        look(world)
        assert not link.is_open()

    holding(world, "127.0.0.2", 1)


def test_a_peer_that_has_to_wait_is_read_again_once_half_of_it_is_dealt_with() -> None:
    world = World()
    _, _, link = world.open()
    (conversation,) = world.node._work.conversations
    read = []
    for waiting in (
        INPUT_BYTES_MAX,
        INPUT_BYTES_MAX + 1,
        INPUT_BYTES_MAX // 2 + 1,
        INPUT_BYTES_MAX // 2,
    ):
        conversation.input_bytes = waiting
        regulate(conversation)
        read.append(link.is_reading())
    assert read == [True, False, False, True]
