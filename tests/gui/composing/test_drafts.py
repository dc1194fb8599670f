"""Drafts: what was begun and not sent is there after a restart, in the database alone."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason
from engine.model import commands
from engine.model.ids import PostId
from engine.model.queries import Drafts as AllDrafts
from engine.model.queries import Query
from engine.model.views import DraftView
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled, started
from ui.bridge import Bridge
from ui.channel.composer import Composer
from ui.equipment import Equipment
from ui.main_window.window import MainWindow


def kept(desk: Desk) -> list[commands.KeepDraft]:
    return [one for one in desk.engine.performed if isinstance(one, commands.KeepDraft)]


def test_a_draft_is_stored_once_typing_stops(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        assert not kept(desk)
        await until(lambda: desk.garden in desk.drafts)

    run(scene())
    assert kept(desk) == [commands.KeepDraft(desk.garden, "hello")]


def test_no_word_of_it_stands_in_the_settings(
    run: Run[Any], desk: Desk, settings: FakeSettings
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("a telltale word")
        await until(lambda: desk.garden in desk.drafts)

    run(scene())
    assert not [text for text in settings.texts.values() if "telltale" in text]


def test_each_space_has_a_draft_of_its_own(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("for the garden")
        await desk.opened(desk.boats)
        assert not desk.text()
        desk.type("for the boats")
        await desk.opened(desk.garden)
        assert desk.text() == "for the garden"
        await desk.opened(desk.boats)

    run(scene())
    assert desk.text() == "for the boats"


def test_a_draft_with_its_answer_is_there_after_a_restart(run: Run[Any], desk: Desk) -> None:
    asked = desk.posts()[0]

    async def scene() -> Composer:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.type("soon")
        desk.composer.keep_draft()
        await desk.settled()
        again = Composer(desk.equipment, desk.host)
        again.open(desk.garden, "Garden")
        await desk.settled()
        return again

    again = run(scene())
    assert desk.drafts[desk.garden] == DraftView(desk.garden, "soon", asked.id)
    assert again.edit.toPlainText() == "soon"
    assert "Wren" in again.face.bar.title.text()


def test_what_is_answered_is_stored_though_no_letter_follows_and_so_is_that_it_is_not(
    run: Run[Any], desk: Desk
) -> None:
    asked = desk.posts()[0]

    async def scene() -> None:
        await desk.opened()
        desk.type("soon")
        await until(lambda: desk.garden in desk.drafts)
        desk.composer.begin_reply(asked)
        await until(lambda: desk.drafts[desk.garden] == DraftView(desk.garden, "soon", asked.id))
        desk.composer.leave()
        await until(lambda: desk.drafts[desk.garden] == DraftView(desk.garden, "soon"))

    run(scene())


def test_an_empty_change_that_was_left_is_stored_no_more(run: Run[Any], desk: Desk) -> None:
    own = desk.posts()[1]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(own)
        desk.composer.edit.clear()
        await until(lambda: desk.garden in desk.drafts)
        desk.composer.leave()
        await until(lambda: desk.garden not in desk.drafts)

    run(scene())


def test_a_change_that_was_begun_is_there_after_a_restart(run: Run[Any], desk: Desk) -> None:
    own = desk.posts()[1]

    async def scene() -> Composer:
        await desk.opened()
        desk.composer.begin_edit(own)
        desk.type(" today")
        desk.composer.keep_draft()
        await desk.settled()
        again = Composer(desk.equipment, desk.host)
        again.open(desk.garden, "Garden")
        await desk.settled()
        return again

    again = run(scene())
    assert again.edit.toPlainText() == "I did so today"
    assert again._writing.is_change


def test_a_draft_about_a_post_that_is_gone_is_still_a_draft(run: Run[Any], desk: Desk) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "soon", PostId(b"?" * 32))
    run(desk.opened())
    assert desk.text() == "soon"
    assert not desk.composer.face.bar.isVisible()


def test_a_sent_text_is_a_draft_no_more(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        desk.composer.keep_draft()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert not desk.drafts


def test_a_space_without_a_draft_stores_none(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("  ")
        desk.composer.keep_draft()
        await desk.opened(desk.boats)
        desk.composer.keep_draft()

    run(scene())
    assert not kept(desk)


def test_half_a_character_does_not_keep_a_draft_from_being_stored(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.edit.setPlainText("a\ud83d")
        desk.composer.keep_draft()
        await desk.settled()

    run(scene())
    desk.drafts[desk.garden].text.encode("utf-8")


def test_what_was_typed_before_the_draft_had_come_stands_behind_it(
    run: Run[Any], desk: Desk
) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "stored")

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.edit.setPlainText("typed")
        await desk.settled()

    run(scene())
    assert desk.text() == "stored\ntyped"


def test_what_was_typed_in_haste_and_left_is_not_lost(run: Run[Any], desk: Desk) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "stored")

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.edit.setPlainText("typed")
        desk.composer.open(desk.boats, "Boats")
        await desk.settled()
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "stored\ntyped"


def old_drafts(settings: FakeSettings) -> list[str]:
    """What is left of them where they were."""
    return [text for name, text in settings.texts.items() if name.startswith("draft.")]


def test_a_disk_that_refuses_is_told_once_and_the_draft_is_kept(run: Run[Any], desk: Desk) -> None:
    told: list[object] = []
    desk.equipment.bridge.failed.connect(told.append)

    async def scene() -> None:
        await desk.opened()
        for letter in "abc":
            desk.engine.next_failure = Fault(FaultReason.DISK_FULL)
            desk.type(letter)
            desk.composer.keep_draft()
            await desk.settled()
        await desk.opened(desk.boats)
        await desk.opened(desk.garden)

    run(scene())
    assert len(told) == 1
    assert desk.text() == "abc"


def test_closing_the_window_stores_the_draft_however_soon(
    run: Run[Any],
    qloop: asyncio.AbstractEventLoop,
    qtbot: QtBot,
    engine: FakeEngine,
    equipment: Equipment,
) -> None:
    bridge = Bridge(engine, qloop)
    desk = Desk(replace(equipment, bridge=bridge), engine)
    qtbot.addWidget(desk.host)

    async def scene() -> None:
        await desk.opened()
        desk.type("half a thought")
        desk.host.hide()
        await bridge.close()

    run(scene())
    assert desk.drafts[desk.garden].text == "half a thought"


def test_a_forgotten_channel_leaves_no_draft(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        QTest.keyClicks(window.pages.channel.composer.edit, "half a thought")
        engine._forget(space)
        await settled(window)
        window.pages.channel.composer.keep_draft()
        await settled(window)

    run(scene())
    assert space not in engine.talk.drafts
    assert not window.pages.channel.composer.edit.toPlainText()


def test_what_was_typed_in_haste_is_kept_as_it_was_where_no_draft_was_stored(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.edit.setPlainText("typed")
        desk.composer.open(desk.boats, "Boats")
        await desk.settled()

    run(scene())
    assert desk.drafts[desk.garden].text == "typed"


def test_what_was_typed_before_the_draft_had_come_is_kept_once_however_often_one_came_by(
    run: Run[Any], desk: Desk
) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "stored")

    async def scene() -> None:
        desk.composer.open(desk.garden, "Garden")
        desk.composer.edit.setPlainText("typed")
        desk.composer.keep_draft()
        desk.composer.edit.setPlainText("typed more")
        desk.composer.open(desk.boats, "Boats")
        desk.composer.open(desk.garden, "Garden")
        desk.composer.open(desk.boats, "Boats")
        await desk.settled()
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "stored\ntyped more"


def test_drafts_that_could_not_be_read_are_asked_for_again(run: Run[Any], desk: Desk) -> None:
    desk.drafts[desk.boats] = DraftView(desk.boats, "stored")
    ask = desk.engine.ask

    async def failing(query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, AllDrafts):
            desk.engine.ask = ask  # type: ignore[method-assign]  # only this once
            raise Fault(FaultReason.DISK_FULL)
        return await ask(query)

    async def scene() -> None:
        desk.engine.ask = failing  # type: ignore[method-assign]  # see above
        await desk.opened(desk.garden)
        await desk.opened(desk.boats)

    run(scene())
    assert desk.text() == "stored"
