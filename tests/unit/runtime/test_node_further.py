"""Several connections with one peer: what they are opened by, shown, and told of."""

from __future__ import annotations

from engine.model.address import Address
from engine.model.events import PeerGone, PeerReady
from engine.model.ids import ConnectionId
from engine.model.peer_commands import BanPeer, Listen
from engine.model.peers import PeerState
from engine.protocols.contract import Ending, Role
from engine.runtime.peers.dialling import LAST_DELAY_SECONDS
from engine.runtime.peers.peers import TOLD_ADDRESSES_MAX
from engine.runtime.surroundings import Link
from tests.unit.runtime.fakes import CABLE, SPACE, FakeMachine
from tests.unit.runtime.peers import PEER, THERE, dial, only_peer
from tests.unit.runtime.world import FakeLink, World

ELSEWHERE = Address("127.0.0.6", 7001)


def met(world: World) -> tuple[ConnectionId, FakeMachine]:
    """Dialled, and it has greeted."""
    dial(world)
    connection, machine, _ = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "hear p")
    world.settle()
    machine.told.clear()
    return connection, machine


def open_beside(world: World, connection: ConnectionId) -> tuple[ConnectionId, FakeLink]:
    """What it asks for is dialled, and answers."""
    world.receive(connection, "dial")
    world.settle()
    link = FakeLink("B", world.happened)
    as_link: Link = link
    opened = world.network.receivers[-1].opened(as_link, CABLE, Role.DIALLER, THERE)
    assert opened is not None
    world.settle()
    return opened, link


def gone_and_ready(world: World) -> list[PeerGone | PeerReady]:
    return [event for event in world.events() if isinstance(event, PeerGone | PeerReady)]


def test_a_conversation_has_a_further_connection_dialled_at_its_own_address() -> None:
    world = World()
    connection, machine = met(world)

    open_beside(world, connection)

    assert world.network.dialled == [THERE, THERE]
    assert machine.beside[0].told == ["start"]


def test_what_arrives_there_goes_to_the_machine_that_was_made_for_it() -> None:
    world = World()
    connection, machine = met(world)
    beside, _ = open_beside(world, connection)
    receiver = world.network.receivers[-1]

    receiver.received(beside, b"beside p\n")
    world.settle()
    receiver.congested(beside)
    receiver.drained(beside)
    receiver.ended(beside, "")
    world.settle()

    assert machine.beside[0].told == ["start", "beside p", "end"]
    assert machine.told == ["dial"]


def test_only_the_first_connection_with_a_peer_is_told_of_and_shown() -> None:
    world = World()
    connection, _ = met(world)
    assert gone_and_ready(world) == [PeerReady(CABLE, THERE, PEER)]
    beside, _ = open_beside(world, connection)
    world.receive(beside, "beside p; show")
    world.settle()
    assert only_peer(world).state is PeerState.READY
    assert only_peer(world).spaces == (SPACE,)

    world.receiver.ended(beside, "")
    world.settle()
    assert gone_and_ready(world) == []
    assert only_peer(world).spaces == ()
    world.receiver.ended(connection, "")
    world.settle()
    assert gone_and_ready(world) == [PeerGone(CABLE, THERE, Ending.CLOSED_BY_PEER, PEER)]


def test_a_further_connection_that_nobody_answers_is_no_news() -> None:
    world = World()
    connection, machine = met(world)
    world.events()
    world.receive(connection, "dial")
    world.settle()

    world.network.receivers[-1].unreachable(CABLE, THERE, "connection_refused")
    world.settle()

    assert gone_and_ready(world) == []
    assert machine.beside == []
    assert only_peer(world).state is PeerState.READY


def test_a_peer_banned_in_the_meantime_is_not_talked_to_on_a_further_connection() -> None:
    world = World()
    connection, machine = met(world)
    world.receive(connection, "dial")
    world.settle()
    world.perform(BanPeer(THERE, None))
    world.settle()
    link = FakeLink("B", world.happened)
    as_link: Link = link

    assert world.network.receivers[-1].opened(as_link, CABLE, Role.DIALLER, THERE) is None
    assert not link.is_open()
    assert machine.beside == []


def test_a_ban_ends_all_connections_with_the_peer() -> None:
    world = World()
    connection, _ = met(world)
    beside, link = open_beside(world, connection)
    world.receive(beside, "beside p")
    world.settle()

    world.perform(BanPeer(None, PEER))
    world.settle()

    assert not link.is_open()
    assert [view.state for view in world.node.connections().peers] == [PeerState.BANNED]


