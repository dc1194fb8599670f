"""Peers and addresses as table rows: state, where, since when, what went wrong. Words only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from engine.model.ids import PeerId
from engine.model.peers import PeerState, PeerView
from engine.model.views import MemberView
from ui.addresses import shown_address
from ui.look.theme import Theme
from ui.models.members import member_name
from ui.text.durations import in_short_words
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.labels import plain_tip
from ui.wording.sentences import sentence_of_ending


class Column(IntEnum):
    """The columns, from the left."""

    STATE = 0
    WHERE = 1
    SINCE = 2
    TROUBLE = 3


HEADINGS = (QT_TR_NOOP("State"), QT_TR_NOOP("Peer"), QT_TR_NOOP("For"), QT_TR_NOOP("Last trouble"))
ID_HEX_SHOWN = 8
BETWEEN = "  ·  "
"""Between address and id; whoever breaks the line there leaves it out."""

STATE_WORDS = {
    PeerState.CONNECTING: QT_TR_NOOP("Connecting"),
    PeerState.GREETING: QT_TR_NOOP("Greeting"),
    PeerState.READY: QT_TR_NOOP("Connected"),
    PeerState.WAITING: QT_TR_NOOP("Waiting to try again"),
    PeerState.OFFLINE: QT_TR_NOOP("Not connected"),
    PeerState.BANNED: QT_TR_NOOP("Banned"),
}
STATE_ICONS = {
    PeerState.CONNECTING: ("loader", "text2"),
    PeerState.GREETING: ("loader", "text2"),
    PeerState.READY: ("plug-zap", "ok"),
    PeerState.WAITING: ("clock", "warn"),
    PeerState.OFFLINE: ("unplug", "text2"),
    PeerState.BANNED: ("ban", "danger"),
}

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class PeersModel(QAbstractTableModel):
    """Rows in the engine's order. ``tick`` renews what depends on the clock."""

    def __init__(self, theme: Theme, now: Callable[[], float]) -> None:
        super().__init__()
        self._theme = theme
        self._now = now
        self._peers: tuple[PeerView, ...] = ()
        self._people: Mapping[PeerId, MemberView] = {}
        self._tells_trouble_beneath = False

    def tell_trouble_beneath(self, *, beneath: bool) -> None:
        """Whether the trouble stands beneath the address, too: its own column is away."""
        if beneath != self._tells_trouble_beneath:
            self._tells_trouble_beneath = beneath
            self.tick()

    def show_peers(
        self, peers: tuple[PeerView, ...], people: Mapping[PeerId, MemberView] | None = None
    ) -> None:
        """Replaces the rows; what is selected stays so where the row is the same peer.

        ``people``: who is behind a peer, where that is known.
        """
        self._people = people or {}
        if [key_of(peer) for peer in peers] == [key_of(peer) for peer in self._peers]:
            self._peers = peers
            self.tick()
            return
        self.beginResetModel()
        self._peers = peers
        self.endResetModel()

    def peer_at(self, row: int) -> PeerView | None:
        """The peer of that row."""
        return self._peers[row] if 0 <= row < len(self._peers) else None

    def person_of(self, peer: PeerView) -> str:
        """Their plain name, if it is known who it is."""
        return name_behind(peer.peer_id, self._people) if peer.peer_id is not None else ""

    def row_of(self, peer: PeerView) -> int:
        """Where that peer stands now, -1 if it is gone."""
        keys = [key_of(one) for one in self._peers]
        return keys.index(key_of(peer)) if key_of(peer) in keys else -1

    def tick(self) -> None:
        """Time has passed."""
        if self._peers:
            last = self.index(len(self._peers) - 1, len(HEADINGS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @override
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._peers)

    @override
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(HEADINGS)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return tr(HEADINGS[section])

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        peer = self.peer_at(index.row())
        if peer is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._words(peer, index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._words(peer, index.column()))
            case Qt.ItemDataRole.DecorationRole if index.column() == Column.STATE:
                return self._theme.icon(*STATE_ICONS[peer.state])
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._words(peer, index.column())
            case _:
                return None

    def _words(self, peer: PeerView, column: int) -> str:
        match column:
            case Column.STATE:
                return tr(STATE_WORDS[peer.state])
            case Column.WHERE:
                lines = [self.person_of(peer), where_of(peer)]
                if self._tells_trouble_beneath and peer.state is not PeerState.READY:
                    lines.append(self._words(peer, Column.TROUBLE))
                return "\n".join(line for line in lines if line)
            case Column.SINCE:
                return in_short_words(self._now() - peer.since)
            case _:
                return sentence_of_ending(peer.last_error).message if peer.last_error else ""


def key_of(peer: PeerView) -> tuple[str, str]:
    """What makes two views the same peer."""
    identity = peer.peer_id.hex() if peer.peer_id is not None else ""
    return str(peer.address or ""), identity


def name_behind(peer: PeerId, people: Mapping[PeerId, MemberView]) -> str:
    """The plain name of who is behind a peer; empty if that is not known."""
    member = people.get(peer)
    return member_name(member) if member is not None else ""


def where_of(peer: PeerView) -> str:
    """Address and short id, as far as they are known."""
    address = shown_address(peer.address) if peer.address is not None else tr("no address")
    return f"{address}{BETWEEN}{short_id(peer.peer_id)}" if peer.peer_id is not None else address


def short_id(peer_id: bytes) -> str:
    """The first eight digits of an id."""
    return peer_id.hex()[:ID_HEX_SHOWN]
