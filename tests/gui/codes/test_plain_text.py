"""Whatever strangers wrote is shown as text: no label of these pages reads HTML."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.model.address import Address
from engine.model.found import FoundChannel, FoundRequest
from engine.model.ids import PublicKey
from engine.model.peers import PeerState
from tests.code_scene import Scene
from tests.fake_peers import peer_at
from tests.gui.conftest import Run, until
from ui.codes.code_view import CodeView
from ui.codes.following import FollowingPage
from ui.connections.page import ConnectionsPage
from ui.invites.asking import AskingPage
from ui.invites.issuing import IssuingPage
from ui.main_window.onboarding import HomeCards, OnboardingPage

HOSTILE = '<img src="file:///etc/hostname"><b>x</b>\u202e\u2066&amp;'
REQUEST = b"".join(tag + bytes(range(32)) for tag in (b"\x0a\x20", b"\x12\x20", b"\x1a\x20"))


def test_no_label_of_any_page_reads_html(ada: Scene, qtbot: QtBot) -> None:
    space = ada.engine.add_space(HOSTILE)
    equipment = ada.equipment
    pages: list[QWidget] = [
        OnboardingPage(ada.bridge, ada.theme),
        HomeCards(ada.theme),
        AskingPage(equipment),
        IssuingPage(equipment, ada.engine.view(space)),
        FollowingPage(equipment),
        ConnectionsPage(ada.bridge, ada.theme, ada.clock),
        CodeView(equipment, "invite", "the invite"),
    ]
    for page in pages:
        qtbot.addWidget(page)
        labels = page.findChildren(QLabel)
        assert labels
        for label in labels:
            assert label.textFormat() is Qt.TextFormat.PlainText, label.text()


def test_a_hostile_name_cannot_turn_or_hide_the_text_around_it(
    ada: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    space = ada.engine.add_space(HOSTILE)
    issuing = IssuingPage(ada.equipment, ada.engine.view(space))
    following = FollowingPage(ada.equipment)
    for page in (issuing, following):
        qtbot.addWidget(page)
        page.show()

    async def show() -> None:
        issuing.show_found(FoundRequest(REQUEST, (), HOSTILE))
        await until(issuing.confirming.isVisible)
        following.show_found(FoundChannel(PublicKey(bytes(32)), HOSTILE))

    run(show())
    for text in (issuing.title.text(), following.preview.title.text()):
        assert "\u202e" not in text
        assert text.count("\u2066") == 0
        assert len(text) < 60


def test_a_hostile_address_is_shown_harmless(ada: Scene, qtbot: QtBot, run: Run[Any]) -> None:
    page = ConnectionsPage(ada.bridge, ada.theme, ada.clock)
    qtbot.addWidget(page)
    page.show()
    ada.engine.peers = (peer_at("a\u202eb<b>" + "x" * 200, 1, PeerState.READY),)

    async def load() -> None:
        page.open()
        await until(lambda: page.table.model.rowCount() == 1)

    run(load())
    shown = str(page.table.model.data(page.table.model.index(0, 1)))
    assert "\u202e" not in shown
    assert len(shown) < 60
    tip = str(page.table.model.data(page.table.model.index(0, 1), Qt.ItemDataRole.ToolTipRole))
    assert "<b>" not in tip
    assert Address.parse(shown) is None
