"""A permission to comment that somebody gave us: shown first, then taken up."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.address import Address
from engine.model.comment_commands import AcceptTrust, CheckTrust
from engine.model.feed_commands import FollowFeed
from engine.model.feeds import FeedForm, FeedState
from engine.model.found import FoundTrustLink
from engine.model.ids import PublicKey
from engine.model.peer_commands import AddPeer
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import settled, started
from ui.comments.accepting import AcceptTrustPage
from ui.main_window.window import MainWindow
from ui.text.times import day_words

HARBOUR = Address("192.0.2.7", 4711)


def test_a_permission_is_previewed_and_taken_up(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        found = FoundTrustLink(PublicKey(space), (bytes(137), bytes(137)))
        window.pages.show_found(found, ())
        page = window.pages.stack.currentWidget()
        assert isinstance(page, AcceptTrustPage)
        assert not any(isinstance(one, AcceptTrust) for one in engine.performed)
        page.accept.click()
        await settled(window)
        assert AcceptTrust(PublicKey(space), found.links) in engine.performed
        assert window.pages.shows_channel
        assert window.occasions.comments.pane.box.field.isVisible()

    run(scene())


def test_with_a_permission_for_a_feed_that_is_not_followed_it_is_followed(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await started(window)
        feed = PublicKey(key_of("somewhere else"))
        window.pages.show_found(FoundTrustLink(feed, (bytes(137),)), ())
        page = window.pages.stack.currentWidget()
        assert isinstance(page, AcceptTrustPage)
        assert page.accept.text() == "Follow the feed and take it up"
        assert not any(isinstance(one, FollowFeed) for one in engine.performed)
        assert not page.kind.isHidden()
        page.accept.click()
        await settled(window)
        followed = engine.performed.index(FollowFeed(feed, form=FeedForm.SIGNED))
        assert engine.performed.index(AcceptTrust(feed, (bytes(137),))) > followed

    run(scene())


def test_the_feed_of_a_permission_may_be_of_the_older_form_but_not_a_fixed_one(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    """A key does not say it; whoever signs a permission can sign a feed."""

    async def scene() -> None:
        await started(window)
        feed = PublicKey(key_of("somewhere else"))
        page = page_of(window, FoundTrustLink(feed, (bytes(137),)))
        QTest.keyClick(page.kind.field, Qt.Key.Key_End)
        assert page.kind.form is FeedForm.OLDER
        page.accept.click()
        await settled(window)
        assert FollowFeed(feed, form=FeedForm.OLDER) in engine.performed
        assert page.kind.isHidden()

    run(scene())


def test_where_the_kind_of_a_feed_is_known_it_is_not_asked(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        assert page_of(window, FoundTrustLink(PublicKey(space), (bytes(137),))).kind.isHidden()
        engine.feeds._left(space, left=True)
        await settled(window)
        assert page_of(window, FoundTrustLink(PublicKey(space), (bytes(137),))).kind.isHidden()

    run(scene())


def test_a_feed_that_was_left_before_anything_came_is_followed_as_another_kind(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", state=FeedState.WAITING)
        engine.feeds._left(space, left=True)
        await started(window)
        page = page_of(window, FoundTrustLink(PublicKey(space), (bytes(137),)))
        QTest.keyClick(page.kind.field, Qt.Key.Key_End)
        page.accept.click()
        await settled(window)
        assert FollowFeed(PublicKey(space), form=FeedForm.OLDER) in engine.performed

    run(scene())


def page_of(window: MainWindow, found: FoundTrustLink) -> AcceptTrustPage:
    window.pages.show_found(found, ())
    page = window.pages.stack.currentWidget()
    assert isinstance(page, AcceptTrustPage)
    return page


def test_with_a_permission_for_a_feed_that_was_left_it_is_followed_again(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one", whole=False)
        engine.feeds._left(space, left=True)
        await opened(window, engine, space)
        page = page_of(window, FoundTrustLink(PublicKey(space), (bytes(137),)))
        assert page.accept.text() == "Follow the feed and take it up"
        page.accept.click()
        await settled(window)
        assert FollowFeed(PublicKey(space), whole=False) in engine.performed
        assert not engine.spaces[space].view.left
        assert window.toast.sentence.text() == "You may comment on this feed now."

    run(scene())


def test_who_leaves_the_feed_meanwhile_is_not_told_that_they_may_comment(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        page = page_of(window, FoundTrustLink(PublicKey(space), (bytes(137),)))
        engine.feeds._left(space, left=True)
        page.accept.click()
        await settled(window)
        assert "You have left this feed" in window.toast.sentence.text()

    run(scene())


async def brought(window: MainWindow, found: FoundTrustLink) -> AcceptTrustPage:
    """Taken up, as far as it can be."""
    await started(window)
    window.pages.show_found(found, ())
    page = window.pages.stack.currentWidget()
    assert isinstance(page, AcceptTrustPage)
    page.accept.click()
    await settled(window)
    return page


def test_for_a_permission_of_somebody_else_nothing_is_followed_and_nobody_dialled(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        feed, links = PublicKey(key_of("somewhere else")), (bytes(137),)
        engine.comments.foreign.add(links)
        page = await brought(window, FoundTrustLink(feed, links, (HARBOUR,)))
        for _ in range(2):
            assert "for another key than yours" in page.problem.sentence.text()
            page.accept.click()
            await settled(window)
        assert CheckTrust(feed, links) in engine.performed
        assert not [one for one in engine.performed if isinstance(one, FollowFeed)]
        assert not [one for one in engine.performed if isinstance(one, AddPeer)]
        assert page.accept.text() == "Follow the feed and take it up"

    run(scene())


def test_a_feed_that_was_followed_for_a_permission_is_not_followed_once_more(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        feed, links = PublicKey(key_of("somewhere else")), (bytes(137),)
        engine.comments.known.add(links)
        page = await brought(window, FoundTrustLink(feed, links, (HARBOUR,)))
        assert page.accept.text() == "Take it up"
        page.accept.click()
        await settled(window)
        assert "You may comment on this feed already" in page.problem.sentence.text()
        assert engine.performed.count(FollowFeed(feed, form=FeedForm.SIGNED)) == 1
        assert [one.address for one in engine.performed if isinstance(one, AddPeer)] == [HARBOUR]

    run(scene())


@pytest.mark.parametrize(
    ("days", "words"),
    [(3.0, "It holds until "), (-3.0, "It ended on "), (math.inf, "It does not end.")],
)
def test_a_permission_that_was_brought_says_until_when_it_holds(
    window: MainWindow, engine: FakeEngine, run: Run[None], days: float, words: str
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        valid_to = window._equipment.now() + days * 86_400
        found = FoundTrustLink(PublicKey(space), (bytes(137),), valid_to=valid_to)
        window.pages.show_found(found, ())
        page = window.pages.stack.currentWidget()
        assert isinstance(page, AcceptTrustPage)
        assert page.holds.text().startswith(words)
        if math.isfinite(days):
            assert day_words(valid_to) in page.holds.text()
        window.pages.show_found(replace(found, valid_to=None), ())
        page = window.pages.stack.currentWidget()
        assert isinstance(page, AcceptTrustPage)
        assert page.holds.isHidden()

    run(scene())
