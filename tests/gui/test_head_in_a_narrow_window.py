"""The head of a channel whose window becomes narrow: the state gives way before the words do."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QApplication

from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import opened
from tests.gui.conftest import Run
from tests.gui.window_scene import channel
from ui.channel.head import ChannelHead
from ui.main_window.window import MainWindow


def test_how_many_members_there_are_is_not_cut_beside_a_state_in_words(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    run(opened(window, channel(engine, "Ben")))
    window.show()
    (head,) = window.findChildren(ChannelHead)
    head.show_members(1)
    cut = []
    for width in range(660, 760, 2):
        window.resize(width, 700)
        QApplication.processEvents()
        if head.members.width() < head.members.sizeHint().width():
            cut.append(width)
    assert cut == []
