"""A channel is read up to what was on the screen while the window had the focus: no further, and
no less. Long runs of what people do, held against the plainest bookkeeping.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.model.ids import OrderKey, SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import JUNE, channel, settled, started
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow

STEPS = 30
NAMES = ("Garden", "Boats", "Attic")


@dataclass
class Person:
    """What somebody does, and what they have seen by then."""

    window: MainWindow
    engine: FakeEngine
    elsewhere: QWidget
    spaces: list[SpaceId]
    random: Random
    seen: dict[SpaceId, OrderKey | None] = field(default_factory=dict)
    late: dict[SpaceId, set[OrderKey]] = field(default_factory=dict)
    said: int = 0
    looks: bool = True

    async def do_something(self) -> None:
        doing = self.random.choice(
            [
                self.hear,
                self.hear,
                self.hear,
                self.hear_late,
                self.scroll,
                self.scroll,
                self.turn,
                self.look_away,
                self.look_back,
                self.look_back,
                self.open_page,
                self.close_page,
            ]
        )
        doing()
        await self.rest()
        self.look()

    def hear(self) -> None:
        many = self.random.choice([1, 2, 30])
        said = []
        for _post in range(many):
            self.said += 1
            own = self.random.random() < 0.2
            text = f"line {self.said} " * self.random.choice([1, 8, 60])
            said.append(Said(text, EPOCH + 10 + self.said, JUNE, ours=own))
        self.receive(self.random.choice(self.spaces), *said)

    def hear_late(self) -> None:
        """Somebody was apart from us, and wrote meanwhile what others answered long ago."""
        self.said += 1
        late = Said(f"late {self.said}", EPOCH + 5, JUNE)
        height = self.random.choice([3, 20, 29, 31, 45])
        self.receive(self.random.choice(self.spaces), late, height=height)

    def receive(self, space: SpaceId, *said: Said, height: int | None = None) -> None:
        """Of others, what comes in below what was seen is late until it is seen itself."""
        there = self.engine.spaces[space].history
        before = {post.order for post in there.run(0, len(there))}
        self.engine.receive(space, *said, height=height)
        seen = self.seen[space] or b""
        for post in there.run(0, len(there)):
            if post.order not in before and not post.ours and post.order <= seen:
                self.late[space].add(post.order)

    def scroll(self) -> None:
        timeline = self.window.pages.channel.timeline
        if self.random.random() < 0.3:
            timeline.to_end()
        else:
            timeline.scroll_by(self.random.choice([-900.0, -200.0, 150.0, 800.0]))

    def turn(self) -> None:
        self.window.open_space(self.random.choice(self.spaces))

    def look_away(self) -> None:
        self.elsewhere.activateWindow()
        self.looks = False

    def look_back(self) -> None:
        self.window.activateWindow()
        self.looks = True

    def open_page(self) -> None:
        self.window.pages.show_connections()

    def close_page(self) -> None:
        self.window.pages.close_page()

    async def rest(self) -> None:
        """Long enough that what is on the screen has been there for a while."""
        channel_page = self.window.pages.channel
        await until(lambda: self.window.isActiveWindow() is self.looks)
        for _time in range(2):
            await settled(self.window)
            await until(
                lambda: (
                    channel_page.source.is_open
                    and not channel_page.source._serving
                    and not channel_page.timeline._seen_timer.isActive()
                )
            )

    def look(self) -> None:
        """What is before the person's eyes now, row by row."""
        page = self.window.pages.channel
        if not (self.window.isActiveWindow() and page.isVisible()):
            return
        timeline = page.timeline
        space = page.space
        assert space is not None
        y = timeline.anchor.top
        for index in range(timeline.anchor.index, len(timeline.source.run)):
            y += timeline.row(index).height
            if y > timeline.viewport().height() + 1:
                break
            order = timeline.source.run.entries[index].post.order
            before = self.seen.get(space)
            self.seen[space] = order if before is None else max(before, order)
            self.late[space].discard(order)

    def unread(self, space: SpaceId) -> int:
        history = self.engine.spaces[space].history
        seen = self.seen.get(space) or b""
        posts = history.run(0, len(history))
        behind = sum(not post.ours and post.order > seen for post in posts)
        return behind + len(self.late[space])


@pytest.mark.parametrize("seed", range(8))
def test_what_was_seen_is_read_and_nothing_else(
    run: Run[Any],
    qtbot: QtBot,
    window: MainWindow,
    engine: FakeEngine,
    settings: FakeSettings,
    seed: int,
) -> None:
    spaces = [channel(engine, name, *(f"old {n}" for n in range(30))) for name in NAMES]
    settings.store_text(SETTING_OPEN, spaces[0].hex())
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    elsewhere.show()
    window.resize(900, 500)
    window.pages.channel.timeline._seen_timer.setInterval(0)
    person = Person(window, engine, elsewhere, spaces, Random(seed))
    person.seen = {space: engine.spaces[space].read_up_to for space in spaces}
    person.late = {space: set() for space in spaces}

    async def scene() -> None:
        window.activateWindow()
        await until(window.isActiveWindow)
        await started(window)
        await person.rest()
        person.look()
        for _step in range(STEPS):
            await person.do_something()
            for space in spaces:
                assert engine.view(space).unread == person.unread(space)
                assert engine.spaces[space].read_up_to == person.seen[space]
                assert engine.spaces[space].late == person.late[space]
            total = sum(person.unread(space) for space in spaces)
            assert window.windowTitle() == (f"({total}) Tidings" if total else "Tidings")

    run(scene())
