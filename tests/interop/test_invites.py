"""Being let in and letting in, between us and the published implementation: depth 1, 2 and 3."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import AcceptInvite
from tests.interop.scene import Dials, Scene


def test_js_lets_us_in_and_we_read_and_post(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    js.post("js", "js", ["before you came"])
    ours.founds("us")
    scene.connect(ours, js, dials)
    space = scene.js_lets_in(js, "js", ours)
    scene.wait_until_equal(ours, space, js, "js", 2)
    ours.post(space, ["thank you"])
    held = scene.wait_until_equal(ours, space, js, "js", 3)
    assert [seen.path for seen in held] == [(), (), ("Us",)]


def test_we_let_js_in_and_it_reads_and_posts(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    ours.post(space, ["before you came"])
    scene.connect(ours, js, dials)
    scene.we_let_in(ours, space, js, "theirs")
    scene.wait_until_equal(ours, space, js, "theirs", 2)
    js.post("theirs", "js", ["thank you"])
    held = scene.wait_until_equal(ours, space, js, "theirs", 3)
    assert [seen.path for seen in held] == [(), (), ("Js",)]


def test_js_lets_us_in_we_let_in_js_and_that_lets_us_in(scene: Scene) -> None:
    """Depths 1 and 3 are given by js, depth 2 by us; the last of a full chain lets nobody in."""
    ann, ben = scene.js("ann"), scene.ours("ben")
    cleo, dan = scene.js("cleo"), scene.ours("dan")
    ann.founds("ann")
    cleo.founds("cleo")
    ben.founds("ben")
    dan.founds("dan")
    scene.connect(ben, ann)
    space = scene.js_lets_in(ann, "ann", ben, "Ben")
    scene.wait_for_count(ben, space, 1)
    scene.connect(ben, cleo, Dials.JS)
    scene.we_let_in(ben, space, cleo, "of ann", "Cleo")
    scene.wait_until_equal(ben, space, cleo, "of ann", 1)
    scene.connect(dan, cleo)
    assert scene.js_lets_in(cleo, "of ann", dan, "Dan") == space
    scene.wait_for_count(dan, space, 1)

    ann.post("ann", "ann", ["from ann"])
    ben.post(space, ["from ben"])
    cleo.post("of ann", "cleo", ["from cleo"])
    dan.post(space, ["from dan"])
    held = scene.wait_until_equal(dan, space, cleo, "of ann", 5)
    assert held == scene.wait_until_equal(ben, space, ann, "ann", 5)
    paths = {(), ("Ben",), ("Ben", "Cleo"), ("Ben", "Cleo", "Dan")}
    assert {seen.path for seen in held} == paths
    with pytest.raises(Refused) as refused:
        dan.issues(space, cleo.requests("cleo", "never"), "Nobody")
    assert refused.value.reason is Refusal.CHAIN_FULL


def test_we_let_in_js_that_lets_us_in_and_we_let_in_js(scene: Scene) -> None:
    """The other order: depths 1 and 3 are given by us, depth 2 by js."""
    ann, ben = scene.ours("ann"), scene.js("ben")
    cleo, dan = scene.ours("cleo"), scene.js("dan")
    space = ann.founds("ann").id
    ben.founds("ben")
    cleo.founds("cleo")
    dan.founds("dan")
    scene.connect(ann, ben, Dials.JS)
    scene.we_let_in(ann, space, ben, "of ann", "Ben")
    scene.wait_until_equal(ann, space, ben, "of ann", 1)
    scene.connect(cleo, ben)
    assert scene.js_lets_in(ben, "of ann", cleo, "Cleo") == space
    scene.wait_for_count(cleo, space, 1)
    scene.connect(cleo, dan, Dials.JS)
    scene.we_let_in(cleo, space, dan, "of ann", "Dan")
    scene.wait_until_equal(cleo, space, dan, "of ann", 1)

    dan.post("of ann", "dan", ["from dan"])
    cleo.post(space, ["from cleo"])
    ben.post("of ann", "ben", ["from ben"])
    ann.post(space, ["from ann"])
    held = scene.wait_until_equal(cleo, space, dan, "of ann", 5)
    assert held == scene.wait_until_equal(ann, space, ben, "of ann", 5)
    paths = {(), ("Ben",), ("Ben", "Cleo"), ("Ben", "Cleo", "Dan")}
    assert {seen.path for seen in held} == paths
    request = ben.requests("ben", "never")
    refused = dan.refuses(
        "issue", channel="of ann", **{"as": "dan"}, request=request, display="Nobody"
    )
    assert "maximum trust chain length" in refused


def test_an_invite_of_js_is_taken_up_by_hand(scene: Scene) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    ours.founds("us")
    invite = js.issues("js", "js", ours.requests(), "Us", send=False)
    accepted = ours.perform(AcceptInvite(bytes.fromhex(invite)))
    assert accepted.path == ("Us",)
    scene.connect(ours, js)
    scene.wait_until_equal(ours, accepted.space, js, "js", 1)


def test_an_invite_of_ours_is_taken_up_by_hand(scene: Scene) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    issued = ours.issues(space, js.requests("js", "theirs"), "Js")
    assert not issued.delivered
    assert js.ask("accept", invite=issued.invite.hex())
    js.wait_for("joined", channel="theirs")
    scene.connect(ours, js)
    scene.wait_until_equal(ours, space, js, "theirs", 1)


def test_js_that_was_away_is_handed_its_invite_when_it_comes(scene: Scene, dials: Dials) -> None:
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    space = ours.founds("us").id
    assert not ours.issues(space, js.requests("js", "theirs"), "Js").delivered
    scene.connect(ours, js, dials)
    js.wait_for("joined", channel="theirs")
    scene.wait_until_equal(ours, space, js, "theirs", 1)


def test_two_requests_of_js_are_answered_each_with_its_own_invite(scene: Scene) -> None:
    """Both have the document's id in common, and each its published one."""
    js, ours = scene.js(), scene.ours()
    js.founds("js")
    first, second = ours.founds("first").id, ours.founds("second").id
    scene.connect(ours, js)
    requests = {name: js.requests("js", name) for name in ("of first", "of second")}
    assert ours.issues(second, requests["of second"], "Js").delivered
    assert ours.issues(first, requests["of first"], "Js").delivered
    js.wait_for("joined", channel="of first")
    js.wait_for("joined", channel="of second")
    scene.wait_until_equal(ours, first, js, "of first", 1)
    scene.wait_until_equal(ours, second, js, "of second", 1)
