"""A history of 2,000 messages, pulled by each from the other."""

from __future__ import annotations

from tests.interop.scene import Dials, Scene

MESSAGES = 2_000


def test_we_pull_a_long_history_from_js(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    js.post("js", "js", _texts())
    ours.founds("us")
    scene.connect(ours, js, dials)
    space = scene.js_lets_in(js, "js", ours)
    scene.wait_until_equal(ours, space, js, "js", 1 + MESSAGES)


def test_js_pulls_a_long_history_from_us(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    ours.post(space, _texts())
    scene.connect(ours, js, dials)
    scene.we_let_in(ours, space, js, "theirs")
    scene.wait_until_equal(ours, space, js, "theirs", 1 + MESSAGES)


def test_we_pull_from_js_what_js_has_pulled_from_us(scene: Scene) -> None:
    """Handed on by js, our own messages are still those we signed."""
    js, ann, ben = scene.js(), scene.ours("ann"), scene.ours("ben")
    js.founds("js")
    ben.founds("ben")
    space = ann.founds("ann").id
    ann.post(space, ["by ann"] * 300)
    scene.connect(ann, js)
    scene.we_let_in(ann, space, js, "of ann", "Js")
    scene.wait_until_equal(ann, space, js, "of ann", 301)
    scene.disconnect(ann, js)
    scene.connect(ben, js, Dials.JS)
    assert scene.js_lets_in(js, "of ann", ben, "Ben") == space
    assert scene.wait_until_equal(ben, space, js, "of ann", 301) == ann.messages(space)


def _texts() -> list[str]:
    return [f"message {number}" for number in range(MESSAGES)]
