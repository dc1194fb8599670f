"""The cells of ours that peers read: coded sets of all connections, within one bound. Pure."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from engine.protocols.hyperbloom.recon.coded import CODED_BYTES, CodedSet

KEPT_BYTES_MAX = 64 << 20  # ours: for 16 readers of 100,000 values each


class KeptCells:
    """For each reader the set that it is told of, as long as it lasts, or until it is let go.

    Where all of them take more than ``KEPT_BYTES_MAX``, those kept longest are let go, but never
    the newest: whoever finds none goes on by filters.
    """

    def __init__(self) -> None:
        self._sets: WeakKeyDictionary[object, CodedSet] = WeakKeyDictionary()

    def keep(self, reader: object, coded: CodedSet) -> None:
        """In place of what was kept for that reader."""
        self.let_go(reader)
        self._sets[reader] = coded
        for oldest in list(self._sets)[:-1]:
            if self.held_bytes <= KEPT_BYTES_MAX:
                return
            self.let_go(oldest)

    def of(self, reader: object) -> CodedSet | None:
        """What is kept for that reader."""
        return self._sets.get(reader)

    def let_go(self, reader: object) -> None:
        """It is asked for no more of it."""
        self._sets.pop(reader, None)

    @property
    def held_bytes(self) -> int:
        """What all of them take."""
        return CODED_BYTES * sum(len(coded) for coded in self._sets.values())
