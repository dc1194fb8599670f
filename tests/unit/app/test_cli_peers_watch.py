"""``tidings peers --watch``: each peer once as it is, and again when it changes."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from app.cli import peers
from app.cli.printing import Output
from app.cli.session import Call, Session
from app.profile.paths import Paths
from engine.model.address import Address
from engine.model.events import EngineClosed, PeersChanged, RequestsChanged
from engine.model.ids import ProtocolName
from engine.model.peers import PeerState, PeerView
from tests.fake_engine import FakeEngine

ANN = PeerView(
    ProtocolName.PEERLINKS, Address("127.0.0.5", 1), None, PeerState.CONNECTING, 1.0, (), None
)
BEN = replace(ANN, address=Address("127.0.0.6", 2))
TURNS = 5  # of the loop: more than a look at the fake engine takes


async def turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_each_change_is_one_line_until_the_engine_ends(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = FakeEngine(peers=(ANN, BEN))
    watching = asyncio.create_task(
        peers._watch(Call(Session(paths, Output(as_json=True), None), engine))
    )

    async def told() -> list[tuple[str, str]]:
        await turns()
        lines = map(json.loads, capsys.readouterr().out.splitlines())
        return [(line["address"], line["state"]) for line in lines]

    assert await told() == [("127.0.0.5:1", "connecting"), ("127.0.0.6:2", "connecting")]
    engine.tell(RequestsChanged())
    assert await told() == []
    engine.peers = (ANN, replace(BEN, state=PeerState.GREETING))
    engine.tell(PeersChanged())
    assert await told() == [("127.0.0.6:2", "greeting")]
    engine.tell(PeersChanged(), EngineClosed())
    await asyncio.wait_for(watching, 5)
    assert await told() == []
