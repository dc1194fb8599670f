"""The channels of a community: browsed, joined, left, archived; their topics."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.commands import ArchiveSpace, LeaveSpace
from engine.model.communities import WireVersion
from engine.model.community_commands import DropChannel, JoinChannel, LeaveCommunity, SetTopic
from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import (
    choose,
    garden,
    hall,
    lines,
    member_of,
    names,
    opened,
    view_of,
)
from tests.gui.conftest import Run, until
from tests.gui.window_scene import dialog_of, settled
from ui.communities.asking import ChannelQuestion, ReasonQuestion
from ui.communities.page import CommunityPage
from ui.main_window.window import MainWindow
from ui.models.community_rows import community_state

LEFT = Qt.MouseButton.LeftButton


async def browsed(window: MainWindow, engine: FakeEngine) -> CommunityPage:
    """The page of the garden, of which two channels are not joined."""
    there = garden(engine)
    engine.communities.channel(there.id, "compost", topic="What goes on the heap", members=4)
    engine.communities.channel(there.id, "g\u0430rden", look_alike="garden")
    await opened(window, there.space)
    page = hall(window).show_page(view_of(engine, there))
    await settled(window)
    return page


def test_a_row_tells_topic_members_and_look_alikes(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        rows = page.channels.rows
        assert rows["compost"].topic.text() == "What goes on the heap"
        assert rows["compost"].line.text() == "4 members"
        assert rows["default"].act.text() == "Open"
        assert rows["compost"].act.text() == "Join"
        assert rows["g\u0430rden"].line.text() == "Who is in it is seen once you join"
        assert "looks like" in rows["g\u0430rden"].warning.text()
        assert "U+0430" in rows["g\u0430rden"].warning.text()
        assert rows["compost"].warning.isHidden()

    run(scene())


def test_a_channel_is_joined_by_its_button_and_opened(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        QTest.mouseClick(page.channels.rows["compost"].act, LEFT)
        await settled(window)
        assert JoinChannel(page.view.id, "compost") in engine.performed
        assert "#compost" in names(window)
        assert window.pages.shows_channel
        assert window.pages.channel.head.name.text() == "#compost"

    run(scene())


def test_typing_finds_channels_by_name_and_topic(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        QTest.keyClicks(page.channels.field, "heap")
        assert list(page.channels.rows) == ["compost"]
        page.channels.field.clear()
        QTest.keyClicks(page.channels.field, "nothing")
        assert not page.channels.rows
        assert "New channel" in page.channels.nothing.text()
        page.channels.field.clear()
        assert len(page.channels.rows) == 3

    run(scene())


def test_a_new_channel_is_asked_for_and_joined_without_its_sign(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        QTest.mouseClick(page.channels.new, LEFT)
        dialog = await dialog_of(ChannelQuestion)
        QTest.keyClicks(dialog.name, "#tool share")
        QTest.mouseClick(dialog.proceed, LEFT)
        await settled(window)
        assert JoinChannel(page.view.id, "tool share") in engine.performed
        assert window.pages.channel.head.name.text() == "#tool share"

    run(scene())


def test_a_name_that_is_none_keeps_asking(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        QTest.mouseClick(page.channels.new, LEFT)
        dialog = await dialog_of(ChannelQuestion)
        dialog.name.setText("x" * 65)
        QTest.mouseClick(dialog.proceed, LEFT)
        await until(lambda: not dialog.trouble.isHidden())
        assert dialog.isVisible()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await settled(window)

    run(scene())


def test_a_channel_of_a_community_that_was_left_is_opened_to_be_read(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        await engine.perform(LeaveCommunity(page.view.id))
        await settled(window)
        row = page.channels.rows["default"]
        assert row.act.text() == "Open"
        assert page.channels.rows["compost"].act.isHidden()
        QTest.mouseClick(row.act, LEFT)
        await settled(window)
        assert window.pages.shows_channel
        assert window.pages.channel.head.name.text() == "#default"
        assert not [one for one in engine.performed if isinstance(one, JoinChannel)]

    run(scene())


def test_leaving_a_channel_says_so_and_can_be_undone(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        view = engine.view(there.space)
        choose(window.sidebar.menu_for(view), "Leave")
        await settled(window)
        assert LeaveSpace(there.space) in engine.performed
        reason = window.pages.channel.composer.face.reason
        assert "left this channel" in reason.text()
        QTest.mouseClick(window.toast.action, LEFT)
        await settled(window)
        assert not engine.view(there.space).left

    run(scene())


def test_a_joined_channel_is_archived_from_its_row(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        (channel,) = [one for one in page._known if one.name == "default"]
        choose(page.channels.menu_for(channel), "Archive")
        await settled(window)
        assert channel.space is not None
        assert ArchiveSpace(channel.space, archived=True) in engine.performed
        assert names(window)[-1] == "Archived (1)"
        choose(page.channels.menu_for(channel), "Take out of the archive")
        await settled(window)
        assert "#default" in names(window)

    run(scene())


def test_a_channel_goes_out_of_the_list_with_a_reason_and_comes_back(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        (channel,) = [one for one in page._known if one.name == "compost"]
        choose(page.channels.menu_for(channel), "Take out of the list…")
        dialog = await dialog_of(ReasonQuestion)
        QTest.keyClicks(dialog.reason, "off topic")
        QTest.mouseClick(dialog.proceed, LEFT)
        await settled(window)
        assert DropChannel(page.view.id, "compost", reason="off topic") in engine.performed
        assert page.channels.rows["compost"].act.text() == "Put back"
        QTest.mouseClick(page.channels.rows["compost"].act, LEFT)
        await settled(window)
        assert page.channels.rows["compost"].act.text() == "Join"

    run(scene())


def test_a_channel_one_is_in_that_is_taken_out_is_told_so_and_not_that_one_left(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await browsed(window, engine)
        (channel,) = [one for one in page._known if one.name == "default"]
        await engine.perform(DropChannel(page.view.id, "default"))
        await settled(window)
        row = page.channels.rows["default"]
        titles = [title.text() for title in page.channels._titles if not title.isHidden()]
        assert (row.act.text(), titles) == ("Put back", ["Others (2)", "Taken out of the list (1)"])
        assert channel.space is not None
        window.open_space(channel.space)
        await settled(window)
        reason = window.pages.channel.composer.face.reason.text()
        assert "taken out of the list" in reason
        assert "left" not in reason

    run(scene())


def test_the_topic_is_changed_in_the_head_by_keyboard(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        topic = window.pages.channel.head.topic
        assert topic.shown.text() == "Set a topic"
        topic.shown.setFocus()
        QTest.keyClick(topic.shown, Qt.Key.Key_Space)
        QTest.keyClicks(topic.field, "Beans and tools")
        QTest.keyClick(topic.field, Qt.Key.Key_Return)
        await settled(window)
        assert SetTopic(there.space, "Beans and tools") in engine.performed
        assert "Beans" in topic.shown.accessibleName()
        assert topic.field.isHidden()
        assert any("set the topic: Beans and tools" in line for line in lines(window))

    run(scene())


def test_a_topic_that_is_refused_is_there_to_be_mended(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        await opened(window, there.space)
        head = window.pages.channel.head
        QTest.mouseClick(head.topic.shown, LEFT)
        head.topic.field.setText("ü" * 300)
        QTest.keyClick(head.topic.field, Qt.Key.Key_Return)
        await settled(window)
        assert head.topic.field.isVisible()
        assert head.topic.field.text() == "ü" * 300

    run(scene())


def test_escape_leaves_the_topic_as_it_was(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        head = window.pages.channel.head
        QTest.mouseClick(head.topic.shown, LEFT)
        assert head.pill.isHidden()  # what is written has all the room
        QTest.keyClicks(head.topic.field, "Nothing")
        QTest.keyClick(head.topic.field, Qt.Key.Key_Escape)
        assert head.topic.field.isHidden()
        assert not head.pill.isHidden()
        assert not [one for one in engine.performed if isinstance(one, SetTopic)]

    run(scene())


def test_whoever_left_cannot_change_the_topic(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await engine.perform(LeaveSpace(there.space))
        await opened(window, there.space)
        assert not window.pages.channel.head.topic.shown.isEnabled()

    run(scene())


def test_where_no_topic_stands_name_and_members_stay_where_they_are(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        head = window.pages.channel.head
        before = [part.geometry().center().y() for part in (head.name, head.members)]
        await engine.perform(LeaveSpace(there.space))
        await settled(window)
        assert head.topic.shown.isHidden()
        assert [part.geometry().center().y() for part in (head.name, head.members)] == before

    run(scene())


def test_an_empty_channel_says_when_messages_travel(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        community = engine.communities.add("Lonely")
        await opened(window, engine.communities.space(community))
        page = window.pages.channel
        assert page.empty.title.text() == "Nobody is online"
        assert "only while somebody who has them is online" in page.empty.sentence.text()
        assert page.head.pill.text == "Nobody online"
        engine.communities.member(community, "June", online=True)
        await settled(window)
        assert page.empty.title.text() == "No messages yet"
        assert page.head.pill.text == "1 member online"

    run(scene())


def test_who_is_connected_without_saying_as_which_member_is_not_nobody(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M, peers=1)
        engine.communities.known[there.id].members[there.june] = replace(
            member_of(engine, there, there.june), online=False
        )
        await opened(window, there.space)
        page = window.pages.channel
        assert page.head.pill.text == "1 peer connected"
        assert "go out as soon as" not in page.head.pill.toolTip()
        assert page.empty.title.text() == "No messages yet"
        assert hall(window).pane.nobody.isHidden()
        garden_row = engine.communities.view(there.id)
        assert community_state(garden_row) == "1 peer connected"

    run(scene())
