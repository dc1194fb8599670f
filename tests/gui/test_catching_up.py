"""What is waited for while a channel is received: as long as somebody is there who may bring it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.model.address import Address
from engine.model.events import PeerGone, PeerReady, Reconciling
from engine.model.ids import PeerId, ProtocolName, SpaceId
from engine.protocols.contract import Ending
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.window_scene import PEER, channel, started
from ui.bridge import Bridge
from ui.channel import catching_up
from ui.channel.catching_up import CatchingUp
from ui.main_window.window import MainWindow
from ui.models.spaces import SpacesModel
from ui.wording.catching_up import Progress
from ui.wording.states import Status

AT = Address("127.0.0.1", 1)


@pytest.fixture
def _soon_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catching_up, "QUIET_MS", 20)


@pytest.mark.usefixtures("_soon_quiet")
def test_what_stands_still_is_said_to_wait_until_it_goes_on_or_the_peer_is_gone(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", peers=1)
    told = told_of(window.pages.channel.catching_up)
    pill = window.pages.channel.head.pill

    def waiting_with(received: int) -> Callable[[], bool]:
        return lambda: told[-1:] == [Progress(received, 20_000, waits=True)]

    async def scene() -> None:
        await started(window)
        for received in (4_200, 4_300):
            engine.tell(Reconciling(space, PEER, received, 20_000))
            await until(waiting_with(received))
        assert pill.text == "Waiting for more, 4,300 of 20,000"
        engine.tell(PeerGone(ProtocolName.TIDINGS, AT, "ended", PEER))
        await until(lambda: told[-1] is None)
        assert pill.text == "1 peer connected"
        engine.tell(Reconciling(space, PEER, 5))
        await until(lambda: told[-2:] == [Progress(5), None])

    run(scene())
    waiting = [Progress(received, 20_000, waits=True) for received in (4_200, 4_300)]
    coming = [Progress(received, 20_000) for received in (4_200, 4_300)]
    assert told[:5] == [coming[0], waiting[0], coming[1], waiting[1], None]


@pytest.mark.usefixtures("_soon_quiet")
def test_the_head_waits_for_nobody_where_nobody_is_connected(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", peers=1)
    pill = window.pages.channel.head.pill

    async def scene() -> None:
        await started(window)
        engine.tell(Reconciling(space, PEER, 4_200, 20_000))
        await until(lambda: pill.text == "Waiting for more, 4,200 of 20,000")
        engine.change(space, peers=0)
        await until(lambda: pill.text == "Nobody connected")

    run(scene())


@pytest.mark.parametrize(
    ("peers", "words"), [(0, "Nobody connected"), (1, "Waiting for more, 4,200 of 20,000")]
)
def test_nor_does_the_list(engine: FakeEngine, peers: int, words: str) -> None:
    space = engine.add_space("Garden", peers=peers)
    assert row_with(engine, space, Progress(4_200, 20_000, waits=True)).words == words


def test_what_is_to_be_done_is_said_before_what_is_waited_for(engine: FakeEngine) -> None:
    space = engine.add_space("Garden", peers=1, renewals=2)
    coming = row_with(engine, space, Progress(4_200, 20_000))
    assert coming.words == "Catching up, 4,200 of 20,000"
    waiting = row_with(engine, space, Progress(4_200, 20_000, waits=True))
    assert waiting == Status("", "warn", "2 ask to be renewed")


@pytest.mark.usefixtures("_soon_quiet")
def test_what_a_peer_had_sent_before_it_left_is_taken_in_and_no_more_is_waited_for(
    run: Run[Any], bridge: Bridge, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    told = told_of(CatchingUp(bridge, bridge))

    async def scene() -> None:
        engine.tell(PeerGone(ProtocolName.TIDINGS, AT, "ended", PEER))
        engine.tell(Reconciling(space, PEER, 4_300, 20_000))
        await until(lambda: told == [Progress(4_300, 20_000), None])
        engine.tell(PeerReady(ProtocolName.TIDINGS, AT, PEER))
        engine.tell(Reconciling(space, PEER, 5, 20_000))
        await until(lambda: told[2:] == [Progress(5, 20_000), Progress(5, 20_000, waits=True)])

    run(scene())


@pytest.mark.usefixtures("_soon_quiet")
def test_a_peer_that_is_there_by_another_protocol_is_not_gone(
    run: Run[Any], bridge: Bridge, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    told = told_of(CatchingUp(bridge, bridge))
    bare = Address("127.0.0.1", 2)
    coming, waiting = Progress(5, 20_000), Progress(5, 20_000, waits=True)

    async def scene() -> None:
        engine.tell(PeerReady(ProtocolName.TIDINGS, AT, PEER))
        engine.tell(PeerReady(ProtocolName.PEERLINKS, bare, PEER))
        engine.tell(PeerGone(ProtocolName.PEERLINKS, bare, "ended", PEER))
        engine.tell(Reconciling(space, PEER, 5, 20_000))
        await until(lambda: told == [coming, waiting])
        engine.tell(PeerGone(ProtocolName.TIDINGS, AT, "ended", PEER))
        await until(lambda: told == [coming, waiting, None])

    run(scene())


@pytest.mark.usefixtures("_soon_quiet")
@pytest.mark.parametrize(("gone", "last"), [(2, None), (3, Progress(5, 20_000, waits=True))])
def test_so_many_who_have_gone_are_known_to_be_and_no_more(
    run: Run[Any],
    bridge: Bridge,
    engine: FakeEngine,
    monkeypatch: pytest.MonkeyPatch,
    gone: int,
    last: Progress | None,
) -> None:
    monkeypatch.setattr(catching_up, "GONE_KEPT_MAX", 2)
    space = engine.add_space("Garden")
    told = told_of(CatchingUp(bridge, bridge))
    peers = [PeerId(bytes([number]) * 32) for number in range(gone)]

    async def scene() -> None:
        for number, peer in enumerate(peers):
            at = Address("127.0.0.1", 1 + number)
            engine.tell(PeerGone(ProtocolName.TIDINGS, at, "ended", peer))
        engine.tell(Reconciling(space, peers[0], 5, 20_000))
        await until(lambda: told == [Progress(5, 20_000), last])

    run(scene())


def test_that_an_address_of_a_connected_peer_cannot_be_reached_ends_nothing(
    run: Run[Any], bridge: Bridge, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    told = told_of(CatchingUp(bridge, bridge))

    async def scene() -> None:
        engine.tell(Reconciling(space, PEER, 4_200, 20_000))
        await until(lambda: bool(told))
        engine.tell(PeerGone(ProtocolName.TIDINGS, AT, Ending.UNREACHABLE, PEER))
        engine.tell(Reconciling(space, PEER, 4_300, 20_000))
        await until(lambda: len(told) > 1)

    run(scene())
    assert told == [Progress(4_200, 20_000), Progress(4_300, 20_000)]


def row_with(engine: FakeEngine, space: SpaceId, progress: Progress) -> Status:
    """What the list says of a space where it has come so far."""
    model = SpacesModel()
    model.show([engine.view(space)])
    model.show_progress(space, progress)
    return model.state_of(engine.view(space))


def told_of(followed: CatchingUp) -> list[Progress | None]:
    """What it tells from now on, whatever space it is of."""
    told: list[Progress | None] = []
    followed.changed.connect(lambda space: told.append(followed.progress(space)))
    return told
