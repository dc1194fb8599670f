"""What the window says of peers, reconciliations, members, failures and links."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason
from engine.model.events import FaultRaised, ReconciliationDone, Reconciling
from engine.model.ids import SpaceId
from engine.model.views import AuthorView, IdentityView, MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author, key_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import (
    INVITE,
    JUNE,
    PEER,
    REQUEST,
    channel,
    dialog_of,
    settled,
    shown_texts,
    started,
    trigger,
)
from ui.equipment import Equipment
from ui.main_window.window import MainWindow
from ui.timeline.loading.rows import name_of_author
from ui.widgets.dialogs import LinkQuestion
from ui.widgets.page import Page


def test_the_pill_says_where_messages_go(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", peers=2)

    async def scene() -> None:
        await started(window)
        pill = window.pages.channel.head.pill
        assert pill.text == "2 peers connected"
        engine.change(space, peers=0)
        await until(lambda: pill.text == "Nobody connected")
        engine.tell(Reconciling(space, PEER, 1_240))
        await until(lambda: pill.text == "Receiving 1,240")
        engine.tell(ReconciliationDone(space, PEER, 1_240, 0))
        await until(lambda: pill.text == "Nobody connected")

    run(scene())


def test_the_list_says_what_comes_in_where_nobody_looks_and_the_page_knows_it_when_opened(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    elsewhere = channel(engine, "Boats", peers=1)

    async def scene() -> None:
        await started(window)
        model, page = window.sidebar.model, window.pages.channel

        def row() -> str:
            return str(model.index_of(elsewhere).data(Qt.ItemDataRole.AccessibleTextRole))

        engine.tell(Reconciling(elsewhere, PEER, 4_200, 20_000))
        await until(lambda: "Catching up, 4,200 of 20,000" in row())
        assert page.head.pill.text == "Nobody connected"
        page.open(elsewhere)
        await until(lambda: page.head.pill.text == "Catching up, 4,200 of 20,000")
        engine.tell(ReconciliationDone(elsewhere, PEER, 20_000, 0))
        await until(lambda: "1 peer connected" in row())
        assert page.head.pill.text == "1 peer connected"

    run(scene())


def test_still_catching_up_is_not_no_messages_yet(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = engine.add_space("News", public=True, can_post=False, own_path=None, can_invite=False)
    engine.identities.append(IdentityView("June", key_of("June"), None))

    async def scene() -> None:
        await started(window)
        empty = window.pages.channel.empty
        assert empty.title.text() == "Waiting for another member"
        engine.tell(Reconciling(space, PEER, 0))
        await until(lambda: empty.title.text() == "Still catching up")
        engine.receive(space, Said("first", EPOCH, author()))
        await until(window.pages.channel.timeline.isVisible)

    run(scene())
    assert shown_texts(window) == ["first"]
    reason = window.pages.channel.composer.reason.text()
    assert reason == "You follow this channel. To write, you need an invite."


def test_members_are_listed_with_how_they_stand(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    moss = author("June", "Moss")
    engine.spaces[space].members = (
        MemberView(key_of("o"), "Juniper", (), None, online=True, ours=True),
        MemberView(moss.public_key, "Moss", moss.path, EPOCH + 86_400, online=False),
    )
    run(started(window))
    model = window.details.people.model
    names = [str(model.index(row).data()) for row in range(model.rowCount())]
    assert names == ["Juniper (you)", "Moss via June"]
    assert window.details.people.title.text() == "Members (2)"
    spoken = str(model.index(1).data(Qt.ItemDataRole.AccessibleTextRole))
    assert "Offline" in spoken
    assert "ended on" in spoken
    assert window.pages.channel.head.members.text() == "2 members"


def test_a_fault_of_the_machine_stays_in_a_banner_until_it_is_dismissed(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        engine.tell(FaultRaised(FaultReason.DISK_FULL, "tidings.db"))
        await until(window.banner.isVisible)

    run(scene())
    assert window.banner.sentence.text()
    window.banner.shut.click()
    assert not window.banner.isVisible()


def test_what_fails_is_said_in_one_sentence(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        engine.next_failure = Fault(FaultReason.DISK_FULL)
        trigger(window, space, "Mute")
        await until(window.toast.isVisible)

    run(scene())
    assert window.toast.sentence.text()
    assert "disk_full" not in window.toast.sentence.text()


def test_a_link_is_shown_in_full_before_it_opens(
    run: Run[Any], window: MainWindow, engine: FakeEngine, opened_addresses: list[str]
) -> None:
    channel(engine, "Garden")
    link = "https://example.org/a?b=c"

    async def scene() -> None:
        await started(window)
        window.pages.channel.timeline.wishes.open_link.emit(link)
        dialog = await dialog_of(LinkQuestion)
        dialog.copy.click()
        dialog.cancel.click()
        await settled(window)
        assert opened_addresses == []
        window.pages.channel.timeline.wishes.open_link.emit(link)
        (await dialog_of(LinkQuestion)).proceed.click()
        await settled(window)

    run(scene())
    assert opened_addresses == [link]
    assert QGuiApplication.clipboard().text() == link


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("channel", "Follow a public channel"),
        ("request", "Invite to \u2068Garden\u2069"),
        ("invite", "Ask to be let in"),
    ],
)
def test_a_link_from_outside_is_previewed_and_does_nothing(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    equipment: Equipment,
    kind: str,
    title: str,
) -> None:
    links = equipment.links
    texts = {
        "channel": links.of_channel(bytes(key_of("public")), "News", ()),
        "request": links.of_request(REQUEST, ()),
        "invite": links.of_invite(INVITE, ()),
    }
    channel(engine, "Garden")

    async def scene() -> int:
        await started(window)
        before = len(engine.performed)
        window.open_link(texts[kind])
        await settled(window)
        return len(engine.performed) - before

    assert run(scene()) == 0
    page = window.pages.stack.currentWidget()
    assert isinstance(page, Page)
    assert page.title.text() == title


def test_a_text_from_outside_that_is_no_link_is_told_of(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    run(started(window))
    window.open_link("https://example.org")
    assert window.toast.isVisible()
    assert window.pages.shows_channel


def test_own_posts_bear_the_name_of_who_made_the_channel_whichever_identity_came_later(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    own = channel(engine, "Garden", "hello")
    other = channel(engine, "Harbour", "hello")
    engine.identities.append(IdentityView("Moss", key_of("Moss"), None))

    async def scene() -> list[str]:
        await started(window)
        names = []
        for space in (own, other):
            window.open_space(space)
            await settled(window)
            names.append(window.pages.channel.timeline.reading.own_name)
        return names

    assert run(scene()) == ["Juniper", "Juniper"]


def test_our_own_posts_are_quoted_by_our_name_in_a_channel_with_a_key_of_its_own(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    ours = channel(engine, "Harbour", "hello")
    others = channel(engine, "Boats", "hello", own_path=("Juniper",))

    async def quoted_in(space: SpaceId) -> str:
        window.open_space(space)
        await settled(window)
        owner = AuthorView(engine.view(space).public_key, ())
        return name_of_author(owner, window.pages.channel.timeline.reading)

    async def scene() -> list[str]:
        await started(window)
        return [await quoted_in(ours), await quoted_in(others)]

    assert run(scene()) == ["Juniper", "Boats (owner)"]


def test_the_sidebar_counts_what_came_in_elsewhere(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    """Posts are told as posts; nothing else says that a channel has unread ones."""
    for name in ("Garden", "Boats"):
        channel(engine, name, "hello")

    async def scene() -> None:
        await started(window)
        (other,) = [space for space in engine.spaces if space != window.pages.channel.space]
        engine.receive(other, Said("ahoy", EPOCH + 9, JUNE))
        await settled(window)
        view = window.sidebar.model.view(window.sidebar.model.index_of(other))
        assert view is not None
        assert view.unread == 1
        assert window.windowTitle() == "(1) Tidings"

    run(scene())


def test_nothing_is_offered_before_it_is_known_what_there_is(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    assert not window.pages.home.isVisible()
    assert not window.onboarding.isVisible()
    channel(engine, "Garden", "hello")
    run(started(window))
    assert window.pages.shows_channel


def test_what_keeps_the_profile_from_opening_stays_in_sight(
    run: Run[Any], window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_query: object) -> object:
        raise Fault(FaultReason.DATABASE_CORRUPT, "tidings.db")

    monkeypatch.setattr(engine, "ask", fail)
    run(started(window))
    assert window.banner.isVisible()
    assert not window.toast.isVisible()
    assert not window.pages.home.isVisible()


def test_what_came_to_the_open_channel_while_one_looked_elsewhere_stands_below_a_line(
    run: Run[Any], qtbot: QtBot, window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    timeline = window.pages.channel.timeline
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    elsewhere.show()

    def first_new() -> str:
        begins = timeline.reading.unread_from
        entries = timeline.source.run.entries
        return next((one.post.text for one in entries if one.post.order == begins), "")

    async def away(at: int, *texts: str) -> None:
        elsewhere.activateWindow()
        await until(elsewhere.isActiveWindow)
        news = [Said(text, EPOCH + at, JUNE) for text in texts]
        engine.receive(space, *news)
        await until(lambda: first_new() == texts[0])
        await settled(window)
        assert first_new() == texts[0]

    async def back() -> None:
        window.activateWindow()
        await until(lambda: engine.view(space).unread == 0)
        await settled(window)

    async def scene() -> None:
        window.activateWindow()
        await until(window.isActiveWindow)
        await started(window)
        await back()
        assert not first_new()
        await away(9, "one", "two")
        await back()
        assert first_new() == "one", "it stays while one reads"
        await away(10, "three")
        await back()

    run(scene())
    assert first_new() == "three"
