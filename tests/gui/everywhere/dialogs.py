"""Every dialog, popup and menu, one function each: it opens it and answers it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from engine.errors import Fault, FaultReason, Refusal, Refused
from tests.gui.everywhere.house import House
from tests.gui.everywhere.world import NoExports, OneProfile, SomeProfiles
from tests.gui.window_scene import settled
from ui.composing.commands_sheet import CommandsSheet
from ui.emoji.choices import EmojiChoices
from ui.emoji.picker import EmojiPicker
from ui.exporting.dialog import ExportDialog
from ui.finding.dates import DatePopup
from ui.keys.sheet import KeysSheet
from ui.keys.table import Act
from ui.people.secret_dialog import SecretQuestion
from ui.posts.details import PostDetails
from ui.posts.picture import PictureDialog
from ui.posts.reacting import QuickReactions
from ui.posts.saving import FileSaving
from ui.profiles.chooser import ProfileChooser
from ui.settings_page.about import LicencesSheet
from ui.settings_page.passphrase import PassphraseQuestion
from ui.starting.trouble import TroubleWindow
from ui.starting.unlocking import UnlockWindow
from ui.switching.switcher import Switcher
from ui.timeline.loading.rows import Reading
from ui.widgets.dialogs import LinkQuestion, NewChannel


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
    reading = Reading(date(2023, 11, 22), space_name=house.name, given_name=house.name)
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
    popup.open_at(QRect(100, 100, 20, 20), date(2023, 11, 22))
    return popup


async def licences(house: House) -> QWidget:
    return await house.shown(LicencesSheet(house.window, house.equipment.theme))


async def passphrase(house: House) -> QWidget:
    has = house.equipment
    profile = OneProfile(house.name)
    return await house.shown(
        PassphraseQuestion(house.window, has.theme, has.bridge, profile, has_one=True)
    )


async def unlock(house: House) -> QWidget:
    folder = Path("/srv/june") / house.name[:60].replace("\0", "")
    window = UnlockWindow(house.equipment.theme, folder, lambda _words: None)
    window.problem.show_problem(Refused(Refusal.PASSPHRASE_WRONG))
    return await house.shown(window)


async def trouble(house: House) -> QWidget:
    fault = Fault(FaultReason.PROFILE_NEWER, house.world.wording.errors[0])
    return await house.shown(TroubleWindow(house.equipment.theme, fault))


async def new_channel(house: House) -> QWidget:
    dialog = NewChannel(house.window, house.equipment.theme)
    dialog.offer(house.world.engine.identities)
    return await house.shown(dialog)


async def link_question(house: House) -> QWidget:
    return await house.shown(LinkQuestion(house.window, "https://example.org/" + "a" * 200))


async def channel_menu(house: House) -> QWidget:
    menu = house.window.sidebar.menu_for(house.world.engine.view(house.world.space))
    return await popped_up(house, menu)


async def post_menu(house: House) -> QWidget:
    await house.open_channel()
    view = house.window.pages.channel.timeline
    return await popped_up(house, view.context_menu(view.viewport().rect().center()))


async def appearance_menu(house: House) -> QWidget:
    return await popped_up(house, house.window.rail.appearance_menu())


async def popped_up(house: House, menu: QMenu) -> QWidget:
    menu.popup(house.window.mapToGlobal(QPoint(80, 80)))
    await settled(house.window)
    return menu
