"""What was begun beside a feed and not yet sent."""

from __future__ import annotations

from engine.model.comment_commands import (
    ChangeComment,
    WriteComment,
)
from tests.fake_comments import OWN_KEY
from tests.fake_engine import FakeEngine
from tests.gui.comments.test_pane import commented, entry, pane_of
from tests.gui.conftest import Run
from tests.gui.window_scene import settled
from ui.main_window.window import MainWindow


def test_what_was_begun_outlives_a_change_that_is_answered_later(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        ours = engine.comments.come(space, "Ours", "us", author=OWN_KEY, ours=True, entry=0)
        box = pane_of(window).box
        box.show_place(space, 0)
        box.field.setPlainText("Begun")
        box.edit(ours)
        box.field.setPlainText("Changed")
        box.submit()
        box.show_place(space, 1)
        box.field.setPlainText("Too early")
        assert not box.send.isEnabled()
        await settled(window)
        assert ChangeComment(space, ours.id, "Changed") in engine.performed
        assert box.send.isEnabled()
        box.show_place(space, 0)
        assert box.field.toPlainText() == "Begun"

    run(scene())


def test_an_answer_that_was_begun_waits_as_an_answer(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        pane, row = pane_of(window), window.pages.channel.timeline.row
        first = pane.cards[0].view
        entry(pane.cards[0], "Answer").trigger()
        pane.box.field.setPlainText("Very")
        said = pane.box.about.text()
        pane.show_entry(row(1).entry.post)
        await settled(window)
        assert (pane.box.field.toPlainText(), pane.box.about.isVisible()) == ("", False)
        pane.show_entry(None)
        await settled(window)
        assert (pane.box.field.toPlainText(), pane.box.about.text()) == ("Very", said)
        assert pane.box.about.isVisible()
        assert pane.box.forget.isVisible()
        pane.box.submit()
        await settled(window)
        assert WriteComment(space, "Very", 0, first.id) in engine.performed
        assert not pane.box.about.isVisible()

    run(scene())


def test_an_answer_that_was_begun_outlives_a_change_that_is_given_up(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        ours = engine.comments.come(space, "Ours", "us", author=OWN_KEY, ours=True)
        box, first = pane_of(window).box, pane_of(window).cards[0].view
        box.answer(first, "Moss")
        box.field.setPlainText("Very")
        box.edit(ours)
        box.show_place(space, 1)  # which gives the change up
        assert box.field.toPlainText() == ""
        box.show_place(space, None)
        box.edit(ours)
        assert "Changing" in box.about.text()
        box.forget.click()
        assert "Moss" in box.about.text()
        assert box.send.text() == "Comment"
        box.submit()
        await settled(window)
        assert WriteComment(space, "Very", 0, first.id) in engine.performed

    run(scene())


def test_what_was_begun_as_an_answer_can_be_made_a_comment(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        box = pane_of(window).box
        box.answer(pane_of(window).cards[0].view, "Moss")
        box.field.setPlainText("Very")
        box.forget.click()
        box.show_place(space, 1)
        box.show_place(space, None)
        assert (box.field.toPlainText(), box.about.isVisible()) == ("Very", False)
        box.submit()
        await settled(window)
        assert WriteComment(space, "Very") in engine.performed

    run(scene())


def test_a_change_begun_while_a_comment_is_sent_is_not_erased_by_its_answer(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        ours = engine.comments.come(space, "Ours", "us", author=OWN_KEY, ours=True)
        box = pane_of(window).box
        box.field.setPlainText("Another")
        box.submit()
        box.edit(ours)
        await settled(window)
        assert WriteComment(space, "Another") in engine.performed
        assert box.field.toPlainText() == "Ours"
        box.forget.click()
        assert box.field.toPlainText() == ""

    run(scene())
