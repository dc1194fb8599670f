"""What others are told a channel is called: only its owner names it for them."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from engine.model.commands import FollowChannel
from engine.model.found import FoundChannel
from engine.model.ids import SpaceId
from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run
from tests.gui.window_scene import channel, dialog_of, says, settled, started, trigger
from ui.codes.channel_code import ChannelCodePage
from ui.codes.following import FollowingPage
from ui.equipment import Equipment
from ui.folders.getting import GetFolderPage
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import NameQuestion, Question

OURS, GIVEN = "Noisy boss", "Coast"
TOLD = "Whom you let in or give a link later is told this one"
UNTOLD = "Only you see this name"


def followed(engine: FakeEngine) -> SpaceId:
    """Somebody else's public channel, under a name of ours."""
    space = channel(engine, GIVEN, "hello", public=True, own_path=None, can_post=False)
    engine.change(space, name=OURS, came_as=GIVEN)
    return space


def owned(engine: FakeEngine) -> SpaceId:
    """A public channel of ours that had another name once."""
    engine.identities = [IdentityView("Ann", key_of("Ann"), None)]
    space = channel(engine, GIVEN, "hello", public=True)
    engine.change(space, name=OURS, came_as=GIVEN)
    assert engine.view(space).owned_by is not None
    return space


def name_in_code(run: Run[Any], window: MainWindow, space: SpaceId) -> str:
    async def scene() -> None:
        await started(window)
        trigger(window, space, "Show the channel's code")
        await settled(window)

    run(scene())
    page = window.pages.stack.currentWidget()
    assert isinstance(page, ChannelCodePage)
    found = window._door._links.read(page.code.link)
    assert isinstance(found, FoundChannel)
    return found.name


def said_of_renaming(run: Run[Any], window: MainWindow, space: SpaceId) -> str:
    async def scene() -> str:
        await started(window)
        trigger(window, space, "Rename\u2026")
        dialog = await dialog_of(NameQuestion)
        said = says(dialog)
        dialog.reject()
        await settled(window)
        return said

    return str(run(scene()))


def test_the_code_of_somebody_elses_channel_tells_the_name_it_came_under(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    assert name_in_code(run, window, followed(engine)) == GIVEN


def test_the_code_of_our_own_channel_tells_what_we_call_it_now(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    assert name_in_code(run, window, owned(engine)) == OURS


def test_who_renames_somebody_elses_channel_learns_that_nobody_is_told(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    said = said_of_renaming(run, window, followed(engine))
    assert (UNTOLD in said, TOLD in said) == (True, False)


def test_who_renames_their_own_channel_learns_who_is_told(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    said = said_of_renaming(run, window, owned(engine))
    assert (UNTOLD in said, TOLD in said) == (False, True)


def test_only_a_channel_is_followed_under_a_name_that_nobody_else_sees(
    equipment: Equipment, qtbot: QtBot
) -> None:
    channels, folders = FollowingPage(equipment), GetFolderPage(equipment)
    qtbot.addWidget(channels)
    qtbot.addWidget(folders)
    assert "(only you see it)" in says(channels)
    assert "(only you see it)" not in says(folders)
    assert "Your name for this folder" in says(folders)


def test_a_channel_that_is_taken_back_keeps_the_name_it_came_under_apart_from_ours(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = followed(engine)
    key = engine.view(space).public_key

    async def scene() -> None:
        await started(window)
        trigger(window, space, "Leave\u2026")
        question = await dialog_of(Question)
        question.proceed.click()
        await settled(window)
        trigger(window, space, "Take part again")
        await settled(window)

    run(scene())
    assert FollowChannel(key, OURS, GIVEN) in engine.performed
