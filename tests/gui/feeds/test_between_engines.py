"""A feed published in one window and followed in another: two real engines, TCP on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from app.links import TidingsLinks
from app.qr import QrCodes
from engine.model.address import Address
from engine.model.commands import CreateIdentity, Listen
from engine.model.feeds import FeedForm, FeedState
from engine.model.ids import ProtocolName
from tests.fake_engine import FakeSettings
from tests.gui.codes.test_invite_between_engines import engine_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import settled, shown_texts, started
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.feeds.code import FeedCodePage
from ui.look.theme import Theme
from ui.main_window.feed_hall import FeedHall
from ui.main_window.window import MainWindow


@dataclass
class Desk:
    """Somebody's window over their engine."""

    window: MainWindow
    equipment: Equipment

    @property
    def hall(self) -> FeedHall:
        return self.window.occasions.feeds

    @property
    def state(self) -> FeedState | None:
        feed = self.hall.desk.feed
        return None if feed is None else feed.state


@pytest.fixture
def desk(
    tmp_path: Path,
    qapp: QApplication,
    theme: Theme,
    run: Run[Any],
    qloop: asyncio.AbstractEventLoop,
) -> Iterator[Callable[[str, str], Desk]]:
    """Opens the window of somebody of that name who listens at that address."""
    bridges: list[Bridge] = []
    engines = []
    windows: list[MainWindow] = []
    quits = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)  # the engines are still to be closed then

    def make(name: str, host: str) -> Desk:
        folder = tmp_path / name
        folder.mkdir()
        scope = engine_of(folder)
        thread = scope.__enter__()
        engines.append(scope)
        run(thread.opened())
        run(thread.perform(Listen(ProtocolName.TIDINGS, Address(host, 0))))
        run(thread.perform(CreateIdentity(name)))
        bridge = Bridge(thread, qloop)
        bridges.append(bridge)
        equipment = Equipment(bridge, theme, QrCodes(), TidingsLinks(), FakeSettings())
        window = MainWindow(qapp, equipment, lambda _address: None)
        windows.append(window)
        window.show()
        run(started(window))
        return Desk(window, equipment)

    yield make
    for bridge in bridges:  # first: what is under way shall not meet a window that has gone
        run(bridge.close())
    for window in windows:
        window.quit()
        window.deleteLater()
    for scope in engines:
        scope.__exit__(None, None, None)
    qapp.setQuitOnLastWindowClosed(quits)


async def published(desk: Desk, *entries: str) -> str:
    """A feed of theirs with these entries; its link."""
    page = desk.hall.show_new()
    page.name.setText("Harbour news")
    page.make.click()
    channel = desk.window.pages.channel
    await until(lambda: channel.view is not None and channel.view.name == "Harbour news")
    await until(lambda: not channel.composer.face.post.isHidden())
    for count, entry in enumerate(entries, 1):
        channel.composer.edit.write(entry)
        channel.composer.face.post.click()
        await until(lambda count=count: len(shown_texts(desk.window)) == count)  # type: ignore[misc]
    channel.head.code_wanted.emit()
    code = desk.window.pages.stack.currentWidget()
    assert isinstance(code, FeedCodePage)
    await until(lambda: bool(code.code.link))
    return code.code.link


async def followed(desk: Desk, link: str) -> None:
    page = desk.hall.show_following()
    page.scan.look_at_text(link)
    await until(page.preview.isVisible)
    page.follow.click()
    await until(lambda: page.key.text() != "" and desk.hall.desk.feed is not None)


def test_what_one_publishes_another_reads_live(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    author, reader = desk("Juniper", "127.0.0.71"), desk("Wren", "127.0.0.72")

    async def scene() -> None:
        link = await published(author, "# First", "Second, with **weight**")
        await followed(reader, link)
        await until(lambda: shown_texts(reader.window) == ["# First", "Second, with **weight**"])
        await until(lambda: reader.state is FeedState.CURRENT)
        assert reader.window.pages.channel.head.name.text() == "Harbour news"
        author.window.pages.close_page()
        composer = author.window.pages.channel.composer
        composer.edit.write("Third, live")
        composer.face.post.click()
        await until(lambda: shown_texts(reader.window)[-1:] == ["Third, live"])
        await until(
            lambda: author.window.pages.channel.head.members.text().startswith("Seeded by 1")
        )
        await settled(author.window)
        await settled(reader.window)

    run(scene())


def test_a_paused_feed_takes_nothing_until_it_is_resumed(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    author, reader = desk("Juniper", "127.0.0.73"), desk("Wren", "127.0.0.74")

    async def scene() -> None:
        await followed(reader, await published(author, "one"))
        await until(lambda: shown_texts(reader.window) == ["one"])
        feed = reader.hall.desk.feed
        assert feed is not None
        reader.hall.acts.pause(feed)
        await until(lambda: reader.state is FeedState.PAUSED)
        author.window.pages.close_page()
        composer = author.window.pages.channel.composer
        composer.edit.write("two")
        composer.face.post.click()
        await until(lambda: len(shown_texts(author.window)) == 2)
        await settled(reader.window)
        assert shown_texts(reader.window) == ["one"]
        reader.hall.acts.resume(feed)
        await until(lambda: shown_texts(reader.window) == ["one", "two"])

    run(scene())


def test_a_file_that_only_what_is_read_is_fetched_of_comes_when_it_is_saved(
    desk: Callable[[str, str], Desk], run: Run[Any], tmp_path: Path
) -> None:
    author, reader = desk("Juniper", "127.0.0.75"), desk("Wren", "127.0.0.76")

    async def scene() -> None:
        link = await published(author, "one")
        author.window.pages.close_page()
        composer = author.window.pages.channel.composer
        path = tmp_path / "chart.bin"
        path.write_bytes(bytes(range(256)) * 700)
        composer.attach([path])
        await until(lambda: bool(composer.attachments.waiting))
        composer.edit.write("The chart")
        composer.face.post.click()
        await until(lambda: len(shown_texts(author.window)) == 2)
        await followed(reader, link)
        await until(lambda: "The chart" in shown_texts(reader.window))
        page = reader.window.pages.channel
        post = page.source.run.entries[-1].post
        assert post.files[0].size == 179_200
        target = tmp_path / "saved.bin"
        assert page.space is not None
        await page.acts.saving.save(page.space, post, 0, target)
        assert target.read_bytes() == path.read_bytes()

    run(scene())


def test_a_fixed_feed_is_followed_by_its_fingerprint(
    desk: Callable[[str, str], Desk], run: Run[Any], tmp_path: Path
) -> None:
    author, reader = desk("Juniper", "127.0.0.77"), desk("Wren", "127.0.0.78")

    async def scene() -> None:
        page = author.hall.show_new()
        page.name.setText("Charts")
        page.kind.buttons["fixed"].click()
        path = tmp_path / "chart.txt"
        path.write_text("depths", "utf-8")
        page.attach([path])
        await until(lambda: bool(page.attachments.waiting))
        page.make.click()
        await until(lambda: len(shown_texts(author.window)) == 1)
        await until(lambda: author.hall.desk.feed is not None)
        feed = author.hall.desk.feed
        assert feed is not None
        assert feed.form is FeedForm.STATIC
        code = author.hall.show_code(feed)
        await until(lambda: bool(code.code.link))
        await followed(reader, code.code.link)
        there = reader.window.pages.channel.source.run
        # Its blocks come in any order: the piece of the file may be there before its entry.
        await until(lambda: any(one.post.files for one in there.entries))
        assert [entry.post.files[0].name for entry in there.entries] == ["chart.txt"]

    run(scene())
