"""Opens the real window over a scene and writes what it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.links import TidingsLinks
from app.qr import QrCodes
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.everywhere.world import OneProfile
from tests.screenshots.communities import a_community
from tests.screenshots.feeds import a_feed_with_comments
from tests.screenshots.folders import a_folder_of_ours, a_folder_on_its_way
from tests.screenshots.scenes import Scene, used_for_a_week
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.keys.table import Act
from ui.languages import Languages
from ui.look.theme import SETTING_SCHEME, SETTING_TEXT_PERCENT, Theme
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.people.member_page import MemberPage
from ui.searching.page import SearchPage

SETTLED_SECONDS = 0.9  # pictures are not tests: nothing depends on it but what is drawn


class Camera:
    """Draws each scene in each scheme."""

    def __init__(
        self,
        app: QApplication,
        into: Path,
        size: tuple[int, int],
        now: float,
        text_percent: int = 100,
    ) -> None:
        self._app = app
        self._text_percent = text_percent
        self._into = into
        self._size = size
        self._now = now

    async def draw_all(self, say: Callable[[str], object]) -> None:
        for scheme in ("light", "dark", "contrast"):
            await self._draw_channel(scheme, say)
        await self._draw_first_start(say)
        await self._draw_pages(say)
        await self._draw_dialogs(say)
        for scheme in ("light", "dark"):
            await self._draw_feed(scheme, say)
            await self._draw_folders(scheme, say)
            await self._draw_communities(scheme, say)
        await self._draw_german(say)

    async def _draw_channel(self, scheme: str, say: Callable[[str], object]) -> None:
        window, bridge = self._open(used_for_a_week(self._now).engine, scheme)
        await asyncio.sleep(SETTLED_SECONDS)
        self._hover(window)
        self._write(window, f"channel-{scheme}", say)
        await self._shut(window, bridge)

    async def _draw_first_start(self, say: Callable[[str], object]) -> None:
        window, bridge = self._open(FakeEngine(now=self._now), "light")
        await asyncio.sleep(SETTLED_SECONDS)
        self._write(window, "welcome", say)
        await self._shut(window, bridge)

    async def _draw_pages(self, say: Callable[[str], object]) -> None:
        scene: Scene = used_for_a_week(self._now)
        window, bridge = self._open(scene.engine, "light")
        await asyncio.sleep(SETTLED_SECONDS)
        pages, view = window.pages, scene.engine.view(scene.space)
        equipment = window._equipment
        wren = next(m for m in scene.engine.spaces[scene.space].members if m.name == "Wren")
        member = MemberPage(equipment, view, wren)

        def search() -> None:
            window.search()
            page = pages.show(PageName.SEARCH)
            assert isinstance(page, SearchPage)
            page.open("beans")

        def show_member() -> None:
            pages.show_once(member)
            member.open()

        for name, show in (
            ("connections", pages.show_connections),
            ("invite", lambda: pages.show_issuing(view)),
            ("join", pages.show_asking),
            ("search", search),
            ("member", show_member),
            ("settings", lambda: pages.show(PageName.SETTINGS)),
        ):
            show()
            await asyncio.sleep(SETTLED_SECONDS)
            self._write(window, name, say)
        await self._shut(window, bridge)

    async def _draw_dialogs(self, say: Callable[[str], object]) -> None:
        window, bridge = self._open(used_for_a_week(self._now).engine, "light")
        await asyncio.sleep(SETTLED_SECONDS)
        for name, act in (("switcher", Act.SWITCH), ("keys", Act.SHOW_KEYS)):
            window.keyboard.acts[act]()
            await asyncio.sleep(SETTLED_SECONDS)
            for dialog in self._app.topLevelWidgets():
                if isinstance(dialog, QDialog) and dialog.isVisible():
                    self._write(dialog, name, say)
                    dialog.close()
        await self._shut(window, bridge)

    async def _draw_feed(self, scheme: str, say: Callable[[str], object]) -> None:
        engine = used_for_a_week(self._now).engine
        space = a_feed_with_comments(engine, self._now)
        window, bridge = self._open(engine, scheme)
        await asyncio.sleep(SETTLED_SECONDS)
        window.open_space(space)
        await asyncio.sleep(SETTLED_SECONDS)
        self._write(window, f"feed-{scheme}", say)
        if scheme == "light":
            window.occasions.comments.show_network(engine.view(space))
            await asyncio.sleep(SETTLED_SECONDS)
            self._write(window, "comments", say)
        await self._shut(window, bridge)

    async def _draw_folders(self, scheme: str, say: Callable[[str], object]) -> None:
        engine = used_for_a_week(self._now).engine
        theirs = a_folder_on_its_way(engine, self._now)
        ours = a_folder_of_ours(engine, self._now)
        window, bridge = self._open(engine, scheme)
        await asyncio.sleep(SETTLED_SECONDS)
        for name, space in (("folder", theirs), ("folder-own", ours)):
            window.open_space(space)
            await asyncio.sleep(SETTLED_SECONDS)
            self._write(window, f"{name}-{scheme}", say)
        await self._shut(window, bridge)

    async def _draw_communities(self, scheme: str, say: Callable[[str], object]) -> None:
        engine = used_for_a_week(self._now).engine
        community = a_community(engine, self._now)
        window, bridge = self._open(engine, scheme)
        await asyncio.sleep(SETTLED_SECONDS)
        window.open_space(engine.communities.space(community))
        await asyncio.sleep(SETTLED_SECONDS)
        self._write(window, f"community-{scheme}", say)
        window.occasions.communities.show_page(engine.communities.view(community))
        await asyncio.sleep(SETTLED_SECONDS)
        self._write(window, f"community-channels-{scheme}", say)
        await self._shut(window, bridge)

    async def _draw_german(self, say: Callable[[str], object]) -> None:
        languages = Languages(self._app)
        languages.speak("de")
        window, bridge = self._open(used_for_a_week(self._now).engine, "light")
        await asyncio.sleep(SETTLED_SECONDS)
        self._write(window, "channel-german", say)
        await self._shut(window, bridge)
        languages.speak("en")

    def _open(self, engine: FakeEngine, scheme: str) -> tuple[MainWindow, Bridge]:
        settings = FakeSettings(
            {SETTING_SCHEME: scheme, SETTING_TEXT_PERCENT: str(self._text_percent)}
        )
        bridge = Bridge(engine, asyncio.get_running_loop())
        theme = Theme(self._app, settings)
        profile = OneProfile("/srv/juniper/.local/share/tidings")
        equipment = Equipment(bridge, theme, QrCodes(), TidingsLinks(), settings, profile=profile)
        window = MainWindow(self._app, equipment, lambda _address: None)
        window.resize(*self._size)
        window.show()
        window.activateWindow()
        window.start()
        return window, bridge

    def _hover(self, window: MainWindow) -> None:
        viewport = window.pages.channel.timeline.viewport()
        at = QPointF(200, viewport.height() - 60)
        none = Qt.MouseButton.NoButton
        kind = QEvent.Type.MouseMove
        modifiers = Qt.KeyboardModifier.NoModifier
        where = QPointF(viewport.mapToGlobal(at.toPoint()))
        self._app.sendEvent(viewport, QMouseEvent(kind, at, where, none, none, modifiers))

    def _write(self, window: QWidget, name: str, say: Callable[[str], object]) -> None:
        path = self._into / f"{name}.png"
        window.grab().save(str(path))
        say(path.name)

    async def _shut(self, window: MainWindow, bridge: Bridge) -> None:
        window.quit()
        await bridge.settle()
        await bridge.close()
        window.deleteLater()
