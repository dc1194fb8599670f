"""What is decided in a community: the page of it, its log, and what takes it back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.model.communities import (
    ChannelView,
    MemberRole,
    MemberStanding,
    ModerationKind,
    ModerationView,
    WireVersion,
)
from engine.model.community_commands import (
    BlockMember,
    DeletePost,
    FollowModeration,
    GiveRole,
    HideMember,
    ModeratePost,
)
from engine.model.ids import CommunityId, PostId
from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import (
    choose,
    garden,
    hall,
    lines,
    member_of,
    opened,
    texts,
    type_and_send,
    view_of,
)
from tests.gui.conftest import Run
from tests.gui.window_scene import dialog_of, settled
from ui.communities.asking import ReasonQuestion, block_question
from ui.communities.log_rows import LOG_SENTENCES, STANDING_SHOWN, ModerationSection, log_words
from ui.communities.page import MEMBERS, MODERATION, CommunityPage
from ui.look.theme import Theme
from ui.main_window.window import MainWindow
from ui.text.namesakes import bearers_of
from ui.widgets.dialogs import Question

LEFT = Qt.MouseButton.LeftButton


def said(page: CommunityPage) -> list[str]:
    return [
        row.words.text().replace("\u2068", "").replace("\u2069", "") for row in page.moderation.rows
    ]


def test_every_kind_of_decision_has_its_words() -> None:
    assert {*LOG_SENTENCES, ModerationKind.ROLE} == set(ModerationKind)


async def decided(window: MainWindow, engine: FakeEngine, wire: WireVersion) -> CommunityPage:
    """The page, after one was hidden and another blocked."""
    there = garden(engine, wire=wire)
    await engine.perform(HideMember(there.id, there.june, reason="too loud"))
    await engine.perform(BlockMember(there.id, there.moss))
    await opened(window, there.space)
    page = hall(window).show_page(view_of(engine, there), MODERATION)
    await settled(window)
    return page


def test_it_lists_what_counts_now_and_then_the_log(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await decided(window, engine, WireVersion.S)
        assert said(page) == ["June", "Moss", "You blocked Moss", "You hid June"]
        assert "too loud" in page.moderation.rows[0].why.text()

    run(scene())


def test_of_very_many_hidden_members_some_have_a_row_and_the_rest_are_counted(
    engine: FakeEngine, theme: Theme
) -> None:
    there = garden(engine)
    one = replace(member_of(engine, there, there.june), standing=MemberStanding.HIDDEN)
    many = [one] * (STANDING_SHOWN + 7)
    section = ModerationSection(theme, lambda _entry: False)
    section.show_decisions(view_of(engine, there), many, (), ())
    assert len(section.rows) == STANDING_SHOWN
    words = [label.text() for label in section.findChildren(QLabel)]
    assert f"Hidden ({STANDING_SHOWN + 7})" in words
    assert "7 more: open them under “Members”." in words


def test_of_very_many_followed_with_roles_or_dropped_some_have_a_row(
    engine: FakeEngine, theme: Theme
) -> None:
    there = garden(engine)
    june = member_of(engine, there, there.june)
    members = [replace(june, followed=True, role=MemberRole.MODERATOR)] * (STANDING_SHOWN + 3)
    channels = [channel(there.id, f"{one:03}", dropped=True) for one in range(STANDING_SHOWN + 4)]
    section = ModerationSection(theme, lambda _entry: False)
    section.show_decisions(view_of(engine, there), members, channels, ())
    assert len(section.rows) == 3 * STANDING_SHOWN
    words = [label.text() for label in section.findChildren(QLabel)]
    assert f"Channels taken out of the list ({STANDING_SHOWN + 4})" in words
    assert "4 more: each is shown here once another is put back." in words
    assert words.count("3 more: open them under “Members”.") == 2


def test_nothing_is_laid_out_anew_for_what_is_said_or_read_or_who_comes(
    engine: FakeEngine, theme: Theme
) -> None:
    there = garden(engine)
    view = view_of(engine, there)
    june = replace(member_of(engine, there, there.june), standing=MemberStanding.HIDDEN)
    yard = channel(there.id, "yard", dropped=True)
    section = ModerationSection(theme, lambda _entry: False)
    section.show_decisions(view, [june], [yard], ())
    rows = section.rows
    spoke = replace(june, online=not june.online, last_post_at=1.0, channels=("yard",))
    section.show_decisions(replace(view, unread=9), [spoke], [replace(yard, posts=9)], ())
    assert section.rows is rows
    section.show_decisions(view, [replace(june, standing=MemberStanding.SHOWN)], [yard], ())
    assert len(section.rows) == 1


def test_a_newcomer_lays_it_out_anew_only_by_a_name_that_looks_like_one_shown(
    engine: FakeEngine, theme: Theme
) -> None:
    there = garden(engine)
    view = view_of(engine, there)
    june = replace(member_of(engine, there, there.june), standing=MemberStanding.HIDDEN)
    section = ModerationSection(theme, lambda _entry: False)
    borne = [(there.june, "June")]
    section.show_decisions(view, [june], (), (), bearers_of(borne))
    rows = section.rows
    section.show_decisions(view, [june], (), (), bearers_of([*borne, (there.moss, "Moss")]))
    assert section.rows is rows
    section.show_decisions(view, [june], (), (), bearers_of([*borne, (there.moss, "june")]))
    (row,) = section.rows
    assert row.words.text().endswith(there.june.hex()[:8])


def test_it_is_laid_out_only_where_it_is_looked_at(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await engine.perform(HideMember(there.id, there.june))
        await opened(window, there.space)
        page = hall(window).show_page(view_of(engine, there), MEMBERS)
        await settled(window)
        assert page.moderation.rows == []
        page.show_part(MODERATION)
        assert said(page) == ["June", "You hid June"]

    run(scene())


def channel(community: CommunityId, name: str, *, dropped: bool) -> ChannelView:
    return ChannelView(
        community=community,
        name=name,
        space=None,
        joined=False,
        topic="",
        topic_by=None,
        members=0,
        posts=0,
        dropped=dropped,
        look_alike=None,
    )


def test_each_of_it_has_a_way_back(window: MainWindow, engine: FakeEngine, run: Run[None]) -> None:
    async def scene() -> None:
        page = await decided(window, engine, WireVersion.S)
        june, moss, *_log = page.moderation.rows
        QTest.mouseClick(june.undo, LEFT)
        await settled(window)
        assert any(isinstance(one, HideMember) and not one.hidden for one in engine.performed)
        moss = page.moderation.rows[0]
        QTest.mouseClick(moss.undo, LEFT)
        await settled(window)
        assert any(isinstance(one, BlockMember) and not one.blocked for one in engine.performed)
        assert said(page)[:2] == ["You unblocked Moss", "You showed June again"]

    run(scene())


def test_an_entry_of_the_log_is_undone(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await decided(window, engine, WireVersion.M)
        row = page.moderation.rows[-1]
        assert row.words.text().startswith("You hid")
        QTest.mouseClick(row.undo, LEFT)
        await settled(window)
        assert any(isinstance(one, HideMember) and not one.hidden for one in engine.performed)

    run(scene())


def test_roles_and_followed_members_can_be_taken_back(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        admin = engine.communities.member(there.id, "Alder", role=MemberRole.ADMIN)
        followed = engine.communities.member(there.id, "Fern", followed=True)
        await opened(window, there.space)
        page = hall(window).show_page(view_of(engine, there), MODERATION)
        await settled(window)
        assert said(page) == ["Fern", "Alder"]
        QTest.mouseClick(page.moderation.rows[0].undo, LEFT)
        await settled(window)
        assert FollowModeration(there.id, followed, followed=False) in engine.performed
        QTest.mouseClick(page.moderation.rows[0].undo, LEFT)
        dialog = await dialog_of(ReasonQuestion)
        QTest.mouseClick(dialog.proceed, LEFT)
        await settled(window)
        assert GiveRole(there.id, admin, MemberRole.USER) in engine.performed

    run(scene())


def test_what_others_decided_is_told_and_has_no_way_back(engine: FakeEngine) -> None:
    there = garden(engine, wire=WireVersion.M)
    entry = ModerationView(
        ModerationKind.DROP_CHANNEL,
        there.june,
        "June",
        b"",
        "",
        "offers",
        "spam",
        None,
        counts=False,
    )
    community = view_of(engine, there)
    first, second = log_words(community, entry)
    assert first.replace("\u2068", "").replace("\u2069", "") == "June took #offers out of the list"
    assert second == "spam · does not count for you"
    role = replace(entry, kind=ModerationKind.ROLE, role=MemberRole.ADMIN, about=there.moss)
    assert "administrator" in log_words(community, role)[0]


def test_one_message_is_hidden_with_a_reason_and_shown_again(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        post = engine.communities.say_as(there.id, there.june, "Wrong channel")
        await opened(window, there.space)
        timeline = window.pages.channel.timeline
        menu = timeline._menu(0)
        assert "Reply" not in texts(menu)
        assert "React…" not in texts(menu)
        assert "Edit" not in texts(menu)
        choose(menu, "Hide this message…")
        dialog = await dialog_of(ReasonQuestion)
        QTest.keyClicks(dialog.reason, "off topic")
        QTest.mouseClick(dialog.proceed, LEFT)
        await settled(window)
        assert ModeratePost(there.space, post.id, reason="off topic") in engine.performed
        assert lines(window) == ["[A message of June. Hidden by you: off topic]"]
        timeline.toggle_folded(0)
        choose(timeline._menu(0), "Always show this message")
        await settled(window)
        assert ModeratePost(there.space, post.id, hidden=False) in engine.performed
        assert lines(window) == ["Wrong channel"]

    run(scene())


def test_a_hidden_message_is_shown_again_from_the_log(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.join(there.id, "seedlings")
        post = engine.communities.say_as(there.id, there.june, "Wrong channel")
        await engine.perform(ModeratePost(there.space, post.id, reason="off topic"))
        log = engine.communities.known[there.id].log
        log[-1] = replace(log[-1], channel="", about_name="")  # as where nobody was told
        await opened(window, there.space)
        page = hall(window).show_page(view_of(engine, there), MODERATION)
        await settled(window)
        assert said(page) == [f"You hid a message: {post.id.hex()[:8]}"]
        QTest.mouseClick(page.moderation.rows[0].undo, LEFT)
        await settled(window)
        assert ModeratePost(there.space, post.id, hidden=False) in engine.performed

    run(scene())


def test_a_message_that_was_taken_out_is_let_back_in_from_the_log(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        seedlings = engine.communities.join(there.id, "seedlings")
        entry = ModerationView(
            ModerationKind.DROP_POST,
            view_of(engine, there).own_key,
            "You",
            bytes(32),
            "",
            "seedlings",
            "",
            None,
            counts=True,
        )
        engine.communities.known[there.id].log.append(entry)
        await opened(window, there.space)
        page = hall(window).show_page(view_of(engine, there), MODERATION)
        await settled(window)
        QTest.mouseClick(page.moderation.rows[0].undo, LEFT)
        await settled(window)
        undone = ModeratePost(seedlings, PostId(bytes(32)), hidden=False)
        assert undone in engine.performed

    run(scene())


def test_deleting_ones_own_message_is_worded_honestly(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        own = view_of(engine, there).own_key
        post = engine.communities.say_as(there.id, own, "Oh no")
        await opened(window, there.space)
        timeline = window.pages.channel.timeline
        assert "Hide this message…" not in texts(timeline._menu(0))
        choose(timeline._menu(0), "Delete for everybody…")
        dialog = await dialog_of(Question)
        assert any("cannot be unsent" in one.text() for one in dialog.findChildren(QLabel))
        QTest.mouseClick(dialog.proceed, LEFT)
        await settled(window)
        assert DeletePost(there.space, post.id) in engine.performed
        assert timeline.row(0).note_text == "This message was deleted by who wrote it"

    run(scene())


@pytest.mark.parametrize(("wire", "taken"), [(WireVersion.M, 64), (WireVersion.S, 300)])
def test_a_reason_is_no_longer_than_others_take(
    qtbot: QtBot, theme: Theme, wire: WireVersion, taken: int
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    question = block_question(window, theme, "June", wire)
    question.reason.insert("ä" * 301)
    assert question.why == "ä" * taken
    question.reason.setText("x" + "ä" * taken)
    assert question.why == "x" + "ä" * (taken - 1)


def test_a_channel_that_nobody_knows_is_told_and_the_command_stays(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        engine.communities.join(there.id, "my garden")
        engine.communities.known[there.id].unlisted.add("old")
        await opened(window, there.space)
        composer = window.pages.channel.composer
        mistyped = "/hide June --channel my gadren"
        type_and_send(window, mistyped)
        await settled(window)
        assert "“#my”" in composer.note.words.text()
        assert composer.edit.toPlainText() == mistyped
        type_and_send(window, "/hide June --channel my garden too loud")
        await settled(window)
        hidden = HideMember(there.id, there.june, reason="too loud", channel="my garden")
        hidden = HideMember(there.id, there.june, reason="too loud", channel="my garden")
        assert hidden in engine.performed
        type_and_send(window, "/unhide June --channel old")
        await settled(window)
        shown = HideMember(there.id, there.june, hidden=False, channel="old")
        assert shown in engine.performed, "in no list, but known"
