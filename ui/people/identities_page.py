"""Our identities: the key pairs we act with. A new one, one from a file, one into a file.

``open()`` it when it is shown. ``done`` carries a sentence for the toast, ``made`` the IdentityView
of one that is new here.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QFrame, QLabel, QVBoxLayout, QWidget

from engine.errors import Refusal, Refused
from engine.model.commands import CreateIdentity, ExportIdentity, ImportIdentity
from engine.model.ids import SpaceId
from engine.model.queries import Identities, Spaces
from engine.model.views import IdentityView
from ui.equipment import Equipment
from ui.exporting.names import file_name
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Type
from ui.people.secret_dialog import SecretQuestion
from ui.people.words import short_key
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name, shown_name
from ui.widgets.buttons import IconButton, IconPushButton
from ui.widgets.dialogs import NameQuestion, answer
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, card, row
from ui.widgets.problem import Problem, attempt

AVATAR_PIXELS = 40
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
        self._avatars = Avatars(equipment.theme)
        self.cards: list[QFrame] = []
        self._pictures: list[tuple[IdentityView, QLabel, QLabel]] = []
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
        theme.changed.connect(self._dress)

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
        self._pictures.clear()
        self.cards = [self._card(identity, names) for identity in identities]
        for shown in self.cards:
            self._list.addWidget(shown)

    # ---- one identity -----------------------------------------------------------------------

    def _card(self, identity: IdentityView, names: dict[SpaceId, str]) -> QFrame:
        theme = self._equipment.theme
        frame, column = card()
        avatar = QLabel()
        avatar.setTextFormat(Qt.TextFormat.PlainText)
        avatar.setFixedSize(QSize(AVATAR_PIXELS, AVATAR_PIXELS))
        key = identity.public_key
        name = plain_label(plain_name(identity.name), "title")
        digits = plain_label(short_key(key), "meta")
        self._pictures.append((identity, avatar, digits))
        digits.setAccessibleName(tr("Public key {key}").format(key=short_key(key)))
        copy = IconButton(theme, "copy", tr("Copy the key of {name}").format(name=name.text()))
        copy.clicked.connect(lambda: self._copy(identity))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(name)
        words.addWidget(digits)
        words.addWidget(plain_label(_channel_words(identity, names), "meta"))
        line = row(avatar, stretch=False)
        line.setSpacing(Gap.M)
        line.setAlignment(avatar, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        line.addWidget(copy)
        if self._equipment.exports is not None:
            export = IconPushButton(theme, "file-down", tr("Export…"))
            described = tr("Writes {name} into an encrypted file").format(name=name.text())
            export.setAccessibleDescription(described)
            export.clicked.connect(lambda: self._ask_for_place(identity))
            line.addWidget(export)
        column.addLayout(line)
        frame.setAccessibleName(name.text())
        self._dress()
        return frame

    def _dress(self) -> None:
        ratio, mono = self.devicePixelRatioF(), self._equipment.theme.mono_font(Type.META)
        for one, avatar, digits in self._pictures:
            picture = self._avatars.pixmap(one.public_key, one.name, AVATAR_PIXELS, ratio)
            avatar.setPixmap(picture)
            digits.setFont(mono)

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
        name = file_name(identity.name, FILE_SUFFIX)
        dialog = QFileDialog(self, tr("Export an identity"), name)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([f"*{FILE_SUFFIX}"])
        dialog.setDefaultSuffix(FILE_SUFFIX.removeprefix("."))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.export_to(identity, Path(path)))
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
