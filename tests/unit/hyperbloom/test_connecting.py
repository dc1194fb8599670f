"""Which feed a connection on a port of its own is about."""

from __future__ import annotations

from collections.abc import Callable, Container

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.model.comment_commands import AcceptTrust
from engine.model.ids import ConnectionId, PeerId, PublicKey, SpaceId, SpaceKind
from engine.protocols.contract import Close, Connection, Effect, Ending, Role, Send, WakeAt
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.hyperbloom import Hyperbloom
from engine.protocols.hyperbloom.keys import discovery_key
from engine.protocols.hyperbloom.limits import (
    EXTENSION_READER,
    LEDGERS_AT_ONCE,
    NAMING_SECONDS,
    RESTING_SECONDS,
    SIGNATURE_BYTES,
    SILENCE_SECONDS,
)
from engine.protocols.hyperbloom.shared import SharedLedgers
from engine.protocols.hyperbloom.stream import MAGIC, Outgoing
from engine.transport.limits import Limits
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, SPACE, chain_of
from tests.unit.hyperbloom.home import OTHER, Home, author, member

THEIRS = Outgoing(FEED, packets.Open(discovery_key(FEED), bytes(24)))
OPENED = THEIRS.open()
GREETED = THEIRS.say(packets.Handshake(b"\1" * 32, (EXTENSION_READER,), bytes(SIGNATURE_BYTES)))

SECOND = PublicKey(KEYS[9].public_key)
UNKNOWN = PublicKey(KEYS[10].public_key)


def opened(feed: PublicKey) -> bytes:
    """What a node says at once that keeps that feed's set."""
    return Outgoing(feed, packets.Open(discovery_key(feed), bytes(24))).open()


def author_of_two() -> Home:
    home = Home(0, 9)
    home.database.begin()
    home.spaces.store(SpaceId(SECOND), SpaceKind.FEED, "a second feed", SECOND, NOON)
    home.database.commit()
    return home


def protocol(
    home: Home | None = None, *, is_kept: bool = True, left: Container[SpaceId] = ()
) -> Hyperbloom:
    home = home or author()
    around = Surroundings(
        home.sets,
        Raw(),
        SeededEntropy(b"x"),
        PeerId(bytes(32)),
        is_shared=lambda space: is_kept and space not in left,
    )
    return Hyperbloom(around, PeerId(bytes(32)), home.commenting)


@pytest.mark.parametrize("is_kept", [True, False])
def test_of_a_feed_that_was_left_nobody_is_told_anything(*, is_kept: bool) -> None:
    connection = protocol(is_kept=is_kept).connect(ConnectionId(1), Role.LISTENER)
    connection.start(NOON)
    effects = [one for some in connection.receive(OPENED, NOON) for one in some]
    is_refused = any(
        isinstance(one, Close) and one.ending is Ending.CLOSED_BY_US for one in effects
    )
    assert is_refused is not is_kept


@pytest.mark.parametrize("is_kept", [True, False])
def test_about_a_feed_that_was_left_nobody_is_dialled(*, is_kept: bool) -> None:
    connection = protocol(is_kept=is_kept).connect(ConnectionId(1), Role.DIALLER)
    said = any(isinstance(one, Send) for one in connection.start(NOON))
    assert said is is_kept


@pytest.mark.parametrize("is_shared", [True, False])
@pytest.mark.parametrize("home", [author, member, Home])
@pytest.mark.parametrize("role", list(Role))
def test_inside_the_port_nothing_is_said_of_a_feed_that_was_paused_or_left_meanwhile(
    role: Role, home: Callable[[], Home], *, is_shared: bool
) -> None:
    """Whoever dials has looked at the list before all that comes first."""
    hyperbloom = protocol(home(), is_kept=is_shared)
    connection = hyperbloom.connect_inside(ConnectionId(1), role, SPACE)
    effects = connection.start(NOON) + told(connection, OPENED)
    assert bool(said(effects)) is is_shared
    closed = [one.ending for one in effects if isinstance(one, Close)]
    assert closed == ([] if is_shared else [Ending.CLOSED_BY_US])


@pytest.mark.parametrize("space", [None, OTHER])
def test_inside_the_port_nothing_is_said_of_what_is_no_feed(space: SpaceId | None) -> None:
    connection = protocol().connect_inside(ConnectionId(1), Role.DIALLER, space)
    assert not said(connection.start(NOON))


def test_only_feeds_that_are_shared_are_listed() -> None:
    left: list[SpaceId] = []
    shared = SharedLedgers(author_of_two().sets, lambda space: space not in left)
    assert shared.spaces() == [SPACE, SpaceId(SECOND)]
    left.append(SPACE)
    assert shared.spaces() == [SpaceId(SECOND)]


def of_many_feeds(count: int) -> tuple[Home, list[SpaceId]]:
    home, feeds = author(), [PublicKey(number.to_bytes(32, "big")) for number in range(1, count)]
    home.database.begin()
    for feed in feeds:
        home.spaces.store(SpaceId(feed), SpaceKind.FEED, "another feed", feed, NOON)
    home.database.commit()
    return home, [SPACE, *map(SpaceId, feeds)]


@pytest.mark.parametrize("further", [0, 1])
def test_a_quiet_line_makes_room_where_more_feeds_are_shared_than_a_peer_has_lines_for(
    further: int,
) -> None:
    """Those that were paused or left need none."""
    home, feeds = of_many_feeds(LEDGERS_AT_ONCE + 3)
    hyperbloom = protocol(home, left=feeds[LEDGERS_AT_ONCE + further :])
    line = hyperbloom.connect_inside(ConnectionId(1), Role.LISTENER, SPACE)
    line.start(NOON)
    told(line, OPENED + GREETED)
    line.wake(NOON + SILENCE_SECONDS)  # what it has asked for stays unanswered
    effects = line.wake(NOON + SILENCE_SECONDS + RESTING_SECONDS)
    assert any(isinstance(one, Close) for one in effects) is bool(further)


