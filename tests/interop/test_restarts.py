"""The published peer dies in the middle and comes back under another id; we stop and come back."""

from __future__ import annotations

from engine.model.events import PostsArrived
from tests.interop.js_peer import Nature
from tests.interop.scene import Dials, Scene

MESSAGES = 1_500


def test_js_dies_while_we_pull_from_it_and_we_dial_it_again(scene: Scene) -> None:
    nature = Nature(journal=scene.journal("js"))
    js, ours = scene.js(nature=nature), scene.ours()
    js.founds("js")
    js.post("js", "js", ["text"] * MESSAGES)
    ours.founds("us")
    scene.connect(ours, js)
    js.ask("dieAfter", kind="sent syncResponse", count=20)
    space = scene.js_lets_in(js, "js", ours)
    js.wait_for_death()
    scene.news.wait_until(lambda: js.id not in ours.ready_peers(), "our end")
    assert 1 < ours.count(space) < 1 + MESSAGES
    again = scene.js_again(js, nature)
    assert again.id != js.id
    scene.wait_until_equal(ours, space, again, "js", 1 + MESSAGES)


def test_js_dies_while_it_pulls_from_us_and_dials_us_again(scene: Scene) -> None:
    nature = Nature(journal=scene.journal("js"))
    js, ours = scene.js(nature=nature), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    ours.post(space, ["text"] * MESSAGES)
    scene.connect(ours, js, Dials.JS)
    js.ask("dieAfter", kind="received syncResponse", count=6)
    scene.we_let_in(ours, space, js, "theirs")
    js.wait_for_death()
    scene.news.wait_until(lambda: js.id not in ours.ready_peers(), "our end")
    again = scene.js_again(js, nature)
    assert 1 < again.count("theirs") < 1 + MESSAGES
    scene.connect(ours, again, Dials.JS)
    scene.wait_until_equal(ours, space, again, "theirs", 1 + MESSAGES)


def test_js_posts_before_its_death_and_after_it_and_we_have_both(scene: Scene) -> None:
    nature = Nature(journal=scene.journal("js"))
    js, ours = scene.js(nature=nature), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    scene.connect(ours, js)
    scene.we_let_in(ours, space, js, "theirs")
    scene.wait_until_equal(ours, space, js, "theirs", 1)
    js.post("theirs", "js", ["before"])
    scene.wait_until_equal(ours, space, js, "theirs", 2)
    js.kill()
    ours.post(space, ["meanwhile"])
    again = scene.js_again(js, nature)
    again.post("theirs", "js", ["after"])
    scene.wait_until_equal(ours, space, again, "theirs", 4)


def test_we_stop_while_we_pull_from_js_and_go_on_where_we_were(scene: Scene) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    js.post("js", "js", ["text"] * MESSAGES)
    ours.founds("us")
    scene.connect(ours, js)
    space = scene.js_lets_in(js, "js", ours)
    scene.news.wait_until(lambda: ours.heard(PostsArrived), "the first posts")
    ours.stop()
    js.wait_for("gone")
    again = scene.ours()
    assert again.id == ours.id
    assert again.count(space) > 0
    scene.connect(again, js)
    scene.wait_until_equal(again, space, js, "js", 1 + MESSAGES)


def test_we_stop_while_js_pulls_from_us_and_it_goes_on_where_it_was(scene: Scene) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    ours.post(space, ["text"] * MESSAGES)
    scene.connect(ours, js)
    scene.we_let_in(ours, space, js, "theirs")
    js.wait_for("updated", channel="theirs")
    ours.stop()
    js.wait_for("gone")
    again = scene.ours()
    scene.connect(again, js)
    scene.wait_until_equal(again, space, js, "theirs", 1 + MESSAGES)