def test_a_connection_hears_of_the_records_it_asked_for_besides_its_own() -> None:
    world = World()
    _, hearing = met(world)
    other, deaf, _ = world.open("C", greets="q")

    world.receive(other, "store own", "storeother theirs")
    world.settle()

    assert hearing.told == ["notice own,theirs"]
    assert deaf.told == ["store own", "storeother theirs", "notice own"]


def test_a_second_proven_connection_replaces_the_first_without_a_loss() -> None:
    world = World()
    first, _, _ = world.open(address=THERE)
    world.receive(first, "hear p")
    second, _, _ = world.open("B", address=ELSEWHERE)
    world.receive(second, "hear p")
    world.settle()
    world.events()

    world.receive(first, "close duplicate")
    world.settle()

    assert gone_and_ready(world) == []
    assert only_peer(world).address == ELSEWHERE


def test_whom_our_user_banned_is_refused_by_key_wherever_that_is_asked() -> None:
    world = World()
    met(world)
    assert not world.node.refuses(PEER)
    world.perform(BanPeer(None, PEER))
    world.settle()
    assert world.node.refuses(PEER)


def test_who_broke_a_rule_and_had_proven_its_key_has_to_wait() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "prove p; violate")
    world.settle()
    assert world.node.refuses(PEER)


# ---- where a peer says it is --------------------------------------------------------------------


def test_an_address_told_by_a_peer_is_dialled_once_it_is_gone() -> None:
    world = World()
    connection, _, _ = world.open(address=Address("127.0.0.9", 50_000))
    world.receive(connection, f"hear p; where {THERE}")
    world.settle()
    assert world.network.dialled == []
    assert only_peer(world).peer_id == PEER

    world.receiver.ended(connection, "")
    world.settle()
    world.wait(2.0)

    assert world.network.dialled == [THERE]


def test_the_last_word_of_a_peer_about_its_addresses_counts() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, f"hear p; where {THERE}", f"where {ELSEWHERE}")
    world.settle()
    world.receiver.ended(connection, "")
    world.settle()
    world.wait(2.0)

    assert world.network.dialled == [ELSEWHERE]


def test_an_address_that_our_user_added_is_not_lost_by_what_a_peer_says() -> None:
    world = World()
    connection, _ = met(world)
    world.receive(connection, f"where {THERE} {ELSEWHERE}", "where")
    world.receiver.ended(connection, "")
    world.settle()
    world.wait(2.0)

    assert world.network.dialled == [THERE, THERE]


def test_a_told_address_where_nobody_answers_is_given_up_in_the_end() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, f"hear p; where {THERE}")
    world.receiver.ended(connection, "")
    world.settle()
    for _ in range(30):
        world.wait(LAST_DELAY_SECONDS)
        if world.network.receivers:
            world.network.receivers.pop().unreachable(CABLE, THERE, "timed_out")

    assert 20 <= len(world.network.dialled) <= 22


def test_of_a_told_address_where_nobody_answers_nothing_is_told_on() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, f"hear p; where {THERE}")
    world.receiver.ended(connection, "")
    world.settle()
    world.events()
    world.wait(LAST_DELAY_SECONDS)
    world.network.receivers.pop().unreachable(CABLE, THERE, "timed_out")
    world.settle()

    assert not any(isinstance(event, PeerGone) for event in world.events())


def test_no_more_addresses_are_taken_from_peers_than_the_limit() -> None:
    world = World()
    for number in range(TOLD_ADDRESSES_MAX // 4 + 1):
        connection, _, _ = world.open(f"{number}")
        name = chr(0x3C + number)  # none that parts the words of a script
        told = " ".join(f"127.1.{number}.{host}:1" for host in range(1, 5))
        world.receive(connection, f"hear {name}; where {told}")
        world.settle()

    assert sum(entry.told for entry in world.node._dialling) == TOLD_ADDRESSES_MAX


def test_whoever_asks_is_told_where_our_port_can_be_reached() -> None:
    world = World()
    world.perform(Listen(CABLE, Address("127.0.0.1", 0)))
    world.perform(Listen(CABLE, Address("127.0.0.2", 5)))
    world.settle()

    assert world.reachable == [
        (Address("127.0.0.1", 4242),),
        (Address("127.0.0.1", 4242), Address("127.0.0.2", 5)),
    ]
