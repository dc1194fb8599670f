"""What is being received of each space, until it is done.

Where nothing has come for a while it is said to wait, if more is known to be expected, and else
nothing is said. Whoever is gone brings nothing any more, once what they sent before is taken in.
A peer may be there by several protocols, and is gone once none is left.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from engine.model.events import PeerGone, PeerReady, ReconciliationDone, Reconciling, SpaceForgotten
from engine.model.ids import PeerId, ProtocolName, SpaceId
from ui.bridge import Bridge
from ui.wording.catching_up import Progress

QUIET_MS = 5_000  # ours: a reconciliation without news for so long stands still
GONE_KEPT_MAX = 256  # ours: what the last of them sent is taken in within moments
_UNREACHABLE = "unreachable"  # an address was (Ending.UNREACHABLE), which ends nothing


class CatchingUp(QObject):
    """Follows all spaces. ``changed`` carries the SpaceId whose ``progress`` is another."""

    changed = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._under_way: dict[SpaceId, _Course] = {}
        self._there: dict[PeerId, set[ProtocolName]] = {}
        """By which protocols, of whom we heard come."""
        self._gone: deque[PeerId] = deque(maxlen=GONE_KEPT_MAX)
        bridge.reconciling.connect(self._on_reconciling)
        bridge.reconciliation_done.connect(self._on_done)
        bridge.peer_ready.connect(self._on_ready)
        bridge.peer_gone.connect(self._on_gone)
        bridge.space_forgotten.connect(self._on_forgotten)

    def progress(self, space: SpaceId | None) -> Progress | None:
        """How far it has come there with all peers together; None: nothing is under way."""
        course = None if space is None else self._under_way.get(space)
        return None if course is None else course.progress

    def is_under_way(self, space: SpaceId) -> bool:
        """Whether posts are coming in there now."""
        progress = self.progress(space)
        return progress is not None and not progress.waits

    def _on_reconciling(self, event: Reconciling) -> None:
        course = self._under_way.get(event.space)
        if course is None:
            quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
            quiet.timeout.connect(lambda: self._on_quiet(event.space))
            course = self._under_way[event.space] = _Course(quiet)
        course.hear(event)
        course.quiet.start()
        self.changed.emit(event.space)

    def _on_done(self, event: ReconciliationDone) -> None:
        self._end_with(event.space, event.peer_id)

    def _on_ready(self, event: PeerReady) -> None:
        self._there.setdefault(event.peer_id, set()).add(event.protocol)
        if event.peer_id in self._gone:
            self._gone.remove(event.peer_id)

    def _on_gone(self, event: PeerGone) -> None:
        if event.peer_id is None or event.reason == _UNREACHABLE:
            return
        left = self._there.get(event.peer_id, set())
        left.discard(event.protocol)
        if left:
            return
        self._there.pop(event.peer_id, None)
        if event.peer_id not in self._gone:
            self._gone.append(event.peer_id)
        for space in tuple(self._under_way):
            self._end_with(space, event.peer_id)

    def _on_quiet(self, space: SpaceId) -> None:
        course = self._under_way[space]
        for peer in self._gone:  # their last posts may have been taken in after they had left
            course.end_with(peer)
        if course.stand_still():
            self.changed.emit(space)
        else:
            self._end(space)

    def _end_with(self, space: SpaceId, peer: PeerId) -> None:
        course = self._under_way.get(space)
        if course is None or not course.end_with(peer):
            return
        if course.progress is None:
            self._end(space)
        else:
            self.changed.emit(space)

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        self._end(event.space)

    def _end(self, space: SpaceId) -> None:
        course = self._under_way.pop(space, None)
        if course is not None:
            course.quiet.stop()
            course.quiet.deleteLater()
            self.changed.emit(space)


@dataclass(slots=True)
class _Course:
    """What goes on in one space. ``quiet`` runs out where no news come."""

    quiet: QTimer
    _by_peer: dict[PeerId, int] = field(default_factory=dict)
    """Posts received of each with which it goes on."""
    _wholes: dict[PeerId, int] = field(default_factory=dict)
    _before: int = 0
    """What those have brought with which it is done."""
    _waits: bool = False

    @property
    def progress(self) -> Progress | None:
        """See ``CatchingUp.progress``.

        Peers hold the same posts, more or less: what one of them has yet to bring, another may
        bring first. So the whole is what was received of all when a peer told what it has yet to
        bring, and that; of several peers the most.
        """
        if not self._by_peer:
            return None
        if len(self._wholes) < len(self._by_peer):
            return Progress(self._received)
        whole = max(self._received, *self._wholes.values())
        return Progress(self._received, whole, self._waits)

    @property
    def _received(self) -> int:
        return self._before + sum(self._by_peer.values())

    def hear(self, event: Reconciling) -> None:
        self._waits = False
        self._by_peer[event.peer_id] = event.received
        self._wholes.pop(event.peer_id, None)
        if event.expected is not None:
            to_come = event.expected - event.received
            self._wholes[event.peer_id] = self._received + to_come

    def stand_still(self) -> bool:
        """No news have come; whether more is known to be expected."""
        now = self.progress
        self._waits = now is not None and now.expected is not None and now.received < now.expected
        return self._waits

    def end_with(self, peer: PeerId) -> bool:
        """Nothing more comes from that peer; whether something did."""
        if peer not in self._by_peer:
            return False
        self._before += self._by_peer.pop(peer)
        self._wholes.pop(peer, None)
        return True
