"""Who looks like another member is told apart wherever they are shown (reliability.md G-4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from engine.model.events import SpaceChanged
from engine.model.ids import PostId, SpaceId
from engine.model.queries import Members, Query
from engine.model.views import AuthorView, MemberView, QuoteView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author, post
from tests.gui.conftest import Run, until
from tests.gui.window_scene import CTRL, channel, dialog_of, settled, started
from ui.announcing.notice import notice_of
from ui.announcing.piles import Pile
from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.main_window.window import MainWindow
from ui.models.bearers import NamesBorne, names_borne
from ui.models.members import MembersModel
from ui.people.member_page import MemberPage
from ui.people.member_rows import ROW_HEIGHT, MemberDelegate
from ui.searching.results import FIND_ROLE
from ui.switching.switcher import Switcher
from ui.text.namesakes import NOBODY, Bearers, bearers_of, is_mistakable, key_digits
from ui.timeline.laying import hits
from ui.timeline.loading.rows import Reading, Shape
from ui.timeline.loading.run import entry_of
from ui.timeline.speaking.speech import spoken_row
from ui.timeline.tips import tip_of

JUNE, FALSE_JUNE = author("June"), author("Jun\u0435")
PLAIN = Shape(day=None, unread=False, headed=True, late=False, edge=False)
MARKED = f"Jun\u0435 \u00b7 {key_digits(FALSE_JUNE.public_key)}"


def member(one: AuthorView) -> MemberView:
    return MemberView(one.public_key, one.path[-1], one.path, EPOCH + 9e6, online=False)


def garden(engine: FakeEngine, *members: AuthorView) -> SpaceId:
    """A channel in which both have written, with these members known."""
    space = channel(engine, "Garden", "hello")
    engine.spaces[space].members = tuple(map(member, members))
    engine.receive(space, Said("rain", EPOCH + 2, JUNE), Said("rain too", EPOCH + 3, FALSE_JUNE))
    return space


async def authors(window: MainWindow, *wanted: str) -> None:
    """Under these names the newest posts of the open channel are shown, sooner or later."""
    timeline = window.pages.channel.timeline

    def shown() -> tuple[str, ...]:
        count = len(timeline.source.run)
        rows = range(count - len(wanted), count)
        return tuple(timeline.row(row).name_text for row in rows)

    await until(lambda: shown() == wanted)


def test_in_the_timeline_the_list_and_the_switcher_both_bear_the_beginning_of_their_key(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    garden(engine, JUNE, FALSE_JUNE)
    true = f"June \u00b7 {key_digits(JUNE.public_key)}"

    async def scene() -> tuple[list[str], list[str], str]:
        await until(window.isActiveWindow)
        await started(window)
        await authors(window, true, MARKED)
        model = window.details.people.model
        await until(lambda: model.rowCount() == 2 and model.bearers != NOBODY)
        listed = [str(model.index(row).data()) for row in range(2)]
        QTest.keyClick(window, Qt.Key.Key_K, CTRL)
        switcher = await dialog_of(Switcher)
        await settled(window)
        switcher.words.setText("jun")
        offers = [str(switcher.model.index(row).data()) for row in range(2)]
        switcher.reject()
        timeline = window.pages.channel.timeline
        row = timeline.row(len(timeline.source.run) - 1)
        return listed, offers, tip_of(row, hits.Author(), timeline.reading)

    listed, offers, tip = run(scene())
    assert listed == [true, MARKED]
    assert set(offers) >= {true, MARKED}
    assert tip == "Jun\u0435. Another member's name looks like this one."


def test_who_is_no_known_member_yet_is_told_apart_from_those_who_are(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = garden(engine, JUNE)

    async def scene() -> None:
        await started(window)
        await authors(window, "June", MARKED)
        engine.spaces[space].members = (member(JUNE), member(FALSE_JUNE))
        engine.receive(space, Said("snow", EPOCH + 9, JUNE))
        await authors(window, f"June \u00b7 {key_digits(JUNE.public_key)}")

    run(scene())


def test_who_comes_while_all_are_asked_for_the_first_time_is_known_soon(
    run: Run[Any], bridge: Bridge, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = engine.add_space("Garden")
    here = engine.spaces[space]
    here.members = (member(JUNE),)
    names, view, ask = NamesBorne(bridge), engine.view(space), engine.ask

    async def slowly(query: Query[Any]) -> Any:  # Any: what it answers
        found = await ask(query)
        if isinstance(query, Members) and len(here.members) == 1:
            here.members = (member(JUNE), member(FALSE_JUNE))
            engine.tell(SpaceChanged(space))
            await until(lambda: not bridge._waiting.events())
        return found

    monkeypatch.setattr(engine, "ask", slowly)

    async def scene() -> None:
        first = await names.of(view)
        assert not is_mistakable("June", JUNE.public_key, first)
        await until(lambda: is_mistakable("June", JUNE.public_key, names.known(view)))

    run(scene())


def test_their_finds_are_told_apart(run: Run[Any], window: MainWindow, engine: FakeEngine) -> None:
    garden(engine, JUNE)

    async def scene() -> None:
        await started(window)
        window.search("rain")
        page = window._searches.page
        assert page is not None
        model = page.model
        await until(
            lambda: (
                [model.data(model.index(row), FIND_ROLE).author for row in range(model.rowCount())]  # type: ignore[attr-defined]  # a Find
                == [MARKED, "June"]
            )
        )

    run(scene())


@pytest.mark.parametrize(("known", "is_said"), [((JUNE, FALSE_JUNE), True), ((JUNE,), False)])
def test_their_page_says_so_and_what_to_do(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    known: tuple[AuthorView, ...],
    is_said: bool,  # noqa: FBT001 - a case
) -> None:
    garden(engine, *known)

    async def scene() -> MemberPage:
        await started(window)
        people = window.details.people
        await until(lambda: people.model.rowCount() == len(known))
        people.list.setCurrentIndex(people.model.index(0))
        people.list.setFocus()
        QTest.keyClick(people.list, Qt.Key.Key_Return)
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, MemberPage)
        return page

    page = run(scene())
    assert page.alike.isVisible() == is_said
    assert ("compare safety codes" in page.alike.text()) == is_said


BEARERS = bearers_of(names_borne([member(JUNE)]))
READING = Reading(
    date(2023, 11, 15), UTC, space_name="Garden", given_name="Garden", bearers=BEARERS
)


def test_a_screen_reader_and_a_notification_tell_them_apart(engine: FakeEngine) -> None:
    space = engine.add_space("Garden")
    view = engine.spaces[space].view
    said = post(1, Said("rain", EPOCH, FALSE_JUNE))
    quoting = replace(
        post(2, Said("yes", EPOCH, JUNE)), reply=QuoteView(PostId(b"x" * 32), FALSE_JUNE, "r", None)
    )
    pile = Pile(1, said.order, speaks_to_us=False, told=(said,))
    notice = notice_of(view, pile, with_text=True, bearers=BEARERS)
    assert notice.title == f"Tidings: {MARKED} in Garden"
    assert spoken_row(entry_of(said, 1, {}), PLAIN, READING).startswith(f"{MARKED}:")
    assert MARKED in spoken_row(entry_of(quoting, 1, {}), PLAIN, READING)


def test_two_without_a_name_are_told_apart_too() -> None:
    nameless = [member(author(name)) for name in ("", "\u3164")]
    bearers = bearers_of(names_borne(nameless))
    shown = [listed_as(one, bearers) for one in nameless]
    assert shown == [f"no name \u00b7 {key_digits(one.public_key)}" for one in nameless]


def test_nobody_can_be_taken_for_the_owner() -> None:
    owner = MemberView(author().public_key, "Garden", (), None, online=False)
    bearers = bearers_of(names_borne([owner]))
    for name in ("Garden", "Gard\u0435n", "Garden (owner)", "Garden\u00a0(\u043ewner)"):
        assert listed_as(member(author(name)), bearers) != listed_as(owner, bearers)
        assert "\u00b7" in listed_as(member(author(name)), bearers)
    assert listed_as(owner, bearers) == "Garden (owner)"


@pytest.mark.parametrize("between", [" \u00b7 ", " . ", "\u2027", " \u2022 ", " ", ""])
def test_nobody_bears_the_mark_of_somebody_else(between: str) -> None:
    """Their name says whose key begins so; behind it stands how their own does."""
    mark = f"{between}{key_digits(JUNE.public_key)}"
    for name in (f"June{mark}", f"Jun\u0435{mark}", f"June{mark}{mark}"):
        false = member(author(name))
        bearers = bearers_of(names_borne([member(JUNE), member(FALSE_JUNE), false]))
        assert listed_as(false, bearers) == f"{name.strip()} \u00b7 {key_digits(false.public_key)}"


@pytest.mark.parametrize("name", ["June", "cafebabe", "June 2024", "Ann \u00b7 0123abcd"])
def test_who_only_seems_to_bear_a_mark_is_told_apart_from_nobody(name: str) -> None:
    one = member(author(name))
    assert listed_as(one, bearers_of(names_borne([one, member(author("Bo"))]))) == name


def listed_as(one: MemberView, bearers: Bearers) -> str:
    model = MembersModel()
    model.show((one,), bearers)
    return str(model.index(0).data())


# ---- as they are drawn ---------------------------------------------------------------------------


def drawn(qtbot: QtBot, theme: Theme, one: MemberView, bearers: Bearers = NOBODY) -> QImage:
    """The member's row in the list."""
    model, view = MembersModel(), QListView()
    qtbot.addWidget(view)
    model.show((one,), bearers)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 280, ROW_HEIGHT)
    image = QImage(280, ROW_HEIGHT, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    MemberDelegate(theme, view).paint(painter, option, model.index(0))
    painter.end()
    return image


@pytest.mark.parametrize(
    ("name", "harmless"),
    [
        ("June\u202eenuJ", "JuneenuJ"),
        ("\u2066June\u2069", "June"),
        ("Ju\u200bne\ufeff", "June"),
        ("June\u3164\u3164", "June"),
        ("J\x00une\x1b[1m", "June[1m"),
        ("June\u2028\nMoss", "June Moss"),
        ("June\u00a0\u00a0Moss", "June Moss"),
        ("\U000e0041June", "June"),
        ("Z" + "\u0301" * 40 + "algo", "Z\u0301\u0301algo"),
        ("J" * 900, "J" * 31 + "\u2026"),
        ("\ud800June\ue000", "June"),
        ("\u115f\u2800", "no name"),
    ],
)
def test_a_name_is_drawn_as_the_harmless_one_that_it_is(
    qtbot: QtBot, theme: Theme, name: str, harmless: str
) -> None:
    true = member(JUNE)
    one, other = (replace(true, path=(shown,)) for shown in (name, harmless))
    assert drawn(qtbot, theme, one) == drawn(qtbot, theme, other)


def test_two_that_would_be_drawn_alike_are_not(qtbot: QtBot, theme: Theme) -> None:
    false = replace(member(JUNE), path=("Jun\u0435",))
    marked = replace(false, public_key=FALSE_JUNE.public_key)
    assert drawn(qtbot, theme, marked, BEARERS) != drawn(qtbot, theme, marked)
    assert drawn(qtbot, theme, false, BEARERS) == drawn(qtbot, theme, false)
