"""The guided conversation of two codes: both pages, two people, and only pictures between them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

from engine.model import commands
from engine.model.ids import SpaceId
from tests.code_scene import Scene, click, type_text
from tests.gui.conftest import Run, until
from ui.codes.code_view import CodeView
from ui.invites.asking import AskingPage
from ui.invites.issuing import IssuingPage


async def _photograph(view: CodeView, path: Path) -> Path:
    """What a camera would take of the other person's screen."""
    await until(view.picture.isVisible)
    assert view.picture.grab().save(str(path))
    return path


def test_two_people_and_two_pictures(
    ada: Scene, other: Scene, qtbot: QtBot, run: Run[Any], tmp_path: Path
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
        request = await _photograph(asking.shown.code, tmp_path / "request.png")

        issuing.scan.look_at_file(request)
        await until(lambda: issuing.stages.current is issuing.confirming)
        assert issuing.fingerprint.digits.text() == asking.shown.fingerprint.digits.text()
        type_text(issuing.name, "Ada")
        click(issuing.confirm)
        invite = await _photograph(issuing.issued.code, tmp_path / "invite.png")

        click(asking.shown.bring)
        asking.scan.look_at_file(invite)
        await until(lambda: asking.stages.current is asking.accept)
        click(asking.accept_button)
        await until(lambda: asking.stages.current is asking.joining)
        click(asking.joining.open_button)

    run(converse())
    assert opened
    assert not ada.engine.requests
    assert any(isinstance(done, commands.IssueInvite) for done in other.engine.performed)
