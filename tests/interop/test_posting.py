"""Posts travel both ways between us and the published implementation, while both write."""

from __future__ import annotations

import json

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import AcceptInvite
from tests.interop.js_peer import JsPeer
from tests.interop.our_peer import OurPeer
from tests.interop.scene import Dials, Scene

POSTS_EACH = 120


def test_both_post_at_once_into_a_channel_of_js(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    ours.founds("us")
    scene.connect(ours, js, dials)
    space = scene.js_lets_in(js, "js", ours)
    scene.wait_until_equal(ours, space, js, "js", 1)
    writing = js.begin_posting("js", "js", _texts("js"))
    for text in _texts("us"):
        ours.post(space, [text])
    js.wait_for_reply(writing)
    _demand_all_texts(scene, ours, space.hex(), js, "js")


def test_both_post_at_once_into_a_channel_of_ours(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    scene.connect(ours, js, dials)
    scene.we_let_in(ours, space, js, "theirs")
    scene.wait_until_equal(ours, space, js, "theirs", 1)
    writing = js.begin_posting("theirs", "js", _texts("js"))
    for text in _texts("us"):
        ours.post(space, [text])
    js.wait_for_reply(writing)
    _demand_all_texts(scene, ours, space.hex(), js, "theirs")


def test_text_of_every_kind_arrives_as_it_was_written(scene: Scene) -> None:
    """A body is kept as its author wrote it: it is signed, and nobody re-serialises it."""
    texts = ["", "é\u0301", "\u2028\u2029", "👩\u200d👩\u200d👧", '\\"/\b\t', "\x00", "0" * 70_000]
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    scene.connect(ours, js)
    scene.we_let_in(ours, space, js, "theirs")
    scene.wait_until_equal(ours, space, js, "theirs", 1)
    for text in texts:
        ours.post(space, [text])
        js.post("theirs", "js", [text])
    held = scene.wait_until_equal(ours, space, js, "theirs", 1 + 2 * len(texts))
    read = [json.loads(seen.body)["text"] for seen in held if seen.body is not None]
    assert sorted(read) == sorted(2 * texts)


def test_posts_of_the_greatest_length_go_both_ways_and_longer_ones_nowhere(scene: Scene) -> None:
    """A member that the owner let in may write 2,097,152 units of JSON: a picture, say."""
    longest = "p" * (2_097_152 - len('{"text":""}'))
    js, ann, ben = scene.js(), scene.ours("ann"), scene.ours("ben")
    js.founds("js")
    ben.founds("ben")
    space = ann.founds("ann").id
    scene.connect(ann, js)
    scene.we_let_in(ann, space, js, "of ann")
    invite = ann.issues(space, ben.requests(), "Ben").invite
    ben.perform(AcceptInvite(invite))
    ben.dial(ann.address)
    scene.wait_for_count(ben, space, 1)
    scene.wait_until_equal(ann, space, js, "of ann", 1)

    js.post("of ann", "js", [longest])
    scene.wait_for_count(ben, space, 2)
    ben.post(space, [longest])
    held = scene.wait_until_equal(ann, space, js, "of ann", 3)
    assert [len(seen.body or "") for seen in held] == [0, 2_097_152, 2_097_152]
    with pytest.raises(Refused) as refused:
        ben.post(space, [longest + "p"])
    assert refused.value.reason is Refusal.TEXT_TOO_LONG
    who = {"as": "js", "channel": "of ann"}
    assert "overflow" in js.refuses("post", **who, texts=[longest + "p"])


def _texts(author: str) -> list[str]:
    return [f"{author} {number}" for number in range(POSTS_EACH)]


def _demand_all_texts(scene: Scene, ours: OurPeer, space: str, js: JsPeer, channel: str) -> None:
    id_ = ours.space(space).id
    held = scene.wait_until_equal(ours, id_, js, channel, 1 + 2 * POSTS_EACH)
    read = [json.loads(seen.body)["text"] for seen in held if seen.body is not None]
    assert sorted(read) == sorted(_texts("js") + _texts("us"))
