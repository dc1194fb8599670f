"""What is being received of each space, until it is done or has been quiet for a while."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from engine.model.events import ReconciliationDone, Reconciling, SpaceForgotten
from engine.model.ids import PeerId, SpaceId
from ui.bridge import Bridge
from ui.wording.catching_up import Progress

QUIET_MS = 5_000  # ours: a reconciliation without news for so long is not shown


class CatchingUp(QObject):
    """Follows all spaces. ``changed`` carries the SpaceId whose ``progress`` is another."""

    changed = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._under_way: dict[SpaceId, _Course] = {}
        bridge.reconciling.connect(self._on_reconciling)
        bridge.reconciliation_done.connect(self._on_done)
        bridge.space_forgotten.connect(self._on_forgotten)

    def progress(self, space: SpaceId | None) -> Progress | None:
        """How far it has come there with all peers together; None: nothing is under way."""
        course = None if space is None else self._under_way.get(space)
        return None if course is None else course.progress

    def _on_reconciling(self, event: Reconciling) -> None:
        course = self._under_way.get(event.space)
        if course is None:
            quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
            quiet.timeout.connect(lambda: self._end(event.space))
            course = self._under_way[event.space] = _Course(quiet)
        course.hear(event)
        course.quiet.start()
        self.changed.emit(event.space)

    def _on_done(self, event: ReconciliationDone) -> None:
        course = self._under_way.get(event.space)
        if course is None:
            return
        course.end_with(event.peer_id)
        if course.progress is None:
            self._end(event.space)
        else:
            self.changed.emit(event.space)

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
    """What goes on in one space. ``quiet`` ends it where no news come."""

    quiet: QTimer
    _by_peer: dict[PeerId, int] = field(default_factory=dict)
    """Posts received of each with which it goes on."""
    _wholes: dict[PeerId, int] = field(default_factory=dict)
    _before: int = 0
    """What those have brought with which it is done."""

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
        return Progress(self._received, max(self._received, *self._wholes.values()))

    @property
    def _received(self) -> int:
        return self._before + sum(self._by_peer.values())

    def hear(self, event: Reconciling) -> None:
        self._by_peer[event.peer_id] = event.received
        self._wholes.pop(event.peer_id, None)
        if event.expected is not None:
            to_come = event.expected - event.received
            self._wholes[event.peer_id] = self._received + to_come

    def end_with(self, peer: PeerId) -> None:
        self._before += self._by_peer.pop(peer, 0)
        self._wholes.pop(peer, None)
