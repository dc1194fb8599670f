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
        self._by_peer: dict[PeerId, Progress] = {}
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self._is_quiet)
        bridge.reconciling.connect(self._on_reconciling)
        bridge.reconciliation_done.connect(self._on_done)

    @property
    def progress(self) -> Progress | None:
        """How far it has come with all peers together; None: nothing is under way.

        Peers hold the same posts, more or less: what is expected is what the fullest one brings.
        """
        if not self._by_peer:
            return None
        received = sum(one.received for one in self._by_peer.values())
        known = [one.expected for one in self._by_peer.values() if one.expected is not None]
        if not known or len(known) < len(self._by_peer):
            return Progress(received)
        return Progress(received, max(received, *known))

    def follow(self, space: SpaceId | None) -> None:
        """Begins anew with another space."""
        self._space = space
        self._by_peer.clear()
        self._quiet.stop()

    def _on_reconciling(self, event: Reconciling) -> None:
        if event.space == self._space:
            self._by_peer[event.peer_id] = Progress(event.received, event.expected)
            self._quiet.start()
            self.changed.emit()

    def _on_done(self, event: ReconciliationDone) -> None:
        if event.space == self._space:
            self._by_peer.pop(event.peer_id, None)
            self.changed.emit()

    def _is_quiet(self) -> None:
        self._by_peer.clear()
        self.changed.emit()
