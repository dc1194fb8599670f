"""A community made in one window and joined in another: two real engines, TCP on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.model.communities import MemberStanding, WireVersion
from engine.model.community_commands import LeaveCommunity
from tests.gui.communities.scene import lines, names, type_and_send
from tests.gui.conftest import Run, until
from tests.gui.desks import Desk
from tests.gui.window_scene import dialog_of, settled
from ui.communities.sharing import ShareCommunityPage
from ui.main_window.community_hall import CommunityHall
from ui.widgets.dialogs import Question


def hall_of(desk: Desk) -> CommunityHall:
    return desk.window.occasions.communities


async def made(desk: Desk, wire: WireVersion = WireVersion.S) -> str:
    """A community of theirs; its link."""
    page = hall_of(desk).show_new()
    page.name.setText("Garden")
    page.nickname.setText("Juniper")
    page.wire.buttons[wire.value].click()
    page.make.click()
    channel = desk.window.pages.channel
    await until(lambda: channel.view is not None and channel.view.community is not None)
    await until(lambda: hall_of(desk).desk.community is not None)
    hall_of(desk).pane.share.click()
    share = desk.window.pages.stack.currentWidget()
    assert isinstance(share, ShareCommunityPage)
    await until(lambda: bool(share.code.link))
    desk.window.pages.close_page()
    await settled(desk.window)
    return share.code.link


async def joined(desk: Desk, link: str) -> None:
    page = hall_of(desk).show_joining()
    page.scan.look_at_text(link)
    await until(page.preview.isVisible)
    page.nickname.setText("Wren")
    page.join.click()
    channel = desk.window.pages.channel
    await until(lambda: channel.view is not None and channel.view.community is not None)
    await settled(desk.window)


@pytest.mark.parametrize("wire", [WireVersion.S, WireVersion.M])
def test_two_people_talk_and_see_each_other(
    desk: Callable[[str, str], Desk], run: Run[Any], wire: WireVersion
) -> None:
    first, second = desk("Juniper", "127.0.0.91"), desk("Wren", "127.0.0.92")

    async def scene() -> None:
        link = await made(first, wire)
        type_and_send(first.window, "The first beans are up.")
        await joined(second, link)
        await until(lambda: "The first beans are up." in lines(second.window))
        type_and_send(second.window, "I bring the watering can.")
        await until(lambda: "I bring the watering can." in lines(first.window))
        await until(lambda: first.window.pages.channel.head.pill.text == "1 member online")
        people = hall_of(first).pane.list.members
        await until(
            lambda: "Wren" in [str(people.index(n).data()) for n in range(people.rowCount())]
        )
        type_and_send(first.window, "/topic Beans and tools")
        topic = second.window.pages.channel.head.topic
        await until(lambda: topic.shown.accessibleName().startswith("Topic: Beans"))
        type_and_send(first.window, "/join seedlings")
        await until(lambda: "#seedlings" in names(first.window))
        await settled(first.window)
        await settled(second.window)

    run(scene())


@pytest.mark.parametrize("wire", [WireVersion.S, WireVersion.M])
def test_whoever_leaves_a_community_is_among_its_members_no_more(
    desk: Callable[[str, str], Desk], run: Run[Any], wire: WireVersion
) -> None:
    first, second = desk("Juniper", "127.0.0.97"), desk("Wren", "127.0.0.98")

    async def scene() -> None:
        await joined(second, await made(first, wire))
        await until(lambda: any(one.name == "Wren" for one in hall_of(first).desk.members))
        community = hall_of(second).desk.community
        assert community is not None
        await hall_of(second)._equipment.bridge.perform(LeaveCommunity(community.id))
        await until(lambda: all(one.name != "Wren" for one in hall_of(first).desk.members))
        await settled(first.window)
        await settled(second.window)

    run(scene())


def test_whom_one_hides_is_folded_away_for_them_alone(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    first, second = desk("Juniper", "127.0.0.93"), desk("Wren", "127.0.0.94")

    async def scene() -> None:
        await joined(second, await made(first))
        type_and_send(second.window, "Buy now")
        await until(lambda: "Buy now" in lines(first.window))
        await until(lambda: any(one.name == "Wren" for one in hall_of(first).desk.members))
        type_and_send(first.window, "/hide Wren advertising")
        wren = next(one for one in hall_of(first).desk.members if one.name == "Wren")
        key = wren.public_key.hex()[:8]
        folded = f"[A message of {key}. Hidden by you: advertising]"  # in S the name goes as well
        await until(lambda: folded in lines(first.window))
        hidden = [
            one for one in hall_of(first).desk.members if one.standing is MemberStanding.HIDDEN
        ]
        assert not hidden or hidden[0].name == "Wren"
        assert "Buy now" in lines(second.window)
        type_and_send(first.window, "/unhide Wren")
        await until(lambda: "Buy now" in lines(first.window))
        await settled(first.window)
        await settled(second.window)

    run(scene())


def test_a_deleted_message_goes_from_both_windows(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    first, second = desk("Juniper", "127.0.0.95"), desk("Wren", "127.0.0.96")

    async def scene() -> None:
        await joined(second, await made(first))
        type_and_send(first.window, "Oh no")
        await until(lambda: "Oh no" in lines(second.window))
        await until(lambda: "Oh no" in lines(first.window))
        post = next(
            entry.post
            for entry in first.window.pages.channel.source.run.entries
            if entry.post.text == "Oh no"
        )
        view = hall_of(first).desk.view
        assert view is not None
        task = hall_of(first)._equipment.bridge.start(
            hall_of(first).moderating._delete_post(view.id, post)
        )
        dialog = await dialog_of(Question)
        dialog.proceed.click()
        await task
        await until(lambda: "Oh no" not in lines(first.window))
        await until(lambda: "Oh no" not in lines(second.window))
        await settled(first.window)
        await settled(second.window)

    run(scene())
