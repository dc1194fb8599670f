"""A press on the name in a message answers for the channel that it was in."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.model.queries import Members
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.window_scene import JUNE, channel, page_of, settled, started
from ui.main_window.window import MainWindow


class Slow(FakeEngine):
    """Whose next answer about members waits for ``tells`` from ``hold`` on."""

    tells: asyncio.Event | None = None
    is_held = False

    def hold(self) -> None:
        self.tells = asyncio.Event()

    @override
    async def ask(self, query: Any) -> Any:
        answer = await super().ask(query)
        if isinstance(query, Members) and self.tells is not None and not self.is_held:
            self.is_held = True
            await self.tells.wait()
        return answer


@pytest.fixture
def engine() -> Slow:
    return Slow()


@pytest.fixture
def garden(engine: Slow) -> SpaceId:
    """June is a member, and has written."""
    space = channel(engine, "Garden", "hello")
    engine.spaces[space].members = (
        MemberView(JUNE.public_key, "June", ("June",), None, online=False),
    )
    return space


def is_open(window: MainWindow, space: SpaceId) -> bool:
    view = page_of(window).view
    return view is not None and view.id == space


@pytest.mark.parametrize(("is_elsewhere", "place"), [(False, 1), (True, 1), (False, 0), (True, 0)])
def test_who_wrote_is_shown_only_while_the_channel_of_the_message_is_open(
    run: Run[Any],
    window: MainWindow,
    engine: Slow,
    garden: SpaceId,
    *,
    is_elsewhere: bool,
    place: int,
) -> None:
    """Of who is a member (1) and of who is none (0)."""
    kitchen = channel(engine, "Kitchen", "soup")
    authors, shown = page_of(window).authors, list[str]()
    authors.member_wanted.disconnect()
    authors.details_wanted.disconnect()
    authors.member_wanted.connect(lambda _view, member: shown.append(member.name))
    authors.details_wanted.connect(lambda _post: shown.append("details"))

    async def scene() -> None:
        await started(window)
        window.open_space(garden)
        await settled(window)
        engine.hold()
        page_of(window).timeline.wishes.author.emit(
            engine.spaces[garden].history.run(place, place + 1)[0]
        )
        await until(lambda: engine.is_held)
        if is_elsewhere:
            window.open_space(kitchen)
            await until(lambda: is_open(window, kitchen))
        assert engine.tells is not None
        engine.tells.set()
        await settled(window)

    run(scene())
    wanted = "June" if place else "details"
    assert shown == ([] if is_elsewhere else [wanted])
