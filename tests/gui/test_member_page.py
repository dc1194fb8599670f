"""A member's page: who they are, and safety codes compared by digits and by scanning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.errors import Refusal, Refused
from engine.model import commands
from engine.model.events import SpaceChanged
from engine.model.queries import SafetyCode
from engine.model.views import IdentityView, MemberView
from tests.fake_admission import fingerprint_of
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, key_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled, started
from ui.main_window.window import MainWindow
from ui.people.comparing import Comparing, Outcome
from ui.people.member_page import MemberPage
from ui.people.words import let_in_words, until_sentence
from ui.text.keys import grouped_key

MOSS = MemberView(key_of("moss"), "Moss", ("Wren", "Moss"), EPOCH + 83 * 86_400, online=True)
PASTE = 3


@pytest.fixture
def show(window: MainWindow, engine: FakeEngine) -> Callable[[MemberView], Any]:
    """Opens the page of a member of the garden, from the list of members, by keys."""

    async def shown(member: MemberView, *, ours: str = "Garden") -> MemberPage:
        space = channel(engine, "Garden")
        engine.change(space, name=ours, came_as="Garden")
        engine.spaces[space].members = (member,)
        await started(window)
        await until(lambda: window.details.people.model.rowCount() == 1)
        window.details.people.list.setCurrentIndex(window.details.people.model.index(0))
        window.details.people.list.setFocus()
        QTest.keyClick(window.details.people.list, Qt.Key.Key_Return)
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, MemberPage)
        return page

    return shown


def comparing(page: MemberPage) -> Comparing:
    assert page.comparing is not None
    return page.comparing


def texts(page: MemberPage) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel)]


def test_the_page_says_who_let_them_in_and_until_when(
    run: Run[Any], show: Callable[[MemberView], Any]
) -> None:
    page = run(show(MOSS))
    assert "Let in by \u2068Wren\u2069, a member." in texts(page)
    assert page.name.text() == "Moss via Wren"
    assert page.key.text() == grouped_key(MOSS.public_key)
    page.copy.click()
    assert QGuiApplication.clipboard().text() == MOSS.public_key.hex()


def test_the_way_in_begins_with_what_everybody_calls_the_channel(
    run: Run[Any], show: Callable[..., Any]
) -> None:
    page = run(show(MOSS, ours="Noisy boss"))
    assert "\u2068Garden\u2069 \u203a \u2068Wren\u2069 \u203a \u2068Moss\u2069" in texts(page)


def test_the_code_is_shown_as_digits_and_as_a_picture(
    run: Run[Any], show: Callable[[MemberView], Any]
) -> None:
    page = run(show(MOSS))
    shown = comparing(page).digits.digits.text().split()
    assert shown == fingerprint_of(MOSS.public_key).split()
    assert comparing(page).picture.code.modules > 0


def test_digits_that_are_equal_lead_to_the_mark_and_it_can_be_taken_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine, show: Callable[[MemberView], Any]
) -> None:
    async def scene() -> MemberPage:
        page: MemberPage = await show(MOSS)
        part = comparing(page)
        part.equal.click()
        assert part.verdict_title.text() == "They are equal."
        part.mark.click()
        await settled(window)
        assert engine.verified == {MOSS.public_key}
        assert page.badge.isVisible()
        assert "You have compared safety codes" in part.state.text()
        window.pages.close_page()
        await settled(window)
        assert (
            window.details.people.model.index(0)
            .data(Qt.ItemDataRole.AccessibleTextRole)
            .endswith("verified")
        )
        window.pages.show_once(page)
        part.take_back.click()
        await settled(window)
        return page

    page = run(scene())
    assert engine.verified == set()
    assert not page.badge.isVisible()


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (fingerprint_of(MOSS.public_key), Outcome.EQUAL),
        (fingerprint_of(MOSS.public_key).replace(" ", ""), Outcome.EQUAL),
        (fingerprint_of(key_of("mallory")), Outcome.DIFFERENT),
    ],
)
def test_a_scanned_code_is_said_to_be_equal_or_different(
    run: Run[Any],
    window: MainWindow,
    show: Callable[[MemberView], Any],
    text: str,
    outcome: Outcome,
) -> None:
    async def scene() -> Comparing:
        page = await show(MOSS)
        part = comparing(page)
        part.scan.click()
        assert part.panel.isVisible()
        part.panel.tabs.setCurrentIndex(PASTE)
        part.panel.look_at_text(text)
        await settled(window)
        return part

    part = run(scene())
    assert part.outcome is outcome
    assert part.verdict.isVisible()
    assert not part.panel.isVisible()
    assert part.mark.isVisible() == (outcome is Outcome.EQUAL)


def test_another_code_is_said_to_be_none(
    run: Run[Any], window: MainWindow, show: Callable[[MemberView], Any]
) -> None:
    async def scene() -> Comparing:
        part = comparing(await show(MOSS))
        part.scan.click()
        part.panel.look_at_text("12345 67890")
        await settled(window)
        return part

    part = run(scene())
    assert part.outcome is Outcome.NOT_COMPARED
    assert part.panel.problem.isVisible()
    assert "Here a safety code is needed." in part.panel.problem.hint.text()


def test_a_refusal_is_said_where_the_code_would_be(
    run: Run[Any], window: MainWindow, engine: FakeEngine, show: Callable[[MemberView], Any]
) -> None:
    async def scene() -> Comparing:
        part = comparing(await show(MOSS))
        part.equal.click()
        engine.next_failure = Refused(Refusal.KEY_INVALID)
        part.mark.click()
        await settled(window)
        return part

    part = run(scene())
    assert part.problem.isVisible()
    assert engine.verified == set()


def test_who_has_several_identities_says_which_one_is_known_there(
    run: Run[Any], window: MainWindow, engine: FakeEngine, show: Callable[[MemberView], Any]
) -> None:
    engine.identities += [
        IdentityView("June", key_of("June"), None),
        IdentityView("Juniper", key_of("Juniper"), None),
    ]

    async def scene() -> Comparing:
        part = comparing(await show(MOSS))
        assert part.as_whom.isVisible()
        part.as_whom.setCurrentIndex(1)
        await settled(window)
        return part

    part = run(scene())
    assert part.as_whom.currentData() == "June"
    asked = [query for query in engine.asked if isinstance(query, SafetyCode)]
    assert asked[-1].identity == "June"


def test_the_page_follows_whether_they_are_there(
    run: Run[Any], window: MainWindow, engine: FakeEngine, show: Callable[[MemberView], Any]
) -> None:
    async def scene() -> MemberPage:
        page: MemberPage = await show(MOSS)
        assert page.presence.text() == "Online"
        (space,) = engine.spaces
        engine.spaces[space].members = (replace(MOSS, online=False),)
        engine.tell(SpaceChanged(space))
        await settled(window)
        return page

    assert run(scene()).presence.text() == "Offline"


def test_oneself_is_not_compared(run: Run[Any], show: Callable[[MemberView], Any]) -> None:
    page = run(show(replace(MOSS, ours=True)))
    assert page.comparing is None
    assert "This is you" in texts(page)


def test_escape_leads_back_to_the_channel(
    run: Run[Any], window: MainWindow, show: Callable[[MemberView], Any]
) -> None:
    page = run(show(MOSS))
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert window.pages.shows_channel


@pytest.mark.parametrize(
    ("member", "words"),
    [
        (replace(MOSS, path=()), "Made this channel and owns it."),
        (replace(MOSS, path=("Moss",)), "Let in by the owner of \u2068Garden\u2069."),
        (replace(MOSS, let_in_by_us=True), "Let in by you."),
    ],
)
def test_who_let_somebody_in_is_said_in_words(member: MemberView, words: str) -> None:
    assert let_in_words(member, "Garden") == words


def test_a_right_that_ended_is_told_with_its_day() -> None:
    ended = replace(MOSS, valid_to=EPOCH - 86_400)
    assert until_sentence(ended, EPOCH).startswith("The right to write here has ended on ")
    assert until_sentence(replace(MOSS, valid_to=None, path=()), EPOCH) == (
        "May write here for ever."
    )


def test_verifying_asks_the_engine_for_the_members_key(
    run: Run[Any], window: MainWindow, engine: FakeEngine, show: Callable[[MemberView], Any]
) -> None:
    async def scene() -> None:
        part = comparing(await show(MOSS))
        part.equal.click()
        part.mark.click()
        await settled(window)

    run(scene())
    assert commands.VerifyMember(MOSS.public_key, verified=True) in engine.performed
