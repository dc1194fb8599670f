"""Commands in a channel of a community: completed, obeyed, and said what they lack."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.commands import ArchiveSpace, LeaveSpace, MarkRead, Say
from engine.model.communities import MemberRole, WireVersion
from engine.model.community_commands import (
    BlockMember,
    DeletePost,
    FollowModeration,
    GiveRole,
    HideMember,
    JoinChannel,
    SetInfo,
    SetTopic,
)
from engine.model.contents import Words
from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden, hall, member_of, opened, type_and_send, view_of
from tests.gui.conftest import Run
from tests.gui.window_scene import dialog_of, settled
from ui.communities.asking import ReasonQuestion
from ui.communities.member_page import CommunityMemberPage
from ui.communities.page import CommunityPage
from ui.communities.sharing import ShareCommunityPage
from ui.composing.slash import (
    COMMUNITY_USAGES,
    Command,
    Place,
    Said,
    Unknown,
    Verb,
    fitting,
    read,
)
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question


def told(window: MainWindow) -> str:
    note = window.pages.channel.composer.note
    return "" if note.isHidden() else note.words.text()


def test_a_place_understands_its_own_commands_alone() -> None:
    assert read("/j garden", Place.COMMUNITY) == Command(Verb.JOIN, "garden", "/j garden")
    assert read("/join garden") == Unknown("join")
    assert read("/rename x", Place.COMMUNITY) == Unknown("rename")
    assert read("//join", Place.COMMUNITY) == Said("/join")
    assert len(fitting("", Place.COMMUNITY)) == len(COMMUNITY_USAGES)


def test_joining_leaving_and_archiving_by_command(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        type_and_send(window, "/join #seedlings")
        await settled(window)
        assert JoinChannel(there.id, "seedlings") in engine.performed
        assert window.pages.channel.head.name.text() == "#seedlings"
        type_and_send(window, "/archive")
        await settled(window)
        seedlings = engine.communities.space(there.id, "seedlings")
        assert ArchiveSpace(seedlings, archived=True) in engine.performed
        type_and_send(window, "/leave")
        await settled(window)
        assert LeaveSpace(seedlings) in engine.performed

    run(scene())


def test_what_is_in_the_archive_already_or_not_in_it_stays_where_it_is(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        for text in ("/unarchive", "/archive", "/archive", "/unarchive"):
            type_and_send(window, text)
            await settled(window)
        wishes = [one.archived for one in engine.performed if isinstance(one, ArchiveSpace)]
        assert wishes == [False, True, True, False]

    run(scene())


def test_topic_nick_and_me(window: MainWindow, engine: FakeEngine, run: Run[None]) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        type_and_send(window, "/topic Beans   and tools")
        await settled(window)
        assert SetTopic(there.space, "Beans and tools") in engine.performed
        type_and_send(window, "/nick Jun")
        await settled(window)
        assert SetInfo(there.id, "name", "Jun") in engine.performed
        type_and_send(window, "/me waters the beans")
        await settled(window)
        assert Say(there.space, Words("*waters the beans*"), "Juniper") in engine.performed

    run(scene())


def test_saying_what_begins_with_a_slash_and_reading(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        type_and_send(window, "/say /join is how one joins")
        await settled(window)
        assert Say(there.space, Words("/join is how one joins"), "Juniper") in engine.performed
        type_and_send(window, "/say")
        await settled(window)
        assert "/say Hello" in told(window)
        read_first = [one for one in engine.performed if isinstance(one, MarkRead)]
        type_and_send(window, "/read")
        await settled(window)
        assert not window.pages.channel.composer.edit.toPlainText()
        read_then = [one for one in engine.performed if isinstance(one, MarkRead)]
        assert len(read_then) >= len(read_first)

    run(scene())


def test_what_is_refused_stands_in_the_field_again(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        edit = window.pages.channel.composer.edit
        for text, words in (
            (f"/topic {'x' * 513}", "topic is too long"),
            (f"/nick {'x' * 33}", "A name has"),
            (f"/join {'x' * 65}", "A name has"),
        ):
            type_and_send(window, text)
            await settled(window)
            assert edit.toPlainText() == text
            assert words in told(window)
            edit.clear()

    run(scene())


def test_what_a_command_lacks_is_said_and_it_stays(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        edit = window.pages.channel.composer.edit
        for text, words in (
            ("/join", "/join garden"),
            ("/topic", "/topic"),
            ("/hide", "who is meant"),
            ("/hide Nobody", "Nobody in this community"),
            ("/hide Juniper", "That is you"),
            ("/mod June", "no roles"),
            ("/hide June --channel default", "one channel alone"),
            ("/nonsense", "no command"),
        ):
            type_and_send(window, text)
            await settled(window)
            assert words in told(window)
            assert edit.toPlainText() == text

    run(scene())


def test_hiding_and_blocking_by_command_with_a_reason(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        type_and_send(window, "/hide June too loud")
        await settled(window)
        assert HideMember(there.id, there.june, reason="too loud") in engine.performed
        type_and_send(window, "/unhide June")
        await settled(window)
        assert HideMember(there.id, there.june, hidden=False) in engine.performed
        type_and_send(window, f"/block {there.moss.hex()[:8]} --reason advertising")
        await settled(window)
        assert BlockMember(there.id, there.moss, reason="advertising") in engine.performed
        type_and_send(window, "/follow June")
        await settled(window)
        assert FollowModeration(there.id, there.june) in engine.performed

    run(scene())


def test_what_was_typed_about_somebody_is_undone_from_the_notice(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        undone = {
            "/hide June too loud": HideMember(there.id, there.june, hidden=False),
            "/block Moss": BlockMember(there.id, there.moss, blocked=False),
        }
        for text, back in undone.items():
            type_and_send(window, text)
            await settled(window)
            assert back not in engine.performed
            assert window.toast.action.text() == "Undo"
            window.toast.action.click()
            await settled(window)
            assert back in engine.performed

    run(scene())


def test_of_namesakes_the_choices_are_listed(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        other = engine.communities.member(there.id, "June")
        await opened(window, there.space)
        type_and_send(window, "/hide June")
        await settled(window)
        assert f"June.{other.hex()[:8]}" in told(window)
        type_and_send(window, f"/hide June.{other.hex()[:8]} not the one I know")
        await settled(window)
        assert HideMember(there.id, other, reason="not the one I know") in engine.performed

    run(scene())


def test_commands_that_open_pages(window: MainWindow, engine: FakeEngine, run: Run[None]) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        pages: tuple[tuple[str, type, str], ...] = (
            ("/channels", CommunityPage, "channels"),
            ("/names", CommunityPage, "members"),
            ("/hides", CommunityPage, "moderation"),
            ("/share", ShareCommunityPage, ""),
            ("/whois June", CommunityMemberPage, ""),
            ("/whoami", CommunityMemberPage, ""),
        )
        for text, kind, part in pages:
            type_and_send(window, text)
            await settled(window)
            page: Any = window.pages.stack.currentWidget()
            assert isinstance(page, kind)
            assert not part or page.parts.value == part  # type: ignore[attr-defined]  # CommunityPage
            window.pages.close_page()

    run(scene())


def test_roles_by_command_are_asked_first(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        await opened(window, there.space)
        type_and_send(window, "/admin June")
        dialog = await dialog_of(ReasonQuestion)
        QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
        await settled(window)
        assert GiveRole(there.id, there.june, MemberRole.ADMIN) in engine.performed

    run(scene())


def test_a_role_is_given_back_by_undo_only_where_it_was_our_own_word(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    """What somebody else gave would be ours then, and they could not take it away any more."""

    async def made_admin(who: str) -> None:
        type_and_send(window, f"/admin {who}")
        dialog = await dialog_of(ReasonQuestion)
        QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
        await settled(window)

    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        engine.communities.member(there.id, "Alder", role=MemberRole.MODERATOR)
        await opened(window, there.space)
        await made_admin("Alder")
        assert window.toast.action.isHidden()
        await made_admin("Moss")
        assert not window.toast.action.isHidden()
        await engine.perform(GiveRole(there.id, there.june, MemberRole.MODERATOR))
        await settled(window)
        await made_admin("June")
        assert not window.toast.action.isHidden()
        before = len(engine.performed)
        window.toast.action.click()
        await settled(window)
        back = GiveRole(there.id, there.june, MemberRole.MODERATOR)
        assert back in engine.performed[before:]

    run(scene())


def test_what_is_for_one_channel_alone(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        engine.communities.join(there.id, "garden")
        await opened(window, there.space)
        type_and_send(window, "/hide June --channel #default --reason too loud")
        await settled(window)
        hidden = HideMember(there.id, there.june, reason="too loud", channel="default")
        assert hidden in engine.performed
        type_and_send(window, "/unhide June --channel garden")
        await settled(window)
        shown = HideMember(there.id, there.june, hidden=False, channel="garden")
        assert shown in engine.performed
        type_and_send(window, "/mod June --channel default")
        dialog = await dialog_of(ReasonQuestion)
        assert dialog.channel is not None
        assert dialog.channel.isChecked()
        QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
        await settled(window)
        role = GiveRole(there.id, there.june, MemberRole.MODERATOR, channel="default")
        assert role in engine.performed
        hall(window).moderating.hide(view_of(engine, there), member_of(engine, there, there.moss))
        dialog = await dialog_of(ReasonQuestion)
        assert dialog.channel is not None
        assert not dialog.channel.isChecked()
        dialog.channel.setChecked(True)
        QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
        await settled(window)
        assert HideMember(there.id, there.moss, channel="default") in engine.performed

    run(scene())


def test_delete_asks_about_our_last_message(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        own = view_of(engine, there).own_key
        post = engine.communities.say_as(there.id, own, "Oh no")
        engine.communities.say_as(there.id, there.june, "What?")
        await opened(window, there.space)
        type_and_send(window, "/del")
        dialog = await dialog_of(Question)
        QTest.mouseClick(dialog.proceed, Qt.MouseButton.LeftButton)
        await settled(window)
        assert DeletePost(there.space, post.id) in engine.performed

    run(scene())
