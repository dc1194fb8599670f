"""Greeting the published implementation: who shakes, duplicates, ourselves, pings, strangers."""

from __future__ import annotations

import os

import pytest

from engine.model.events import PeerGone
from engine.protocols.contract import Ending
from tests.interop.js_peer import JsPeer, Nature
from tests.interop.our_peer import OurPeer
from tests.interop.scene import Dials, Scene, own_host

HALF = 1 << 255
OFFSETS = [1, -1, HALF - 1, HALF, HALF + 1]
WE_SHAKE, JS_SHAKES = 1, -1  # what to add to our peer id for that of js


def js_beside(scene: Scene, ours: OurPeer, offset: int) -> JsPeer:
    """Its peer id is ours and ``offset``, modulo 2^256."""
    id_ = (int.from_bytes(ours.id, "big") + offset) % (1 << 256)
    return scene.js(nature=Nature(peer_id=id_.to_bytes(32, "big")))


@pytest.mark.parametrize("offset", OFFSETS, ids=["near", "before", "almost", "half", "beyond"])
def test_the_side_that_the_ids_name_shakes(scene: Scene, dials: Dials, offset: int) -> None:
    ours = scene.ours()
    js = js_beside(scene, ours, offset)
    scene.connect(ours, js, dials)
    we, they = int.from_bytes(ours.id, "big"), int.from_bytes(js.id, "big")
    smaller_shakes = abs(we - they) < HALF
    we_shake = (we < they) == smaller_shakes
    (passed,) = js.passed()
    assert passed.get("received shake", 0) == int(we_shake)
    assert passed.get("sent shake", 0) == int(not we_shake)


@pytest.mark.parametrize("shaker", [WE_SHAKE, JS_SHAKES], ids=["we-shake", "js-shakes"])
def test_of_two_connections_the_first_is_kept_and_goes_on(
    scene: Scene, dials: Dials, shaker: int
) -> None:
    ours = scene.ours()
    js = js_beside(scene, ours, shaker)
    js.founds("js")
    space = ours.founds("us").id
    scene.connect(ours, js)
    scene.we_let_in(ours, space, js, "theirs")
    scene.wait_until_equal(ours, space, js, "theirs", 1)

    _connect_once_more(ours, js, dials)
    js.wait_for("gone", reason="duplicate")
    scene.news.wait_until(ours.is_settled, "our end of the second connection")
    assert ours.ready_peers() == [js.id]
    assert _endings(ours) == []
    first, second = js.passed()
    verdict = "received duplicate" if shaker == WE_SHAKE else "sent duplicate"
    assert verdict in second
    assert verdict not in first
    ours.post(space, ["still here"])
    js.post("theirs", "js", ["so am I"])
    scene.wait_until_equal(ours, space, js, "theirs", 3)


def test_a_peer_with_our_own_id_is_left_alone(scene: Scene, dials: Dials) -> None:
    """Whoever says it is us is us, as far as anybody can tell; js says so first."""
    ours = scene.ours()
    js = js_beside(scene, ours, 0)
    _connect_once_more(ours, js, dials)
    js.wait_for("gone", reason="duplicate")
    scene.news.wait_until(ours.is_settled, "our end")
    assert ours.ready_peers() == []
    assert set(_endings(ours)) <= {Ending.SELF_CONNECTION}  # told only where we had dialled


def test_each_answers_the_pings_of_the_other(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """We ping a peer without our mark only after it has pinged us: the document knows no pings."""
    chance = os.urandom
    # Dice of four bytes say when we ping next: within 5 to 30 s, here as early as may be.
    monkeypatch.setattr(os, "urandom", lambda size: bytes(4) if size == 4 else chance(size))
    js, ours = scene.js(), scene.ours()
    scene.connect(ours, js)
    assert js.ask("ping") == 1
    js.wait_for("frame", direction="received", kind="ping")
    js.wait_for("frame", direction="sent", kind="pong")
    assert js.id in ours.ready_peers()


def test_a_channel_that_only_one_of_them_knows_is_no_trouble(scene: Scene, dials: Dials) -> None:
    """Each asks for its own and is answered nothing; each is told of news it cannot read."""
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    scene.connect(ours, js, dials)
    js.wait_for("frame", direction="received", kind="emptyResponse")
    js.wait_for("frame", direction="sent", kind="emptyResponse")
    js.post("js", "js", ["for nobody here"])
    ours.post(space, ["nor this"])
    js.wait_for("frame", direction="sent", kind="notification")
    js.wait_for("frame", direction="received", kind="notification")
    assert (ours.count(space), js.count("js")) == (2, 2)
    assert js.channels() == ["js"]

    joined = scene.js_lets_in(js, "js", ours)
    scene.wait_until_equal(ours, joined, js, "js", 2)


def _connect_once_more(ours: OurPeer, js: JsPeer, dials: Dials) -> None:
    if dials is Dials.WE:
        ours.dial(js.listen(own_host()))
    else:
        js.ask("dial", host=ours.address.host, port=ours.address.port)


def _endings(ours: OurPeer) -> list[str]:
    return [gone.reason for gone in ours.heard(PeerGone)]
