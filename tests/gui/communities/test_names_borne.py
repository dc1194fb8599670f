"""Who bears which name in a community: compared once, and known alike wherever they are shown."""

from __future__ import annotations

import threading
from collections.abc import Iterable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.model.community_commands import HideMember
from engine.model.community_queries import CommunityMembers
from engine.model.events import CommunityChanged
from engine.model.ids import PublicKey
from engine.model.looks import looks_of
from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden, hall, opened
from tests.gui.conftest import Run, until
from tests.gui.window_scene import CTRL, dialog_of, settled
from ui.aside import AT_ONCE_MAX
from ui.communities.page import MODERATION
from ui.main_window.window import MainWindow
from ui.models import bearers
from ui.switching.switcher import Switcher
from ui.text import namesakes
from ui.text.namesakes import Bearers, bearers_of


def listed(window: MainWindow) -> list[str]:
    model = hall(window).pane.list.members
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def test_who_looks_like_somebody_in_another_channel_is_told_apart_in_all_places(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.member(there.id, "M\u043ess", channels=("seedlings",))
        engine.communities.say_as(there.id, there.moss, "It is me")
        marked = f"Moss \u00b7 {there.moss.hex()[:8]}"
        await until(window.isActiveWindow)
        await opened(window, there.space)
        assert window.pages.channel.timeline.row(0).name_text == marked
        assert marked in listed(window)
        composer = window.pages.channel.composer
        composer.edit.setFocus()
        QTest.keyClicks(composer.edit, "@Mos")
        assert [one.detail for one in composer.completing.proposals] == [there.moss.hex()[:8]]
        composer.edit.clear()
        QTest.keyClick(window, Qt.Key.Key_K, CTRL)
        switcher = await dialog_of(Switcher)
        await settled(window)
        switcher.words.setText("moss")
        assert switcher.model.index(0).data() == marked
        switcher.reject()

    run(scene())


def test_who_looks_like_another_is_told_apart_where_it_is_told_who_moderates(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.member(there.id, "M\u043ess")
        marked = f"Moss \u00b7 {there.moss.hex()[:8]}"
        await engine.perform(HideMember(there.id, there.moss))
        await opened(window, there.space)
        page = hall(window).show_page(engine.communities.view(there.id), MODERATION)
        await settled(window)
        told = [label.text() for row in page.moderation.rows for label in row.findChildren(QLabel)]
        plain = [text.replace("\u2068", "").replace("\u2069", "") for text in told]
        assert [text for text in plain if "Moss" in text] == [marked, f"You hid {marked}"]

    run(scene())


def test_names_are_compared_once_as_long_as_everybody_keeps_theirs(
    window: MainWindow, engine: FakeEngine, run: Run[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[frozenset[tuple[PublicKey, str]]] = []

    def noted(named: Iterable[tuple[PublicKey, str]]) -> Bearers:
        compared.append(frozenset(named))
        return bearers_of(named)

    monkeypatch.setattr(bearers, "bearers_of", noted)

    async def scene() -> None:
        there = garden(engine)

        def of_the_garden() -> list[frozenset[tuple[PublicKey, str]]]:
            return [named for named in compared if (there.june, "June") in named]

        async def heard_of() -> None:
            before = engine.asked.count(CommunityMembers(there.id))
            engine.tell(CommunityChanged(there.id))
            await until(lambda: engine.asked.count(CommunityMembers(there.id)) > before)
            await settled(window)

        await opened(window, there.space)
        await heard_of()
        await heard_of()
        assert len(of_the_garden()) == 1
        engine.communities.member(there.id, "Fern")
        await settled(window)
        assert len(of_the_garden()) == 2

    run(scene())


def test_in_a_large_community_the_window_s_thread_looks_at_no_more_names_than_it_shows(
    window: MainWindow, engine: FakeEngine, run: Run[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: set[str] = set()

    def noted(name: str) -> frozenset[str]:
        if threading.current_thread() is threading.main_thread():
            looked_at.add(name)
        return looks_of(name)

    monkeypatch.setattr(namesakes, "looks_of", noted)

    async def scene() -> None:
        there = garden(engine)
        for number in range(AT_ONCE_MAX):
            engine.communities.member(there.id, f"Member {number}")
        await opened(window, there.space)
        engine.communities.member(there.id, "june", online=True)
        await settled(window)
        assert len(looked_at) < 100, "more than fit on a screen"
        assert f"June \u00b7 {there.june.hex()[:8]}" in listed(window)

    run(scene())
