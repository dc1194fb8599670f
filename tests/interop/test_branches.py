"""Both sides write apart; when they meet both hold both branches, and the next post merges."""

from __future__ import annotations

from engine.model.ids import SpaceId
from tests.interop.js_peer import JsPeer
from tests.interop.our_peer import OurPeer
from tests.interop.scene import Dials, Scene
from tests.interop.seen import Seen

LONG = 1_200  # more than a page of 1,024: the way back to where they parted takes several queries


def test_branches_of_both_are_merged_by_whoever_posts_next(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    space = _channel_of_js(scene, ours, js)
    scene.disconnect(ours, js)
    js.post("js", "js", ["js apart"] * 7)
    ours.post(space, ["we apart"] * 4)
    scene.connect(ours, js, dials)
    held = scene.wait_until_equal(ours, space, js, "js", 12)
    assert len(_heads(held)) == 2
    js.post("js", "js", ["js merges"])
    held = scene.wait_until_equal(ours, space, js, "js", 13)
    assert (held[-1].path, len(held[-1].parents), _heads(held)) == ((), 2, {held[-1].hash})

    scene.disconnect(ours, js, dials)
    js.post("js", "js", ["js apart again"] * 3)
    ours.post(space, ["we apart again"] * 5)
    scene.connect(ours, js, dials)
    held = scene.wait_until_equal(ours, space, js, "js", 21)
    assert len(_heads(held)) == 2
    ours.post(space, ["we merge"])
    held = scene.wait_until_equal(ours, space, js, "js", 22)
    assert (held[-1].path, len(held[-1].parents), _heads(held)) == (("Us",), 2, {held[-1].hash})


def test_three_branches_meet_in_the_published_peer(scene: Scene) -> None:
    js, ann, ben = scene.js(), scene.ours("ann"), scene.ours("ben")
    space = _channel_of_js(scene, ann, js, "Ann")
    ben.founds("ben")
    scene.connect(ben, js, Dials.JS)
    assert scene.js_lets_in(js, "js", ben, "Ben") == space
    scene.wait_for_count(ben, space, 1)
    scene.disconnect(ann, js)
    scene.disconnect(ben, js, Dials.JS)
    ann.post(space, ["ann apart"] * 3)
    ben.post(space, ["ben apart"] * 6)
    js.post("js", "js", ["js apart"] * 9)
    scene.connect(ann, js)
    scene.connect(ben, js, Dials.JS)
    held = scene.wait_until_equal(ann, space, js, "js", 19)
    assert held == scene.wait_until_equal(ben, space, js, "js", 19)
    assert len(_heads(held)) == 3
    ben.post(space, ["ben merges"])
    held = scene.wait_until_equal(ann, space, js, "js", 20)
    assert len(held[-1].parents) == 3


def test_long_branches_of_both_are_exchanged_whole(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    space = _channel_of_js(scene, ours, js)
    scene.disconnect(ours, js)
    js.post("js", "js", ["js apart"] * LONG)
    ours.post(space, ["we apart"] * LONG)
    scene.connect(ours, js, dials)
    held = scene.wait_until_equal(ours, space, js, "js", 1 + 2 * LONG)
    assert len(_heads(held)) == 2


def _channel_of_js(scene: Scene, ours: OurPeer, js: JsPeer, display: str = "Us") -> SpaceId:
    """Connected, with the root on both sides."""
    js.founds("js")
    ours.founds(ours.name)
    scene.connect(ours, js)
    space = scene.js_lets_in(js, "js", ours, display)
    scene.wait_until_equal(ours, space, js, "js", 1)
    return space


def _heads(held: list[Seen]) -> set[str]:
    """What nothing builds on yet."""
    parents = {parent for seen in held for parent in seen.parents}
    return {seen.hash for seen in held} - parents
