"""All that is known of one message: where it stands, who let its author in, and who has it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from engine.errors import Refused
from engine.model.ids import PeerId, PostKind, SpaceId
from engine.model.queries import Connections, Holders
from engine.model.views import MemberView, PostView
from ui.bridge import Bridge
from ui.connections.people import PeopleBehind
from ui.look.theme import Gap
from ui.models.peers import name_behind, short_id
from ui.text.language import tr
from ui.text.message_link import message_link
from ui.text.names import PATH_STEP, owner_name, plain_name
from ui.text.numbers import number
from ui.text.times import clock, day_words
from ui.timeline.loading.rows import Reading, author_name
from ui.timeline.parts.delivery import delivery_of
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.placing import FittedDialog

WIDTH = 560
PARENTS_MAX = 6
HOLDERS_MAX = 12
SHORT_HEX = 16
LINE_CHARACTERS_MAX = 60


class PostDetails(FittedDialog):
    """Each value can be selected and copied."""

    def __init__(
        self, parent: QWidget, bridge: Bridge, space: SpaceId, post: PostView, reading: Reading
    ) -> None:
        super().__init__(parent, WIDTH)
        title = tr("Entry details") if post.kind is PostKind.BLOCK else tr("Message details")
        self.setWindowTitle(title)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(Gap.L)
        self._grid.setVerticalSpacing(Gap.S)
        self._grid.setColumnStretch(1, 1)
        self.values: dict[str, QLabel | QLineEdit] = {}
        column = QVBoxLayout(self.content)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.M)
        column.addWidget(plain_label(title, "title"))
        column.addLayout(self._grid)
        self.shut = push_button(tr("Close"), "primary")
        self.shut.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(self.shut)
        column.addStretch()
        column.addLayout(foot)
        self._fill(space, post, reading)
        self.shut.setFocus()
        if post.ours:
            people = PeopleBehind(bridge, self)
            bridge.start(self._tell_holders(bridge, people, Holders(space, post.id)))

    def _fill(self, space: SpaceId, post: PostView, reading: Reading) -> None:
        self._add("author", tr("Author"), author_name(post, reading))
        is_block = post.kind is PostKind.BLOCK
        # Nobody lets anybody into a community, nor an owner into what is theirs.
        if not is_block and not reading.is_community and post.author.path:
            names = [owner_name(reading.given_name), *map(plain_name, post.author.path)]
            self._add("path", tr("Let in by way of"), PATH_STEP.join(names))
        self._add("key", tr("Author's key"), post.author.public_key.hex())
        self._add("written", tr("Written"), _moment(post.timestamp, reading))
        self._add("received", tr("Stored here"), _moment(post.received_at, reading))
        if post.edited_at is not None:
            self._add("edited", tr("Edited"), _moment(post.edited_at, reading))
        self._add("hash", tr("Hash"), post.id.hex())
        self._add("height", tr("Block") if is_block else tr("Height"), number(post.height))
        if not is_block:
            self._add("parents", tr("Follows on"), _parents(post))
        delivery = delivery_of(post)
        if delivery is not None:
            self._add("delivery", tr("Where it is"), delivery.sentence)
            self._add("holders", tr("Peers that have it"), tr("being looked up…"))
        if not is_block:
            self._add("link", tr("Link"), message_link(space, post.id))

    def _add(self, name: str, title: str, value: str) -> None:
        row = self._grid.rowCount()
        label = plain_label(title, "hint")
        label.setWordWrap(False)
        shown = _long(value) if len(value) > LINE_CHARACTERS_MAX else _short(value)
        shown.setAccessibleName(f"{title}: {value}")
        middle = Qt.AlignmentFlag.AlignVCenter
        self._grid.addWidget(label, row, 0, middle)
        self._grid.addWidget(shown, row, 1, middle)
        self.values[name] = shown

    async def _tell_holders(self, bridge: Bridge, people: PeopleBehind, query: Holders) -> None:
        told = tr("could not be looked up")
        try:
            holders = await bridge.ask(query)
            met = (await bridge.ask(Connections())).peers if holders else ()
            shown = [peer for peer in met if peer.peer_id in holders]
            told = _peers(holders, await people.of(shown))
        except Refused:
            pass  # it was forgotten meanwhile
        finally:
            if isValid(self):
                value = self.values["holders"]
                value.setText(told)
                title = tr("Peers that have it")
                value.setAccessibleName(f"{title}: {told}")


def _moment(at: float, reading: Reading) -> str:
    return f"{day_words(at, reading.zone)}, {clock(at, reading.zone)}"


def _parents(post: PostView) -> str:
    if not post.parents:
        return tr("nothing: it is the first")
    shown = [parent.hex()[:SHORT_HEX] for parent in post.parents[:PARENTS_MAX]]
    left = len(post.parents) - len(shown)
    return ", ".join(shown) + (tr(" and {count} more").format(count=left) if left else "")


def _peers(holders: tuple[PeerId, ...], people: Mapping[PeerId, MemberView]) -> str:
    """Each is called as among the connections."""
    if not holders:
        return tr("none that we know of")
    shown = [name_behind(peer, people) or short_id(peer) for peer in holders[:HOLDERS_MAX]]
    left = len(holders) - len(shown)
    return ", ".join(shown) + (tr(" and {count} more").format(count=left) if left else "")


def _short(value: str) -> QLabel:
    label = plain_label(value)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


def _long(value: str) -> QLineEdit:
    """Keys and hashes have no place to break: they are scrolled, and copied whole."""
    field = QLineEdit(value)
    field.setReadOnly(True)
    field.setCursorPosition(0)
    return field
