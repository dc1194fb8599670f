"""Which feed a connection on a port of its own is about."""

from __future__ import annotations

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.model.ids import ConnectionId, PeerId
from engine.protocols.contract import Close, Ending, Role, Send
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.hyperbloom import Hyperbloom
from engine.protocols.hyperbloom.keys import discovery_key
from engine.protocols.hyperbloom.stream import Outgoing
from tests.conversations.hyperbloom.stage import FEED, NOON
from tests.unit.hyperbloom.home import author

OPENED = Outgoing(FEED, packets.Open(discovery_key(FEED), bytes(24))).open()


def protocol(*, is_kept: bool) -> Hyperbloom:
    home = author()
    around = Surroundings(
        home.sets, Raw(), SeededEntropy(b"x"), PeerId(bytes(32)), is_kept=lambda _: is_kept
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
