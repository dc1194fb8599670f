"""A history of 2,000 messages, pulled by each from the other."""

from __future__ import annotations

from tests.interop.scene import Dials, Scene

MESSAGES = 2_000
HUGE_POSTS, HUGE_POST_CHARACTERS = 8, 8_500_000  # what is asked for at once is over 64 MiB
PICTURES = 26
PICTURE_CHARACTERS = 2_700_000  # two megabytes in base 64: what the published app lets people send


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


def test_we_pull_from_js_pictures_that_together_are_larger_than_any_packet(scene: Scene) -> None:
    """It puts all that it is asked for into one answer, however much that is."""
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    for number in range(PICTURES):
        js.post("js", "js", [str(number) + "p" * PICTURE_CHARACTERS])
    ours.founds("us")
    scene.connect(ours, js)
    space = scene.js_lets_in(js, "js", ours)
    for count in range(1, 2 + PICTURES):
        scene.wait_for_count(ours, space, count)
    scene.wait_until_equal(ours, space, js, "js", 1 + PICTURES)


def test_of_posts_of_any_length_we_ask_js_for_one_at_a_time_once_that_is_known(
    scene: Scene,
) -> None:
    """Nobody who owns a channel is held to a length; so many at once fit no packet."""
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    for number in range(HUGE_POSTS):
        js.post("js", "js", [str(number) + "p" * HUGE_POST_CHARACTERS])
    ours.founds("us")
    scene.connect(ours, js)
    space = scene.js_lets_in(js, "js", ours)
    for count in range(1, 2 + HUGE_POSTS):  # one after the other, each in its time
        scene.wait_for_count(ours, space, count)
    scene.wait_until_equal(ours, space, js, "js", 1 + HUGE_POSTS)


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
