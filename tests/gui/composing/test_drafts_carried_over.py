"""Drafts of an older version, which stood in the settings, are carried over once."""

from __future__ import annotations

from typing import Any

from engine.errors import Fault, FaultReason
from engine.model.views import DraftView
from tests.fake_settings import FakeSettings
from tests.gui.composing.desk import Desk
from tests.gui.composing.test_drafts import old_drafts
from tests.gui.conftest import Run


def test_old_drafts_are_carried_over_once_and_erased_where_they_were(
    run: Run[Any], desk: Desk, settings: FakeSettings
) -> None:
    for space, text in ((desk.garden, "an old thought"), (desk.boats, "another")):
        settings.store_text(f"draft.{space.hex()}", text)

    async def scene() -> None:
        await desk.opened()
        assert desk.text() == "an old thought"
        desk.composer.edit.clear()
        desk.composer.keep_draft()
        await desk.settled()

    run(scene())
    assert not any(old_drafts(settings))
    assert list(desk.drafts) == [desk.boats]


def test_an_old_draft_never_takes_the_place_of_a_newer_one(
    run: Run[Any], desk: Desk, settings: FakeSettings
) -> None:
    settings.store_text(f"draft.{desk.garden.hex()}", "old")
    desk.drafts[desk.garden] = DraftView(desk.garden, "new")
    run(desk.opened())
    assert desk.text() == "new"
    assert not any(old_drafts(settings))


def test_an_old_draft_that_cannot_be_stored_yet_is_not_erased(
    run: Run[Any], desk: Desk, settings: FakeSettings
) -> None:
    settings.store_text(f"draft.{desk.garden.hex()}", "old")
    desk.engine.next_failure = Fault(FaultReason.DISK_FULL)
    run(desk.opened())
    assert settings.texts[f"draft.{desk.garden.hex()}"] == "old"


def test_who_waits_for_an_old_draft_to_be_stored_finds_the_others_once(
    run: Run[Any], desk: Desk, settings: FakeSettings
) -> None:
    settings.store_text(f"draft.{desk.boats.hex()}", "old")
    desk.drafts[desk.garden] = DraftView(desk.garden, "new")
    desk.engine.next_failure = Fault(FaultReason.DISK_FULL)

    async def scene() -> None:
        await desk.opened(desk.garden)
        await desk.opened(desk.boats)
        assert desk.text() == "old"
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "new"
