"""Our identities: the key pairs we act with. A new one, one from a file, one into a file.

``open()`` it when it is shown. ``done`` carries a sentence for the toast, ``made`` the IdentityView
of one that is new here.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from engine.errors import Refusal, Refused
from engine.model.commands import CreateIdentity, ExportIdentity, ImportIdentity
from engine.model.ids import SpaceId
from engine.model.queries import Identities, Spaces
from engine.model.views import IdentityView
from ui.equipment import Equipment
from ui.exporting.names import file_name
from ui.exporting.place import keeping_place, place_dialog
from ui.look.theme import Gap
from ui.people.identity_card import IdentityCard
from ui.people.secret_dialog import SecretQuestion
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.buttons import IconPushButton
from ui.widgets.dialogs import NameQuestion, answer
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt

FILE_SUFFIX = ".tidings-identity"
FILE_BYTES_MAX = 4 * 1024 * 1024  # ours: as the command line's
WHAT = QT_TR_NOOP(
    "An identity is a key pair and the name that comes with it: whoever holds it can write as you. "
    "Most people need one. Those who are connected with you can tell that several of yours are on "
    "one computer: to keep two sides of your life apart, make another profile instead."
)
EXPORTED = QT_TR_NOOP(
    "The file holds the identity, its channels' keys and its rights, encrypted with a passphrase. "
    "Whoever has both can write as you. A forgotten passphrase cannot be recovered."
)
IMPORTED = QT_TR_NOOP("This is the passphrase that was chosen when the file was made.")


class IdentitiesPage(Page):
    """One card an identity."""

    done = Signal(str)
    made = Signal(object)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("Your identities"), parent)
        self._equipment = equipment
        self.cards: list[IdentityCard] = []
        theme = equipment.theme
        self.new = IconPushButton(theme, "circle-plus", tr("New identity…"), "primary")
        self.new.clicked.connect(lambda: equipment.bridge.start(self._ask_for_new()))
        self.bring = IconPushButton(theme, "file-up", tr("Bring one from a file…"))
        self.bring.clicked.connect(self._choose_file)
        self.problem = Problem(theme)
        self._list = QVBoxLayout()
        self._list.setSpacing(Gap.S)
        self.column.addWidget(plain_label(tr(WHAT), role="hint"))
        self.column.addLayout(self._list)
        self.column.addLayout(flow(self.new, self.bring))
        self.column.addWidget(self.problem)
        self.column.addStretch()

    def open(self) -> None:
        """Asks which there are."""
        attempt(self._equipment.bridge, self._load(), self.problem)
        self.new.setFocus()

    async def _load(self) -> None:
        bridge = self._equipment.bridge
        identities = await bridge.ask(Identities())
        names = {view.id: view.name for view in await bridge.ask(Spaces())}
        for old in self.cards:
            self._list.removeWidget(old)
            old.deleteLater()
        self.cards = [self._card(identity, names) for identity in identities]
        for shown in self.cards:
            self._list.addWidget(shown)

    # ---- one identity -----------------------------------------------------------------------

    def _card(self, identity: IdentityView, names: dict[SpaceId, str]) -> IdentityCard:
        has = self._equipment
        words = _channel_words(identity, names)
        made = IdentityCard(has.theme, identity, words, exports=has.exports is not None)
        made.copy_wanted.connect(lambda: self._copy(identity))
        made.export_wanted.connect(lambda: self._ask_for_place(identity))
        return made

    def _copy(self, identity: IdentityView) -> None:
        QGuiApplication.clipboard().setText(identity.public_key.hex())
        self.done.emit(tr("The key of {name} is copied.").format(name=shown_name(identity.name)))

    # ---- a new one --------------------------------------------------------------------------

    async def _ask_for_new(self) -> None:
        question = NameQuestion(
            self.window(),
            tr("New identity"),
            tr("It gets a private channel of the same name, which you own."),
            tr("Make it"),
        )

        async def make() -> None:
            command = CreateIdentity(question.name.text().strip())
            self.made.emit(await self._equipment.bridge.perform(command))
            await self._load()

        question.uses(make, self._equipment.bridge.start)
        await answer(question)

    # ---- into a file, and out of one --------------------------------------------------------

    def _ask_for_place(self, identity: IdentityView) -> None:
        self.problem.clear()
        proposed = keeping_place() / file_name(identity.name, FILE_SUFFIX)
        chosen = partial(self.export_to, identity)
        title = tr("Export an identity")
        dialog = place_dialog(self, title, proposed, chosen, self.problem.say)
        dialog.setNameFilters([f"*{FILE_SUFFIX}"])
        dialog.setDefaultSuffix(FILE_SUFFIX.removeprefix("."))
        dialog.open()

    def export_to(self, identity: IdentityView, file: Path) -> None:
        """Asks for a passphrase, and writes the identity to ``file``."""
        self._equipment.bridge.start(self._export(identity, file))

    async def _export(self, identity: IdentityView, file: Path) -> None:
        exports = self._equipment.exports
        assert exports is not None, "no card offers it without"
        title = tr("Export {name}").format(name=shown_name(identity.name))
        words = (title, tr(EXPORTED), tr("Export"))
        question = SecretQuestion(self.window(), self._equipment.theme, words, is_new=True)

        async def write(passphrase: str) -> None:
            command = ExportIdentity(identity.name, passphrase)
            await exports.write(file, await self._equipment.bridge.perform(command))

        question.uses(write, self._equipment.bridge)
        if await answer(question):
            told = tr("{name} was exported to {file}.")
            self.done.emit(told.format(name=shown_name(identity.name), file=file.name))

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, tr("Bring an identity from a file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([f"*{FILE_SUFFIX}", "*"])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.import_from(Path(path)))
        dialog.open()

    def import_from(self, file: Path) -> None:
        """Asks for the passphrase of ``file``, and takes in the identity that it holds."""
        attempt(self._equipment.bridge, self._import(file), self.problem, self.bring)

    async def _import(self, file: Path) -> None:
        data = await asyncio.to_thread(_content_of, file)
        words = (tr("Bring an identity"), tr(IMPORTED), tr("Bring it"))
        question = SecretQuestion(self.window(), self._equipment.theme, words, is_new=False)
        brought: list[IdentityView] = []

        async def take(passphrase: str) -> None:
            brought.append(await self._equipment.bridge.perform(ImportIdentity(data, passphrase)))

        question.uses(take, self._equipment.bridge)
        if await answer(question):
            await self._load()
            self.made.emit(brought[-1])
            self.done.emit(tr("{name} is here.").format(name=shown_name(brought[-1].name)))


def _channel_words(identity: IdentityView, names: dict[SpaceId, str]) -> str:
    name = None if identity.channel is None else names.get(identity.channel)
    if name is None:
        return tr("Its own channel was forgotten here.")
    return tr("Its own channel: {name}").format(name=shown_name(name))


def _content_of(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            content = opened.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        raise Refused(Refusal.FILE_UNREADABLE, file.name) from error
    if len(content) > FILE_BYTES_MAX:
        raise Refused(Refusal.FILE_NO_EXPORT, file.name)
    return content
