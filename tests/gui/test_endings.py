"""Links that end, in the window: what is said of them, and the one press that renews."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from shiboken6 import delete
from typing_extensions import override

from engine.errors import Refusal, Refused
from engine.model.commands import Command, RenewInvite
from engine.model.events import InviteArrived, SpaceChanged
from engine.model.ids import RequestId, SpaceId
from engine.model.queries import Members, Query
from engine.model.views import EndingView, MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled, started
from ui.main_window.window import MainWindow
from ui.models.space_words import state_words

R = TypeVar("R")
DAY = 86_400.0
SOON = 4_000_000_000.0
"""A day that comes after every run of this test, so that no clock has to be turned."""

OWN = EndingView(SOON, ended=False, path=("June",), own=True, asked=False)


@dataclass
class LateEngine(FakeEngine):
    """Who is a member of ``held`` is said once ``answers`` is set; a link of a space is renewed
    once its event in ``renews``, if there is one, is set.
    """

    held: SpaceId | None = None
    answers: asyncio.Event = field(default_factory=asyncio.Event)
    renews: dict[SpaceId, asyncio.Event] = field(default_factory=dict)

    @override
    async def ask(self, query: Query[R]) -> R:
        if isinstance(query, Members) and query.space == self.held:
            await self.answers.wait()
        return await super().ask(query)

    @override
    async def perform(self, command: Command[R]) -> R:
        if isinstance(command, RenewInvite) and command.space in self.renews:
            await self.renews[command.space].wait()
        return await super().perform(command)


@pytest.fixture
def engine() -> LateEngine:
    return LateEngine()


def ending_member(name: str, *, asked: bool = True) -> MemberView:
    ending = EndingView(SOON, ended=False, path=(name,), own=True, asked=asked)
    return MemberView(
        key_of(name), name, (name,), SOON, online=True, ending=ending, let_in_by_us=True
    )


def waits(engine: FakeEngine, *names: str) -> SpaceId:
    """A channel of ours in which these members ask for a fresh link."""
    space = channel(engine, "Garden", renewals=len(names), invites_ending=len(names))
    engine.spaces[space].members = tuple(ending_member(name) for name in names)
    return space


def spoken_row(window: MainWindow, space: SpaceId) -> str:
    row = window.sidebar.model.index_of(space)
    return str(row.data(Qt.ItemDataRole.AccessibleTextRole))


def press(window: MainWindow, run: Run[Any]) -> None:
    async def pressed() -> None:
        window.pages.channel.endings.others.action.click()
        await settled(window)

    run(pressed())


def test_nothing_is_said_where_nothing_ends(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    run(started(window))
    endings = window.pages.channel.endings
    assert not endings.own.isVisible()
    assert not endings.others.isVisible()


def test_that_our_own_right_ends_stands_under_the_head_and_in_the_list(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", ending=OWN, own_path=("June",), expires_at=SOON)
    run(started(window))
    notice = window.pages.channel.endings.own
    assert notice.isVisible()
    assert notice.sentence.text().startswith("Your right to write here ends on ")
    assert "the channel's owner" in notice.sentence.text()
    assert "Your right ends" in spoken_row(window, space)


def test_that_a_right_ends_since_the_day_has_changed_is_said_in_the_list_of_every_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel(engine, "Garden")
    kitchen = channel(engine, "Kitchen")
    page = window.pages.channel

    async def scene() -> None:
        await started(window)
        assert page.space != kitchen
        there = engine.spaces[kitchen]
        there.view = replace(there.view, ending=OWN, expires_at=SOON)  # by the clock: nobody tells
        page._day_timer.timeout.emit()
        await settled(window)
        assert "Your right ends" not in spoken_row(window, kitchen)
        monkeypatch.setattr(page, "_now", lambda: SOON)
        page._day_timer.timeout.emit()
        await settled(window)

    run(scene())
    assert "Your right ends" in spoken_row(window, kitchen)


def test_an_inviter_with_another_program_is_asked_by_code(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", ending=OWN, own_path=("June",))
    run(started(window))

    async def pressed() -> None:
        window.pages.channel.endings.own.action.click()
        await settled(window)

    run(pressed())
    assert window.pages.shows_page


def test_who_may_write_no_more_is_told_so_where_they_would_write(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    ended = replace(OWN, ended=True, at=1_700_000_000.0)
    channel(engine, "Garden", ending=ended, can_post=False, can_invite=False, own_path=None)
    run(started(window))
    page = window.pages.channel
    assert page.composer.reason.text().startswith("Your right to write here ended on ")
    assert "If they do not come back" in page.endings.own.sentence.text()


def test_one_press_renews_who_asks(run: Run[Any], window: MainWindow, engine: FakeEngine) -> None:
    space = waits(engine, "Wren")
    run(started(window))
    others = window.pages.channel.endings.others
    assert "Wren" in others.sentence.text()
    press(window, run)
    assert RenewInvite(space, key_of("Wren")) in engine.performed
    assert "Wren" in window.toast.sentence.text()
    assert window.toast.isVisible()


def test_that_we_were_renewed_is_said_whatever_is_open(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    boats = channel(engine, "Boats", own_path=("June",), expires_at=SOON)

    async def scene() -> None:
        await started(window)
        engine.tell(InviteArrived(boats, RequestId(b"r" * 32), renewed=True))
        await settled(window)

    run(scene())
    assert window.toast.sentence.text().startswith("Your link was renewed: you may write in ")
    assert "Boats" in window.toast.sentence.text()


def test_a_renewal_of_one_channel_is_not_offered_in_the_next_one(
    run: Run[Any], window: MainWindow, engine: LateEngine
) -> None:
    garden = waits(engine, "Wren")
    boats = channel(engine, "Boats", renewals=1)
    engine.spaces[boats].members = (ending_member("Moss"),)
    page = window.pages.channel
    others = page.endings.others

    async def scene() -> None:
        await started(window)
        for space in (boats, garden):  # who is called what there is known by then
            window.open_space(space)
            await settled(window)
        assert "Wren" in others.action.text()
        engine.held = boats
        window.open_space(boats)
        await until(lambda: page.head.name.text() == "Boats")
        assert not others.isVisible()
        engine.answers.set()
        await settled(window)

    run(scene())
    assert others.isVisible()
    assert "Moss" in others.action.text()


def test_a_renewal_under_way_holds_up_none_of_another_channel_and_is_not_asked_for_twice(
    run: Run[Any], window: MainWindow, engine: LateEngine
) -> None:
    garden = waits(engine, "Wren")
    boats = channel(engine, "Boats", renewals=1)
    engine.spaces[boats].members = (ending_member("Moss"),)
    engine.renews = {garden: asyncio.Event(), boats: asyncio.Event()}
    action = window.pages.channel.endings.others.action

    async def opened(space: SpaceId, name: str) -> None:
        window.open_space(space)
        await until(lambda: name in action.text())

    async def scene() -> None:
        await started(window)
        await opened(garden, "Wren")
        action.click()
        assert not action.isEnabled()
        await opened(boats, "Moss")
        assert action.isEnabled()
        action.click()
        await opened(garden, "Wren")
        assert not action.isEnabled()
        await opened(boats, "Moss")
        engine.renews[garden].set()
        await until(lambda: "Wren" in window.toast.sentence.text())
        assert not action.isEnabled()
        engine.renews[boats].set()
        await settled(window)

    run(scene())
    renewed = [one.space for one in engine.performed if isinstance(one, RenewInvite)]
    assert renewed == [garden, boats]


def test_after_one_the_next_is_offered(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    waits(engine, "Wren", "Moss")
    run(started(window))
    others = window.pages.channel.endings.others
    assert "1 more wait" in others.sentence.text()
    press(window, run)
    assert "Moss" in others.action.text()
    press(window, run)
    assert [one for one in engine.performed if isinstance(one, RenewInvite)][1:]


def test_a_renewal_that_cannot_be_says_why_and_can_be_tried_again(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    waits(engine, "Wren")
    run(started(window))
    engine.next_failure = Refused(Refusal.OWN_LINK_FIRST, "Wren")
    press(window, run)
    assert "Your own right here ends no later" in window.toast.sentence.text()
    assert window.pages.channel.endings.others.action.isEnabled()


def test_that_invitees_end_is_told_before_they_ask(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", invites_ending=2)
    engine.spaces[space].members = tuple(
        ending_member(name, asked=False) for name in ("Wren", "Moss")
    )
    run(started(window))
    others = window.pages.channel.endings.others
    assert others.sentence.text().startswith("2 members whom you let in")
    assert others.action.text() == "Look at members"


def test_what_was_put_aside_comes_back_when_it_changes(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", ending=OWN, own_path=("June",))
    run(started(window))
    notice = window.pages.channel.endings.own
    notice.shut.click()

    async def told() -> None:
        engine.tell(SpaceChanged(space))
        await settled(window)

    run(told())
    assert not notice.isVisible()
    engine.spaces[space].view = replace(engine.spaces[space].view, ending=replace(OWN, ended=True))
    run(told())
    assert notice.isVisible()


def test_the_pane_says_that_nobody_can_be_removed(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    engine.spaces[space].members = (ending_member("Wren", asked=False),)
    run(started(window))
    assert not window.details.people.fixed.isHidden()
    assert window.details.people.fixed.text().startswith("A member cannot be removed")


@pytest.mark.parametrize(("count", "words"), [(1, "1 asks"), (2, "2 ask")])
def test_the_list_of_channels_says_who_waits(engine: FakeEngine, count: int, words: str) -> None:
    space = engine.add_space("Garden", renewals=count)
    assert state_words(engine.view(space)) == f"{words} to be renewed"


def test_what_is_learned_when_the_window_has_gone_is_shown_nowhere(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    waits(engine, "Ann")
    run(started(window))
    endings = window.pages.channel.endings
    view = endings._view
    assert view is not None

    async def gone_meanwhile() -> None:
        showing = asyncio.ensure_future(endings._show_others(view))
        delete(endings)
        await showing

    run(gone_meanwhile())
