"""What of several posts is stored is told, also where a later one is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from engine.errors import Refusal, Refused
from engine.model import commands
from engine.model.contents import Words
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.conftest import Run
from ui.choices import Choice


def test_posts_that_were_stored_before_one_was_refused_are_told(
    run: Run[Any], desk: Desk, tmp_path: Path
) -> None:
    sent: list[object] = []
    perform = desk.engine.perform

    async def refusing(command: commands.Command[Any]) -> Any:  # Any: what it answers
        said = [one for one in desk.engine.performed if isinstance(one, commands.Say)]
        if isinstance(command, commands.Say) and said:
            raise Refused(Refusal.TEXT_TOO_LONG)
        return await perform(command)

    async def scene() -> None:
        await desk.opened()
        for name in ("one.txt", "two.txt"):
            (tmp_path / name).write_text("beans")
        desk.composer.attach([tmp_path / "one.txt", tmp_path / "two.txt"])
        await desk.settled()
        desk.composer.sent.connect(sent.append)
        desk.engine.perform = refusing  # type: ignore[method-assign]  # refuses the second
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert [chip.name.text() for chip in desk.composer.face.chips.chips] == ["two.txt"]
    assert sent == [desk.garden]


def test_where_the_person_chose_so_enter_begins_a_line_and_ctrl_enter_sends(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.equipment.choices.switch(Choice.ENTER_SENDS, on=False)
        desk.type("one")
        desk.press(ENTER)
        desk.type("two")
        assert desk.text() == "one\ntwo"
        assert "Ctrl+Enter" in desk.composer.send.toolTip()
        desk.press(ENTER, Qt.KeyboardModifier.ControlModifier)
        await desk.settled()
        assert desk.contents == [Words("one\ntwo")]
        desk.equipment.choices.switch(Choice.ENTER_SENDS, on=True)
        desk.type("three")
        desk.press(ENTER)
        await desk.settled()
        assert desk.contents[1:] == [Words("three")]

    run(scene())


def test_of_a_post_that_is_stored_nothing_is_kept(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        for text in ("one", "two"):
            desk.type(text)
            desk.press(ENTER)
        await desk.composer.sending.over(desk.garden)
        assert desk.contents == [Words("one"), Words("two")]
        await desk.settled()

    run(scene())
    assert not desk.composer.sending._last
