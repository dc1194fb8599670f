"""Members: listed online first, told apart by their keys, and what can be done with them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.commands import VerifyMember
from engine.model.communities import MemberRole, MemberStanding, WireVersion
from engine.model.community_commands import (
    BlockMember,
    FollowModeration,
    GiveRole,
    HideMember,
    SetInfo,
)
from engine.model.community_queries import CommunityMembers
from engine.model.events import CommunityChanged
from engine.model.queries import Query
from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import (
    choose,
    garden,
    hall,
    lines,
    member_of,
    opened,
    type_and_send,
    view_of,
)
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, dialog_of, settled
from ui.communities.asking import NicknameQuestion, ReasonQuestion
from ui.communities.member_page import CommunityMemberPage
from ui.communities.members import marks_of
from ui.main_window.window import MainWindow
from ui.text.namesakes import key_digits

LEFT = Qt.MouseButton.LeftButton


def listed(window: MainWindow) -> list[str]:
    model = hall(window).pane.list.members
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def test_those_online_come_first_and_oneself_is_marked(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        assert listed(window) == ["June", "Juniper (you)", "Moss"]
        assert hall(window).pane.title.text() == "Members (3)"
        assert window.pages.channel.head.members.text() == "3 members"

    run(scene())


def test_namesakes_and_the_nameless_are_told_apart_by_their_keys(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        other = engine.communities.member(there.id, "june")
        nobody = engine.communities.member(there.id, "")
        engine.communities.say_as(there.id, other, "It is me")
        await opened(window, there.space)
        assert f"June · {there.june.hex()[:8]}" in listed(window)
        assert f"june · {other.hex()[:8]}" in listed(window)
        assert nobody.hex()[:8] in listed(window)
        timeline = window.pages.channel.timeline
        assert timeline.row(0).name_text == f"june · {other.hex()[:8]}"

    run(scene())


def test_role_and_standing_are_marked_by_icons_and_words(engine: FakeEngine) -> None:
    there = garden(engine, wire=WireVersion.M)
    communities = engine.communities
    admin = communities.member(there.id, "Alder", role=MemberRole.ADMIN, followed=True)
    hidden = communities.member(there.id, "Fern", standing=MemberStanding.HIDDEN)
    assert [icon for icon, _colour in marks_of(member_of(engine, there, admin))] == [
        "shield-check",
        "flag",
    ]
    assert marks_of(member_of(engine, there, hidden)) == [("eye-off", "warn")]


def test_enter_on_a_member_opens_their_page(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        people = hall(window).pane.list
        people.setFocus()
        people.setCurrentIndex(people.members.index(2))
        QTest.keyClick(people, Qt.Key.Key_Return)
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, CommunityMemberPage)
        assert page.member.name == "Moss"
        assert "#default" in page.where.text()

    run(scene())


def test_a_press_on_an_author_opens_their_page(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        post = engine.communities.say_as(there.id, there.june, "hello")
        await opened(window, there.space)
        window.pages.channel.timeline.wishes.author.emit(post)
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, CommunityMemberPage)
        assert page.member.name == "June"

    run(scene())


def test_our_own_name_is_changed_from_the_pane(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        pane = hall(window).pane
        assert "Juniper" in pane.own.text()
        QTest.mouseClick(pane.rename, LEFT)
        dialog = await dialog_of(NicknameQuestion)
        assert dialog.name.text() == "Juniper"
        dialog.name.setText("Jun")
        QTest.mouseClick(dialog.proceed, LEFT)
        await settled(window)
        assert SetInfo(there.id, "name", "Jun") in engine.performed
        assert "Jun here" in pane.own.text().replace("\u2068", "").replace("\u2069", "")
        own = view_of(engine, there).own_key.hex()[:8]
        assert f"Jun ({own}) chose this name" in lines(window)

    run(scene())


def test_hiding_asks_why_and_can_be_undone(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.say_as(there.id, there.moss, "Buy now")
        await opened(window, there.space)
        page = hall(window).show_member(
            view_of(engine, there), member_of(engine, there, there.moss)
        )
        await settled(window)
        QTest.mouseClick(page.hide_them, LEFT)
        dialog = await dialog_of(ReasonQuestion)
        assert dialog.private is None  # in this form of cable all can see it
        QTest.keyClicks(dialog.reason, "advertising")
        QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
        await settled(window)
        assert HideMember(there.id, there.moss, reason="advertising") in engine.performed
        assert page.hide_them.isHidden()
        assert not page.show_them.isHidden()
        assert "advertising" in page.standing_words.text()
        window.pages.close_page()
        key = key_digits(there.moss)
        assert lines(window) == [f"[A message of {key}. Hidden by you: advertising]"]
        QTest.mouseClick(window.toast.action, LEFT)
        await settled(window)
        assert lines(window) == ["Buy now"]

    run(scene())


def test_blocking_offers_what_the_form_of_cable_knows(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        await opened(window, there.space)
        page = hall(window).show_member(
            view_of(engine, there), member_of(engine, there, there.moss)
        )
        await settled(window)
        QTest.mouseClick(page.block, LEFT)
        dialog = await dialog_of(ReasonQuestion)
        assert dialog.drop is not None
        assert dialog.notify is not None
        assert dialog.cancel.isDefault()
        dialog.drop.click()
        dialog.notify.click()
        QTest.mouseClick(dialog.proceed, LEFT)
        await settled(window)
        assert BlockMember(there.id, there.moss, drop=True, notify=True) in engine.performed
        assert not page.unblock.isHidden()
        assert page.mention.isHidden()
        QTest.mouseClick(page.unblock, LEFT)
        await settled(window)
        assert BlockMember(there.id, there.moss, blocked=False) in engine.performed
        assert not page.mention.isHidden()

    run(scene())


def test_followed_moderation_is_of_communities_without_roles(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        page = hall(window).show_member(
            view_of(engine, there), member_of(engine, there, there.june)
        )
        await settled(window)
        assert all(button.isHidden() for button in page.roles.values())
        QTest.mouseClick(page.follow, LEFT)
        await settled(window)
        assert FollowModeration(there.id, there.june) in engine.performed
        assert not page.unfollow.isHidden()

    run(scene())


def test_roles_are_given_where_the_form_of_cable_knows_them(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        await opened(window, there.space)
        page = hall(window).show_member(
            view_of(engine, there), member_of(engine, there, there.june)
        )
        await settled(window)
        assert page.follow.isHidden()
        QTest.mouseClick(page.roles[MemberRole.MODERATOR], LEFT)
        dialog = await dialog_of(ReasonQuestion)
        QTest.mouseClick(dialog.proceed, LEFT)
        await settled(window)
        assert GiveRole(there.id, there.june, MemberRole.MODERATOR) in engine.performed
        assert page.roles[MemberRole.MODERATOR].isHidden()
        assert not page.roles[MemberRole.USER].isHidden()

    run(scene())


def test_a_member_is_mentioned_in_the_open_channel(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        page = hall(window).show_member(
            view_of(engine, there), member_of(engine, there, there.june)
        )
        await settled(window)
        QTest.mouseClick(page.mention, LEFT)
        await settled(window)
        assert window.pages.shows_channel
        assert window.pages.channel.composer.edit.toPlainText() == "@June "

    run(scene())


def test_safety_codes_are_compared_as_everywhere(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        page = hall(window).show_member(
            view_of(engine, there), member_of(engine, there, there.june)
        )
        await settled(window)
        assert page.comparing is not None
        QTest.mouseClick(page.comparing.equal, LEFT)
        QTest.mouseClick(page.comparing.mark, LEFT)
        await settled(window)
        assert VerifyMember(there.june, verified=True) in engine.performed
        assert not page.badge.isHidden()

    run(scene())


def test_members_that_were_asked_for_too_late_are_asked_for_again(
    window: MainWindow, engine: FakeEngine, run: Run[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their answer comes when no channel of theirs is open, where changes are not followed."""
    answer, asked, ask = asyncio.Event(), asyncio.Event(), engine.ask

    async def late(query: Query[Any]) -> Any:  # Any: what it answers
        found = await ask(query)
        if isinstance(query, CommunityMembers):
            asked.set()
            await answer.wait()
        return found

    async def scene() -> None:
        there = garden(engine)
        desk = hall(window).desk
        elsewhere = channel(engine, "Elsewhere", "hello")
        await opened(window, there.space)
        monkeypatch.setattr(engine, "ask", late)
        engine.communities.member(there.id, "Alder")
        await asked.wait()
        window.open_space(elsewhere)
        await until(lambda: desk.view is None)
        answer.set()
        await settled(window)
        assert [one.name for one in desk.members] == []
        engine.communities.member(there.id, "Fern")
        await settled(window)
        window.open_space(there.space)
        await settled(window)
        assert "Fern" in [one.name for one in desk.members]

    run(scene())


