"""The places of shared folders, one function each: it opens the place and answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from engine.errors import Refusal, Refused
from engine.model.feeds import FeedState, FolderUse, ForkView
from engine.model.found import FoundFolder
from engine.model.ids import PublicKey, SpaceId
from tests.gui.conftest import until
from tests.gui.everywhere.house import House, Place
from tests.gui.everywhere.world import NOW
from tests.gui.window_scene import settled
from ui.folders.page import FolderPage
from ui.main_window.folder_hall import FolderHall
from ui.services import LeftOut, Survey
from ui.widgets.late_question import LateQuestion

KILOBYTE = b"x" * 1_000
UNREADABLE = "404"


@dataclass
class OneSurvey:
    """Directories in which there always is the same."""

    words: tuple[str, ...]

    def survey(self, directory: Path, _is_called_off: Callable[[], bool] = lambda: False) -> Survey:
        if directory.name == UNREADABLE:
            raise Refused(Refusal.FILE_UNREADABLE, self.words[0][:60])
        out = tuple(LeftOut(word[:200], "hidden") for word in self.words)
        return Survey(12, 34_567, out, 600)


def _hall(house: House) -> FolderHall:
    words = tuple(house.world.wording.names)
    object.__setattr__(house.equipment, "directories", OneSurvey(words))  # frozen: of this test
    return house.window.occasions.folders


def _added(house: House, **changes: Any) -> SpaceId:  # Any: fields of the view
    folders, wording = house.world.engine.folders, house.world.wording
    of_folder = {key: changes.pop(key) for key in ("directory", "use", "trouble") if key in changes}
    space = folders.add(house.name, **changes)
    for place, name in enumerate(wording.files):
        short = name[:200].replace("/", "_").replace("\0", "") or "file"
        folders.write(space, f"{place} {short}", KILOBYTE, mtime=NOW - 60)
        folders.write(space, f"1{place} {short}/{place} {short}", KILOBYTE, mtime=NOW - 60)
    folders.write(space, "20", KILOBYTE, here=False, wanted=True, have=100)
    folders.write(space, "21", KILOBYTE, here=False, refusal="direction")
    folders.change(space, **of_folder)
    return space


async def _opened(house: House, **changes: Any) -> FolderPage:  # Any: fields of the view
    hall = _hall(house)
    space = _added(house, **changes)
    house.window._spaces.ask_now()
    await settled(house.window)
    house.window.open_space(space)
    await settled(house.window)
    assert hall.place is not None
    return hall.place


def _folder(**changes: Any) -> Place:  # Any: fields of the view
    async def place(house: House) -> QWidget:
        await _opened(house, **dict(changes))
        return house.window

    return place


async def folder_inside(house: House) -> QWidget:
    page = await _opened(house)
    inside = next(one for one in page.browser.model.entries() if one.is_folder)
    page.browser.go(inside.path)
    await settled(house.window)
    return house.window


async def folder_filtered(house: House) -> QWidget:
    page = await _opened(house)
    page.browser.filter.setText("404")
    await settled(house.window)
    return house.window


async def folder_as_it_was(house: House) -> QWidget:
    page = await _opened(house)
    page.browser.show_past()
    await settled(house.window)
    return house.window


async def empty_folder(house: House) -> QWidget:
    space = house.world.engine.folders.add(house.name, own=True)
    house.window._spaces.ask_now()
    await settled(house.window)
    house.window.open_space(space)
    await settled(house.window)
    return house.window


async def folder_question(house: House) -> QWidget:
    page = await _opened(house)
    name = next(one for one in page.browser.model.entries() if one.path.startswith("0 "))
    return await house.shown(page.acts._question(name))


async def folder_replacing(house: House) -> QWidget:
    page = await _opened(house)
    there = [Path(name[:100].replace("\0", "")) for name in house.world.wording.files]
    question = page.adding._question(there)
    assert isinstance(question, LateQuestion)
    question.quiet.setInterval(0)
    await house.shown(question)
    await until(lambda: question.focusWidget() is question.cancel)  # from now on keys are for it
    return question


async def folder_files_menu(house: House) -> QWidget:
    page = await _opened(house, own=True, directory="/nowhere", use=FolderUse.SHARED)
    assert page.view is not None
    entries = page.browser.model.entries()[-1:]
    menu = page.menu.menu_for(page.view, entries, in_past=False)
    menu.popup(house.window.mapToGlobal(house.window.rect().topLeft()))
    await settled(house.window)
    return menu


async def folder_menu(house: House) -> QWidget:
    page = await _opened(house)
    assert page.view is not None
    menu = house.window.sidebar.menu_for(house.world.engine.view(page.view.feed.space))
    menu.popup(house.window.mapToGlobal(house.window.rect().topLeft()))
    await settled(house.window)
    return menu


async def share_folder(house: House) -> QWidget:
    page = _hall(house).show_sharing()
    page.look_at(Path("/nowhere") / house.name[:60].replace("\0", "").replace("/", "_"))
    await settled(house.window)
    return page


async def share_folder_that_cannot_be_read(house: House) -> QWidget:
    page = _hall(house).show_sharing()
    page.look_at(Path("/nowhere") / UNREADABLE)
    await settled(house.window)
    return page


async def get_folder(house: House) -> QWidget:
    page = _hall(house).show_getting()
    page.scan.tabs.setCurrentIndex(3)
    await settled(house.window)
    return page


async def get_folder_previewed(house: House) -> QWidget:
    page = _hall(house).show_getting(FoundFolder(PublicKey(bytes(32)), house.name))
    page.place.field.show_directory(Path("/404"))
    await settled(house.window)
    return page


async def folder_code(house: House) -> QWidget:
    hall = _hall(house)
    page = hall.show_code(house.world.engine.folders.folders[_added(house)].view)
    await settled(house.window)
    return page


def _about(**changes: Any) -> Place:  # Any: fields of the view
    async def place(house: House) -> QWidget:
        hall = _hall(house)
        space = _added(house, **dict(changes))
        page = hall.show_about(house.world.engine.folders.folders[space].view)
        await settled(house.window)
        return page

    return place


def _placing(**changes: Any) -> Place:  # Any: fields of the view
    async def place(house: House) -> QWidget:
        hall = _hall(house)
        space = _added(house, **dict(changes))
        page = hall.show_placing(house.world.engine.folders.folders[space].view)
        if page.is_own:
            page.look_at(Path("/nowhere"))
        await settled(house.window)
        return page

    return place


async def file_history(house: House) -> QWidget:
    page = await _opened(house, own=True)
    assert page.view is not None
    folders, space = house.world.engine.folders, page.view.feed.space
    entry = next(one for one in page.browser.model.entries() if not one.is_folder)
    folders.write(space, entry.path, b"newer")
    folders.remove(space, entry.path)
    history = _hall(house).show_history(page.view, entry)
    await settled(house.window)
    return history


PLACES: dict[str, Place] = {
    "folder": _folder(peers=2, holders=1),
    "folder_downloading": _folder(
        state=FeedState.DOWNLOADING, directory="/nowhere", use=FolderUse.MIRRORED
    ),
    "folder_waiting": _folder(state=FeedState.WAITING, author_online=False),
    "folder_forked": _folder(state=FeedState.FORKED),
    "own_folder": _folder(own=True, directory="/nowhere", use=FolderUse.SHARED),
    "own_folder_elsewhere": _folder(own=True, state=FeedState.ELSEWHERE),
    "own_folder_whose_directory_is_gone": _folder(
        own=True, directory="/nowhere", use=FolderUse.SHARED, trouble="directory_gone"
    ),
    "about_folder": _about(
        holders=1,
        directory="/nowhere",
        use=FolderUse.CHOSEN,
        state=FeedState.FORKED,
        fork=ForkView(2, NOW, (3, 5), (b"\xaa" * 32, b"\xbb" * 32)),
    ),
    "about_own_folder": _about(own=True),
    "place_of_a_folder": _placing(),
    "place_of_own_folder": _placing(own=True, directory="/nowhere", use=FolderUse.SHARED),
} | {
    place.__name__: place
    for place in (
        folder_inside,
        folder_filtered,
        folder_as_it_was,
        empty_folder,
        folder_question,
        folder_replacing,
        folder_files_menu,
        folder_menu,
        share_folder,
        share_folder_that_cannot_be_read,
        get_folder,
        get_folder_previewed,
        folder_code,
        file_history,
    )
}
