"""Who may comment: the page about it, keys and permissions that are brought, shown and given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine.model.comment_commands import (
    GiveShorterChains,
    HideCommenter,
    TrustCommenter,
)
from engine.model.found import FoundCommentKey, FoundFeed
from engine.model.ids import PublicKey
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import settled
from ui.comments.network_page import NetworkPage
from ui.comments.trustee_row import TrusteeRow
from ui.comments.trusting import DAYS_MAX, TrustPage
from ui.feeds.following import FollowFeedPage
from ui.main_window.window import MainWindow

MOSS = PublicKey(key_of("Moss"))


async def shown(window: MainWindow) -> NetworkPage:
    window.occasions.comments.pane.who.click()
    await settled(window)
    page = window.pages.stack.currentWidget()
    assert isinstance(page, NetworkPage)
    return page


def test_the_author_sees_who_may_comment_and_until_when(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        engine.comments.trustee(space, "Moss", comments=3, valid_to=engine.now - 60.0, ended=True)
        june = engine.comments.trustee(space, "June", path=(MOSS, PublicKey(key_of("June"))))
        await opened(window, engine, space)
        page = await shown(window)
        assert page.sentence.text().startswith("This feed is yours")
        moss, second = page.rows
        assert "ended" in moss.line.text()
        assert "3 comments" in moss.line.text()
        assert second.path.text().startswith("Trusted through")
        assert page.trust.isVisible()
        second.follow.click()
        await settled(window)
        following = window.pages.stack.currentWidget()
        assert isinstance(following, FollowFeedPage)
        assert following._found == FoundFeed(june)
        assert following.kind.isVisible()  # a key does not say of which kind its feed is

    run(scene())


def test_somebody_is_let_comment_by_their_key(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        await opened(window, engine, space)
        page = await shown(window)
        page.trust.click()
        await settled(window)
        trusting = window.pages.stack.currentWidget()
        assert isinstance(trusting, TrustPage)
        trusting.show_found(FoundCommentKey(PublicKey(space), MOSS))
        trusting.endless.setChecked(True)
        trusting.proceed.click()
        await settled(window)
        assert TrustCommenter(space, MOSS, None) in engine.performed
        assert trusting.code.isVisible()
        assert "may comment" in trusting.told.text()

    run(scene())


@pytest.mark.parametrize("anew", [True, False])
def test_for_as_long_as_i_may_is_said_of_one_person_alone(
    window: MainWindow, engine: FakeEngine, run: Run[None], *, anew: bool
) -> None:
    """It cannot be taken back."""

    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        await opened(window, engine, space)
        page = await shown(window)
        page.trust.click()
        await settled(window)
        trusting = window.pages.stack.currentWidget()
        assert isinstance(trusting, TrustPage)
        trusting.show_found(FoundCommentKey(PublicKey(space), MOSS))
        trusting.endless.setChecked(True)
        if anew:
            trusting.another.click()
        fern = PublicKey(key_of("Fern"))
        trusting.show_found(FoundCommentKey(PublicKey(space), fern))
        assert trusting.until.isEnabled()
        trusting.proceed.click()
        await settled(window)
        (given,) = [one for one in engine.performed if isinstance(one, TrustCommenter)]
        assert given.public_key == fern
        assert given.valid_to is not None

    run(scene())


def test_a_day_can_be_chosen_until_which_they_may(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        await opened(window, engine, space)
        window.pages.show_found(FoundCommentKey(PublicKey(space), MOSS), ())
        await settled(window)
        trusting = window.pages.stack.currentWidget()
        assert isinstance(trusting, TrustPage)
        trusting.proceed.click()
        await settled(window)
        (given,) = [one for one in engine.performed if isinstance(one, TrustCommenter)]
        assert given.valid_to is not None
        days = (given.valid_to - window._equipment.now()) / 86_400
        assert days == pytest.approx(365, abs=2)

    run(scene())


@pytest.mark.parametrize("ends", [1e17, 1e18, 1e20, 1.7e308])
def test_a_right_of_ours_that_ends_in_no_year_of_any_calendar_lets_others_in(
    window: MainWindow, engine: FakeEngine, run: Run[None], ends: float
) -> None:
    """Other programs may write "never" as any number."""

    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        engine.comments.let(space, expires_at=ends)
        await opened(window, engine, space)
        window.pages.show_found(FoundCommentKey(PublicKey(space), MOSS), ())
        await settled(window)
        trusting = window.pages.stack.currentWidget()
        assert isinstance(trusting, TrustPage)
        assert trusting.choosing.isVisible()
        days = trusting.until.minimumDate().daysTo(trusting.until.maximumDate())
        assert days == DAYS_MAX

    run(scene())


def test_a_key_that_was_shown_for_another_feed_is_not_taken(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        await opened(window, engine, space)
        page = await shown(window)
        page.trust.click()
        await settled(window)
        trusting = window.pages.stack.currentWidget()
        assert isinstance(trusting, TrustPage)
        trusting.show_found(FoundCommentKey(PublicKey(key_of("other")), MOSS))
        assert not trusting.scan.problem.isHidden()
        assert not trusting.choosing.isVisible()

    run(scene())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"own_path": None, "may_comment": False}, "not write any"),
        ({"may_comment": True}, "five links away"),
        ({"may_comment": False}, "has ended"),
        ({"may_comment": False, "left": True}, "not write any"),
    ],
)
def test_who_may_not_let_others_is_told_why_when_they_bring_a_key(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[None],
    changes: dict[str, object],
    words: str,
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        engine.comments.let(space, may_trust=False, **changes)
        await opened(window, engine, space)
        window.pages.show_found(FoundCommentKey(PublicKey(space), MOSS), ())
        await settled(window)
        assert words in window.toast.sentence.text()
        assert not isinstance(window.pages.stack.currentWidget(), TrustPage)

    run(scene())


def test_somebody_is_hidden_and_shorter_ways_are_given(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        key = engine.comments.trustee(space, "Moss")
        await opened(window, engine, space)
        page = await shown(window)
        page.rows[0].hide_all.click()
        page.gives.click()
        await settled(window)
        assert HideCommenter(space, key, hidden=True) in engine.performed
        assert GiveShorterChains(space, gives=True) in engine.performed

    run(scene())


def test_who_was_let_in_gets_another_permission_before_theirs_ends(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        engine.comments.trustee(space, "Moss", by_us=True, valid_to=engine.now + 60.0)
        await opened(window, engine, space)
        page = await shown(window)
        (moss,) = page.rows
        assert "let in by you" in moss.line.text()
        moss.again.click()
        await settled(window)
        trusting = window.pages.stack.currentWidget()
        assert isinstance(trusting, TrustPage)
        trusting.endless.setChecked(True)
        trusting.proceed.click()
        await settled(window)
        assert TrustCommenter(space, MOSS, None) in engine.performed

    run(scene())


def test_what_is_pressed_while_a_comment_comes_is_done(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        key = engine.comments.trustee(space, "Moss")
        await opened(window, engine, space)
        page = await shown(window)
        QTest.mousePress(page.rows[0].hide_all, Qt.MouseButton.LeftButton)
        engine.comments.come(space, "hello", "June")
        await settled(window)
        QTest.mouseRelease(page.rows[0].hide_all, Qt.MouseButton.LeftButton)
        await settled(window)
        assert HideCommenter(space, key, hidden=True) in engine.performed

    run(scene())


def test_a_row_keeps_the_keyboard_while_its_words_and_its_place_change(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        engine.comments.trustee(space, "Moss")
        engine.comments.trustee(space, "June")
        await opened(window, engine, space)
        page = await shown(window)
        button = page.rows[1].hide_all
        button.setFocus()
        there = engine.comments.of(space)
        moss, june = there.network.trustees
        there.network = replace(
            there.network, trustees=(replace(june, hidden=True, comments=7), moss)
        )
        engine.comments.trustee(space, "Fern")
        await settled(window)
        assert page.rows[0].hide_all is button
        assert window.focusWidget() is button
        assert button.text() == button.accessibleName() == "Show what they say"
        assert "7 comments" in page.rows[0].line.text()
        assert [row.hide_all for row in page.rows] == [
            one for one in in_tab_order(page) if one in {row.hide_all for row in page.rows}
        ]
        button.click()
        await settled(window)
        assert HideCommenter(space, june.public_key, hidden=False) in engine.performed

    run(scene())


def test_who_is_listed_no_more_has_no_row(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        engine.comments.trustee(space, "Moss")
        june = engine.comments.trustee(space, "June")
        await opened(window, engine, space)
        page = await shown(window)
        there = engine.comments.of(space)
        there.network = replace(there.network, trustees=there.network.trustees[1:])
        engine.comments.come(space, "hello", "June")
        await settled(window)
        assert [row.key for row in page.rows] == [june]
        assert [row.key for row in page.findChildren(TrusteeRow) if row.isVisible()] == [june]

    run(scene())


def in_tab_order(page: QWidget) -> Iterator[QWidget]:
    """What is on the page, as the keyboard goes through it."""
    widget = page.nextInFocusChain()
    while widget is not None and widget is not page:
        if page.isAncestorOf(widget):
            yield widget
        widget = widget.nextInFocusChain()


def test_of_a_great_many_the_rest_is_counted(
    window: MainWindow, engine: FakeEngine, run: Run[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.comments.network_page.SHOWN_MAX", 8)

    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        for number in range(8 + 3):
            engine.comments.trustee(space, f"person {number}")
        await opened(window, engine, space)
        page = await shown(window)
        assert len(page.rows) == 8
        assert page.further.text() == "And 3 more."

    run(scene())


def test_what_was_dropped_is_counted_for_whoever_looks(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        await opened(window, engine, space)
        page = await shown(window)
        assert page.refused.isHidden()
        there = engine.comments.of(space)
        there.network = replace(there.network, refused=1_234)
        window.pages.close_page()
        page = await shown(window)
        assert page.refused.isVisible()
        assert "1,234" in page.refused.text()

    run(scene())
