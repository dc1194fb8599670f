"""What is being received of the open space, until it is done or has been quiet for a while."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from engine.model.events import ReconciliationDone, Reconciling
from engine.model.ids import PeerId, SpaceId
from ui.bridge import Bridge

QUIET_MS = 5_000  # ours: a reconciliation without news for so long is not shown


@dataclass(frozen=True, slots=True)
class Progress:
    """Posts received of what is under way; ``expected`` in all, None where that is not known."""

    received: int
    expected: int | None = None


class CatchingUp(QObject):
    """Follows one space at a time. ``changed`` says that ``progress`` is another."""

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._space: SpaceId | None = None
        self._by_peer: dict[PeerId, int] = {}
        """Posts received of each with which it goes on."""
        self._wholes: dict[PeerId, int] = {}
        self._before = 0
        """What those have brought with which it is done."""
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self._is_quiet)
        bridge.reconciling.connect(self._on_reconciling)
        bridge.reconciliation_done.connect(self._on_done)

    @property
    def progress(self) -> Progress | None:
        """How far it has come with all peers together; None: nothing is under way.

        Peers hold the same posts, more or less: what one of them has yet to bring, another may
        bring first. So the whole is what was received of all when a peer told what it has yet to
        bring, and that; of several peers the most.
        """
        if not self._by_peer:
            return None
        if len(self._wholes) < len(self._by_peer):
            return Progress(self._received)
        return Progress(self._received, max(self._received, *self._wholes.values()))

    @property
    def _received(self) -> int:
        return self._before + sum(self._by_peer.values())

    def follow(self, space: SpaceId | None) -> None:
        """Begins anew with another space."""
        self._space = space
        self._quiet.stop()
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._by_peer.clear()
        self._wholes.clear()
        self._before = 0

    def _on_reconciling(self, event: Reconciling) -> None:
        if event.space == self._space:
            self._by_peer[event.peer_id] = event.received
            self._wholes.pop(event.peer_id, None)
            if event.expected is not None:
                to_come = event.expected - event.received
                self._wholes[event.peer_id] = self._received + to_come
            self._quiet.start()
            self.changed.emit()

    def _on_done(self, event: ReconciliationDone) -> None:
        if event.space == self._space:
            self._before += self._by_peer.pop(event.peer_id, 0)
            self._wholes.pop(event.peer_id, None)
            if not self._by_peer:
                self._begin_anew()
            self.changed.emit()

    def _is_quiet(self) -> None:
        self._begin_anew()
        self.changed.emit()
