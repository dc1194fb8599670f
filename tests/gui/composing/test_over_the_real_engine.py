"""The composer over the real engine and its encrypted store: what is said is there, drafts too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

from app.compose import open_engine
from app.engine_thread import EngineThread
from app.links import TidingsLinks
from app.profile.paths import Paths
from app.qr import QrCodes
from engine.api import Engine
from engine.model.commands import CreateIdentity
from engine.model.ids import SpaceId
from engine.model.queries import Identities, OneFile, Space, Timeline
from engine.model.views import PostView
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from ui.bridge import Bridge
from ui.channel.composer import Composer
from ui.equipment import Equipment
from ui.look.theme import Theme

END_SECONDS = 20.0


def _opener(folder: Path) -> Callable[[], AbstractAsyncContextManager[Engine]]:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Engine]:
        paths = Paths(folder / "profile", folder / "runtime")
        async with open_engine(paths, _no_passphrase, online=False) as there:
            yield there.engine

    return opened


def _no_passphrase(*, is_new: bool) -> str | None:
    return None


@contextmanager
def engine_in(folder: Path, run: Run[Any]) -> Iterator[EngineThread]:
    thread = EngineThread(_opener(folder))
    thread.start()
    try:
        run(thread.opened())
        yield thread
    finally:
        thread.stop()
        assert thread.join(END_SECONDS)


@asynccontextmanager
async def composing(
    engine: Engine, theme: Theme, qtbot: QtBot
) -> AsyncIterator[tuple[Composer, SpaceId]]:
    """A composer in our own channel; it is closed as the window closes it."""
    bridge = Bridge(engine, asyncio.get_running_loop())
    equipment = Equipment(bridge, theme, QrCodes(), TidingsLinks(), FakeSettings())
    identities = await bridge.ask(Identities())
    space = identities[0].channel
    assert space is not None
    composer = Composer(equipment)
    qtbot.addWidget(composer)
    composer.resize(600, 200)
    composer.show()
    composer.open(space, "Garden")
    composer.allow(await bridge.ask(Space(space)))
    await settled(composer)
    yield composer, space
    composer.hide()
    await bridge.close()


async def settled(composer: Composer) -> None:
    await until(
        lambda: (
            not composer._writing._bridge._tasks
            and not composer.fitting.weighing.is_pending
            and not composer.attachments.is_reading
        )
    )


async def send(composer: Composer, text: str) -> None:
    composer.edit.setPlainText(text)
    await settled(composer)
    composer.send.click()
    await settled(composer)
    assert not composer.note.isVisible(), composer.note.words.text()


async def posts(engine: Engine, space: SpaceId) -> list[PostView]:
    page = await engine.ask(Timeline(space))
    return [post for post in page.posts if post.text or post.files]


def test_words_answers_changes_and_files_are_stored(
    run: Run[Any], theme: Theme, qtbot: QtBot, tmp_path: Path
) -> None:
    note = tmp_path / "plan.txt"
    note.write_text("beans")

    async def scene(engine: Engine) -> None:
        async with composing(engine, theme, qtbot) as (composer, space):
            await send(composer, "Shall we water?")
            (first,) = await posts(engine, space)
            composer.begin_reply(first)
            await send(composer, "Yes")
            composer.begin_edit(first)
            await send(composer, "Shall we water today?")
            composer.attach([note])
            await settled(composer)
            await send(composer, "the plan")
            asked, answered, plan = await posts(engine, space)
            assert asked.text == "Shall we water today?"
            assert asked.edited_at is not None
            assert answered.reply is not None
            assert answered.reply.id == first.id
            assert plan.text == "the plan"
            file = await engine.ask(OneFile(space, plan.id, 0))
            assert (file.name, file.data) == ("plan.txt", b"beans")

    with engine_in(tmp_path / "home", run) as engine:
        run(engine.perform(CreateIdentity("Garden")))
        run(scene(engine))


def test_a_draft_survives_a_restart_and_no_file_shows_a_word_of_it(
    run: Run[Any], theme: Theme, qtbot: QtBot, tmp_path: Path
) -> None:
    async def write(engine: Engine) -> None:
        async with composing(engine, theme, qtbot) as (composer, _space):
            composer.edit.setPlainText("a telltale word")

    async def read(engine: Engine) -> str:
        async with composing(engine, theme, qtbot) as (composer, _space):
            return composer.edit.toPlainText()

    home = tmp_path / "home"
    with engine_in(home, run) as engine:
        run(engine.perform(CreateIdentity("Garden")))
        run(write(engine))
    with engine_in(home, run) as engine:
        assert run(read(engine)) == "a telltale word"
    files = [path for path in home.rglob("*") if path.is_file()]
    assert files
    assert not [path.name for path in files if b"telltale" in path.read_bytes()]