def test_a_page_shows_who_renamed_themselves_in_all_its_places(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        page = hall(window).show_member(
            view_of(engine, there), member_of(engine, there, there.june)
        )
        await settled(window)
        before = page.avatar.pixmap().toImage()
        members = engine.communities.known[there.id].members
        members[there.june] = replace(members[there.june], name="Xenia")
        engine.tell(CommunityChanged(there.id))
        await settled(window)
        assert page.name.text() == "Xenia"
        assert page.avatar.pixmap().toImage() != before, "it carries their initial"

    run(scene())


def test_who_wrote_and_left_is_hidden_by_menu_and_by_command(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        ben, ivy = (engine.communities.member(there.id, one, channels=()) for one in ("Ben", "Ivy"))
        engine.communities.say_as(there.id, ben, "SPAM")
        await opened(window, there.space)
        choose(window.pages.channel.timeline._menu(0), "Hide Ben…")
        dialog = await dialog_of(ReasonQuestion)
        QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
        await settled(window)
        assert HideMember(there.id, ben) in engine.performed
        for whom in ("Ivy", ivy.hex()[:8]):
            type_and_send(window, f"/hide {whom} spam for {whom}")
            await settled(window)
            assert HideMember(there.id, ivy, reason=f"spam for {whom}") in engine.performed

    run(scene())


def test_who_wrote_and_left_has_a_page(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        ben = engine.communities.member(there.id, "Ben", channels=())
        engine.communities.say_as(there.id, ben, "SPAM")
        await opened(window, there.space)
        choose(window.pages.channel.timeline._menu(0), "Who is Ben?")
        await settled(window)
        page = window.findChild(CommunityMemberPage)
        assert page is not None
        assert page.name.text() == "Ben"

    run(scene())
