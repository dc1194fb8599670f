"""The guided conversation of two codes: both pages, two people, and only a camera between them."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from engine.model import commands
from engine.model.ids import SpaceId
from tests.code_scene import Scene, click, type_text
from tests.gui.codes.by_camera import look_at, screen_of
from tests.gui.conftest import Run, until
from ui.frames.source import SourceState
from ui.invites.asking import AskingPage
from ui.invites.issuing import IssuingPage


def test_two_people_and_a_camera_each(
    ada: Scene, other: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    garden = other.engine.add_space("Garden")
    asking = AskingPage(ada.equipment)
    issuing = IssuingPage(other.equipment, other.engine.view(garden))
    opened: list[SpaceId] = []
    asking.finished.connect(opened.append)
    for page in (asking, issuing):
        qtbot.addWidget(page)
        page.resize(1_000, 900)
        page.show()

    async def converse() -> None:
        asking.open()
        await until(lambda: asking.identity.count() == 1)
        click(asking.proceed)
        await look_at(await screen_of(asking.shown.code), other.camera, issuing.scan)
        await until(lambda: issuing.stages.current is issuing.confirming)
        assert issuing.fingerprint.digits.text() == asking.shown.fingerprint.digits.text()
        type_text(issuing.name, "Ada")
        click(issuing.confirm)

        invite = await screen_of(issuing.issued.code)
        click(asking.shown.bring)
        await look_at(invite, ada.camera, asking.scan)
        await until(lambda: asking.stages.current is asking.accept)
        click(asking.accept_button)
        await until(lambda: asking.stages.current is asking.joining)
        click(asking.joining.open_button)

    run(converse())
    assert opened
    assert {ada.camera.state, other.camera.state} == {SourceState.OFF}
    assert not ada.engine.requests
    assert any(isinstance(done, commands.IssueInvite) for done in other.engine.performed)
