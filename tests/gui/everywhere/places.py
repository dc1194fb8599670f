"""Every page and dialog of the window, one function each: it opens the place and answers it.

``PLACES`` is walked by the tests beside this file: names for screen readers, rings of the focus,
languages, hostile words. A new page or dialog is one more function here; a test names what lacks.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.errors import FaultReason, Refusal, Refused
from engine.model.commands import RequestInvite
from engine.model.events import FaultRaised
from engine.model.found import FoundChannel, FoundInvite, FoundRequest
from engine.model.ids import PublicKey
from tests.code_scene import click
from tests.gui.conftest import until
from tests.gui.everywhere import comments, communities, dialogs, feeds, folders, reports, vault
from tests.gui.everywhere.house import ROOT, House, Place
from tests.gui.window_scene import INVITE, REQUEST, settled
from ui.main_window.pages import PageName
from ui.people.member_page import MemberPage
from ui.settings_page.page import SettingsPage


async def channel(house: House) -> QWidget:
    await house.open_channel()
    return house.window


async def channel_with_find_bar(house: House) -> QWidget:
    await house.open_channel()
    house.window.pages.channel.looking.bar.open_bar("")
    await settled(house.window)
    return house.window


async def home(house: House) -> QWidget:
    pages = house.window.pages
    pages.stack.setCurrentWidget(pages.home)
    return pages.home


async def welcome(house: House) -> QWidget:
    page = house.window.onboarding
    house.window._whole.setCurrentWidget(page)
    return page


async def who_are_you(house: House) -> QWidget:
    page = house.window.onboarding
    house.window._whole.setCurrentWidget(page)
    click(page.invited)
    click(page.proceed)  # without a name: the trouble beside the field
    return page


async def search(house: House) -> QWidget:
    house.window.search()
    await settled(house.window)
    return house.window.pages.show(PageName.SEARCH)


async def settings(house: House) -> QWidget:
    page = house.window.pages.show(PageName.SETTINGS)
    await settled(house.window)
    return page


async def connections(house: House) -> QWidget:
    house.window.pages.show_connections()
    await settled(house.window)
    page = house.window.pages.show(PageName.CONNECTIONS)
    page.table.table.selectRow(1)  # type: ignore[attr-defined]  # it is the connections page
    return page


async def asking(house: House) -> QWidget:
    page = house.window.pages.show_asking()
    await until(lambda: page.identity.count() > 0)
    return page


async def request_shown(house: House) -> QWidget:
    await house.world.engine.perform(RequestInvite(house.world.engine.identities[0].name))
    page = house.window.pages.show_asking()
    await until(page.shown.isVisible)
    return page


async def invite_brought(house: House) -> QWidget:
    page = house.window.pages.show_asking()
    await settled(house.window)
    page.show_found(FoundInvite(INVITE, ()))
    return page


async def let_in(house: House) -> QWidget:
    page = house.window.pages.show_asking()
    await settled(house.window)
    page._join(house.world.space)
    await settled(house.window)
    return page


def _scanning(tab: int) -> Place:
    async def place(house: House) -> QWidget:
        page = house.window.pages.show_issuing(house.world.engine.view(house.world.space))
        page.scan.tabs.setCurrentIndex(tab)
        return page

    return place


async def request_compared(house: House) -> QWidget:
    page = house.window.pages.show_issuing(house.world.engine.view(house.world.space))
    page.show_found(FoundRequest(REQUEST, (), house.name))
    await until(page.confirming.isVisible)
    return page


async def invite_issued(house: House) -> QWidget:
    page = house.window.pages.show_issuing(house.world.engine.view(house.world.space))
    page.show_found(FoundRequest(REQUEST, (), "Wren"))
    await until(page.confirming.isVisible)
    page.name.setText(house.name[:40].replace("\n", " ") or "Wren")
    click(page.confirm)
    await settled(house.window)
    return page


async def following(house: House) -> QWidget:
    house.window.pages.show_following(FoundChannel(PublicKey(bytes(32)), house.name))
    await settled(house.window)
    page = house.window.pages.stack.currentWidget()
    assert page is not None
    return page


async def channel_code(house: House) -> QWidget:
    page = house.window.pages.show_code(house.world.engine.view(house.world.public))
    await settled(house.window)
    return page


async def member(house: House) -> QWidget:
    view = house.world.engine.view(house.world.space)
    page = MemberPage(house.equipment, view, house.world.members[0])
    house.window.pages.show_once(page)
    page.open()
    await settled(house.window)
    return page


async def identities(house: House) -> QWidget:
    page = house.window.occasions.show_identities()
    await settled(house.window)
    return page


async def settings_without_a_tray(house: House) -> QWidget:
    page = SettingsPage(house.equipment, has_tray=False)
    house.window.pages.show_once(page)
    return page


async def told(house: House) -> QWidget:
    await house.open_channel()
    error = house.world.wording.errors[0]
    house.window.show_failure(Refused(Refusal.SPACE_AMBIGUOUS, error))
    house.world.engine.tell(FaultRaised(FaultReason.DISK_FULL, error))
    await settled(house.window)
    return house.window


async def answering_with_files(house: House) -> QWidget:
    await house.open_channel()
    composer = house.window.pages.channel.composer
    composer.begin_reply(house.world.posts[1])
    composer.attach([ROOT / "README.md", ROOT / "resources" / "application" / "tidings-64.png"])
    await settled(house.window)
    return house.window


async def changing(house: House) -> QWidget:
    await house.open_channel()
    house.window.pages.channel.composer.begin_edit(house.world.posts[-1])
    await settled(house.window)
    return house.window


PLACES: dict[str, Place] = (
    {
        place.__name__: place
        for place in (
            channel,
            channel_with_find_bar,
            home,
            welcome,
            who_are_you,
            search,
            settings,
            settings_without_a_tray,
            connections,
            asking,
            request_shown,
            invite_brought,
            let_in,
            request_compared,
            invite_issued,
            following,
            channel_code,
            member,
            identities,
            dialogs.identity_exported,
            dialogs.export,
            dialogs.profiles,
            dialogs.keys,
            dialogs.commands,
            dialogs.switcher,
            dialogs.post_details,
            dialogs.picture,
            dialogs.reactions,
            dialogs.emoji,
            dialogs.calendar,
            dialogs.licences,
            dialogs.passphrase,
            dialogs.unlock,
            dialogs.trouble,
            dialogs.new_channel,
            dialogs.link_question,
            told,
            dialogs.channel_menu,
            dialogs.post_menu,
            dialogs.appearance_menu,
            answering_with_files,
            changing,
        )
    }
    | {
        f"scanning_{tab}": _scanning(number)
        for number, tab in enumerate(("camera", "picture", "screen", "paste"))
    }
    | feeds.PLACES
    | comments.PLACES
    | folders.PLACES
    | communities.PLACES
    | reports.PLACES
    | vault.PLACES
)
