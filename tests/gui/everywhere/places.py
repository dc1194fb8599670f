"""Every page and dialog of the window, one function each: it opens the place and answers it.

``PLACES`` is walked by the tests beside this file: names for screen readers, rings of the focus,
languages, hostile words. A new page or dialog is one more function here; a test names what lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import RequestInvite
from engine.model.events import FaultRaised
from engine.model.found import FoundChannel, FoundInvite, FoundRequest
from engine.model.ids import PublicKey
from tests.code_scene import click
from tests.gui.conftest import until
from tests.gui.everywhere.world import NoExports, OneProfile, SomeProfiles, World
from tests.gui.window_scene import INVITE, REQUEST, settled
from ui.composing.commands_sheet import CommandsSheet
from ui.emoji.choices import EmojiChoices
from ui.emoji.picker import EmojiPicker
from ui.equipment import Equipment
from ui.exporting.dialog import ExportDialog
from ui.finding.dates import DatePopup
from ui.keys.sheet import KeysSheet
from ui.keys.table import Act
from ui.look.theme import Type
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.people.member_page import MemberPage
from ui.people.secret_dialog import SecretQuestion
from ui.posts.details import PostDetails
from ui.posts.picture import PictureDialog
from ui.posts.reacting import QuickReactions
from ui.posts.saving import FileSaving
from ui.profiles.chooser import ProfileChooser
from ui.settings_page.about import LicencesSheet
from ui.settings_page.page import SettingsPage
from ui.settings_page.passphrase import PassphraseQuestion
from ui.starting.trouble import TroubleWindow
from ui.starting.unlocking import UnlockWindow
from ui.switching.switcher import Switcher
from ui.timeline.loading.rows import Reading
from ui.widgets.dialogs import LinkQuestion, NewChannel


@dataclass
class House:
    """The window over a world, and what its parts are made with."""

    window: MainWindow
    world: World
    equipment: Equipment

    @property
    def name(self) -> str:
        return self.world.wording.name(0)

    async def open_channel(self) -> None:
        self.window.open_space(self.world.space)
        await settled(self.window)

    async def shown(self, widget: QWidget) -> QWidget:
        """On the screen, and nothing under way. (Never process events inside a coroutine.)"""
        widget.show()
        await settled(self.window)
        return widget


Place = Callable[[House], Coroutine[Any, Any, QWidget]]  # Any: the loop's affair


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


async def identity_exported(house: House) -> QWidget:
    words = (house.name, house.name, "text:1")
    question = SecretQuestion(house.window, house.equipment.theme, words, is_new=True)
    return await house.shown(question)


async def export(house: House) -> QWidget:
    has = house.equipment
    view = house.world.engine.view(house.world.space)
    return await house.shown(ExportDialog(house.window, has.theme, NoExports(), has.bridge, view))


async def profiles(house: House) -> QWidget:
    some = SomeProfiles(house.world.wording.names)
    return await house.shown(ProfileChooser(house.equipment.theme, some, house.window))


async def keys(house: House) -> QWidget:
    return await house.shown(KeysSheet(house.window, frozenset(Act)))


async def commands(house: House) -> QWidget:
    return await house.shown(CommandsSheet(house.window))


async def switcher(house: House) -> QWidget:
    house.window.keyboard.acts[Act.SWITCH]()
    await settled(house.window)
    found = [top for top in QApplication.topLevelWidgets() if isinstance(top, Switcher)]
    return next(top for top in found if top.isVisible())


async def post_details(house: House) -> QWidget:
    has, world = house.equipment, house.world
    reading = Reading(date(2023, 11, 22), space_name=house.name)
    return await house.shown(
        PostDetails(house.window, has.bridge, world.space, world.posts[-1], reading)
    )


async def picture(house: House) -> QWidget:
    has, world = house.equipment, house.world
    dialog = PictureDialog(house.window, has.theme, FileSaving(has.bridge, house.window))
    dialog.show_file(has.bridge, world.space, world.posts[1], 0)
    await settled(house.window)
    return await house.shown(dialog)


async def reactions(house: House) -> QWidget:
    popup = QuickReactions(house.equipment.theme, house.window)
    popup.open_at(QRect(100, 100, 20, 20))
    return popup


async def emoji(house: House) -> QWidget:
    choices = EmojiChoices(house.equipment.settings, house.equipment.remember)
    picker = EmojiPicker(house.equipment.theme, choices, house.window)
    picker.open_at(QRect(100, 400, 20, 20))
    return picker


async def calendar(house: House) -> QWidget:
    popup = DatePopup(house.equipment.theme, house.window)
    popup.open_at(QPoint(100, 100), date(2023, 11, 22))
    return popup


async def licences(house: House) -> QWidget:
    family = house.equipment.theme.mono_font(Type.META).family()
    return await house.shown(LicencesSheet(house.window, family))


async def settings_without_a_tray(house: House) -> QWidget:
    page = SettingsPage(house.equipment, has_tray=False)
    house.window.pages.show_once(page)
    return page


async def passphrase(house: House) -> QWidget:
    has = house.equipment
    profile = OneProfile(house.name)
    return await house.shown(
        PassphraseQuestion(house.window, has.theme, has.bridge, profile, has_one=True)
    )


async def unlock(house: House) -> QWidget:
    folder = Path("/home/june") / house.name[:60].replace("\0", "")
    window = UnlockWindow(house.equipment.theme, folder, lambda _words: None)
    window.problem.show_problem(Refused(Refusal.PASSPHRASE_WRONG))
    return await house.shown(window)


async def trouble(house: House) -> QWidget:
    fault = Fault(FaultReason.PROFILE_NEWER, house.world.wording.errors[0])
    return await house.shown(TroubleWindow(house.equipment.theme, fault))


async def new_channel(house: House) -> QWidget:
    return await house.shown(NewChannel(house.window, house.equipment.theme))


async def link_question(house: House) -> QWidget:
    return await house.shown(LinkQuestion(house.window, "https://example.org/" + "a" * 200))


async def told(house: House) -> QWidget:
    await house.open_channel()
    error = house.world.wording.errors[0]
    house.window.show_failure(Refused(Refusal.SPACE_AMBIGUOUS, error))
    house.world.engine.tell(FaultRaised(FaultReason.DISK_FULL, error))
    await settled(house.window)
    return house.window


PLACES: dict[str, Place] = {
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
        identity_exported,
        export,
        profiles,
        keys,
        commands,
        switcher,
        post_details,
        picture,
        reactions,
        emoji,
        calendar,
        licences,
        passphrase,
        unlock,
        trouble,
        new_channel,
        link_question,
        told,
    )
} | {
    f"scanning_{tab}": _scanning(number)
    for number, tab in enumerate(("camera", "picture", "screen", "paste"))
}
