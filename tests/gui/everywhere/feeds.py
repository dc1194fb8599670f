"""The places of feeds, one function each: it opens the place and answers it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from engine.model.feeds import FeedState
from engine.model.found import FoundFeed
from engine.model.ids import PublicKey, SpaceId
from tests.fake_feed import entry_bytes
from tests.gui.conftest import until
from tests.gui.everywhere.house import House, Place
from tests.gui.everywhere.world import NOW
from tests.gui.window_scene import settled
from ui.feeds.fetching import FetchDialog
from ui.feeds.limit_question import LimitQuestion


async def _opened(house: House, **changes: Any) -> SpaceId:  # Any: fields of the view
    feeds, wording = house.world.engine.feeds, house.world.wording
    fork = changes.pop("fork", False)
    space = feeds.add(house.name, *wording.texts, **changes)
    feeds.append(space, b"\xff" * 1_024, entry_bytes(wording.texts[0], NOW - 60))
    if fork:
        feeds.fork(space, 2)
    house.window._spaces.ask_now()
    await settled(house.window)
    house.window.open_space(space)
    # What came in is looked at by who announces: not after the window has gone.
    await until(lambda: not house.window.outside.announcer._settle.isActive())
    await settled(house.window)
    return space


def _feed(**changes: Any) -> Place:  # Any: fields of the view
    async def place(house: House) -> QWidget:
        await _opened(house, **dict(changes))
        return house.window

    return place


async def own_feed_with_preview(house: House) -> QWidget:
    await _opened(house, own=True)
    composer = house.window.pages.channel.composer
    composer.edit.write("text:1")
    composer.face.preview.click()
    await settled(house.window)
    return house.window


async def empty_feed(house: House) -> QWidget:
    space = house.world.engine.feeds.add(house.name, own=True)
    house.window.open_space(space)
    await settled(house.window)
    return house.window


def _about(**changes: Any) -> Place:  # Any: fields of the view
    async def place(house: House) -> QWidget:
        space = await _opened(house, **dict(changes))
        page = house.window.occasions.feeds.show_about(house.world.engine.feeds.view(space))
        await settled(house.window)
        return page

    return place


async def feed_code(house: House) -> QWidget:
    space = await _opened(house)
    page = house.window.occasions.feeds.show_code(house.world.engine.feeds.view(space))
    await settled(house.window)
    return page


async def new_feed(house: House) -> QWidget:
    page = house.window.occasions.feeds.show_new()
    page.make.click()  # without a name: the trouble beside the field
    await settled(house.window)
    return page


async def new_fixed_feed(house: House) -> QWidget:
    page = house.window.occasions.feeds.show_new()
    page.kind.buttons["fixed"].click()
    await settled(house.window)
    return page


async def follow_feed(house: House) -> QWidget:
    page = house.window.occasions.feeds.show_following()
    page.scan.tabs.setCurrentIndex(3)
    await settled(house.window)
    return page


async def follow_feed_previewed(house: House) -> QWidget:
    found = FoundFeed(PublicKey(bytes(32)), house.name)
    page = house.window.occasions.feeds.show_following(found)
    await settled(house.window)
    return page


async def feed_limit(house: House) -> QWidget:
    space = await _opened(house)
    view = house.world.engine.feeds.view(space)
    return await house.shown(LimitQuestion(house.window, house.equipment.theme, view))


async def feed_file(house: House) -> QWidget:
    dialog = FetchDialog(house.window, house.equipment.theme, house.world.wording.files[0])
    dialog.reach(2, 8, 0)
    return await house.shown(dialog)


async def feed_menu(house: House) -> QWidget:
    space = await _opened(house)
    menu = house.window.sidebar.menu_for(house.world.engine.view(space))
    menu.popup(house.window.mapToGlobal(house.window.rect().topLeft()))
    await settled(house.window)
    return menu


PLACES: dict[str, Place] = {
    "feed": _feed(holders=2, peers=3),
    "feed_waiting": _feed(state=FeedState.WAITING, author_online=False, author_seen_at=NOW - 90.0),
    "feed_downloading": _feed(state=FeedState.DOWNLOADING),
    "feed_full": _feed(state=FeedState.FULL),
    "feed_forked": _feed(fork=True),
    "feed_elsewhere": _feed(own=True, state=FeedState.ELSEWHERE),
    "about_feed": _about(holders=1, author_online=True),
    "about_forked_feed": _about(fork=True),
    "about_paused_feed": _about(paused=True, limit_bytes=50_000_000),
} | {
    place.__name__: place
    for place in (
        own_feed_with_preview,
        empty_feed,
        feed_code,
        new_feed,
        new_fixed_feed,
        follow_feed,
        follow_feed_previewed,
        feed_limit,
        feed_file,
        feed_menu,
    )
}