def dialled(home: Home) -> Connection:
    return protocol(home).connect(ConnectionId(1), Role.DIALLER)


def told(connection: Connection, data: bytes) -> list[Effect]:
    return [one for some in connection.receive(data, NOON) for one in some]


def said(effects: list[Effect]) -> bytes:
    return b"".join(one.data for one in effects if isinstance(one, Send))


def test_who_knows_one_set_speaks_first() -> None:
    assert discovery_key(FEED) in said(dialled(author()).start(NOON))


@pytest.mark.parametrize("feed", [FEED, SECOND])
def test_of_several_sets_the_one_is_spoken_of_that_a_node_names_at_once(feed: PublicKey) -> None:
    connection = dialled(author_of_two())
    assert connection.start(NOON) == [WakeAt(NOON + NAMING_SECONDS)]
    effects = told(connection, opened(feed))
    assert discovery_key(feed) in said(effects)
    assert not any(isinstance(one, Close) for one in effects)


def test_where_nobody_names_one_of_several_sets_we_do() -> None:
    """Whom we dial may wait for it, as we do who listen."""
    names = set[bytes]()
    hyperbloom = protocol(author_of_two())
    for _ in range(32):
        connection = hyperbloom.connect(ConnectionId(1), Role.DIALLER)
        connection.start(NOON)
        names.add(said(connection.wake(NOON + NAMING_SECONDS))[len(MAGIC) + 3 :][:32])
    assert names == {discovery_key(FEED), discovery_key(SECOND)}


@pytest.mark.parametrize("home", [Home, lambda: Home(followed=False)])
def test_who_may_comment_on_no_feed_says_nothing_to_whom_they_dial(
    home: Callable[[], Home],
) -> None:
    """And our own user hears why, as the reason of the ending, at once."""
    connection = dialled(home())
    assert connection.start(NOON) == [Close(Ending.NO_COMMENTING)]
    assert told(connection, opened(FEED)) == []


def test_a_set_that_is_left_meanwhile_is_not_named() -> None:
    left: list[SpaceId] = []
    hyperbloom = protocol(author_of_two(), left=left)
    connections = [hyperbloom.connect(ConnectionId(one), Role.DIALLER) for one in range(8)]
    for connection in connections:
        connection.start(NOON)
    left.append(SpaceId(FEED))
    for connection in connections:
        assert discovery_key(SECOND) in said(connection.wake(NOON + NAMING_SECONDS))


def test_who_leaves_all_of_several_sets_meanwhile_says_nothing_any_more() -> None:
    left: list[SpaceId] = []
    connection = protocol(author_of_two(), left=left).connect(ConnectionId(1), Role.DIALLER)
    connection.start(NOON)
    left += [SpaceId(FEED), SpaceId(SECOND)]
    (close,) = connection.wake(NOON + NAMING_SECONDS)
    assert isinstance(close, Close)
    assert close.ending is Ending.CLOSED_BY_US
    assert told(connection, opened(FEED)) == []


def test_we_name_one_before_a_crowded_door_lets_go_of_who_is_silent() -> None:
    assert Limits().half_open_seconds_safe > NAMING_SECONDS


def test_a_name_of_which_a_part_has_come_is_read_to_its_end() -> None:
    connection = dialled(author_of_two())
    connection.start(NOON)
    assert not said(told(connection, opened(FEED)[:9]))
    name = said(connection.wake(NOON + NAMING_SECONDS))
    said_by_us = FEED if discovery_key(FEED) in name else SECOND
    effects = told(connection, opened(FEED)[9:])
    assert bool(said(effects)) is (said_by_us == FEED)


@pytest.mark.parametrize("home", [author, author_of_two])
def test_a_node_that_keeps_another_set_has_broken_no_rule(home: Callable[[], Home]) -> None:
    """Its address may be dialled again: an hour's wait is for whoever has."""
    connection = dialled(home())
    connection.start(NOON)
    (close,) = (one for one in told(connection, opened(UNKNOWN)) if isinstance(one, Close))
    assert close.ending is Ending.CLOSED_BY_US
    assert close.violation is None


def test_a_set_named_first_by_us_may_turn_out_to_be_another_one() -> None:
    connection = dialled(author_of_two())
    connection.start(NOON)
    name = said(connection.wake(NOON + NAMING_SECONDS))
    other = SECOND if discovery_key(FEED) in name else FEED
    (close,) = (one for one in told(connection, opened(other)) if isinstance(one, Close))
    assert close.ending is Ending.CLOSED_BY_US
    assert close.violation is None


def test_whose_right_has_ended_is_named_only_where_there_is_no_other() -> None:
    home = Home(1)
    home.does(AcceptTrust(FEED, chain_of(1, until=NOON + 60).encoded))
    home.database.begin()
    home.spaces.store(
        SpaceId(KEYS[1].public_key), SpaceKind.FEED, "our own", PublicKey(KEYS[1].public_key), NOON
    )
    home.database.commit()
    hyperbloom = protocol(home)
    for _ in range(32):
        connection = hyperbloom.connect(ConnectionId(1), Role.DIALLER)
        connection.start(NOON + 61)
        named = said(connection.wake(NOON + 61 + NAMING_SECONDS))
        assert discovery_key(PublicKey(KEYS[1].public_key)) in named
