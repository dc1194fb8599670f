"""How often it is asked who of one's identities may post in the open space."""

from __future__ import annotations

from typing import Any

from engine.model.ids import SpaceId, SpaceKind
from engine.model.queries import PostingIdentities
from engine.model.views import IdentityView
from tests.fake_history import key_of
from tests.gui.composing.desk import Desk
from tests.gui.conftest import Run, until
from ui.refresh import Refresh

LONG_MS = 3_600_000


def asked_of(desk: Desk) -> list[SpaceId]:
    asked = desk.engine.asked
    return [one.space for one in asked if isinstance(one, PostingIdentities)]


def refresh_of(desk: Desk) -> Refresh:
    (refresh,) = desk.composer.face.identities.findChildren(Refresh)
    return refresh


async def changed(desk: Desk) -> None:
    """The open space has changed, and all has been asked that is asked at once."""
    desk.composer.allow(desk.engine.view(desk.garden))
    await until(lambda: not desk.equipment.bridge._tasks)


def test_it_is_asked_at_once_where_one_comes_and_after_a_pause_where_something_changes(
    run: Run[Any], desk: Desk
) -> None:
    """While others' posts come in by thousands, a space changes ten times a second."""
    pause = refresh_of(desk)._pause
    pause.setInterval(LONG_MS)

    async def scene() -> None:
        await desk.opened()
        for _change in range(5):
            await changed(desk)
        assert asked_of(desk) == [desk.garden]
        pause.setInterval(0)
        await until(lambda: asked_of(desk) == [desk.garden, desk.garden])
        await desk.settled()
        pause.setInterval(LONG_MS)
        await changed(desk)
        await desk.opened(desk.boats)
        assert asked_of(desk)[-1] == desk.boats

    run(scene())


def test_what_changes_while_it_is_asked_is_asked_for_once_more(run: Run[Any], desk: Desk) -> None:
    desk.engine.identities.append(IdentityView("Juniper", key_of("Juniper"), None))

    async def scene() -> None:
        await desk.opened()
        await until(lambda: not refresh_of(desk)._pause.isActive())
        before = len(asked_of(desk))
        for _change in range(5):
            desk.composer.allow(desk.engine.view(desk.garden))
        desk.engine.identities.append(IdentityView("Committee", key_of("Committee"), None))
        await desk.settled()
        assert len(asked_of(desk)) - before == 2

    run(scene())
    assert desk.composer.face.identities.isVisible()


def test_a_feed_is_written_with_its_own_key_so_that_nobody_is_asked_for(
    run: Run[Any], desk: Desk
) -> None:
    feed = desk.engine.add_space("News", kind=SpaceKind.FEED)
    run(desk.opened(feed))
    assert asked_of(desk) == []
