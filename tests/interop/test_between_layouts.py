"""A peer of the document and the published one do not understand each other; through us they do.

What they ask in differs; the messages themselves do not.
"""

from __future__ import annotations

import pytest

from engine.model.ids import SpaceId
from tests.interop.document_peer.channel import Channel
from tests.interop.document_peer.meeting import Meeting
from tests.interop.js_peer import JsPeer
from tests.interop.scene import Dials, Scene


@pytest.mark.parametrize("owner", ["ours", "js", "it"])
def test_what_one_writes_the_other_reads_through_us(scene: Scene, owner: str) -> None:
    js = scene.js()
    js.founds("js")
    with Meeting(scene).ended() as meeting:
        ours = meeting.settle()
        scene.connect(ours, js, Dials.JS)
        conversation = meeting.conversation()
        if owner == "ours":
            space, name = ours.space("us").id, "of ours"
            scene.we_let_in(ours, space, js, name)
            channel = meeting.it_joins(conversation, space)
        elif owner == "js":
            name = "js"
            space = scene.js_lets_in(js, name, ours)
            channel = meeting.it_joins(conversation, space)
        else:
            name = "of it"
            channel = meeting.person.founds("its")
            space = meeting.we_join(conversation, channel)
            scene.we_let_in(ours, space, js, name)
        meeting.live_until_equal(conversation, channel, 1)
        _wait_for_root(scene, js, name)

        js.post(name, "js", [f"js {number}" for number in range(20)])
        conversation.post(channel, *(f"it {number}" for number in range(20)))
        ours.post(SpaceId(channel.id), [f"us {number}" for number in range(20)])
        meeting.live_until_equal(conversation, channel, 61)
        held = scene.wait_until_equal(ours, space, js, name, 61)
        assert [seen.hash for seen in held] == [one.hex() for one in channel.ordered()]


def test_two_hundred_branches_are_merged_by_all_three_128_at_a_time(scene: Scene) -> None:
    js = scene.js()
    js.founds("js")
    with Meeting(scene).ended() as meeting:
        ours = meeting.settle()
        scene.connect(ours, js, Dials.JS)
        conversation = meeting.conversation()
        channel = meeting.person.founds("its")
        space = meeting.we_join(conversation, channel)
        scene.we_let_in(ours, space, js, "of it")
        meeting.person.branches(channel, [f"branch {number}" for number in range(200)])
        conversation.post(channel, "it merges")
        meeting.live_until_equal(conversation, channel, 202)
        _demand_heads(channel, 73)
        scene.wait_until_equal(ours, space, js, "of it", 202)
        js.post("of it", "js", ["js merges"])
        meeting.live_until_equal(conversation, channel, 203)
        _demand_heads(channel, 1)
        ours.post(space, ["we go on"])
        meeting.live_until_equal(conversation, channel, 204)
        scene.wait_until_equal(ours, space, js, "of it", 204)


def _demand_heads(channel: Channel, count: int) -> None:
    parents = {parent for message in channel.messages.values() for parent in message.parents}
    assert len(channel.messages.keys() - parents) == count


def _wait_for_root(scene: Scene, js: JsPeer, name: str) -> None:
    scene.news.wait_until(lambda: js.count(name) >= 1, "the root at js")
