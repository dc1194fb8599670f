"""A public channel is read by whoever has its key; by each from the other."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from tests.interop.scene import Dials, Scene


def test_we_read_a_public_channel_of_js(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    key = bytes.fromhex(js.ask("create", name="js", feed=True)["key"])
    js.post("js", "js", ["first", "second"])
    ours.founds("us")
    scene.connect(ours, js, dials)
    space = ours.follows(key, "news of js").id
    scene.wait_until_equal(ours, space, js, "js", 3)
    js.post("js", "js", ["third"])
    scene.wait_until_equal(ours, space, js, "js", 4)
    with pytest.raises(Refused) as refused:
        ours.post(space, ["me too"])
    assert refused.value.reason is Refusal.READ_ONLY


def test_js_reads_a_public_channel_of_ours(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    ours.founds("us")
    news = ours.publishes("news")
    ours.post(news.id, ["first", "second"])
    scene.connect(ours, js, dials)
    js.ask("follow", key=news.public_key.hex(), name="news of ours")
    scene.wait_until_equal(ours, news.id, js, "news of ours", 3)
    ours.post(news.id, ["third"])
    scene.wait_until_equal(ours, news.id, js, "news of ours", 4)


def test_a_reader_hands_a_public_channel_on(scene: Scene) -> None:
    """Js reads it from us, and another of ours reads it from js."""
    js, ann, ben = scene.js(), scene.ours("ann"), scene.ours("ben")
    ann.founds("ann")
    news = ann.publishes("news")
    ann.post(news.id, ["first"])
    scene.connect(ann, js)
    js.ask("follow", key=news.public_key.hex(), name="news")
    scene.wait_until_equal(ann, news.id, js, "news", 2)
    scene.connect(ben, js, Dials.JS)
    ben.follows(news.public_key, "news of ann")
    scene.wait_until_equal(ben, news.id, js, "news", 2)
    ann.post(news.id, ["second"])
    scene.wait_until_equal(ben, news.id, js, "news", 3)


def test_js_that_takes_a_private_channel_of_ours_for_a_public_one_is_shown_nothing(
    scene: Scene,
) -> None:
    """It asks without a chain; that is answered as if we did not know the channel."""
    js, ours = scene.js(), scene.ours()
    private = ours.founds("us")
    js.ask("follow", key=private.public_key.hex(), name="not for you")
    scene.connect(ours, js)
    js.wait_for("frame", direction="received", kind="emptyResponse")
    assert js.count("not for you") == 0
    assert js.id in ours.ready_peers()
