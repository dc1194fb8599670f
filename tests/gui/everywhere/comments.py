"""The places of comments, one function each: it opens the place and answers it."""

from __future__ import annotations

from itertools import cycle, islice

from PySide6.QtWidgets import QWidget

from engine.model.found import FoundCommentKey, FoundTrustLink
from engine.model.ids import PublicKey, SpaceId
from engine.model.views import SpaceView
from tests.fake_history import key_of
from tests.gui.conftest import until
from tests.gui.everywhere.house import House, Place
from tests.gui.window_scene import settled
from ui.main_window.comment_hall import CommentHall


def _hall(house: House) -> CommentHall:
    return house.window.occasions.comments


async def _opened(house: House, *, own: bool = False, let: bool = True) -> SpaceView:
    """A feed with entries, comments on them, and somebody who may write them."""
    engine, wording = house.world.engine, house.world.wording
    texts = list(islice(cycle(wording.texts), 3))
    space = engine.feeds.add(house.name, *texts, own=own)
    if let and not own:
        engine.comments.let(space, expires_at=engine.now + 86_400.0)
    first = engine.comments.come(space, texts[0], "one", entry=0)
    engine.comments.come(space, texts[1], "two", entry=0, reply_to=first.id)
    engine.comments.come(space, texts[2], "three", hidden=True)
    engine.comments.trustee(space, "one", comments=2)
    engine.comments.trustee(space, "two", hidden=True)
    house.window._spaces.ask_now()
    await settled(house.window)
    house.window.open_space(space)
    await until(lambda: not house.window.outside.announcer._settle.isActive())
    await settled(house.window)
    return engine.view(SpaceId(space))


async def comments(house: House) -> QWidget:
    await _opened(house)
    house.window.panes.show_details()
    await settled(house.window)
    return house.window


async def comments_of_an_entry(house: House) -> QWidget:
    await _opened(house)
    timeline = house.window.pages.channel.timeline
    timeline.wishes.comments.emit(timeline.row(0).entry.post)
    await settled(house.window)
    pane = _hall(house).pane
    pane.box.answer(pane.cards[0].view, house.name)
    return house.window


async def comments_not_allowed(house: House) -> QWidget:
    await _opened(house, let=False)
    house.window.panes.show_details()
    await settled(house.window)
    return house.window


async def comment_key(house: House) -> QWidget:
    page = _hall(house).show_key(await _opened(house, let=False))
    await settled(house.window)
    return page


async def who_may_comment(house: House) -> QWidget:
    page = _hall(house).show_network(await _opened(house, own=True))
    await settled(house.window)
    return page


def _trusting(*, brought: bool = False, given: bool = False) -> Place:
    async def place(house: House) -> QWidget:
        view = await _opened(house, own=True)
        network = house.world.engine.comments.of(view.id).network
        page = _hall(house).show_trusting(view, network)
        page.scan.tabs.setCurrentIndex(3)
        if brought:
            page.show_found(FoundCommentKey(PublicKey(view.id), PublicKey(key_of("new"))))
        if given:
            page.proceed.click()
        await settled(house.window)
        return page

    return place


async def bringing_a_permission(house: House) -> QWidget:
    await _opened(house, let=False)
    page = _hall(house).show_bringing()
    page.scan.tabs.setCurrentIndex(3)
    await settled(house.window)
    return page


async def permission(house: House) -> QWidget:
    view = await _opened(house, let=False)
    found = FoundTrustLink(PublicKey(view.id), (bytes(137),) * 3)
    page = _hall(house).show_accepting(found)
    await settled(house.window)
    return page


PLACES: dict[str, Place] = {
    place.__name__: place
    for place in (
        comments,
        comments_of_an_entry,
        comments_not_allowed,
        comment_key,
        bringing_a_permission,
        who_may_comment,
        permission,
    )
} | {
    "trusting": _trusting(),
    "trusting_brought": _trusting(brought=True),
    "trusting_given": _trusting(brought=True, given=True),
}
