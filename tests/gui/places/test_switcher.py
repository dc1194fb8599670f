"""Ctrl+K: a few letters, Enter, and one is there."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.ids import SpaceId
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import CTRL, ENTER, JUNE, LEFT, channel, dialog_of, settled, started
from ui.main_window.going import SETTING_OPEN, SETTING_RECENT
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.people.identities_page import IdentitiesPage
from ui.people.member_page import MemberPage
from ui.switching.rows import OFFER_ROLE, Offers, spoken
from ui.switching.switcher import Switcher


def scene_of(engine: FakeEngine, settings: FakeSettings) -> dict[str, SpaceId]:
    names = ("Garden", "Boat repairs", "Reading circle", "Village notices")
    spaces = {name: channel(engine, name, "hello") for name in names}
    settings.store_text(SETTING_OPEN, spaces["Garden"].hex())
    return spaces


async def opened(window: MainWindow) -> Switcher:
    await until(window.isActiveWindow)
    await started(window)
    QTest.keyClick(window, Qt.Key.Key_K, CTRL)
    switcher = await dialog_of(Switcher)
    await settled(window)
    return switcher


def names(model: Offers) -> list[str]:
    return [str(model.index(row).data()) for row in range(model.rowCount())]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("boat", "Boat repairs"),
        ("rep bo", "Boat repairs"),
        ("br", "Boat repairs"),
        ("RDNGC", "Reading circle"),
        ("vill", "Village notices"),
        ("#not", "Village notices"),
    ],
)
def test_some_letters_and_enter_open_a_channel(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    settings: FakeSettings,
    typed: str,
    found: str,
) -> None:
    spaces = scene_of(engine, settings)

    async def scene() -> None:
        switcher = await opened(window)
        QTest.keyClicks(switcher.words, typed)
        assert names(switcher.model)[0] == found
        QTest.keyClick(switcher.words, ENTER)
        await settled(window)

    run(scene())
    assert window.pages.channel.space == spaces[found]


def test_enter_alone_returns_to_the_channel_before(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    spaces = scene_of(engine, settings)

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        for name in ("Village notices", "Reading circle"):
            window.open_space(spaces[name])
            await settled(window)
        for wanted in ("Village notices", "Reading circle"):
            await until(window.isActiveWindow)
            QTest.keyClick(window, Qt.Key.Key_K, CTRL)
            switcher = await dialog_of(Switcher)
            QTest.keyClick(switcher.words, ENTER)
            await settled(window)
            assert window.pages.channel.space == spaces[wanted]

    run(scene())
    first = settings.texts[SETTING_RECENT].split(",")
    assert first[:2] == [spaces["Reading circle"].hex(), spaces["Village notices"].hex()]


def test_unread_channels_are_marked_and_read_aloud_as_such(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    spaces = scene_of(engine, settings)
    engine.receive(spaces["Boat repairs"], Said("news", EPOCH + 9, JUNE))

    async def scene() -> list[str]:
        switcher = await opened(window)
        rows = [switcher.model.index(row) for row in range(switcher.model.rowCount())]
        return [spoken(row.data(OFFER_ROLE).destination) for row in rows]

    read_aloud = run(scene())
    assert "Boat repairs, 1 unread" in read_aloud
    assert "Garden" in read_aloud


def test_people_of_the_open_channel_are_found_by_their_names(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    spaces = scene_of(engine, settings)
    wren = author("Wren")
    member = MemberView(wren.public_key, "Wren", wren.path, None, online=True)
    engine.spaces[spaces["Garden"]].members = (member,)

    async def scene() -> None:
        switcher = await opened(window)
        assert "Wren" not in names(switcher.model)
        QTest.keyClicks(switcher.words, "@w")
        assert names(switcher.model) == ["Wren"]
        QTest.keyClick(switcher.words, ENTER)
        await settled(window)

    run(scene())
    page = window.pages.stack.currentWidget()
    assert isinstance(page, MemberPage)
    assert page.isVisible()


def test_pages_and_actions_are_found_with_their_keys(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        switcher = await opened(window)
        QTest.keyClicks(switcher.words, ">conn")
        assert names(switcher.model) == ["Connections"]
        switcher.words.setText(">new ch")
        assert spoken(switcher.model.index(0).data(OFFER_ROLE).destination).endswith("Ctrl+N")
        switcher.words.setText(">conn")
        QTest.keyClick(switcher.words, ENTER)
        await settled(window)

    run(scene())
    assert window.pages.is_shown(PageName.CONNECTIONS)


def test_what_is_called_nothing_can_be_searched_for(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        switcher = await opened(window)
        QTest.keyClicks(switcher.words, "hello zz")
        assert switcher.nothing.isVisible()
        assert names(switcher.model) == ["Search all messages for “hello zz”"]
        QTest.keyClick(switcher.words, ENTER)
        await settled(window)

    run(scene())
    assert window.pages.is_shown(PageName.SEARCH)
    assert window._searches.page is not None
    assert window._searches.page.words.text() == "hello zz"


def test_arrows_go_round_and_a_click_chooses(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    spaces = scene_of(engine, settings)

    async def scene() -> None:
        switcher = await opened(window)
        QTest.keyClicks(switcher.words, "#")
        assert switcher.model.rowCount() == 4
        QTest.keyClick(switcher.words, Qt.Key.Key_Up)
        assert switcher.list.currentIndex().row() == 3
        QTest.keyClick(switcher.words, Qt.Key.Key_Down)
        assert switcher.list.currentIndex().row() == 0
        QTest.keyClick(switcher.words, Qt.Key.Key_PageDown)
        assert switcher.list.currentIndex().row() == 3
        row = names(switcher.model).index("Boat repairs")
        where = switcher.list.visualRect(switcher.model.index(row)).center()
        no_keys = Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(switcher.list.viewport(), LEFT, no_keys, where)
        await settled(window)

    run(scene())
    assert window.pages.channel.space == spaces["Boat repairs"]


def test_escape_closes_it_and_it_opens_but_once(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        switcher = await opened(window)
        window.switch()
        assert window.going._switcher is switcher
        QTest.keyClick(switcher, Qt.Key.Key_Escape)
        await until(lambda: window.going._switcher is None and window.isActiveWindow())
        QTest.keyClick(window, Qt.Key.Key_K, CTRL)
        assert window.going._switcher is not None
        window.going._switcher.reject()

    run(scene())


@pytest.mark.parametrize("width", [420, 1_180])
@pytest.mark.parametrize("percent", [100, 200])
def test_it_fits_into_its_window(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    settings: FakeSettings,
    width: int,
    percent: int,
) -> None:
    scene_of(engine, settings)
    window.resize(width, 600)
    window.theme.choose_text_percent(percent)

    async def scene() -> None:
        switcher = await opened(window)
        assert window.frameGeometry().contains(switcher.geometry())
        assert not switcher.grab().isNull()
        switcher.reject()

    run(scene())


def test_our_identities_and_other_profiles_are_places_to_go_to(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        switcher = await opened(window)
        QTest.keyClicks(switcher.words, ">ident")
        assert names(switcher.model)[0] == "Your identities"
        QTest.keyClick(switcher.words, ENTER)
        await settled(window)
        assert isinstance(window.pages.stack.currentWidget(), IdentitiesPage)
        switcher = await opened(window)
        QTest.keyClicks(switcher.words, ">profile")
        assert "Open another profile" not in names(switcher.model), "there are none"
        switcher.reject()

    run(scene())


def test_another_profile_is_opened_from_there(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)
    wanted: list[bool] = []
    object.__setattr__(window.going._equipment, "profiles", object())  # there are others
    window.going.profiles_wanted.connect(lambda: wanted.append(True))
    window.going.profiles_wanted.disconnect(window.occasions.choose_profile)

    async def scene() -> None:
        switcher = await opened(window)
        QTest.keyClicks(switcher.words, ">another")
        QTest.keyClick(switcher.words, ENTER)
        await settled(window)

    run(scene())
    assert wanted
