"""Links that have ended, or are about to, between us and the published implementation.

Who holds such a link can neither ask nor post; what was posted while it held stays good for ever.
"""

from __future__ import annotations

import time

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import AcceptInvite
from tests.interop.js_peer import JsPeer, Nature
from tests.interop.our_peer import OurPeer, Ways
from tests.interop.scene import Dials, Scene

DAY_SECONDS = 86_400.0
LONG_AGO = -100 * DAY_SECONDS  # a link given then, for 99 days, ended yesterday
SOON_SECONDS = 60.0  # both count their own link as ended 120 s before it does


def test_a_link_of_ours_that_is_about_to_end_gives_js_nothing_and_a_new_one_does(
    scene: Scene,
) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    scene.connect(ours, js)
    request = js.requests("js", "theirs")
    assert ours.issues(space, request, "Js", time.time() + SOON_SECONDS).delivered
    js.wait_for("joined", channel="theirs")
    words = js.refuses("post", channel="theirs", **{"as": "js"}, texts=["too late"])
    assert "not complete" in words
    ours.post(space, ["not for you"])
    js.wait_for("frame", direction="received", kind="notification")
    js.ask("ping")  # whatever the news led to has passed before its pong
    assert js.count("theirs") == 0

    assert ours.issues(space, js.requests("js", "theirs"), "Js").delivered
    scene.news.wait_until(lambda: len(js.heard("joined")) == 2, "the second joining")
    ours.post(space, ["now you see it"])
    scene.wait_until_equal(ours, space, js, "theirs", 3)


def test_a_link_of_js_that_is_about_to_end_gives_us_nothing_and_a_new_one_does(
    scene: Scene,
) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    ours.founds("us")
    scene.connect(ours, js)
    valid_to = time.time() + SOON_SECONDS
    who = {"as": "js", "channel": "js", "display": "Us"}
    invite = js.ask("issueUntil", **who, request=ours.requests(), validTo=valid_to)
    space = ours.perform(AcceptInvite(bytes.fromhex(invite))).space
    assert not ours.space(space.hex()).can_post
    js.post("js", "js", ["not for you"])
    js.ask("ping")  # whatever the news led to has passed before its pong
    assert ours.count(space) == 0

    assert scene.js_lets_in(js, "js", ours) == space
    scene.wait_until_equal(ours, space, js, "js", 2)
    ours.post(space, ["now I can"])
    scene.wait_until_equal(ours, space, js, "js", 3)


def test_what_js_posted_while_its_link_held_is_read_by_all_after_it_ended(scene: Scene) -> None:
    then, old = scene.ours("ann", Ways(clock_offset_seconds=LONG_AGO)), _js_of_long_ago(scene)
    space = then.founds("ann").id
    scene.connect(then, old)
    scene.we_let_in(then, space, old, "of ann", "Old")
    scene.wait_until_equal(then, space, old, "of ann", 1)
    old.post("of ann", "old", ["while I may"])
    held = scene.wait_until_equal(then, space, old, "of ann", 2)
    then.stop()

    now, new = scene.ours("ann"), scene.js("new")
    new.founds("new")
    scene.connect(now, new)
    scene.we_let_in(now, space, new, "of ann", "New")
    assert scene.wait_until_equal(now, space, new, "of ann", 2) == held


def test_js_whose_link_ended_without_its_knowing_is_shown_nothing_and_not_banned(
    scene: Scene,
) -> None:
    """Its clock is 100 days behind. It can still write into the past, as the document says."""
    then, old = scene.ours("ann", Ways(clock_offset_seconds=LONG_AGO)), _js_of_long_ago(scene)
    space = then.founds("ann").id
    scene.connect(then, old)
    scene.we_let_in(then, space, old, "of ann", "Old")
    scene.wait_until_equal(then, space, old, "of ann", 1)
    then.stop()

    now = scene.ours("ann")
    now.post(space, ["not for old"])
    scene.connect(now, old, Dials.JS)
    # It asks for two channels: its own, which we do not know, and ours, which is not for it.
    scene.news.wait_until(
        lambda: any(one.get("received emptyResponse", 0) >= 2 for one in old.passed()),
        "two empty answers",
    )
    old.post("of ann", "old", ["into the past"])
    scene.wait_for_count(now, space, 3)
    assert old.count("of ann") == 2
    assert old.id in now.ready_peers()


def test_what_we_posted_while_our_link_held_is_read_by_all_after_it_ended(scene: Scene) -> None:
    nature = Nature(journal=scene.journal("js"), clock_offset_seconds=LONG_AGO)
    then, old = scene.ours("ann", Ways(clock_offset_seconds=LONG_AGO)), scene.js(nature=nature)
    old.founds("js")
    then.founds("ann")
    scene.connect(then, old)
    space = scene.js_lets_in(old, "js", then, "Ann")
    scene.wait_until_equal(then, space, old, "js", 1)
    then.post(space, ["while I may"])
    held = scene.wait_until_equal(then, space, old, "js", 2)
    then.stop()
    old.kill()

    now, ben = scene.js_again(old, Nature(journal=scene.journal("js"))), scene.ours("ben")
    ben.founds("ben")
    scene.connect(ben, now)
    assert scene.js_lets_in(now, "js", ben, "Ben") == space
    assert scene.wait_until_equal(ben, space, now, "js", 2) == held

    ann = scene.ours("ann")
    _demand_ended(ann, space.hex())
    scene.connect(ann, now, Dials.JS)
    now.post("js", "js", ["not for ann"])
    scene.wait_until_equal(ben, space, now, "js", 3)
    assert ann.count(space) == 2


def _js_of_long_ago(scene: Scene) -> JsPeer:
    js = scene.js("old", Nature(clock_offset_seconds=LONG_AGO))
    js.founds("old")
    return js


def _demand_ended(ours: OurPeer, space: str) -> None:
    with pytest.raises(Refused) as refused:
        ours.post(ours.space(space).id, ["too late"])
    assert refused.value.reason is Refusal.CHAIN_EXPIRED
