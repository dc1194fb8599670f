"""What strangers wrote: it reaches no rich text, and what arrives is counted and announced."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolTip

from engine.errors import Refusal, Refused
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run, until
from tests.gui.window_scene import (
    JUNE,
    channel,
    dialog_of,
    settled,
    started,
    trigger,
)
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question

HOSTILE = (
    "<img src='http://{0}/a.png'>",
    "<img src='file:///etc/hostname'><b>x</b>",
    "<style>@import url(http://{0}/b.css)</style>",
    "![x](http://{0}/c.png)",
    "<object data='http://{0}/d.svg'></object>",
    "<body background='http://{0}/e.png'>",
    "<iframe src='http://{0}/f'></iframe>",
    "{{background: url(http://{0}/g.png)}}",
)


@pytest.mark.parametrize("template", HOSTILE)
def test_hostile_names_and_texts_reach_no_rich_text_and_fetch_nothing(
    run: Run[Any], window: MainWindow, engine: FakeEngine, template: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)  # noqa: FBT003 - the socket's own setter
        text = template.format(f"127.0.0.1:{listener.getsockname()[1]}")
        hostile = author(text)
        space = channel(engine, text, text)
        engine.receive(space, Said(text, EPOCH + 2, hostile))
        key = hostile.public_key
        engine.spaces[space].members = (MemberView(key, text, (text, text), EPOCH, online=True),)

        async def scene() -> None:
            await started(window)
            window.show_failure(Refused(Refusal.NAME_TAKEN, text))
            trigger(window, space, "Leave\u2026")
            dialog = await dialog_of(Question)
            dialog.grab()
            dialog.cancel.click()
            member = window.details.people.model.index(0)
            tip = str(member.data(Qt.ItemDataRole.ToolTipRole))
            QToolTip.showText(window.mapToGlobal(window.rect().center()), tip, window)
            window.grab()
            await settled(window)
            QToolTip.hideText()

        run(scene())
        with pytest.raises(BlockingIOError):
            listener.accept()
    for label in window.findChildren(QLabel):
        if label.objectName() == "qtooltip_label":  # Qt's own, which reads what was escaped for it
            assert label.text().count("<") == 2, label.text()
        else:
            assert label.textFormat() == Qt.TextFormat.PlainText, label.text()
    assert "<" not in window.windowTitle()


def test_new_posts_below_are_counted_on_the_way_back_to_them(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(80)))

    async def scene() -> None:
        await started(window)
        news = window.pages.channel.news
        assert not news.down.isVisible()
        window.pages.channel.timeline.scroll_by(-900)
        await settled(window)
        assert news.down.isVisible()
        engine.receive(space, Said("hello", EPOCH + 99, JUNE), Said("hello?", EPOCH + 100, JUNE))
        await until(lambda: news.down.text() == "2 new")
        news.down.click()
        assert not news.down.isVisible()

    run(scene())
    assert window.pages.channel.timeline.anchor.stuck


def test_posts_that_arrive_above_are_announced_and_can_be_gone_to(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(80)))

    async def scene() -> None:
        await started(window)
        news = window.pages.channel.news
        window.pages.channel.timeline.scroll_by(-900)
        await settled(window)
        late = (Said(f"late {n}", EPOCH + 1, JUNE) for n in range(3))
        engine.receive(space, *late, height=5)
        await until(news.up.isVisible)
        assert news.up.text() == "3 older messages arrived above"
        news.up.click()
        await settled(window)

    run(scene())
    view = window.pages.channel.timeline
    seen = [view.row(index).entry.post.text for index, _top in view.in_sight()]
    assert any(text.startswith("late") for text in seen)
